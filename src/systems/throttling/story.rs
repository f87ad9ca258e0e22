//! Stories: reasons and rounds as plain sentences. Views of Tests; nothing here decides anything again.

use super::limiter::{Effect, bar};
use super::reason::{Rule, Subject, Who};
use super::round::{Detail, Did, Round};
use super::simulation::Simulation;
use super::words::{amount, rate, seconds};
use crate::engine::format::{format_number, format_value};
use crate::engine::{Check, Evidence, Op, Reason, Unit};

/// What a person calls somebody.
pub fn name(run: &Simulation, who: Who) -> String {
    match who {
        Who::World => "the world".to_owned(),
        Who::Server => "the server".to_owned(),
        Who::Limiter(_) if run.executors() == 1 => "the limiter".to_owned(),
        Who::Limiter(executor) => format!("the limiter of executor {}", executor + 1),
        Who::Writer(writer) => run.writer_name(writer),
    }
}

/// A reason as a sentence.
pub fn sentence(run: &Simulation, reason: &Reason<Subject, Rule>) -> String {
    let subject = reason.subject;
    let text = match &reason.evidence {
        Evidence::Check(test) => of_test(run, subject, reason.rule, test),
        Evidence::Change { what, unit, before, after } => {
            of_change(run, subject, reason.rule, what, (Told(*before, *unit, run), Told(*after, *unit, run)))
        }
        Evidence::Fact { side, unit } => of_fact(run, subject, reason.rule, side.number(), side.what, *unit),
    };
    format!("At {}, {text}.", seconds(subject.at_us))
}

/// A number in its unit, rates and amounts as this room writes them.
struct Told<'a>(f64, Unit, &'a Simulation);

impl std::fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (value, unit) = (self.0, self.2.unit());
        let text = match self.1 {
            of if of == unit.rate() => rate(value, unit),
            Unit::Bytes => amount(value, unit),
            Unit::Millis if value.abs() >= 1000.0 => format!("{} s", format_number(value / 1000.0, 3)),
            Unit::Millis => format!("{} ms", format_number(value, 1)),
            Unit::Seconds => format!("{} s", format_number(value, 3)),
            other => format_value(value, other),
        };
        f.write_str(&text)
    }
}

fn of_test(run: &Simulation, subject: Subject, rule: Rule, test: &Check) -> String {
    let (left, right) = (Told(test.left.number(), test.unit, run), Told(test.right.number(), test.unit, run));
    let writer = run.writer_name(subject.writer);
    let limiter = name(run, subject.who);
    match (rule, test.holds) {
        (Rule::Debt, true) => format!("{writer} asks for permits and waits {left}, which is what the bucket is owed"),
        (Rule::Debt, false) => format!("{writer} asks for permits and passes at once: the bucket is owed nothing"),
        (Rule::Backlog, true) => {
            format!(
                "the server rejects the request of {writer}: {left} of work is waiting, more than the {right} that it accepts"
            )
        }
        (Rule::Backlog, false) => {
            format!("the server takes the request of {writer}: {left} of work is waiting, and up to {right} may")
        }
        (Rule::Timeout, true) => {
            format!("{writer} will give up before its answer: that takes {left}, and the socket timeout is {right}")
        }
        (Rule::Timeout, false) => {
            format!("the answer to {writer} will take {left}, within the socket timeout of {right}")
        }
        (Rule::Slow, true) => format!("the success of {writer} took {left}, longer than {right}: that is a bad signal"),
        (Rule::Slow, false) => {
            format!("the success of {writer} took {left}, not longer than {right}: that is a good signal")
        }
        (Rule::Cooldown, true) => {
            format!("the bad signal from {writer} counts for {limiter}: no cooldown runs, and one begins now")
        }
        (Rule::Cooldown, false) => {
            let rest = Told(test.right.number() - test.left.number(), Unit::Seconds, run);
            format!(
                "{limiter} ignores the bad signal from {writer}: the cooldown runs for another {rest}, until {right}"
            )
        }
        (Rule::Used, holds) => used(&limiter, test.op, holds, &left, &right),
        (Rule::RaisePaused, true) => format!("{limiter} may not raise: the cooldown pauses raises too, until {right}"),
        (Rule::RaisePaused, false) => format!("{limiter} may raise: no cooldown runs"),
        (Rule::AboveMax, true) => {
            format!("{limiter} would go to {left}, above its greatest limit, so it takes {right}")
        }
        (Rule::AboveMax, false) => format!("{limiter} would go to {left}, not above its greatest limit of {right}"),
        (Rule::BelowMin, true) => format!("{limiter} would go to {left}, below its least limit, so it takes {right}"),
        (Rule::BelowMin, false) => format!("{limiter} would go to {left}, not below its least limit of {right}"),
        (Rule::RetriesLeft, true) => {
            format!("{writer} has retries left: it has made {left}, and {right} are allowed")
        }
        (Rule::RetriesLeft, false) => {
            format!("{writer} gives its batch up: it has made {left} retries, and {right} are allowed")
        }
        (_, holds) => format!("{left} {} {right}", if holds { test.op.sign() } else { test.op.opposite_sign() }),
    }
}

fn used(limiter: &str, op: Op, holds: bool, bar: &Told<'_>, used: &Told<'_>) -> String {
    let needed = needed(op);
    match holds {
        true => format!("{limiter} may rise: {used} is in use, {needed} the {bar} required"),
        false => format!("{limiter} may not rise: {used} is in use, and {needed} {bar} is required"),
    }
}

