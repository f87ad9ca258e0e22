//! Whom reasons are about, and the rules that give them.

use crate::engine;

/// A node of the scenario, by its place: in the document's order, those that join behind those that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// Its place.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A shard; its id as Akka writes it is this number in digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShardId(pub u32);

/// Whom a reason is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The round as a whole.
    Round,
    /// A node.
    Node(NodeId),
    /// A shard.
    Shard(ShardId),
}

/// Which rule asked. Each is one `if` of the description, or one value that it computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Regions there are, at least one.
    AnyRegion,
    /// Versions among the regions: more than one stops every rebalance.
    OneVersion,
    /// Members that do not answer: any stops every rebalance.
    AllReachable,
    /// Members still joining: any stops every rebalance.
    NoneJoining,
    /// Shards in hand-off: while there are any, nothing more is stopped.
    InProgress,
    /// Age of the route table against the oldest that is believed.
    TableAge,
    /// Percent of the traffic whose revisions have nodes, against the least that is believed.
    Coverage,
    /// Whether any node weighs anything.
    AnyWeight,
    /// A node's weight.
    Weight,
    /// A node's target: its share of all shards, a real number.
    Target,
    /// A node's surplus against the giver's.
    Surplus,
    /// A node's deficit against the taker's.
    Deficit,
    /// Stop test of `exchange`: surplus and deficit together against the tolerance.
    StopSum,
    /// Stop test of the other readings: the giver's surplus against the tolerance.
    StopSurplus,
    /// Stop test of the other readings: the taker's deficit against the tolerance.
    StopDeficit,
    /// The most that moves in a round.
    Cap,
    /// How many move: the pair's exchange within the cap.
    Exchange,
    /// A shard is among the oldest of its node.
    Oldest,
    /// Shards of a region against its even part (phase 1).
    AboveOptimum,
    /// Room below the even part (phase 2).
    RoomBelow,
    /// Shards of a region against the even part, when only single shards are offered (phase 2).
    AtOptimum,
    /// What the limit leaves of all that was offered.
    Limit,
    /// Most minus least against the threshold.
    Threshold,
    /// What is above the threshold against the most that is stopped at once.
    Batch,
    /// Shards in hand-off against the most at a time.
    Simultaneous,
    /// A shard's node against the node that the ring names.
    RingOwner,
    /// Shards that are elsewhere against the ring's limit.
    RingLimit,
    /// A shard's node against the table's.
    WantedNode,
    /// Placing: statuses of the best and the next.
    PlaceStaying,
    /// Placing: versions of the best and the next.
    PlaceVersion,
    /// Placing: shards of the best and the next.
    PlaceCount,
    /// Placing: ages of the best and the next.
    PlaceAge,
    /// Placing: addresses of the best and the next.
    PlaceAddress,
    /// Placing by weight: deficits of the best and the next.
    PlaceDeficit,
    /// Placing by weight: weights of the best and the next.
    PlaceWeight,
    /// Placing: the ring names the node.
    PlaceRing,
    /// Placing: the table names the node.
    PlaceTable,
    /// Placing: nobody names a node, so it is the one that asked.
    PlaceRequester,
    /// Placing: there is one node only.
    PlaceOnly,
    /// A shard that did not stop in time stays.
    Stays,
    /// Placing: there is no node at all.
    PlaceNowhere,
    /// Placing: the strategy named the taker when it stopped the shard.
    PlaceNamed,
    /// Time that a shard takes to stop against the longest that is waited.
    HandoffTime,
    /// The autoscaler: what a node weighs.
    ReleaseWeight,
    /// The autoscaler: what a node holds.
    ReleaseShards,
    /// The autoscaler: how long it has been empty.
    ReleaseGrace,
    /// The autoscaler: how many nodes would be left.
    ReleaseLast,
}

/// Collects the reasons of this room.
pub type Explain = engine::Explain<Subject, Rule>;
/// A reason of this room.
pub type Reason = engine::Reason<Subject, Rule>;
