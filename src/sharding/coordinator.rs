//! The coordinator's round: it asks the strategy which shards to stop, and puts them into hand-off.

use super::course::{self, Log};
use super::reason::{NodeId, Rule, ShardId, Subject, Telling};
use super::round::{Decision, Flight, Phase, Verdict};
use super::rules::knative::{self, Belief, Mode};
use super::rules::{Region, Status, View, external, gate, hashing, least, limit, weighted};
use super::settings::Key;
use super::simulation::{Simulation, millis};
use super::state::State;
use super::strategy::Strategy;
use crate::run::chance::draw_unit;
use crate::run::{Op, Side, Unit};

/// The regions that the coordinator knows, in the order of their addresses, weights as yet 0.
pub fn regions(simulation: &Simulation, state: &State) -> Vec<Region> {
    let known = state.nodes.iter().enumerate().filter(|(_, node)| node.is_region());
    known
        .map(|(place, node)| Region {
            node: NodeId(place as u32),
            status: if node.phase == Phase::Leaving { Status::Leaving } else { Status::Up },
            version: simulation.nodes[place].version,
            up_number: node.up_number,
            listed: node.shards.len(),
            counted: u64::from(node.running() + node.arriving),
            weight: 0,
        })
        .collect()
}

/// Gives the regions the weights that the lane uses now, and says where they come from.
pub fn weigh(
    simulation: &Simulation,
    state: &State,
    now_ms: u64,
    regions: &mut [Region],
    why: &mut Telling,
) -> (Mode, f64, f64) {
    // A node that leaves is to hold nothing.
    let is_staying = |region: &Region| !region.status.is_leaving();
    let staying: Vec<usize> = (0..regions.len()).filter(|place| is_staying(&regions[*place])).collect();
    let (mut age_s, mut coverage) = (f64::NAN, f64::NAN);
    let given = if simulation.reads_table() {
        let revisions: Vec<u16> =
            staying.iter().map(|place| simulation.nodes[regions[*place].node.index()].revision).collect();
        let read = state.read.as_ref();
        let table = read.map_or(&[][..], |read| &read.table);
        let age = read.map(|read| (now_ms - read.at_ms) as f64 / 1000.0);
        (age_s, coverage) = (age.unwrap_or(f64::NAN), f64::from(knative::coverage_percent(table, &revisions)));
        let belief = Belief {
            age_s: age,
            oldest_s: simulation.get(Key::OldestTable),
            min_coverage_percent: simulation.get(Key::MinCoverage) as u32,
        };
        let is_believed = knative::is_believed(table, &revisions, &belief, why);
        is_believed.then(|| (Mode::Traffic, knative::weights(table, &revisions)))
    } else {
        let by_hand = staying.iter().map(|place| u64::from(state.nodes[regions[*place].node.index()].weight));
        Some((Mode::ByHand, by_hand.collect()))
    };
    let counts: Vec<u64> = staying.iter().map(|place| regions[*place].counted).collect();
    let (mode, weights) = knative::in_force(given, &counts, why);
    for (place, weight) in staying.into_iter().zip(weights) {
        regions[place].weight = weight;
    }
    (mode, age_s, coverage)
}

/// Plays the round.
pub fn decide(simulation: &Simulation, state: &mut State, now_ms: u64, log: &mut Log, why: &mut Telling) -> Decision {
    let regions = regions(simulation, state);
    let in_progress = state.in_progress();
    let lists: Vec<&[ShardId]> = regions.iter().map(|region| &state.nodes[region.node.index()].shards[..]).collect();
    let count = |phase: Phase| state.nodes.iter().filter(|node| node.phase == phase).count();
    let view = View {
        regions: &regions,
        lists: &lists,
        in_progress: &in_progress,
        unreachable: count(Phase::Dead),
        joining: count(Phase::Joining),
    };
    let mut decision = Decision {
        verdict: Verdict::Level,
        mode: None,
        pair: None,
        surplus: f64::NAN,
        deficit: f64::NAN,
        cap: cap(simulation, view.total()),
        stopped: 0,
        targets: vec![f64::NAN; state.nodes.len()],
        table_age_s: f64::NAN,
        coverage_percent: f64::NAN,
    };
    let (chosen, taker) = match simulation.strategy {
        Strategy::WeightedExchange | Strategy::WeightedBoth | Strategy::WeightedLiteralOr => {
            weighted_round(simulation, state, now_ms, &view, &mut decision, why)
        }
        _ => (baseline_round(simulation, state, &view, &mut decision, why), None),
    };
    if chosen.is_empty() {
        decision.verdict = verdict(simulation, &view, &decision);
    } else {
        decision.verdict = Verdict::Moves;
        decision.stopped = chosen.len() as u32;
    }
    let owners: Vec<(ShardId, NodeId)> = owners(&view, chosen);
    stop(simulation, state, now_ms, owners, taker, log, why);
    decision
}

