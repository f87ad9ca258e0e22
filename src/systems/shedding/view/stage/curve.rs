//! Hundreds of brokers as the sorted load curve, and moves by the hundred as streams.

use super::axis::Axis;
use super::bars::reported;
use super::flight::{Flight, Flights};
use super::layout::{Input, Slot, size_of};
use crate::scene::{Anchor, Ink, Point, Rect, Scene, Shape, Target, at, dashed, stroke, text};
use crate::simulator::SubjectRef;
use crate::systems::shedding::Subject;
use crate::systems::shedding::strategy::Scale;
use crate::systems::shedding::view::subjects::reference;

/// Bins along the width between which streams run.
const BINS: usize = 18;
/// Most streams drawn at once; the thinnest are left out.
const MOST_STREAMS: usize = 90;
/// The widest stream, in CSS pixels.
const WIDEST: f64 = 13.0;

/// Draws the curve and returns the streams.
pub(super) fn draw(
    input: &Input<'_>,
    slots: &[Slot],
    axis: &Axis,
    plot: &Rect,
    scene: &mut Scene<SubjectRef>,
) -> Flights {
    let mut place = vec![0_usize; slots.len()];
    for (index, slot) in slots.iter().enumerate() {
        place[slot.broker.index()] = index;
        scene.targets.push(Target {
            area: slot.area,
            subject: reference(Subject::Broker(slot.broker)),
        });
    }
    scene
        .shapes
        .push(Shape::Area(outline(slots, plot), Ink::Base));
    scene
        .shapes
        .push(Shape::Path(skyline(slots), stroke(Ink::Idle, 1.6)));
    let (mut gives, mut takes) = (vec![false; slots.len()], vec![false; slots.len()]);
    for moved in &input.round.moves {
        gives[place[moved.from.index()]] = true;
        takes[place[moved.to.index()]] = true;
    }
    mark(slots, &gives, plot, Ink::SourceSoft, Ink::Source, scene);
    mark(slots, &takes, plot, Ink::TargetSoft, Ink::Target, scene);
    if input.detail.decision.scale == Scale::RunningUsage {
        draw_running(input, slots, axis, plot, scene);
    }
    let known = slots.iter().filter_map(|slot| {
        Some(at(
            slot.area.center().x,
            axis.y(reported(input, slot.broker)?, plot),
        ))
    });
    scene.shapes.push(Shape::Path(
        known.collect(),
        dashed(Ink::Text, 1.0, 3.0, 2.0),
    ));
    for slot in slots {
        if input.selected == Some(Subject::Broker(slot.broker)) {
            let x = slot.area.center().x;
            scene.shapes.push(Shape::Path(
                vec![at(x, plot.top), at(x, plot.bottom())],
                stroke(Ink::Selected, 2.0),
            ));
        }
    }
    let y = plot.bottom() + 13.0;
    scene.shapes.push(text(
        at(plot.left, y),
        "highest",
        Ink::Dim,
        11.0,
        Anchor::Start,
    ));
    scene.shapes.push(text(
        at(plot.right(), y),
        "lowest",
        Ink::Dim,
        11.0,
        Anchor::End,
    ));
    let count = format!("{} brokers by load", slots.len());
    scene.shapes.push(text(
        at(plot.center().x, y),
        count,
        Ink::Dim,
        11.0,
        Anchor::Middle,
    ));
    Flights {
        flights: streams(input, slots, &place),
        are_streams: true,
        left: input.area.left,
        right: input.area.right(),
    }
}

fn skyline(slots: &[Slot]) -> Vec<Point> {
    slots
        .iter()
        .flat_map(|slot| {
            [
                at(slot.area.left, slot.bar.top),
                at(slot.area.right(), slot.bar.top),
            ]
        })
        .collect()
}

fn outline(slots: &[Slot], plot: &Rect) -> Vec<Point> {
    let mut points = vec![at(plot.left, plot.bottom())];
    points.extend(skyline(slots));
    points.push(at(plot.right(), plot.bottom()));
    points
}

/// Marks runs of neighbouring brokers that give or take: a surface, and a line on the axis.
fn mark(
    slots: &[Slot],
    is_marked: &[bool],
    plot: &Rect,
    soft: Ink,
    ink: Ink,
    scene: &mut Scene<SubjectRef>,
) {
    let mut index = 0;
    while index < slots.len() {
        let end = (index..slots.len())
            .find(|at| !is_marked[*at])
            .unwrap_or(slots.len());
        if end > index {
            scene.shapes.push(Shape::Area(
                {
                    let run = &slots[index..end];
                    let mut points = vec![at(run[0].area.left, plot.bottom())];
                    points.extend(skyline(run));
                    points.push(at(run[run.len() - 1].area.right(), plot.bottom()));
                    points
                },
                soft,
            ));
            let y = plot.bottom() + if ink == Ink::Source { 3.0 } else { 6.0 };
            let line = vec![
                at(slots[index].area.left, y),
                at(
                    slots[end - 1]
                        .area
                        .right()
                        .max(slots[index].area.left + 1.0),
                    y,
                ),
            ];
            scene.shapes.push(Shape::Path(line, stroke(ink, 2.0)));
        }
        index = end.max(index + 1);
    }
}

/// The running usages in the same order of brokers: where they leave the curve, they decide.
fn draw_running(
    input: &Input<'_>,
    slots: &[Slot],
    axis: &Axis,
    plot: &Rect,
    scene: &mut Scene<SubjectRef>,
) {
    let scores = &input.detail.decision.scores;
    let points = slots.iter().filter_map(|slot| {
        Some(at(
            slot.area.center().x,
            axis.y(*scores.get(slot.broker.index())?, plot),
        ))
    });
    scene
        .shapes
        .push(Shape::Path(points.collect(), stroke(Ink::Text, 1.0)));
}

/// Moves gathered by where they start and end, as wide as what they carry.
pub(crate) fn streams(input: &Input<'_>, slots: &[Slot], place: &[usize]) -> Vec<Flight> {
    let bin = |index: usize| index * BINS / slots.len().max(1);
    let ends = slots.len().clamp(1, BINS);
    let mut gathered = vec![(0.0_f64, 0.0_f64, 0.0_f64, 0_usize); ends * ends];
    for moved in &input.round.moves {
        let (from, to) = (place[moved.from.index()], place[moved.to.index()]);
        let (first, last) = if slots.len() > BINS {
            (bin(from), bin(to))
        } else {
            (from, to)
        };
        let entry = &mut gathered[first * ends + last];
        entry.0 += size_of(input, moved.bundle, moved.from).max(1e-9);
        entry.1 += from as f64;
        entry.2 += to as f64;
        entry.3 += 1;
    }
    let most = gathered.iter().map(|entry| entry.0).fold(0.0, f64::max);
    let mut streams: Vec<Flight> = gathered
        .into_iter()
        .filter(|(.., count)| *count > 0)
        .map(|(amount, from, to, count)| {
            let middle =
                |sum: f64| slots[((sum / count as f64).round() as usize).min(slots.len() - 1)];
            let (from, to) = (middle(from), middle(to));
            let width = (amount / most * WIDEST).max(1.5);
            let end = |slot: &Slot| at(slot.area.center().x, slot.bar.top);
            Flight {
                from: end(&from),
                to: end(&to),
                size: (width, 0.0),
                label: None,
                subject: reference(Subject::Broker(from.broker)),
            }
        })
        .collect();
    streams.sort_by(|a, b| b.size.0.total_cmp(&a.size.0));
    streams.truncate(MOST_STREAMS);
    streams
}
