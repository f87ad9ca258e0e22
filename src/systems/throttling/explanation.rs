//! Sentences for reasons and rounds. They only describe; no decision is made here.

use super::format::{amount, rate, seconds};
use super::limiter::{Effect, raise_threshold};
use super::reason::{Actor, Rule, Subject};
use super::round::{Detail, Round, StepKind};
use super::simulation::Simulation;
use crate::engine::format::{format_number, format_value};
use crate::engine::{Evidence, Op, Operand, Reason, Unit};
use crate::simulator::sentence::fill;

/// The display name of a subject.
pub fn name(run: &Simulation, actor: Actor) -> String {
    match actor {
        Actor::World => "the world".to_owned(),
        Actor::Server => "the server".to_owned(),
        Actor::Limiter(_) if run.executors() == 1 => "the limiter".to_owned(),
        Actor::Limiter(executor) => format!("the limiter of executor {}", executor + 1),
        Actor::Writer(writer) => run.writer_name(writer),
    }
}

/// The sentence of a reason.
pub fn sentence(run: &Simulation, reason: &Reason<Subject, Rule>) -> String {
    let Subject {
        actor,
        at_us,
        writer,
    } = reason.subject;
    let value = |placeholder: &str| match (placeholder, &reason.evidence) {
        ("writer", _) => Some(run.writer_name(writer)),
        ("limiter", _) => Some(name(run, actor)),
        ("version", _) => Some(run.version().id().to_owned()),
        ("event", Evidence::Fact { operand, .. }) => Some(event_name(run, operand.number())),
        ("number", Evidence::Fact { operand, .. }) => Some(format_number(operand.number(), 0)),
        ("needed", Evidence::Check(check)) => Some(needed(check.op).to_owned()),
        ("rest", Evidence::Check(check)) => Some(format_measure(
            run,
            check.right.number() - check.left.number(),
            Unit::Seconds,
        )),
        ("before", Evidence::Change { unit, before, .. }) => {
            Some(format_measure(run, *before, *unit))
        }
        ("after", Evidence::Change { unit, after, .. }) => Some(format_measure(run, *after, *unit)),
        ("plain_before", Evidence::Change { before, .. }) => Some(format_number(*before, 0)),
        ("plain_after", Evidence::Change { after, .. }) => Some(format_number(*after, 0)),
        ("label", Evidence::Change { label, .. }) => Some(label.to_lowercase()),
        _ => None,
    };
    let format = |operand: &Operand, unit: Unit| format_measure(run, operand.number(), unit);
    format!(
        "At {}, {}.",
        seconds(at_us),
        fill(template(reason), &reason.evidence, format, value)
    )
}

/// The template of a rule; it differs for a limit that stays equal and one that only reads differently.
fn template(reason: &Reason<Subject, Rule>) -> &'static str {
    match reason.evidence {
        Evidence::Change { before, after, .. } if reason.rule == Rule::Kept && before == after => {
            "{limiter} stays at {before}"
        }
        _ => reason
            .rule
            .template(reason.evidence.holds().unwrap_or(true)),
    }
}

/// A measured value with its unit; rates and amounts are in the units of the limiter's version.
fn format_measure(run: &Simulation, value: f64, unit: Unit) -> String {
    let counted = run.unit();
    match unit {
        unit if unit == counted.rate() => rate(value, counted),
        Unit::Bytes => amount(value, counted),
        Unit::Millis if value.abs() >= 1000.0 => format!("{} s", format_number(value / 1000.0, 3)),
        Unit::Millis => format!("{} ms", format_number(value, 1)),
        Unit::Seconds => format!("{} s", format_number(value, 3)),
        unit => format_value(value, unit),
    }
}

/// An event as part of a sentence.
fn event_name(run: &Simulation, place: f64) -> String {
    let event = run
        .world()
        .events
        .get(place as usize)
        .map_or_else(String::new, |event| event.describe());
    let mut letters = event.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}

/// The words for a comparison of the threshold with the rate in use.
fn needed(op: Op) -> &'static str {
    if op == Op::Below {
        "more than"
    } else {
        "at least"
    }
}

/// A sentence that summarises the round.
pub fn headline(run: &Simulation, round: &Round, detail: &Detail) -> String {
    let unit = run.unit();
    let mut parts = Vec::new();
    for (event, begins) in &detail.event_edges {
        if let Some(event) = run.world().events.get(*event as usize) {
            parts.push(format!(
                "{} {}",
                event.describe(),
                if *begins { "begins" } else { "ends" }
            ));
        }
    }
    if detail
        .conditions
        .last()
        .is_some_and(|condition| condition.is_out)
    {
        parts.push("no connections".to_owned());
    }
    let limits = || {
        if run.executors() > 1 {
            "limits together"
        } else {
            "limit"
        }
    };
    if round.cuts > 0 {
        parts.push(format!(
            "cut {} to {}",
            times(round.cuts),
            rate(round.limit, unit)
        ));
    }
    if round.raises > 0 {
        parts.push(format!(
            "raised {} to {}",
            times(round.raises),
            rate(round.limit, unit)
        ));
    }
    if round.rejections > 0 {
        parts.push(count(round.rejections, "rejection"));
    }
    if round.timeouts > 0 {
        parts.push(count(round.timeouts, "timeout"));
    }
    if round.ignored > 0 {
        parts.push(format!(
            "{} ignored in the cooldown",
            count(round.ignored, "backpressure signal")
        ));
    }
    if round.given_up > 0 {
        parts.push(format!("{} given up", count(round.given_up, "batch")));
    }
    if round.cuts + round.raises == 0 {
        let stays = if round.limit.is_nan() {
            "no limiter is on".to_owned()
        } else {
            format!("{} {}", limits(), rate(round.limit, unit))
        };
        parts.push(stays);
    }
    if round.blocked > 0 && round.raises == 0 {
        parts.push(blocked(run, round, detail));
    }
    if round.paused > 0 && round.raises == 0 {
        let good = count(round.paused, "success");
        parts.push(format!(
            "{good} did not raise it: the cooldown pauses raises too"
        ));
    }
    let text = parts.join("; ");
    let mut letters = text.chars();
    let first = letters
        .next()
        .map_or_else(String::new, |letter| letter.to_uppercase().to_string());
    format!("{first}{}.", letters.as_str())
}

/// Why the last success with too little in use did not raise the limit.
fn blocked(run: &Simulation, round: &Round, detail: &Detail) -> String {
    let unit = run.unit();
    let last = detail.steps.iter().rev().find_map(|step| match step.kind {
        StepKind::Answered {
            applied: Some(applied),
            ..
        } if applied.effect == Effect::Blocked => Some((step.at_us, applied)),
        _ => None,
    });
    let good = count(round.blocked, "success");
    match last.and_then(|(at_us, applied)| Some((at_us, applied.before, applied.estimate?))) {
        Some((at_us, limit, used)) => {
            let bar = rate(raise_threshold(limit, run.settings_at(at_us)), unit);
            let needed = needed(run.version().threshold_op());
            format!(
                "{good} did not raise it: {} in use, {needed} {bar} needed",
                rate(used as f64, unit)
            )
        }
        None => format!("{good} did not raise it"),
    }
}

fn count(number: u32, what: &str) -> String {
    let plural = if number == 1 {
        ""
    } else if what.ends_with("ch") || what.ends_with("ss") {
        "es"
    } else {
        "s"
    };
    format!("{number} {what}{plural}")
}

fn times(number: u32) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}
