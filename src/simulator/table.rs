//! Data to be read row by row.

use super::info::SubjectRef;
use crate::engine::Unit;

/// A cell of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A text.
    Text(String),
    /// A number in its unit; NaN for none.
    Number(f64, Unit),
}

/// A table: the data behind the stage or a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What it shows.
    pub title: &'static str,
    /// The head of every column.
    pub heads: Vec<&'static str>,
    /// Its rows: the subject of each, and its cells.
    pub rows: Vec<(SubjectRef, Vec<Cell>)>,
}
