//! Allocation of shards without a node: one by one, each decision seeing those before it.

use std::sync::Arc;

use super::log::RoundLog;
use super::queue::RegionQueue;
use super::reason::{Explain, NodeId, Reason, Rule, ShardId, Subject};
use super::ring;
use super::round::{Flight, Phase};
use super::rules::hashing::Ring;
use super::rules::knative::Mode;
use super::rules::{Region, Status, suitability, weighted};
use super::simulation::Simulation;
use super::state::State;
use super::strategy::Strategy;
use super::weights::{assign_weights, regions};
use crate::engine::chance::draw;
use crate::engine::{Operand, Unit};

/// Values that stay the same while a batch of shards is placed.
struct PlacementContext<'a> {
    simulation: &'a Simulation,
    /// Source of the weights, for the weighted strategies.
    mode: Option<Mode>,
    /// Reasons for using these weights, repeated for each shard that is placed by them.
    weighed: Vec<Reason>,
    /// Sum of the weights of all regions.
    weight: i128,
    /// Hash ring of the regions that accept shards, for consistent hashing.
    ring: Option<Arc<Ring>>,
    /// The only node that accepts shards, if there is exactly one.
    only: Option<NodeId>,
}

impl<'a> PlacementContext<'a> {
    fn new(
        simulation: &'a Simulation,
        state: &mut State,
        at_ms: u64,
        regions: &mut Vec<Region>,
        is_recording: bool,
    ) -> Self {
        let mut scales = if is_recording {
            Explain::recording()
        } else {
            Explain::disabled()
        };
        let mode = simulation
            .strategy
            .stop_rule()
            .map(|_| assign_weights(simulation, state, at_ms, regions, &mut scales).mode);
        let ring = (simulation.strategy == Strategy::ConsistentHashing).then(|| {
            regions.retain(accepts_shards);
            state.ring = ring::current_ring(simulation, state, regions);
            Arc::clone(&state.ring)
        });
        let mut open = regions.iter().filter(|region| accepts_shards(region));
        let only = open
            .next()
            .filter(|_| open.next().is_none())
            .map(|region| region.node);
        let weight = weighted::total_weight(regions);
        Self {
            simulation,
            mode,
            weighed: scales.into_reasons(),
            weight,
            ring,
            only,
        }
    }

    /// The regions in order of preference, for strategies whose order depends on shard counts alone.
    fn queue(&self, regions: &[Region]) -> Option<RegionQueue> {
        match self.simulation.strategy {
            Strategy::LeastDeprecated | Strategy::Least2610 | Strategy::Least2026 => {
                Some(RegionQueue::by_suitability(regions, accepts_shards))
            }
            Strategy::WeightedExchange | Strategy::WeightedBoth | Strategy::WeightedLiteralOr => {
                match self.mode {
                    Some(Mode::ByHand | Mode::Traffic) => None,
                    _ => Some(RegionQueue::by_count(regions, accepts_shards)),
                }
            }
            Strategy::ConsistentHashing | Strategy::External => None,
        }
    }

    /// Repeats the reasons for the weights with a shard as the subject.
    fn explain_weights(&self, subject: Subject, explain: &mut Explain) {
        for reason in &self.weighed {
            explain.record(subject, reason.rule, reason.evidence.clone());
        }
    }
}

/// Whether a region accepts shards: it is not leaving.
fn accepts_shards(region: &Region) -> bool {
    region.status == Status::Up
}

