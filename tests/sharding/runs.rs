//! The recorded runs once more, as documents that are played round by round.

use std::collections::BTreeMap;

use serde_json::Value;
use shedscope::systems::sharding::settings::Key;
use shedscope::systems::sharding::{Strategy, Variant, World};

use crate::common::recordings;

use super::played::{last_counts, nodes, played, present, quiet};
use super::replay::{Cluster, number, numbers};

fn least_variant(run: &Value) -> Variant {
    let config = &run["config"];
    let strategy = Strategy::find(run["variant"].as_str().unwrap()).unwrap();
    match strategy {
        Strategy::LeastDeprecated => Variant::new(strategy)
            .with(
                Key::Threshold,
                number(&config["rebalance_threshold"]) as f64,
            )
            .with(
                Key::MaxSimultaneous,
                number(&config["max_simultaneous"]) as f64,
            ),
        _ => Variant::new(strategy)
            .with(Key::AbsoluteLimit, number(&config["absolute_limit"]) as f64)
            .with(
                Key::RelativeLimit,
                config["relative_limit"].as_f64().unwrap(),
            ),
    }
}

#[test]
fn the_least_shard_runs_come_out_as_documents() {
    for file in ["least-2.6.10", "least-2026", "least-deprecated"] {
        for run in recordings::file("sharding", file).as_array().unwrap() {
            let counts = Cluster::initial(&run["initial"]).counts();
            let recorded = run["rounds"].as_array().unwrap();
            let timeline = played(
                &quiet(nodes(&counts), recorded.len() + 1, least_variant(run)),
                0,
            );
            for (round, recorded) in timeline.rounds().iter().zip(recorded) {
                let counts: Vec<u64> = present(&round.counts).into_iter().map(u64::from).collect();
                assert_eq!(
                    counts,
                    numbers(&recorded["counts"]),
                    "{file} {}",
                    run["name"]
                );
            }
            assert_eq!(
                timeline.rounds().last().unwrap().stopped,
                0,
                "{file} {}",
                run["name"]
            );
        }
    }
}

fn weighted(rule: &str) -> Strategy {
    match rule {
        "or" => Strategy::WeightedLiteralOr,
        "and" => Strategy::WeightedBoth,
        _ => Strategy::WeightedExchange,
    }
}

#[test]
fn the_weighted_runs_come_out_as_documents() {
    for case in recordings::file("sharding", "weighted-rebalance")
        .as_array()
        .unwrap()
    {
        let mut nodes = nodes(&numbers(&case["initial"]));
        for (node, weight) in nodes.iter_mut().zip(numbers(&case["weights"])) {
            node.weight = weight as u32;
        }
        let variant = Variant::new(weighted(case["rule"].as_str().unwrap()))
            .with(Key::Tolerance, number(&case["tolerance"]) as f64)
            .with(Key::AbsoluteLimit, number(&case["cap"]) as f64)
            .with(Key::RelativeLimit, 1.0);
        let recorded = case["rounds"].as_array().unwrap();
        let timeline = played(&quiet(nodes, recorded.len() + 1, variant), 0);
        for (round, recorded) in timeline.rounds().iter().zip(recorded) {
            let counts: Vec<u64> = round.counts.iter().map(|count| u64::from(*count)).collect();
            assert_eq!(
                (counts, u64::from(round.stopped)),
                (numbers(&recorded["counts"]), number(&recorded["move"])),
                "{case}"
            );
        }
        assert_eq!(timeline.rounds().last().unwrap().stopped, 0, "{case}");
    }
}

#[test]
fn the_route_tables_come_out_as_documents() {
    for case in recordings::file("sharding", "weighted-knative")
        .as_array()
        .unwrap()
    {
        let mut nodes = nodes(&numbers(&case["counts"]));
        for (node, revision) in nodes.iter_mut().zip(case["nodes"].as_array().unwrap()) {
            node.revision = revision.as_str().unwrap().to_owned();
        }
        let traffic: BTreeMap<String, u32> =
            serde_json::from_value(case["traffic"].clone()).unwrap();
        let variant = Variant::new(Strategy::WeightedExchange)
            .with(Key::AbsoluteLimit, number(&case["cap"]) as f64)
            .with(Key::RelativeLimit, 1.0);
        let rounds = number(&case["rounds"]) as usize;
        let mut scenario = quiet(nodes, rounds + 2, variant);
        scenario.world = World {
            traffic,
            ..scenario.world
        };
        let timeline = played(&scenario, 0);
        let moving = timeline
            .rounds()
            .iter()
            .filter(|round| round.stopped > 0)
            .count();
        let counts: Vec<u64> = last_counts(&timeline).into_iter().map(u64::from).collect();
        assert_eq!(
            (moving, counts),
            (rounds, numbers(&case["final"])),
            "{case}"
        );
    }
}

/// With the destination left to placing, as Akka would, the same whole targets are reached.
#[test]
fn stopping_first_and_placing_afterwards_ends_as_near() {
    for case in recordings::file("sharding", "weighted-rebalance")
        .as_array()
        .unwrap()
    {
        if case["rule"] != "exchange" || case["tolerance"] != 1 {
            continue;
        }
        let mut nodes = nodes(&numbers(&case["initial"]));
        for (node, weight) in nodes.iter_mut().zip(numbers(&case["weights"])) {
            node.weight = weight as u32;
        }
        let cap = number(&case["cap"]) as f64;
        let variant = Variant::new(Strategy::WeightedExchange)
            .with(Key::AbsoluteLimit, cap)
            .with(Key::RelativeLimit, 1.0);
        let named = played(&quiet(nodes.clone(), 40, variant.clone()), 0);
        let placed = played(&quiet(nodes, 40, variant.with(Key::Destination, 1.0)), 0);
        let off = |timeline: &shedscope::engine::Timeline<_>| -> f64 {
            let rounds: &[shedscope::systems::sharding::round::Round] = timeline.rounds();
            rounds.last().unwrap().misplaced
        };
        assert!((off(&named) - off(&placed)).abs() < 1e-9, "{case}");
    }
}
