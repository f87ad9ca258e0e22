//! Subjects of reasons, and the rules that give reasons.

use crate::engine;
use crate::simulator::sentence::rules;

/// The index of a node of the scenario: initial nodes in document order, then those that join.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The index as `usize`.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A shard; Akka writes its id as this number in decimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShardId(pub u32);

/// The subject of a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The round as a whole.
    Round,
    /// A node.
    Node(NodeId),
    /// A shard.
    Shard(ShardId),
}

rules! {
    /// The rules that give reasons: each is one `if` of the description, or one value that it computes.

    // Whether the round can rebalance.
    AnyRegion: "Nodes that can hold shards: {left}.", "No node can hold shards: nothing is rebalanced.";
    OneVersion: "All nodes have the same version.", "The nodes have {left} versions: while a new one is rolled out, nothing is rebalanced.";
    AllReachable: "Every member is reachable.", "Unreachable members: {left}. Until they are back or down, nothing is rebalanced.";
    NoneJoining: "No member is joining.", "Members that are joining: {left}. Until they are Up, nothing is rebalanced.";
    InProgress: "No shard is in hand-off.", "Shards still in hand-off: {left}. Until they have started again, nothing more is stopped.";
    // Weights: for the round, or for a shard that is placed by them.
    TableAge: "The route table is {left} old, not older than the {right} allowed: it is used.", "The route table is {left} old, older than the {right} allowed: {otherwise}.";
    Coverage: "Of the traffic, {left} goes to revisions that have nodes, at least the {right} required: the table is followed.", "Of the traffic, only {left} goes to revisions that have nodes, less than the {right} required: {otherwise}.";
    AnyWeight: "All nodes together have a weight of {left}.", "No node has any weight: {otherwise}.";
    Weight: "{subject} has a weight of {left}.", "{subject} has a weight of {left}.";
    Target: "By its weight {subject} should hold {left} of all shards.", "By its weight {subject} should hold {left} of all shards.";
    // The exchange between the two nodes furthest from their targets.
    Surplus: "{subject} has {left} more than its target, more than any other: it is the source.", "{subject} has {left} more than its target; another has {right}, and a round has one source.";
    Deficit: "{subject} has {left} less than its target, more than any other lacks: it is the destination.", "{subject} has {left} less than its target; another lacks {right}, and a round has one destination.";
    StopSum: "Surplus and deficit together, {left}, are above the tolerance of {right}: balancing goes on.", "Surplus and deficit together, {left}, are not above the tolerance of {right}: that is near enough.";
    StopSurplus: "The largest surplus, {left}, is above the tolerance of {right}: balancing goes on.", "The largest surplus, {left}, is not above the tolerance of {right}: that is near enough.";
    StopDeficit: "The largest deficit, {left}, is above the tolerance of {right}: balancing goes on.", "The largest deficit, {left}, is not above the tolerance of {right}: that is near enough.";
    Cap: "The two nodes can exchange {left}, within the {right} that may move in a round.", "The two nodes could exchange {left}, but only {right} may move in a round.";
    Exchange: "{subject} gives {left_shards}, the oldest first.", "{subject} gives {left_shards}, the oldest first.";
    Oldest: "{subject} is number {left} by age on its node, among the {right} that move.", "{subject} is number {left} by age on its node, behind the {right} that move: it stays.";
    // LeastShardAllocationStrategy and its predecessor.
    AboveOptimum: "{subject} has {left}, above the even share of {right}: it offers the shards above it.", "{subject} has {left}, not above the even share of {right}: it offers nothing.";
    RoomBelow: "No node is above the even share, but {left} more shards fit below it: single shards are offered.", "No node is above the even share, and none is more than one shard below it: all is even.";
    AtOptimum: "{subject} has {left}, at least the even share of {right}: it offers its oldest shard.", "{subject} has {left}, below the even share of {right}: it offers nothing.";
    Limit: "All {left} shards offered are stopped: at most {right} may be stopped in a round.", "Of {left} shards offered, only {right} may be stopped: that is the limit of a round.";
    Threshold: "The fullest node has {left} more shards than the emptiest, above the threshold of {right}: shards are stopped.", "The fullest node has {left} more shards than the emptiest, not above the threshold of {right}: nothing is stopped.";
    Batch: "All {left} shards above the threshold are stopped: at most {right} may be stopped at once.", "Of {left} shards above the threshold, only {right} may be stopped at once ({right_label}).";
    Simultaneous: "Shards in hand-off: {left}, fewer than the {right} allowed.", "Shards in hand-off: {left}, which is not below the {right} allowed. Nothing more is stopped.";
    // Consistent hashing and external allocation.
    RingOwner: "{subject} is on {left_node}, and the ring names {right_node}: it is stopped.", "{subject} is on {left_node}, and the ring names {right_node}: it is stopped.";
    RingLimit: "All {left} are stopped: at most {right} may be stopped in a round.", "Of those {left}, only {right} may be stopped: that is the limit of a round.";
    WantedNode: "{subject} is on {left_node}, and the client wants it on {right_node}: it is stopped.", "{subject} is on {left_node}, and the client wants it on {right_node}: it is stopped.";
    // Allocation of a shard.
    PlaceStaying: "{subject} starts on a node that stays; the next best is leaving.", "{subject} starts on a node that stays; the next best is leaving.";
    PlaceVersion: "{subject} starts on the node with the highest version, {left}; the next best has {right}.", "{subject} starts on the node with the highest version, {left}; the next best has {right}.";
    PlaceCount: "{subject} starts on the node with the fewest shards, {left}; the next best has {right}.", "{subject} starts on the node with the fewest shards, {left}; the next best has {right}.";
    PlaceAge: "{subject} starts on the older of two nodes that are otherwise alike: number {left} by age, before number {right}.", "{subject} starts on the older of two nodes that are otherwise alike: number {left} by age, before number {right}.";
    PlaceAddress: "{subject} starts on the node that comes first by address, of nodes that are otherwise alike.", "{subject} starts on the node that comes first by address, of nodes that are otherwise alike.";
    PlaceDeficit: "{subject} starts on the node that lacks most, {left}; the next best lacks {right}.", "{subject} starts on the node that lacks most, {left}; the next best lacks {right}.";
    PlaceWeight: "Two nodes lack equally many; {subject} starts on the one with the greater weight, {left} against {right}.", "Two nodes lack equally many; {subject} starts on the one with the greater weight, {left} against {right}.";
    PlaceRing: "{subject} goes to {left_node}: the next point of the ring belongs to it.", "{subject} goes to {left_node}: the next point of the ring belongs to it.";
    PlaceTable: "{subject} goes to {left_node}, where the client wants it.", "{subject} goes to {left_node}, where the client wants it.";
    PlaceRequester: "{subject} goes to {left_node}, the node that asked for it.", "{subject} goes to {left_node}, the node that asked for it.";
    PlaceOnly: "{subject} goes to {left_node}, the only node that accepts shards.", "{subject} goes to {left_node}, the only node that accepts shards.";
    Stays: "{subject} had not stopped after {left}: it stays where it was.", "{subject} had not stopped after {left}: it stays where it was.";
    PlaceNowhere: "{subject} waits: no node accepts it.", "{subject} waits: no node accepts it.";
    PlaceNamed: "{subject} goes to {left_node}, which was chosen when it was stopped.", "{subject} goes to {left_node}, which was chosen when it was stopped.";
    HandoffTime: "{subject} takes {left} to stop, within the {right} that the coordinator waits.", "{subject} would take {left} to stop; after {right} the hand-off times out, and the shard stays.";
    // The autoscaler.
    ReleaseWeight: "{subject} gets no traffic: the autoscaler would remove it.", "{subject} gets traffic (weight {left}): the autoscaler leaves it alone.";
    ReleaseShards: "{subject} holds no shard, and none is coming.", "{subject} still has shards, {left} of them: the autoscaler may not remove it.";
    ReleaseGrace: "{subject} has been idle for {left}, at least the {right} that the autoscaler waits.", "{subject} has been idle for {left}, and the autoscaler waits for {right}.";
    ReleaseLast: "{subject} is not the last node: it is removed.", "{subject} is the last node: it stays.";
}

/// The collector of reasons of shard allocation.
pub type Explain = engine::Explain<Subject, Rule>;
/// A reason of shard allocation.
pub type Reason = engine::Reason<Subject, Rule>;
