//! Published cases of adaptive limits: `cases.json` has their numbers and facts, the tables here the scenarios in the
//! shape of each case, and why a case cannot be expressed.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use shedscope::systems::throttling::limiter::{Applied, Effect};
use shedscope::systems::throttling::round::{Step, StepKind};
use shedscope::systems::throttling::scenario::{check, scenario};
use shedscope::systems::throttling::{Key, LimiterVersion, Scenario, Simulation, Variant, World};

use crate::common::play::{details, play};

/// A fact by its name, the scenarios that it is about, and how it is read from the steps of one. A fact about several
/// scenarios is a list.
type Fact = (
    &'static str,
    fn(&Value) -> Vec<Scenario>,
    fn(&[Step]) -> Value,
);

/// Id, and the facts that are held.
const CASES: &[(&str, &[Fact])] = &[
    (
        "flint-1060-slow-recovery",
        &[("seconds_per_step", at_one_rate, seconds_between_answers)],
    ),
    (
        "flint-1027-eighty-percent",
        &[
            (
                "increase_v1027",
                |case| measured(case, LimiterVersion::V1027),
                is_raised,
            ),
            (
                "increase_v1135",
                |case| measured(case, LimiterVersion::V1135),
                is_raised,
            ),
        ],
    ),
    (
        "flint-1135-window",
        &[
            ("rate_3s", |case| vec![burst(case, 0)], rate_in_use),
            ("rate_10s", |case| vec![burst(case, 1)], rate_in_use),
        ],
    ),
];

/// Id, and why this system cannot express it.
const NOT_EXPRESSED: &[(&str, &str)] = &[
    (
        "netflix-aimd-steps",
        "It limits requests in flight, grown by 1 and gated by their number; here a rate is limited.",
    ),
    (
        "netflix-95-gauge",
        "It is advice about a gauge that stops being told; there is no run in it.",
    ),
];

fn cases() -> Vec<Value> {
    serde_json::from_str(include_str!("cases.json")).unwrap()
}

fn id(case: &Value) -> &str {
    case["id"].as_str().unwrap()
}

#[test]
fn every_case_has_its_place() {
    let cases = cases();
    let known: BTreeSet<&str> = cases.iter().map(id).collect();
    let placed = CASES
        .iter()
        .map(|row| row.0)
        .chain(NOT_EXPRESSED.iter().map(|row| row.0));
    assert_eq!(
        placed.clone().count(),
        known.len(),
        "a case is in a table twice, or in none"
    );
    assert_eq!(placed.collect::<BTreeSet<_>>(), known);
    assert!(NOT_EXPRESSED.iter().all(|(_, why)| why.ends_with('.')));
}

#[test]
fn published_cases_hold() {
    for case in cases() {
        let Some((_, facts)) = CASES.iter().find(|row| row.0 == id(&case)) else {
            continue;
        };
        let expected = case["expected"].as_object().unwrap();
        let held: BTreeSet<&str> = facts.iter().map(|fact| fact.0).collect();
        assert_eq!(
            held,
            expected.keys().map(String::as_str).collect(),
            "{}",
            id(&case)
        );
        for (name, scenarios, read) in *facts {
            let mut values: Vec<Value> = scenarios(&case)
                .iter()
                .map(|scenario| read(&steps(scenario)))
                .collect();
            let found = if values.len() == 1 {
                values.remove(0)
            } else {
                Value::Array(values)
            };
            assert_eq!(
                found,
                expected[*name],
                "{}, {name}: {}",
                id(&case),
                case["url"]
            );
        }
    }
}

/// Everything that the writers of a checked scenario did.
fn steps(scenario: &Scenario) -> Vec<Step> {
    check(scenario).unwrap();
    details(&mut play(Simulation::new(scenario, 0)))
        .into_iter()
        .flat_map(|detail| detail.steps)
        .collect()
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is not a number"))
}

/// One writer of documents whose every answer takes a time.
fn alone(batch: f64, answer_s: f64, variant: Variant) -> Scenario {
    let quick = [
        (Key::Capacity, batch * 1000.0),
        (Key::BacklogLimitS, -1.0),
        (Key::BaseLatencyMs, answer_s * 1000.0),
    ];
    let world = World::new(
        &[
            &[(Key::Unit, 1.0), (Key::Writers, 1.0), (Key::Batch, batch)],
            &quick[..],
        ]
        .concat(),
        vec![],
    );
    scenario("case", &[], 20, world, vec![variant])
}

/// A limit that stays where it is, so that the seconds of a step are those of the one rate.
fn at_one_rate(case: &Value) -> Vec<Scenario> {
    let (batch, rate) = (
        number(&case["inputs"]["batch"]),
        number(&case["inputs"]["rate"]),
    );
    let variant = Variant::new(LimiterVersion::V1011, &[(Key::Min, rate), (Key::Max, rate)]);
    let world = World::new(
        &[(Key::Unit, 1.0), (Key::Writers, 4.0), (Key::Batch, batch)],
        vec![],
    );
    vec![scenario("case", &[], 60, world, vec![variant])]
}

/// Requests of just the size that the meter reads as the rate of a row when their answer comes.
fn measured(case: &Value, version: LimiterVersion) -> Vec<Scenario> {
    let rows = case["inputs"]["rows"].as_array().unwrap();
    let of_row = |row: &Value| {
        let share = [
            (Key::Min, number(&row["limit"])),
            (Key::UseThreshold, number(&case["settings"]["threshold"])),
        ];
        let variant = Variant::new(version, &share);
        let window_s = World::default().settings(&variant).get(Key::WindowMs) / 1000.0;
        let scenario = alone(number(&row["measured"]) * window_s, 0.5, variant);
        assert_eq!(first(&steps(&scenario)).estimate, row["measured"].as_u64());
        scenario
    };
    rows.iter().map(of_row).collect()
}

/// The permits of a burst, granted at once, under one of the windows.
fn burst(case: &Value, window: usize) -> Scenario {
    let window_ms = number(&case["settings"]["window_s"][window]) * 1000.0;
    let variant = Variant::new(
        LimiterVersion::V1135,
        &[(Key::Min, 1.0), (Key::WindowMs, window_ms)],
    );
    alone(
        number(&case["inputs"]["burst"]),
        number(&case["inputs"]["response_after_s"]),
        variant,
    )
}

fn answers(steps: &[Step]) -> Vec<(u64, Applied)> {
    let answer = |step: &Step| match step.kind {
        StepKind::Answered {
            applied: Some(applied),
            ..
        } => Some((step.at_us, applied)),
        _ => None,
    };
    steps.iter().filter_map(answer).collect()
}

/// The first answer as it was taken.
fn first(steps: &[Step]) -> Applied {
    answers(steps)[0].1
}

fn seconds_between_answers(steps: &[Step]) -> Value {
    let times: Vec<u64> = answers(steps).into_iter().map(|(at_us, _)| at_us).collect();
    let apart: BTreeSet<u64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(
        (times.len(), apart.len()),
        (6, 1),
        "six steps a minute, all alike: {times:?}"
    );
    json!(apart.into_iter().next().unwrap() as f64 / 1e6)
}

fn is_raised(steps: &[Step]) -> Value {
    json!(first(steps).effect == Effect::Raised)
}

fn rate_in_use(steps: &[Step]) -> Value {
    json!(first(steps).estimate)
}
