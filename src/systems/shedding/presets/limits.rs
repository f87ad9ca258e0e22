//! Where strategies come to their limits: machines that are not alike, many brokers, targets.

use super::clusters::{broker, brokers, cluster};
use super::{avg, compared, event, uniform, variant};
use crate::systems::shedding::model::event::{Event, Kind};
use crate::systems::shedding::model::usage::Resource;
use crate::systems::shedding::release::Release;
use crate::systems::shedding::scenario::{Scenario, Variant};
use crate::systems::shedding::settings::Key;

fn threshold_by_resource() -> Variant {
    variant("ThresholdShedder", "LeastResourceUsageWithWeight")
}

pub(super) fn hardware() -> Scenario {
    let mut world = cluster(&brokers(&[10.0, 50.0, 0.0], 2.0, 0.5), 1);
    world.brokers[2].base = world.brokers[2].base.with(Resource::Cpu, 70.0);
    compared(
        world,
        [threshold_by_resource(), uniform(), avg()],
        &[
            "broker-3 carries no bundle; the 70 % are other people's. The average is 43.3 %, so ThresholdShedder leaves broker-2 at 50: its line is at 53.3.",
            "UniformLoadShedder looks at traffic alone, so in rounds 1 and 2 broker-2 gives to broker-3, the fullest, up to 85.8 %.",
            "AvgShedder pairs broker-3 with broker-1 and broker-2 with itself: the one has nothing to give, and the other has no partner to give to.",
        ],
    )
}

pub(super) fn hundred_new() -> Scenario {
    let draft = |index: usize| {
        let (points, bundles) = if index <= 100 { (80.0, 20) } else { (0.0, 0) };
        broker(format!("broker-{index:03}"), points, bundles, 0.3)
    };
    let drafts: Vec<_> = (1..=200).map(draft).collect();
    let half = |variant: Variant| variant.with(Key::MaxUnloadPercentage, 0.5);
    Scenario {
        rounds: 120,
        ..compared(
            cluster(&drafts, 4),
            [half(uniform()), half(avg())],
            &[
                "UniformLoadShedder sheds from one broker a round: the 100 hot ones take 100 rounds. AvgShedder has 100 pairs, and all of them shed in round 2.",
                "Then AvgShedder rests, 0.2 points apart. UniformLoadShedder goes on: its receivers were drawn, and after 120 rounds they are 25.7 points apart.",
            ],
        )
    }
}

pub(super) fn neighbour() -> Scenario {
    let mut world = cluster(&brokers(&[50.0, 48.0, 46.0, 44.0], 2.0, 0.5), 1);
    world.events = vec![Event {
        value: 35.0,
        ..event(1, 270, Kind::Neighbour, "broker-1")
    }];
    compared(
        world,
        [threshold_by_resource(), avg(), uniform()],
        &[
            "At 4:30 something else on its machine takes 35 points of broker-1: it is at 85 %, with traffic for 50.",
            "AvgShedder picks by score and measures by traffic: 1.2 points move in round 6, then no bundle is as small as what may move, and 38.6 points remain.",
            "ThresholdShedder moves eight bundles and ends 16.1 points apart; UniformLoadShedder sees nothing at all.",
        ],
    )
}

pub(super) fn transfer_target() -> Scenario {
    let world = cluster(&brokers(&[90.0, 70.0, 50.0, 30.0, 10.0], 6.0, 0.3), 1);
    let transfer = Variant::new(
        "TransferShedder",
        "LeastResourceUsageWithWeight",
        Release::Y2026,
    );
    compared(
        world,
        [transfer.clone(), transfer.with(Key::TargetDeviation, 0.1)],
        &[
            "A deviation of 28.3 points is above the target of 25, and the fourth round in a row acts: 90 and 10 become 54 and 46.",
            "That is enough: the deviation is 12.9, so 70 and 30 stay as they are, 40 points apart. With a target of 10 they are levelled in the same round, to 50.2 and 49.8.",
        ],
    )
}
