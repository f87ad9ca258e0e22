//! Clusters of a size that people run: usages drawn once and for all from a seed.

use super::clusters::{Draft, broker, cluster};
use super::scene;
use crate::engine::chance::draw_unit;
use crate::systems::shedding::model::cluster::Cluster;
use crate::systems::shedding::release::Release;
use crate::systems::shedding::scenario::{Scenario, Variant};

/// Usages are whole multiples of this many points.
const STEP_POINTS: f64 = 0.25;

/// `count` brokers of `bundles` bundles each, their usages spread over a range by a bell of `draws`
/// draws (one: flat).
fn varied(
    count: usize,
    bundles: usize,
    range: std::ops::Range<f64>,
    draws: u64,
    seed: u64,
) -> Vec<Draft> {
    let width = count.to_string().len();
    let draft = |index: usize| {
        let name = format!("broker-{index:0width$}");
        let drawn: f64 = (0..draws)
            .map(|time| draw_unit(seed, "usage", &name, time))
            .sum();
        let points = range.start + (range.end - range.start) * drawn / draws as f64;
        broker(
            name,
            (points / STEP_POINTS).round() * STEP_POINTS,
            bundles,
            0.5,
        )
    };
    (1..=count).map(draft).collect()
}

/// Forty brokers within a few points of each other, but for one that is hot and one that is empty.
pub(super) fn levelled_but_two() -> Cluster {
    let mut drafts = varied(40, 20, 50.0..56.0, 1, 22);
    drafts[32] = broker("broker-33", 90.0, 30, 0.5);
    drafts[4] = broker("broker-05", 0.0, 0, 0.0);
    cluster(&drafts, 4)
}

pub(super) fn twenty() -> Scenario {
    let variant = Variant::new("AvgShedder", "AvgShedder", Release::Y2026);
    scene(
        cluster(&varied(20, 50, 10.0..95.0, 1, 2), 4),
        variant,
        [
            "Round 2 moves 17 bundles from six brokers; 14 go as planned, and for three the filter leaves the planned broker out.",
            "From 80.5 points apart to 14.5 in nine sheds: 69 of a thousand bundles move, none of them twice.",
        ],
    )
}

pub(super) fn hundred() -> Scenario {
    let variant = Variant::new(
        "ThresholdShedder",
        "LeastLongTermMessageRate",
        Release::Y2026,
    );
    scene(
        cluster(&varied(100, 40, 15.0..95.0, 2, 1), 4),
        variant,
        [
            "Within a round LeastLongTermMessageRate has one favourite: 62 of the 65 bundles of round 1 go to broker-075.",
            "That takes it from 19.8 to 363 %, and it cannot give them away before round 32, when their grace period is over.",
        ],
    )
}

pub(super) fn thousand() -> Scenario {
    let variant = Variant::new("AvgShedder", "AvgShedder", Release::Y2026);
    scene(
        cluster(&varied(1000, 20, 15.0..95.0, 2, 1), 4),
        variant,
        [
            "Round 2 moves 150 bundles from 124 brokers to 124 others, all as planned; round 8, after eight low hits, moves 256.",
            "From 75.8 points apart to 15.0 in nine sheds: 765 of twenty thousand bundles move, none of them twice.",
        ],
    )
}
