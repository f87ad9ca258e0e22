//! Replays what was recorded of the real selection classes, exactly.
//!
//! The recordings are in `tests/golden/rotation/`; `SHEDSCOPE_GOLDEN_ROTATION` names another directory of the same
//! format. The kind of a file follows from its content; an unknown kind fails.

use serde_json::Value;
use shedscope::systems::rotation::plan::Plan;
use shedscope::systems::rotation::reason::AddressId;
use shedscope::systems::rotation::scenario::from_json;
use shedscope::systems::rotation::selection::{NoEndpoints, Rotating, Selection, Single};
use shedscope::systems::rotation::statistics::{Group, by_broker, closed_form};
use shedscope::systems::rotation::tries::MAX_TRIES;

use crate::common::recordings;

use super::sends::{self, End, order, penalise, rotating, send, single};

/// Names of endpoints as numbers, and back.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn id(&mut self, name: &str) -> AddressId {
        let place = self
            .0
            .iter()
            .position(|other| other == name)
            .unwrap_or_else(|| {
                self.0.push(name.to_owned());
                self.0.len() - 1
            });
        place as AddressId
    }

    fn ids(&mut self, list: &Value) -> Vec<AddressId> {
        list.as_array()
            .into_iter()
            .flatten()
            .map(|name| self.id(name.as_str().unwrap()))
            .collect()
    }

    fn of(&self, list: &[AddressId]) -> Vec<&str> {
        list.iter()
            .map(|id| self.0[usize::from(*id)].as_str())
            .collect()
    }
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array()
        .into_iter()
        .flatten()
        .map(|name| name.as_str().unwrap())
        .collect()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, ours: T, theirs: T) -> Result<(), String> {
    if ours == theirs {
        Ok(())
    } else {
        Err(format!("{what}: {ours:?}, recorded {theirs:?}"))
    }
}

/// How the recordings say it.
fn said(end: End, names: &Names) -> String {
    match end {
        End::Sent(_) => "ok".to_owned(),
        End::Refused(address) => format!("ConnectException: refused {}", names.of(&[address])[0]),
        End::NoEndpoints => "IllegalStateException: Client not initialized yet".to_owned(),
    }
}

fn check_state(selection: &mut Selection, names: &Names, event: &Value) -> Result<(), String> {
    let selection = rotating(selection);
    same(
        "writes",
        names.of(&selection.writes),
        texts(&event["writes"]),
    )?;
    same(
        "locals",
        names.of(&selection.locals),
        texts(&event["locals"]),
    )?;
    let mut failures: Vec<(&str, u64)> = selection
        .failures
        .iter()
        .map(|(id, count)| (names.0[usize::from(*id)].as_str(), u64::from(*count)))
        .collect();
    failures.sort();
    let theirs = event["failures"].as_object().into_iter().flatten();
    let mut theirs: Vec<(&str, u64)> = theirs
        .map(|(name, count)| (name.as_str(), count.as_u64().unwrap()))
        .collect();
    theirs.sort();
    same("failures", failures, theirs)?;
    same(
        "write turn",
        Some(selection.write_turn),
        event["write_idx"].as_u64(),
    )?;
    same(
        "local turn",
        Some(selection.local_turn),
        event["locality_idx"].as_u64(),
    )
}

fn replay_rotating(trace: &Value) -> Result<usize, String> {
    let mut names = Names::default();
    let endpoints = trace["num_write_endpoints"].as_u64().unwrap() as usize;
    let mut selection = Selection::Rotating(Rotating::new(endpoints));
    selection
        .set_endpoints(names.ids(&trace["initial_locals"]))
        .map_err(|_| "no endpoints")?;
    let mut dead: Vec<AddressId> = Vec::new();
    let events = trace["events"].as_array().unwrap();
    for (index, event) in events.iter().enumerate() {
        let told = |difference: String| format!("event {index} ({}): {difference}", event["op"]);
        let endpoints = names.ids(&event["endpoints"]);
        match event["op"].as_str().unwrap() {
            "kill" => dead.extend(endpoints),
            "revive" => dead.retain(|id| !endpoints.contains(id)),
            "send" => {
                // The recordings have the whole order, of which a send takes what it may try.
                let theirs = event["order"].as_array().map(|_| texts(&event["order"]));
                let whole = (!selection.locals().is_empty()).then(|| order(&mut selection.clone()));
                same(
                    "order",
                    whole.as_deref().map(|order| names.of(order)),
                    theirs,
                )
                .map_err(told)?;
                let (own, tried, end) = send(&mut selection, |id| dead.contains(&id));
                let whole = whole.unwrap_or_default();
                same(
                    "order of a send",
                    &own[..],
                    &whole[..whole.len().min(MAX_TRIES)],
                )
                .map_err(told)?;
                same("tried", names.of(&tried), texts(&event["tried"])).map_err(told)?;
                same(
                    "result",
                    said(end, &names).as_str(),
                    event["result"].as_str().unwrap(),
                )
                .map_err(told)?;
                check_state(&mut selection, &names, event).map_err(told)?;
            }
            "reconnect" => {
                let (_, tried, end) = send(&mut selection, |id| dead.contains(&id));
                same("tried", names.of(&tried), texts(&event["tried"])).map_err(told)?;
                same(
                    "result",
                    said(end, &names).as_str(),
                    event["result"].as_str().unwrap(),
                )
                .map_err(told)?;
                selection.clear_writes();
                let shuffled = names.ids(&event["shuffled_locals"]);
                selection
                    .set_endpoints(shuffled)
                    .map_err(|_| "no endpoints")?;
                check_state(&mut selection, &names, event).map_err(told)?;
            }
            "deprioritize" => {
                let address = names.id(event["endpoint"].as_str().unwrap());
                let said = if penalise(&mut selection, address) == Err(NoEndpoints) {
                    "No endpoints available"
                } else {
                    "ok"
                };
                same("result", said, event["result"].as_str().unwrap_or("ok")).map_err(told)?;
                check_state(&mut selection, &names, event).map_err(told)?;
            }
            "order" => {
                same(
                    "order",
                    names.of(&order(&mut selection)),
                    texts(&event["order"]),
                )
                .map_err(told)?;
                check_state(&mut selection, &names, event).map_err(told)?;
            }
            other => return Err(told(format!("“{other}” is not known"))),
        }
    }
    Ok(events.len())
}

