//! The producers: a dot for each or for several; blocked ones are hollow, with the time for which they have been blocked.

use super::super::explanation::producer_name;
use super::super::plan::Plan;
use super::super::reason::{ProducerId, Subject};
use super::layout::Layout;
use super::{PRODUCER, StageContext};
use crate::scene::{Anchor, Ink, Rect, Scene, Shape, Target, at, dashed, stroke, text};
use crate::simulator::SubjectRef;

/// The state of a dot.
#[derive(Clone, Copy, Default)]
struct DotState {
    still: u32,
    unbuilt: u32,
    longest_us: u64,
}

/// The selected producer, alone or with one of its endpoints.
pub(super) fn selected(context: &StageContext<'_>) -> Option<ProducerId> {
    match context.selected {
        Some(Subject::Producer(producer) | Subject::Pair(producer, _)) => Some(producer),
        _ => None,
    }
}

fn states(context: &StageContext<'_>, layout: &Layout) -> Vec<DotState> {
    let mut states = vec![DotState::default(); layout.dots.len()];
    for one in context
        .detail
        .tries
        .iter()
        .filter(|one| (one.from_us..one.until_us).contains(&context.at_us))
    {
        if let Some(state) = states.get_mut(layout.dot_of(context.plan, one.producer)) {
            state.still += 1;
            state.longest_us = state.longest_us.max(context.at_us - one.from_us);
        }
    }
    for producer in &context.detail.unbuilt {
        if let Some(state) = states.get_mut(layout.dot_of(context.plan, *producer)) {
            state.unbuilt += 1;
        }
    }
    states
}

/// Draws the producers.
pub(super) fn draw(context: &StageContext<'_>, layout: &Layout, scene: &mut Scene<SubjectRef>) {
    let own = selected(context).map(|producer| layout.dot_of(context.plan, producer));
    for (dot, state) in states(context, layout).into_iter().enumerate() {
        let point = layout.dots[dot];
        let producer = layout.producer_of(dot);
        let radius = layout.radius;
        if state.still > 0 {
            scene
                .shapes
                .push(Shape::Disc(point, radius + 0.6, Ink::Source));
            if radius > 1.8 {
                scene
                    .shapes
                    .push(Shape::Disc(point, radius - 0.8, Ink::Ground));
            }
            stall_bar(context.plan, layout, dot, state.longest_us, scene);
        } else if state.unbuilt > 0 {
            scene
                .shapes
                .push(Shape::Ring(point, radius, stroke(Ink::Dim, 1.0)));
            let arm = radius + 1.5;
            let cross = vec![
                at(point.x - arm, point.y + arm),
                at(point.x + arm, point.y - arm),
            ];
            scene
                .shapes
                .push(Shape::Path(cross, stroke(Ink::Source, 1.0)));
        } else {
            scene.shapes.push(Shape::Disc(point, radius, Ink::Idle));
        }
        if own == Some(dot) {
            scene
                .shapes
                .push(Shape::Ring(point, radius + 2.4, stroke(Ink::Selected, 1.6)));
        }
        if layout.has_names {
            let ink = if own == Some(dot) {
                Ink::Text
            } else {
                Ink::Dim
            };
            let x = point.x - radius - 5.0 - layout.stall_width;
            let name = producer_name(context.plan, producer);
            scene.shapes.push(text(
                at(x, point.y),
                name,
                ink,
                layout.font - 1.0,
                Anchor::End,
            ));
        }
        let reachability = radius.max(2.0) + 1.0;
        let area = Rect {
            left: point.x - reachability,
            top: point.y - reachability,
            width: 2.0 * reachability,
            height: 2.0 * reachability,
        };
        scene.targets.push(Target {
            area,
            subject: SubjectRef::one(PRODUCER, producer as usize),
        });
    }
}

/// Draws the time for which a thread has been blocked: a bar that grows to the left, full at the maximum duration of a try.
fn stall_bar(
    plan: &Plan,
    layout: &Layout,
    dot: usize,
    stood_us: u64,
    scene: &mut Scene<SubjectRef>,
) {
    let room = layout.stall_width - 4.0;
    if room < 4.0 {
        return;
    }
    let point = layout.dots[dot];
    let length = (room * stood_us as f64 / plan.max_try_us().max(1) as f64).clamp(1.0, room);
    let right = point.x - layout.radius - 2.5;
    let height = (layout.radius * 0.9).max(1.2);
    let bar = Rect {
        left: right - length,
        top: point.y - height / 2.0,
        width: length,
        height,
    };
    scene.shapes.push(Shape::Fill(bar, Ink::Source));
    if layout.radius >= 3.0 {
        let line = vec![at(right - room, point.y), at(right - length, point.y)];
        scene
            .shapes
            .push(Shape::Path(line, dashed(Ink::Source, 1.0, 1.0, 3.0)));
    }
}
