//! What a round ended at: headline and stage say what the rules found, with its numbers.

use shedscope::systems;
use shedscope::systems::sharding::round::Verdict;
use shedscope::systems::sharding::rules::{Halt, knative::FallbackReason};
use shedscope::systems::sharding::settings::Key;
use shedscope::systems::sharding::world::{Action, Event, Nodes, SetWeight};
use shedscope::systems::sharding::{Scenario, Strategy, Variant, headline};

use super::played::{nodes, played, quiet};
use super::session::{draw, viewport};

use crate::common::play::complete;

fn at(at_s: f64, what: Action) -> Event {
    Event::new(at_s, what)
}

fn of(strategy: Strategy, counts: &[u64], events: Vec<Event>) -> Scenario {
    let mut scenario = quiet(nodes(counts), 8, Variant::new(strategy));
    scenario.world.events = events;
    scenario
}

/// What a round ended at, and its headline.
fn ended(scenario: &Scenario, index: usize) -> (Verdict, Option<Halt>, String) {
    let mut timeline = played(scenario, 0);
    let detail = timeline.detail(index).unwrap().detail;
    let round = timeline.rounds()[index].clone();
    let headline = headline::headline(timeline.simulation(), &round, &detail);
    (detail.decision.verdict, detail.decision.halt, headline)
}

/// All that is written on the stage when a round begins.
fn written(scenario: &Scenario, index: usize) -> String {
    let entry = systems::find(shedscope::systems::sharding::SYSTEM).unwrap();
    let session = (entry.open)(&scenario.write()).unwrap();
    complete(&*session);
    let scene = draw(&*session, 0, index, 0.0, &viewport(1000.0, 420.0, None));
    let texts = scene.shapes.iter().filter_map(|shape| match shape {
        shedscope::scene::Shape::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn rounds_say_what_closed_them() {
    let gone = of(
        Strategy::Least2610,
        &[3],
        vec![at(1.0, Action::Drain("n0".to_owned()))],
    );
    let (verdict, halt, said) = ended(&gone, 1);
    assert_eq!(
        (verdict, halt, said.as_str()),
        (
            Verdict::Closed,
            Some(Halt::NoRegion),
            "Nothing is rebalanced: there is no node."
        )
    );
    assert!(written(&gone, 1).contains("no rebalance: no node"));

    // Versions are asked for before members: that is what closes it.
    let mut both = of(
        Strategy::Least2610,
        &[3, 3, 3],
        vec![at(1.0, Action::Kill("n2".to_owned()))],
    );
    both.world.nodes[1].version = "2.0.0".to_owned();
    assert_eq!(ended(&both, 1).1, Some(Halt::Versions(2)));
    assert_eq!(
        ended(&both, 1).2,
        "Nothing is rebalanced: the nodes have more than one version."
    );
    assert!(written(&both, 1).contains("no rebalance: more than one version"));

    let dead = of(
        Strategy::ConsistentHashing,
        &[3, 3, 3],
        vec![at(1.0, Action::Kill("n2".to_owned()))],
    );
    assert_eq!(ended(&dead, 1).1, Some(Halt::Unreachable(1)));
    let joins = of(
        Strategy::LeastDeprecated,
        &[1, 1],
        vec![at(8.0, Action::Join(Nodes::new("new", 0)))],
    );
    assert!(
        ended(&joins, 1)
            .2
            .starts_with("Nothing is rebalanced: a member is joining;")
    );
}

#[test]
fn rounds_say_what_they_ended_at() {
    let ends = [
        (
            Strategy::LeastDeprecated,
            Halt::Threshold(1),
            "the fullest and the emptiest node differ by at most 1",
        ),
        (
            Strategy::Least2610,
            Halt::Even,
            "no node has more than the even share",
        ),
        (
            Strategy::External,
            Halt::AsWanted,
            "no shard is wanted elsewhere",
        ),
        (
            Strategy::WeightedExchange,
            Halt::Near,
            "surplus 0 + deficit 0 = 0 ≤ 1",
        ),
        (
            Strategy::WeightedBoth,
            Halt::Near,
            "surplus 0 ≤ 1 or deficit 0 ≤ 1",
        ),
    ];
    for (strategy, halt, words) in ends {
        let (verdict, ended, said) = ended(&of(strategy, &[4, 4], Vec::new()), 0);
        assert_eq!(
            (verdict, ended, said),
            (
                Verdict::Balanced,
                Some(halt),
                format!("Nothing to move: {words}.")
            )
        );
    }
    let mut slow = of(Strategy::WeightedExchange, &[9, 0], Vec::new());
    slow.world.settings.set(Key::StopTime, 15.0);
    slow.variants[0] = slow.variants[0].clone().with(Key::RelativeLimit, 0.3);
    assert_eq!(ended(&slow, 1).1, Some(Halt::InHandoff(2)));
    assert_eq!(
        ended(&slow, 1).2,
        "Nothing more is stopped: 2 shards are still in hand-off."
    );
}

#[test]
fn rounds_say_why_every_node_keeps_what_it_has() {
    let weight = |node: &str| {
        at(
            1.0,
            Action::Weight(SetWeight {
                node: node.to_owned(),
                weight: 0,
            }),
        )
    };
    let weightless = of(
        Strategy::WeightedExchange,
        &[9, 1],
        vec![weight("n0"), weight("n1")],
    );
    assert_eq!(ended(&weightless, 1).0, Verdict::Keeps);
    assert_eq!(
        ended(&weightless, 1).2,
        "Every node keeps its shards: all weights are 0."
    );
    assert!(written(&weightless, 1).contains("every node keeps its shards: no weights"));

    let mut uncovered = of(Strategy::WeightedExchange, &[9, 1], Vec::new());
    uncovered.world.traffic = [("n0".to_owned(), 20), ("other".to_owned(), 80)].into();
    let mut timeline = played(&uncovered, 0);
    assert_eq!(
        timeline.detail(0).unwrap().detail.decision.fallback,
        Some(FallbackReason::Uncovered(20, 50))
    );
    assert_eq!(
        ended(&uncovered, 0).2,
        "Every node keeps its shards: only 20 % of the traffic has nodes."
    );
    assert!(written(&uncovered, 0).contains("20 % of traffic has nodes < 50 %"));
}
