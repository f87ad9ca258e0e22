//! Settings and who shows them: what a form does not show changes nothing, and what reasons speak of it shows.

use proptest::prelude::*;
use shedscope::engine::Evidence;
use shedscope::simulator::SystemEntry;
use shedscope::systems::rotation::reason::Reason;
use shedscope::systems::rotation::settings::{Reader, SETTINGS};
use shedscope::systems::rotation::view::Rotation;
use shedscope::systems::rotation::{Scenario, Simulation};

use super::laws::scenario;

use crate::common::play::play;

/// The names of the fields that the form of the first variant has.
fn shown(scenario: &Scenario) -> Vec<&'static str> {
    let opened = (SystemEntry::of::<Rotation>().open)(&scenario.write()).unwrap();
    opened
        .fields(0, None)
        .iter()
        .map(|field| field.name)
        .collect()
}

/// The settings that a reason names.
fn named(reason: &Reason) -> impl Iterator<Item = &'static str> {
    let sides = match &reason.evidence {
        Evidence::Check(test) => [test.left.setting, test.right.setting],
        Evidence::Fact { operand, .. } => [operand.setting, None],
        Evidence::Flag { setting, .. } => [*setting, None],
        Evidence::Change { .. } => [None, None],
    };
    sides.into_iter().flatten()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_not_shown_changes_nothing(scenario in scenario()) {
        let shown = shown(&scenario);
        let digest = play(Simulation::new(&scenario, 0)).digest();
        for row in SETTINGS.iter().filter(|row| !shown.contains(&row.name)) {
            for value in [row.value_type.min, row.value_type.max] {
                let mut other = scenario.clone();
                match row.reader {
                    Reader::World => other.world.set(row.key, value),
                    Reader::Variant | Reader::Rotating => other.variants[0].set(row.key, value),
                }
                prop_assert_eq!(play(Simulation::new(&other, 0)).digest(), digest, "{} {} in\n{}", row.name, value, other.write());
            }
        }
    }

    #[test]
    fn settings_that_reasons_name_are_rows_of_the_table_and_shown(scenario in scenario()) {
        let shown = shown(&scenario);
        let mut timeline = play(Simulation::new(&scenario, 0));
        for index in (0..scenario.rounds).step_by(3) {
            for reason in &timeline.explain(index).unwrap().reasons {
                for name in named(reason) {
                    let is_row = shedscope::systems::rotation::settings::Setting::from_name(name).is_some();
                    prop_assert!(is_row && shown.contains(&name), "{} of {:?} in\n{}", name, reason, scenario.write());
                }
            }
        }
    }
}

#[test]
fn each_variant_and_each_spread_hides_something() {
    let scenario = (shedscope::systems::rotation::presets::PRESETS[0].make)();
    let hidden: Vec<&str> = SETTINGS
        .iter()
        .map(|row| row.name)
        .filter(|name| !shown(&scenario).contains(name))
        .collect();
    assert_eq!(hidden, ["numWriteEndpoints", "zipf_exponent"]);
}
