//! Presets on revisions, their traffic and their nodes.

use super::{Strategy, at, table, variant, world};
use crate::systems::sharding::scenario::Scenario;
use crate::systems::sharding::settings::{Key, Settings};
use crate::systems::sharding::world::{Action, Nodes, World};

/// A revision with three nodes and nine tenths of the traffic, and a canary.
pub(super) fn canary() -> Scenario {
    let nodes = vec![Nodes::new("v1", 25).times(3), Nodes::new("v2", 25)];
    let world = World {
        traffic: table(&[("v1", 90), ("v2", 10)]),
        ..world(nodes)
    };
    Scenario::new(
        "A canary with 10 % of the traffic",
        &[
            "Equal shards: the canary, v2, holds a quarter of them for a tenth of the traffic.",
            "By weight, 15 shards move in three rounds and it ends at 30, 30, 30 and 10. Least shards sees nothing to do.",
            "Try: shift the traffic at the cursor, and watch the dashed targets move.",
        ],
        30,
        world,
        vec![
            variant(Strategy::WeightedExchange),
            variant(Strategy::Least2610),
        ],
    )
}

/// A revision loses its traffic; the autoscaler waits for its last shard.
pub(super) fn retire() -> Scenario {
    let mut settings = Settings::default();
    settings.set(Key::Autoscaler, 1.0);
    let nodes = vec![Nodes::new("v1", 7), Nodes::new("v2", 10).times(2)];
    let events = vec![at(30.0, Action::Traffic(table(&[("v1", 0), ("v2", 100)])))];
    let world = World {
        traffic: table(&[("v1", 26), ("v2", 74)]),
        events,
        settings,
        ..world(nodes)
    };
    let most_three = |strategy| variant(strategy).with(Key::RelativeLimit, 0.12);
    Scenario::new(
        "A revision retires, and its last shard",
        &[
            "At 30 s all traffic goes to v2. Its node v1 should be emptied and removed.",
            "With the proposal’s own stop rule one shard stays on v1 forever, and with it the node. By exchange the \
             third round moves it, and 30 s later the autoscaler takes v1 away.",
            "Least shards gives v1 its equal share forever.",
        ],
        30,
        world,
        vec![
            most_three(Strategy::WeightedBoth),
            most_three(Strategy::WeightedExchange),
            most_three(Strategy::Least2610),
        ],
    )
}

/// The route table names a revision that has no node yet.
pub(super) fn no_nodes() -> Scenario {
    let nodes = vec![
        Nodes::new("v1-a", 60).of_revision("v1"),
        Nodes::new("v1-b", 40).of_revision("v1"),
    ];
    let events = vec![at(62.0, Action::Join(Nodes::new("v2", 0).times(2)))];
    let world = World {
        traffic: table(&[("v1", 10), ("v2", 90)]),
        events,
        ..world(nodes)
    };
    Scenario::new(
        "Traffic for a revision without nodes",
        &[
            "90 % of the traffic is for v2, which has no node. Following the table would mean deciding by a tenth of \
             it: below half, every node keeps its shards.",
            "At 62 s two nodes of v2 join. Once they are up the table fits: 90 shards move, in nine rounds, to 5, 5, 45 \
             and 45.",
            "The second variant uses any table: it levels 60 and 40 first.",
        ],
        30,
        world,
        vec![
            variant(Strategy::WeightedExchange),
            variant(Strategy::WeightedExchange).with(Key::MinCoverage, 1.0),
        ],
    )
}

/// The route table cannot be read while the traffic shifts.
pub(super) fn old_table() -> Scenario {
    let nodes = vec![Nodes::new("v1", 25).times(2), Nodes::new("v2", 25).times(2)];
    let events = vec![
        at(20.0, Action::TableDownS(160.0)),
        at(25.0, Action::Traffic(table(&[("v1", 20), ("v2", 80)]))),
        at(120.0, Action::Shards(20)),
    ];
    let world = World {
        traffic: table(&[("v1", 50), ("v2", 50)]),
        events,
        ..world(nodes)
    };
    Scenario::new(
        "A route table that grows old",
        &[
            "From 20 s to 180 s the table cannot be read; at 25 s the traffic shifts to v2.",
            "The last table is followed until it is 60 s old; from then on every node keeps its shards, and shards \
             that appear at 120 s go where fewest are.",
            "At 180 s it is read again, and shards follow the traffic.",
        ],
        40,
        world,
        vec![variant(Strategy::WeightedExchange)],
    )
}

