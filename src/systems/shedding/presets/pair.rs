//! PIP-217's example: one broker at 90 %, a new one at 10 %, under everything that was proposed and
//! released against it.

use super::clusters::{broker, brokers, cluster};
use super::{scene, threshold};
use crate::systems::shedding::model::cluster::Cluster;
use crate::systems::shedding::release::Release;
use crate::systems::shedding::scenario::{Scenario, Variant};
use crate::systems::shedding::settings::Key;

/// A hundred bundles of one point each, every one a namespace of its own.
fn pair() -> Cluster {
    cluster(&brokers(&[90.0, 10.0], 1.0, 0.0), 1)
}

/// The text of a proposal: its targets are followed, and no filter stands in the way.
fn proposed(strategy: &str) -> Variant {
    Variant::new(strategy, "planned", Release::Y2026).with(Key::DistributeEvenly, 0.0)
}

pub(super) fn worked_example() -> Scenario {
    scene(
        pair(),
        proposed("proposal-217-example"),
        [
            "Usage goes 90/10, 50/50, 14/86, 0/100: one round was enough, and two more follow.",
            "The scores lag behind it, 90/10, 86/14, 78.8/21.2: nine tenths of each is the score before.",
        ],
    )
}

pub(super) fn history() -> Scenario {
    scene(
        pair(),
        threshold(),
        [
            "58/42 after the first round would do, but broker-1 sheds six rounds in a row, down to 15/85, until its smoothed usage has come down.",
            "Then the load swings back, and forth again: something moves in 19 of 60 rounds.",
        ],
    )
}

pub(super) fn one_namespace() -> Scenario {
    let drafts = [
        broker("broker-1", 90.0, 90, 0.0).of("shop/orders"),
        broker("broker-2", 10.0, 10, 0.0).of("shop/orders"),
    ];
    scene(
        cluster(&drafts, 1),
        threshold(),
        [
            "At 39/61, after two rounds, broker-1 holds the fewest bundles of the namespace, so the filter leaves no other candidate.",
            "In round 3 eleven bundles are selected, and all eleven stay where they are: a filter ends what history would have overdone.",
        ],
    )
}

pub(super) fn no_history() -> Scenario {
    scene(
        pair(),
        threshold().with(Key::HistoryPercentage, 0.0),
        [
            "Without history broker-1 sheds once, 32 bundles, and the pair is at rest.",
            "58/42 stays as it is: 58 % is less than 10 points above the average of 50 %.",
        ],
    )
}

pub(super) fn multi_hit() -> Scenario {
    scene(
        pair(),
        proposed("proposal-217-multi-hit"),
        [
            "90 and 10 are 40 points from the average each, which is not more than 40: only the low hits rise.",
            "For seven rounds nothing moves; the eighth low hit moves 40 bundles, and 50/50 stays.",
        ],
    )
}

pub(super) fn avg_proposed() -> Scenario {
    scene(
        pair(),
        proposed("proposal-217-avg"),
        [
            "80 points apart is a high hit, and the second in a row, in round 2, moves 40 bundles.",
            "From 90/10 to 50/50 in a single shed, not past it, and nothing moves again.",
        ],
    )
}

pub(super) fn avg() -> Scenario {
    scene(
        pair(),
        super::avg(),
        [
            "The first shed comes with the second high hit, in round 2, and moves 16 points, a fifth of the difference: 74/26.",
            "Four sheds, in rounds 2, 4, 12 and 20, end at 56/44: 12 points apart is under the low threshold of 15.",
        ],
    )
}

pub(super) fn avg_half() -> Scenario {
    scene(
        pair(),
        super::avg().with(Key::MaxUnloadPercentage, 0.5),
        [
            "With half of the difference to move, one shed in round 2 goes from 90/10 to 50/50.",
            "That is all that happens in 60 rounds: 40 bundles move, none of them twice.",
        ],
    )
}
