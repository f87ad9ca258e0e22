//! The history chart: usage of every broker over the rounds, and where something was shed.

use super::axis::Axis;
use super::over_rounds::OverRounds;
use super::{Ink, Point, Rect, Scene, Shape, at, stroke};
use crate::shedding::Subject;
use crate::shedding::round::Round;
use crate::shedding::strategy::Scale;

/// Up to this many brokers each has a line of its own; beyond, the spread is shown as a band.
const MOST_LINES: usize = 40;

/// All that the chart shows.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The rounds computed so far.
    pub rounds: &'a [Round],
    /// How many there will be.
    pub horizon: usize,
    /// A broker whose line is brought out.
    pub selected: Option<usize>,
    /// Size in CSS pixels.
    pub width: f64,
    /// Size in CSS pixels.
    pub height: f64,
}

/// The left and right edge of the plot, which a scrubber lines up with.
pub const LEFT: f64 = 46.0;
/// Room to the right of the plot.
pub const RIGHT: f64 = 12.0;

/// Lays out the chart.
pub fn history(input: &Input<'_>) -> Scene<Subject> {
    let plot = Rect {
        left: LEFT,
        top: 8.0,
        width: (input.width - LEFT - RIGHT).max(20.0),
        height: (input.height - 8.0 - 30.0).max(20.0),
    };
    let highest = input.rounds.iter().flat_map(|round| &round.usage_percent).copied().fold(0.0, f64::max);
    let mut axis = Axis::new(Scale::Usage, highest);
    axis.step = axis.max / 2.0;
    let mut scene = Scene::sized(input.width, input.height);
    axis.draw(&plot, &mut scene.shapes);
    let over = OverRounds { plot, horizon: input.horizon };
    let brokers = input.rounds.first().map_or(0, |round| round.usage_percent.len());
    if brokers <= MOST_LINES {
        (0..brokers)
            .filter(|broker| Some(*broker) != input.selected)
            .for_each(|broker| line(input, broker, &axis, &over, &mut scene));
    } else {
        band(input, &axis, &over, &mut scene);
    }
    if let Some(broker) = input.selected.filter(|broker| *broker < brokers) {
        line(input, broker, &axis, &over, &mut scene);
    }
    let moved = input.rounds.iter().filter(|round| !round.moves.is_empty());
    over.mark(moved.map(|round| round.index), 4.0, &mut scene);
    over.number(&mut scene);
    scene
}

/// A broker's line: warm where it gave over the run, cool where it took, grey where it rested.
fn line(input: &Input<'_>, broker: usize, axis: &Axis, over: &OverRounds, scene: &mut Scene<Subject>) {
    let usage = |round: &Round| round.usage_percent[broker];
    // While it is down there is no line, but for the ground.
    let point = |index: usize| at(over.x(index), axis.y(usage(&input.rounds[index]), &over.plot));
    let points = over.steps(input.rounds.len()).map(point);
    let change = match (input.rounds.first(), input.rounds.last()) {
        (Some(first), Some(last)) => usage(last) - usage(first),
        _ => 0.0,
    };
    let ink = match change {
        change if change < -1.0 => Ink::Giving,
        change if change > 1.0 => Ink::Taking,
        _ => Ink::Rest,
    };
    let style = if input.selected == Some(broker) { stroke(Ink::Selected, 2.6) } else { stroke(ink, 1.5) };
    scene.shapes.push(Shape::Path(points.collect(), style));
}

/// Lowest to highest, the middle half, and the average.
fn band(input: &Input<'_>, axis: &Axis, over: &OverRounds, scene: &mut Scene<Subject>) {
    let mut bounds: [Vec<Point>; 5] = Default::default();
    for index in over.steps(input.rounds.len()) {
        let mut usage: Vec<f64> = input.rounds[index].usage_percent.clone();
        usage.retain(|usage| !usage.is_nan());
        if usage.is_empty() {
            continue;
        }
        usage.sort_unstable_by(f64::total_cmp);
        let part = |share: f64| usage[((usage.len() - 1) as f64 * share) as usize];
        let average = usage.iter().sum::<f64>() / usage.len() as f64;
        for (points, value) in bounds.iter_mut().zip([part(0.0), part(0.25), average, part(0.75), part(1.0)]) {
            points.push(at(over.x(index), axis.y(value, &over.plot)));
        }
    }
    let [lowest, lower, average, upper, highest] = bounds;
    let between = |top: &[Point], bottom: &[Point]| top.iter().chain(bottom.iter().rev()).copied().collect::<Vec<_>>();
    scene.shapes.push(Shape::Area(between(&highest, &lowest), Ink::Base));
    scene.shapes.push(Shape::Area(between(&upper, &lower), Ink::Rest));
    scene.shapes.push(Shape::Path(highest, stroke(Ink::Giving, 1.2)));
    scene.shapes.push(Shape::Path(lowest, stroke(Ink::Taking, 1.2)));
    scene.shapes.push(Shape::Path(average, stroke(Ink::Text, 1.2)));
}
