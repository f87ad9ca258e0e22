//! Histogram of brokers by load, on the scale of the bars above, with the expectation for a fleet that chooses at random.

use super::StageContext;
use super::layout::Layout;
use super::stage::bands;
use crate::scene::{Anchor, Ink, Rect, Scene, Shape, at, dashed, stroke, text};
use crate::simulator::SubjectRef;

/// Minimum width of a bin in CSS pixels, and the minimum and maximum number of bins.
const MIN_BIN_WIDTH: f64 = 14.0;
const MIN_BINS: f64 = 8.0;
const MAX_BINS: f64 = 28.0;

/// Brokers that are up, binned by load: their number and the expectation.
pub(super) struct Bins {
    /// Number of brokers in each bin.
    pub counts: Vec<u32>,
    /// Expected number of brokers in each bin, by the closed form with normal loads.
    pub expected: Vec<f64>,
}

impl Bins {
    /// This number of bins from 0 to the end of the axis; greater loads are in the last.
    pub(super) fn new(context: &StageContext<'_>, axis: f64, bins: usize) -> Self {
        let (mut counts, mut expected) = (vec![0; bins], vec![0.0; bins]);
        let place = |load: f64| ((load / axis * bins as f64) as usize).min(bins - 1);
        for broker in context.round.brokers.iter().filter(|broker| broker.is_up) {
            counts[place(f64::from(broker.load_per_s))] += 1;
        }
        for (mean, variance) in bands(context.plan, context.round).into_iter().flatten() {
            if variance <= 0.0 {
                expected[place(mean)] += 1.0;
                continue;
            }
            let below = |load: f64| 0.5 + 0.5 * libm::erf((load - mean) / (2.0 * variance).sqrt());
            for (bin, expected) in expected.iter_mut().enumerate() {
                let edge = |bin: usize| axis * bin as f64 / bins as f64;
                let low = if bin == 0 { 0.0 } else { below(edge(bin)) };
                let high = if bin + 1 == bins {
                    1.0
                } else {
                    below(edge(bin + 1))
                };
                *expected += high - low;
            }
        }
        Self { counts, expected }
    }
}

/// Draws the histogram, if there is room.
pub(super) fn draw(
    context: &StageContext<'_>,
    layout: &Layout,
    axis: f64,
    scene: &mut Scene<SubjectRef>,
) {
    let Some(area) = layout.histogram else { return };
    let bins = (area.width / MIN_BIN_WIDTH)
        .floor()
        .clamp(MIN_BINS, MAX_BINS) as usize;
    let Bins { counts, expected } = Bins::new(context, axis, bins);
    let most = counts.iter().copied().max().unwrap_or_default();
    let full = expected
        .iter()
        .copied()
        .fold(f64::from(most), f64::max)
        .max(1.0);
    let (width, bottom) = (area.width / bins as f64, area.bottom());
    let x = |bin: usize| area.left + width * bin as f64;
    let tall = |count: f64| area.height * count / full;
    for (bin, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let height = tall(f64::from(*count));
        let bar = Rect {
            left: x(bin) + 0.5,
            top: bottom - height,
            width: (width - 1.0).max(1.0),
            height,
        };
        scene.shapes.push(Shape::Fill(bar, Ink::Idle));
    }
    let corners = |(bin, expected): (usize, &f64)| {
        let y = bottom - tall(*expected);
        [at(x(bin), y), at(x(bin + 1), y)]
    };
    let line = expected.iter().enumerate().flat_map(corners).collect();
    scene
        .shapes
        .push(Shape::Path(line, dashed(Ink::Text, 1.0, 3.0, 2.0)));
    let ground = vec![at(area.left, bottom), at(area.right(), bottom)];
    scene
        .shapes
        .push(Shape::Path(ground, stroke(Ink::Dim, 1.0)));
    let y = area.center().y;
    let said = if layout.body.width >= 700.0 {
        "brokers by load; dashed: a random choice"
    } else {
        "brokers by load"
    };
    scene.shapes.push(text(
        at(area.left - 8.0, y),
        said,
        Ink::Dim,
        layout.font,
        Anchor::End,
    ));
    let point = at(layout.body.right(), area.top + layout.font / 2.0);
    scene.shapes.push(text(
        point,
        format!("max {most}"),
        Ink::Dim,
        layout.font,
        Anchor::End,
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Timeline;
    use crate::systems::rotation::{Simulation, presets};

    #[test]
    fn every_broker_that_is_up_is_in_a_step_once_counted_and_once_expected() {
        for preset in presets::PRESETS.iter().filter(|one| one.group != "Large") {
            let mut timeline = Timeline::new(Simulation::new(&(preset.make)(), 0));
            for index in [0, 13, 25, 59] {
                timeline.round(index);
                let detail = timeline.detail(index).unwrap().detail;
                let (plan, round) = (timeline.simulation().plan(), &timeline.rounds()[index]);
                let context = StageContext {
                    plan,
                    round,
                    detail: &detail,
                    at_us: detail.from_us,
                    selected: None,
                };
                let up = round.brokers.iter().filter(|broker| broker.is_up).count();
                for (axis, bins) in [(round.highest().max(1.0), 28), (0.5, 8)] {
                    let Bins { counts, expected } = Bins::new(&context, axis, bins);
                    assert_eq!(
                        counts.iter().sum::<u32>() as usize,
                        up,
                        "{} {index}",
                        preset.id
                    );
                    let expected: f64 = expected.iter().sum();
                    assert!(
                        (expected - up as f64).abs() < 1e-9,
                        "{} {index}: {expected}",
                        preset.id
                    );
                }
            }
        }
    }
}
