//! Rules, and whatever else is a list of records.

use std::rc::Rc;

use yew::prelude::*;

use super::entity_row::cell;
use crate::app::hooks::use_dispatch;
use crate::app::parts::{IconButton, IconKind, Pager, page_rows};
use crate::app::session::{Action, Handle, Refusal};
use crate::simulator::{Edit, EntityLayout, EntityRow, EntityTable, TableRef};

/// Records on a page.
const PAGE: usize = 20;

/// Whether a scenario has tables of records.
pub(crate) fn has_rules(document: &Handle) -> bool {
    document
        .entities()
        .iter()
        .any(|table| table.layout == EntityLayout::Records)
}

/// Props of [`RulesPanel`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct RulesPanelProps {
    /// The scenario as it is edited.
    pub document: Handle,
    /// Where this changes, what was typed is forgotten.
    pub epoch: usize,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
}

/// The tables of records.
#[component]
pub(crate) fn RulesPanel(props: &RulesPanelProps) -> Html {
    let RulesPanelProps {
        document,
        epoch,
        refusal,
    } = props.clone();
    let tables = use_memo(document.clone(), |document| {
        let tables = document
            .entities()
            .into_iter()
            .filter(|table| table.layout == EntityLayout::Records);
        tables.map(|table| table.table).collect::<Vec<TableRef>>()
    });
    html! {
        <div class="rules-panel">
            { for tables.iter().map(|table| html! {
                <RecordList
                    key={table.id}
                    document={document.clone()}
                    table={*table}
                    {epoch}
                    refusal={refusal.clone()}
                />
            }) }
        </div>
    }
}

/// Props of [`RecordList`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct RecordListProps {
    /// The scenario as it is edited.
    pub document: Handle,
    /// The table.
    pub table: TableRef,
    /// Where this changes, what was typed is forgotten.
    pub epoch: usize,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
}

/// Records, each a group of fields.
#[component]
pub(crate) fn RecordList(props: &RecordListProps) -> Html {
    let RecordListProps {
        document,
        table,
        epoch,
        refusal,
    } = props.clone();
    let page = use_state_eq(|| 0_usize);
    let dispatch = use_dispatch();
    let shown = use_memo((document, table, *page), |(document, table, page)| {
        let described = document.entity_table(*table)?;
        let wanted: Vec<usize> = page_rows(described.rows, PAGE, *page).collect();
        let rows = document.entity_rows(*table, &wanted);
        Some((described, rows))
    });
    let on_page = use_callback((), {
        let page = page.setter();
        move |to: usize, ()| page.set(to)
    });
    let on_add = {
        let page = page.setter();
        move |_: MouseEvent| {
            page.set(usize::MAX);
            dispatch.emit(Action::edit(Edit::AddRow(table)));
        }
    };
    let Some((described, rows)) = &*shown else {
        return html! { <div class="record-list" /> };
    };
    let (noun, nouns) = described.noun;
    html! {
        <div class="record-list">
            <h3>{&described.title}</h3>
            if !described.help.is_empty() {
                <p class="field-help">{described.help}</p>
            }
            if rows.is_empty() {
                <p class="field-help" role="status">{format!("There are no {nouns}.")}</p>
            }
            { for rows.iter().map(|row| html! {
                <Record
                    key={row.index}
                    table={described.clone()}
                    row={row.clone()}
                    {epoch}
                    refusal={refusal.clone()}
                />
            }) }
            <Pager noun={nouns} count={described.rows} size={PAGE} page={*page} {on_page} />
            if described.can_add {
                <button type="button" onclick={on_add}>{format!("Add {noun}")}</button>
            }
        </div>
    }
}

/// Props of [`Record`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct RecordProps {
    /// The table.
    pub table: EntityTable,
    /// The row.
    pub row: EntityRow,
    /// Where this changes, what was typed is forgotten.
    pub epoch: usize,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
}

/// A record as a group of labelled fields.
#[component]
pub(crate) fn Record(props: &RecordProps) -> Html {
    let RecordProps {
        table,
        row,
        epoch,
        refusal,
    } = props.clone();
    let dispatch = use_dispatch();
    let on_remove = use_callback(
        (table.table, row.index, dispatch),
        |_: MouseEvent, (table, row, dispatch)| {
            dispatch.emit(Action::edit(Edit::RemoveRow(*table, *row)));
        },
    );
    html! {
        <fieldset class="event-form record">
            <legend>{&row.name}</legend>
            if table.can_remove {
                <IconButton
                    class="small event-remove"
                    label={format!("Remove {}", row.name)}
                    icon={IconKind::Close}
                    onclick={on_remove}
                />
            }
            { for table.columns.iter().enumerate().map(|(index, column)| html! {
                <div key={column.id}>{cell(&table, &row, index, column, false, epoch, &refusal)}</div>
            }) }
        </fieldset>
    }
}
