//! The coordinator's round: asks the strategy which shards to stop and starts their hand-offs.

use super::log::RoundLog;
use super::reason::{Explain, NodeId, Rule, ShardId, Subject};
use super::ring;
use super::round::{Decision, Flight, Phase, Verdict};
use super::rules::weighted::StopRule;
use super::rules::{
    ClusterView, Halt, ShardSelection, external, gate, hashing, least, limit, weighted,
};
use super::settings::Key;
use super::simulation::Simulation;
use super::state::State;
use super::strategy::Strategy;
use super::weights::{assign_weights, regions};
use super::world::millis;
use crate::engine::chance::draw_unit;
use crate::engine::{Op, Operand, Unit};

/// Runs the coordinator's round: selects shards and starts their hand-offs.
pub fn decide(
    simulation: &Simulation,
    state: &mut State,
    now_ms: u64,
    log: &mut RoundLog,
    explain: &mut Explain,
) -> Decision {
    let regions = regions(simulation, state);
    let in_progress = state.in_progress();
    let lists: Vec<&[ShardId]> = regions
        .iter()
        .map(|region| &state.nodes[region.node.index()].shards[..])
        .collect();
    let count = |phase: Phase| {
        state
            .nodes
            .iter()
            .filter(|node| node.phase == phase)
            .count()
    };
    let view = ClusterView {
        regions: &regions,
        lists: &lists,
        in_progress: &in_progress,
        unreachable: count(Phase::Dead),
        joining: count(Phase::Joining),
    };
    let mut decision = Decision {
        verdict: Verdict::Balanced,
        halt: None,
        mode: None,
        fallback: None,
        pair: None,
        surplus: f64::NAN,
        deficit: f64::NAN,
        stop: None,
        tolerance: f64::NAN,
        capped: None,
        cap: None,
        stopped: 0,
        targets: vec![f64::NAN; state.nodes.len()],
        table_age_s: f64::NAN,
        coverage_percent: f64::NAN,
    };
    let chosen = match simulation.strategy.stop_rule() {
        Some(rule) => weighted_round(
            simulation,
            state,
            now_ms,
            &view,
            rule,
            &mut decision,
            explain,
        ),
        None => baseline_round(simulation, state, &view, &mut decision, explain),
    };
    let shards = match chosen {
        Ok(ShardSelection { shards, cap }) => {
            decision.cap = cap;
            shards
        }
        Err(halt) => {
            decision.halt = Some(halt);
            Vec::new()
        }
    };
    decision.stopped = shards.len() as u32;
    decision.verdict = verdict(&decision);
    // Only the weighted strategies select a pair; with `destination` 0 its destination is fixed when shards stop.
    let is_named = simulation.get(Key::Destination) == 0.0;
    let destination = decision
        .pair
        .filter(|_| is_named)
        .map(|(_, destination)| destination);
    let owners: Vec<(ShardId, NodeId)> = owners(&view, shards);
    start_handoffs(simulation, state, now_ms, owners, destination, log, explain);
    decision
}

/// The verdict that summarises a decision.
fn verdict(decision: &Decision) -> Verdict {
    match decision.halt {
        None if decision.stopped > 0 => Verdict::Moves,
        Some(Halt::InHandoff(_) | Halt::Full(_)) => Verdict::Waits,
        Some(Halt::NoRegion | Halt::Versions(_) | Halt::Unreachable(_) | Halt::Joining(_)) => {
            Verdict::Closed
        }
        _ if decision.fallback.is_some() => Verdict::Keeps,
        _ => Verdict::Balanced,
    }
}

fn owners(view: &ClusterView<'_>, chosen: Vec<ShardId>) -> Vec<(ShardId, NodeId)> {
    let mut sorted = chosen.clone();
    sorted.sort_unstable();
    let mut owner = vec![None; sorted.len()];
    for (region, list) in view.regions.iter().zip(view.lists) {
        for shard in *list {
            if let Ok(place) = sorted.binary_search(shard) {
                owner[place] = Some(region.node);
            }
        }
    }
    let of = |shard: ShardId| {
        sorted
            .binary_search(&shard)
            .ok()
            .and_then(|place| owner[place])
    };
    chosen
        .into_iter()
        .filter_map(|shard| of(shard).map(|node| (shard, node)))
        .collect()
}

fn weighted_round(
    simulation: &Simulation,
    state: &State,
    now_ms: u64,
    view: &ClusterView<'_>,
    rule: StopRule,
    decision: &mut Decision,
    explain: &mut Explain,
) -> Result<ShardSelection, Halt> {
    let mut regions = view.regions.to_vec();
    let weight_source = assign_weights(simulation, state, now_ms, &mut regions, explain);
    (decision.mode, decision.fallback) = (Some(weight_source.mode), weight_source.fallback);
    (decision.table_age_s, decision.coverage_percent) =
        (weight_source.table_age_s, weight_source.coverage_percent);
    let (total, weight) = (state.placed(), weighted::total_weight(&regions));
    for region in &regions {
        let target = total as f64 * region.weight as f64 / (weight as f64).max(1.0);
        decision.targets[region.node.index()] = target;
    }
    gate::check_no_handoffs(view, explain)?;
    gate::check_gate(view, simulation.get(Key::VersionGate) != 0.0, explain)?;
    let round_limits = round_limits(simulation);
    let cap = limit(total as usize, round_limits.relative, round_limits.absolute);
    let tolerance = (simulation.get(Key::Tolerance) as u64).max(1);
    let plan = weighted::plan(&regions, total, rule, tolerance, &cap, explain)?;
    let pair = plan.pair;
    decision.pair = Some((regions[pair.source].node, regions[pair.destination].node));
    decision.surplus = pair.surplus as f64 / pair.weight as f64;
    decision.deficit = pair.deficit as f64 / pair.weight as f64;
    (decision.stop, decision.tolerance) = (Some(plan.stop), tolerance as f64);
    if !plan.stop.continues() {
        return Err(Halt::Near);
    }
    let exchange = plan.exchange;
    decision.capped = exchange.is_capped.then_some(exchange.possible);
    let moves = exchange.moves as usize;
    let mut shards = Vec::with_capacity(moves);
    for (place, shard) in view.lists[pair.source].iter().enumerate() {
        let left = Operand::measure(place as f64 + 1.0, "its place by age");
        let right = Operand::measure(moves as f64, "shards that move");
        // Shards are sorted by age, so all after the first that stays also stay and give no reason of their own.
        if !explain.check(
            Subject::Shard(*shard),
            Rule::Oldest,
            left,
            Op::AtMost,
            right,
            Unit::Count,
        ) {
            break;
        }
        shards.push(*shard);
    }
    Ok(ShardSelection {
        shards,
        cap: Some(cap),
    })
}

