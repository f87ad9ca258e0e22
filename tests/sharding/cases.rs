//! Cases from public threads: those that can be expressed, and why the others cannot.

use shedscope::sharding::settings::Key;
use shedscope::sharding::world::Nodes;
use shedscope::sharding::{Lane, Scenario, Strategy, situations::SITUATIONS};

use crate::played::{last_counts, measured, nodes, played, quiet};

/// A case: its id, the scenario built for it, and what is expected: shards moved, and counts at the end.
struct Case {
    id: &'static str,
    scenario: fn() -> Scenario,
    moved: f64,
    counts: fn() -> Vec<u32>,
}

const CASES: &[Case] = &[
    // 1000 shards on 100 nodes, one with 19: a difference within the threshold of 10 moves nothing.
    Case {
        id: "akka-26012-threshold-10",
        scenario: || {
            let mut scenario = (SITUATIONS.iter().find(|situation| situation.id == "threshold").unwrap().make)();
            scenario.lanes.truncate(1);
            scenario
        },
        moved: 0.0,
        counts: || {
            let mut counts = vec![10; 91];
            counts[0] = 19;
            counts.extend([9; 9]);
            counts
        },
    },
    // Ten shards and an idle node, with traffic: five move.
    Case {
        id: "akka-29543-no-traffic",
        scenario: || quiet(nodes(&[10, 0]), 30, Lane::new(Strategy::LeastDeprecated)),
        moved: 5.0,
        counts: || vec![5, 5],
    },
    // 25 replicas on three pods: an even spread with the rest first.
    Case {
        id: "knative-2240-spread",
        scenario: || {
            use shedscope::sharding::world::{Event, What};
            let mut scenario = quiet(vec![Nodes::new("pod", 0).times(3)], 4, Lane::new(Strategy::WeightedExchange));
            scenario.world.events = vec![Event { at_s: 1.0, what: What::Shards(25) }];
            scenario
        },
        moved: 0.0,
        counts: || vec![9, 8, 8],
    },
];

/// What cannot be expressed, and why.
const NOT_EXPRESSED: &[(&str, &str)] = &[(
    "knative-9157-min-replicas",
    "It is a formula for how many replicas a scheduler asks for; nothing here asks for replicas.",
)];

#[test]
fn published_cases_come_out() {
    for case in CASES {
        let timeline = played(&(case.scenario)(), 0);
        assert_eq!(
            (measured(&timeline)[2], last_counts(&timeline)),
            (Some(case.moved), (case.counts)()),
            "{}",
            case.id
        );
    }
    assert_eq!((CASES.len(), NOT_EXPRESSED.len()), (3, 1));
}

/// The first half of akka-29543: without traffic no stopped shard starts again. Nothing here stays stopped, so the
/// strategy is asked directly, the stopped shards taken away: nine rounds, nine shards.
#[test]
fn without_traffic_nine_of_ten_are_stopped() {
    let mut cluster = crate::replay::Cluster::dealt(&[10, 0]);
    let config = serde_json::json!({"rebalance_threshold": 1, "max_simultaneous": 3});
    let mut stopped = 0;
    loop {
        let chosen = cluster.least("least-deprecated", &config);
        if chosen.is_empty() {
            break;
        }
        stopped += chosen.len();
        cluster.remove(&chosen);
    }
    assert_eq!((stopped, cluster.counts()), (9, vec![1, 0]));
}

/// A case's lane with limits that never bite, for comparison: the newer strategy stops five at once.
#[test]
fn the_newer_strategy_stops_five_of_ten_at_once() {
    let lane = Lane::new(Strategy::Least2610).with(Key::AbsoluteLimit, 1000.0).with(Key::RelativeLimit, 1.0);
    let timeline = played(&quiet(nodes(&[10, 0]), 12, lane), 0);
    assert_eq!((timeline.rounds()[0].stopped, measured(&timeline)[5]), (5, Some(1.0)));
}
