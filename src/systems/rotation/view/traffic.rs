//! Between producers and brokers: connections as thin lines, requests as dots, failed tries.

use super::super::explanation::address_name;
use super::super::ground_truth::Reachability;
use super::super::lists::ListChangeKind;
use super::super::reason::{AddressId, ProducerId};
use super::super::round::{Flight, FlightEnd, Try};
use super::fleet::selected;
use super::layout::{Layout, NAMED_ROW};
use super::{BROKER, PAIR, StageContext};
use crate::scene::{Anchor, Ink, Point, Rect, Scene, Shape, Target, at, dashed, stroke, text};
use crate::simulator::SubjectRef;

/// Maximum number of connections that have a line; beyond it, every n-th.
pub(super) const MAX_LINES: usize = 400;
/// Maximum number of requests that are drawn at a time; beyond it, every n-th.
const MAX_DOTS: usize = 260;
/// Maximum number of failed tries that are drawn at a time, and of one broker; the others are counted beside its bar.
const MAX_DRAWN_TRIES: usize = 80;
const MAX_OF_ONE: usize = 24;

fn between(from: Point, to: Point, share: f64) -> Point {
    at(
        from.x + (to.x - from.x) * share,
        from.y + (to.y - from.y) * share,
    )
}

fn ends(
    context: &StageContext<'_>,
    layout: &Layout,
    producer: ProducerId,
    address: AddressId,
) -> (Point, Point) {
    let from = layout.producer(context.plan, producer);
    let place = context.plan.ground_truth.address(address).place;
    (
        at(from.x + layout.radius + 1.0, from.y),
        layout.broker(place),
    )
}

/// Draws the open connections.
pub(super) fn draw_lines(
    context: &StageContext<'_>,
    layout: &Layout,
    scene: &mut Scene<SubjectRef>,
) {
    let connections = context.detail.connections_at(context.at_us);
    let own = selected(context);
    let chosen = match context.selected {
        Some(super::Subject::Broker(address)) => {
            Some(context.plan.ground_truth.address(address).place)
        }
        _ => None,
    };
    let every = connections.len().div_ceil(MAX_LINES).max(1);
    for (producer, address, since) in connections.iter().step_by(every) {
        let (from, to) = ends(context, layout, *producer, *address);
        let new = since
            .map(|since| context.share(since, context.shown_us()))
            .filter(|share| *share < 1.0);
        let ink = match new {
            Some(share) if share < 0.5 => Ink::Target,
            Some(_) => Ink::TargetSoft,
            None => Ink::Grid,
        };
        scene
            .shapes
            .push(Shape::Path(vec![from, to], stroke(ink, 1.0)));
    }
    // The selection is drawn on top.
    let is_own = |connection: &&(ProducerId, AddressId, Option<u64>)| {
        own == Some(connection.0)
            || chosen == Some(context.plan.ground_truth.address(connection.1).place)
    };
    for (producer, address, _) in connections.iter().filter(is_own).take(MAX_LINES) {
        let (from, to) = ends(context, layout, *producer, *address);
        scene
            .shapes
            .push(Shape::Path(vec![from, to], stroke(Ink::Selected, 1.2)));
    }
}

/// Draws tries of endpoints that do not accept the producer: a dashed line to the endpoint, crossed at its end.
pub(super) fn draw_tries(
    context: &StageContext<'_>,
    layout: &Layout,
    scene: &mut Scene<SubjectRef>,
) {
    let shown_us = context.shown_us();
    let is_there = |one: &&Try| {
        one.from_us <= context.at_us && context.at_us < one.until_us.saturating_add(shown_us / 2)
    };
    let place = |one: &Try| usize::from(context.plan.ground_truth.address(one.address).place);
    let mut counts = vec![0_usize; context.plan.ground_truth.places];
    context
        .detail
        .tries
        .iter()
        .filter(is_there)
        .for_each(|one| counts[place(one)] += 1);
    let most_of_one = if context.plan.ground_truth.places > 20 {
        MAX_OF_ONE / 2
    } else {
        MAX_OF_ONE
    };
    let mut seen = vec![0_usize; context.plan.ground_truth.places];
    let mut crossed = vec![false; context.plan.ground_truth.places];
    let is_drawn = |one: &&Try| {
        let number = &mut seen[place(one)];
        *number += 1;
        (*number - 1).is_multiple_of(counts[place(one)].div_ceil(most_of_one).max(1))
    };
    for one in context
        .detail
        .tries
        .iter()
        .filter(is_there)
        .filter(is_drawn)
        .take(MAX_DRAWN_TRIES)
    {
        let (from, to) = ends(context, layout, one.producer, one.address);
        let is_over = context.at_us >= one.until_us;
        // Attempts run up to the endpoint repeatedly during the try.
        let dash = if one.reachability == Reachability::BlackHole {
            (1.5, 4.0)
        } else {
            (4.0, 3.0)
        };
        let ink = if is_over {
            Ink::SourceSoft
        } else {
            Ink::Source
        };
        scene.shapes.push(Shape::Path(
            vec![from, to],
            dashed(ink, 1.2, dash.0, dash.1),
        ));
        if !crossed[place(one)] {
            // One cross at an endpoint, however many tries of it fail.
            crossed[place(one)] = true;
            cross(at(to.x - 6.0, to.y), 3.2, ink, scene);
            let standing = context
                .plan
                .ground_truth
                .address_at(place(one), context.at_us);
            if standing != one.address && layout.row >= NAMED_ROW {
                // The address has been replaced by another.
                let said = format!("{} is gone", address_name(context.plan, one.address));
                let area = &layout.boxes[place(one)];
                let point = at(area.left - 12.0, area.center().y - layout.font);
                scene.shapes.push(text(
                    point,
                    said,
                    Ink::Source,
                    layout.font - 1.0,
                    Anchor::End,
                ));
            }
        }
        let middle = between(from, to, 0.9);
        let area = Rect {
            left: middle.x - 7.0,
            top: middle.y - 5.0,
            width: 14.0,
            height: 10.0,
        };
        let subject = SubjectRef {
            kind: PAIR,
            a: one.producer,
            b: u32::from(one.address),
        };
        scene.targets.push(Target { area, subject });
    }
}

