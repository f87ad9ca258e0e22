//! The record of a round that a run keeps, and the detail that is recomputed on demand.

use std::sync::Arc;

use super::reason::{NodeId, ShardId};
use super::rules::knative::{FallbackReason, Mode};
use super::rules::weighted::Stop;
use super::rules::{Cap, Halt};

/// The value in [`Round::counts`] for a node that is not present.
pub const ABSENT: u32 = u32::MAX;

/// The record of a round that a run keeps. Counts and shares are those at the end of the round.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Number of running shards of each node; [`ABSENT`] for nodes that are not present.
    pub counts: Arc<[u32]>,
    /// Share of the running shards on each revision's nodes, in percent.
    pub(crate) shares_percent: Arc<[f32]>,
    /// Target share of each revision, in percent.
    pub(crate) target_percent: Arc<[f32]>,
    /// Half the sum of |shards − exact target| over all nodes, in shards.
    pub misplaced: f64,
    /// Number of shards ordered to stop in the round.
    pub stopped: u32,
    /// Number of shards that moved to another node.
    pub landed: u32,
    /// Number of shards that were stopped and restarted on the same node.
    pub(crate) came_back: u32,
    /// Number of shards that appeared.
    pub appeared: u32,
    /// Number of shards in hand-off or without a node at the end.
    pub unassigned: u32,
    /// Time without a running node, summed over all shards, in milliseconds.
    pub(crate) unallocated_ms: u64,
    /// Number of nodes without weight that hold no shard, including those that the autoscaler removed.
    pub(crate) releasable: u32,
    /// Number of nodes without weight that still hold shards.
    pub held_back: u32,
    /// Number of nodes that the autoscaler has removed so far.
    pub released: u32,
    /// Whether the world changed in the round.
    pub is_eventful: bool,
}

/// The lifecycle phase of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Not joined yet.
    Absent,
    /// Joining.
    Joining,
    /// Up: takes part in sharding.
    Up,
    /// Leaving: hands off its shards first.
    Leaving,
    /// Crashed; membership sees it as unreachable.
    Dead,
    /// Removed from the cluster.
    Gone,
}

impl Phase {
    /// Whether the node is shown.
    pub(crate) fn is_present(self) -> bool {
        !matches!(self, Self::Absent | Self::Gone)
    }

    /// The phase as one word.
    pub fn label(self) -> &'static str {
        match self {
            Self::Absent => "not there yet",
            Self::Joining => "joining",
            Self::Up => "up",
            Self::Leaving => "leaving",
            Self::Dead => "unreachable",
            Self::Gone => "gone",
        }
    }
}

/// A node at the start of a round, before any decision.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeSnapshot {
    /// Its lifecycle phase.
    pub phase: Phase,
    /// Its shards, oldest first, without those in hand-off.
    pub shards: Vec<ShardId>,
    /// Its true weight: set by hand, or from the current route table.
    pub weight: u64,
    /// Its exact target by that weight, in shards.
    pub target: f64,
    /// Its target in whole shards, by the largest-remainder method.
    pub(crate) whole_target: u64,
}

/// The result of the coordinator's round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Shards were stopped.
    Moves,
    /// All nodes are close enough to their targets, or no shard is eligible.
    Balanced,
    /// No shard was stopped because some are in hand-off.
    Waits,
    /// The gate is closed: rebalancing is not allowed now.
    Closed,
    /// The route table does not match the cluster, so every node keeps its shards.
    Keeps,
}

/// The coordinator's decision in a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Its result.
    pub verdict: Verdict,
    /// Why no shard was stopped, if none was.
    pub halt: Option<Halt>,
    /// Source of the weights, for the weighted strategies.
    pub mode: Option<Mode>,
    /// Why the current distribution serves as weights, if it does.
    pub fallback: Option<FallbackReason>,
    /// The pair that was compared: source and destination.
    pub pair: Option<(NodeId, NodeId)>,
    /// Surplus of the source, in shards; NaN without a pair.
    pub surplus: f64,
    /// Deficit of the destination, in shards; NaN without a pair.
    pub deficit: f64,
    /// Outcome of the stop test, if it was made.
    pub stop: Option<Stop>,
    /// Tolerance of surplus and deficit in the stop test, in shards; NaN where not used.
    pub tolerance: f64,
    /// Number of shards that the pair could exchange, where that exceeds the cap.
    pub(crate) capped: Option<u64>,
    /// The cap on stopped shards; `None` where nothing limits them, or nothing was chosen.
    pub cap: Option<Cap>,
    /// Number of shards that were stopped.
    pub stopped: u32,
    /// The strategy's target for each node, in shards; NaN without one.
    pub targets: Vec<f64>,
    /// Age of the route table in use, in seconds; NaN without one.
    pub(crate) table_age_s: f64,
    /// Share of the traffic whose revisions have nodes, in percent; NaN where no table is used.
    pub coverage_percent: f64,
}

/// A shard in flight: in hand-off, or on its way to its first node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// The shard.
    pub shard: ShardId,
    /// The previous node; `None` for a shard that appears or lost its node.
    pub from: Option<NodeId>,
    /// The next node, if it is known by the end of the round.
    pub to: Option<NodeId>,
    /// Time of the order to stop, in milliseconds after the start.
    pub left_ms: u64,
    /// Time at which it runs again, in milliseconds after the start.
    pub lands_ms: u64,
    /// Whether it started without a stop: the shard appeared, or its node crashed.
    pub is_sudden: bool,
    /// Whether the destination was fixed when the shard was stopped.
    pub is_named: bool,
    /// Whether the hand-off times out, so that the shard stays where it is.
    pub fails: bool,
}

/// A change of the world between rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WorldChange {
    /// A node entered another phase.
    Phase(NodeId, Phase),
    /// The route table, a weight or a client's locations changed.
    Changed,
}

/// The detail of a round, recomputed on demand.
#[derive(Clone, Debug, PartialEq)]
pub struct Detail {
    /// Start of the round, in milliseconds after the start of the run.
    pub from_ms: u64,
    /// Start of the next round, in milliseconds after the start of the run.
    pub to_ms: u64,
    /// Every node of the scenario at the start of the round.
    pub nodes: Vec<NodeSnapshot>,
    /// The coordinator's decision.
    pub decision: Decision,
    /// Every shard that is in flight at some time of the round.
    pub flights: Vec<Flight>,
    /// Changes of the world with their times in milliseconds, in order.
    pub world_changes: Vec<(u64, WorldChange)>,
    /// The true route table: percent by index of the revision.
    pub traffic: Vec<(u16, u32)>,
    /// Number of shards without a node at the start of the round.
    pub unassigned: u32,
}
