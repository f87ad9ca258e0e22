//! Data to be read row by row.

use super::info::SubjectRef;
use crate::engine::Unit;

/// A cell of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A text.
    Text(String),
    /// A number in its unit; NaN where there is none.
    Number(f64, Unit),
    /// A number that is missing, with the word that is shown in its place: "down".
    Missing(&'static str),
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// Its name in CSV and JSON, in snake case.
    pub id: &'static str,
    /// What a person reads.
    pub label: &'static str,
}

/// A table: the data behind the stage or a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What it shows.
    pub title: &'static str,
    /// Its columns.
    pub columns: Vec<TableColumn>,
    /// Its rows: the subject of each, and a cell for each column.
    pub rows: Vec<(SubjectRef, Vec<Cell>)>,
    /// The place of the column with the load that is balanced, where all rows have one on the same scale.
    pub load_column: Option<usize>,
}

impl Table {
    /// Columns from their names in data and their labels.
    pub fn columns<const N: usize>(columns: [(&'static str, &'static str); N]) -> Vec<TableColumn> {
        columns
            .into_iter()
            .map(|(id, label)| TableColumn { id, label })
            .collect()
    }

    /// The labels of the columns.
    pub fn labels(&self) -> Vec<&'static str> {
        self.columns.iter().map(|column| column.label).collect()
    }
}
