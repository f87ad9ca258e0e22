//! Brokers that restart while the run lasts.

use super::clusters::{brokers, cluster};
use super::{avg, compared, event};
use crate::systems::shedding::model::event::{Event, Kind};
use crate::systems::shedding::release::Release;
use crate::systems::shedding::scenario::{Scenario, Variant};
use crate::systems::shedding::settings::Key;

fn variant(strategy: &str) -> Variant {
    Variant::new(strategy, "LeastLongTermMessageRate", Release::Y2026)
}

pub(super) fn most() -> Scenario {
    let mut world = cluster(&brokers(&[27.0, 27.0, 27.0, 27.0, 26.0, 26.0], 1.0, 0.3), 1);
    let restart = |(id, name): (u32, &str)| Event {
        duration_s: 60,
        ..event(id, 270, Kind::Restart, name)
    };
    world.events = (1..)
        .zip(["broker-1", "broker-2", "broker-3", "broker-4"])
        .map(restart)
        .collect();
    compared(
        world,
        [
            variant("OverloadShedder"),
            variant("ThresholdShedder"),
            avg(),
        ],
        &[
            "At 4:30 four brokers restart. A minute later they are back, empty, and broker-5 and broker-6 carry everything, at 80.5 and 79.5 %.",
            "OverloadShedder leaves it at that for all 60 rounds: no broker is at 85 %.",
            "ThresholdShedder fills the four again, 122 bundles in nine sheds up to round 14; AvgShedder takes until round 33, but moves 76 bundles only.",
        ],
    )
}

pub(super) fn rolling() -> Scenario {
    let mut world = cluster(&brokers(&[48.0; 10], 2.0, 0.3), 1);
    let names: Vec<_> = world
        .brokers
        .iter()
        .map(|broker| broker.name.clone())
        .collect();
    let restart = |(id, name)| Event {
        duration_s: 4,
        ..event(id, 185 + 5 * id, Kind::Restart, name)
    };
    world.events = (1..)
        .zip(names.iter().map(|name| &**name))
        .map(restart)
        .collect();
    let lower = variant("ThresholdShedder").with(Key::LowerBoundaryEnabled, 1.0);
    compared(
        world,
        [variant("ThresholdShedder"), lower, avg()],
        &[
            "Within a minute each broker restarts and is given the bundles of the next one; broker-10 is the last, and stays empty while the others are at 52.7 to 54.1 %.",
            "No broker is 10 points above the average of 48, so ThresholdShedder does nothing. With the lower boundary the highest gives a bundle a round, in rounds 4 to 18, and the spread ends at 3.5 points.",
            "AvgShedder draws where bundles go while brokers restart: broker-2 is at 89.8 % before it sheds, and rest comes after round 29.",
        ],
    )
}
