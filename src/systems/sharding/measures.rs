//! What a run came to so far. [`MEASURES`] and [`of`] stand in the same order.

use super::round::Round;
use crate::engine::Measure;
use crate::engine::Unit;

/// Rounds without a move at the end of a run that make it stable.
pub const CALM_ROUNDS: usize = 10;

/// What is measured.
pub const MEASURES: [Measure; 8] = [
    Measure {
        label: "Shards out of place",
        definition: "Half the sum, over nodes, of the distance between the shards that run and the real target, at the \
                     end of the round. Targets follow the true traffic, or the weights by hand, for every lane alike.",
        unit: Unit::Number,
        is_less_better: Some(true),
    },
    Measure {
        label: "Share off its traffic",
        definition: "Half the sum, over revisions, of the distance between the share of the shards and the share of \
                     the traffic, in points, at the end of the round.",
        unit: Unit::Points,
        is_less_better: Some(true),
    },
    Measure {
        label: "Shards moved",
        definition: "Shards that were stopped, or lost their node, and started on another; one that moves twice counts \
                     twice.",
        unit: Unit::Count,
        is_less_better: Some(true),
    },
    Measure {
        label: "Stopped for nothing",
        definition: "Shards that were stopped and started again on the node where they had been.",
        unit: Unit::Count,
        is_less_better: Some(true),
    },
    Measure {
        label: "Time without a home",
        definition: "Time for which shards were in hand-off or on no living node, summed over shards.",
        unit: Unit::Seconds,
        is_less_better: Some(true),
    },
    Measure {
        label: "Rounds until stable",
        definition: "The round after which nothing moves any more; none where something still moves in the last ten \
                     rounds, or where the run is not complete.",
        unit: Unit::Count,
        is_less_better: Some(true),
    },
    Measure {
        label: "Nodes that could be released",
        definition: "Nodes without traffic, or of weight 0, that hold no shard; those that the autoscaler took away \
                     included.",
        unit: Unit::Count,
        is_less_better: Some(false),
    },
    Measure {
        label: "Nodes held back by shards",
        definition: "Nodes without traffic, or of weight 0, that still hold a shard, so that no autoscaler may take \
                     them away.",
        unit: Unit::Count,
        is_less_better: Some(true),
    },
];

/// Half the sum of the distances between shares and what they should be, in points.
pub fn share_off_points(round: &Round) -> f64 {
    let shares = round.shares_percent.iter().zip(round.wanted_percent.iter());
    shares.map(|(is, should)| f64::from((is - should).abs())).sum::<f64>() / 2.0
}

/// Whether something moved in a round.
pub fn has_moved(round: &Round) -> bool {
    round.stopped > 0 || round.landed > 0 || round.came_back > 0 || round.appeared > 0
}

/// The round after which nothing moves; none where it is not known, or something still moves.
pub fn stable_after(rounds: &[Round], horizon: usize) -> Option<usize> {
    let last = rounds.iter().rposition(has_moved).map_or(0, |place| place + 1);
    let is_calm = last == 0 || last + CALM_ROUNDS <= horizon;
    (rounds.len() >= horizon && is_calm).then_some(last)
}

/// The measures of the rounds given, of a run of `horizon` rounds.
pub fn of(rounds: &[Round], horizon: usize) -> Vec<Option<f64>> {
    let Some(last) = rounds.last() else { return vec![None; MEASURES.len()] };
    let sum = |read: fn(&Round) -> u64| rounds.iter().map(read).sum::<u64>() as f64;
    vec![
        Some(last.out_of_place),
        Some(share_off_points(last)),
        Some(sum(|round| u64::from(round.landed))),
        Some(sum(|round| u64::from(round.came_back))),
        Some(sum(|round| round.nowhere_ms) / 1000.0),
        stable_after(rounds, horizon).map(|rounds| rounds as f64),
        Some(f64::from(last.releasable)),
        Some(f64::from(last.held_back)),
    ]
}
