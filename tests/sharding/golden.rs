//! Replays recorded runs of the real strategy classes, exactly.
//!
//! The recordings are in `tests/golden/sharding/`; `SHEDSCOPE_GOLDEN_SHARDING` names another directory of the same format.

use serde_json::{Value, json};
use shedscope::systems::sharding::reason::Explain;
use shedscope::systems::sharding::rules::knative::{self, Mode};
use shedscope::systems::sharding::rules::weighted::{self, StopRule};
use shedscope::systems::sharding::rules::{Cap, suitability};
use shedscope::systems::sharding::{ShardId, Subject};

use crate::common::recordings;

use super::replay::{Cluster, number, numbers, shards};

/// The environment variable that names another directory.
const VARIABLE: &str = "SHEDSCOPE_GOLDEN_SHARDING";

pub fn rows(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

#[test]
fn every_recorded_file_is_replayed() {
    let files = recordings::all("sharding", VARIABLE);
    assert!(files.len() >= 12 || recordings::is_elsewhere(VARIABLE));
    for (name, file) in files {
        match name.as_str() {
            "least-2.6.10" | "least-2026" | "least-deprecated" => {
                rows(&file).iter().for_each(least_run);
            }
            "least-deprecated-in-progress" => rows(&file).iter().for_each(least_call),
            "suitability-order" => rows(&file).iter().for_each(suitability_order),
            "rebalance-gates" => rows(&file).iter().for_each(gate),
            "consistent-hash" => rows(&file).iter().for_each(super::rings::owners),
            "weighted-targets" => rows(&file).iter().for_each(targets),
            "weighted-allocate" => rows(&file).iter().for_each(allocate),
            "weighted-rebalance" => rows(&file).iter().for_each(rebalance),
            "weighted-knative" => rows(&file).iter().for_each(route_table),
            "unit-test-facts" => facts(&file),
            other => panic!("{other} is not known; say how it is replayed"),
        }
    }
}

fn least_run(run: &Value) {
    let (name, variant) = (&run["name"], run["variant"].as_str().unwrap());
    let mut cluster = Cluster::initial(&run["initial"]);
    for (round, recorded) in rows(&run["rounds"]).iter().enumerate() {
        let mut chosen = cluster.least(variant, &run["config"]);
        let mut expected = shards(&recorded["chosen"]);
        chosen.sort();
        expected.sort();
        assert_eq!(
            chosen,
            expected,
            "{variant} {name} round {round}, from {:?}",
            cluster.counts()
        );
        cluster.remove(&chosen);
        for shard in chosen {
            let place = suitability::place(
                &cluster.regions,
                |_| true,
                Subject::Round,
                &mut Explain::disabled(),
            )
            .unwrap();
            let placed = &recorded["placed"][format!("{:03}", shard.0)];
            assert_eq!(
                format!("R{}", place + 1),
                placed.as_str().unwrap(),
                "{variant} {name} round {round} {shard:?}"
            );
            cluster.put(place, shard);
        }
        assert_eq!(
            cluster.counts(),
            numbers(&recorded["counts"]),
            "{variant} {name} round {round}"
        );
    }
    let last = Cluster::initial(&run["final"]);
    let sorted = |cluster: &Cluster| {
        let mut lists = cluster.lists.clone();
        lists.iter_mut().for_each(|list| list.sort());
        lists
    };
    assert_eq!(sorted(&cluster), sorted(&last), "{variant} {name}");
}

fn least_call(call: &Value) {
    let cluster = Cluster::initial(&call["initial"]).in_progress(&call["in_progress"]);
    let mut chosen = cluster.least(call["variant"].as_str().unwrap(), &call["config"]);
    chosen.sort();
    assert_eq!(chosen, shards(&call["chosen"]), "{call}");
}

fn suitability_order(case: &Value) {
    let cluster = Cluster::initial(&case["initial"]).members(&case["members"]);
    let order: Vec<String> = suitability::sorted(&cluster.regions)
        .iter()
        .map(|place| format!("R{}", place + 1))
        .collect();
    assert_eq!(json!(order), case["order"], "{case}");
    // And by placing, the winner taken away each time.
    let mut left = cluster.regions.clone();
    for expected in &order {
        let place =
            suitability::place(&left, |_| true, Subject::Round, &mut Explain::disabled()).unwrap();
        assert_eq!(format!("R{}", left[place].node.0 + 1), *expected, "{case}");
        left.remove(place);
    }
}

fn gate(case: &Value) {
    let mut cluster = Cluster::initial(&case["initial"]).members(&case["members"]);
    cluster.unreachable = rows(&case["unreachable"]).len();
    // The run had no limits.
    let config = json!({"absolute_limit": 1000, "relative_limit": 1.0});
    for (progress, expected) in [
        (json!([]), &case["chosen"]),
        (json!(["001"]), &case["chosen_in_progress_001"]),
    ] {
        let mut chosen = cluster
            .clone()
            .in_progress(&progress)
            .least("least-2610", &config);
        chosen.sort();
        assert_eq!(chosen, shards(expected), "{case}");
    }
}

fn weighing(weights: &Value, counts: &[u64]) -> Cluster {
    let mut cluster = Cluster::dealt(counts);
    for (region, weight) in cluster.regions.iter_mut().zip(numbers(weights)) {
        region.weight = weight;
    }
    cluster
}

fn targets(case: &Value) {
    let (weights, total) = (numbers(&case["weights"]), number(&case["total"]));
    assert_eq!(
        weighted::largest_remainder(&weights, total),
        numbers(&case["largest_remainder"]),
        "{case}"
    );
    let sum: u64 = weights.iter().sum();
    for (weight, real) in weights.iter().zip(rows(&case["target_real"])) {
        let [numerator, denominator] = numbers(real)[..] else {
            panic!("{real}")
        };
        assert_eq!(total * weight * denominator, numerator * sum, "{case}");
    }
}

fn allocate(case: &Value) {
    let weights = &case["weights"];
    let initial = if case["initial"].is_null() {
        vec![0; rows(weights).len()]
    } else {
        numbers(&case["initial"])
    };
    let mut cluster = weighing(weights, &initial);
    let mut placed: u64 = initial.iter().sum();
    for (step, expected) in numbers(&case["sequence"]).into_iter().enumerate() {
        placed += 1;
        let mut explain = Explain::recording();
        let place = weighted::place(
            &cluster.regions,
            weighted::total_weight(&cluster.regions),
            placed,
            |_| true,
            Subject::Round,
            &mut explain,
        );
        assert_eq!(
            place,
            Some(expected as usize),
            "{} step {step}",
            case["name"]
        );
        cluster.put(expected as usize, ShardId(placed as u32));
    }
    assert_eq!(cluster.counts(), numbers(&case["final"]), "{case}");
}

fn stop_rule(name: &Value) -> StopRule {
    match name.as_str().unwrap() {
        "or" => StopRule::LiteralOr,
        "and" => StopRule::Both,
        "exchange" => StopRule::Exchange,
        other => panic!("{other}"),
    }
}

fn rebalance(case: &Value) {
    let mut cluster = weighing(&case["weights"], &numbers(&case["initial"]));
    let (total, rule) = (cluster.counts().iter().sum(), stop_rule(&case["rule"]));
    let (tolerance, cap) = (
        number(&case["tolerance"]),
        Cap::from_count(number(&case["cap"]) as usize, "cap"),
    );
    let mut moved = 0;
    for recorded in rows(&case["rounds"]) {
        let plan = weighted::plan(
            &cluster.regions,
            total,
            rule,
            tolerance,
            &cap,
            &mut Explain::recording(),
        )
        .unwrap();
        let pair = plan.pair;
        assert_eq!(pair.source as u64, number(&recorded["give"]), "{case}");
        assert_eq!(pair.destination as u64, number(&recorded["take"]), "{case}");
        assert_eq!(plan.exchange.moves, number(&recorded["move"]), "{case}");
        for (own, of) in [(pair.surplus, "surplus"), (pair.deficit, "deficit")] {
            let [numerator, denominator] = numbers(&recorded[of])[..] else {
                panic!("{recorded}")
            };
            assert_eq!(
                own * i128::from(denominator),
                i128::from(numerator) * pair.weight,
                "{of}: {case}"
            );
        }
        let oldest: Vec<ShardId> =
            cluster.lists[pair.source][..plan.exchange.moves as usize].to_vec();
        cluster.remove(&oldest);
        oldest
            .into_iter()
            .for_each(|shard| cluster.put(pair.destination, shard));
        moved += plan.exchange.moves;
        assert_eq!(cluster.counts(), numbers(&recorded["counts"]), "{case}");
    }
    let last = weighted::plan(
        &cluster.regions,
        total,
        rule,
        tolerance,
        &cap,
        &mut Explain::recording(),
    )
    .unwrap();
    assert_eq!(
        (last.exchange.moves, cluster.counts(), moved),
        (0, numbers(&case["final"]), number(&case["moved"])),
        "{case}"
    );
}

fn route_table(case: &Value) {
    let mut names: Vec<&str> = case["traffic"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    names.extend(
        rows(&case["nodes"])
            .iter()
            .map(|node| node.as_str().unwrap()),
    );
    let place = |name: &str| names.iter().position(|other| *other == name).unwrap() as u16;
    let table: Vec<(u16, u32)> = case["traffic"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, percent)| (place(name), number(percent) as u32))
        .collect();
    let revisions: Vec<u16> = rows(&case["nodes"])
        .iter()
        .map(|node| place(node.as_str().unwrap()))
        .collect();
    let mut counts = numbers(&case["counts"]);
    assert_eq!(
        u64::from(knative::coverage_percent(&table, &revisions)),
        number(&case["coverage"]),
        "{case}"
    );
    let table_check = knative::TableCheck {
        age_s: Some(0.0),
        oldest_s: 60.0,
        min_coverage_percent: number(&case["min_coverage"]) as u32,
    };
    let (mut rounds, mut moved) = (0, 0);
    loop {
        let mut explain = Explain::recording();
        let given = knative::check_table(&table, &revisions, &table_check, &mut explain)
            .map(|()| (Mode::Traffic, knative::weights(&table, &revisions)));
        let knative::Weights {
            mode,
            each: weights,
            ..
        } = knative::effective_weights(given, &counts, &mut explain);
        if rounds == 0 {
            let label = match mode {
                Mode::Traffic => "traffic",
                Mode::KeepCurrent => "keep-current",
                Mode::Equal => "equal",
                Mode::ByHand => "by hand",
            };
            assert_eq!(
                (label, &weights),
                (case["mode"].as_str().unwrap(), &numbers(&case["weights"])),
                "{case}"
            );
        }
        let cluster = weighing(&json!(weights), &counts);
        let total = counts.iter().sum();
        let cap = Cap::from_count(number(&case["cap"]) as usize, "cap");
        let plan = weighted::plan(
            &cluster.regions,
            total,
            StopRule::Exchange,
            1,
            &cap,
            &mut explain,
        );
        let Some(plan) = plan.ok().filter(|plan| plan.exchange.moves > 0) else {
            break;
        };
        counts[plan.pair.source] -= plan.exchange.moves;
        counts[plan.pair.destination] += plan.exchange.moves;
        (rounds, moved) = (rounds + 1, moved + plan.exchange.moves);
    }
    assert_eq!(
        (rounds, moved, counts),
        (
            number(&case["rounds"]),
            number(&case["moved"]),
            numbers(&case["final"])
        ),
        "{case}"
    );
}

fn facts(file: &Value) {
    for fact in rows(&file["least"]) {
        let variant = fact["variant"].as_str().unwrap();
        let mut cluster =
            Cluster::dealt(&numbers(&fact["counts"])).in_progress(&fact["in_progress"]);
        let mut chosen = cluster.least(variant, &fact["config"]);
        chosen.sort();
        assert_eq!(chosen, shards(&fact["chosen"]), "{fact}");
        if fact["counts_after"].is_null() {
            continue;
        }
        cluster.remove(&chosen);
        for shard in chosen {
            let place = suitability::place(
                &cluster.regions,
                |_| true,
                Subject::Round,
                &mut Explain::disabled(),
            )
            .unwrap();
            cluster.put(place, shard);
        }
        let mut counts = (cluster.counts(), numbers(&fact["counts_after"]));
        if fact["note"]
            .as_str()
            .is_some_and(|note| note.contains("sorted counts"))
        {
            counts.0.sort_unstable();
            counts.1.sort_unstable();
        }
        assert_eq!(counts.0, counts.1, "{fact}");
    }
    super::rings::facts(&file["consistent_hash"]);
}
