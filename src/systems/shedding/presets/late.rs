//! Time between rounds: reports that come late, loads that do not last, leaders that change.

use super::clusters::{broker, brokers, cluster};
use super::{avg, compared, event};
use crate::systems::shedding::model::cluster::Cluster;
use crate::systems::shedding::model::event::{Event, Kind};
use crate::systems::shedding::release::Release;
use crate::systems::shedding::scenario::{Scenario, Variant};
use crate::systems::shedding::settings::Key;

/// PIP-217's times: brokers measure themselves five seconds after the leader sheds, while bundles take
/// ten to arrive.
fn late(variant: Variant) -> Variant {
    variant
        .with(Key::FreshReports, 0.0)
        .with(Key::TransferMs, 10_000.0)
}

/// PIP-217's pair: a hundred bundles of one point each, every one a namespace of its own.
fn pair() -> Cluster {
    cluster(&brokers(&[90.0, 10.0], 1.0, 0.0), 1)
}

pub(super) fn reports() -> Scenario {
    let variant = Variant::new(
        "ThresholdShedder",
        "LeastLongTermMessageRate",
        Release::Y2026,
    );
    let variant = variant.with(Key::HistoryPercentage, 0.0);
    compared(
        pair(),
        [
            late(variant.clone()),
            variant.with(Key::TransferMs, 10_000.0),
        ],
        &[
            "Brokers measure themselves 5 s after a round, and bundles are on their way for 10: in round 2 broker-2 is still reported at 10 %, but it is at 42.",
            "So broker-1 sheds a second time, 12 bundles, from 58 down to 46 %. The second variant sees the truth and sheds once.",
        ],
    )
}

pub(super) fn hits() -> Scenario {
    let variant = late(avg().with(Key::MaxUnloadPercentage, 0.5));
    compared(
        pair(),
        [variant.clone().with(Key::AvgHitCountHigh, 1.0), variant],
        &[
            "With one high hit, round 2 sheds on an old report once more: 50/50 becomes 30/70, and it takes until round 34 to get back.",
            "With two hits round 3 counts one, 50 against 10, and round 4 sees 50/50: one shed is all.",
            "Try samples every 2 minutes: then two hits count the same old report twice, and rounds 2 and 4 both shed.",
        ],
    )
}

pub(super) fn spike() -> Scenario {
    let drafts = [
        broker("broker-1", 50.0, 25, 0.0).of("shop/flash"),
        broker("broker-2", 50.0, 25, 0.0),
        broker("broker-3", 49.0, 25, 0.0),
        broker("broker-4", 48.0, 25, 0.0),
    ];
    let mut world = cluster(&drafts, 1);
    world.events = vec![Event {
        value: 40.0,
        duration_s: 180,
        ..event(1, 570, Kind::Spike, "shop/flash")
    }];
    let variant = avg().with(Key::MaxUnloadPercentage, 0.5);
    compared(
        world,
        [1.0, 5.0].map(|hits| variant.clone().with(Key::AvgHitCountLow, hits)),
        &[
            "From 9:30 to 12:30 broker-1 has 40 % more traffic: in rounds 10, 11 and 12 it is at 70 % instead of 50.",
            "One low hit sheds at once, five bundles; after the spike broker-1 is at 40 % and broker-4 at 58, and round 13 sheds again. Five hits let it pass: nothing moves.",
        ],
    )
}

pub(super) fn new_broker() -> Scenario {
    let mut world = cluster(&brokers(&[62.0, 61.0, 60.0, 59.0], 2.0, 0.3), 1);
    world.events = vec![Event {
        value: 1.0,
        ..event(1, 270, Kind::Add, "broker-5")
    }];
    let variant = avg()
        .with(Key::MaxUnloadPercentage, 0.5)
        .with(Key::AvgLowThreshold, 10.0)
        .with(Key::AvgHitCountLow, 5.0);
    compared(
        world,
        [1.0, 5.0].map(|hits| variant.clone().with(Key::AvgHitCountHigh, hits)),
        &[
            "broker-5 comes at 4:30, 62 points under the highest. Where one high hit at 40 is enough, round 5 takes it to 30.7 %; where five are asked, round 9.",
            "From then on pairs are less than 40 apart, and five low hits at 10 are needed: in rounds 10 and 15.",
        ],
    )
}

pub(super) fn leader() -> Scenario {
    let mut world = cluster(&brokers(&[64.0, 50.0, 48.0, 34.0], 2.5, 0.5), 1);
    world.events = vec![event(1, 450, Kind::Leader, "")];
    let mut without = avg();
    without.ignored_events = vec![1];
    compared(
        world,
        [avg(), without],
        &[
            "64 and 34 are 30 points apart, a low hit each round: there are seven when another broker becomes the leader at 7:30.",
            "It begins to count at one, so the first shed comes in round 15. In the second variant the leader stays, and it comes in round 8.",
        ],
    )
}
