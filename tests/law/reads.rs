//! What is read is in the tables, and what is in the tables is read.
//!
//! Each setting in turn is given another value. Where anything comes out differently, decisions or
//! reasons, the setting must be one that the table says is read; and each of the table must make a
//! difference in some world.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use proptest::collection::vec;
use proptest::prelude::Strategy;
use shedscope::engine::Simulation as _;
use shedscope::systems::shedding::manager::fresh_report;
use shedscope::systems::shedding::model::load_data::weighted_usages;
use shedscope::systems::shedding::model::usage::Weights;
use shedscope::systems::shedding::model::world::World;
use shedscope::systems::shedding::placement::{PLACEMENTS, PlacementInfo, PlacementRequest};
use shedscope::systems::shedding::settings::{self, Key, Reader, SETTINGS, Settings};
use shedscope::systems::shedding::strategy::{Decision, SHEDDERS, Scale, Selection, ShedderInfo};
use shedscope::systems::shedding::{
    BrokerId, BundleId, Detail, Explain, LoadData, Release, Scenario, Simulation, Variant,
};

use super::played::ensure;
use super::worlds::{always, any_scenarios, clusters, extend, mishaps, settings, value_of};

/// Another value for every setting.
fn changes() -> impl Strategy<Value = Vec<(u8, f64)>> {
    vec((0..8_u8, 0.0..=1.0_f64), SETTINGS.len())
}

fn changed(settings: &Settings, key: Key, (kind, share): (u8, f64)) -> Settings {
    settings.clone().with(key, value_of(key.row(), kind, share))
}

/// The settings that make a difference to what comes out, as it is written (NaN equals nothing).
fn read_by(
    settings: &Settings,
    changes: &[(u8, f64)],
    outcome: impl Fn(&Settings) -> String,
) -> BTreeSet<Key> {
    let first = outcome(settings);
    let keys = SETTINGS.iter().map(|row| row.key).zip(changes);
    keys.filter(|(key, change)| outcome(&changed(settings, *key, **change)) != first)
        .map(|(key, _)| key)
        .collect()
}

/// Checks on generated cases that what is read is in a table, and that all of the table is read.
fn holds_both_ways<T: std::fmt::Debug>(
    of: &str,
    cases: u32,
    table: &[Key],
    worlds: impl Strategy<Value = T>,
    read: impl Fn(&T) -> BTreeSet<Key>,
) {
    let seen = RefCell::new(BTreeSet::new());
    always(cases, worlds, |world| {
        let read = read(world);
        let stray = read.iter().find(|key| !table.contains(key));
        ensure(stray.is_none(), || {
            format!("{of} reads {stray:?}, and its table does not say so")
        })?;
        seen.borrow_mut().extend(read);
        Ok(())
    });
    let unread: Vec<&Key> = table
        .iter()
        .filter(|key| !seen.borrow().contains(key))
        .collect();
    assert!(
        unread.is_empty(),
        "{of} is said to read {unread:?}, and never does"
    );
}

fn report(world: &World) -> LoadData {
    fresh_report(world, &world.first_owners())
}

/// Three decisions in a row, with what was said.
fn decisions(row: &ShedderInfo, release: Release, load: &LoadData, settings: &Settings) -> String {
    let mut shedder = (row.make)(release);
    let mut explain = Explain::recording();
    let decisions: Vec<Decision> = (0..3)
        .map(|_| shedder.shed(load, settings, &mut explain))
        .collect();
    format!("{decisions:?} {:?}", explain.into_reasons())
}

#[test]
fn shedders_read_what_their_rows_say() {
    for row in SHEDDERS {
        let worlds = (
            clusters(),
            settings(),
            changes(),
            proptest::sample::select(&Release::ALL[..]),
            mishaps(),
        );
        let cases = if row.is_extensible() { 1000 } else { 60 };
        holds_both_ways(
            row.id,
            cases,
            row.reads,
            worlds,
            |(world, settings, changes, release, mishaps)| {
                let load = report(&World::new(world));
                read_by(settings, changes, |settings| {
                    let mut load = load.clone();
                    if row.is_extensible() {
                        // Its brokers read settings too, for what they report.
                        extend(&mut load, *release, settings, mishaps);
                    }
                    decisions(row, *release, &load, settings)
                })
            },
        );
    }
}

