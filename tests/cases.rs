//! Cases from public threads about Apache Pulsar's balancing: what came out there comes out here.
//!
//! `tests/files/pulsar-cases.json` has the facts, `tests/cases/` the scenarios in the shape of each case,
//! and the tables in `tests/cases/mod.rs` say of every case where it is held to its facts, or why not.

#![cfg(not(target_arch = "wasm32"))]

#[path = "cases/mod.rs"]
mod cases;

use std::collections::BTreeSet;
use std::panic::catch_unwind;
use std::path::Path;

use cases::facts::Facts;
use cases::{CASES, ELSEWHERE, NOT_EXPRESSED, PARTS_NOT_EXPRESSED, TRACE_DECIDES};

#[test]
fn every_case_comes_out() {
    let mut failed = Vec::new();
    for facts in Facts::of_all() {
        let Some((id, holds)) = CASES.iter().find(|(id, _)| *id == facts.id) else {
            continue;
        };
        println!("{id} ({})", facts.source);
        let outcome = catch_unwind(move || {
            holds(&facts);
            assert!(
                facts.unseen().is_empty(),
                "nobody looked at {:?}",
                facts.unseen()
            );
        });
        if outcome.is_err() {
            failed.push(*id);
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {} do not: {failed:?}",
        failed.len(),
        CASES.len()
    );
}

#[test]
fn every_case_has_its_place() {
    let cases = Facts::of_all();
    let known: BTreeSet<&str> = cases.iter().map(|facts| facts.id.as_str()).collect();
    assert_eq!(known.len(), cases.len(), "a case is there twice");
    let played = all_different(CASES.iter().map(|row| row.0));
    let elsewhere = all_different(ELSEWHERE.iter().map(|row| row.0));
    let not = all_different(NOT_EXPRESSED.iter().map(|row| row.0));
    let tested: BTreeSet<&str> = played.union(&elsewhere).copied().collect();
    assert!(tested.is_disjoint(&not), "{:?}", tested.intersection(&not));
    assert_eq!(tested.union(&not).copied().collect::<BTreeSet<_>>(), known);
    // What is said beside is said of cases that are tested.
    assert!(all_different(PARTS_NOT_EXPRESSED.iter().map(|row| row.0)).is_subset(&tested));
    assert!(all_different(TRACE_DECIDES.iter().map(|row| row.0)).is_subset(&played));
    let reasons = NOT_EXPRESSED
        .iter()
        .chain(PARTS_NOT_EXPRESSED)
        .map(|row| row.1);
    assert!(
        reasons
            .chain(TRACE_DECIDES.iter().map(|row| row.2))
            .all(|reason| reason.ends_with('.'))
    );
}

fn all_different<'a>(ids: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    for id in ids {
        assert!(seen.insert(id), "{id} stands twice in a table");
    }
    seen
}

#[test]
fn only_cases_with_a_test_here_have_facts_here() {
    for facts in Facts::of_all() {
        let is_played = CASES.iter().any(|(id, _)| *id == facts.id);
        assert_eq!(facts.unseen().is_empty(), !is_played, "{}", facts.id);
    }
}

#[test]
fn what_is_tested_elsewhere_is_there() {
    for (id, file, text) in ELSEWHERE {
        assert!(text.contains(&format!("\"{id}")), "{id} is not in {file}");
    }
}

#[test]
fn traces_that_decide_are_recorded() {
    for (id, trace, _) in TRACE_DECIDES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/golden")
            .join(format!("{trace}.json"));
        assert!(path.exists(), "{id}: there is no trace {trace}");
    }
}
