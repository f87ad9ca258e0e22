//! Brokers as bars of stacked bundles: what is there, what is leaving, and what is landing.

use super::axis::Axis;
use super::flight::{Flight, Flights, STREAM_FROM};
use super::labels::{draw_brackets, draw_labels, label_ends, shortened};
use super::layout::{Input, Level, Slot, size_of};
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Rect, Scene, Shape, Target, at, dashed, stroke, text};
use crate::simulator::SubjectRef;
use crate::systems::shedding::Move;
use crate::systems::shedding::strategy::Scale;
use crate::systems::shedding::view::subjects::reference;
use crate::systems::shedding::{BrokerId, BundleId, Subject};

/// Segments lower than this are drawn as one.
const THINNEST: f64 = 1.5;

/// A piece of a broker's bar.
struct Segment {
    /// The bundle it stands for; none for the base and for bundles too thin to tell apart.
    bundle: Option<BundleId>,
    is_base: bool,
    area: Rect,
}

/// Draws every bar and returns what flies.
pub(super) fn draw(
    input: &Input<'_>,
    slots: &[Slot],
    axis: &Axis,
    plot: &Rect,
    level: Level,
    scene: &mut Scene<SubjectRef>,
) -> Flights {
    let mut stacks: Vec<Vec<BundleId>> = vec![Vec::new(); slots.len()];
    let mut place = vec![0_usize; slots.len()];
    for (index, slot) in slots.iter().enumerate() {
        place[slot.broker.index()] = index;
    }
    for (index, owner) in input.detail.owners.iter().enumerate() {
        let bundle = BundleId(index as u32);
        // What is on its way is nowhere yet.
        if let Some(place) = place
            .get(owner.index())
            .filter(|_| input.detail.transit.binary_search(&bundle).is_err())
        {
            stacks[*place].push(bundle);
        }
    }
    let mut leaves: Vec<Option<&Move>> = vec![None; input.world.bundles.len()];
    for moved in &input.round.moves {
        leaves[moved.bundle.index()] = Some(moved);
    }
    let mut departures: Vec<(Move, Rect)> = Vec::with_capacity(input.round.moves.len());
    for (slot, stack) in slots.iter().zip(&stacks) {
        scene.targets.push(Target {
            area: slot.area,
            subject: reference(Subject::Broker(slot.broker)),
        });
        let main = main_part(input, slot);
        let segments = segments(input, slot.broker, stack, &main);
        for segment in &segments {
            let leaving = segment.bundle.and_then(|bundle| leaves[bundle.index()]);
            draw_segment(input, segment, leaving.is_some(), level, scene);
            if let Some(moved) = leaving {
                departures.push((*moved, segment.area));
            }
        }
        draw_running(input, slot, axis, plot, level, scene);
        draw_report(input, slot, axis, plot, scene);
        if input.selected == Some(Subject::Broker(slot.broker)) {
            scene
                .shapes
                .push(Shape::Edge(slot.area, stroke(Ink::Selected, 2.0)));
        }
    }
    let flights = flights(input, slots, &place, axis, level, departures, scene);
    if level == Level::Labelled {
        slots
            .iter()
            .for_each(|slot| draw_labels(input, slot, axis, plot, scene));
        draw_brackets(input, slots, &place, plot, scene);
    } else {
        label_ends(input, slots, plot, scene);
    }
    flights
}

/// The bar, less the room for the running usage beside it.
pub(crate) fn main_part(input: &Input<'_>, slot: &Slot) -> Rect {
    let share = if input.detail.decision.scale == Scale::RunningUsage {
        0.74
    } else {
        1.0
    };
    Rect {
        width: slot.bar.width * share,
        ..slot.bar
    }
}

