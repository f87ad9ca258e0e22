//! A table of the scenario that can be edited.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::edit_target::EditTarget;
use super::entity_row::EntityRowView;
use super::value_control::ValueControl;
use crate::app::hooks::use_dispatch;
use crate::app::parts::{FieldInput, Pager, ScrollRegion, page_rows};
use crate::app::session::{Action, Handle, Refusal};
use crate::engine::limits::MAX_EXACT;
use crate::engine::{Kind, ValueType};
use crate::simulator::{
    Column, Edit, EntityRow, EntityTable, InputType, InputValue, Session, TableRef,
};

/// What a number of rows takes; the system knows how many it can have.
const COUNT: ValueType = ValueType {
    kind: Kind::Whole,
    min: 0.0,
    max: MAX_EXACT,
};
/// Rows on a page of a table of the world.
const PAGE: usize = 20;
/// Rows on a page of a table that belongs to a row of another.
const NESTED_PAGE: usize = 10;

/// Props of [`EntityTableView`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct EntityTableViewProps {
    /// The scenario as it is edited.
    pub document: Handle,
    /// Which table.
    pub table: TableRef,
    /// Where this changes, what was typed is forgotten.
    pub epoch: usize,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
}

/// A table, a page of rows at a time, so that thousands stay quick. Which rows are shown is a matter of the view.
#[component]
pub(crate) fn EntityTableView(props: &EntityTableViewProps) -> Html {
    let EntityTableViewProps {
        document,
        table,
        epoch,
        refusal,
    } = props.clone();
    let (filter, page, open) = (
        use_state_eq(String::new),
        use_state_eq(|| 0_usize),
        use_state_eq(|| None::<usize>),
    );
    let dispatch = use_dispatch();
    let wanted = (document.clone(), table, (*filter).clone(), *page);
    let shown = use_memo(wanted, |(document, table, filter, page)| {
        RowPage::of(&**document, *table, filter, *page)
    });
    let on_toggle = use_callback((), {
        let open = open.clone();
        move |row: usize, ()| open.set((*open != Some(row)).then_some(row))
    });
    let on_remove = use_callback((table, dispatch.clone()), {
        let open = open.setter();
        move |row: usize, (table, dispatch)| {
            open.set(None);
            dispatch.emit(Action::edit(Edit::RemoveRow(*table, row)));
        }
    });
    let on_page = use_callback((), {
        let page = page.setter();
        move |to: usize, ()| page.set(to)
    });
    let on_filter = {
        let (filter, page) = (filter.setter(), page.setter());
        move |event: InputEvent| {
            filter.set(event.target_unchecked_into::<HtmlInputElement>().value());
            page.set(0);
        }
    };
    let on_add = {
        let (filter, page, dispatch) = (filter.setter(), page.setter(), dispatch.clone());
        move |_: MouseEvent| {
            // The row is added at the end.
            filter.set(String::new());
            page.set(usize::MAX);
            dispatch.emit(Action::edit(Edit::AddRow(table)));
        }
    };
    let Some(described) = &shown.table else {
        return html! { <div class="entity-table" /> };
    };
    let size = page_size(table);
    let noun = described.noun.0;
    let rows_name = rows_name(described);
    html! {
        <div class="entity-table">
            { heading(described) }
            if !described.help.is_empty() {
                <p class="field-help">{described.help}</p>
            }
            if let Some(column) = described.count_column {
                <ValueControl
                    target={EditTarget::Cell { table, row: 0, column }}
                    label={format!("Number of {rows_name}")}
                    input={FieldInput::Value(InputType::Number(COUNT))}
                    value={InputValue::Number(described.rows as f64)}
                    {epoch}
                    refusal={refusal.clone()}
                />
            }
            if described.rows > size {
                <input
                    type="search"
                    class="filter"
                    aria-label={format!("Find {rows_name}")}
                    placeholder={format!("Find {rows_name}")}
                    value={(*filter).clone()}
                    oninput={on_filter}
                />
            }
            if shown.rows.is_empty() {
                <p class="field-help" role="status">{nothing(described)}</p>
            } else {
                <ScrollRegion label={described.title.clone()}>
                    <table class="form-table" aria-label={described.title.clone()}>
                        <thead><tr>{ for heads(described).into_iter().map(head) }</tr></thead>
                        { for shown.rows.iter().map(|row| html! {
                            <EntityRowView
                                key={row.index}
                                document={document.clone()}
                                table={shown.table.clone()}
                                row={row.clone()}
                                is_open={*open == Some(row.index)}
                                {epoch}
                                refusal={refusal.clone()}
                                on_toggle={&on_toggle}
                                on_remove={&on_remove}
                            />
                        }) }
                    </table>
                </ScrollRegion>
            }
            <Pager noun={rows_name.clone()} count={shown.found} {size} page={*page} {on_page} />
            if described.can_add {
                <button
                    type="button"
                    aria-label={table.parent.map(|_| format!("Add {noun} to the {rows_name}"))}
                    onclick={on_add}
                >
                    {format!("Add {noun}")}
                </button>
            }
        </div>
    }
}

