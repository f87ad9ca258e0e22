//! What is where at an instant, found from the times in the round.

use super::Input;
use crate::systems::sharding::reason::{NodeId, ShardId};
use crate::systems::sharding::round::{Flight, Phase, WorldChange};

/// The part of a round's screen time that is given to the decision itself: time stands still at it.
const ANNOUNCE: f64 = 0.16;
/// What takes no time, or hardly any, is shown for this part of a round.
const SHORTEST: f64 = 0.22;

/// A shard that leaves, flies or lands in the round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving {
    /// Its flight.
    pub flight: Flight,
    /// How far it is, 0 to 1.
    pub progress: f64,
    /// Its place in the stack that it leaves in this round.
    pub from_slot: Option<usize>,
    /// Its place in the stack where it lands in this round.
    pub to_slot: Option<usize>,
    /// Its place among those of the round.
    pub order: usize,
    /// How many those are.
    pub of: usize,
    /// Its place among those that come from the same node.
    pub rank: usize,
    /// How many those are.
    pub of_source: usize,
    /// Shards of the node that it leaves, when the round begins.
    pub from_count: u32,
    /// Shards of the node where it lands, when the round begins.
    pub to_count: u32,
}

/// An instant.
pub struct Moment {
    /// The time, in milliseconds after the start.
    pub now_ms: f64,
    /// Whether the decision is being announced: nothing of it has left yet.
    pub is_announcing: bool,
    /// Where each node is in its life.
    pub phases: Vec<Phase>,
    /// All that leaves, flies or lands.
    pub moving: Vec<Moving>,
    /// Shards of each node that stand still or have landed.
    pub counts: Vec<u32>,
    /// Shards that have landed on each node in this round.
    pub landed: Vec<u32>,
    /// Shards that have left each node in this round.
    pub left: Vec<u32>,
    /// Shards of each node that the decision of the round stops.
    pub stops: Vec<u32>,
    /// Shards of each node that are in hand-off.
    pub handing: Vec<u32>,
}

impl Moment {
    /// The instant at a phase of the round; places in stacks are found only where they are asked for.
    pub fn new(input: &Input<'_>, phase: f64, has_slots: bool) -> Self {
        let detail = input.detail;
        let (from, length) = (
            detail.from_ms as f64,
            (detail.to_ms - detail.from_ms) as f64,
        );
        let passed = ((phase - ANNOUNCE) / (1.0 - ANNOUNCE)).clamp(0.0, 1.0);
        let now_ms = from + passed * length;
        let mut phases: Vec<Phase> = detail.nodes.iter().map(|node| node.phase).collect();
        for (at_ms, happening) in &detail.world_changes {
            if let WorldChange::Phase(node, phase) = happening
                && *at_ms as f64 <= now_ms
                && *at_ms >= detail.from_ms
            {
                phases[node.index()] = *phase;
            }
        }
        let mut moment = Self {
            now_ms,
            is_announcing: phase < ANNOUNCE,
            phases,
            moving: moving(input, now_ms),
            counts: detail
                .nodes
                .iter()
                .map(|node| node.shards.len() as u32)
                .collect(),
            landed: vec![0; detail.nodes.len()],
            left: vec![0; detail.nodes.len()],
            stops: vec![0; detail.nodes.len()],
            handing: vec![0; detail.nodes.len()],
        };
        if has_slots {
            moment.find_slots(input);
        }
        moment.count(detail.from_ms);
        moment
    }

