//! Where bundles go: the same clusters under each placement.

use super::clusters::{brokers, cluster};
use super::scene;
use crate::systems::shedding::release::Release;
use crate::systems::shedding::scenario::{Scenario, Variant};

/// PIP-217's four brokers, shed by ThresholdShedder and placed by `placement`.
fn four(placement: &str, notes: [&str; 2]) -> Scenario {
    let strategy = if placement == "AvgShedder" {
        "AvgShedder"
    } else {
        "ThresholdShedder"
    };
    let world = cluster(&brokers(&[90.0, 90.0, 20.0, 30.0], 2.5, 0.5), 1);
    scene(
        world,
        Variant::new(strategy, placement, Release::Y2026),
        notes,
    )
}

pub(super) fn four_least_rate() -> Scenario {
    four(
        "LeastLongTermMessageRate",
        [
            "In round 1 everything goes to broker-3, the one with the lowest rate: it jumps from 20 to 74.8 % while broker-4 stays at 30.",
            "In rounds 3 to 7 the smoothed usages of broker-1 and broker-2 are still too high, and they swap bundles of equal size with each other.",
        ],
    )
}

pub(super) fn four_least_resource() -> Scenario {
    four(
        "LeastResourceUsageWithWeight",
        [
            "Round 1 draws between two good targets: broker-3 goes to 63.9 % and broker-4 to 40.9 %.",
            "They count as good for too long: in round 5 they are at 75.9 and 86.8 %, and broker-1 and broker-2 at 35.7 and 31.5.",
        ],
    )
}

pub(super) fn four_round_robin() -> Scenario {
    four(
        "RoundRobinBrokerSelector",
        [
            "The turn comes to hot brokers too: in round 1 one of broker-1's bundles goes to broker-2, and two come back to their own broker and stay.",
            "By round 6 broker-4 is at 92.2 %, more than any broker had at the start.",
        ],
    )
}

pub(super) fn four_random() -> Scenario {
    four(
        "random",
        [
            "The draw ignores loads: in round 1 broker-1, at 90 %, is given two of broker-2's bundles.",
            "60 rounds do not level it: bundles move in 17 of them, and the brokers end 24.8 points apart.",
        ],
    )
}

pub(super) fn four_avg() -> Scenario {
    four(
        "AvgShedder",
        [
            "Each hot broker has a partner of its own: in round 2 broker-1 gives to broker-4 and broker-2 to broker-3.",
            "Eleven bundles in five sheds, none of them twice, and the brokers end 13.9 points apart.",
        ],
    )
}

/// The brokers of PIP-364, each bundle a namespace of its own.
fn pip_364(points: &[f64], strategy: &str, placement: &str, notes: [&str; 2]) -> Scenario {
    scene(
        cluster(&brokers(points, 2.0, 0.5), 1),
        Variant::new(strategy, placement, Release::Y2026),
        notes,
    )
}

pub(super) fn pool_all() -> Scenario {
    pip_364(
        &[40.0, 40.0, 40.0, 40.0, 69.0, 70.0],
        "ThresholdShedder",
        "LeastResourceUsageWithWeight",
        [
            "No broker is 10 points under the candidates' average, so there is no good target and one of all brokers is drawn.",
            "In round 1 broker-5 and broker-6, the two that shed, give each other a bundle.",
        ],
    )
}

pub(super) fn pool_one() -> Scenario {
    pip_364(
        &[10.0, 60.0, 70.0, 80.0, 80.0],
        "ThresholdShedder",
        "LeastResourceUsageWithWeight",
        [
            "Only broker-1 is 10 points under the average: in rounds 1 to 4 every bundle goes there, from 10 to 81.3 %.",
            "By then broker-4 and broker-5, once at 80, are at 44.4 %: the load has only changed places.",
        ],
    )
}

pub(super) fn coupled() -> Scenario {
    pip_364(
        &[20.0, 30.0, 52.0, 70.0, 80.0],
        "AvgShedder",
        "AvgShedder",
        [
            "80 is coupled with 20, 70 with 30, and 52 with itself: broker-5 gives to broker-1 in round 2, after two high hits.",
            "70 and 30 look 40 points apart, but in 32-bit arithmetic it is a hair less: broker-4 waits for eight low hits, until round 8.",
        ],
    )
}