fn replay_single(trace: &Value) -> Result<usize, String> {
    let mut names = Names::default();
    let mut selection = Selection::Single(Single {
        endpoints: names.ids(&trace["endpoints"]),
        current: None,
    });
    let mut dead: Vec<AddressId> = Vec::new();
    let events = trace["events"].as_array().unwrap();
    for (index, event) in events.iter().enumerate() {
        let told = |difference: String| format!("event {index} ({}): {difference}", event["op"]);
        let endpoints = names.ids(&event["endpoints"]);
        match event["op"].as_str().unwrap() {
            "kill" => dead.extend(endpoints),
            "revive" => dead.retain(|id| !endpoints.contains(id)),
            "send" => {
                // The list that the original drew is an input; the current endpoint stands before it.
                let drawn = names.ids(&event["shuffled_order"]);
                let skipped = usize::from(single(&selection).current.is_some());
                let (own, tried, end) =
                    sends::send_drawn(&mut selection, &drawn[skipped..], |id| dead.contains(&id));
                same(
                    "order",
                    names.of(&own),
                    names.of(&drawn[..drawn.len().min(MAX_TRIES)]),
                )
                .map_err(told)?;
                same("tried", names.of(&tried), texts(&event["tried"])).map_err(told)?;
                let result = if matches!(end, End::Sent(_)) {
                    "ok"
                } else {
                    "ConnectException"
                };
                same("result", result, event["result"].as_str().unwrap()).map_err(told)?;
                let current = single(&selection)
                    .current
                    .map(|id| names.0[usize::from(id)].as_str());
                same("current", current, event["current"].as_str()).map_err(told)?;
            }
            other => return Err(told(format!("“{other}” is not known"))),
        }
    }
    Ok(events.len())
}

/// `a:az1,b:az2`, and who of them is kept; kept is a set, since the original shuffles it.
fn replay_localities(cases: &[Value]) -> Result<usize, String> {
    for case in cases {
        let text = case["endpoints"].as_str().unwrap();
        let endpoints: Vec<(&str, &str)> = text
            .split(',')
            .map(|one| one.split_once(':').unwrap())
            .collect();
        let mut kept = sends::kept(&endpoints, case["locality"].as_str().unwrap());
        kept.sort_unstable();
        same(text, kept, texts(&case["kept"]))?;
    }
    Ok(cases.len())
}

/// One run of the real class, unseeded: how often each set comes up. Ours must be as even.
fn compare_uniformity(trace: &Value) -> Result<usize, String> {
    let (brokers, clients) = (trace["brokers"].as_u64().unwrap() as usize, 12_000_usize);
    let text = format!(
        r#"{{"shedscope": 2, "system": "rotation", "variants": [{{"selection": "rotating"}}],
            "world": {{"rate_per_s": 0.01, "zones": [{{"producers": {}, "brokers": {brokers}}}]}}}}"#,
        clients.min(10_000)
    );
    let plan = Plan::new(&from_json(&text).map_err(|problem| problem.to_string())?, 0);
    let all: Vec<AddressId> = (0..brokers as AddressId).collect();
    for case in trace["cases"].as_array().unwrap() {
        let chosen = case["n"].as_u64().unwrap() as usize;
        let mut sets = std::collections::BTreeMap::<Vec<AddressId>, usize>::new();
        for client in 0..clients {
            let mut list = plan.shuffled(
                client as u32 % 6000,
                "shuffle",
                client as u64 / 6000,
                &all,
                chosen,
            );
            list.sort_unstable();
            *sets.entry(list).or_default() += 1;
        }
        same(
            "distinct sets",
            sets.len() as u64,
            case["distinct_sets"].as_u64().unwrap(),
        )?;
        // Five standard deviations of a binomial share.
        let expected = clients as f64 / sets.len() as f64;
        let (low, high) = (
            expected - 5.0 * expected.sqrt(),
            expected + 5.0 * expected.sqrt(),
        );
        for (set, count) in sets {
            if !(low..=high).contains(&(count as f64)) {
                return Err(format!(
                    "{set:?} came up {count} times of {clients}, expected {low:.0} to {high:.0}"
                ));
            }
        }
    }
    Ok(trace["cases"].as_array().unwrap().len())
}

