//! Presets on Akka's own strategies, and on membership.

use super::{Strategy, at, variant, world};
use crate::systems::sharding::scenario::Scenario;
use crate::systems::sharding::settings::{Key, Settings};
use crate::systems::sharding::world::{Action, Locate, Nodes, World};

/// A node joins another that holds a hundred shards.
pub(super) fn hundred() -> Scenario {
    Scenario::new(
        "100 and 0: fifty rounds or five",
        &[
            "A node joined a loaded one. The old strategy, still the default, moves one shard a round: the threshold \
             caps what it moves. Fifty rounds, 500 s.",
            "The strategy of 2.6.10 with a tenth of all in a round needs five.",
            "By weight it is as fast: its cap is the same.",
        ],
        64,
        world(vec![Nodes::new("a", 100), Nodes::new("b", 0)]),
        vec![
            variant(Strategy::LeastDeprecated),
            variant(Strategy::Least2610),
            variant(Strategy::WeightedExchange),
        ],
    )
}

/// A thousand shards on a hundred nodes, one of which has nineteen.
pub(super) fn threshold() -> Scenario {
    let nodes = vec![
        Nodes::new("hot", 19),
        Nodes::new("n", 10).times(90),
        Nodes::new("m", 9).times(9),
    ];
    Scenario::new(
        "Threshold 10: nineteen beside ten",
        &[
            "A thousand shards on a hundred nodes; one has 19, the others 9 or 10. With threshold 10 a difference of 10 \
             is not above it: nothing ever moves.",
            "With threshold 1 it goes on until the difference is 1.",
            "By weight the nine that lack one each take one, a round each.",
        ],
        40,
        world(nodes),
        vec![
            variant(Strategy::LeastDeprecated).with(Key::Threshold, 10.0),
            variant(Strategy::LeastDeprecated),
            variant(Strategy::WeightedExchange),
        ],
    )
}

/// Shards appear on a ring, and nodes come and go.
pub(super) fn ring() -> Scenario {
    let events = vec![
        at(1.0, Action::Shards(100)),
        at(41.0, Action::Join(Nodes::new("c", 0))),
        at(101.0, Action::Drain("a".to_owned())),
    ];
    let world = World {
        events,
        ..world(vec![Nodes::new("a", 0), Nodes::new("b", 0)])
    };
    Scenario::new(
        "A ring of hashes is uneven",
        &[
            "Ids 0 to 99 fall to two nodes as 49 and 51. When a third joins, 33 go to it, nearly all from the first: \
             22, 45 and 33.",
            "At 101 s the first is drained; its shards go to their next points.",
            "Few shards move, and none of them between nodes that stay.",
        ],
        30,
        world,
        vec![
            variant(Strategy::ConsistentHashing),
            variant(Strategy::Least2610),
        ],
    )
}

/// A client moves ranges of shards.
pub(super) fn pinned() -> Scenario {
    let locate = |from, to, node: &str| Locate {
        from,
        to,
        node: node.to_owned(),
    };
    let events = vec![
        at(45.0, Action::Locate(locate(0, 9, "b"))),
        at(85.0, Action::Locate(locate(0, 39, "c"))),
    ];
    let nodes = vec![
        Nodes::new("a", 20),
        Nodes::new("b", 10),
        Nodes::new("c", 10),
    ];
    Scenario::new(
        "A client names the nodes",
        &[
            "External allocation: at 45 s a client wants shards 0 to 9 on b, at 85 s all forty on c.",
            "Shards on other nodes are stopped in the next round, all at once: no limit applies.",
        ],
        20,
        World {
            events,
            ..world(nodes)
        },
        vec![variant(Strategy::External)],
    )
}

/// Shards whose stop takes longer than a round.
pub(super) fn slow() -> Scenario {
    let mut settings = Settings::default();
    settings.set(Key::StopTime, 26.0);
    settings.set(Key::StopSpread, 0.6);
    let world = World {
        settings,
        ..world(vec![
            Nodes::new("a", 40),
            Nodes::new("b", 8),
            Nodes::new("c", 0),
        ])
    };
    Scenario::new(
        "Hand-offs longer than a round",
        &[
            "A shard takes 10 to 42 s to stop, and the coordinator decides every 10 s: while one is in hand-off nothing \
             more is stopped, so one slow shard holds up all.",
            "The old strategy counts shards in hand-off instead, and has at most three at a time.",
            "Try a hand-off timeout of 30 s: some shards stay where they are.",
        ],
        60,
        world,
        vec![
            variant(Strategy::WeightedExchange),
            variant(Strategy::LeastDeprecated),
        ],
    )
}

/// One node crashes, another leaves gracefully, a third joins.
pub(super) fn death() -> Scenario {
    let events = vec![
        at(32.0, Action::Kill("c".to_owned())),
        at(102.0, Action::Drain("b".to_owned())),
        at(142.0, Action::Join(Nodes::new("e", 0))),
    ];
    let world = World {
        events,
        ..world(["a", "b", "c", "d"].map(|name| Nodes::new(name, 15)).into())
    };
    Scenario::new(
        "A node dies, another is drained",
        &[
            "At 32 s c dies. For 20 s it is only unreachable, nothing is rebalanced, and its 15 shards do not answer; then they \
             are placed again at once.",
            "At 102 s b is drained: each shard is without a node only for the 4 s of its hand-off.",
            "At 142 s e joins and receives its share.",
        ],
        30,
        world,
        vec![
            variant(Strategy::WeightedExchange),
            variant(Strategy::Least2610),
        ],
    )
}
