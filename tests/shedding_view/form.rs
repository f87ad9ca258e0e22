//! Choices, settings, warnings, comparisons.

use shedscope::engine::Fidelity;
use shedscope::simulator::{Choice, Severity};
use shedscope::systems::shedding::Release;
use shedscope::systems::shedding::placement::PLACEMENTS;
use shedscope::systems::shedding::presets;
use shedscope::systems::shedding::settings::{Key, SETTINGS};
use shedscope::systems::shedding::strategy::SHEDDERS;

use super::*;

fn choose(variant: usize, choice: &'static str, option: &str) -> Edit {
    Edit::Choose {
        variant,
        choice,
        option: option.to_owned(),
    }
}

fn choice(session: &SharedSession, id: &str) -> Choice {
    session
        .choices(0)
        .into_iter()
        .find(|choice| choice.id == id)
        .unwrap()
}

#[test]
fn every_option_can_be_chosen_and_says_what_it_does() {
    let session = opening();
    for choice in session.choices(0) {
        assert!(choice.option().is_some());
        for option in &choice.options {
            assert!(!option.about.is_empty() && !option.label.is_empty());
            let chosen = edited(&session, choose(0, choice.id, &option.id));
            assert_eq!(self::choice(&chosen, choice.id).selected, option.id);
        }
        assert!(session.edited(&choose(0, choice.id, "nothing")).is_err());
    }
    assert_eq!(choice(&session, "strategy").options.len(), SHEDDERS.len());
    assert_eq!(
        choice(&session, "placement").options.len(),
        PLACEMENTS.len()
    );
    let groups: Vec<&str> = choice(&session, "strategy")
        .options
        .iter()
        .map(|option| option.group)
        .collect();
    assert!(groups.contains(&"Released") && groups.contains(&"Proposed"));
    assert_eq!(
        refusal(&session, &choose(0, "colour", "red")).place,
        "colour"
    );
}

#[test]
fn a_strategy_brings_the_placement_that_usually_goes_with_it_and_its_settings() {
    let session = opening();
    for (strategy, placement) in [
        ("AvgShedder", "AvgShedder"),
        ("OverloadShedder", "LeastLongTermMessageRate"),
        ("TransferShedder", "planned"),
        ("proposal-217-multi-hit", "planned"),
    ] {
        let from = edited(&session, choose(0, "strategy", "ThresholdShedder"));
        let chosen = edited(&from, choose(0, "strategy", strategy));
        assert_eq!(
            choice(&chosen, "placement").selected,
            placement,
            "{strategy}"
        );
    }
    let overload = edited(&session, choose(0, "strategy", "OverloadShedder"));
    let has = |session: &SharedSession, key: Key| {
        session
            .fields(0, None)
            .iter()
            .any(|field| field.name == key.name())
    };
    assert!(has(&overload, Key::OverloadedPercentage) && !has(&overload, Key::AvgHighThreshold));
    assert!(has(&session, Key::AvgHighThreshold));
    // The fidelity is that of the release.
    let fidelity = |session: &SharedSession| choice(session, "strategy").option().unwrap().fidelity;
    assert_eq!(fidelity(&session), Some(Fidelity::Recorded));
    assert_eq!(
        fidelity(&edited(&session, choose(0, "release", "5.0"))),
        Some(Fidelity::Description)
    );
}

#[test]
fn choices_make_another_run_and_going_back_makes_the_same_again() {
    let session = preset("exact-order");
    let before = digest(&session, 0);
    for (choice, other, back) in [
        ("strategy", "ThresholdShedder", "AvgShedder"),
        ("placement", "RoundRobinBrokerSelector", "AvgShedder"),
        ("release", "4.0", "2026"),
    ] {
        let changed = edited(&session, choose(0, choice, other));
        assert_ne!(digest(&changed, 0), before, "{choice}");
        assert_eq!(
            digest(&edited(&changed, choose(0, choice, back)), 0),
            before,
            "{choice}"
        );
    }
}