fn cross(point: Point, arm: f64, ink: Ink, scene: &mut Scene<SubjectRef>) {
    for sign in [1.0, -1.0] {
        let line = vec![
            at(point.x - arm, point.y - arm * sign),
            at(point.x + arm, point.y + arm * sign),
        ];
        scene.shapes.push(Shape::Path(line, stroke(ink, 1.6)));
    }
}

/// Draws requests on their way. A request takes some milliseconds; it is shown for longer, so that the eye can follow.
pub(super) fn draw_flights(
    context: &StageContext<'_>,
    layout: &Layout,
    scene: &mut Scene<SubjectRef>,
) {
    let shown_us = context.shown_us();
    let until = |flight: &Flight| match flight.end {
        FlightEnd::Broken => flight.until_us + shown_us / 2,
        _ => flight.until_us.max(flight.from_us + shown_us),
    };
    let is_there =
        |flight: &&Flight| flight.from_us <= context.at_us && context.at_us < until(flight);
    let all = context.detail.before.iter().chain(&context.detail.flights);
    let flying: Vec<&Flight> = all.filter(is_there).collect();
    let every = flying.len().div_ceil(MAX_DOTS).max(1);
    let own = selected(context);
    for (place, flight) in flying.into_iter().enumerate() {
        let is_own = own == Some(flight.producer);
        if !is_own && !place.is_multiple_of(every) {
            continue;
        }
        let (from, to) = ends(context, layout, flight.producer, flight.address);
        if flight.end == FlightEnd::Broken && context.at_us >= flight.until_us {
            let gone = (flight.until_us - flight.from_us) as f64
                / shown_us.max(flight.until_us - flight.from_us) as f64;
            cross(
                between(from, to, gone.clamp(0.1, 0.95)),
                2.6,
                Ink::Source,
                scene,
            );
            continue;
        }
        let planned = flight.until_us.saturating_sub(flight.from_us).max(shown_us);
        let share = context.share(flight.from_us, planned);
        let point = between(from, to, share * share * (3.0 - 2.0 * share));
        let size = if is_own {
            3.6
        } else {
            (layout.radius + 0.6).clamp(1.8, 3.2)
        };
        scene.shapes.push(Shape::Disc(point, size, Ink::FlightEdge));
        if size > 2.0 {
            scene.shapes.push(Shape::Disc(
                point,
                size - 1.0,
                if is_own { Ink::Selected } else { Ink::Flight },
            ));
        }
        if is_own {
            let area = Rect {
                left: point.x - 8.0,
                top: point.y - 8.0,
                width: 16.0,
                height: 16.0,
            };
            scene.targets.push(Target {
                area,
                subject: SubjectRef::one(BROKER, usize::from(flight.address)),
            });
        }
    }
}

/// Draws failed sends as a cross at the producer, and new metadata as a ring around it.
pub(super) fn draw_failed(
    context: &StageContext<'_>,
    layout: &Layout,
    scene: &mut Scene<SubjectRef>,
) {
    let shown_us = context.shown_us();
    let is_now = |at_us: u64| at_us <= context.at_us && context.share(at_us, shown_us) < 1.0;
    for failed in context
        .detail
        .failed
        .iter()
        .filter(|failed| is_now(failed.at_us))
        .take(MAX_DRAWN_TRIES)
    {
        let point = layout.producer(context.plan, failed.producer);
        cross(point, layout.radius + 1.6, Ink::Source, scene);
    }
    let sets = context
        .detail
        .list_changes
        .iter()
        .filter(|change| matches!(change.step, ListChangeKind::Set(_)));
    for change in sets
        .filter(|change| is_now(change.at_us))
        .take(MAX_DRAWN_TRIES)
    {
        let point = layout.producer(context.plan, change.producer);
        let share = context.share(change.at_us, shown_us);
        scene.shapes.push(Shape::Ring(
            point,
            layout.radius + 1.0 + 4.0 * share,
            stroke(Ink::Target, 1.0),
        ));
    }
    if context.detail.failed.len() > MAX_DRAWN_TRIES {
        let said = format!("{} sends fail", context.detail.failed.len());
        let point = at(layout.fan_left + 6.0, layout.body.bottom() - 6.0);
        scene
            .shapes
            .push(text(point, said, Ink::Source, layout.font, Anchor::Start));
    }
}
