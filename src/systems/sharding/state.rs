//! The state of a run between rounds.

use std::cmp::Reverse;
use std::sync::Arc;

use super::reason::{NodeId, ShardId};
use super::round::{Flight, Phase};
use super::rules::hashing::Ring;

/// The state of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its lifecycle phase.
    pub phase: Phase,
    /// Time at which the phase ends, in milliseconds after the start; `None` if no time is set.
    pub(crate) until_ms: Option<u64>,
    /// Its shards as the coordinator lists them, oldest first; a shard in hand-off stays listed until it has stopped.
    pub shards: Vec<ShardId>,
    /// Number of its shards in hand-off.
    pub(crate) stopping: u32,
    /// Number of shards in flight with this node as fixed destination.
    pub(crate) arriving: u32,
    /// Its manual weight.
    pub weight: u32,
    /// Its rank by age: smaller is older.
    pub up_number: u32,
    /// Time since which it has had neither weight nor shards, in milliseconds after the start.
    pub(crate) idle_since_ms: Option<u64>,
    /// Whether the autoscaler removed it.
    pub(crate) is_released: bool,
}

impl Node {
    /// Number of shards that it runs.
    pub fn running(&self) -> u32 {
        self.shards.len() as u32 - self.stopping
    }

    /// Time at which a dead node is marked down, in milliseconds after the start.
    pub(crate) fn down_ms(&self) -> Option<u64> {
        self.until_ms.filter(|_| self.phase == Phase::Dead)
    }

    /// Whether the coordinator knows its region.
    pub(crate) fn is_region(&self) -> bool {
        matches!(self.phase, Phase::Up | Phase::Leaving | Phase::Dead)
    }
}

/// A route table as it was last read.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// Time of the read, in milliseconds after the start.
    pub at_ms: u64,
    /// Percent by index of the revision.
    pub table: Vec<(u16, u32)>,
}

/// The state of a variant's run.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Every node of the scenario, including those that have not joined or have left.
    pub nodes: Vec<Node>,
    /// Shards in flight, sorted by landing time and shard in descending order: the next to land is last.
    pub flights: Vec<Flight>,
    /// Shards without a node, with the previous node and the time of the loss in milliseconds, in that order.
    pub unassigned: Vec<(ShardId, Option<NodeId>, u64)>,
    /// Number of shards that exist.
    pub shards: u32,
    /// Index of the next event of the world.
    pub(crate) next_event: usize,
    /// The true route table: percent by index of the revision.
    pub traffic: Vec<(u16, u32)>,
    /// The route table as it was last read, if it was.
    pub read: Option<Read>,
    /// Time of the next poll of the route table, in milliseconds after the start.
    pub(crate) next_poll_ms: u64,
    /// Time until which the route table cannot be read, in milliseconds after the start.
    pub(crate) table_down_until_ms: u64,
    /// Locations that a client assigned: first shard, last shard, node; later entries override earlier ones.
    pub wanted: Vec<(u32, u32, NodeId)>,
    /// The hash ring, with the nodes that it was built from.
    pub ring: Arc<Ring>,
    /// The age rank of the next node that becomes Up.
    pub(crate) next_up_number: u32,
}

impl State {
    /// Restores the order of the flights after some were added.
    pub(crate) fn sort_flights(&mut self) {
        self.flights
            .sort_by_key(|flight| Reverse((flight.lands_ms, flight.shard)));
    }

    /// Number of shards that nodes hold, including those in hand-off.
    pub fn placed(&self) -> u64 {
        self.nodes.iter().map(|node| node.shards.len() as u64).sum()
    }

    /// Shards in hand-off, sorted.
    pub fn in_progress(&self) -> Vec<ShardId> {
        let mut shards: Vec<ShardId> = self.flights.iter().map(|flight| flight.shard).collect();
        shards.sort_unstable();
        shards
    }

    /// The node that a client assigned a shard to.
    pub fn wanted(&self, shard: ShardId) -> Option<NodeId> {
        self.wanted
            .iter()
            .rev()
            .find(|(from, to, _)| (*from..=*to).contains(&shard.0))
            .map(|(_, _, node)| *node)
    }

    /// Shards that a node runs: without those in hand-off.
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
