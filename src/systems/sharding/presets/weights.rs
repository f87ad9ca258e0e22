//! Presets on manual weights, and on when balancing stops.

use super::{Strategy, at, unlimited, variant, world};
use crate::systems::sharding::scenario::Scenario;
use crate::systems::sharding::world::{Action, Nodes, SetWeight, World};

/// One node has all eight shards.
pub(super) fn eight() -> Scenario {
    let mut nodes = vec![Nodes::new("a", 8)];
    nodes.extend(["b", "c", "d", "e", "f", "g", "h"].map(|name| Nodes::new(name, 0)));
    Scenario::new(
        "Eight nodes, one loaded",
        &[
            "Eight shards, all on one of eight equal nodes: it has 7 too many, and each other lacks 1.",
            "“Either only deficits of 1” taken literally stops before the first move. While either is above 1, six \
             move and one node stays empty. By exchange all end at 1, after seven rounds.",
            "Least shards without limits needs one round.",
        ],
        24,
        world(nodes),
        vec![
            variant(Strategy::WeightedLiteralOr),
            variant(Strategy::WeightedBoth),
            variant(Strategy::WeightedExchange),
            unlimited(Strategy::Least2610),
        ],
    )
}

/// The proposal's own example.
pub(super) fn four_five_three() -> Scenario {
    let nodes = vec![
        Nodes::new("a", 0).weighing(4),
        Nodes::new("b", 0).weighing(5),
        Nodes::new("c", 0).weighing(3),
    ];
    let events = vec![
        at(2.0, Action::Shards(12)),
        at(45.0, Action::Shards(88)),
        at(
            95.0,
            Action::Weight(SetWeight {
                node: "c".to_owned(),
                weight: 9,
            }),
        ),
    ];
    Scenario::new(
        "Weights 4, 5 and 3",
        &[
            "At 2 s twelve shards appear and go b a c b a b c a b c a b: 4, 5 and 3, the proposal’s example.",
            "At 45 s there are a hundred: targets of 33.33, 41.67 and 25 end as 33, 42 and 25 without a move.",
            "At 95 s c is to weigh 9; shards move to 22, 28 and 50.",
        ],
        24,
        World {
            events,
            ..world(nodes)
        },
        vec![
            variant(Strategy::WeightedExchange),
            variant(Strategy::Least2610),
        ],
    )
}

/// Small numbers for which the stop rules differ.
pub(super) fn two_thirds() -> Scenario {
    let nodes = vec![
        Nodes::new("a", 5).weighing(2),
        Nodes::new("b", 5).weighing(1),
    ];
    Scenario::new(
        "One shard from the nearest",
        &[
            "Ten shards for weights 2 and 1: targets of 6.67 and 3.33. After one move a lacks 0.67 and b has 0.67 too \
             many.",
            "Both are within 1, so the proposal’s rules stop at 6 and 4. Together they are above 1, so by exchange one \
             more moves: 7 and 3, the nearest whole numbers.",
        ],
        16,
        world(nodes),
        vec![
            variant(Strategy::WeightedBoth),
            variant(Strategy::WeightedExchange),
        ],
    )
}
