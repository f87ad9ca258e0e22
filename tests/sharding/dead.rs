//! A dead node takes no part in a hand-off: what stands on it stays until the node is down.

use proptest::prelude::prop_oneof;
use proptest::strategy::Strategy as Generator;
use shedscope::systems::sharding::reason::ShardId;
use shedscope::systems::sharding::round::{Phase, WorldChange};
use shedscope::systems::sharding::settings::Key;
use shedscope::systems::sharding::world::{Action, Event, Locate};
use shedscope::systems::sharding::{Rule, Scenario, Strategy, Subject, Variant, explanation};

use super::played::{nodes, played, present, quiet};
use super::worlds::{any_scenario, hold};

/// Ten shards on a node that dies at 12 s and is down at 132 s; at 15 s a client wants them on the other.
fn wanted_from_the_dead() -> Scenario {
    let mut scenario = quiet(nodes(&[10, 5]), 20, Variant::new(Strategy::External));
    let wanted = Locate {
        from: 0,
        to: 14,
        node: "n1".to_owned(),
    };
    scenario.world.events = vec![
        Event::new(12.0, Action::Kill("n0".to_owned())),
        Event::new(15.0, Action::Locate(wanted)),
    ];
    scenario.world.settings.set(Key::DownAfter, 120.0);
    scenario
}

#[test]
fn external_allocation_gets_nothing_from_a_dead_node() {
    let mut timeline = played(&wanted_from_the_dead(), 0);
    for (index, round) in timeline.rounds().iter().enumerate().take(13) {
        assert_eq!((round.landed, round.counts[1]), (0, 5), "round {index}");
    }
    // At 20 s they are asked for, at 80 s it is given up, and at once asked for again.
    let stopped: Vec<u32> = timeline
        .rounds()
        .iter()
        .map(|round| round.stopped)
        .collect();
    assert_eq!(
        (stopped[2], stopped[8], stopped.iter().sum::<u32>()),
        (10, 10, 20)
    );
    assert_eq!(
        (
            timeline.rounds()[13].landed,
            present(&timeline.rounds()[13].counts)
        ),
        (10, vec![15])
    );
    let look = timeline.explain(2).unwrap();
    let about = Subject::Shard(ShardId(0));
    let reason = look
        .reasons
        .iter()
        .find(|r| r.subject == about && r.rule == Rule::HandoffTime)
        .unwrap();
    assert_eq!(
        explanation::sentence(timeline.simulation(), reason),
        "Shard 0 cannot stop: its node does not answer. After 60 s the hand-off is given up."
    );
}

/// A hand-off under way when its node dies is given up in time too, long before the node is down.
#[test]
fn a_hand_off_whose_node_dies_is_given_up_in_time() {
    let mut scenario = wanted_from_the_dead();
    scenario.world.events[0].at_s = 32.0;
    scenario.world.settings.set(Key::StopTime, 30.0);
    let timeline = played(&scenario, 0);
    let unassigned: Vec<u32> = timeline
        .rounds()
        .iter()
        .map(|round| round.unassigned)
        .collect();
    let stopped: Vec<u32> = timeline
        .rounds()
        .iter()
        .map(|round| round.stopped)
        .collect();
    assert_eq!(
        (unassigned[6], unassigned[7], stopped[2], stopped[8]),
        (10, 0, 10, 10)
    );
    assert!(
        timeline.rounds()[..15]
            .iter()
            .all(|round| round.landed == 0)
    );
}

/// Anything that can happen, under a client that wants all shards on the first node, while the last one dies.
fn wanted_elsewhere() -> impl Generator<Value = Scenario> {
    (any_scenario(), 0_u32..200, 0_u32..200).prop_map(|(mut scenario, kill_s, locate_s)| {
        scenario.variants = vec![Variant::new(Strategy::External)];
        let (first, last) = (
            scenario.world.nodes[0].name.clone(),
            scenario.world.nodes.last().unwrap().name.clone(),
        );
        let wanted = Locate {
            from: 0,
            to: 200,
            node: first,
        };
        scenario
            .world
            .events
            .push(Event::new(f64::from(locate_s), Action::Locate(wanted)));
        scenario
            .world
            .events
            .push(Event::new(f64::from(kill_s), Action::Kill(last)));
        scenario.world.settings.set(Key::DownAfter, 60.0);
        scenario
    })
}

/// Whatever the strategy: a shard that was stopped on a node starts elsewhere only if the node lived to say so.
#[test]
fn nothing_is_handed_off_by_the_dead() {
    hold(
        200,
        prop_oneof![any_scenario(), wanted_elsewhere()],
        |scenario| {
            let mut timeline = played(scenario, 0);
            let mut died_ms = vec![None; timeline.simulation().nodes().len()];
            for index in 0..scenario.rounds {
                let detail = timeline.detail(index).unwrap().detail;
                for (at_ms, happening) in &detail.world_changes {
                    if let WorldChange::Phase(node, Phase::Dead) = happening {
                        died_ms[node.index()] = Some(*at_ms);
                    }
                }
                for flight in &detail.flights {
                    let is_handed_off =
                        !flight.is_sudden && !flight.fails && flight.lands_ms < detail.to_ms;
                    let died_ms = flight.from.and_then(|from| died_ms[from.index()]);
                    if is_handed_off && died_ms.is_some_and(|died_ms| flight.lands_ms > died_ms) {
                        return Err(format!("round {index}: {flight:?}, dead since {died_ms:?}"));
                    }
                }
            }
            Ok(())
        },
    );
}
