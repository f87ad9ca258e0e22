//! Things one would not expect.

use super::clusters::{broker, brokers, cluster, lighter};
use super::large::levelled_but_two;
use super::{avg, scene};
use crate::systems::shedding::model::cluster::Cluster;
use crate::systems::shedding::release::Release;
use crate::systems::shedding::scenario::{Scenario, Variant};
use crate::systems::shedding::settings::Key;

/// Six brokers that all have too much.
fn hot() -> Cluster {
    cluster(&brokers(&[96.0, 94.0, 92.0, 90.0, 88.0, 86.0], 2.5, 0.5), 4)
}

pub(super) fn hot_overload() -> Scenario {
    scene(
        hot(),
        Variant::new(
            "OverloadShedder",
            "LeastLongTermMessageRate",
            Release::Y2026,
        ),
        [
            "Everybody is above 85 %, so everybody sheds, and every bundle goes to a broker that is as full.",
            "It does not stabilise: 301 unloads in 60 rounds, 103 bundles more than once, and at times a broker is at 145.6 %.",
        ],
    )
}

pub(super) fn hot_avg() -> Scenario {
    scene(
        hot(),
        avg(),
        [
            "96 and 86 are 10 points apart, under the low threshold of 15: no pair is counted and nothing moves.",
            "Brokers are compared with each other and not with a line: where no broker has room there is nothing to gain.",
        ],
    )
}

/// The broker with the least load holds the most bundles of the namespace that has to move.
fn small_bundles() -> Cluster {
    let drafts = [
        broker("broker-1", 90.0, 24, 0.3).of("shop/orders"),
        broker("broker-2", 55.0, 14, 0.3),
        broker("broker-3", 10.0, 30, 0.0).of("shop/orders"),
    ];
    cluster(&drafts, 1)
}

pub(super) fn plan_filtered() -> Scenario {
    scene(
        small_bundles(),
        avg(),
        [
            "The plan says broker-3, at 10 %, but that holds the most bundles of the namespace: the filter leaves only broker-2, at 55 %.",
            "Two sheds take broker-2 to 83.8 %; from round 12 on a bundle is selected in every other round, and stays with its owner.",
        ],
    )
}

pub(super) fn plan_kept() -> Scenario {
    scene(
        small_bundles(),
        avg().with(Key::DistributeEvenly, 0.0),
        [
            "Without the filter all seven bundles go where they were meant to: from broker-1 to broker-3.",
            "Four sheds, and the brokers end at 56, 55 and 44 %.",
        ],
    )
}

/// Much CPU and little traffic: a hundredth of what the other presets have.
fn light() -> Cluster {
    lighter(cluster(&brokers(&[90.0, 60.0, 30.0], 2.5, 0.5), 1), 0.01)
}

pub(super) fn minimum_threshold() -> Scenario {
    let variant = Variant::new(
        "ThresholdShedder",
        "LeastLongTermMessageRate",
        Release::Y2026,
    );
    scene(
        light(),
        variant.with(Key::ThresholdPercentage, 1.0),
        [
            "The threshold is 1 and broker-1 is 30 points above the average: 34 % of its traffic would have to move.",
            "That is 1.8 MiB/s, and less than 10 is not worth an unload: nothing moves, however small the threshold.",
        ],
    )
}

pub(super) fn minimum_avg() -> Scenario {
    let keys = [
        Key::AvgLowThreshold,
        Key::AvgHighThreshold,
        Key::AvgHitCountLow,
        Key::AvgHitCountHigh,
    ];
    scene(
        light(),
        keys.into_iter()
            .fold(avg(), |variant, key| variant.with(key, 1.0)),
        [
            "90 and 30 are 60 points apart, and a single hit at 1 point is enough: the pair is due in every round.",
            "A fifth of the difference is 120 msg/s and 0.7 MiB/s; it takes more than 1000 msg/s or 1 MiB/s, so nothing moves.",
        ],
    )
}

pub(super) fn idle_bundles() -> Scenario {
    let drafts = [
        broker("broker-1", 80.0, 24, 0.5).with_idle(40),
        broker("broker-2", 60.0, 20, 0.5).with_idle(4),
        broker("broker-3", 50.0, 20, 0.5).with_idle(4),
        broker("broker-4", 40.0, 18, 0.5).with_idle(4),
    ];
    let variant = Variant::new(
        "UniformLoadShedder",
        "LeastLongTermMessageRate",
        Release::Y2026,
    );
    scene(
        cluster(&drafts, 4),
        variant,
        [
            "broker-1 has twice the messages of broker-4 and sheds; a bundle without traffic fits any budget, so all 40 idle ones go in round 1.",
            "41 bundles move in that round, and a single one of them makes all of the 6.7 points.",
        ],
    )
}

pub(super) fn whole_points() -> Scenario {
    scene(
        levelled_but_two(),
        Variant::new("AvgShedder", "AvgShedder", Release::V4_0),
        [
            "4.0 takes scores less than a point apart for equal, which is not a consistent order; the sort of 40 brokers notices and throws.",
            "Every round ends there: broker-33 stays at 90 % and broker-05 stays empty.",
        ],
    )
}

pub(super) fn exact_order() -> Scenario {
    scene(
        levelled_but_two(),
        avg(),
        [
            "Sorted exactly, broker-33 and broker-05 are a pair, and it sheds in round 2.",
            "After five sheds broker-05 is at 41.7 % and no two brokers are 15 points apart.",
        ],
    )
}
