//! The text above the stage: the decision as a formula, hand-offs, and the source of weights.

use super::Input;
use super::layout::Layout;
use super::moment::Moment;
use crate::engine::Unit;
use crate::engine::format::{format_number, format_value};
use crate::scene::{Anchor, Ink, Scene, Shape, at, text};
use crate::simulator::SubjectRef;
use crate::systems::sharding::explanation::shards;
use crate::systems::sharding::headline::stop_test;
use crate::systems::sharding::round::Verdict;
use crate::systems::sharding::rules::Halt;
use crate::systems::sharding::rules::knative::{FallbackReason, Mode};

/// Draws the text.
pub(super) fn readout(
    input: &Input<'_>,
    layout: &Layout,
    moment: &Moment,
    scene: &mut Scene<SubjectRef>,
) {
    let width = input.viewport.width - 20.0;
    let size = if layout.is_small { 11.5 } else { 13.5 };
    let fits =
        |words: &String, size: f64, width: f64| words.chars().count() as f64 * size * 0.57 <= width;
    if let Some(words) = decision_texts(input)
        .into_iter()
        .find(|words| fits(words, size, width))
    {
        scene.shapes.push(Shape::Text {
            at: at(10.0, if layout.is_small { 10.0 } else { 13.0 }),
            text: words,
            ink: Ink::Text,
            size,
            anchor: Anchor::Start,
            bold: true,
        });
    }
    let y = if layout.is_small { 25.0 } else { 33.0 };
    let (left, right) = (handoff_texts(input, moment), weight_texts(input));
    let small = if layout.is_small { 10.0 } else { 11.0 };
    let first = left
        .into_iter()
        .find(|words| fits(words, small, width))
        .unwrap_or_default();
    let used = first.chars().count() as f64 * small * 0.57 + 14.0;
    if !first.is_empty() {
        scene
            .shapes
            .push(text(at(10.0, y), first, Ink::Dim, small, Anchor::Start));
    }
    if let Some(words) = right
        .into_iter()
        .find(|words| fits(words, small, width - used))
    {
        scene.shapes.push(text(
            at(10.0 + width, y),
            words,
            Ink::Dim,
            small,
            Anchor::End,
        ));
    }
}

/// The decision as text, longest version first.
fn decision_texts(input: &Input<'_>) -> Vec<String> {
    let decision = &input.detail.decision;
    let test = stop_test(decision);
    let count = shards(u64::from(decision.stopped));
    match decision.verdict {
        Verdict::Moves if !test.is_empty() => {
            let how = match (decision.capped, decision.cap) {
                (Some(both), Some(most)) => format!(
                    "move min(cap {}, {both}) = {}",
                    most.count, decision.stopped
                ),
                _ => format!("move {}", decision.stopped),
            };
            vec![
                format!("{test} → {how}"),
                format!("{test} → {}", decision.stopped),
                test,
            ]
        }
        Verdict::Moves => {
            let of = decision
                .cap
                .map(|most| format!("{count} to stop, of at most {} a round", most.count));
            of.into_iter().chain([format!("{count} to stop")]).collect()
        }
        Verdict::Balanced if !test.is_empty() => vec![format!("{test} → enough"), test],
        Verdict::Balanced => vec!["nothing to move".to_owned()],
        Verdict::Waits => {
            vec![
                "waits: nothing more is stopped during a hand-off".to_owned(),
                "waits for hand-offs".to_owned(),
            ]
        }
        Verdict::Closed => {
            let explain = decision
                .halt
                .map(|halt| format!("no rebalance: {}", closed(halt)));
            explain
                .into_iter()
                .chain(["no rebalance".to_owned()])
                .collect()
        }
        Verdict::Keeps => {
            let explain = decision.fallback.map(|explain| {
                format!(
                    "every node keeps its shards: {}",
                    describe_fallback(explain)
                )
            });
            explain
                .into_iter()
                .chain(["every node keeps its shards".to_owned()])
                .collect()
        }
    }
}

fn closed(halt: Halt) -> &'static str {
    match halt {
        Halt::Unreachable(_) => "a member is unreachable",
        Halt::Joining(_) => "a member is joining",
        Halt::Versions(_) => "more than one version",
        _ => "no node",
    }
}

fn describe_fallback(fallback: FallbackReason) -> String {
    match fallback {
        FallbackReason::Old(age_s, oldest_s) => {
            format!(
                "table {} old > {}",
                format_value(age_s, Unit::Seconds),
                format_value(oldest_s, Unit::Seconds)
            )
        }
        FallbackReason::Uncovered(percent, least) => {
            format!("{percent} % of traffic has nodes < {least} %")
        }
        FallbackReason::NoTable => "no table yet".to_owned(),
        FallbackReason::Weightless => "no weights".to_owned(),
    }
}

/// The hand-offs as text, longest version first.
fn handoff_texts(input: &Input<'_>, moment: &Moment) -> Vec<String> {
    let flying = || {
        let is_stopped = |moving: &&super::moment::Moving| {
            !moving.flight.is_sudden && moving.flight.from.is_some()
        };
        moment
            .moving
            .iter()
            .filter(is_stopped)
            .filter(|moving| moving.progress < 1.0)
    };
    let is_due = |moving: &&super::moment::Moving| moving.flight.left_ms as f64 <= moment.now_ms;
    let count = flying().filter(is_due).count() as u64;
    let sudden = |is_new: bool| {
        let is_own = |moving: &&super::moment::Moving| {
            moving.flight.is_sudden && moving.flight.from.is_none() == is_new
        };
        let is_flying =
            |moving: &&super::moment::Moving| (f64::MIN_POSITIVE..1.0).contains(&moving.progress);
        moment
            .moving
            .iter()
            .filter(is_own)
            .filter(is_flying)
            .count() as u64
    };
    let (new, again) = (sudden(true), sudden(false));
    if new > 0 || again > 0 {
        let words = if new > 0 { "appearing" } else { "placed again" };
        return vec![format!("{words}: {}", shards(new.max(again)))];
    }
    let unassigned = input.detail.unassigned;
    if count == 0 && unassigned > 0 {
        return vec![format!("{} without a node", shards(u64::from(unassigned)))];
    }
    if count == 0 {
        return vec!["hand-off: none".to_owned()];
    }
    let last = flying()
        .map(|moving| moving.flight.lands_ms as f64)
        .fold(0.0, f64::max);
    let left = ((last - moment.now_ms) / 1000.0).max(0.0);
    vec![
        format!(
            "in hand-off: {}, {} left",
            shards(count),
            format_value((left * 10.0).round() / 10.0, Unit::Seconds)
        ),
        format!("hand-off: {count}"),
    ]
}

/// The source of the weights as text, longest version first.
fn weight_texts(input: &Input<'_>) -> Vec<String> {
    let decision = &input.detail.decision;
    let age = format_value(decision.table_age_s, Unit::Seconds);
    let coverage = format_number(decision.coverage_percent, 0);
    match decision.mode {
        Some(Mode::Traffic) => vec![
            format!("weights: route table, {age} old, {coverage} % of traffic has nodes"),
            format!("route table {age} old, {coverage} % covered"),
            format!("table {age} old"),
        ],
        Some(Mode::ByHand) => vec!["weights by hand".to_owned()],
        Some(Mode::KeepCurrent) => vec![
            "weights: current distribution".to_owned(),
            "weights: current".to_owned(),
        ],
        Some(Mode::Equal) => vec!["weights: all equal".to_owned()],
        None => vec![
            "lines: targets by traffic or weight; this strategy does not know them".to_owned(),
            "it does not know the targets".to_owned(),
        ],
    }
}
