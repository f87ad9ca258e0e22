//! All that changes from round to round.

use std::cmp::Reverse;
use std::sync::Arc;

use super::reason::{NodeId, ShardId};
use super::round::{Flight, Phase};
use super::rules::hashing::Ring;

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where it is in its life.
    pub phase: Phase,
    /// When its phase ends by itself, in milliseconds after the start.
    pub until_ms: Option<u64>,
    /// Its shards as the coordinator lists them, oldest first: what is in hand-off is listed until it has stopped.
    pub shards: Vec<ShardId>,
    /// How many of them are in hand-off.
    pub stopping: u32,
    /// Shards on their way to it by name.
    pub arriving: u32,
    /// Its weight by hand.
    pub weight: u32,
    /// Its age: smaller is older.
    pub up_number: u32,
    /// Since when it has had neither weight nor shards.
    pub idle_since_ms: Option<u64>,
    /// Whether the autoscaler took it away.
    pub is_released: bool,
}

impl Node {
    /// Shards that run on it.
    pub fn running(&self) -> u32 {
        self.shards.len() as u32 - self.stopping
    }

    /// When it will be down, for one that is dead.
    pub fn down_ms(&self) -> Option<u64> {
        self.until_ms.filter(|_| self.phase == Phase::Dead)
    }

    /// Whether its region is known to the coordinator.
    pub fn is_region(&self) -> bool {
        matches!(self.phase, Phase::Up | Phase::Leaving | Phase::Dead)
    }
}

/// A route table and when it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// When, in milliseconds after the start.
    pub at_ms: u64,
    /// Percent by the revision's place.
    pub table: Vec<(u16, u32)>,
}

/// All of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Every node of the scenario, those to come and those gone included.
    pub nodes: Vec<Node>,
    /// Shards in hand-off, the next to land last: sorted by landing time and shard, downwards.
    pub flights: Vec<Flight>,
    /// Shards without a node, in the order in which they lost it.
    pub unassigned: Vec<(ShardId, Option<NodeId>, u64)>,
    /// Shards that there are.
    pub shards: u32,
    /// Events that have happened.
    pub next_event: usize,
    /// The true route table.
    pub traffic: Vec<(u16, u32)>,
    /// The table as it was last read.
    pub read: Option<Read>,
    /// When it is asked for next.
    pub next_poll_ms: u64,
    /// Until when it cannot be asked for.
    pub table_down_until_ms: u64,
    /// Where a client wants shards: ranges, later ones over earlier ones.
    pub wanted: Vec<(u32, u32, NodeId)>,
    /// The ring of the nodes that it was last made for.
    pub ring: Arc<Ring>,
    /// The next age to give.
    pub next_up_number: u32,
}

impl State {
    /// Puts the flights in order again after some have been added.
    pub fn sort_flights(&mut self) {
        self.flights
            .sort_by_key(|flight| Reverse((flight.lands_ms, flight.shard)));
    }

    /// Shards that nodes hold or hand off.
    pub fn placed(&self) -> u64 {
        self.nodes.iter().map(|node| node.shards.len() as u64).sum()
    }

    /// Shards in hand-off, sorted.
    pub fn in_progress(&self) -> Vec<ShardId> {
        let mut shards: Vec<ShardId> = self.flights.iter().map(|flight| flight.shard).collect();
        shards.sort_unstable();
        shards
    }

    /// Where a client wants a shard.
    pub fn wanted(&self, shard: ShardId) -> Option<NodeId> {
        self.wanted
            .iter()
            .rev()
            .find(|(from, to, _)| (*from..=*to).contains(&shard.0))
            .map(|(_, _, node)| *node)
    }

    /// Shards that a node runs: those in hand-off left out.
    pub fn running(&self, node: NodeId, in_progress: &[ShardId]) -> Vec<ShardId> {
        let is_running = |shard: &&ShardId| in_progress.binary_search(shard).is_err();
        self.nodes[node.index()]
            .shards
            .iter()
            .filter(is_running)
            .copied()
            .collect()
    }
}