/// Stacks what a broker carries: what no bundle makes at the bottom, then bundles, largest first.
fn segments(input: &Input<'_>, broker: BrokerId, stack: &[BundleId], bar: &Rect) -> Vec<Segment> {
    let mut sized: Vec<(f64, BundleId)> = stack
        .iter()
        .map(|bundle| (size_of(input, *bundle, broker), *bundle))
        .collect();
    let carried: f64 = sized.iter().map(|(size, _)| size).sum();
    // Bars that are cut off at the top of the plot keep their proportions.
    let whole = axis_value(input, broker);
    let per_unit = if whole > 0.0 && whole.is_finite() {
        bar.height / whole
    } else {
        0.0
    };
    let base = (whole - carried).max(0.0) * per_unit;
    let mut segments = Vec::with_capacity(stack.len() + 1);
    let mut y = bar.bottom();
    let mut push = |bundle: Option<BundleId>, is_base: bool, height: f64| {
        y -= height;
        segments.push(Segment {
            bundle,
            is_base,
            area: Rect {
                left: bar.left,
                top: y,
                width: bar.width,
                height,
            },
        });
    };
    if base >= 0.5 {
        push(None, true, base);
    }
    let moving = |bundle: &BundleId| {
        input.round.moves.len() < STREAM_FROM
            && input.round.moves.iter().any(|m| m.bundle == *bundle)
    };
    let is_seen = |(size, bundle): &(f64, BundleId)| size * per_unit >= THINNEST || moving(bundle);
    let rest: f64 = sized
        .iter()
        .filter(|one| !is_seen(one))
        .map(|(size, _)| size * per_unit)
        .sum();
    sized.retain(is_seen);
    sized.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (size, bundle) in sized {
        push(Some(bundle), false, size * per_unit);
    }
    if rest > 0.0 {
        push(None, false, rest);
    }
    segments
}

/// The load of a broker on the scale of the decision.
pub(crate) fn axis_value(input: &Input<'_>, broker: BrokerId) -> f64 {
    match input.detail.decision.scale {
        Scale::Usage | Scale::RunningUsage => input.round.usage_percent[broker.index()].max(0.0),
        Scale::MessageRate => input.detail.rates[broker.index()].msg_rate(),
        Scale::Throughput => input.detail.rates[broker.index()].throughput(),
    }
}

fn draw_segment(
    input: &Input<'_>,
    segment: &Segment,
    is_leaving: bool,
    level: Level,
    scene: &mut Scene<SubjectRef>,
) {
    let gap = if segment.area.height > 4.0 && level == Level::Labelled {
        1.5
    } else if segment.area.height > 3.0 {
        1.0
    } else {
        0.0
    };
    let area = Rect {
        top: segment.area.top + gap / 2.0,
        height: (segment.area.height - gap).max(0.5),
        ..segment.area
    };
    if is_leaving {
        if !input.is_flying {
            scene.shapes.push(Shape::Fill(area, Ink::SourceSoft));
        }
        scene
            .shapes
            .push(Shape::Edge(area, dashed(Ink::Source, 1.3, 3.0, 3.0)));
    } else {
        scene.shapes.push(Shape::Fill(
            area,
            if segment.is_base {
                Ink::Base
            } else {
                Ink::Idle
            },
        ));
    }
    if let Some(bundle) = segment.bundle {
        scene.targets.push(Target {
            area: segment.area,
            subject: reference(Subject::Bundle(bundle)),
        });
        if input.selected == Some(Subject::Bundle(bundle)) {
            scene
                .shapes
                .push(Shape::Edge(area, stroke(Ink::Selected, 2.0)));
        }
    }
}

/// The running usage beside the true one: where it differs, it is what decides.
fn draw_running(
    input: &Input<'_>,
    slot: &Slot,
    axis: &Axis,
    plot: &Rect,
    level: Level,
    scene: &mut Scene<SubjectRef>,
) {
    if input.detail.decision.scale != Scale::RunningUsage {
        return;
    }
    let Some(&score) = input.detail.decision.scores.get(slot.broker.index()) else {
        return;
    };
    let (left, width) = (slot.bar.left + slot.bar.width * 0.8, slot.bar.width * 0.2);
    let area = Rect {
        left,
        top: axis.y(score, plot),
        width,
        height: axis.height(score, plot),
    };
    scene.shapes.push(Shape::Fill(area, Ink::Base));
    scene.shapes.push(Shape::Edge(area, stroke(Ink::Dim, 1.0)));
    if level == Level::Labelled {
        let content = format_number(score, 1);
        scene.shapes.push(text(
            at(area.center().x, area.top - 8.0),
            content,
            Ink::Dim,
            10.5,
            Anchor::Middle,
        ));
    }
}

