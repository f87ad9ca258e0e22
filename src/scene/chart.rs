//! A chart over the rounds: lines, level lines, a legend, and where something happened.

use super::over_rounds::OverRounds;
use super::{Anchor, Ink, Point, Rect, Scene, Shape, at, dashed, stroke, text};
use crate::run::Unit;
use crate::run::words::{said, trimmed};

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it shows.
    pub name: String,
    /// Its colour's meaning.
    pub ink: Ink,
    /// Whether it is dashed: tells lines apart by more than colour.
    pub is_dashed: bool,
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

/// The left and right edge of the plot, which a scrubber lines up with.
pub const LEFT: f64 = 62.0;
/// Room to the right of the plot.
pub const RIGHT: f64 = 12.0;

/// All that is shown.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The chart.
    pub chart: &'a Chart,
    /// How many rounds there will be.
    pub horizon: usize,
    /// The rounds in which something happened.
    pub happened: &'a [usize],
    /// Size in CSS pixels.
    pub width: f64,
    /// Size in CSS pixels.
    pub height: f64,
}

/// Lays out the chart. Nothing in it answers to the pointer.
pub fn chart(input: &Input<'_>) -> Scene<()> {
    let plot = Rect {
        left: LEFT,
        top: 20.0,
        width: (input.width - LEFT - RIGHT).max(20.0),
        height: (input.height - 20.0 - 30.0).max(20.0),
    };
    let mut scene = Scene::sized(input.width, input.height);
    let chart = input.chart;
    let values =
        chart.series.iter().flat_map(|series| &series.values).chain(chart.lines.iter().map(|line| &line.value));
    let highest = values.copied().filter(|value| value.is_finite()).fold(0.0, f64::max);
    let (top, step) = scale(highest, chart.unit);
    let y_of = |value: f64| plot.bottom() - (value / top).clamp(0.0, 1.0) * plot.height;
    let over = OverRounds { plot, horizon: input.horizon };
    let mut tick = 0.0;
    while tick <= top * 1.0001 {
        let y = y_of(tick);
        scene.shapes.push(Shape::Path(vec![at(plot.left, y), at(plot.right(), y)], stroke(Ink::Grid, 1.0)));
        scene.shapes.push(text(at(plot.left - 6.0, y), short(tick, chart.unit), Ink::Dim, 11.0, Anchor::End));
        tick += step;
    }
    for line in &chart.lines {
        let y = y_of(line.value);
        scene.shapes.push(Shape::Path(vec![at(plot.left, y), at(plot.right(), y)], dashed(Ink::Dim, 1.0, 2.0, 3.0)));
    }
    for series in &chart.series {
        let style = if series.is_dashed { dashed(series.ink, 1.8, 5.0, 3.0) } else { stroke(series.ink, 1.8) };
        for points in pieces(&series.values, &over, &y_of) {
            scene.shapes.push(Shape::Path(points, style));
        }
    }
    over.mark(input.happened.iter().copied(), 3.0, &mut scene);
    legend(chart, &plot, &mut scene);
    over.number(&mut scene);
    scene
}

/// The lines of a series: one for every stretch with values.
fn pieces(values: &[f64], over: &OverRounds, y_of: &impl Fn(f64) -> f64) -> Vec<Vec<Point>> {
    let mut pieces = vec![Vec::new()];
    for (index, value) in over.steps(values.len()).map(|index| (index, values[index])) {
        let last = pieces.len() - 1;
        if value.is_finite() {
            pieces[last].push(at(over.x(index), y_of(value)));
        } else if !pieces[last].is_empty() {
            pieces.push(Vec::new());
        }
    }
    pieces.retain(|points| !points.is_empty());
    pieces
}

/// The top of a scale that holds a value, and the distance between its ticks.
fn scale(highest: f64, unit: Unit) -> (f64, f64) {
    // Amounts of bytes come in powers of two.
    let base = if matches!(unit, Unit::Bytes | Unit::ByteRate) { 1024.0 } else { 1000.0 };
    let highest = if highest > 0.0 { highest } else { 1.0 };
    let mut power = 1.0;
    while highest / power >= base {
        power *= base;
    }
    while highest / power <= 1.0 {
        power /= 10.0;
    }
    let steps = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0];
    let step = steps.into_iter().map(|step| step * power).find(|step| highest <= step * 4.0).unwrap_or(power * base);
    ((highest / step).ceil() * step, step)
}

/// A value on the scale, in as few words as it takes.
fn short(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Count | Unit::Times | Unit::Name => trimmed(value, 2),
        Unit::PerSecond | Unit::MsgRate if value >= 10_000.0 => format!("{}k/s", trimmed(value / 1000.0, 1)),
        unit => said(value, unit),
    }
}

/// What the lines are, over the plot from left to right while there is room.
fn legend(chart: &Chart, plot: &Rect, scene: &mut Scene<()>) {
    let mut x = plot.left;
    let entries = chart.series.iter().map(|series| (series.name.as_str(), series.ink, series.is_dashed));
    let lines = chart.lines.iter().map(|line| (line.name.as_str(), Ink::Dim, true));
    for (name, ink, is_dashed) in entries.chain(lines) {
        let width = 24.0 + name.chars().count() as f64 * 6.6;
        if x + width > plot.right() + RIGHT {
            return;
        }
        let style = if is_dashed { dashed(ink, 1.8, 4.0, 3.0) } else { stroke(ink, 1.8) };
        scene.shapes.push(Shape::Path(vec![at(x, 9.0), at(x + 16.0, 9.0)], style));
        scene.shapes.push(text(at(x + 20.0, 9.0), name, Ink::Dim, 11.0, Anchor::Start));
        x += width + 10.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_holds_its_highest_value_in_few_steps() {
        for unit in [Unit::Count, Unit::ByteRate, Unit::Millis] {
            for highest in [0.0, 0.03, 0.9, 1.0, 7.0, 999.0, 1001.0, 3.5e6, 2.9e9] {
                let (top, step) = scale(highest, unit);
                assert!(top >= highest && top / step <= 5.0 && top / step >= 1.0, "{highest}: {top} by {step}");
            }
        }
    }

    #[test]
    fn gaps_stay_gaps_and_points_stay_in_the_plot() {
        let values = vec![1.0, 2.0, f64::NAN, f64::NAN, 4.0, 3.0];
        let series = Series { name: "load".to_owned(), ink: Ink::Rest, is_dashed: false, values };
        let chart = Chart { title: "Load", unit: Unit::Count, series: vec![series], lines: Vec::new() };
        let scene = super::chart(&Input { chart: &chart, horizon: 6, happened: &[4], width: 400.0, height: 150.0 });
        let lines =
            scene.shapes.iter().filter(|shape| matches!(shape, Shape::Path(_, style) if style.ink == Ink::Rest));
        assert_eq!(lines.count(), 3, "two pieces and the legend");
        for shape in &scene.shapes {
            if let Shape::Path(points, _) = shape {
                assert!(
                    points.iter().all(|point| (0.0..=400.0).contains(&point.x) && (0.0..=150.0).contains(&point.y))
                );
            }
        }
    }
}
