//! Settings and reasons belong together: what a version does not read does nothing, and what a reason names can be set.

use std::collections::BTreeSet;

use proptest::prelude::*;
use shedscope::engine::SettingKey as _;
use shedscope::engine::{Digest, Evidence, Operand, Timeline};
use shedscope::simulator::System;
use shedscope::systems::throttling::event::Event;
use shedscope::systems::throttling::presets::PRESETS;
use shedscope::systems::throttling::scenario::check;
use shedscope::systems::throttling::settings::{SETTINGS, Setting};
use shedscope::systems::throttling::view::Throttling;
use shedscope::systems::throttling::{Scenario, Simulation};

use super::worlds::scenarios;

use crate::common::play::play;

fn digest(scenario: &Scenario) -> Digest {
    check(scenario).unwrap_or_else(|problem| panic!("{problem}\n{}", scenario.write()));
    let timeline = play(Simulation::new(scenario, 0));
    timeline.digest()
}

/// The names of the settings that the form of a variant shows.
fn shown(scenario: &Scenario, variant: usize) -> BTreeSet<&'static str> {
    Throttling::fields(scenario, variant)
        .into_iter()
        .map(|field| field.name)
        .collect()
}

/// The settings that the reasons of a variant name, as far as a round.
fn named(scenario: &Scenario, variant: usize, rounds: usize) -> BTreeSet<&'static str> {
    let mut timeline = Timeline::new(Simulation::new(scenario, variant));
    let mut names = BTreeSet::new();
    for index in 0..rounds.min(scenario.rounds) {
        for reason in timeline.explain(index).unwrap().reasons {
            let sides: Vec<Operand> = match reason.evidence {
                Evidence::Check(test) => vec![test.left, test.right],
                Evidence::Fact { operand, .. } => vec![operand],
                Evidence::Flag { .. } | Evidence::Change { .. } => vec![],
            };
            names.extend(sides.into_iter().filter_map(|side| side.setting));
        }
    }
    names
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_version_does_not_show_changes_nothing(scenario in scenarios(), at_s in 0.0..30.0) {
        let (recorded, shown) = (digest(&scenario), shown(&scenario, 0));
        for row in SETTINGS.iter().filter(|row| !shown.contains(row.name)) {
            prop_assert!(row.key.is_of_variant(), "{} is of the world, and nobody can see it", row.name);
            for value in [row.value_type.min, row.value_type.max] {
                let mut other = scenario.clone();
                other.variants[0].settings.set(row.key, value);
                prop_assert_eq!(digest(&other), recorded, "{} {}\n{}", row.name, value, other.write());
                other.variants[0].settings.remove(row.key);
                other.world.events.push(Event::set(at_s, row.key, value));
                prop_assert_eq!(digest(&other), recorded, "{} {}\n{}", row.name, value, other.write());
            }
        }
    }

    #[test]
    fn what_a_reason_names_can_be_set(scenario in scenarios()) {
        let (named, shown) = (named(&scenario, 0, scenario.rounds), shown(&scenario, 0));
        prop_assert!(named.is_subset(&shown), "{:?}\n{}", named.difference(&shown).collect::<Vec<_>>(), scenario.write());
    }
}

#[test]
fn what_reasons_of_presets_name_can_be_set() {
    let mut all = BTreeSet::new();
    for row in PRESETS {
        let scenario = (row.make)();
        for variant in 0..scenario.variants.len() {
            let named = named(&scenario, variant, 120);
            assert!(
                named.is_subset(&shown(&scenario, variant)),
                "{}: {named:?}",
                row.id
            );
            all.extend(named);
        }
    }
    assert!(
        all.iter().all(|name| Setting::from_name(name).is_some()),
        "{all:?}"
    );
    assert!(all.len() >= 8, "{all:?}");
}
