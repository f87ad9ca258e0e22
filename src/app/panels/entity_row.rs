//! A row of a table that can be edited, with its details where it is open.

use std::rc::Rc;

use yew::prelude::*;

use super::edit_target::EditTarget;
use super::entity_table::{EntityTableView, has_details, row_columns};
use super::value_control::ValueControl;
use crate::app::parts::{FieldInput, Icon, IconButton, IconKind};
use crate::app::session::{Handle, Refusal};
use crate::engine::format::format_number;
use crate::simulator::{Column, EntityRow, EntityTable, InputValue, TableRef};

/// Props of [`EntityRowView`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct EntityRowViewProps {
    /// The scenario as it is edited.
    pub document: Handle,
    /// The table of the row.
    pub table: Option<Rc<EntityTable>>,
    /// The row.
    pub row: EntityRow,
    /// Whether its details are shown.
    pub(crate) is_open: bool,
    /// Where this changes, what was typed is forgotten.
    pub epoch: usize,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
    /// Called with the row whose details are opened or closed.
    pub(crate) on_toggle: Callback<usize>,
    /// Called with the row that is removed.
    pub(crate) on_remove: Callback<usize>,
}

/// A row, and its details below it.
#[component]
pub(crate) fn EntityRowView(props: &EntityRowViewProps) -> Html {
    let EntityRowViewProps {
        document,
        table,
        row,
        is_open,
        epoch,
        refusal,
        ..
    } = props.clone();
    let on_remove = use_callback(
        (row.index, props.on_remove.clone()),
        |_: MouseEvent, (row, on_remove)| {
            on_remove.emit(*row);
        },
    );
    let Some(table) = table else {
        return html! { <tbody /> };
    };
    let has_details = has_details(&table);
    let span = row_columns(&table).count() + 1;
    let toggle = {
        let (index, on_toggle) = (row.index, props.on_toggle.clone());
        move |_: MouseEvent| on_toggle.emit(index)
    };
    html! {
        <tbody class={is_open.then_some("is-open")}>
            <tr>
                { for row_columns(&table).enumerate().map(|(place, (index, column))| {
                    let cell = cell(&table, &row, index, column, true, epoch, &refusal);
                    match place {
                        0 => html! { <th key={column.id} scope="row">{cell}</th> },
                        _ => html! { <td key={column.id}>{cell}</td> },
                    }
                }) }
                if has_details {
                    <td key="more">
                        <button
                            type="button"
                            class="small"
                            aria-expanded={is_open.to_string()}
                            aria-label={format!("More of {}", row.name)}
                            onclick={toggle}
                        >
                            <Icon kind={if is_open { IconKind::Less } else { IconKind::Add }} />
                        </button>
                    </td>
                } else if table.can_remove {
                    <td key="remove">
                        <IconButton
                            class="small"
                            label={format!("Remove {}", row.name)}
                            icon={IconKind::Close}
                            onclick={on_remove.clone()}
                        />
                    </td>
                }
            </tr>
            if is_open {
                <tr class="details">
                    <td colspan={span.to_string()}>
                        <div class="entity-details">
                            { for table.columns.iter().enumerate().filter(|(_, column)| column.is_detail).map(
                                |(index, column)| html! {
                                    <div key={column.id}>{cell(&table, &row, index, column, false, epoch, &refusal)}</div>
                                },
                            ) }
                            if let Some(nested) = table.nested {
                                <EntityTableView
                                    {document}
                                    table={TableRef::of_row(nested, row.index)}
                                    {epoch}
                                    refusal={refusal.clone()}
                                />
                            }
                            if table.can_remove {
                                <button type="button" onclick={on_remove}>{format!("Remove {}", row.name)}</button>
                            }
                        </div>
                    </td>
                </tr>
            }
        </tbody>
    }
}

/// The control of a cell; the text where it cannot be edited. Its name says of which row it is; a detail below its row
/// is called by its label alone where a person reads it.
pub fn cell(
    table: &EntityTable,
    row: &EntityRow,
    index: usize,
    column: &Column,
    is_bare: bool,
    epoch: usize,
    refusal: &Option<Rc<Refusal>>,
) -> Html {
    let value = row
        .cells
        .get(index)
        .cloned()
        .unwrap_or_else(|| InputValue::Text(String::new()));
    let Some(input) = &column.input else {
        let text = plain_text(&value);
        return if is_bare {
            html! { <span class="cell-text">{text}</span> }
        } else {
            html! { <p class="cell-text"><span>{column.label}</span>{" "}{text}{" "}{column.unit}</p> }
        };
    };
    html! {
        <ValueControl
            target={EditTarget::Cell { table: table.table, row: row.index, column: column.id }}
            label={if is_bare { cell_name(column, &row.name) } else { column.label.to_owned() }}
            {is_bare}
            input={FieldInput::Value(input.clone())}
            {value}
            unit={if is_bare { "" } else { column.unit }}
            help={if is_bare { "" } else { column.help }}
            {epoch}
            refusal={refusal.clone()}
        />
    }
}

/// The name of a cell: "CPU of broker-1".
pub(crate) fn cell_name(column: &Column, row: &str) -> String {
    let label = if column.cell_label.is_empty() {
        column.label
    } else {
        column.cell_label
    };
    format!("{label} of {row}")
}

fn plain_text(value: &InputValue) -> String {
    match value {
        InputValue::Number(number) => format_number(*number, 3),
        InputValue::Text(text) => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulator::InputType;

    #[test]
    fn a_cell_is_called_by_its_column_and_its_row() {
        let column = Column::new("in", "in", "%", InputType::Text);
        assert_eq!(cell_name(&column, "broker-1"), "in of broker-1");
        assert_eq!(
            cell_name(&column.called("Network in"), "broker-1"),
            "Network in of broker-1"
        );
    }

    #[test]
    fn what_cannot_be_edited_is_a_text() {
        assert_eq!(plain_text(&InputValue::Number(1.5)), "1.5");
        assert_eq!(plain_text(&InputValue::Text("a".into())), "a");
    }
}
