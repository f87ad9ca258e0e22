//! An axis of a chart for plotters: a linear one with the ticks that it is given.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;

use super::scale::{ValueScale, numbered_rounds, short};
use crate::engine::Unit;
use crate::engine::format::format_number;

/// What an axis measures.
#[derive(Clone, Copy)]
enum Measure {
    /// Rounds, from 0; their numbers count from 1.
    Rounds,
    /// Values in a unit.
    Values(Unit),
}

/// A linear axis.
pub(crate) struct Axis {
    measure: Measure,
    linear: RangedCoordf64,
    ticks: Vec<f64>,
}

impl Axis {
    /// The axis of some rounds below a plot of a width in CSS pixels.
    pub(crate) fn of_rounds(rounds: usize, width: f64) -> Self {
        let last = (rounds.max(2) - 1) as f64;
        let ticks = numbered_rounds(rounds.max(1), width)
            .into_iter()
            .map(|round| round as f64)
            .collect();
        Self {
            measure: Measure::Rounds,
            linear: (0.0..last).into(),
            ticks,
        }
    }

    /// The axis of a scale.
    pub(crate) fn of_values(scale: &ValueScale, unit: Unit) -> Self {
        let linear = (scale.bottom..scale.top).into();
        Self {
            measure: Measure::Values(unit),
            linear,
            ticks: scale.values(),
        }
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.linear.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // There are no light lines between the ticks.
        if hint.weight().allow_light_points() {
            Vec::new()
        } else {
            self.ticks.clone()
        }
    }

    fn range(&self) -> Range<f64> {
        self.linear.range()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        match self.measure {
            Measure::Rounds => format_number(value + 1.0, 0),
            Measure::Values(unit) => short(*value, unit),
        }
    }
}