/// Two answers, the first with a plan for the bundle.
fn answers(row: &PlacementInfo, release: Release, load: &LoadData, settings: &Settings) -> String {
    let mut placement = (row.make)(release);
    let (from, target) = (BrokerId(0), Some(BrokerId(load.brokers.len() as u32 - 1)));
    let mut decision = Decision::on(Scale::Usage);
    decision.selections.push(Selection {
        bundle: BundleId(0),
        from,
        target,
    });
    placement.learn(load, &decision);
    let usages = weighted_usages(load, &Weights::from_settings(settings));
    let candidates: Vec<BrokerId> = load.broker_ids().collect();
    let mut explain = Explain::recording();
    let ask = PlacementRequest {
        load,
        settings,
        usages: &usages,
        bundle: BundleId(0),
        candidates: &candidates,
    };
    let answers: Vec<_> = (0..2)
        .map(|_| placement.shortlist(&ask, &mut explain))
        .collect();
    format!("{answers:?} {:?}", explain.into_reasons())
}

#[test]
fn placements_read_what_their_rows_say() {
    for row in PLACEMENTS {
        let worlds = (
            clusters(),
            settings(),
            changes(),
            proptest::sample::select(&Release::ALL[..]),
        );
        holds_both_ways(
            row.id,
            120,
            row.reads,
            worlds,
            |(world, settings, changes, release)| {
                let load = report(&World::new(world));
                if load.bundles.is_empty() {
                    return BTreeSet::new();
                }
                read_by(settings, changes, |settings| {
                    answers(row, *release, &load, settings)
                })
            },
        );
    }
}

/// A few rounds, with what was said.
fn rounds(scenario: &Scenario, settings: &Settings) -> String {
    let settings = settings.overrides_in(scenario.variant().release);
    let variant = Variant {
        settings,
        ..scenario.variant().clone()
    };
    let simulation = Simulation::new(&Scenario {
        variants: vec![variant],
        ..scenario.clone()
    });
    let mut state = simulation.start();
    let mut explain = Explain::recording();
    let mut play = |index| {
        let (round, detail) = simulation.step(&mut state, index, &mut explain);
        (
            round,
            Detail {
                settings: Rc::default(),
                ..detail
            },
        )
    };
    let rounds: Vec<_> = (0..scenario.rounds.min(5)).map(&mut play).collect();
    format!("{rounds:?} {:?}", explain.into_reasons())
}

fn read_in_run(scenario: &Scenario, changes: &[(u8, f64)]) -> BTreeSet<Key> {
    read_by(
        &scenario.variant().settings_in_force(),
        changes,
        |settings| rounds(scenario, settings),
    )
}

#[test]
fn a_run_reads_what_its_variant_says() {
    always(60, (any_scenarios(), changes()), |(scenario, changes)| {
        let table = scenario.variant().reads();
        let stray = read_in_run(scenario, changes)
            .into_iter()
            .find(|key| !table.contains(key));
        ensure(stray.is_none(), || {
            format!("{stray:?} is read\n{}", scenario.write())
        })
    });
}

#[test]
fn the_manager_reads_what_its_table_says() {
    // A shedder that reads no weights, and a placement that reads nothing.
    let shedder = ShedderInfo::find("UniformLoadShedder").unwrap();
    let with = |scenario: Scenario| {
        let variant = Variant {
            settings: scenario.variant().settings.clone(),
            ..Variant::new(shedder.id, "random", Release::Y2026)
        };
        Scenario {
            variants: vec![variant],
            ..scenario
        }
    };
    let [manager, time] = [Reader::Manager, Reader::Time].map(settings::read_by);
    let table: Vec<Key> = manager
        .chain(time)
        .chain(shedder.reads.iter().copied())
        .collect();
    holds_both_ways(
        "the manager",
        160,
        &table,
        (any_scenarios().prop_map(with), changes()),
        |(scenario, changes)| read_in_run(scenario, changes),
    );
}