/// Places shards that no node holds: those that stopped, appeared, or lost their node. Shards that no region accepts stay
/// unassigned. With `from_handoff`, each counts as in hand-off until it is placed.
pub(crate) fn place_all(
    simulation: &Simulation,
    state: &mut State,
    at_ms: u64,
    shards: Vec<Flight>,
    from_handoff: bool,
    log: &mut RoundLog,
    explain: &mut Explain,
) {
    let mut regions = regions(simulation, state);
    let ground = PlacementContext::new(
        simulation,
        state,
        at_ms,
        &mut regions,
        explain.is_recording(),
    );
    let mut queue = if explain.is_recording() {
        None
    } else {
        ground.queue(&regions)
    };
    let mut placed = state.placed();
    let mut waiting = if from_handoff { shards.len() as u64 } else { 0 };
    for flight in shards {
        let total = if waiting > 0 {
            placed + waiting
        } else {
            placed + 1
        };
        waiting = waiting.saturating_sub(1);
        let subject = Subject::Shard(flight.shard);
        let named = flight
            .to
            .filter(|to| state.nodes[to.index()].phase == Phase::Up);
        let to = match named {
            Some(to) => {
                name(
                    subject,
                    Rule::PlaceNamed,
                    to,
                    "the destination chosen with the stop",
                    explain,
                );
                regions.iter().position(|region| region.node == to)
            }
            None => match &mut queue {
                Some(queue) => queue.first(&regions),
                None => choose(
                    &ground,
                    state,
                    &regions,
                    total,
                    flight.shard,
                    at_ms,
                    explain,
                ),
            },
        };
        if let Some(only) = ground.only.filter(|_| named.is_none()) {
            name(subject, Rule::PlaceOnly, only, "the only node", explain);
        }
        let Some(place) = to else {
            let none = Operand::measure(0.0, "nodes that could take it");
            explain.fact(subject, Rule::PlaceNowhere, none, Unit::Count);
            state
                .unassigned
                .push((flight.shard, flight.from, flight.left_ms));
            continue;
        };
        let to = regions[place].node;
        regions[place].listed += 1;
        regions[place].counted += 1;
        placed += 1;
        state.nodes[to.index()].shards.push(flight.shard);
        log.landed.push(Flight {
            to: Some(to),
            lands_ms: at_ms,
            ..flight
        });
    }
}

/// The index of the region that a shard is placed on.
fn choose(
    ground: &PlacementContext<'_>,
    state: &State,
    regions: &[Region],
    total: u64,
    shard: ShardId,
    at_ms: u64,
    explain: &mut Explain,
) -> Option<usize> {
    let subject = Subject::Shard(shard);
    let place_of = |node: NodeId| {
        regions
            .iter()
            .position(|region| region.node == node && accepts_shards(region))
    };
    match ground.simulation.strategy {
        Strategy::WeightedExchange | Strategy::WeightedBoth | Strategy::WeightedLiteralOr => {
            ground.explain_weights(subject, explain);
            match ground.mode {
                Some(Mode::ByHand | Mode::Traffic) => weighted::place(
                    regions,
                    ground.weight,
                    total,
                    accepts_shards,
                    subject,
                    explain,
                ),
                _ => weighted::place_evenly(regions, accepts_shards, subject, explain),
            }
        }
        Strategy::LeastDeprecated | Strategy::Least2610 | Strategy::Least2026 => {
            suitability::place(regions, accepts_shards, subject, explain)
        }
        Strategy::ConsistentHashing => {
            let place = ground
                .ring
                .as_ref()
                .and_then(|ring| ring::ring_owner(ground.simulation, ring, shard))?;
            name(
                subject,
                Rule::PlaceRing,
                place,
                "the node that the ring names",
                explain,
            );
            place_of(place)
        }
        Strategy::External => {
            if let Some(node) = state.wanted(shard).filter(|node| place_of(*node).is_some()) {
                name(
                    subject,
                    Rule::PlaceTable,
                    node,
                    "the node that the client wants",
                    explain,
                );
                return place_of(node);
            }
            // External allocation starts a shard where it is first requested, which can be any node.
            let open: Vec<NodeId> = regions
                .iter()
                .filter(|region| accepts_shards(region))
                .map(|region| region.node)
                .collect();
            let chance = draw(
                ground.simulation.seed,
                "requester",
                &shard.0.to_string(),
                at_ms,
            );
            let node = *open.get((chance % open.len().max(1) as u64) as usize)?;
            name(
                subject,
                Rule::PlaceRequester,
                node,
                "the node that asked",
                explain,
            );
            place_of(node)
        }
    }
}

fn name(subject: Subject, rule: Rule, node: NodeId, what: &'static str, explain: &mut Explain) {
    explain.fact(
        subject,
        rule,
        Operand::measure(f64::from(node.0), what),
        Unit::Name,
    );
}
