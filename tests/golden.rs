//! Replays recorded runs of the real strategy classes, exactly.
//!
//! The recordings stand in `tests/golden/`; `SHEDSCOPE_GOLDEN` names another directory of the same
//! format. A failure names the file, the round and the key.

#![cfg(not(target_arch = "wasm32"))]

mod replay;

use std::path::{Path, PathBuf};

use replay::trace::Trace;
use serde_json::Value;

fn directory() -> PathBuf {
    std::env::var_os("SHEDSCOPE_GOLDEN").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden"),
        PathBuf::from,
    )
}

fn files() -> Vec<(String, Value)> {
    let directory = directory();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    paths.sort();
    assert!(
        !paths.is_empty(),
        "{} holds no recordings",
        directory.display()
    );
    paths
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let value =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, value)
        })
        .collect()
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
