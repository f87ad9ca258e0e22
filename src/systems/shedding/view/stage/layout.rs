//! The layout of the stage: every broker's load at one round, what was compared, and what moves.
//!
//! Three levels of detail from one input: labelled bars of stacked bundles, slim bars, and for
//! hundreds of brokers the sorted load curve.

use super::axis::Axis;
use super::flight::Flights;
use super::{bars, curve, labels};
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Rect, Scene, Shape, at, dashed, text};
use crate::simulator::{StageOrder, SubjectRef};
use crate::systems::shedding::manager::ground_truth::Snapshot;
use crate::systems::shedding::manager::round::{Detail, Round};
use crate::systems::shedding::model::load_data::{NOBODY, Rates};
use crate::systems::shedding::model::world::World;
use crate::systems::shedding::settings::Key;
use crate::systems::shedding::strategy::{LineKind, Scale};
use crate::systems::shedding::{BrokerId, BundleId, Subject};

/// A bar is no wider than this, in CSS pixels.
const WIDEST_BAR: f64 = 118.0;

/// The room above the plot, in CSS pixels.
const ABOVE: f64 = 26.0;

/// How much of a broker there is room to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Bars with names, values, hits and brackets.
    Labelled,
    /// Bars of stacked bundles without labels.
    Slim,
    /// The sorted load curve.
    Curve,
}

/// All that the stage shows.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    /// The world.
    pub world: &'a World,
    /// What bundles and brokers come to at the time of the round.
    pub snapshot: &'a Snapshot<'a>,
    /// The round.
    pub round: &'a Round,
    /// What it came to.
    pub detail: &'a Detail,
    /// In which order brokers stand.
    pub order: StageOrder,
    /// What is looked at.
    pub selected: Option<Subject>,
    /// Whether bundles are in the air: their old places are then empty.
    pub(crate) is_flying: bool,
    /// Where it is shown, in CSS pixels.
    pub area: Rect,
    /// A value that the scale has to hold whatever is shown, so that several stages have one scale.
    pub(crate) at_least: f64,
    /// Room under the plot that it has to leave whatever is shown, so that their grounds are level.
    pub below: f64,
}

/// Where one broker stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slot {
    /// Which.
    pub broker: BrokerId,
    /// Its share of the width, all of the plot's height.
    pub area: Rect,
    /// Its bar.
    pub bar: Rect,
}

/// The stage, laid out: the still scene, and the flights that are drawn over it frame by frame.
#[derive(Clone, Debug)]
pub(crate) struct StageScene {
    /// What changes once a round.
    pub scene: Scene<SubjectRef>,
    /// What changes every frame.
    pub flights: Flights,
    /// How much is shown.
    pub level: Level,
    /// Where each broker stands, in the order shown.
    pub slots: Vec<Slot>,
    /// The scale.
    pub(crate) axis: Axis,
    /// The plot within the scene.
    pub(crate) plot: Rect,
}

/// The load of each broker on the decision's scale: what a bar's height is. True usage where the
/// strategy looks at usage, traffic where it looks at traffic.
pub(super) fn loads(input: &Input<'_>) -> Vec<f64> {
    match input.detail.decision.scale {
        // What is down carries nothing.
        Scale::Usage | Scale::RunningUsage => input
            .round
            .usage_percent
            .iter()
            .map(|usage| usage.max(0.0))
            .collect(),
        Scale::MessageRate => input.detail.rates.iter().map(Rates::msg_rate).collect(),
        Scale::Throughput => input.detail.rates.iter().map(Rates::throughput).collect(),
    }
}

/// What a bundle adds to a broker's bar, on the decision's scale.
pub(crate) fn size_of(input: &Input<'_>, bundle: BundleId, broker: BrokerId) -> f64 {
    let rates = &input.world.bundles[bundle.index()].rates;
    match input.detail.decision.scale {
        Scale::Usage | Scale::RunningUsage => input.snapshot.percent_of(
            input.world,
            bundle,
            broker,
            input.detail.resources[broker.index()],
        ),
        Scale::MessageRate => rates.msg_rate() * input.snapshot.factor(input.world, bundle),
        Scale::Throughput => rates.throughput() * input.snapshot.factor(input.world, bundle),
    }
}