/// Akka's limits of a round, from the settings.
fn round_limits(simulation: &Simulation) -> least::Limits {
    least::Limits {
        absolute: simulation.get(Key::AbsoluteLimit) as usize,
        relative: simulation.get(Key::RelativeLimit),
    }
}

fn baseline_round(
    simulation: &Simulation,
    state: &State,
    view: &ClusterView<'_>,
    decision: &mut Decision,
    explain: &mut Explain,
) -> Result<ShardSelection, Halt> {
    let even = view.total() as f64 / view.regions.len().max(1) as f64;
    let is_least = !matches!(
        simulation.strategy,
        Strategy::ConsistentHashing | Strategy::External
    );
    for region in view.regions.iter().filter(|_| is_least) {
        decision.targets[region.node.index()] = even;
    }
    match simulation.strategy {
        Strategy::LeastDeprecated => {
            let (threshold, most) = (
                simulation.get(Key::Threshold),
                simulation.get(Key::MaxSimultaneous),
            );
            least::rebalance_deprecated(
                view,
                threshold as usize,
                most as usize,
                &ring::compare_as_text,
                explain,
            )
        }
        Strategy::ConsistentHashing => {
            let ring = ring::current_ring(simulation, state, view.regions);
            let owner = |shard: ShardId| ring::ring_owner(simulation, &ring, shard);
            hashing::rebalance(
                view,
                simulation.get(Key::HashLimit) as usize,
                &owner,
                explain,
            )
        }
        Strategy::External => external::rebalance(view, &|shard| state.wanted(shard), explain),
        strategy => least::rebalance(
            view,
            round_limits(simulation),
            strategy == Strategy::Least2026,
            explain,
        ),
    }
}

/// Starts the hand-off of shards from their nodes, to `to` where the destination is fixed already.
pub(crate) fn start_handoffs(
    simulation: &Simulation,
    state: &mut State,
    now_ms: u64,
    shards: Vec<(ShardId, NodeId)>,
    to: Option<NodeId>,
    log: &mut RoundLog,
    explain: &mut Explain,
) {
    let (stop_s, spread) = (
        simulation.get(Key::StopTime),
        simulation.get(Key::StopSpread),
    );
    let timeout_s = simulation.get(Key::HandoffTimeout);
    for (shard, from) in shards {
        let chance = match spread {
            0.0 => 0.0,
            _ => draw_unit(simulation.seed, "stop time", &shard.0.to_string(), now_ms) * 2.0 - 1.0,
        };
        let takes_s = stop_s * (1.0 + spread * chance);
        let takes_ms = millis(takes_s.min(timeout_s));
        // Random stop times are rounded up to 0.1 s, so that several hand-offs can complete at once.
        let lands_ms = now_ms
            + if spread > 0.0 {
                takes_ms.div_ceil(100) * 100
            } else {
                takes_ms
            };
        let mut flight = Flight {
            shard,
            from: Some(from),
            to,
            left_ms: now_ms,
            lands_ms,
            is_sudden: false,
            is_named: to.is_some(),
            fails: false,
        };
        match state.nodes[from.index()].down_ms() {
            Some(down_ms) => time_out_handoff(simulation, &mut flight, down_ms, explain),
            None => flight.fails = !is_in_time(simulation, shard, takes_s, explain),
        }
        state.nodes[from.index()].stopping += 1;
        if let Some(to) = to {
            state.nodes[to.index()].arriving += 1;
        }
        state.flights.push(flight);
        log.stopped += 1;
    }
    state.sort_flights();
}

/// Whether a shard stops before the hand-off timeout.
fn is_in_time(
    simulation: &Simulation,
    shard: ShardId,
    takes_s: f64,
    explain: &mut Explain,
) -> bool {
    let left = Operand::measure(takes_s, "time it takes to stop");
    let right = Operand::setting(
        simulation.get(Key::HandoffTimeout),
        "hand-off timeout",
        "handoff-timeout",
    );
    explain.check(
        Subject::Shard(shard),
        Rule::HandoffTime,
        left,
        Op::AtMost,
        right,
        Unit::Seconds,
    )
}

/// Ends a hand-off from a dead node, which never confirms the stop: at the hand-off timeout, where the shard stays, or
/// once the node is down (`down_ms`), where the shard is allocated again.
pub(crate) fn time_out_handoff(
    simulation: &Simulation,
    flight: &mut Flight,
    down_ms: u64,
    explain: &mut Explain,
) {
    flight.fails = !is_in_time(simulation, flight.shard, f64::INFINITY, explain);
    let given_up_ms = flight.left_ms + millis(simulation.get(Key::HandoffTimeout));
    flight.lands_ms = given_up_ms.min(down_ms + 1);
}