/// A page of rows.
#[derive(PartialEq)]
struct RowPage {
    table: Option<Rc<EntityTable>>,
    /// How many rows are found.
    found: usize,
    rows: Vec<EntityRow>,
}

impl RowPage {
    /// Asks for the rows of a page only.
    fn of(document: &dyn Session, table: TableRef, filter: &str, page: usize) -> Self {
        let Some(described) = document.entity_table(table) else {
            return Self {
                table: None,
                found: 0,
                rows: Vec::new(),
            };
        };
        let size = page_size(table);
        let (found, wanted) = match filter.trim() {
            "" => (
                described.rows,
                page_rows(described.rows, size, page).collect::<Vec<usize>>(),
            ),
            text => {
                let found = document.find_entities(table, text);
                (
                    found.len(),
                    found[page_rows(found.len(), size, page)].to_vec(),
                )
            }
        };
        Self {
            found,
            rows: document.entity_rows(table, &wanted),
            table: Some(Rc::new(described)),
        }
    }
}

fn page_size(table: TableRef) -> usize {
    if table.parent.is_some() {
        NESTED_PAGE
    } else {
        PAGE
    }
}

/// What the rows of a table are called: "brokers"; those of a nested table by its title: "bundles of broker-1".
fn rows_name(table: &EntityTable) -> String {
    let mut letters = table.title.chars();
    match (table.table.parent, letters.next()) {
        (Some(_), Some(first)) => first.to_lowercase().chain(letters).collect(),
        _ => table.noun.1.to_owned(),
    }
}

fn heading(table: &EntityTable) -> Html {
    match table.table.parent {
        None => html! { <h3>{&table.title}</h3> },
        Some(_) => html! { <h4>{&table.title}</h4> },
    }
}

fn nothing(table: &EntityTable) -> String {
    let (noun, nouns) = table.noun;
    if table.rows == 0 {
        format!("There are no {nouns}.")
    } else {
        format!("No {noun} has this in its name.")
    }
}

/// Whether rows have something that is shown only where they are opened.
pub(crate) fn has_details(table: &EntityTable) -> bool {
    table.nested.is_some() || table.columns.iter().any(|column| column.is_detail)
}

/// The columns that are shown in every row.
pub(crate) fn row_columns(table: &EntityTable) -> impl Iterator<Item = (usize, &Column)> {
    table
        .columns
        .iter()
        .enumerate()
        .filter(|(_, column)| !column.is_detail)
}

/// The heads of a table: its columns, then the column of buttons.
fn heads(table: &EntityTable) -> Vec<String> {
    let with_unit = |column: &Column| match column.unit {
        "" => column.label.to_owned(),
        unit => format!("{} {unit}", column.label),
    };
    let buttons = if has_details(table) {
        Some("More")
    } else {
        table.can_remove.then_some("Remove")
    };
    row_columns(table)
        .map(|(_, column)| with_unit(column))
        .chain(buttons.map(str::to_owned))
        .collect()
}

fn head(text: String) -> Html {
    html! { <th key={text.clone()} scope="col">{text}</th> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulator::EntityLayout;

    fn table(nested: Option<&'static str>) -> EntityTable {
        let percent = || {
            InputType::Number(ValueType {
                kind: Kind::Real,
                min: 0.0,
                max: 100.0,
            })
        };
        let mut columns = vec![
            Column::new("name", "Name", "", InputType::Text),
            Column::new("cpu", "CPU", "%", percent()),
        ];
        if nested.is_some() {
            columns.push(Column::new("memory", "Memory", "%", percent()).detail("Heap."));
        }
        EntityTable {
            table: TableRef::top("brokers"),
            title: "Brokers".into(),
            noun: ("broker", "brokers"),
            help: "",
            layout: EntityLayout::Grid,
            columns,
            rows: 3,
            can_add: true,
            can_remove: true,
            nested,
            count_column: None,
        }
    }

    #[test]
    fn details_are_left_out_of_the_heads_and_have_a_button() {
        assert_eq!(heads(&table(Some("bundles"))), ["Name", "CPU %", "More"]);
        assert_eq!(heads(&table(None)), ["Name", "CPU %", "Remove"]);
        assert_eq!(
            heads(&EntityTable {
                can_remove: false,
                ..table(None)
            }),
            ["Name", "CPU %"]
        );
    }

    #[test]
    fn rows_of_a_nested_table_are_called_by_its_title() {
        assert_eq!(rows_name(&table(None)), "brokers");
        let nested = TableRef::of_row("bundles", 0);
        let bundles = EntityTable {
            table: nested,
            title: "Bundles of broker-1".into(),
            ..table(None)
        };
        assert_eq!(rows_name(&bundles), "bundles of broker-1");
    }

    #[test]
    fn an_empty_table_and_an_empty_search_differ() {
        assert_eq!(nothing(&table(None)), "No broker has this in its name.");
        assert_eq!(
            nothing(&EntityTable {
                rows: 0,
                ..table(None)
            }),
            "There are no brokers."
        );
    }
}
