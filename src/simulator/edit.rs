//! The edits that every system has, as data.

use super::entity::TableRef;
use super::input::InputValue;

/// A change of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The title.
    Title(String),
    /// The seed.
    Seed(u64),
    /// The number of rounds.
    Rounds(usize),
    /// Another option of a choice.
    Choose {
        /// The variant, from 0.
        variant: usize,
        /// The id of the choice.
        choice: &'static str,
        /// The id of the option.
        option: String,
    },
    /// A field of a variant or of the world.
    Set {
        /// The variant, from 0.
        variant: usize,
        /// The name of the field.
        field: &'static str,
        /// The value.
        value: f64,
    },
    /// Every setting of a variant back to its default.
    Reset(usize),
    /// One more variant, like the one given.
    AddVariant(usize),
    /// Removes a variant.
    RemoveVariant(usize),
    /// The variants of a ready-made comparison, by its place, made from the variant given.
    Compare {
        /// The place of the comparison in the list.
        comparison: usize,
        /// The variant that the others are made from.
        variant: usize,
    },
    /// One more variant, like the one given but without an event.
    AddVariantWithout {
        /// The variant, from 0.
        variant: usize,
        /// The id of the event.
        event: u32,
    },
    /// Adds an event of a kind.
    AddEvent {
        /// The variant that the event begins from, where that matters.
        variant: usize,
        /// The id of the kind.
        kind: String,
        /// When, in seconds after the start.
        at_s: f64,
    },
    /// Sets a part of an event.
    SetEvent {
        /// The id of the event.
        event: u32,
        /// The id of the part.
        part: &'static str,
        /// The value.
        value: InputValue,
    },
    /// Moves an event to another time.
    MoveEvent {
        /// The id of the event.
        event: u32,
        /// When, in seconds after the start.
        at_s: f64,
    },
    /// Removes an event.
    RemoveEvent(u32),
    /// Sets a cell of a table.
    SetCell {
        /// The table.
        table: TableRef,
        /// The row, from 0.
        row: usize,
        /// The id of the column; it need not be one that is shown.
        column: &'static str,
        /// The value.
        value: InputValue,
    },
    /// Adds a row to a table.
    AddRow(TableRef),
    /// Removes a row from a table.
    RemoveRow(TableRef, usize),
}

/// The letter of a variant: A, B, C, D.
pub fn letter(variant: usize) -> char {
    char::from(b'A' + (variant % 26) as u8)
}
