//! A table to be read, a page of rows at a time.

use std::rc::Rc;

use yew::prelude::*;

use super::card::subject_key;
use crate::app::parts::{Pager, ScrollRegion, page_rows};
use crate::app::session::Shared;
use crate::simulator::SubjectRef;

/// A row of a [`PagedTable`].
#[derive(Clone, Debug, PartialEq)]
pub struct PagedRow {
    /// The subject that it is about, where one can ask about it.
    pub subject: Option<SubjectRef>,
    /// Its head, then its cells: as many as the table has columns.
    pub cells: Vec<AttrValue>,
}

/// Props of [`PagedTable`].
#[derive(Clone, PartialEq, Properties)]
pub struct PagedTableProps {
    /// What it shows.
    pub title: AttrValue,
    /// The head of every column.
    pub heads: Rc<[AttrValue]>,
    /// Its rows.
    pub rows: Shared<Vec<PagedRow>>,
    /// What its rows are called together.
    #[prop_or(AttrValue::Static("rows"))]
    pub noun: AttrValue,
    /// Rows on a page.
    #[prop_or(20)]
    pub page_size: usize,
    /// Called with the subject of a row whose head is pressed.
    #[prop_or_default]
    pub on_select: Callback<SubjectRef>,
}

/// A table with its title, and buttons to page through it where it is long.
#[component]
pub fn PagedTable(props: &PagedTableProps) -> Html {
    let page = use_state_eq(|| 0);
    let on_page = use_callback(page.setter(), |turned: usize, page| page.set(turned));
    let range = page_rows(props.rows.len(), props.page_size, *page);
    let row = |index: usize| {
        let row = &props.rows[index];
        let key = row
            .subject
            .map_or_else(|| format!("row-{index}"), subject_key);
        html! {
            <tr {key}>
                {for row.cells.iter().enumerate().map(|(column, cell)| match column {
                    0 => head(row.subject, cell, &props.on_select),
                    _ => html! { <td key={column}>{cell}</td> },
                })}
            </tr>
        }
    };
    html! {
        <div class="paged-table">
            <h3>{&props.title}</h3>
            <ScrollRegion label={&props.title}>
                <table>
                    <caption class="unseen">{&props.title}</caption>
                    <thead>
                        <tr>
                            {for props.heads.iter().enumerate().map(|(column, head)| html! {
                                <th key={column} scope="col">{head}</th>
                            })}
                        </tr>
                    </thead>
                    <tbody>{for range.map(row)}</tbody>
                </table>
            </ScrollRegion>
            <Pager noun={&props.noun} count={props.rows.len()} size={props.page_size} page={*page} {on_page} />
        </div>
    }
}

/// The head of a row: a button where one can ask about its subject.
fn head(subject: Option<SubjectRef>, text: &AttrValue, on_select: &Callback<SubjectRef>) -> Html {
    let Some(subject) = subject else {
        return html! { <th key={0} scope="row">{text}</th> };
    };
    let onclick = on_select.reform(move |_: MouseEvent| subject);
    html! { <th key={0} scope="row"><button type="button" class="link" {onclick}>{text}</button></th> }
}
