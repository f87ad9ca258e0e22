//! What holds between rounds as well: nothing is lost while reports are late, brokers come and go, and
//! bundles are on their way.

use proptest::prelude::Strategy;
use shedscope::engine::{Digest, Simulation as _};
use shedscope::systems::shedding::model::event::{Event, Kind};
use shedscope::systems::shedding::model::load_data::{NOBODY, Rates};
use shedscope::systems::shedding::settings::Key;
use shedscope::systems::shedding::{
    BrokerId, BundleId, Explain, Reason, Scenario, Simulation, Subject, Variant,
};

use super::played::{Played, Turn, ensure, timeline};
use super::worlds::{always, any_scenarios};

fn sum<'a>(rates: impl Iterator<Item = &'a Rates>) -> [f64; 4] {
    rates
        .map(|rates| rates.to_array())
        .fold([0.0; 4], |sum, rates| {
            std::array::from_fn(|i| sum[i] + rates[i])
        })
}

#[test]
fn what_brokers_carry_is_what_bundles_make_less_what_is_on_its_way() {
    always(256, any_scenarios(), |scenario| {
        Played::lawful(scenario, |played, turn| {
            let (world, ground_truth) =
                (played.simulation.world(), played.simulation.ground_truth());
            let snapshot = ground_truth.at(turn.detail.time_ms);
            let carried = world
                .bundles
                .iter()
                .enumerate()
                .filter_map(|(index, bundle)| {
                    let id = BundleId(index as u32);
                    let is_somewhere =
                        turn.detail.owners[index] != NOBODY && !turn.detail.transit.contains(&id);
                    let factor = snapshot.factor(world, id);
                    is_somewhere.then(|| {
                        Rates::from_array(bundle.rates.to_array().map(|rate| rate * factor))
                    })
                });
            let (bundles, brokers) = (
                sum(carried.collect::<Vec<_>>().iter()),
                sum(turn.detail.rates.iter()),
            );
            let is_near = |(a, b): (&f64, f64)| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
            ensure(bundles.iter().zip(brokers).all(is_near), || {
                format!("bundles make {bundles:?}, brokers have {brokers:?}")
            })
        })
    });
}

/// Whether a broker runs at the time of a round.
fn is_up(turn: &Turn, broker: BrokerId) -> bool {
    !turn.round.usage_percent[broker.index()].is_nan()
}

#[test]
fn owners_follow_from_placements_and_moves_and_are_up() {
    always(256, any_scenarios(), |scenario| {
        let played = Played::of(scenario);
        let mut owners = played.simulation.world().first_owners();
        for turn in &played.turns {
            let broken = |law: &str| played.broken(scenario, turn.round.index, law);
            for placed in &turn.round.assignments {
                let owner = &mut owners[placed.bundle.index()];
                ensure(placed.from == *owner, || {
                    broken("a bundle is placed from another's hands")
                })?;
                *owner = placed.to;
            }
            ensure(owners == **turn.detail.owners, || {
                broken("placements do not lead to the owners")
            })?;
            ensure(
                owners
                    .iter()
                    .all(|owner| *owner == NOBODY || is_up(turn, *owner)),
                || broken("an owner is down"),
            )?;
            for one in &turn.round.moves {
                ensure(one.from == owners[one.bundle.index()], || {
                    broken("a bundle leaves a broker it is not on")
                })?;
                ensure(is_up(turn, one.to), || {
                    broken("a bundle goes to a broker that is down")
                })?;
                let comes_back = played.unloads_first(turn, one.bundle);
                ensure(one.from != one.to || comes_back, || {
                    broken("a bundle moves onto its owner")
                })?;
                owners[one.bundle.index()] = one.to;
            }
            ensure(owners == *turn.after, || {
                broken("moves do not lead to the owners after")
            })?;
        }
        Ok(())
    });
}

#[test]
fn nothing_owned_by_nobody_while_somebody_may_have_it() {
    always(256, any_scenarios(), |scenario| {
        // Rules and refused set-ups are reasons to find nobody.
        if !scenario.world.isolation.is_empty() || scenario.variant().check_setup().is_err() {
            return Ok(());
        }
        Played::lawful(scenario, |played, turn| {
            let up = turn
                .round
                .usage_percent
                .iter()
                .filter(|usage| !usage.is_nan())
                .count();
            let lost = turn.detail.owners.iter().position(|owner| *owner == NOBODY);
            ensure(up == 0 || lost.is_none(), || {
                format!(
                    "{:?} has no owner",
                    lost.map(|index| played.bundle(BundleId(index as u32)))
                )
            })
        })
    });
}

