//! A sentence for each round.

use super::explanation::shards;
use super::reason::NodeId;
use super::round::{Decision, Detail, Phase, Round, Verdict, WorldChange};
use super::rules::Halt;
use super::rules::knative::{FallbackReason, Mode};
use super::rules::weighted::Stop;
use super::simulation::Simulation;
use crate::engine::Unit;
use crate::engine::format::{format_number, format_value};

/// A sentence that summarises the round.
pub fn headline(simulation: &Simulation, round: &Round, detail: &Detail) -> String {
    let mut parts = vec![describe_decision(simulation, &detail.decision, detail)];
    for phase in [
        Phase::Joining,
        Phase::Up,
        Phase::Leaving,
        Phase::Dead,
        Phase::Gone,
    ] {
        let happened = detail
            .world_changes
            .iter()
            .filter_map(|(_, happening)| match happening {
                WorldChange::Phase(node, now) if *now == phase => Some(*node),
                _ => None,
            });
        match happened.collect::<Vec<_>>()[..] {
            [] => {}
            [node] => parts.push(format!("{} {}", simulation.name(node), verb(phase, false))),
            ref nodes => parts.push(format!("{} nodes {}", nodes.len(), verb(phase, true))),
        }
    }
    if round.appeared > 0 {
        let verb = if round.appeared == 1 {
            "appears"
        } else {
            "appear"
        };
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

/// The stop test as a formula, "15 + 5 = 20 > 1", by the variant's stop rule; empty where no pair was compared.
pub(crate) fn stop_test(decision: &Decision) -> String {
    let sign = |is_above: bool| if is_above { ">" } else { "≤" };
    let [surplus, deficit, sum, line] = [
        decision.surplus,
        decision.deficit,
        decision.surplus + decision.deficit,
        decision.tolerance,
    ]
    .map(|value| format_number(value, 2));
    let both = |more: bool, word: &str, less: bool| {
        format!(
            "surplus {surplus} {} {line} {word} deficit {deficit} {} {line}",
            sign(more),
            sign(less)
        )
    };
    match decision.stop {
        None => String::new(),
        Some(Stop::Sum(is_above)) => {
            format!(
                "surplus {surplus} + deficit {deficit} = {sum} {} {line}",
                sign(is_above)
            )
        }
        Some(Stop::Either(more, less)) => both(more, "or", less),
        Some(Stop::Each(more, less)) => both(more, "and", less),
    }
}

fn describe_decision(simulation: &Simulation, decision: &Decision, detail: &Detail) -> String {
    let stopped = u64::from(decision.stopped);
    match (decision.verdict, decision.pair) {
        (Verdict::Moves, Some((source, destination))) => {
            let (source, destination) = (simulation.name(source), simulation.name(destination));
            format!(
                "{source} gives {destination} {}: {}",
                shards(stopped),
                stop_test(decision)
            )
        }
        (Verdict::Moves, None) => {
            let mut givers: Vec<NodeId> = detail
                .flights
                .iter()
                .filter(|flight| flight.left_ms == detail.from_ms)
                .filter_map(|f| f.from)
                .collect();
            givers.sort_unstable();
            givers.dedup();
            let verb = if stopped == 1 { "is" } else { "are" };
            match givers[..] {
                [source] => format!(
                    "{} {verb} stopped on {}",
                    shards(stopped),
                    simulation.name(source)
                ),
                _ => format!(
                    "{} {verb} stopped on {} nodes",
                    shards(stopped),
                    givers.len()
                ),
            }
        }
        (Verdict::Keeps, _) => {
            let why = decision
                .fallback
                .filter(|_| decision.mode != Some(Mode::Equal))
                .map(describe_fallback);
            why.map_or(
                "Nothing to move: there are no shards yet".to_owned(),
                |why| format!("Every node keeps its shards: {why}"),
            )
        }
        (verdict, _) => {
            let what = match verdict {
                Verdict::Waits => "Nothing more is stopped",
                Verdict::Closed => "Nothing is rebalanced",
                _ => "Nothing to move",
            };
            decision.halt.map_or(what.to_owned(), |halt| {
                format!("{what}: {}", describe_halt(halt, decision))
            })
        }
    }
}

/// Why the round stopped no shard.
fn describe_halt(halt: Halt, decision: &Decision) -> String {
    match halt {
        Halt::NoRegion => "there is no node".to_owned(),
        Halt::Versions(_) => "the nodes have more than one version".to_owned(),
        Halt::Unreachable(1) => "a member is unreachable".to_owned(),
        Halt::Unreachable(dead) => format!("{dead} members are unreachable"),
        Halt::Joining(1) => "a member is joining".to_owned(),
        Halt::Joining(joining) => format!("{joining} members are joining"),
        Halt::InHandoff(count) | Halt::Full(count) => {
            format!(
                "{} {} still in hand-off",
                shards(count as u64),
                if count == 1 { "is" } else { "are" }
            )
        }
        Halt::Weightless => "no node accepts shards".to_owned(),
        Halt::Near => stop_test(decision),
        Halt::Threshold(threshold) => {
            format!("the fullest and the emptiest node differ by at most {threshold}")
        }
        Halt::Even => "no node has more than the even share".to_owned(),
        Halt::OnRing => "every shard is where the ring wants it".to_owned(),
        Halt::AsWanted => "no shard is wanted elsewhere".to_owned(),
    }
}

fn describe_fallback(fallback: FallbackReason) -> String {
    match fallback {
        FallbackReason::NoTable => "no route table yet".to_owned(),
        FallbackReason::Old(age_s, oldest_s) => {
            let (age, oldest) = (
                format_value(age_s, Unit::Seconds),
                format_value(oldest_s, Unit::Seconds),
            );
            format!("the route table is {age} old, more than {oldest}")
        }
        FallbackReason::Uncovered(percent, _) => {
            format!("only {percent} % of the traffic has nodes")
        }
        FallbackReason::Weightless => "all weights are 0".to_owned(),
    }
}
