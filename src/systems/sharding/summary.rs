//! The summary of a round: the world at its start, the true targets, and the counts at its end.

use std::sync::Arc;

use super::log::RoundLog;
use super::reason::NodeId;
use super::round::{ABSENT, Decision, Detail, Flight, NodeSnapshot, Phase, Round};
use super::rules::{knative, weighted};
use super::simulation::Simulation;
use super::state::State;

/// The world at the start of a round.
pub(crate) struct RoundStart {
    nodes: Vec<NodeSnapshot>,
    traffic: Vec<(u16, u32)>,
    unassigned: u32,
    events: usize,
}

/// The true weight of each node: by the current route table if the world has one, otherwise the manual weight. Independent
/// of the variant's strategy, so that variants are comparable. Nodes that are not Up have weight 0.
pub(crate) fn true_weights(simulation: &Simulation, state: &State) -> Vec<u64> {
    let mut weights = vec![0; state.nodes.len()];
    let up: Vec<usize> = (0..weights.len())
        .filter(|place| state.nodes[*place].phase == Phase::Up)
        .collect();
    if simulation.has_table && !state.traffic.is_empty() {
        let revisions: Vec<u16> = up
            .iter()
            .map(|place| simulation.nodes[*place].revision)
            .collect();
        let by_table = knative::weights(&state.traffic, &revisions);
        up.iter()
            .zip(by_table)
            .for_each(|(place, weight)| weights[*place] = weight);
    } else {
        up.iter()
            .for_each(|place| weights[*place] = u64::from(state.nodes[*place].weight));
    }
    weights
}

/// Captures the world before any decision.
pub(crate) fn capture_start(simulation: &Simulation, state: &State) -> RoundStart {
    let in_progress = state.in_progress();
    let weights = true_weights(simulation, state);
    let sum = weights.iter().sum::<u64>() as f64;
    let whole = weighted::largest_remainder(&weights, u64::from(state.shards));
    let at = |place: usize| NodeSnapshot {
        phase: state.nodes[place].phase,
        shards: state.running(NodeId(place as u32), &in_progress),
        weight: weights[place],
        target: if sum > 0.0 {
            f64::from(state.shards) * weights[place] as f64 / sum
        } else {
            f64::NAN
        },
        whole_target: whole[place],
    };
    RoundStart {
        nodes: (0..state.nodes.len()).map(at).collect(),
        traffic: state.traffic.clone(),
        unassigned: state.unassigned.len() as u32,
        events: state.next_event,
    }
}

/// Half the sum of |shards − exact target| over all nodes, in shards; 0 where all weights are 0.
pub fn misplaced(weights: &[u64], counts: &[u32], shards: u32) -> f64 {
    let sum = weights.iter().sum::<u64>() as f64;
    if sum == 0.0 {
        return 0.0;
    }
    let distance = |(weight, count): (&u64, &u32)| {
        let target = f64::from(shards) * *weight as f64 / sum;
        let count = if *count == ABSENT { 0 } else { *count };
        (f64::from(count) - target).abs()
    };
    weights.iter().zip(counts).map(distance).sum::<f64>() / 2.0
}

/// Builds the record and the detail of a finished round.
pub(crate) fn finish_round(
    simulation: &Simulation,
    state: &mut State,
    (from_ms, to_ms): (u64, u64),
    start: RoundStart,
    decision: Decision,
    log: RoundLog,
) -> (Round, Detail) {
    let counts: Arc<[u32]> = state
        .nodes
        .iter()
        .map(|node| {
            if node.phase.is_present() {
                node.running()
            } else {
                ABSENT
            }
        })
        .collect();
    let weights = true_weights(simulation, state);
    let (shares, wanted) = shares(simulation, state, &counts, &weights);
    let is_weightless = |place: &usize| weights[*place] == 0;
    let up = || {
        (0..counts.len())
            .filter(|place| state.nodes[*place].phase == Phase::Up)
            .filter(is_weightless)
    };
    let released = state.nodes.iter().filter(|node| node.is_released).count() as u32;
    let back = |flight: &&Flight| flight.from.is_some() && flight.from == flight.to;
    let came_back = log.landed.iter().filter(back).count() as u32;
    let landed = log
        .landed
        .iter()
        .filter(|flight| flight.from.is_some())
        .count() as u32
        - came_back;
    let mut flights = log.landed;
    flights.extend(state.flights.iter().rev().copied());
    let unallocated_ms = unallocated_ms(&flights, state, from_ms, to_ms);
    let round = Round {
        shares_percent: shares,
        target_percent: wanted,
        misplaced: misplaced(&weights, &counts, state.shards),
        stopped: log.stopped,
        landed,
        came_back,
        appeared: log.appeared,
        unassigned: (state.flights.len() + state.unassigned.len()) as u32,
        unallocated_ms,
        releasable: up()
            .filter(|place| state.nodes[*place].shards.is_empty())
            .count() as u32
            + released,
        held_back: up()
            .filter(|place| !state.nodes[*place].shards.is_empty())
            .count() as u32,
        released,
        is_eventful: !log.world_changes.is_empty()
            || log.appeared > 0
            || state.next_event > start.events,
        counts,
    };
    let detail = Detail {
        from_ms,
        to_ms,
        nodes: start.nodes,
        decision,
        flights,
        world_changes: log.world_changes,
        traffic: start.traffic,
        unassigned: start.unassigned,
    };
    (round, detail)
}

/// Time without a running node within the round, summed over all shards, in milliseconds.
fn unallocated_ms(flights: &[Flight], state: &State, from_ms: u64, to_ms: u64) -> u64 {
    let within = |from: u64, to: u64| to.min(to_ms).saturating_sub(from.max(from_ms));
    let flying: u64 = flights
        .iter()
        .map(|flight| within(flight.left_ms, flight.lands_ms))
        .sum();
    flying
        + state
            .unassigned
            .iter()
            .map(|(_, _, since_ms)| within(*since_ms, to_ms))
            .sum::<u64>()
}

/// Actual and target share of each revision, in percent of all shards.
fn shares(
    simulation: &Simulation,
    state: &State,
    counts: &[u32],
    weights: &[u64],
) -> (Arc<[f32]>, Arc<[f32]>) {
    let mut held = vec![0_u64; simulation.revisions.len()];
    let mut weight = vec![0_u64; held.len()];
    for (place, info) in simulation.nodes.iter().enumerate() {
        if counts[place] != ABSENT {
            held[usize::from(info.revision)] += u64::from(counts[place]);
        }
        weight[usize::from(info.revision)] += weights[place];
    }
    let percent = |parts: &[u64]| -> Arc<[f32]> {
        let all = parts.iter().sum::<u64>();
        parts
            .iter()
            .map(|part| {
                if all == 0 {
                    0.0
                } else {
                    *part as f32 * 100.0 / all as f32
                }
            })
            .collect()
    };
    if state.traffic.is_empty() {
        return (percent(&held), percent(&weight));
    }
    let mut wanted = vec![0_u64; held.len()];
    state
        .traffic
        .iter()
        .for_each(|(revision, percent)| wanted[usize::from(*revision)] += u64::from(*percent));
    (percent(&held), percent(&wanted))
}