/// The highest value that a stage shows.
pub(super) fn highest(input: &Input<'_>) -> f64 {
    let loads = loads(input);
    let decision = &input.detail.decision;
    let lines = decision.lines.iter().map(|line| line.value);
    let shown = loads.iter().chain(&decision.scores).copied().chain(lines);
    let landing = landing_heights(input, &loads);
    shown
        .chain(landing)
        .filter(|value| value.is_finite())
        .fold(0.0, f64::max)
}

/// The room that a stage takes under its plot.
pub(crate) fn room_below(input: &Input<'_>) -> f64 {
    if level(input) == Level::Labelled {
        labels::room_below(input)
    } else {
        22.0
    }
}

/// Lays out the stage.
pub(crate) fn lay_out(input: &Input<'_>) -> StageScene {
    let loads = loads(input);
    let decision = &input.detail.decision;
    let axis = Axis::new(decision.scale, highest(input).max(input.at_least));
    let level = level(input);
    let below = input.below.max(room_below(input));
    let area = input.area;
    let plot = Rect {
        left: area.left + 46.0,
        top: area.top + ABOVE,
        width: (area.width - 58.0).max(40.0),
        height: (area.height - ABOVE - below).max(40.0),
    };
    let slots = slots(input, &loads, &axis, &plot, level);
    let mut scene = Scene::sized(area.width, area.height);
    axis.draw(&plot, &mut scene.shapes);
    let flights = match level {
        Level::Labelled | Level::Slim => bars::draw(input, &slots, &axis, &plot, level, &mut scene),
        Level::Curve => curve::draw(input, &slots, &axis, &plot, &mut scene),
    };
    draw_lines(input, &slots, &axis, &plot, &mut scene);
    draw_words(input, &plot, &mut scene);
    StageScene {
        scene,
        flights,
        level,
        slots,
        axis,
        plot,
    }
}

/// What the signs of this stage mean, where they need it.
fn draw_words(input: &Input<'_>, plot: &Rect, scene: &mut Scene<SubjectRef>) {
    let mut words = Vec::new();
    if input.detail.decision.scale == Scale::RunningUsage {
        words.push("outlined: smoothed usage".to_owned());
    }
    if !input.detail.reported.is_empty() {
        words.push("line: as last reported".to_owned());
    }
    let ownerless = input
        .detail
        .owners
        .iter()
        .filter(|owner| **owner == NOBODY)
        .count();
    for (count, what) in [
        (input.detail.transit.len(), "on their way"),
        (ownerless, "without a broker"),
    ] {
        if count > 0 {
            words.push(format!("{count} {what}"));
        }
    }
    if !words.is_empty() {
        let mut words = format!("full: the truth · {}", words.join(" · "));
        if words.chars().count() as f64 * 5.7 > plot.width {
            words = labels::shortened(&words, (plot.width / 5.7) as usize);
        }
        scene.shapes.push(text(
            at(plot.left, input.area.top + 9.0),
            words,
            Ink::Dim,
            11.0,
            Anchor::Start,
        ));
    }
}

/// How high the takers' bars will be when everything has landed.
fn landing_heights(input: &Input<'_>, loads: &[f64]) -> Vec<f64> {
    let mut heights = loads.to_vec();
    for moved in &input.round.moves {
        heights[moved.to.index()] += size_of(input, moved.bundle, moved.to);
    }
    heights
}

fn level(input: &Input<'_>) -> Level {
    let each = (input.area.width - 58.0).max(40.0) / input.world.brokers.len().max(1) as f64;
    let is_high = input.area.height - labels::room_below(input) >= 130.0;
    match input.world.brokers.len() {
        count if count <= 16 && each >= 44.0 && is_high => Level::Labelled,
        count if count <= 120 && each >= 5.0 => Level::Slim,
        _ => Level::Curve,
    }
}

