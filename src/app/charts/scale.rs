//! The scale of a chart's values, and the numbers of its rounds.

use crate::engine::Unit;
use crate::engine::format::{format_number, format_value};
use crate::simulator::Chart;

/// Least distance between the numbers of rounds, in CSS pixels.
const ROUND_WIDTH: f64 = 56.0;
/// Least distance between values on the scale, in CSS pixels.
const VALUE_HEIGHT: f64 = 16.0;
/// Most distances between values, however high the plot is.
const MOST_STEPS: f64 = 4.0;
/// Values closer to each other than this are drawn as one.
const LEAST_STEP: f64 = 1e-12;

/// A scale with round values, at the distance of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ValueScale {
    /// The least value; 0 where none is negative.
    pub bottom: f64,
    /// The greatest value.
    pub top: f64,
    /// The distance between values that are written.
    pub step: f64,
}

impl ValueScale {
    /// A scale that holds every finite value of a chart, for a plot of a height in CSS pixels.
    pub(super) fn of(chart: &Chart, height: f64) -> Self {
        let values = chart.series.iter().flat_map(|series| &series.values);
        let values = values
            .chain(chart.lines.iter().map(|line| &line.value))
            .copied()
            .filter(|value| value.is_finite());
        let (lowest, highest) = values.fold((0.0, 0.0), |(low, high): (f64, f64), value| {
            (low.min(value), high.max(value))
        });
        Self::new(lowest, highest, chart.unit, height)
    }

    /// A scale that holds the values from one that is at most 0 to one that is at least 0.
    pub(super) fn new(lowest: f64, highest: f64, unit: Unit, height: f64) -> Self {
        let most = (height / VALUE_HEIGHT).floor().clamp(1.0, MOST_STEPS);
        let step = step((highest - lowest) / most, unit);
        let top = (highest / step).ceil() * step;
        let bottom = (lowest / step).floor() * step;
        Self {
            bottom,
            top: if top > bottom { top } else { bottom + step },
            step,
        }
    }

    /// The values that are written, from the bottom on.
    pub(super) fn values(&self) -> Vec<f64> {
        let count = ((self.top - self.bottom) / self.step).round() as usize;
        (0..=count)
            .map(|index| self.bottom + self.step * index as f64)
            .collect()
    }
}

/// The next round distance at or above a size; 1 for nothing.
fn step(size: f64, unit: Unit) -> f64 {
    // Amounts of bytes come in powers of two.
    let base = if matches!(unit, Unit::Bytes | Unit::ByteRate) {
        1024.0
    } else {
        1000.0
    };
    if !(size > LEAST_STEP && size.is_finite()) {
        return 1.0;
    }
    let mut power = 1.0;
    while size > power * 500.0 {
        power *= base;
    }
    while size <= power {
        power /= 10.0;
    }
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0];
    steps
        .into_iter()
        .map(|step| step * power)
        .find(|step| *step >= size)
        .unwrap_or(power * base)
}

/// A value of the scale in few characters.
pub(super) fn short(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Count | Unit::Times | Unit::Name => format_number(value, 2),
        Unit::PerSecond | Unit::MsgRate if value.abs() >= 1000.0 => {
            format!("{}k/s", format_number(value / 1000.0, 1))
        }
        unit => format_value(value, unit),
    }
}

/// The rounds, from 0, whose numbers are written below a plot of a width in CSS pixels. Numbers count from 1: the
/// first and multiples of a round distance are written.
pub(crate) fn numbered_rounds(rounds: usize, width: f64) -> Vec<usize> {
    let most = (width / ROUND_WIDTH).max(2.0);
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
    let every = steps
        .into_iter()
        .find(|step| rounds as f64 / *step as f64 <= most)
        .unwrap_or(5000_usize);
    let mut numbered: Vec<usize> = (every..=rounds)
        .step_by(every)
        .map(|number| number - 1)
        .collect();
    // The first one gives way to one close behind it.
    let distance = width * (every - 1) as f64 / (rounds.max(2) - 1) as f64;
    if every > 1 && (numbered.is_empty() || distance >= ROUND_WIDTH / 2.0) {
        numbered.insert(0, 0);
    }
    numbered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_holds_its_values_in_few_steps() {
        for unit in [Unit::Count, Unit::ByteRate, Unit::Millis] {
            for highest in [
                0.0, 1e-320, 1e-9, 0.03, 0.9, 1.0, 7.0, 999.0, 1001.0, 3.5e6, 2.9e9, 1e300,
            ] {
                for (lowest, height) in [(0.0, 90.0), (-highest, 90.0), (-0.4, 1.0)] {
                    let scale = ValueScale::new(lowest, highest, unit, height);
                    assert!(
                        scale.bottom <= lowest && scale.top >= highest,
                        "{lowest} to {highest}: {scale:?}"
                    );
                    assert!(
                        (2..=7).contains(&scale.values().len()),
                        "{lowest} to {highest}: {scale:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_low_plot_has_fewer_values() {
        let values = |height| ValueScale::new(0.0, 88.0, Unit::Percent, height).values();
        assert_eq!(values(100.0), [0.0, 50.0, 100.0]);
        assert_eq!(values(18.0), [0.0, 100.0]);
        assert_eq!(
            ValueScale::new(0.0, 0.0, Unit::Count, 90.0).values(),
            [0.0, 1.0]
        );
    }

    #[test]
    fn numbers_of_rounds_keep_their_distance() {
        assert_eq!(numbered_rounds(1, 300.0), [0]);
        assert_eq!(numbered_rounds(5, 600.0), [0, 1, 2, 3, 4]);
        assert_eq!(numbered_rounds(60, 600.0), [0, 9, 19, 29, 39, 49, 59]);
        for (rounds, width) in [
            (2, 20.0),
            (17, 90.0),
            (10_000, 500.0),
            (10_000, 1.0),
            (999, 340.0),
        ] {
            let numbered = numbered_rounds(rounds, width);
            assert!(
                !numbered.is_empty() && numbered.len() as f64 <= (width / 56.0).max(2.0) + 1.0,
                "{numbered:?}"
            );
            assert!(
                numbered.is_sorted() && numbered.iter().all(|round| *round < rounds),
                "{numbered:?}"
            );
        }
    }

    #[test]
    fn values_are_short() {
        assert_eq!(short(12_500.0, Unit::MsgRate), "12.5k/s");
        assert_eq!(short(500.0, Unit::MsgRate), "500 msg/s");
        assert_eq!(short(40.0, Unit::Percent), "40 %");
        assert_eq!(short(2.0, Unit::Count), "2");
    }
}
