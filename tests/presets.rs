//! Every preset's surprise still happens: what its lines say comes out of the run.

#![cfg(not(target_arch = "wasm32"))]

mod claims;

use std::collections::BTreeSet;

use claims::CLAIMS;
use claims::played::Played;
use shedscope::systems::shedding::Scenario;
use shedscope::systems::shedding::presets::PRESETS;

#[test]
fn what_the_lines_say_happens() {
    for (id, holds) in CLAIMS {
        println!("{id}");
        holds(&Played::of(id));
    }
}

#[test]
fn every_preset_is_held_to_its_lines() {
    let held: Vec<&str> = CLAIMS.iter().map(|(id, _)| *id).collect();
    let there: Vec<&str> = PRESETS.iter().map(|row| row.id).collect();
    assert_eq!(held, there);
}

#[test]
fn presets_are_in_order() {
    let mut ids = BTreeSet::new();
    let mut groups: Vec<&str> = Vec::new();
    for row in PRESETS {
        assert!(ids.insert(row.id), "{} is there twice", row.id);
        assert!(row.title.chars().count() <= 44, "{} is too long", row.title);
        if groups.last() != Some(&row.group) {
            assert!(
                !groups.contains(&row.group),
                "{} is in two places",
                row.group
            );
            groups.push(row.group);
        }
        let scenario = row.build();
        assert_eq!(scenario.title, row.title);
        assert!((2..=3).contains(&scenario.notes.len()), "{}", row.id);
        assert!(
            scenario.notes.iter().all(|line| line.ends_with('.')),
            "{}",
            row.id
        );
        assert!(
            scenario
                .variants
                .iter()
                .all(|variant| variant.check_setup() == Ok(())),
            "{}",
            row.id
        );
    }
    assert!(groups.len() <= 12, "{groups:?}");
}

#[test]
fn presets_are_taken_and_survive_being_written() {
    for row in PRESETS {
        let scenario = row.build();
        assert_eq!(scenario.check(), Ok(()), "{}", row.id);
        assert_eq!(
            Scenario::read(&scenario.write()).as_ref(),
            Ok(&scenario),
            "{}",
            row.id
        );
        assert_eq!(scenario, row.build(), "{} is not the same twice", row.id);
    }
}

/// Up to 2026 AvgShedder's plan takes bundles with equal statistics for one.
#[test]
fn bundles_with_traffic_all_differ() {
    for row in PRESETS {
        let mut seen = BTreeSet::new();
        for bundle in row.build().world.bundles() {
            let bits = bundle.rates().to_array().map(f64::to_bits);
            assert!(
                bundle.rates().msg_rate() == 0.0 || seen.insert(bits),
                "{}: {}",
                row.id,
                bundle.name
            );
        }
    }
}
