//! Charts over the rounds, as plain data.

use super::Ink;
use crate::engine::Unit;

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it shows.
    pub name: String,
    /// Its colour's meaning.
    pub(crate) ink: Ink,
    /// Whether it is dashed: tells lines apart by more than colour.
    pub(crate) is_dashed: bool,
    /// A value for each round; NaN for none.
    pub values: Vec<f64>,
}

/// A level line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it is.
    pub name: String,
    /// Where it stands.
    pub value: f64,
}

/// A chart over the rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What it shows.
    pub title: &'static str,
    /// The unit of all its values.
    pub unit: Unit,
    /// Its lines over time.
    pub series: Vec<Series>,
    /// Its level lines.
    pub lines: Vec<Line>,
}
