//! Brokers that have just come: idle, restarted or empty beside loaded ones.

use super::clusters::{broker, brokers, cluster};
use super::{scene, variant};
use crate::systems::shedding::scenario::{Scenario, Variant};
use crate::systems::shedding::settings::Key;

pub(super) fn two_hot_two_idle() -> Scenario {
    let drafts = [
        broker("broker-1", 88.0, 24, 0.5),
        broker("broker-2", 80.0, 22, 0.5),
        broker("broker-3", 56.0, 16, 0.5),
        broker("broker-4", 48.0, 14, 0.5),
        broker("broker-5", 18.0, 6, 0.5),
        broker("broker-6", 8.0, 3, 0.5),
    ];
    scene(
        cluster(&drafts, 1),
        variant("AvgShedder", "AvgShedder"),
        [
            "Round 1 counts a hit for the two outer pairs; with the second hit, in round 2, broker-1 and broker-2 give two bundles each.",
            "A shed moves at most a fifth of the difference, so it takes six of them until, after round 20, no pair is 15 points apart.",
        ],
    )
}

/// Half of the brokers have been restarted, and the others carry everything.
fn restarted(strategy: &str, notes: [&str; 2]) -> Scenario {
    let drafts = [
        broker("broker-1", 80.0, 30, 0.5),
        broker("broker-2", 77.0, 30, 0.5),
        broker("broker-3", 74.0, 30, 0.5),
        broker("broker-4", 3.0, 2, 0.0),
        broker("broker-5", 0.0, 0, 0.0),
        broker("broker-6", 0.0, 0, 0.0),
    ];
    scene(
        cluster(&drafts, 1),
        variant(strategy, "RoundRobinBrokerSelector"),
        notes,
    )
}

pub(super) fn restarted_proposed() -> Scenario {
    restarted(
        "proposal-6772",
        [
            "Only the cluster's average is smoothed, and brokers are compared with it as they are now.",
            "Three rounds of shedding, 56 bundles, then rest: everybody is between 30.4 and 48.8 %.",
        ],
    )
}

pub(super) fn restarted_released() -> Scenario {
    restarted(
        "ThresholdShedder",
        [
            "Each broker's usage is smoothed instead: in round 4 all six are between 34.4 and 44.2 %, but their scores still range from 6.6 to 71.1.",
            "So rounds 4 and 5 shed on, and 9.8 points apart become 25.6; 91 bundles move in all, where the proposal moves 56.",
        ],
    )
}

/// Nine brokers at 60 to 64 %, and one that carries nothing.
fn empty(variant: Variant, notes: [&str; 2]) -> Scenario {
    let points = [64.0, 63.5, 63.0, 62.5, 62.0, 61.5, 61.0, 60.5, 60.0, 0.0];
    scene(cluster(&brokers(&points, 2.5, 0.5), 4), variant, notes)
}

pub(super) fn empty_threshold() -> Scenario {
    empty(
        variant("ThresholdShedder", "LeastLongTermMessageRate"),
        [
            "The average is 55.8 %, so the line is at 65.8 %: no broker is above it, and nothing moves in 60 rounds.",
            "broker-10 is 55.8 points below the average, and that counts for nothing while lower-boundary shedding is off.",
        ],
    )
}

pub(super) fn empty_lower() -> Scenario {
    empty(
        variant("ThresholdShedder", "LeastLongTermMessageRate")
            .with(Key::LowerBoundaryEnabled, 1.0),
        [
            "No broker is above the upper line, but broker-10 is below the lower one: in rounds 1 to 8 the highest broker gives it a bundle.",
            "In round 9 it is at 57.8 %, but its smoothed usage says 32.8: up to round 12 full brokers go on shedding, to each other.",
        ],
    )
}

pub(super) fn empty_overload() -> Scenario {
    empty(
        variant("OverloadShedder", "LeastLongTermMessageRate"),
        [
            "The overload threshold is at 85 % and the highest broker at 64 %: nothing moves in 60 rounds.",
            "OverloadShedder looks at each broker by itself; that another one is empty is nothing to it.",
        ],
    )
}

pub(super) fn empty_uniform() -> Scenario {
    empty(
        variant("UniformLoadShedder", "LeastLongTermMessageRate"),
        [
            "Nothing counts as 1 msg/s here, so the highest rate, 64 004, is millions of percent above the lowest.",
            "One broker gives in each of six rounds; then the highest is 38 % above the lowest, and it takes 50.",
        ],
    )
}

pub(super) fn empty_avg() -> Scenario {
    empty(
        variant("AvgShedder", "AvgShedder"),
        [
            "broker-10 is paired with the highest broker: broker-01 gives in round 2, broker-02 in round 4, broker-03 in round 6.",
            "Then they are less than 40 points apart, and each shed takes eight low hits: in rounds 14, 22, 30 and 38.",
        ],
    )
}

pub(super) fn empty_multi_hit() -> Scenario {
    empty(
        variant("proposal-217-multi-hit", "planned").with(Key::DistributeEvenly, 0.0),
        [
            "Being 55.8 points below the average is a hit as well: after two of them, in round 2, broker-01 gives broker-10 half of the difference.",
            "That is a lot at once: broker-01 falls from 64 to 32.3 %, and in round 18 it has to be given to itself.",
        ],
    )
}
