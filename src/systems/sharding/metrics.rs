//! The metrics of a run up to a round.

use super::round::Round;
use crate::engine::{Better, Metric, Unit};

/// Number of rounds without a move at the end of a run that make it stable.
pub(crate) const QUIET_ROUNDS: usize = 10;

/// Metrics of a run up to a round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunMetrics {
    /// Half the sum of |shards − target| over all nodes, in shards, at the last round.
    pub misplaced: f64,
    /// Half the sum of |share of shards − share of traffic| over all revisions, in percentage points, at the last round.
    pub(crate) share_deviation_points: f64,
    /// Number of shards that moved to another node.
    pub moved: u64,
    /// Number of shards that were stopped and restarted on the same node.
    pub(crate) came_back: u64,
    /// Time without a running node, summed over all shards, in milliseconds.
    pub(crate) unallocated_ms: u64,
    /// The last round with a move, counted from 1; `None` if unknown or not stable yet.
    pub stable_after: Option<usize>,
    /// Number of nodes without weight that hold no shard.
    pub(crate) releasable: u32,
    /// Number of nodes without weight that still hold shards.
    pub held_back: u32,
}

impl RunMetrics {
    /// The metrics of the first rounds of a run of `horizon` rounds; `None` without a round.
    pub fn from_rounds(rounds: &[Round], horizon: usize) -> Option<Self> {
        let last = rounds.last()?;
        let sum = |read: fn(&Round) -> u64| rounds.iter().map(read).sum::<u64>();
        Some(Self {
            misplaced: last.misplaced,
            share_deviation_points: share_deviation_points(last),
            moved: sum(|round| u64::from(round.landed)),
            came_back: sum(|round| u64::from(round.came_back)),
            unallocated_ms: sum(|round| round.unallocated_ms),
            stable_after: stable_after(rounds, horizon),
            releasable: last.releasable,
            held_back: last.held_back,
        })
    }
}

/// All metrics of this system.
pub static METRICS: &[Metric<RunMetrics>] = &[
    Metric::new(
        "Misplaced shards",
        Unit::Number,
        Better::Lower,
        "Half the sum, over nodes, of the distance between the shards that run and the real target, at the \
                     end of the round. Targets follow the true traffic, or the weights by hand, for every variant \
                     alike.",
        |run| Some(run.misplaced),
    ),
    Metric::new(
        "Share off its traffic",
        Unit::Points,
        Better::Lower,
        "Half the sum, over revisions, of the distance between the share of the shards and the share of \
                     the traffic, in points, at the end of the round.",
        |run| Some(run.share_deviation_points),
    ),
    Metric::new(
        "Shards moved",
        Unit::Count,
        Better::Lower,
        "Shards that were stopped, or lost their node, and started on another; one that moves twice counts \
                     twice.",
        |run| Some(run.moved as f64),
    ),
    Metric::new(
        "Needless hand-offs",
        Unit::Count,
        Better::Lower,
        "Shards that were stopped and started again on the node where they had been.",
        |run| Some(run.came_back as f64),
    ),
    Metric::new(
        "Unallocated time",
        Unit::Seconds,
        Better::Lower,
        "Time for which shards were in hand-off or on no living node, summed over shards.",
        |run| Some(run.unallocated_ms as f64 / 1000.0),
    ),
    Metric::new(
        "Rounds until stable",
        Unit::Count,
        Better::Lower,
        "The round after which nothing moves any more; none where something still moves in the last ten \
                     rounds, or where the run is not complete.",
        |run| run.stable_after.map(|rounds| rounds as f64),
    ),
    Metric::new(
        "Nodes that could be released",
        Unit::Count,
        Better::Higher,
        "Nodes without traffic, or of weight 0, that hold no shard; those that the autoscaler took away \
                     included.",
        |run| Some(f64::from(run.releasable)),
    ),
    Metric::new(
        "Nodes held back by shards",
        Unit::Count,
        Better::Lower,
        "Nodes without traffic, or of weight 0, that still hold a shard, so that no autoscaler may take \
                     them away.",
        |run| Some(f64::from(run.held_back)),
    ),
];

/// Half the sum of |share of shards − wanted share| over all revisions, in percentage points.
pub(crate) fn share_deviation_points(round: &Round) -> f64 {
    let shares = round.shares_percent.iter().zip(round.target_percent.iter());
    shares
        .map(|(is, should)| f64::from((is - should).abs()))
        .sum::<f64>()
        / 2.0
}

/// Whether a shard moved or appeared in a round.
pub(crate) fn has_moved(round: &Round) -> bool {
    round.stopped > 0 || round.landed > 0 || round.came_back > 0 || round.appeared > 0
}

/// The last round with a move, counted from 1; `None` if unknown or not stable yet.
pub fn stable_after(rounds: &[Round], horizon: usize) -> Option<usize> {
    let last = rounds
        .iter()
        .rposition(has_moved)
        .map_or(0, |place| place + 1);
    let is_calm = last == 0 || last + QUIET_ROUNDS <= horizon;
    (rounds.len() >= horizon && is_calm).then_some(last)
}