fn slots(input: &Input<'_>, loads: &[f64], axis: &Axis, plot: &Rect, level: Level) -> Vec<Slot> {
    let mut order = input.world.given_order.clone();
    if input.order == StageOrder::ByLoad || level == Level::Curve {
        order.sort_by(|a, b| loads[b.index()].total_cmp(&loads[a.index()]).then(a.cmp(b)));
    }
    let each = plot.width / order.len().max(1) as f64;
    let gap = match level {
        // Few brokers do not make fat bars.
        Level::Labelled => (each * 0.36).min(44.0).max(each - WIDEST_BAR),
        Level::Slim => (each * 0.3).min(10.0),
        Level::Curve => 0.0,
    };
    order
        .into_iter()
        .enumerate()
        .map(|(index, broker)| {
            let left = plot.left + each * index as f64;
            let height = axis.height(loads[broker.index()], plot);
            let bar = Rect {
                left: left + gap / 2.0,
                top: plot.bottom() - height,
                width: each - gap,
                height,
            };
            Slot {
                broker,
                area: Rect {
                    left,
                    top: plot.top,
                    width: each,
                    height: plot.height,
                },
                bar,
            }
        })
        .collect()
}

/// The levels that scores were compared with, as the strategy really uses them.
fn draw_lines(
    input: &Input<'_>,
    slots: &[Slot],
    axis: &Axis,
    plot: &Rect,
    scene: &mut Scene<SubjectRef>,
) {
    let mut taken: Vec<f64> = Vec::new();
    // The value stands on top of each bar.
    let hides_a_value = |ground: &Rect| {
        slots.iter().any(|slot| {
            let (left, right) = (slot.area.left, slot.area.right());
            let is_beside = right < ground.left || left > ground.right();
            !is_beside && slot.bar.top > ground.top && slot.bar.top - 18.0 < ground.bottom()
        })
    };
    for line in &input.detail.decision.lines {
        if !line.value.is_finite() || line.value < 0.0 {
            continue;
        }
        let y = axis.y(line.value, plot);
        let style = match line.kind {
            LineKind::Average => dashed(Ink::Text, 1.2, 5.0, 4.0),
            LineKind::Upper | LineKind::Overload => dashed(Ink::Source, 1.5, 9.0, 3.0),
            LineKind::Lower | LineKind::Lowest | LineKind::Underload => {
                dashed(Ink::Target, 1.5, 2.0, 3.0)
            }
        };
        scene.shapes.push(Shape::Path(
            vec![at(plot.left, y), at(plot.right(), y)],
            style,
        ));
        // A label moves up until it stands clear of those before it.
        let mut label_y = y - 8.0;
        while taken
            .iter()
            .any(|other: &f64| (other - label_y).abs() < 13.0)
        {
            label_y -= 13.0;
        }
        taken.push(label_y);
        let content = format!(
            "{}: {}",
            line_label(input, line.kind),
            axis.label(line.value, 1)
        );
        let ink = if style.ink == Ink::Text {
            Ink::Dim
        } else {
            style.ink
        };
        let width = content.chars().count() as f64 * 5.9 + 6.0;
        let right = Rect {
            left: plot.right() - width,
            top: label_y - 7.0,
            width,
            height: 14.0,
        };
        let left = Rect {
            left: plot.left,
            ..right
        };
        let is_left = hides_a_value(&right) && !hides_a_value(&left);
        let ground = if is_left { left } else { right };
        let (x, anchor) = if is_left {
            (left.left + 2.0, Anchor::Start)
        } else {
            (right.right() - 2.0, Anchor::End)
        };
        scene.shapes.push(Shape::Fill(ground, Ink::Ground));
        scene
            .shapes
            .push(text(at(x, label_y), content, ink, 11.0, anchor));
    }
}

fn line_label(input: &Input<'_>, kind: LineKind) -> String {
    let points = |key: Key| format_number(input.detail.settings.get(key), 2);
    match (kind, input.detail.decision.scale) {
        (LineKind::Average, Scale::RunningUsage) => "average of smoothed usage".to_owned(),
        (LineKind::Upper, Scale::RunningUsage) => {
            format!("average + {}", points(Key::ThresholdPercentage))
        }
        (LineKind::Lower, Scale::RunningUsage) => {
            format!("average − {}", points(Key::ThresholdPercentage))
        }
        (LineKind::Upper, Scale::MessageRate) => {
            format!("lowest + {}%", points(Key::RateDifferencePercent))
        }
        (LineKind::Upper, Scale::Throughput) => {
            format!("lowest × {}", points(Key::ThroughputMultiplier))
        }
        _ => kind.label().to_owned(),
    }
}
