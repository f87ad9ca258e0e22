//! Loads that are never quite what they were: what strategies make of it, and what chance does to them.

use super::clusters::{brokers, cluster};
use super::{avg, compared, event, threshold};
use crate::systems::shedding::model::event::{Event, Kind};
use crate::systems::shedding::release::Release;
use crate::systems::shedding::scenario::{Scenario, Variant};
use crate::systems::shedding::settings::Key;

pub(super) fn fluctuation() -> Scenario {
    let mut world = cluster(&brokers(&[60.0; 6], 2.5, 0.3), 1);
    world.fluctuation_percent = 50.0;
    world.events = vec![Event {
        value: 1.0,
        ..event(1, 1170, Kind::Add, "broker-7")
    }];
    compared(
        world,
        [avg().with(Key::MaxUnloadPercentage, 0.5), avg()],
        &[
            "Every bundle strays by up to 50 %, differently each minute. Before broker-7 comes at 19:30, 95.9 % of the rounds of 200 seeds are within 15 points, and nothing is shed.",
            "Moving half, the new broker takes at most five sheddings under each of 200 seeds, and three or fewer under 149; moving a fifth, five are enough under 78 only.",
            "But 15 points are not kept: eight hits in a row are rare when loads stray. Moving half, 11.4 % of the last 20 rounds are within 15 points, 48.9 % within 20.",
        ],
    )
}

pub(super) fn receivers() -> Scenario {
    let world = cluster(
        &brokers(&[92.0, 88.0, 84.0, 80.0, 40.0, 36.0, 32.0, 28.0], 2.5, 0.5),
        1,
    );
    compared(
        world,
        [threshold(), avg()],
        &[
            "LeastLongTermMessageRate has one favourite a round: broker-8 goes from 28 to 111.4 %, then broker-7 from 32 to 89.6, then broker-6 from 36 to 72.4.",
            "Three receivers end more than 10 points above the mean, and somebody is above 85 % for 13 minutes. With AvgShedder no receiver does, and it is 2 minutes.",
        ],
    )
}

pub(super) fn jitter() -> Scenario {
    let mut world = cluster(&brokers(&[48.0; 6], 6.0, 0.5), 1);
    world.fluctuation_percent = 80.0;
    let uniform = Variant::new(
        "UniformLoadShedder",
        "LeastLongTermMessageRate",
        Release::Y2026,
    );
    compared(
        world,
        [uniform, threshold(), avg()],
        &[
            "Six brokers with the same load, and each of their bundles strays by up to 80 %: there is nothing to level.",
            "UniformLoadShedder takes every round as it comes and sheds in 32 of 60; ThresholdShedder, with its history, in 6. AvgShedder wants two high or eight low hits in a row and never sheds.",
        ],
    )
}
