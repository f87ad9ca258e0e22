//! What a control of a form edits: an edit without its value. Pure.

use crate::simulator::{Edit, InputValue, TableRef};

/// What a control edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EditTarget {
    /// The title.
    Title,
    /// The seed, as a text of digits.
    Seed,
    /// The number of rounds.
    Rounds,
    /// A field of a variant or of the world.
    Field {
        /// The variant, from 0.
        variant: usize,
        /// The name of the field.
        field: &'static str,
    },
    /// When an event happens.
    EventTime(u32),
    /// A part of an event.
    EventPart {
        /// The id of the event.
        event: u32,
        /// The id of the part.
        part: &'static str,
    },
    /// A cell of a table.
    Cell {
        /// The table.
        table: TableRef,
        /// The row, from 0.
        row: usize,
        /// The id of the column.
        column: &'static str,
    },
}

impl EditTarget {
    /// The edit that gives it a value; `None` where the value is of the wrong kind.
    pub(crate) fn edit(self, value: InputValue) -> Option<Edit> {
        Some(match self {
            Self::Title => Edit::Title(value.text().to_owned()),
            Self::Seed => Edit::Seed(value.text().parse().ok()?),
            Self::Rounds => Edit::Rounds(value.number()? as usize),
            Self::Field { variant, field } => Edit::Set {
                variant,
                field,
                value: value.number()?,
            },
            Self::EventTime(event) => Edit::MoveEvent {
                event,
                at_s: value.number()?,
            },
            Self::EventPart { event, part } => Edit::SetEvent { event, part, value },
            Self::Cell { table, row, column } => Edit::SetCell {
                table,
                row,
                column,
                value,
            },
        })
    }

    /// What an edit is of; `None` where no control makes such an edit.
    pub(crate) fn of(edit: &Edit) -> Option<Self> {
        Some(match edit {
            Edit::Title(_) => Self::Title,
            Edit::Seed(_) => Self::Seed,
            Edit::Rounds(_) => Self::Rounds,
            Edit::Set { variant, field, .. } => Self::Field {
                variant: *variant,
                field,
            },
            Edit::MoveEvent { event, .. } => Self::EventTime(*event),
            Edit::SetEvent { event, part, .. } => Self::EventPart {
                event: *event,
                part,
            },
            Edit::SetCell {
                table, row, column, ..
            } => Self::Cell {
                table: *table,
                row: *row,
                column,
            },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_leads_back_to_its_control() {
        let cell = EditTarget::Cell {
            table: TableRef::of_row("bundles", 2),
            row: 1,
            column: "cpu",
        };
        let numbers = [
            EditTarget::Rounds,
            EditTarget::Field {
                variant: 1,
                field: "threshold",
            },
            EditTarget::EventTime(3),
            EditTarget::EventPart {
                event: 3,
                part: "amount",
            },
            cell,
        ];
        for target in numbers {
            let edit = target.edit(InputValue::Number(7.0));
            assert_eq!(edit.as_ref().and_then(EditTarget::of), Some(target));
        }
        for target in [EditTarget::Title, EditTarget::Seed] {
            let edit = target.edit(InputValue::Text("7".into()));
            assert_eq!(edit.as_ref().and_then(EditTarget::of), Some(target));
        }
        assert_eq!(EditTarget::of(&Edit::Reset(0)), None);
    }

    #[test]
    fn a_seed_keeps_all_of_its_digits() {
        let edit = EditTarget::Seed.edit(InputValue::Text(u64::MAX.to_string()));
        assert_eq!(edit, Some(Edit::Seed(u64::MAX)));
        assert_eq!(EditTarget::Seed.edit(InputValue::Number(1.0)), None);
    }
}
