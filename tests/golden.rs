//! Replays recorded runs of the real strategy classes, exactly.
//!
//! The recordings are in `tests/golden/`; `SHEDSCOPE_GOLDEN` names another directory of the same
//! format. A failure names the file, the round and the key.

#![cfg(not(target_arch = "wasm32"))]

mod replay;

use replay::trace::Trace;
use serde_json::Value;

use crate::common::recordings;

fn files() -> Vec<(String, Value)> {
    recordings::all("", "SHEDSCOPE_GOLDEN")
}

#[test]
fn every_recorded_run_replays_exactly() {
    let mut failures = Vec::new();
    let mut replayed = 0;
    for (name, value) in files() {
        if value.get("rounds").is_none() {
            continue;
        }
        replayed += 1;
        if let Err(difference) = Trace::new(&value).replay() {
            failures.push(format!("{name}: {difference}"));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {replayed} differ:\n{}",
        failures.len(),
        failures.join("\n")
    );
    println!("{replayed} recorded runs replayed");
}

#[test]
fn every_vector_holds_exactly() {
    for (name, value) in files() {
        let Some(rows) = value.get("rows").and_then(Value::as_array) else {
            continue;
        };
        for (index, row) in rows.iter().enumerate() {
            let outcome = match name.as_str() {
                "vectors-score" => replay::vectors::score(row),
                "vectors-avg-draw" => replay::vectors::draw(row),
                "vectors-sample-average" => replay::vectors::sample_average(row),
                // Orders of hash tables are not imitated: ties fall in a stated order of our own.
                "vectors-table-order" => Ok(()),
                other => panic!("{other}: vectors of an unknown kind"),
            };
            outcome.unwrap_or_else(|difference| panic!("{name}, row {index}: {difference}"));
        }
    }
}