    fn find_slots(&mut self, input: &Input<'_>) {
        let mut slots: Vec<(ShardId, NodeId, usize)> = Vec::new();
        for (place, node) in input.detail.nodes.iter().enumerate() {
            let count = node.shards.len();
            // The oldest stand on top: they leave first.
            slots.extend(
                node.shards
                    .iter()
                    .enumerate()
                    .map(|(age, shard)| (*shard, NodeId(place as u32), count - 1 - age)),
            );
        }
        slots.sort_unstable();
        let mut next: Vec<usize> = input
            .detail
            .nodes
            .iter()
            .map(|node| node.shards.len())
            .collect();
        for moving in &mut self.moving {
            let found = slots
                .binary_search_by(|(shard, ..)| shard.cmp(&moving.flight.shard))
                .ok()
                .map(|at| slots[at]);
            moving.from_slot = found
                .filter(|(_, node, _)| Some(*node) == moving.flight.from)
                .map(|(_, _, slot)| slot);
            let lands = moving
                .flight
                .to
                .filter(|_| moving.flight.lands_ms <= input.detail.to_ms);
            if let Some(to) = lands {
                moving.to_slot = Some(next[to.index()]);
                next[to.index()] += 1;
            }
        }
    }

    fn count(&mut self, from_ms: u64) {
        for moving in &self.moving {
            let flight = &moving.flight;
            if let Some(from) = flight.from {
                self.stops[from.index()] +=
                    u32::from(flight.left_ms == from_ms && !flight.is_sudden);
                self.handing[from.index()] +=
                    u32::from(moving.progress > 0.0 && moving.progress < 1.0);
            }
            if let Some(from) = flight
                .from
                .filter(|_| moving.progress > 0.0 && stands_until_it_moves(flight, from_ms))
            {
                self.left[from.index()] += 1;
                self.counts[from.index()] = self.counts[from.index()].saturating_sub(1);
            }
            if let Some(to) = flight.to.filter(|_| moving.progress >= 1.0) {
                self.landed[to.index()] += 1;
                self.counts[to.index()] += 1;
            }
        }
    }
}

/// Whether a shard still stands on its old node when the round begins: it leaves within the round, or its node is dead.
pub fn stands_until_it_moves(flight: &Flight, from_ms: u64) -> bool {
    flight.from.is_some() && (flight.left_ms >= from_ms || is_sudden(flight))
}

/// A shard that nobody stopped: it appears, or starts again when its node is down.
fn is_sudden(flight: &Flight) -> bool {
    flight.is_sudden
}

/// Everything that moves, with how far it is.
fn moving(input: &Input<'_>, now_ms: f64) -> Vec<Moving> {
    let detail = input.detail;
    let (from, to) = (detail.from_ms as f64, detail.to_ms as f64);
    let shortest = (to - from) * SHORTEST;
    // What landed at the very beginning stands there already.
    let flights = detail
        .flights
        .iter()
        .filter(|flight| flight.lands_ms > detail.from_ms || flight.left_ms >= detail.from_ms);
    let flights =
        flights.filter(|flight| !(is_sudden(flight) && flight.lands_ms <= detail.from_ms));
    let count = |node: Option<NodeId>| {
        node.map_or(0, |node| detail.nodes[node.index()].shards.len() as u32)
    };
    let moving = |(order, flight): (usize, &Flight)| {
        let (mut start, mut end) = (flight.left_ms as f64, flight.lands_ms as f64);
        if is_sudden(flight) {
            start = (end - shortest).max(from);
            end = end.max(start + shortest * 0.5);
        } else if end - start < shortest {
            end = (start + shortest).min(to);
            start = start.min(end - shortest * 0.5).max(from);
        }
        let progress = if end > start {
            ((now_ms - start) / (end - start)).clamp(0.0, 1.0)
        } else {
            1.0
        };
        Moving {
            flight: *flight,
            progress,
            from_slot: None,
            to_slot: None,
            order,
            of: 1,
            rank: 0,
            of_source: 1,
            from_count: count(flight.from),
            to_count: count(flight.to),
        }
    };
    let mut all: Vec<Moving> = flights.enumerate().map(moving).collect();
    let of = all.len();
    let mut sources = vec![0; input.detail.nodes.len() + 1];
    let place = |moving: &Moving| {
        moving
            .flight
            .from
            .map_or(input.detail.nodes.len(), NodeId::index)
    };
    for moving in &mut all {
        (moving.of, moving.rank) = (of, sources[place(moving)]);
        sources[place(moving)] += 1;
    }
    for moving in &mut all {
        moving.of_source = sources[place(moving)];
    }
    all
}
