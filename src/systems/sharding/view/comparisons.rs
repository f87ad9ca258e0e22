//! Ready-made comparisons on whatever world is open.

use crate::systems::sharding::scenario::Variant;
use crate::systems::sharding::settings::Key;
use crate::systems::sharding::strategy::Strategy;

/// The title and the variants of each comparison, derived from the main variant.
pub(super) fn comparisons(main: &Variant) -> Vec<(&'static str, Vec<Variant>)> {
    use Strategy::{
        ConsistentHashing, Least2026, Least2610, LeastDeprecated, WeightedBoth, WeightedExchange,
        WeightedLiteralOr,
    };
    let of = |strategy: Strategy| Variant {
        strategy,
        ..main.clone()
    };
    let weighted = if main.strategy.stop_rule().is_some() {
        main.clone()
    } else {
        of(WeightedExchange)
    };
    vec![
        (
            "Weighted against least shards",
            vec![weighted.clone(), of(Least2610)],
        ),
        (
            "The three stop rules",
            vec![
                of(WeightedLiteralOr),
                of(WeightedBoth),
                of(WeightedExchange),
            ],
        ),
        (
            "Least shards in three versions",
            vec![of(LeastDeprecated), of(Least2610), of(Least2026)],
        ),
        (
            "Weighted, least shards, hashing",
            vec![weighted.clone(), of(Least2026), of(ConsistentHashing)],
        ),
        (
            "Maximum per round: 5, 20, 100",
            [5.0, 20.0, 100.0]
                .map(|most| {
                    weighted
                        .clone()
                        .with(Key::AbsoluteLimit, most)
                        .with(Key::RelativeLimit, 1.0)
                })
                .into(),
        ),
        (
            "Destination chosen with the stop, or after it",
            [0.0, 1.0]
                .map(|how| weighted.clone().with(Key::Destination, how))
                .into(),
        ),
    ]
}
