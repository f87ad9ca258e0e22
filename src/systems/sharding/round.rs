//! The record of a round that a run keeps, and what else it comes to when it is looked at.

use std::sync::Arc;

use super::reason::{NodeId, ShardId};
use super::rules::knative::{Kept, Mode};
use super::rules::weighted::Stop;
use super::rules::{Cap, Halt};

/// What stands in [`Round::counts`] for a node that is not there.
pub const ABSENT: u32 = u32::MAX;

/// The record of a round that a run keeps. Counts and shares are those at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Shards that run on each node; [`ABSENT`] for one that is not there.
    pub counts: Arc<[u32]>,
    /// Share of the shards on the nodes of each revision, in percent of those that run.
    pub shares_percent: Arc<[f32]>,
    /// Share that each revision should have, in percent.
    pub wanted_percent: Arc<[f32]>,
    /// Half the sum of the distances between what nodes hold and their real targets.
    pub out_of_place: f64,
    /// Shards that were ordered to stop in the round.
    pub stopped: u32,
    /// Shards that arrived on another node.
    pub landed: u32,
    /// Shards that were stopped and came back to the same node.
    pub came_back: u32,
    /// Shards that appeared.
    pub appeared: u32,
    /// Shards in hand-off at the end, or without a node.
    pub unassigned: u32,
    /// Time for which shards were nowhere, summed over shards, in milliseconds.
    pub nowhere_ms: u64,
    /// Nodes without weight that hold no shard, those taken away included.
    pub releasable: u32,
    /// Nodes without weight that still hold shards.
    pub held_back: u32,
    /// Nodes that the autoscaler took away so far.
    pub released: u32,
    /// Whether something happened in the world.
    pub is_eventful: bool,
}

/// Where a node is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It has not come yet.
    Absent,
    /// It is on its way in.
    Joining,
    /// It takes part.
    Up,
    /// It hands its shards off and leaves.
    Leaving,
    /// It is dead; membership only knows that it does not answer.
    Dead,
    /// It is gone.
    Gone,
}

impl Phase {
    /// Whether there is something to show of it.
    pub fn is_there(self) -> bool {
        !matches!(self, Self::Absent | Self::Gone)
    }

    /// In a word.
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

/// A node as the round finds it, before anything is decided.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeAt {
    /// Where it is in its life.
    pub phase: Phase,
    /// Its shards, oldest first, those in hand-off left out.
    pub shards: Vec<ShardId>,
    /// Its weight as the world has it: by hand, or from the true route table.
    pub weight: u64,
    /// Its share of all shards by that weight.
    pub target: f64,
    /// The whole target: that of the largest remainders.
    pub whole_target: u64,
}

/// What the coordinator did when its round came.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// It stopped shards.
    Moves,
    /// Everybody is near enough to the target, or nothing was offered.
    Level,
    /// Some shards are in hand-off.
    Waits,
    /// The gate is closed.
    Closed,
    /// The table does not fit the cluster, so every node keeps what it has.
    Keeps,
}

/// The decision of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What it did.
    pub verdict: Verdict,
    /// What it ended at, where it stopped nothing.
    pub halt: Option<Halt>,
    /// Where the weights came from, for the weighted strategy.
    pub mode: Option<Mode>,
    /// Why every node keeps what it has, where it does.
    pub kept: Option<Kept>,
    /// The pair that was looked at: giver and taker.
    pub pair: Option<(NodeId, NodeId)>,
    /// The giver's surplus, in shards.
    pub surplus: f64,
    /// The taker's deficit, in shards.
    pub deficit: f64,
    /// What was asked of them.
    pub stop: Option<Stop>,
    /// What surplus and deficit may be when balancing stops, in shards.
    pub tolerance: f64,
    /// What both can exchange, where that is more than may move in a round.
    pub capped: Option<u64>,
    /// The most that may be stopped, and what decides it; none where nothing bounds it, or nothing was chosen.
    pub most: Option<Cap>,
    /// Shards that were stopped.
    pub stopped: u32,
    /// What the strategy takes for each node's target, NaN where it has none.
    pub targets: Vec<f64>,
    /// Age of the table that was used, in seconds; NaN where there is none.
    pub table_age_s: f64,
    /// Percent of the traffic whose revisions have nodes; NaN where no table is used.
    pub coverage_percent: f64,
}

/// A shard on its way: in hand-off, or from nowhere to its first node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// Which.
    pub shard: ShardId,
    /// Where it was; none for one that appears, or has lost its node.
    pub from: Option<NodeId>,
    /// Where it goes, as far as that is known by the end of the round.
    pub to: Option<NodeId>,
    /// When it was ordered to stop, in milliseconds after the start.
    pub left_ms: u64,
    /// When it starts again.
    pub lands_ms: u64,
    /// Whether nobody stopped it: it appears, or its node died.
    pub is_sudden: bool,
    /// Whether the taker was named when it was stopped.
    pub is_named: bool,
    /// Whether it will not have stopped in time, and stays.
    pub fails: bool,
}

/// Something that happened between rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WorldChange {
    /// A node is in another phase of its life.
    Phase(NodeId, Phase),
    /// The route table, a weight or the wanted places changed.
    Changed,
}

/// What else a round comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Detail {
    /// When the round begins, in milliseconds after the start.
    pub from_ms: u64,
    /// When the next one begins.
    pub to_ms: u64,
    /// Every node of the scenario as the round finds it.
    pub nodes: Vec<NodeAt>,
    /// What was decided.
    pub decision: Decision,
    /// All that is on its way at some time of the round.
    pub flights: Vec<Flight>,
    /// What happened, at its time in milliseconds, in order.
    pub world_changes: Vec<(u64, WorldChange)>,
    /// The true route table: percent by the revision's place.
    pub traffic: Vec<(u16, u32)>,
    /// Shards without a node when the round begins.
    pub unassigned: u32,
}
