//! What the load manager does around the strategies.

use std::sync::Arc;

use super::clusters::{broker, brokers, cluster};
use super::{compared, scene};
use crate::systems::shedding::model::policy::Isolation;
use crate::systems::shedding::release::Release;
use crate::systems::shedding::scenario::{Scenario, Variant};
use crate::systems::shedding::settings::Key;

pub(super) fn cold_start() -> Scenario {
    let mut world = cluster(&brokers(&[60.0, 0.0, 0.0, 0.0], 1.5, 0.3), 1);
    world.unplaced = std::mem::take(&mut world.brokers[0].bundles);
    let variant = |release| Variant::new("AvgShedder", "AvgShedder", release);
    compared(
        world,
        [variant(Release::Y2026), variant(Release::V5_0)],
        &[
            "40 bundles that were never measured look alike. Up to 2026 the plan is kept by what a bundle looks like, so all 40 follow the first draw, to broker-3.",
            "5.0 keeps it by name, and they come to 11, 10, 12 and 7. In the first variant AvgShedder sheds five times, 20 bundles, up to round 28.",
        ],
    )
}

pub(super) fn isolation() -> Scenario {
    let drafts = [
        broker("broker-1", 66.0, 10, 0.0).of("bank/ledger"),
        broker("broker-1 free", 18.0, 18, 0.0),
        broker("broker-2", 36.0, 18, 0.3),
        broker("broker-3", 33.0, 17, 0.3),
    ];
    let mut world = cluster(&drafts, 1);
    let free = world.brokers.remove(1).bundles;
    Arc::make_mut(&mut world.brokers[0].bundles).extend(free.iter().cloned());
    world.isolation = vec![Isolation {
        namespaces: vec!["bank/ledger".into()],
        primary: vec!["broker-1".into()],
        secondary: Vec::new(),
        min_available: 1,
    }];
    scene(
        world,
        Variant::new(
            "ThresholdShedder",
            "LeastLongTermMessageRate",
            Release::Y2026,
        ),
        [
            "bank/ledger may only be on broker-1, and has the largest bundles there: ThresholdShedder selects four of them, round after round.",
            "No other broker may hold them, so they stay; the 18 small bundles that could go are not asked. broker-1 is at 84 % in round 60 as in round 1.",
        ],
    )
}

pub(super) fn straight_back() -> Scenario {
    let world = cluster(&brokers(&[40.0, 40.0, 40.0, 40.0, 69.0, 70.0], 2.0, 0.5), 1);
    let variant = Variant::new(
        "ThresholdShedder",
        "LeastResourceUsageWithWeight",
        Release::Y2026,
    );
    compared(
        world,
        [variant.clone().with(Key::ChoosesAfterUnload, 1.0), variant],
        &[
            "Up to 3.0 a bundle was unloaded first and its broker chosen then, with the old one among the candidates: 9 of 55 unloads come straight back, clients and all.",
            "Chosen before, the owner still holds the bundle, and the filter for the fewest of a namespace leaves it out: 33 unloads, and none is for nothing.",
        ],
    )
}
