//! A round in one sentence.

use super::reason::NodeId;
use super::round::{Decision, Detail, Flight, Happening, Phase, Round, Verdict};
use super::rules::knative::Mode;
use super::rules::weighted::StopRule;
use super::settings::Key;
use super::simulation::Simulation;
use super::story::shards;
use super::strategy::Strategy;
use crate::run::Unit;
use crate::run::words::{said, trimmed};

/// The round in one sentence.
pub fn headline(simulation: &Simulation, round: &Round, detail: &Detail) -> String {
    let mut parts = vec![decided(simulation, &detail.decision, detail)];
    for phase in [Phase::Joining, Phase::Up, Phase::Leaving, Phase::Dead, Phase::Gone] {
        let happened = detail.happenings.iter().filter_map(|(_, happening)| match happening {
            Happening::Phase(node, now) if *now == phase => Some(*node),
            _ => None,
        });
        match happened.collect::<Vec<_>>()[..] {
            [] => {}
            [node] => parts.push(format!("{} {}", simulation.name(node), verb(phase, false))),
            ref nodes => parts.push(format!("{} nodes {}", nodes.len(), verb(phase, true))),
        }
    }
    if round.appeared > 0 {
        let verb = if round.appeared == 1 { "appears" } else { "appear" };
        parts.push(format!("{} {verb}", shards(u64::from(round.appeared))));
    }
    format!("{}.", parts.join("; "))
}

fn verb(phase: Phase, are_many: bool) -> &'static str {
    match (phase, are_many) {
        (Phase::Joining, false) => "joins",
        (Phase::Joining, true) => "join",
        (Phase::Up, false) => "is up",
        (Phase::Up, true) => "are up",
        (Phase::Leaving, false) => "leaves",
        (Phase::Leaving, true) => "leave",
        (Phase::Dead, false) => "dies",
        (Phase::Dead, true) => "die",
        (Phase::Absent | Phase::Gone, false) => "is gone",
        (Phase::Absent | Phase::Gone, true) => "are gone",
    }
}

/// The stop test in signs, "15 + 5 = 20 > 1", as the lane's rule makes it; empty where no pair was looked at.
pub fn stop_test(simulation: &Simulation, decision: &Decision) -> String {
    let (Some(rule), Some(_)) = (simulation.strategy().stop_rule(), decision.pair) else { return String::new() };
    let number = |value: f64| trimmed(value, 2);
    let (surplus, deficit) = (decision.surplus, decision.deficit);
    let tolerance = simulation.get(Key::Tolerance);
    let goes_on = decision.stopped > 0;
    match rule {
        StopRule::Exchange => {
            let sign = if goes_on { ">" } else { "≤" };
            let (sum, line) = (number(surplus + deficit), number(tolerance));
            format!("surplus {} + deficit {} = {sum} {sign} {line}", number(surplus), number(deficit))
        }
        StopRule::Both | StopRule::LiteralOr => {
            let word = if rule == StopRule::Both { "or" } else { "and" };
            let sign = |value: f64| if value > tolerance { ">" } else { "≤" };
            format!(
                "surplus {} {} {line} {word} deficit {} {} {line}",
                number(surplus),
                sign(surplus),
                number(deficit),
                sign(deficit),
                line = number(tolerance)
            )
        }
    }
}

fn decided(simulation: &Simulation, decision: &Decision, detail: &Detail) -> String {
    let stopped = u64::from(decision.stopped);
    match (decision.verdict, decision.pair) {
        (Verdict::Moves, Some((giver, taker))) => {
            let (giver, taker) = (simulation.name(giver), simulation.name(taker));
            format!("{giver} gives {taker} {}: {}", shards(stopped), stop_test(simulation, decision))
        }
        (Verdict::Moves, None) => {
            let mut givers: Vec<NodeId> = detail
                .flights
                .iter()
                .filter(|flight| flight.left_ms == detail.from_ms)
                .filter_map(|f| f.from)
                .collect();
            givers.sort();
            givers.dedup();
            let verb = if stopped == 1 { "is" } else { "are" };
            match givers[..] {
                [giver] => format!("{} {verb} stopped on {}", shards(stopped), simulation.name(giver)),
                _ => format!("{} {verb} stopped on {} nodes", shards(stopped), givers.len()),
            }
        }
        (Verdict::Level, Some(_)) => format!("Nothing to move: {}", stop_test(simulation, decision)),
        (Verdict::Level, None) => format!("Nothing to move: {}", level(simulation)),
        (Verdict::Waits, _) => {
            let in_handoff = |flight: &&Flight| flight.left_ms < detail.from_ms && flight.lands_ms > detail.from_ms;
            let count = detail.flights.iter().filter(in_handoff).count() as u64;
            let verb = if count == 1 { "is" } else { "are" };
            format!("Nothing more is stopped: {} {verb} still in hand-off", shards(count))
        }
        (Verdict::Closed, _) => format!("Nothing is rebalanced: {}", closed(detail)),
        (Verdict::Keeps, _) if decision.mode == Some(Mode::Equal) => {
            "Nothing to move: there is no shard yet".to_owned()
        }
        (Verdict::Keeps, _) => format!("Every node keeps what it has: {}", kept(simulation, decision)),
    }
}

fn level(simulation: &Simulation) -> String {
    match simulation.strategy() {
        Strategy::LeastDeprecated => {
            let threshold = simulation.get(Key::Threshold) as u64;
            format!("most less least is no more than {threshold}")
        }
        Strategy::ConsistentHashing => "every shard is where the ring wants it".to_owned(),
        Strategy::External => "no shard is wanted elsewhere".to_owned(),
        _ => "nobody has more than the even part".to_owned(),
    }
}

fn closed(detail: &Detail) -> String {
    let count = |phase: Phase| detail.nodes.iter().filter(|node| node.phase == phase).count();
    match (count(Phase::Dead), count(Phase::Joining)) {
        (0, 0) => "the nodes have more than one version".to_owned(),
        (0, 1) => "a member is on its way in".to_owned(),
        (0, joining) => format!("{joining} members are on their way in"),
        (1, _) => "a member does not answer".to_owned(),
        (dead, _) => format!("{dead} members do not answer"),
    }
}

fn kept(simulation: &Simulation, decision: &Decision) -> String {
    let oldest = simulation.get(Key::OldestTable);
    if decision.table_age_s > oldest {
        let (age, oldest) = (said(decision.table_age_s, Unit::Seconds), said(oldest, Unit::Seconds));
        return format!("the route table is {age} old, more than {oldest}");
    }
    if decision.table_age_s.is_nan() {
        return if simulation.reads_table() { "no route table yet" } else { "no node weighs anything" }.to_owned();
    }
    format!("only {} of the traffic has nodes", said(decision.coverage_percent, Unit::Percent))
}