/// How much of it is needed where a bar is compared with what is in use.
fn needed(op: Op) -> &'static str {
    if op == Op::Below { "more than" } else { "at least" }
}

fn of_change(
    run: &Simulation,
    subject: Subject,
    rule: Rule,
    what: &str,
    (before, after): (Told<'_>, Told<'_>),
) -> String {
    let limiter = name(run, subject.who);
    match rule {
        Rule::WritersChanged => format!("the writers of every executor change from {before} to {after}"),
        Rule::Raised => {
            format!("{limiter} raises from {before} to {after} after the answer to {}", run.writer_name(subject.writer))
        }
        Rule::Cut => {
            format!("{limiter} cuts from {before} to {after} after the answer to {}", run.writer_name(subject.writer))
        }
        Rule::Kept if before.0 == after.0 => format!("{limiter} stays at {before}"),
        Rule::Kept => {
            format!(
                "{limiter} stays, and reads {} instead of {}",
                format_number(after.0, 0),
                format_number(before.0, 0)
            )
        }
        Rule::ReadsLess => format!(
            "{limiter} is set to {} and reads {}: 1e6 / (1e6 / {}) is cut off to a whole number",
            format_number(before.0, 0),
            format_number(after.0, 0),
            format_number(before.0, 0)
        ),
        _ => format!("{} changes from {before} to {after}", what.to_lowercase()),
    }
}

fn of_fact(run: &Simulation, subject: Subject, rule: Rule, value: f64, what: &str, unit: Unit) -> String {
    let writer = run.writer_name(subject.writer);
    let told = Told(value, unit, run);
    match rule {
        Rule::Happened => {
            let event = run.world().events.get(value as usize).map_or_else(String::new, |event| event.said());
            let mut letters = event.chars();
            let first = letters.next().map_or_else(String::new, |letter| letter.to_lowercase().to_string());
            format!("the event “{first}{}” {what}", letters.as_str())
        }
        Rule::PassesBy => {
            format!(
                "{writer} sends retry {} past the bucket: v1011 asks for permits once a batch",
                format_number(value, 0)
            )
        }
        Rule::SwitchedOff => format!("{writer} sends at once: the limiter is switched off"),
        Rule::Reachable => format!("{writer} finds no connection and will give up after {told}"),
        Rule::Success => format!("{writer} gets a good answer after {told}"),
        Rule::Rejected => format!("{writer} is rejected with 429 after {told}"),
        Rule::TimedOut => format!("{writer} gives up: no answer for {told}"),
        Rule::Unheard => {
            let version = run.version().id();
            format!(
                "{} does not hear that {writer} got no answer: {version} leaves exceptions out",
                name(run, subject.who)
            )
        }
        Rule::Backoff => format!("{writer} waits {told} before it tries again"),
        Rule::Pause => format!("{writer} pauses for {told} and goes on with its next batch"),
        Rule::Leaves => format!("{writer} has been taken away and stops"),
        _ => format!("{what}: {told}"),
    }
}

/// The round in one sentence.
pub fn headline(run: &Simulation, round: &Round, detail: &Detail) -> String {
    let unit = run.unit();
    let mut parts = Vec::new();
    for (event, begins) in &detail.turns {
        if let Some(event) = run.world().events.get(*event as usize) {
            parts.push(format!("{} {}", event.said(), if *begins { "begins" } else { "ends" }));
        }
    }
    if detail.stretches.last().is_some_and(|stretch| stretch.is_out) {
        parts.push("no connections".to_owned());
    }
    let limits = || if run.executors() > 1 { "limits together" } else { "limit" };
    if round.cuts > 0 {
        parts.push(format!("cut {} to {}", times(round.cuts), rate(round.limit, unit)));
    }
    if round.raises > 0 {
        parts.push(format!("raised {} to {}", times(round.raises), rate(round.limit, unit)));
    }
    if round.rejections > 0 {
        parts.push(count(round.rejections, "rejection"));
    }
    if round.timeouts > 0 {
        parts.push(count(round.timeouts, "timeout"));
    }
    if round.ignored > 0 {
        parts.push(format!("{} ignored in the cooldown", count(round.ignored, "bad signal")));
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
        let good = count(round.paused, "good answer");
        parts.push(format!("{good} did not raise it: the cooldown pauses raises too"));
    }
    let text = parts.join("; ");
    let mut letters = text.chars();
    let first = letters.next().map_or_else(String::new, |letter| letter.to_uppercase().to_string());
    format!("{first}{}.", letters.as_str())
}

/// Why the last good answer that met too little in use did not raise.
fn blocked(run: &Simulation, round: &Round, detail: &Detail) -> String {
    let unit = run.unit();
    let last = detail.steps.iter().rev().find_map(|step| match step.did {
        Did::Answered { taken: Some(taken), .. } if taken.effect == Effect::Blocked => Some((step.at_us, taken)),
        _ => None,
    });
    let good = count(round.blocked, "good answer");
    match last.and_then(|(at_us, taken)| Some((at_us, taken.before, taken.estimate?))) {
        Some((at_us, limit, used)) => {
            let bar = rate(bar(limit, run.settings_at(at_us)), unit);
            let needed = needed(run.version().bar_op());
            format!("{good} did not raise it: {} in use, {needed} {bar} needed", rate(used as f64, unit))
        }
        None => format!("{good} did not raise it"),
    }
}

fn count(number: u32, what: &str) -> String {
    let plural = if number == 1 {
        ""
    } else if what.ends_with("ch") {
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
