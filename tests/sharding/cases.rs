//! Cases from public threads. `published.json` has their ids and what is expected of each; the table has the scenario of
//! each and reads the same facts off its run; what cannot be expressed stands below with why.

use serde_json::{Value, json};
use shedscope::engine::Timeline;
use shedscope::systems::sharding::settings::Key;
use shedscope::systems::sharding::world::{Action, Event, Nodes};
use shedscope::systems::sharding::{Scenario, Simulation, Strategy, Variant, presets::PRESETS};

use super::played::{last_counts, measured, nodes, played, present, quiet};

/// The published cases, as they came.
const PUBLISHED: &str = include_str!("published.json");

/// A scenario, and what is expected of it, by the names of the facts.
struct Case {
    id: &'static str,
    scenarios: fn() -> Vec<Scenario>,
    facts: fn(&mut [Timeline<Simulation>]) -> Value,
}

const CASES: &[Case] = &[
    // 1000 shards on 100 nodes, one with 19: a difference within the threshold of 10 moves nothing.
    Case {
        id: "akka-26012-threshold-10",
        scenarios: || {
            let mut scenario = (PRESETS
                .iter()
                .find(|preset| preset.id == "threshold")
                .unwrap()
                .make)();
            scenario.variants.truncate(1);
            vec![scenario]
        },
        facts: |runs| json!({"rebalance": moved(&runs[0])}),
    },
    // Ten shards and an idle node: with traffic five move. Without any, what is stopped never starts again; nothing
    // here stays stopped, so for that half the strategy is asked directly.
    Case {
        id: "akka-29543-no-traffic",
        scenarios: || {
            vec![quiet(
                nodes(&[10, 0]),
                30,
                Variant::new(Strategy::LeastDeprecated),
            )]
        },
        facts: |runs| {
            assert_eq!(last_counts(&runs[0]), [5, 5]);
            json!({"needed": moved(&runs[0]), "stopped_without_traffic": stopped_for_good(&[10, 0])})
        },
    },
    // What is above the even share, rounded up, goes first; then single shards where some are two below.
    Case {
        id: "akka-29555-two-phases",
        scenarios: || {
            let rows: [&[u64]; 5] = [&[5, 5, 0], &[50, 50, 0], &[4, 4, 0], &[3, 0, 0], &[1, 1, 0]];
            rows.map(|row| quiet(nodes(row), 3, limited(1000.0, 1.0)))
                .into()
        },
        facts: |runs| {
            let of = |round: usize| {
                runs.iter()
                    .map(|run| run.rounds()[round].stopped)
                    .collect::<Vec<_>>()
            };
            json!({"moved_round_1": of(0), "moved_round_2": of(1)})
        },
    },
    // Targets by weight are exact: a remainder shows as a fraction.
    Case {
        id: "cloudstate-386-weights",
        scenarios: || {
            let weighing = |shards: u64| {
                let mut nodes = nodes(&[shards, 0, 0]);
                nodes
                    .iter_mut()
                    .zip([4, 5, 3])
                    .for_each(|(node, weight)| node.weight = weight);
                let variant =
                    Variant::new(Strategy::WeightedExchange).with(Key::RelativeLimit, 1.0);
                quiet(nodes, 20, variant)
            };
            [120, 100, 10].map(weighing).into()
        },
        facts: |runs| {
            let [hundred_and_twenty, hundred, ten] = runs else {
                panic!("{}", runs.len())
            };
            json!({"120": last_counts(hundred_and_twenty), "100_exact": targets(hundred), "10_exact": targets(ten)})
        },
    },
    // 25 replicas on three pods: an even spread with the rest first.
    Case {
        id: "knative-2240-spread",
        scenarios: || {
            let mut scenario = quiet(
                vec![Nodes::new("pod", 0).times(3)],
                4,
                Variant::new(Strategy::WeightedExchange),
            );
            scenario.world.events = vec![Event::new(1.0, Action::Shards(25))];
            vec![scenario]
        },
        facts: |runs| json!({"placement": last_counts(&runs[0])}),
    },
    // The smaller of the two limits holds, and is at least one.
    Case {
        id: "pekko-relative-limit",
        scenarios: || {
            [1.0, 0.3, 0.1, 0.01]
                .map(|share| quiet(nodes(&[1, 9, 0]), 1, limited(3.0, share)))
                .into()
        },
        facts: |runs| {
            let stopped: Vec<u32> = runs.iter().map(|run| run.rounds()[0].stopped).collect();
            assert_eq!(stopped, [3, 3, 1, 1], "with 1, 0.3, 0.1 and 0.01 of all");
            json!({"result": present(&runs[0].rounds()[0].counts), "moved_rel_0_1": stopped[2]})
        },
    },
];

