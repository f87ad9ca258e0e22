//! A table to be read, a page of rows at a time.

use std::ops::Range;
use std::rc::Rc;

use yew::prelude::*;

use super::card::subject_key;
use crate::app::session::Shared;
use crate::simulator::SubjectRef;

/// A row of a [`DataTable`].
#[derive(Clone, Debug, PartialEq)]
pub struct DataRow {
    /// The subject that it is about, where one can ask about it.
    pub subject: Option<SubjectRef>,
    /// Its head, then its cells: as many as the table has columns.
    pub cells: Vec<AttrValue>,
}

/// Props of [`DataTable`].
#[derive(Clone, PartialEq, Properties)]
pub struct DataTableProps {
    /// What it shows.
    pub label: AttrValue,
    /// The head of every column.
    pub heads: Rc<[AttrValue]>,
    /// Its rows.
    pub rows: Shared<Vec<DataRow>>,
    /// Rows on a page.
    #[prop_or(20)]
    pub page_size: usize,
    /// Called with the subject of a row whose head is pressed.
    #[prop_or_default]
    pub on_select: Callback<SubjectRef>,
}

/// A table with its title, and buttons to page through it where it is long.
#[component]
pub fn DataTable(props: &DataTableProps) -> Html {
    let page = use_state_eq(|| 0);
    let on_turn = use_callback(page.setter(), |turned: usize, page| page.set(turned));
    let range = page_of(props.rows.len(), props.page_size, *page);
    let first = range.start;
    let row = |(place, row): (usize, &DataRow)| {
        let key = row.subject.map_or_else(|| format!("row-{}", first + place), subject_key);
        html! {
            <tr {key}>
                {for row.cells.iter().enumerate().map(|(column, cell)| match (column, row.subject) {
                    (0, Some(subject)) => {
                        let onclick = props.on_select.reform(move |_: MouseEvent| subject);
                        html! {
                            <th key={0} scope="row">
                                <button type="button" class="link" {onclick}>{cell}</button>
                            </th>
                        }
                    }
                    (0, None) => html! { <th key={0} scope="row">{cell}</th> },
                    _ => html! { <td key={column}>{cell}</td> },
                })}
            </tr>
        }
    };
    html! {
        <div class="data-table">
            <h3>{&props.label}</h3>
            <div class="scroll" tabindex="0" role="group" aria-label={&props.label}>
                <table>
                    <caption class="unseen">{&props.label}</caption>
                    <thead>
                        <tr>
                            {for props.heads.iter().enumerate().map(|(column, head)| html! {
                                <th key={column} scope="col">{head}</th>
                            })}
                        </tr>
                    </thead>
                    <tbody>{for props.rows[range.clone()].iter().enumerate().map(row)}</tbody>
                </table>
            </div>
            if props.rows.len() > props.page_size {
                <Pages
                    label={&props.label}
                    count={props.rows.len()}
                    size={props.page_size}
                    start={range.start}
                    {on_turn}
                />
            }
        </div>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct PagesProps {
    label: AttrValue,
    count: usize,
    size: usize,
    start: usize,
    on_turn: Callback<usize>,
}

/// Previous and next page. A button with nothing to do stays focusable.
#[component]
fn Pages(props: &PagesProps) -> Html {
    let page = props.start / props.size;
    let range = page_of(props.count, props.size, page);
    let turn = |target: Option<usize>, word: &'static str, sign: &'static str| {
        let on_turn = props.on_turn.clone();
        let onclick = move |_: MouseEvent| target.into_iter().for_each(|page| on_turn.emit(page));
        html! {
            <button
                type="button"
                class="small"
                aria-label={format!("{word} page of {}", props.label)}
                aria-disabled={target.is_none().then_some("true")}
                {onclick}
            >
                {sign}
            </button>
        }
    };
    html! {
        <div class="pages">
            {turn(page.checked_sub(1), "Previous", "‹")}
            <span role="status">{format!("{}–{} of {}", range.start + 1, range.end, props.count)}</span>
            {turn((range.end < props.count).then_some(page + 1), "Next", "›")}
        </div>
    }
}

/// The rows of a page; of the last one where there is no such page.
fn page_of(count: usize, size: usize, page: usize) -> Range<usize> {
    let page = page.min(count.div_ceil(size).saturating_sub(1));
    page * size..count.min((page + 1) * size)
}

#[cfg(test)]
mod tests {
    use super::page_of;

    #[test]
    fn a_page_has_its_rows_and_the_last_one_the_rest() {
        assert_eq!(page_of(45, 20, 0), 0..20);
        assert_eq!(page_of(45, 20, 2), 40..45);
        assert_eq!(page_of(45, 20, 9), 40..45);
        assert_eq!(page_of(0, 20, 0), 0..0);
    }
}
