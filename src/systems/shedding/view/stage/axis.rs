//! A vertical scale with round ticks.

use crate::engine::format::{format_byte_rate, format_grouped, format_number};
use crate::scene::{Anchor, Ink, Rect, Shape, at, stroke, text};
use crate::systems::shedding::strategy::Scale;

/// The height of a label with the room around it, in CSS pixels.
const LABEL_HEIGHT: f64 = 14.0;

/// A linear scale from 0 at the bottom of the plot to `max` at its top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    /// The value at the top.
    pub max: f64,
    /// The distance between ticks.
    pub step: f64,
    /// What is measured.
    pub scale: Scale,
}

impl Axis {
    /// A scale that holds `highest`: for usage 100 % and as much more as is needed, in steps of 20.
    pub(super) fn new(scale: Scale, highest: f64) -> Self {
        let highest = if highest.is_finite() {
            highest.max(0.0)
        } else {
            0.0
        };
        if matches!(scale, Scale::Usage | Scale::RunningUsage) {
            // Up to 120 % without a further tick: a bar just over the top keeps its label readable.
            let max = if highest <= 100.0 {
                100.0
            } else {
                (highest / 20.0).ceil() * 20.0
            };
            let step = if max <= 200.0 {
                20.0
            } else {
                round_step(max / 5.0)
            };
            return Self {
                max: (max / step).ceil() * step,
                step,
                scale,
            };
        }
        let step = round_step(highest.max(1.0) * 1.05 / 5.0);
        Self {
            max: (highest.max(1.0) * 1.05 / step).ceil() * step,
            step,
            scale,
        }
    }

    /// The height of a value in a plot, in CSS pixels; NaN has none.
    pub(super) fn height(&self, value: f64, plot: &Rect) -> f64 {
        if value.is_finite() {
            (value / self.max).clamp(0.0, 1.0) * plot.height
        } else {
            0.0
        }
    }

    /// Where a value stands in a plot.
    pub(super) fn y(&self, value: f64, plot: &Rect) -> f64 {
        plot.bottom() - self.height(value, plot)
    }

    /// A value as this scale writes it.
    pub(super) fn label(&self, value: f64, decimals: usize) -> String {
        match self.scale {
            Scale::Usage | Scale::RunningUsage => format!("{}%", format_number(value, decimals)),
            Scale::MessageRate => short_count(value),
            Scale::Throughput => format_byte_rate(value),
        }
    }

    /// Grid lines and tick labels.
    pub(super) fn draw(&self, plot: &Rect, shapes: &mut Vec<Shape>) {
        let count = (self.max / self.step).round() as usize;
        // Labels keep their distance where the plot is low.
        let every = (LABEL_HEIGHT * count as f64 / plot.height).ceil().max(1.0) as usize;
        for tick in (0..=count).step_by(every) {
            let value = self.step * tick as f64;
            let y = self.y(value, plot);
            shapes.push(Shape::Path(
                vec![at(plot.left, y), at(plot.right(), y)],
                stroke(Ink::Grid, 1.0),
            ));
            shapes.push(text(
                at(plot.left - 7.0, y),
                self.label(value, 0),
                Ink::Dim,
                11.0,
                Anchor::End,
            ));
        }
    }
}

/// A count in few characters: 950, 12.5k, 3.2M.
pub(crate) fn short_count(value: f64) -> String {
    match value.abs() {
        size if size >= 1e6 => format!("{}M", format_number(value / 1e6, 1)),
        size if size >= 1e4 => format!("{}k", format_number(value / 1e3, 1)),
        _ => format_grouped(value.round()),
    }
}

/// The next of 1, 2, 5, 10, 20, … at or above a size.
fn round_step(size: f64) -> f64 {
    let mut power = 1.0;
    while power * 10.0 < size {
        power *= 10.0;
    }
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= size)
        .unwrap_or(power * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_hold_their_highest_value() {
        for highest in [0.0, 55.0, 100.0, 101.0, 250.0, 5000.0] {
            let axis = Axis::new(Scale::Usage, highest);
            assert!(
                axis.max >= highest && axis.max >= 100.0,
                "{highest}: {axis:?}"
            );
            assert!((axis.max / axis.step) < 13.0, "{highest}: {axis:?}");
        }
        for highest in [0.0, 7.0, 99_000.0, 3e9] {
            let axis = Axis::new(Scale::MessageRate, highest);
            assert!(axis.max >= highest, "{highest}: {axis:?}");
        }
    }

    #[test]
    fn what_is_no_number_has_no_height() {
        let plot = Rect {
            left: 0.0,
            top: 0.0,
            width: 10.0,
            height: 10.0,
        };
        let axis = Axis::new(Scale::Usage, f64::NAN);
        assert_eq!(axis.height(f64::NAN, &plot), 0.0);
        assert_eq!(axis.height(f64::INFINITY, &plot), 0.0);
        assert_eq!(axis.height(50.0, &plot), 5.0);
    }
}