/// The most that may be stopped in a round.
fn cap(simulation: &Simulation, total: usize) -> u64 {
    match simulation.strategy {
        Strategy::LeastDeprecated => simulation.get(Key::MaxSimultaneous) as u64,
        Strategy::ConsistentHashing if simulation.get(Key::HashLimit) > 0.0 => simulation.get(Key::HashLimit) as u64,
        Strategy::ConsistentHashing | Strategy::External => total as u64,
        _ => limit(total, simulation.get(Key::RelativeLimit), simulation.get(Key::AbsoluteLimit) as usize).count as u64,
    }
}

/// Why nothing was stopped, for the headline. The reasons say it in full.
fn verdict(simulation: &Simulation, view: &View<'_>, decision: &Decision) -> Verdict {
    let is_weighted = decision.mode.is_some() || simulation.strategy.stop_rule().is_some();
    let waits = is_weighted || matches!(simulation.strategy, Strategy::Least2610 | Strategy::Least2026);
    let mut silent = Telling::silent();
    let asks_versions = !is_weighted || simulation.get(Key::VersionGate) != 0.0;
    let most = simulation.get(Key::MaxSimultaneous) as usize;
    let is_full = simulation.strategy == Strategy::LeastDeprecated && view.in_progress.len() >= most;
    if (waits && !view.in_progress.is_empty()) || is_full {
        Verdict::Waits
    } else if simulation.strategy != Strategy::External && !gate::is_open(view, asks_versions, &mut silent) {
        Verdict::Closed
    } else if matches!(decision.mode, Some(Mode::KeepCurrent | Mode::Equal)) {
        Verdict::Keeps
    } else {
        Verdict::Level
    }
}

fn owners(view: &View<'_>, chosen: Vec<ShardId>) -> Vec<(ShardId, NodeId)> {
    let mut sorted = chosen.clone();
    sorted.sort();
    let mut owner = vec![None; sorted.len()];
    for (region, list) in view.regions.iter().zip(view.lists) {
        for shard in *list {
            if let Ok(place) = sorted.binary_search(shard) {
                owner[place] = Some(region.node);
            }
        }
    }
    let of = |shard: ShardId| sorted.binary_search(&shard).ok().and_then(|place| owner[place]);
    chosen.into_iter().filter_map(|shard| of(shard).map(|node| (shard, node))).collect()
}

fn weighted_round(
    simulation: &Simulation,
    state: &State,
    now_ms: u64,
    view: &View<'_>,
    decision: &mut Decision,
    why: &mut Telling,
) -> (Vec<ShardId>, Option<NodeId>) {
    let nothing = (Vec::new(), None);
    let mut regions = view.regions.to_vec();
    let (mode, age_s, coverage_percent) = weigh(simulation, state, now_ms, &mut regions, why);
    decision.mode = Some(mode);
    (decision.table_age_s, decision.coverage_percent) = (age_s, coverage_percent);
    let (total, weight) = (state.placed(), weighted::weight_of_all(&regions));
    for region in &regions {
        let target = total as f64 * region.weight as f64 / (weight as f64).max(1.0);
        decision.targets[region.node.index()] = target;
    }
    if !gate::is_quiet(view, why) || !gate::is_open(view, simulation.get(Key::VersionGate) != 0.0, why) {
        return nothing;
    }
    let Some(rule) = simulation.strategy.stop_rule() else { return nothing };
    let (tolerance, most) = (simulation.get(Key::Tolerance) as u64, simulation.get(Key::AbsoluteLimit) as usize);
    let cap = limit(total as usize, simulation.get(Key::RelativeLimit), most);
    let Some(plan) = weighted::plan(&regions, total, rule, tolerance, &cap, why) else { return nothing };
    let pair = plan.pair;
    let (giver, taker) = (regions[pair.giver].node, regions[pair.taker].node);
    decision.pair = Some((giver, taker));
    decision.cap = cap.count as u64;
    decision.surplus = pair.surplus as f64 / pair.weight as f64;
    decision.deficit = pair.deficit as f64 / pair.weight as f64;
    let running = view.lists[pair.giver].iter().copied().filter(|shard| !view.is_in_progress(*shard));
    let chosen: Vec<ShardId> = running.take(plan.moves as usize).collect();
    for (place, shard) in chosen.iter().enumerate() {
        let (left, right) = (Side::measure(place as f64 + 1.0, "its place by age"), plan.moves as f64);
        let right = Side::measure(right, "shards that move");
        why.test(Subject::Shard(*shard), Rule::Oldest, left, Op::AtMost, right, Unit::Count);
    }
    let is_named = simulation.get(Key::Destination) == 0.0;
    (chosen, is_named.then_some(taker))
}