#[test]
fn isolated_bundles_go_where_they_may() {
    always(256, any_scenarios(), |scenario| {
        Played::lawful(scenario, |played, turn| {
            let Some(rule) = scenario.world.isolation.first() else {
                return Ok(());
            };
            let may = |broker: BrokerId| {
                let name = &played.simulation.world().brokers[broker.index()].name;
                rule.primary.contains(name) || rule.secondary.contains(name)
            };
            let placed = turn
                .round
                .assignments
                .iter()
                .map(|one| (one.bundle, one.to));
            for (bundle, to) in turn
                .round
                .moves
                .iter()
                .map(|one| (one.bundle, one.to))
                .chain(placed)
            {
                let is_bound = played.bundle(bundle).starts_with("shop/o");
                ensure(to == NOBODY || !is_bound || may(to), || {
                    format!("{} is where it may not be", played.bundle(bundle))
                })?;
                let reserved = &rule.primary[0];
                let is_primary =
                    to != NOBODY && played.simulation.world().brokers[to.index()].name == *reserved;
                ensure(is_bound || !is_primary, || {
                    format!("{} is on a reserved broker", played.bundle(bundle))
                })?;
            }
            Ok(())
        })
    });
}

#[test]
fn reports_are_no_older_than_settings_let_them_be() {
    always(256, any_scenarios(), |scenario| {
        let changes_clock = scenario
            .world
            .events
            .iter()
            .any(|event| event.kind == Kind::Set);
        let settings = &scenario.variant().settings_in_force();
        let get = |key: Key| settings.get(key);
        let oldest_s = (get(Key::ReportMaxMinutes) + get(Key::SampleMinutes)) * 60.0
            + get(Key::ReportPaceMs) / 1000.0;
        let is_fresh = settings.is_on(Key::FreshReports);
        Played::lawful(scenario, |_, turn| {
            for (_, broker) in turn.detail.load.reported() {
                let oldest_s = if is_fresh { 0.0 } else { oldest_s };
                let fits = changes_clock || broker.age_s <= oldest_s;
                ensure(fits, || {
                    format!(
                        "the report of {} is {} s old, at most {oldest_s}",
                        broker.name, broker.age_s
                    )
                })?;
            }
            Ok(())
        })
    });
}

#[test]
fn every_sample_that_differs_is_reported_at_the_next_pace() {
    // Loads that wobble, and any difference is worth a report: whatever the phases, none is left out.
    let clocks = (
        1..=3_u32,
        0..120_u32,
        1..=90_u32,
        0..90_u32,
        proptest::bool::ANY,
        any_scenarios(),
    );
    always(
        256,
        clocks,
        |(sample_min, sample_phase_s, pace_s, report_phase_s, is_staggered, scenario)| {
            let mut scenario = scenario.clone();
            scenario
                .world
                .events
                .retain(|event| event.kind != Kind::Set);
            scenario.world.fluctuation_percent = 50.0;
            scenario.world.fluctuation_interval_s = 1;
            let settings = &mut scenario.variants[0].settings;
            for (key, value) in [
                (Key::FreshReports, 0),
                (Key::SampleMinutes, *sample_min),
                (Key::SamplePhaseS, *sample_phase_s),
                (Key::ReportPaceMs, pace_s * 1000),
                (Key::ReportPhaseS, *report_phase_s),
                (Key::Staggered, u32::from(*is_staggered)),
                (Key::ReportChangePercent, 0),
                (Key::ReportMaxMinutes, 1440),
            ] {
                settings.set(key, f64::from(value));
            }
            let oldest_s = f64::from(sample_min * 60 + pace_s);
            Played::lawful(&scenario, |played, turn| {
                for (id, broker) in turn.detail.load.reported() {
                    // What carries nothing stays the same.
                    let is_idle = broker.rates == Rates::default()
                        || turn.detail.rates[id.index()] == Rates::default();
                    ensure(is_idle || broker.age_s < oldest_s, || {
                        let name = &played.simulation.world().brokers[id.index()].name;
                        format!(
                            "the report of {name} is {} s old, and samples come within {oldest_s} s",
                            broker.age_s
                        )
                    })?;
                }
                Ok(())
            })
        },
    );
}

#[test]
fn an_event_leaves_what_came_before_it_as_it_was() {
    always(128, any_scenarios(), |scenario| {
        let Some(last) = scenario.world.events.iter().max_by_key(|event| event.at_s) else {
            return Ok(());
        };
        let without = Variant {
            ignored_events: vec![last.id],
            ..scenario.variant().clone()
        };
        let without = Scenario {
            variants: vec![without],
            ..scenario.clone()
        };
        let (with, without) = (Played::of(scenario), Played::of(&without));
        for (turn, other) in with.turns.iter().zip(&without.turns) {
            if turn.detail.time_ms >= u64::from(last.at_s) * 1000 {
                break;
            }
            ensure(
                format!("{:?}", turn.round) == format!("{:?}", other.round),
                || {
                    with.broken(
                        scenario,
                        turn.round.index,
                        "an event changes what came before it",
                    )
                },
            )?;
        }
        Ok(())
    });
}

