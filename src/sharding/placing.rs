//! Where shards start: one by one, each decision seeing those before it.

use std::sync::Arc;

use super::coordinator;
use super::course::{self, Log};
use super::reason::{NodeId, Rule, ShardId, Subject, Telling};
use super::round::{Flight, Phase};
use super::rules::hashing::Ring;
use super::rules::knative::Mode;
use super::rules::{Region, suitability, weighted};
use super::simulation::Simulation;
use super::state::State;
use super::strategy::Strategy;
use crate::run::chance::draw;
use crate::run::{Side, Unit};

/// What does not change while some shards are placed.
struct Ground<'a> {
    simulation: &'a Simulation,
    mode: Option<Mode>,
    ring: Option<Arc<(Vec<NodeId>, Ring)>>,
}

/// Places shards that are in no list: those that have stopped, that appear, or whose node is gone. What has no place to
/// go waits. Those `from_handoff` count as in hand-off until each is placed.
pub fn place_all(
    simulation: &Simulation,
    state: &mut State,
    at_ms: u64,
    shards: Vec<Flight>,
    from_handoff: bool,
    log: &mut Log,
    why: &mut Telling,
) {
    let mut regions = coordinator::regions(simulation, state);
    let mode = simulation
        .strategy
        .stop_rule()
        .map(|_| coordinator::weigh(simulation, state, at_ms, &mut regions, &mut Telling::silent()).mode);
    // What leaves in good order takes nothing any more.
    let is_open = |region: &Region| region.status == super::rules::Status::Up;
    let ring = (simulation.strategy == Strategy::ConsistentHashing).then(|| {
        regions.retain(is_open);
        state.ring = course::ring(simulation, state, &regions);
        Arc::clone(&state.ring)
    });
    let ground = Ground { simulation, mode, ring };
    let mut placed = state.placed();
    let mut waiting = if from_handoff { shards.len() as u64 } else { 0 };
    for flight in shards {
        let total = if waiting > 0 { placed + waiting } else { placed + 1 };
        waiting = waiting.saturating_sub(1);
        let named = flight.to.filter(|to| state.nodes[to.index()].phase == Phase::Up);
        let to = match named {
            Some(to) => {
                let side = Side::measure(f64::from(to.0), "the taker that was named");
                why.fact(Subject::Shard(flight.shard), Rule::PlaceNamed, side, Unit::Name);
                regions.iter().position(|region| region.node == to)
            }
            None => choose(&ground, state, &regions, total, flight.shard, at_ms, why),
        };
        if named.is_none() && regions.iter().filter(|region| is_open(region)).count() == 1 {
            tell_only(&regions, flight.shard, why);
        }
        let Some(place) = to else {
            let none = Side::measure(0.0, "nodes that could take it");
            why.fact(Subject::Shard(flight.shard), Rule::PlaceNowhere, none, Unit::Count);
            state.homeless.push((flight.shard, flight.from, flight.left_ms));
            continue;
        };
        let to = regions[place].node;
        regions[place].listed += 1;
        regions[place].counted += 1;
        placed += 1;
        state.nodes[to.index()].shards.push(flight.shard);
        log.landed.push(Flight { to: Some(to), lands_ms: at_ms, ..flight });
    }
}

/// The place of the region that a shard goes to.
fn choose(
    ground: &Ground<'_>,
    state: &State,
    regions: &[Region],
    total: u64,
    shard: ShardId,
    at_ms: u64,
    why: &mut Telling,
) -> Option<usize> {
    let is_open = |region: &Region| region.status == super::rules::Status::Up;
    let subject = Subject::Shard(shard);
    let place_of = |node: NodeId| regions.iter().position(|region| region.node == node && is_open(region));
    match ground.simulation.strategy {
        Strategy::WeightedExchange | Strategy::WeightedBoth | Strategy::WeightedLiteralOr => match ground.mode {
            Some(Mode::ByHand | Mode::Traffic) => weighted::place(regions, total, is_open, subject, why),
            _ => weighted::place_evenly(regions, is_open, subject, why),
        },
        Strategy::LeastDeprecated | Strategy::Least2610 | Strategy::Least2026 => {
            suitability::place(regions, is_open, subject, why)
        }
        Strategy::ConsistentHashing => {
            let place = ground.ring.as_ref().and_then(|ring| course::ring_owner(ground.simulation, ring, shard))?;
            name(subject, Rule::PlaceRing, place, "the node that the ring names", why);
            place_of(place)
        }
        Strategy::External => {
            if let Some(node) = state.wanted(shard).filter(|node| place_of(*node).is_some()) {
                name(subject, Rule::PlaceTable, node, "the node that the client wants", why);
                return place_of(node);
            }
            // Whoever asked: any node may have.
            let open: Vec<NodeId> = regions.iter().filter(|region| is_open(region)).map(|region| region.node).collect();
            let chance = draw(ground.simulation.seed, "requester", &shard.0.to_string(), at_ms);
            let node = *open.get((chance % open.len().max(1) as u64) as usize)?;
            name(subject, Rule::PlaceRequester, node, "the node that asked", why);
            place_of(node)
        }
    }
}

fn tell_only(regions: &[Region], shard: ShardId, why: &mut Telling) {
    let only = regions.iter().find(|region| region.status == super::rules::Status::Up);
    if let Some(only) = only {
        name(Subject::Shard(shard), Rule::PlaceOnly, only.node, "the only node", why);
    }
}

fn name(subject: Subject, rule: Rule, node: NodeId, what: &'static str, why: &mut Telling) {
    why.fact(subject, rule, Side::measure(f64::from(node.0), what), Unit::Name);
}
