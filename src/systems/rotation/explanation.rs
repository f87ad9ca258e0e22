//! Sentences for reasons, and a sentence for each slice.

use super::ground_truth::Reachability;
use super::plan::Plan;
use super::reason::{AddressId, ProducerId, Reason, Subject};
use super::round::{Detail, Failure, Round};
use crate::engine::Unit;
use crate::engine::format::{format_grouped, format_number, format_operand};
use crate::simulator::sentence::fill;

/// The display name of a producer.
pub(crate) fn producer_name(plan: &Plan, producer: ProducerId) -> &str {
    plan.fleet
        .get(producer as usize)
        .map_or("nobody", |about| about.name.as_str())
}

/// The display name of an address.
pub(crate) fn address_name(plan: &Plan, address: AddressId) -> &str {
    plan.ground_truth
        .addresses
        .get(usize::from(address))
        .map_or("nobody", |about| about.name.as_str())
}

/// The display name of a subject.
pub fn name(plan: &Plan, subject: Subject) -> String {
    match subject {
        Subject::Round => "the fleet".to_owned(),
        Subject::Producer(producer) => producer_name(plan, producer).to_owned(),
        Subject::Broker(address) => address_name(plan, address).to_owned(),
        Subject::Pair(producer, address) => {
            format!(
                "{} → {}",
                producer_name(plan, producer),
                address_name(plan, address)
            )
        }
    }
}

/// The sentence of a reason.
pub fn sentence(plan: &Plan, reason: &Reason) -> String {
    let (producer, broker) = match reason.subject {
        Subject::Round => ("", ""),
        Subject::Producer(producer) => (producer_name(plan, producer), ""),
        Subject::Broker(address) => ("", address_name(plan, address)),
        Subject::Pair(producer, address) => {
            (producer_name(plan, producer), address_name(plan, address))
        }
    };
    let name = |placeholder: &str| match placeholder {
        "producer" => Some(producer.to_owned()),
        "broker" => Some(broker.to_owned()),
        _ => None,
    };
    let template = reason
        .rule
        .template(reason.evidence.holds().unwrap_or(true));
    fill(template, &reason.evidence, side, name)
}

/// An operand as text; long durations are converted from milliseconds to seconds.
fn side(side: &crate::engine::Operand, unit: Unit) -> String {
    match (unit, side.number()) {
        (Unit::Millis, value) if value >= 1000.0 => {
            format!("{} s", format_number(value / 1000.0, 2))
        }
        _ => format_operand(side, unit),
    }
}

/// A count with its noun.
fn counted(count: u32, one: &str, many: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{} {many}", format_grouped(f64::from(count)))
    }
}

/// A sentence that summarises the slice: world events, their effects, or the balance of the loads.
pub fn headline(plan: &Plan, round: &Round, detail: &Detail) -> String {
    let mut parts = world_events(plan, detail);
    let counts = &round.counts;
    if counts.restarted > 0 {
        parts.push(format!(
            "{} restarted",
            counted(counts.restarted, "producer is", "producers are")
        ));
    }
    if counts.refreshed > 0 {
        parts.push(format!(
            "{} new metadata",
            counted(counts.refreshed, "producer gets", "producers get")
        ));
    }
    if counts.failed() > 0 {
        parts.push(failed(round));
    }
    if counts.stalled > 0 {
        parts.push(stalled(plan, counts.stalled, detail));
    }
    if counts.forgotten > 0 {
        parts.push(format!(
            "{} forgotten",
            counted(counts.forgotten, "endpoint is", "endpoints are")
        ));
    } else if counts.moved_to_end > 0 {
        parts.push(format!(
            "{} to the end of a list",
            counted(counts.moved_to_end, "endpoint moves", "endpoints move")
        ));
    }
    if parts.is_empty() {
        return even(round);
    }
    parts.truncate(4);
    let mut text = parts.join("; ");
    text.push('.');
    capital(text)
}

fn capital(text: String) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}

/// The events of brokers in a slice, in a few words each.
pub(crate) fn world_events(plan: &Plan, detail: &Detail) -> Vec<String> {
    let ground_truth = &plan.ground_truth;
    let within = |time: u64| (detail.from_us..detail.until_us).contains(&time);
    let mut parts = Vec::new();
    for address in &ground_truth.addresses {
        let replaced = within(address.gone_us);
        for (_, reachability) in address.changes.iter().filter(|(time, _)| within(*time)) {
            let change = match reachability {
                Reachability::Up => "is up again",
                Reachability::Refused if replaced => {
                    "is replaced by another address, and refuses connections"
                }
                Reachability::BlackHole if replaced => {
                    "is replaced by another address, and does not answer"
                }
                Reachability::Refused => "goes down and refuses connections",
                Reachability::BlackHole => "goes down and does not answer",
            };
            parts.push(format!("{} {change}", address.name));
        }
    }
    if ground_truth.redirects_us.iter().any(|time| within(*time)) {
        parts.push("every producer’s next write will be redirected".to_owned());
    }
    if parts.len() > 3 {
        let more = parts.len() - 2;
        parts.truncate(2);
        parts.push(format!("{more} more changes of brokers"));
    }
    parts
}

fn failed(round: &Round) -> String {
    let counts = &round.counts;
    let most = Failure::ALL
        .into_iter()
        .max_by_key(|failure| counts.failed[*failure as usize]);
    let why = most.map_or("", Failure::label);
    let others = most.is_some_and(|most| counts.failed[most as usize] < counts.failed());
    format!(
        "{} ({}{why})",
        counted(counts.failed(), "send fails", "sends fail"),
        if others { "most: " } else { "" }
    )
}

fn stalled(plan: &Plan, stalled: u32, detail: &Detail) -> String {
    let mut before: Vec<AddressId> = Vec::new();
    for one in &detail.tries {
        if !before.contains(&one.address) {
            before.push(one.address);
        }
    }
    let names: Vec<&str> = before
        .iter()
        .take(3)
        .map(|address| address_name(plan, *address))
        .collect();
    let more = if before.len() > 3 { " and others" } else { "" };
    format!(
        "{} by {}{more}",
        counted(stalled, "producer is blocked", "producers are blocked"),
        names.join(", ")
    )
}

fn even(round: &Round) -> String {
    let percent = |cv: f64| format!("{} %", format_number(cv * 100.0, 0));
    let idle = match round.idle {
        0 => String::new(),
        idle => format!(
            "{} nothing; ",
            counted(idle, "broker carries", "brokers carry")
        ),
    };
    capital(format!(
        "{idle}{} are sent; loads differ by {}, {} for a random choice.",
        counted(round.counts.sends, "send", "sends"),
        percent(round.measured.cv),
        percent(round.expected.cv),
    ))
}
