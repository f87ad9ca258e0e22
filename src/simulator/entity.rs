//! Tables of what a scenario consists of: brokers, bundles, rules, zones, writers.

use super::input::{InputType, InputValue};
use super::missing::not_there;
use crate::engine::{Cause, Problem};

/// Which table is meant: one of the world, or one that belongs to a row of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableRef {
    /// The table's id.
    pub id: &'static str,
    /// The row of the parent table that it belongs to, for a nested table.
    pub(crate) parent: Option<usize>,
}

impl TableRef {
    /// A table of the world.
    pub const fn top(id: &'static str) -> Self {
        Self { id, parent: None }
    }

    /// A table that belongs to a row of another.
    pub const fn of_row(id: &'static str, parent: usize) -> Self {
        Self {
            id,
            parent: Some(parent),
        }
    }
}

/// How a table is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntityLayout {
    /// Rows and columns.
    Grid,
    /// A group of labelled fields for each row; for few rows with long texts.
    Records,
}

/// A table that can be edited.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityTable {
    /// Which one.
    pub table: TableRef,
    /// What a person reads: "Brokers".
    pub title: String,
    /// What a row is called: "broker"; and several: "brokers".
    pub noun: (&'static str, &'static str),
    /// A sentence on what it is for; empty for none.
    pub help: &'static str,
    /// How it is laid out.
    pub layout: EntityLayout,
    /// Its columns. The first one names the row.
    pub columns: Vec<Column>,
    /// How many rows it has.
    pub rows: usize,
    /// Whether rows can be added.
    pub can_add: bool,
    /// Whether rows can be removed.
    pub(crate) can_remove: bool,
    /// The table nested in each row, by its id.
    pub nested: Option<&'static str>,
    /// The column that sets how many rows there are, where that can be set at once: [`super::Edit::SetCell`] takes the
    /// number for row 0, which need not exist. The column is not shown.
    pub count_column: Option<&'static str>,
}

impl EntityTable {
    /// Checks that a table has a cell, and that the cell takes a value.
    ///
    /// # Errors
    /// Where the cell does not exist or cannot be edited, or what it takes instead.
    pub(crate) fn check_cell(
        &self,
        row: usize,
        column: &str,
        value: &InputValue,
    ) -> Result<(), Problem> {
        let found = self
            .columns
            .iter()
            .find(|other| other.id == column)
            .filter(|_| row < self.rows);
        let found = found.ok_or_else(|| not_there("cell"))?;
        let input = found
            .input
            .as_ref()
            .ok_or_else(|| Problem::at(found.label, Cause::ReadOnly))?;
        input
            .check(value)
            .map_err(|cause| Problem::at(found.label, cause))
    }
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name: what [`super::Edit::SetCell`] says.
    pub id: &'static str,
    /// The head.
    pub label: &'static str,
    /// What the cell is called together with its row, in front of "of NAME": "CPU"; the label where empty.
    pub(crate) cell_label: &'static str,
    /// The unit; empty where there is none.
    pub unit: &'static str,
    /// What its cells take; `None` where they cannot be edited.
    pub input: Option<InputType>,
    /// What it means, in a sentence; empty for none.
    pub help: &'static str,
    /// Whether it is shown only where a row is opened.
    pub(crate) is_detail: bool,
}

impl Column {
    /// A column that can be edited, shown in every row.
    pub const fn new(
        id: &'static str,
        label: &'static str,
        unit: &'static str,
        input: InputType,
    ) -> Self {
        Self {
            id,
            label,
            cell_label: "",
            unit,
            input: Some(input),
            help: "",
            is_detail: false,
        }
    }

    /// The same with other words for a cell.
    #[must_use]
    pub const fn called(mut self, cell_label: &'static str) -> Self {
        self.cell_label = cell_label;
        self
    }

    /// The same, shown only where a row is opened, with a sentence of help.
    #[must_use]
    pub const fn detail(mut self, help: &'static str) -> Self {
        self.help = help;
        self.is_detail = true;
        self
    }
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityRow {
    /// Its place in the table.
    pub index: usize,
    /// What it is called.
    pub name: String,
    /// A value for every column.
    pub cells: Vec<InputValue>,
}