#[test]
fn every_setting_is_in_some_form_and_sets_and_resets() {
    let session = opening();
    let mut seen = vec![false; SETTINGS.len()];
    for strategy in SHEDDERS {
        for placement in PLACEMENTS {
            let session = edited(&session, choose(0, "strategy", strategy.id));
            let session = edited(&session, choose(0, "placement", placement.id));
            for field in session.fields(0, None) {
                seen.iter_mut()
                    .zip(SETTINGS)
                    .filter(|(_, row)| row.name == field.name)
                    .for_each(|(seen, _)| *seen = true);
            }
        }
    }
    for (row, seen) in SETTINGS.iter().zip(seen) {
        assert!(seen, "{} is in no form", row.name);
        // A setting that the document has stays in the form whatever reads it.
        let mut scenario = presets::opening();
        let (default, min, max) = (
            row.default_in(Release::default()),
            row.value_type.min,
            row.value_type.max,
        );
        let other = if default == max { min } else { max };
        scenario.set(0, row.key, other);
        scenario.rounds = 2;
        let session = open(scenario);
        assert_eq!(field(&session, 0, row.name).value, other);
        assert_eq!(field(&session, 0, row.name).help, row.help);
        let set = Edit::Set {
            variant: 0,
            field: row.name,
            value: default,
        };
        let reset = edited(&session, set);
        let is_left = reset
            .fields(0, None)
            .iter()
            .any(|field| field.name == row.name && field.value != default);
        assert!(!is_left, "{}", row.name);
        if !row.key.is_of_clock() {
            // What is set by hand is pinned, also at its default, until all is reset.
            assert!(reset.document().contains(row.name), "{}", row.name);
            let cleared = edited(&session, Edit::Reset(0));
            assert!(!cleared.document().contains(row.name), "{}", row.name);
            assert_eq!(
                cleared
                    .fields(0, None)
                    .iter()
                    .find(|one| one.name == row.name)
                    .map_or(default, |one| one.value),
                default
            );
        }
        let above = Edit::Set {
            variant: 0,
            field: row.name,
            value: max + 1.0,
        };
        assert_eq!(refusal(&session, &above).place, row.name);
    }
}

#[test]
fn fields_of_a_group_follow_one_another_and_have_names_of_their_own() {
    for strategy in SHEDDERS {
        let session = edited(&opening(), choose(0, "strategy", strategy.id));
        let fields = session.fields(0, None);
        let mut groups: Vec<&str> = fields.iter().map(|field| field.group).collect();
        groups.dedup();
        let count = groups.len();
        groups.sort_unstable();
        groups.dedup();
        assert_eq!(groups.len(), count, "{}", strategy.id);
        let mut names: Vec<&str> = fields.iter().map(|field| field.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), fields.len(), "{}", strategy.id);
    }
}

#[test]
fn when_rounds_take_place_is_the_same_in_all_variants() {
    let session = edited(&opening(), Edit::AddVariant(0));
    let interval = Key::SheddingIntervalMinutes.name();
    let session = edited(
        &session,
        Edit::Set {
            variant: 1,
            field: interval,
            value: 2.0,
        },
    );
    assert_eq!(
        [0, 1].map(|variant| field(&session, variant, interval).value),
        [2.0, 2.0]
    );
    assert!(!field(&session, 0, interval).is_of_variant);
    assert_eq!(session.time_s(0), 120.0);
}

#[test]
fn loads_fluctuate_as_the_form_says() {
    let session = opening();
    let set = |session: &SharedSession, field, value| {
        edited(
            session,
            Edit::Set {
                variant: 0,
                field,
                value,
            },
        )
    };
    let strays = set(&session, "fluctuation_percent", 30.0);
    assert_ne!(digest(&strays, 0), digest(&session, 0));
    let slower = set(&strays, "fluctuation_interval_s", 600.0);
    assert_ne!(digest(&slower, 0), digest(&strays, 0));
    assert_eq!(field(&slower, 0, "fluctuation_interval_s").value, 600.0);
    assert_ne!(
        digest(&edited(&slower, Edit::Seed(7)), 0),
        digest(&slower, 0)
    );
    for (field, value) in [
        ("fluctuation_percent", 101.0),
        ("fluctuation_interval_s", 0.0),
        ("fluctuation_interval_s", 1.5),
    ] {
        assert_eq!(
            refusal(
                &session,
                &Edit::Set {
                    variant: 0,
                    field,
                    value
                }
            )
            .place,
            field
        );
    }
}