/// Loads of a fleet that chooses afresh, by the selection's own rules: no network is needed for it.
fn fleet_loads(seed: u64, producers: usize, brokers: usize, endpoints: usize) -> Vec<f64> {
    let all: Vec<AddressId> = (0..brokers as AddressId).collect();
    let mut loads = vec![0.0; brokers];
    for producer in 0..producers {
        let mut keys: Vec<(u64, AddressId)> = all
            .iter()
            .map(|id| {
                (
                    shedscope::engine::draw(
                        seed,
                        "fleet",
                        "",
                        (producer * brokers) as u64 + u64::from(*id),
                    ),
                    *id,
                )
            })
            .collect();
        keys.sort_unstable();
        let mut selection = sends::knowing(endpoints, keys.into_iter().map(|(_, id)| id).collect());
        (0..endpoints).for_each(|_| drop(send(&mut selection, |_| false)));
        selection
            .writes()
            .iter()
            .for_each(|id| loads[usize::from(*id)] += 1.0 / endpoints as f64);
    }
    loads
}

fn compare_fleets(rows: &[Value]) -> Result<usize, String> {
    for row in rows {
        let number = |key: &str| row[key].as_u64().unwrap() as usize;
        let (producers, brokers, endpoints) = (number("P"), number("B"), number("N"));
        let (rate, places) = (producers as f64, (0..brokers as u16).collect());
        let group = [Group {
            rate,
            square: rate,
            brokers: places,
        }];
        let closed = closed_form(&by_broker(&group, endpoints, brokers, |_| true)).cv;
        let named = format!("P {producers}, B {brokers}, N {endpoints}");
        let theirs = row["cv_closed_form"].as_f64().unwrap();
        if (closed - theirs).abs() > 0.00006 {
            return Err(format!("{named}: closed form {closed}, given {theirs}"));
        }
        same("connections", producers * endpoints, number("connections"))?;
        // A Monte Carlo of our own where it is cheap: their measured value varies by 1/sqrt(2 · runs · B), ours alike.
        if producers * brokers > 1000 {
            continue;
        }
        let runs = 40;
        let square: f64 = (0..runs)
            .map(|seed| {
                let loads = fleet_loads(seed, producers, brokers, endpoints);
                let mean = producers as f64 / brokers as f64;
                loads
                    .iter()
                    .map(|load| (load / mean - 1.0).powi(2))
                    .sum::<f64>()
                    / brokers as f64
            })
            .sum();
        let measured = (square / runs as f64).sqrt();
        let theirs = row["cv_measured"].as_f64().unwrap();
        let tolerance = 4.0 * closed / (2.0 * runs as f64 * brokers as f64).sqrt() + 0.004;
        if (measured - theirs).abs() > tolerance {
            return Err(format!(
                "{named}: measured {measured}, theirs {theirs}, tolerance {tolerance}"
            ));
        }
    }
    Ok(rows.len())
}

fn check_facts(cases: &[Value]) -> Result<usize, String> {
    for case in cases {
        let name = case["name"].as_str().unwrap();
        super::facts::check(name, case).map_err(|difference| format!("{name}: {difference}"))?;
    }
    Ok(cases.len())
}

#[test]
fn every_recording_replays() {
    let files = recordings::all("rotation", "SHEDSCOPE_GOLDEN_ROTATION");
    let mut failures = Vec::new();
    for (name, trace) in &files {
        let origin = trace["origin"].as_str().unwrap_or_default();
        let rows = trace["rows"].as_array();
        let cases = trace["cases"].as_array();
        let result = match (trace["variant"].as_str(), origin) {
            (_, "unit-test-fact") => check_facts(cases.unwrap()),
            (Some("rotating"), _) if trace["events"].is_array() => replay_rotating(trace),
            (Some("single"), _) if trace["events"].is_array() => replay_single(trace),
            (Some("rotating"), _) if trace["clients"].is_u64() => compare_uniformity(trace),
            (Some("rotating"), _)
                if cases.is_some_and(|cases| cases[0]["locality"].is_string()) =>
            {
                replay_localities(cases.unwrap())
            }
            _ if rows.is_some_and(|rows| rows[0]["cv_closed_form"].is_f64()) => {
                compare_fleets(rows.unwrap())
            }
            _ if rows.is_some_and(|rows| rows[0]["mean_load_by_restart_order"].is_array()) => {
                super::restarts::compare(rows.unwrap())
            }
            _ => Err("this kind of file is not known".to_owned()),
        };
        match result {
            Ok(0) => failures.push(format!("{name}: nothing in it")),
            Ok(_) => {}
            Err(difference) => failures.push(format!("{name}: {difference}")),
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} differ:\n{}",
        failures.len(),
        files.len(),
        failures.join("\n")
    );
}
