//! The stage at an instant, drawn from back to front.

use super::super::plan::Plan;
use super::super::reason::{AddressId, ProducerId, Subject};
use super::super::round::Round;
use super::super::simulation::Simulation;
use super::super::statistics::by_broker;
use super::layout::Layout as Places;
use super::traffic::MAX_LINES;
use super::{StageContext, brokers, fleet, histogram, strips, subject_of, traffic};
use crate::engine::format::{format_grouped, format_number};
use crate::scene::{Anchor, Ink, Scene, at, text};
use crate::simulator::{Instant, Stage, SubjectRef, Viewport};

/// Mean and variance of each broker's load, for the brokers that are up.
pub fn bands(plan: &Plan, round: &Round) -> Vec<Option<(f64, f64)>> {
    let is_up = |place: u16| {
        round
            .brokers
            .get(usize::from(place))
            .is_some_and(|broker| broker.is_up)
    };
    by_broker(&plan.groups, plan.endpoints, round.brokers.len(), is_up)
}

/// The highest load that the scale shows, in requests per second.
pub fn highest(plan: &Plan, round: &Round) -> f64 {
    let upper = bands(plan, round)
        .into_iter()
        .flatten()
        .map(|(mean, variance)| mean + variance.sqrt());
    upper.fold(round.highest(), f64::max)
}

/// The layout of a round.
pub struct Layout {
    /// The positions.
    places: Places,
    /// The load at the end of the scale, in requests per second.
    axis: f64,
}

fn context<'a>(
    plan: &'a Plan,
    instant: &Instant<'a, Simulation>,
    viewport: &Viewport,
) -> StageContext<'a> {
    let (round, detail) = (instant.round, instant.detail);
    let span = (detail.until_us - detail.from_us) as f64;
    let at_us = detail.from_us + (span * instant.phase.clamp(0.0, 1.0)) as u64;
    let selected = viewport
        .selected
        .map(subject_of)
        .filter(|subject| is_there(plan, *subject));
    StageContext {
        plan,
        round,
        detail,
        at_us,
        selected,
    }
}

/// The static part of the stage: zones, the band of mean ± CV, and the histogram.
pub fn stage(plan: &Plan, instant: &Instant<'_, Simulation>, viewport: &Viewport) -> Stage<Layout> {
    let places = Places::new(plan, viewport.width.max(200.0), viewport.height.max(120.0));
    let axis = highest(plan, instant.round).max(viewport.highest).max(1e-9) * 1.04;
    let context = context(plan, instant, viewport);
    let mut still = Scene::sized(viewport.width, viewport.height);
    brokers::draw_bands(&context, &places, axis, &mut still);
    histogram::draw(&context, &places, axis, &mut still);
    Stage {
        still,
        ..Stage::moving(viewport, Layout { places, axis })
    }
}

/// The moving part of the stage at an instant.
pub fn motion(
    plan: &Plan,
    instant: &Instant<'_, Simulation>,
    viewport: &Viewport,
    layout: &Layout,
) -> Scene<SubjectRef> {
    let context = context(plan, instant, viewport);
    let Layout { places, axis } = layout;
    let mut scene = Scene::sized(viewport.width, viewport.height);
    traffic::draw_lines(&context, places, &mut scene);
    fleet::draw(&context, places, &mut scene);
    brokers::draw(&context, places, *axis, &mut scene);
    traffic::draw_tries(&context, places, &mut scene);
    traffic::draw_flights(&context, places, &mut scene);
    traffic::draw_failed(&context, places, &mut scene);
    strips::draw(&context, places, &mut scene);
    draw_head(&context, places, viewport.width.max(200.0), &mut scene);
    scene
}

/// Whether a subject is part of this fleet and its brokers.
fn is_there(plan: &Plan, subject: Subject) -> bool {
    let producer = |producer: ProducerId| (producer as usize) < plan.fleet.len();
    let address = |address: AddressId| usize::from(address) < plan.ground_truth.addresses.len();
    match subject {
        Subject::Round => true,
        Subject::Producer(one) => producer(one),
        Subject::Broker(one) => address(one),
        Subject::Pair(one, other) => producer(one) && address(other),
    }
}

/// Draws the line at the top: the fleet on the left, the balance of loads on the right.
fn draw_head(
    context: &StageContext<'_>,
    layout: &Places,
    width: f64,
    scene: &mut Scene<SubjectRef>,
) {
    let (font, y) = (layout.font, layout.head / 2.0);
    let still = context
        .detail
        .tries
        .iter()
        .filter(|one| (one.from_us..one.until_us).contains(&context.at_us))
        .count();
    let count = format_grouped(f64::from(context.plan.world.producers()));
    let is_wide = width >= 560.0;
    let mut left = if is_wide {
        format!("{count} producer{}", if count == "1" { "" } else { "s" })
    } else {
        count
    };
    if layout.per_dot > 1 && is_wide {
        left.push_str(&format!(", {} a dot", layout.per_dot));
    }
    scene.shapes.push(text(
        at(layout.body.left, y),
        left.clone(),
        Ink::Dim,
        font,
        Anchor::Start,
    ));
    if still > 0 {
        let said = format!("{still} blocked");
        let x = layout.body.left + left.chars().count() as f64 * font * 0.56 + 12.0;
        scene
            .shapes
            .push(text(at(x, y), said, Ink::Source, font, Anchor::Start));
    }
    let percent = |cv: f64| format!("{} %", format_number(cv * 100.0, 0));
    let (measured, expected) = (context.round.measured, context.round.expected);
    let right = match width {
        width if width >= 880.0 => format!(
            "mean {}/s (dashed) · CV measured {}, closed form {} (band)",
            format_number(measured.mean, if measured.mean < 1.0 { 2 } else { 1 }),
            percent(measured.cv),
            percent(expected.cv)
        ),
        width if width >= 440.0 => format!(
            "CV {}, closed form {}",
            percent(measured.cv),
            percent(expected.cv)
        ),
        _ => format!("CV {} / {}", percent(measured.cv), percent(expected.cv)),
    };
    scene.shapes.push(text(
        at(layout.body.right(), y),
        right,
        Ink::Text,
        font,
        Anchor::End,
    ));
    if width >= 900.0 {
        let count = context.round.connections();
        let every = (count as usize).div_ceil(MAX_LINES);
        let drawn = if every > 1 {
            format!(", one in {every} drawn")
        } else {
            String::new()
        };
        let said = format!("{} connections{drawn}", format_grouped(f64::from(count)));
        let x = layout
            .boxes
            .first()
            .map_or(width / 2.0, |area| area.right());
        scene
            .shapes
            .push(text(at(x, y), said, Ink::Dim, font, Anchor::End));
    }
}
