//! Placing is told: what was weighed, and what set the node apart.

use shedscope::systems::sharding::reason::{Explain, ShardId};
use shedscope::systems::sharding::rules::suitability;
use shedscope::systems::sharding::settings::Key;
use shedscope::systems::sharding::world::{Action, Event, Nodes};
use shedscope::systems::sharding::{Rule, Scenario, Strategy, Subject, Variant, explanation};

use super::played::{nodes, played, quiet};
use super::worlds::{any_scenario, hold};

/// Rules one of which is told of every shard that is placed.
const PLACED: [Rule; 14] = [
    Rule::PlaceStaying,
    Rule::PlaceVersion,
    Rule::PlaceCount,
    Rule::PlaceAge,
    Rule::PlaceAddress,
    Rule::PlaceDeficit,
    Rule::PlaceWeight,
    Rule::PlaceRing,
    Rule::PlaceTable,
    Rule::PlaceRequester,
    Rule::PlaceOnly,
    Rule::Stays,
    Rule::PlaceNowhere,
    Rule::PlaceNamed,
];

#[test]
fn every_placed_shard_says_what_set_its_node_apart_and_what_was_weighed() {
    hold(80, any_scenario(), |scenario| {
        let mut timeline = played(scenario, 0);
        let is_weighted = scenario.variants[0].strategy.stop_rule().is_some();
        for index in 0..scenario.rounds {
            let look = timeline.explain(index).unwrap();
            let tells = |shard: ShardId, rules: &[Rule]| {
                let is_told = |rule: &Rule| rules.contains(rule);
                look.reasons
                    .iter()
                    .any(|reason| reason.subject == Subject::Shard(shard) && is_told(&reason.rule))
            };
            for flight in look
                .detail
                .flights
                .iter()
                .filter(|flight| flight.lands_ms <= look.detail.to_ms)
            {
                let is_missing = flight.to.is_some() && !tells(flight.shard, &PLACED);
                let is_named = flight.fails || tells(flight.shard, &[Rule::PlaceNamed]);
                let is_weighed = tells(flight.shard, &[Rule::AnyWeight, Rule::TableAge]);
                if is_missing || (is_weighted && flight.to.is_some() && !is_named && !is_weighed) {
                    return Err(format!("round {index}: {flight:?} is placed in silence"));
                }
            }
        }
        Ok(())
    });
}

/// What a shard that appears is told of, the first one of the run.
fn told(scenario: &Scenario) -> Vec<String> {
    let mut timeline = played(scenario, 0);
    let reasons = timeline.explain(2).unwrap().reasons;
    let own = reasons
        .iter()
        .filter(|reason| reason.subject == Subject::Shard(ShardId(10)));
    own.map(|reason| explanation::sentence(timeline.simulation(), reason))
        .collect()
}

#[test]
fn a_shard_that_appears_says_by_which_weights_it_was_placed() {
    let mut scenario = quiet(nodes(&[5, 5]), 4, Variant::new(Strategy::WeightedExchange));
    scenario.world.events = vec![Event::new(25.0, Action::Shards(3))];
    scenario.world.nodes[1].weight = 2;
    assert_eq!(
        told(&scenario)[0],
        "All nodes together have a weight of 3: Shard 10 is placed by weight."
    );
    scenario.world.traffic = [("n0".to_owned(), 10), ("n1".to_owned(), 90)].into();
    let by_table = told(&scenario);
    assert_eq!(
        by_table[0],
        "The route table is 5 s old, not older than the 60 s allowed: it is used."
    );
    assert!(
        by_table[1].ends_with("at least the 50 % required: the table is followed."),
        "{by_table:?}"
    );
    scenario.variants[0] = scenario.variants[0].clone().with(Key::MinCoverage, 100.0);
    scenario.world.traffic = [("n0".to_owned(), 10), ("other".to_owned(), 90)].into();
    let evenly = told(&scenario);
    assert!(
        evenly[1].ends_with(
            "less than the 100 % required: Shard 10 goes to the node with the fewest shards."
        ),
        "{evenly:?}"
    );
    assert!(
        evenly[2].starts_with("Shard 10 starts on the node with the fewest shards")
            || evenly[2].contains("alike"),
        "{evenly:?}"
    );
    scenario.world.nodes.push(Nodes::new("other", 0));
    assert!(
        told(&scenario)[2].starts_with("All nodes together have a weight of 100"),
        "{:?}",
        told(&scenario)
    );
}

/// A shard that is told why it is where it is.
#[test]
fn placing_says_what_set_the_best_apart() {
    let cluster = super::replay::Cluster::dealt(&[2, 1, 1]);
    let mut explain = Explain::recording();
    let subject = Subject::Shard(ShardId(9));
    let place = suitability::place(&cluster.regions, |_| true, subject, &mut explain);
    let reasons = explain.into_reasons();
    assert_eq!(
        (place, reasons.len(), reasons[0].rule),
        (Some(1), 1, Rule::PlaceAddress)
    );
}