/// A new revision is given traffic in steps.
pub(super) fn shift() -> Scenario {
    let mut settings = Settings::default();
    settings.set(Key::Autoscaler, 1.0);
    let mut events = vec![at(12.0, Action::Join(Nodes::new("v2", 0).times(3)))];
    for (at_s, percent) in [(30.0, 10), (90.0, 50), (180.0, 100)] {
        events.push(at(
            at_s,
            Action::Traffic(table(&[("v1", 100 - percent), ("v2", percent)])),
        ));
    }
    let world = World {
        traffic: table(&[("v1", 100)]),
        events,
        settings,
        ..world(vec![Nodes::new("v1", 32).times(3)])
    };
    Scenario::new(
        "Traffic shifts in steps",
        &[
            "A new revision joins and gets 10, 50, then 100 % of the traffic; shards follow each step.",
            "Once v1 has no traffic its nodes are emptied one after another and removed.",
            "With least shards the old nodes keep half of all shards, and none can be removed.",
        ],
        45,
        world,
        vec![
            variant(Strategy::WeightedExchange),
            variant(Strategy::Least2610),
        ],
    )
}

/// Two versions at once: Akka waits for the end of the roll-out.
pub(super) fn two_versions() -> Scenario {
    let nodes = vec![
        Nodes::new("v1", 30).times(3).of_version("1.0.0"),
        Nodes::new("v2", 10).of_version("2.0.0"),
    ];
    let events = vec![at(45.0, Action::Shards(40))];
    let world = World {
        traffic: table(&[("v1", 90), ("v2", 10)]),
        events,
        ..world(nodes)
    };
    Scenario::new(
        "Two versions stop everything",
        &[
            "Akka rebalances only while all nodes have one version, and places new shards by the higher version first.",
            "At 45 s, 40 shards appear. Least shards puts all of them on v2, the canary; it ends with 50 of 140, and \
             nothing is ever moved back.",
            "By weight 4 of them go to v2. The third variant is weighted, but waits for one version: placing goes by \
             weight all the same.",
        ],
        30,
        world,
        vec![
            variant(Strategy::Least2610),
            variant(Strategy::WeightedExchange),
            variant(Strategy::WeightedExchange).with(Key::VersionGate, 1.0),
        ],
    )
}

/// Two hundred nodes.
pub(super) fn large() -> Scenario {
    let nodes = vec![
        Nodes::new("v1", 55).times(160),
        Nodes::new("v2", 30).times(40),
    ];
    let mut events = vec![at(60.0, Action::Traffic(table(&[("v1", 40), ("v2", 60)])))];
    events.push(at(200.0, Action::Kill("v1-7".to_owned())));
    events.push(at(300.0, Action::Traffic(table(&[("v1", 0), ("v2", 100)]))));
    let mut settings = Settings::default();
    settings.set(Key::Autoscaler, 1.0);
    settings.set(Key::StopSpread, 0.5);
    let world = World {
        traffic: table(&[("v1", 80), ("v2", 20)]),
        events,
        settings,
        ..world(nodes)
    };
    let wide = |strategy| variant(strategy).with(Key::AbsoluteLimit, 1000.0);
    Scenario::new(
        "200 nodes, 10 000 shards",
        &[
            "160 nodes of v1 and 40 of v2. At 60 s most of the traffic goes to v2, at 300 s all of it; at 200 s a node \
             dies.",
            "One pair exchanges shards in a round: with this many nodes that takes long, whatever the limit; after 120 \
             rounds thousands are still out of place.",
            "The newest least shards levels in one round, and levels the traffic away; the oldest, still the default, \
             moves a shard a round. A ring of hashes stays uneven.",
        ],
        120,
        world,
        vec![
            wide(Strategy::WeightedExchange),
            variant(Strategy::LeastDeprecated),
            wide(Strategy::Least2026),
            variant(Strategy::ConsistentHashing),
        ],
    )
}
