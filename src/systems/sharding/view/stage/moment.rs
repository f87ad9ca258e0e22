//! Positions at an instant, computed from the times in the round.

use super::Input;
use crate::systems::sharding::reason::{NodeId, ShardId};
use crate::systems::sharding::round::{Flight, Phase, WorldChange};

/// Fraction of a round's screen time that announces the decision, while time stands still.
const ANNOUNCE: f64 = 0.16;
/// Minimum fraction of a round for which a short flight is shown.
const SHORTEST: f64 = 0.22;

/// A shard that leaves, flies or lands in the round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moving {
    /// Its flight.
    pub flight: Flight,
    /// Its progress, 0 to 1.
    pub progress: f64,
    /// Its slot in the stack that it leaves in this round.
    pub(crate) from_slot: Option<usize>,
    /// Its slot in the stack where it lands in this round.
    pub(crate) to_slot: Option<usize>,
    /// Its index among the moving shards of the round.
    pub order: usize,
    /// The number of moving shards of the round.
    pub total: usize,
    /// Its index among those from the same node.
    pub(crate) rank: usize,
    /// The number of those from the same node.
    pub(crate) source_total: usize,
    /// Number of shards on the node it leaves, at the start of the round.
    pub from_count: u32,
    /// Number of shards on the node where it lands, at the start of the round.
    pub(crate) to_count: u32,
}

/// The state of the stage at an instant.
pub(super) struct Moment {
    /// The time, in milliseconds after the start.
    pub(crate) now_ms: f64,
    /// Whether the decision is being announced and no shard has left yet.
    pub(crate) is_announcing: bool,
    /// The lifecycle phase of each node.
    pub phases: Vec<Phase>,
    /// The shards that leave, fly or land.
    pub moving: Vec<Moving>,
    /// Number of resting or landed shards of each node.
    pub counts: Vec<u32>,
    /// Number of shards that have landed on each node in this round.
    pub landed: Vec<u32>,
    /// Number of shards that have left each node in this round.
    pub left: Vec<u32>,
    /// Number of shards of each node that the decision stops.
    pub stops: Vec<u32>,
    /// Number of shards of each node in hand-off.
    pub(crate) handing: Vec<u32>,
}

impl Moment {
    /// The state at a phase of the round, 0 to 1; slots in stacks are computed only with `has_slots`.
    pub(super) fn new(input: &Input<'_>, phase: f64, has_slots: bool) -> Self {
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
            // The oldest are on top: they leave first.
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

/// Whether a shard is drawn on its old node at the start of the round: it leaves within the round, or its node crashed.
pub(super) fn stands_until_it_moves(flight: &Flight, from_ms: u64) -> bool {
    flight.from.is_some() && (flight.left_ms >= from_ms || is_sudden(flight))
}

/// Whether a shard moves without a stop: it appears, or starts again when its node is down.
fn is_sudden(flight: &Flight) -> bool {
    flight.is_sudden
}

/// Every moving shard with its progress.
fn moving(input: &Input<'_>, now_ms: f64) -> Vec<Moving> {
    let detail = input.detail;
    let (from, to) = (detail.from_ms as f64, detail.to_ms as f64);
    let shortest = (to - from) * SHORTEST;
    // Shards that landed at the very start already rest.
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
            total: 1,
            rank: 0,
            source_total: 1,
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
        (moving.total, moving.rank) = (of, sources[place(moving)]);
        sources[place(moving)] += 1;
    }
    for moving in &mut all {
        moving.source_total = sources[place(moving)];
    }
    all
}