/// What cannot be expressed, and why.
const NOT_EXPRESSED: &[(&str, &str)] = &[(
    "knative-9157-min-replicas",
    "It is a formula for how many replicas a scheduler asks for; nothing here asks for replicas.",
)];

fn limited(absolute: f64, relative: f64) -> Variant {
    Variant::new(Strategy::Least2610)
        .with(Key::AbsoluteLimit, absolute)
        .with(Key::RelativeLimit, relative)
}

fn moved(run: &Timeline<Simulation>) -> u64 {
    measured(run)[2].unwrap() as u64
}

/// Real targets of the first round, to four decimals.
fn targets(run: &mut Timeline<Simulation>) -> Vec<f64> {
    let nodes = run.detail(0).unwrap().detail.nodes;
    nodes
        .iter()
        .map(|node| (node.target * 1e4).round() / 1e4)
        .collect()
}

/// Shards that the old strategy stops, round by round, where none of them ever starts again.
fn stopped_for_good(counts: &[u64]) -> usize {
    let mut cluster = super::replay::Cluster::dealt(counts);
    let config = json!({"rebalance_threshold": 1, "max_simultaneous": 3});
    let mut stopped = 0;
    loop {
        let chosen = cluster.least("least-deprecated", &config);
        if chosen.is_empty() {
            return stopped;
        }
        stopped += chosen.len();
        cluster.remove(&chosen);
    }
}

fn published() -> Vec<Value> {
    serde_json::from_str(PUBLISHED).unwrap()
}

#[test]
fn published_cases_come_out() {
    for case in CASES {
        let all = published();
        let published = all.iter().find(|published| published["id"] == case.id);
        let published = published.unwrap_or_else(|| panic!("{} was not published", case.id));
        let mut runs: Vec<_> = (case.scenarios)()
            .iter()
            .map(|scenario| played(scenario, 0))
            .collect();
        assert_eq!(
            (case.facts)(&mut runs),
            published["expected"],
            "{}: {}",
            case.id,
            published["url"]
        );
    }
}

#[test]
fn every_published_case_is_held_or_says_why_not() {
    let mut known: Vec<&str> = CASES.iter().map(|case| case.id).collect();
    known.extend(NOT_EXPRESSED.iter().map(|(id, _)| *id));
    known.sort_unstable();
    let published = published();
    let mut ids: Vec<&str> = published
        .iter()
        .map(|case| case["id"].as_str().unwrap())
        .collect();
    ids.sort_unstable();
    assert_eq!(known, ids);
    assert!(NOT_EXPRESSED.iter().all(|(_, why)| why.ends_with('.')));
}

/// A case's variant with limits that never bite, for comparison: the newer strategy stops five at once.
#[test]
fn the_newer_strategy_stops_five_of_ten_at_once() {
    let timeline = played(&quiet(nodes(&[10, 0]), 12, limited(1000.0, 1.0)), 0);
    assert_eq!(
        (timeline.rounds()[0].stopped, measured(&timeline)[5]),
        (5, Some(1.0))
    );
}