fn baseline_round(
    simulation: &Simulation,
    state: &State,
    view: &View<'_>,
    decision: &mut Decision,
    why: &mut Telling,
) -> Vec<ShardId> {
    let even = view.total() as f64 / view.regions.len().max(1) as f64;
    let is_least = !matches!(simulation.strategy, Strategy::ConsistentHashing | Strategy::External);
    for region in view.regions.iter().filter(|_| is_least) {
        decision.targets[region.node.index()] = even;
    }
    match simulation.strategy {
        Strategy::LeastDeprecated => {
            let (threshold, most) = (simulation.get(Key::Threshold), simulation.get(Key::MaxSimultaneous));
            least::rebalance_deprecated(view, threshold as usize, most as usize, &course::by_text, why)
        }
        Strategy::ConsistentHashing => {
            let ring = course::ring(simulation, state, view.regions);
            let owner = |shard: ShardId| course::ring_owner(simulation, &ring, shard);
            hashing::rebalance(view, simulation.get(Key::HashLimit) as usize, &owner, why)
        }
        Strategy::External => external::rebalance(view, &|shard| state.wanted(shard), why),
        _ => {
            let limits = least::Limits {
                absolute: simulation.get(Key::AbsoluteLimit) as usize,
                relative: simulation.get(Key::RelativeLimit),
            };
            least::rebalance(view, limits, simulation.strategy == Strategy::Least2026, why)
        }
    }
}

/// Puts shards into hand-off.
pub fn stop(
    simulation: &Simulation,
    state: &mut State,
    now_ms: u64,
    shards: Vec<(ShardId, NodeId)>,
    to: Option<NodeId>,
    log: &mut Log,
    why: &mut Telling,
) {
    let (stop_s, spread) = (simulation.get(Key::StopTime), simulation.get(Key::StopSpread));
    let timeout_s = simulation.get(Key::HandoffTimeout);
    for (shard, from) in shards {
        let chance = match spread {
            0.0 => 0.0,
            _ => draw_unit(simulation.seed, "stop time", &shard.0.to_string(), now_ms) * 2.0 - 1.0,
        };
        let takes_s = stop_s * (1.0 + spread * chance);
        let takes_ms = millis(takes_s.min(timeout_s));
        // By chance to a tenth of a second, so that many may land together.
        let lands_ms = now_ms + if spread > 0.0 { takes_ms.div_ceil(100) * 100 } else { takes_ms };
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
            Some(down_ms) => never_stops(simulation, &mut flight, down_ms, why),
            None => flight.fails = !is_in_time(simulation, shard, takes_s, why),
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

/// Whether a hand-off ends before it is given up.
fn is_in_time(simulation: &Simulation, shard: ShardId, takes_s: f64, why: &mut Telling) -> bool {
    let left = Side::measure(takes_s, "time it takes to stop");
    let right = Side::setting(simulation.get(Key::HandoffTimeout), "longest hand-off", "handoff-timeout");
    why.test(Subject::Shard(shard), Rule::HandoffTime, left, Op::AtMost, right, Unit::Seconds)
}

/// A hand-off from a dead node: it will never say that the shard has stopped. So the hand-off is given up, or the node is
/// down before that and its shards are placed anew.
pub fn never_stops(simulation: &Simulation, flight: &mut Flight, down_ms: u64, why: &mut Telling) {
    flight.fails = !is_in_time(simulation, flight.shard, f64::INFINITY, why);
    let given_up_ms = flight.left_ms + millis(simulation.get(Key::HandoffTimeout));
    flight.lands_ms = given_up_ms.min(down_ms + 1);
}
