//! What a form does not show decides nothing.

use shedscope::simulator::System;
use shedscope::systems::sharding::settings::SETTINGS;
use shedscope::systems::sharding::strategy::STRATEGIES;
use shedscope::systems::sharding::view::Sharding;
use shedscope::systems::sharding::{Scenario, Variant};

use super::played::played;
use super::worlds::{any_scenario, hold};

/// Sets everything of the variant that its form does not show to the least and to the greatest value, one by one.
fn hold_hidden(scenario: &Scenario) -> Result<(), String> {
    let digest = played(scenario, 0).digest();
    let shown: Vec<&str> = Sharding::fields(scenario, 0)
        .iter()
        .map(|field| field.name)
        .collect();
    for row in SETTINGS
        .iter()
        .filter(|row| !row.is_of_world() && !shown.contains(&row.name))
    {
        for value in [row.value_type.min, row.value_type.max] {
            let mut changed = scenario.clone();
            changed.variants[0].settings.set(row.key, value);
            if played(&changed, 0).digest() != digest {
                return Err(format!(
                    "{} is not shown, but {value} changes the run",
                    row.name
                ));
            }
        }
    }
    Ok(())
}

#[test]
fn a_setting_that_is_not_shown_changes_no_run() {
    let mut hidden = std::collections::BTreeSet::new();
    for (strategy, _) in STRATEGIES {
        hold(8, any_scenario(), |scenario| {
            let mut scenario = scenario.clone();
            scenario.variants = vec![Variant {
                strategy,
                ..scenario.variants[0].clone()
            }];
            hold_hidden(&scenario)
        });
        hidden.extend(
            SETTINGS
                .iter()
                .filter(|row| !row.is_read_by(strategy) && !row.is_of_world())
                .map(|row| row.key),
        );
    }
    let of_variants = SETTINGS.iter().filter(|row| !row.is_of_world()).count();
    assert_eq!(
        hidden.len(),
        of_variants,
        "every setting of a variant is hidden from some strategy"
    );
}

/// The table's settings are hidden, too, where weights are set by hand.
#[test]
fn by_hand_the_table_decides_nothing() {
    use shedscope::systems::sharding::Strategy;
    use shedscope::systems::sharding::settings::Key;
    hold(40, any_scenario(), |scenario| {
        let mut scenario = scenario.clone();
        scenario.variants =
            vec![Variant::new(Strategy::WeightedExchange).with(Key::WeightsFrom, 0.0)];
        hold_hidden(&scenario)
    });
}