/// What a broker last reported, as a line across its bar: that is what the leader knows.
fn draw_report(
    input: &Input<'_>,
    slot: &Slot,
    axis: &Axis,
    plot: &Rect,
    scene: &mut Scene<SubjectRef>,
) {
    if let Some(reported) = reported(input, slot.broker) {
        let (y, main) = (axis.y(reported, plot), main_part(input, slot));
        let line = vec![at(main.left - 3.0, y), at(main.right() + 3.0, y)];
        scene
            .shapes
            .push(Shape::Path(line.clone(), stroke(Ink::Ground, 4.0)));
        scene.shapes.push(Shape::Path(line, stroke(Ink::Text, 2.0)));
    }
}

/// What the leader knows of a broker's load, where that is not the truth of this moment.
pub(super) fn reported(input: &Input<'_>, broker: BrokerId) -> Option<f64> {
    let is_up = !input.round.usage_percent[broker.index()].is_nan();
    input
        .detail
        .reported
        .get(broker.index())
        .copied()
        .filter(|_| is_up)
}

/// The flights of the round, and the marked places where they will land.
fn flights(
    input: &Input<'_>,
    slots: &[Slot],
    place: &[usize],
    axis: &Axis,
    level: Level,
    departures: Vec<(Move, Rect)>,
    scene: &mut Scene<SubjectRef>,
) -> Flights {
    let mut tops: Vec<f64> = slots.iter().map(|slot| slot.bar.top).collect();
    let are_streams = input.round.moves.len() >= STREAM_FROM;
    let has_labels = level == Level::Labelled && departures.len() <= 12;
    let mut flights = Vec::with_capacity(departures.len());
    for moved in &input.round.moves {
        let index = place[moved.to.index()];
        let bar = main_part(input, &slots[index]);
        let size = size_of(input, moved.bundle, moved.to);
        let height = size / axis.max * slots[index].area.height;
        tops[index] -= height;
        let subject = reference(Subject::Bundle(moved.bundle));
        let landing = Rect {
            left: bar.left,
            top: tops[index],
            width: bar.width,
            height: height.max(1.0),
        };
        if !are_streams {
            scene
                .shapes
                .push(Shape::Edge(landing, dashed(Ink::Target, 1.3, 3.0, 3.0)));
            scene.targets.push(Target {
                area: landing,
                subject,
            });
        }
        let source = departures
            .iter()
            .find(|(other, _)| other.bundle == moved.bundle)
            .map(|(_, area)| *area);
        let from = source
            .unwrap_or(slots[place[moved.from.index()]].bar)
            .center();
        let width_of = |label: &String| label.chars().count() as f64 * 6.2 + 10.0;
        let label = has_labels.then(|| {
            let amount = axis.label(size, 1);
            let whole = format!(
                "{} {amount}",
                short_name(&input.world.bundles[moved.bundle.index()].name)
            );
            // The outer bars have a little more room than their own.
            if width_of(&whole) <= slots[index].area.width + 24.0 {
                whole
            } else {
                amount
            }
        });
        let width = label
            .as_ref()
            .map_or_else(|| (bar.width * 0.6).clamp(6.0, 46.0), width_of);
        let height = if has_labels {
            19.0
        } else {
            height.clamp(5.0, 16.0)
        };
        flights.push(Flight {
            from,
            to: landing.center(),
            size: (width, height),
            label,
            subject,
        });
    }
    if are_streams {
        flights = super::curve::streams(input, slots, place);
    }
    Flights {
        flights,
        are_streams,
        left: input.area.left,
        right: input.area.right(),
    }
}

/// What tells a bundle from others in few letters: the last part of its namespace.
fn short_name(bundle: &str) -> String {
    let namespace = crate::systems::shedding::model::load_data::namespace_of(bundle);
    shortened(namespace.rsplit('/').next().unwrap_or(bundle), 12)
}