#[test]
fn a_variant_runs_as_it_would_alone() {
    let variants = any_scenarios().prop_map(|scenario| {
        let other = Variant {
            strategy: "ThresholdShedder".to_owned(),
            ..scenario.variant().clone()
        };
        let placed = Variant {
            placement: "random".to_owned(),
            ..other.clone()
        };
        Scenario {
            variants: vec![scenario.variant().clone(), other, placed],
            ..scenario
        }
    });
    always(64, variants, |scenario| {
        for (index, simulation) in Simulation::of_variants(scenario).iter().enumerate() {
            let alone = Scenario {
                variants: vec![scenario.variants[index].clone()],
                ..scenario.clone()
            };
            let mut by_itself = timeline(&alone);
            by_itself.complete();
            let (mut state, mut digest) = (simulation.start(), Digest::default());
            for round in 0..scenario.rounds {
                let (round, detail) = simulation.step(&mut state, round, &mut Explain::disabled());
                simulation.digest(&round, &detail, &mut digest);
            }
            ensure(digest == by_itself.digest(), || {
                format!("variant {} differs from itself alone", index + 1)
            })?;
        }
        Ok(())
    });
}

#[test]
fn every_placement_has_its_reasons() {
    always(128, any_scenarios(), |scenario| {
        Played::lawful(scenario, |played, turn| {
            for placed in turn
                .round
                .assignments
                .iter()
                .filter(|placed| placed.to != NOBODY)
            {
                let is_told = |reason: &Reason| {
                    reason.subject
                        == Subject::Candidate {
                            bundle: placed.bundle,
                            broker: placed.to,
                        }
                };
                ensure(turn.reasons.iter().any(is_told), || {
                    format!("{} is placed untold", played.bundle(placed.bundle))
                })?;
            }
            Ok(())
        })
    });
}

#[test]
fn events_that_cannot_be_are_named() {
    let scenario = |events: Vec<Event>| {
        let mut scenario = shedscope::systems::shedding::presets::opening();
        scenario.world.events = events;
        scenario.check().map_err(|problem| problem.to_string())
    };
    let spike = Event {
        id: 1,
        at_s: 60,
        kind: Kind::Spike,
        target: "broker-1".into(),
        value: 20.0,
        duration_s: 180,
        ..Event::default()
    };
    assert_eq!(scenario(vec![spike.clone()]), Ok(()));
    let said = |events: Vec<Event>, words: &str| {
        let problem = scenario(events).unwrap_err();
        assert!(problem.contains(words), "{problem}");
    };
    said(
        vec![Event {
            at_s: 3601,
            ..spike.clone()
        }],
        "event 1 (Spike), at_s: 3601 s (01:00:01) is not within the run",
    );
    said(
        vec![Event {
            target: "broker-99".into(),
            ..spike.clone()
        }],
        "event 1 (Spike), target: “broker-99” is not known; give the name of a broker",
    );
    said(
        vec![
            spike.clone(),
            Event {
                id: 2,
                at_s: 100,
                ..spike.clone()
            },
        ],
        "event 2 (Spike), at_s: It overlaps",
    );
    said(
        vec![
            spike.clone(),
            Event {
                at_s: 900,
                ..spike.clone()
            },
        ],
        "event 2 (Spike), id: another event has the id 1",
    );
    let stop = Event {
        id: 3,
        at_s: 30,
        kind: Kind::Stop,
        target: "broker-1".into(),
        ..Event::default()
    };
    said(
        vec![
            stop.clone(),
            Event {
                id: 4,
                at_s: 90,
                ..stop.clone()
            },
        ],
        "event 2 (Broker stops), at_s: The broker is away",
    );
    said(
        vec![Event {
            kind: Kind::Add,
            value: 1.0,
            ..stop.clone()
        }],
        "event 1 (Broker is added), target: Give the new broker a name",
    );
    said(
        vec![Event {
            kind: Kind::Set,
            target: "loadBalancerNoSuchKey".into(),
            ..stop.clone()
        }],
        "“loadBalancerNoSuchKey” is not a setting of this system; give the key of one",
    );
    let hits = Key::AvgHitCountHigh.name();
    said(
        vec![Event {
            kind: Kind::Set,
            target: hits.into(),
            value: 1e9,
            ..stop.clone()
        }],
        "value: 1000000000 is out of bounds; give a whole number, -1 to 1000",
    );
    let many = (0..1001)
        .map(|id| Event {
            id,
            at_s: id,
            kind: Kind::Leader,
            ..Event::default()
        })
        .collect();
    said(many, "events: 1001 events are more than the 1000");
}
