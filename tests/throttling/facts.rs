//! Inputs and expected values that the projects' own unit tests state.

use serde_json::Value;
use shedscope::run::Why;
use shedscope::throttling::limiter::{Limiter, Signal};
use shedscope::throttling::meter::Meter;
use shedscope::throttling::reason::Tell;
use shedscope::throttling::{Key, Lane, Unit, Variant, World};

use crate::golden::files;

fn facts() -> Value {
    files().into_iter().find(|(name, _)| name == "unit-test-facts").unwrap().1
}

#[test]
fn the_meter_reads_what_the_unit_tests_state() {
    let facts = facts();
    for (variant, window_ms) in [("v1027", 3000), ("v1135", 10_000)] {
        for case in facts["meter"][variant].as_array().unwrap() {
            let (now_us, mut meter) = (100_000_000_u64, Meter::default());
            for (age, n) in case["age_ms"].as_array().unwrap().iter().zip(case["n"].as_array().unwrap()) {
                meter.add(now_us - age.as_u64().unwrap() * 1000, n.as_u64().unwrap(), window_ms);
            }
            assert_eq!(Some(meter.rate(now_us, window_ms)), case["rate"].as_u64(), "{variant}: {case}");
        }
    }
}

/// Plays `permit n`, `set r`, `success`, `success latency`, `failure`, `timeout`, each `at ms`; the rates after all but permits.
fn rates(variant: Variant, config: &Value, case: &Value) -> Vec<u64> {
    let number = |key: &str| config[key].as_f64().unwrap();
    let lane = [("min", Key::Min), ("max", Key::Max), ("step", Key::Step), ("ratio", Key::Ratio)];
    let lane = Lane::new(variant, &lane.map(|(name, key)| (key, number(name))));
    let settings = World::default().settings(&lane);
    let mut limiter = Limiter::new(0, &settings);
    let mut rates = Vec::new();
    for line in case["do"].as_array().unwrap() {
        let words: Vec<&str> = line.as_str().unwrap().split(' ').collect();
        let at_ms = words.iter().position(|word| *word == "at").map_or(0, |place| words[place + 1].parse().unwrap());
        let amount: u64 = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        let mut why = Why::silent();
        let mut tell = Tell { why: &mut why, at_us: at_ms * 1000, writer: 0, unit: Unit::Bytes };
        match words[0] {
            "permit" => {
                limiter.reserve(amount, tell.at_us, &mut tell);
                limiter.granted(amount, tell.at_us, &settings);
                continue;
            }
            "set" => limiter.set(amount as f64, tell.at_us, &settings, &mut tell),
            word => {
                let signal = match word {
                    "success" => Signal::Success,
                    "failure" => Signal::Failure,
                    "timeout" => Signal::Timeout,
                    other => panic!("{case}: {other}"),
                };
                // Without a meter's help the older unit tests would not be raised; they have no meter.
                limiter.feedback(signal, amount, &settings, &mut tell);
            }
        }
        rates.push(limiter.bucket.rate());
    }
    if rates.is_empty() {
        rates.push(limiter.bucket.rate());
    }
    rates
}

#[test]
fn limits_come_out_as_the_unit_tests_state() {
    let facts = facts();
    for (variant, name) in [(Variant::V1135, "limiter_v1135"), (Variant::V1011, "limiter_v1011")] {
        for case in facts[name]["cases"].as_array().unwrap() {
            let ours = rates(variant, &facts[name]["config"], case);
            if let Some(expected) = case["rates"].as_array() {
                let expected: Vec<u64> = expected.iter().map(|rate| rate.as_u64().unwrap()).collect();
                assert_eq!(ours, expected, "{name}: {case}");
                continue;
            }
            // One of them expected 2.5 of a whole number, and did not run in CI; what is true stands beside it.
            let expected = case["rate"].as_u64().or(case["true_rate"].as_u64());
            assert_eq!(ours.last().copied(), expected, "{name}: {case}");
        }
    }
}