#[test]
fn warnings_have_remedies_that_work() {
    let session = opening();
    assert_eq!(session.warnings(0), []);
    let mut unknown = presets::opening();
    unknown.variants[0].strategy = "NoShedder".to_owned();
    let mut unplaced = presets::opening();
    unplaced.variants[0].placement = "Nowhere".to_owned();
    for (session, severity) in [
        (
            edited(&session, choose(0, "strategy", "ThresholdShedder")),
            None,
        ),
        (
            edited(
                &edited(&session, choose(0, "strategy", "ThresholdShedder")),
                choose(0, "placement", "AvgShedder"),
            ),
            Some(Severity::Refused),
        ),
        (
            edited(&session, choose(0, "placement", "LeastLongTermMessageRate")),
            Some(Severity::Remark),
        ),
        (open(unknown), Some(Severity::Refused)),
        (open(unplaced), Some(Severity::Refused)),
    ] {
        let warnings = session.warnings(0);
        assert_eq!(
            warnings.first().map(|warning| warning.severity),
            severity,
            "{warnings:?}"
        );
        for warning in warnings {
            let remedy = warning.remedy.unwrap();
            assert!(remedy.label.starts_with("Use ") && !warning.text.is_empty());
            assert_eq!(
                edited(&session, remedy.edit).warnings(0),
                [],
                "{}",
                remedy.label
            );
        }
        if severity == Some(Severity::Refused) {
            assert!(session.headline(0, 0).len() > 20);
        }
    }
}

#[test]
fn a_class_that_no_table_knows_is_named_as_such() {
    let mut scenario = presets::opening();
    scenario.variants[0].strategy = "NoShedder".to_owned();
    let session = open(scenario);
    let strategy = choice(&session, "strategy");
    assert_eq!(strategy.option().unwrap().label, "NoShedder (unknown)");
    assert_eq!(strategy.options.len(), SHEDDERS.len() + 1);
    assert_eq!(
        edited(&session, choose(0, "strategy", "NoShedder")).document(),
        session.document()
    );
}

#[test]
fn assumptions_are_those_of_the_extensible_manager() {
    let session = opening();
    assert!(session.assumptions(0).is_empty());
    assert!(
        !edited(&session, choose(0, "strategy", "TransferShedder"))
            .assumptions(0)
            .is_empty()
    );
}

#[test]
fn comparisons_make_variants_on_whatever_world_is_open() {
    let session = preset("hundred-new");
    for (comparison, title) in session.comparisons(0).into_iter().enumerate() {
        let compared = edited(
            &session,
            Edit::Compare {
                comparison,
                variant: 0,
            },
        );
        assert!((1..=4).contains(&compared.variants()), "{title}");
        let titles: Vec<String> = (0..compared.variants())
            .map(|variant| compared.variant_title(variant))
            .collect();
        for (variant, own) in titles.iter().enumerate() {
            assert!(
                own.starts_with(&format!("{}: ", ["A", "B", "C", "D"][variant])),
                "{own}"
            );
            assert_eq!(
                titles.iter().filter(|other| *other == own).count(),
                1,
                "{title}: {titles:?}"
            );
        }
        assert!(compared.advance());
    }
    let five = Edit::Compare {
        comparison: 99,
        variant: 0,
    };
    assert_eq!(refusal(&session, &five).place, "comparison");
}

#[test]
fn bad_edits_say_why_and_change_nothing() {
    let session = opening();
    let before = session.document();
    for (edit, place) in [
        (Edit::Rounds(0), "rounds"),
        (Edit::Rounds(10_001), "rounds"),
        (
            Edit::Set {
                variant: 0,
                field: "nothing",
                value: 1.0,
            },
            "nothing",
        ),
        (
            Edit::Set {
                variant: 7,
                field: "nothing",
                value: 1.0,
            },
            "variant",
        ),
        (Edit::RemoveVariant(0), "variants"),
        (Edit::RemoveEvent(3), "event"),
        (
            Edit::AddVariantWithout {
                variant: 0,
                event: 9,
            },
            "variant 2, ignored_events",
        ),
    ] {
        assert_eq!(refusal(&session, &edit).place, place, "{edit:?}");
    }
    assert_eq!(session.document(), before);
    let thousand = preset("thousand");
    let problem = refusal(&thousand, &Edit::Rounds(10_000));
    assert!(
        matches!(
            problem.cause,
            Cause::TooManyFor {
                count: 10_000,
                most: 4000,
                ..
            }
        ),
        "{problem}"
    );
}

#[test]
fn every_strategy_with_every_placement_under_every_release_says_something() {
    let mut tried = 0;
    for release in choice(&opening(), "release").options {
        let session = edited(&opening(), choose(0, "release", &release.id));
        for strategy in SHEDDERS {
            let session = edited(&session, choose(0, "strategy", strategy.id));
            for placement in PLACEMENTS {
                let session = edited(&session, choose(0, "placement", placement.id));
                let headline = session.headline(0, 0);
                assert!(
                    headline.len() >= 10,
                    "{}, {}, {}: {headline}",
                    release.id,
                    strategy.id,
                    placement.id
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried}");
}
