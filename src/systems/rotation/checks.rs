//! Validation of a document: variants, world, events, and bounds on everything that a person can enter.

use std::collections::BTreeSet;

use super::scenario::Scenario;
use super::settings::SETTINGS;
use super::world::{
    Action, Event, MAX_BROKERS, MAX_CHANGES, MAX_LISTED, MAX_PRODUCERS, MAX_REPLACED, MAX_RESTARTS,
    MAX_SENDS, MAX_ZONES, World, Zone,
};
use crate::engine::limits::{MAX_BROKER_ROUNDS, MAX_EVENT_S, MAX_EVENTS, MAX_NAME_BYTES};
use crate::engine::{Cause, Problem, Thing, check_event_time, event};

/// Validates what the parser does not: variants, world, events and bounds.
///
/// # Errors
/// If something is invalid, with the place and the remedy.
pub fn check(scenario: &Scenario) -> Result<(), Problem> {
    scenario.count_variants()?;
    for (place, variant) in scenario.variants.iter().enumerate() {
        let within = |problem: Problem| problem.within(&format!("variant {}", place + 1));
        variant.settings.check(true).map_err(within)?;
        event::check_ignored(&scenario.world.events, &variant.ignored_events).map_err(within)?;
    }
    let world = &scenario.world;
    for row in SETTINGS {
        if let Some(value) = world.value(row.key) {
            row.value_type
                .check(value)
                .map_err(|cause| Problem::at(row.name, cause).within("world"))?;
        }
    }
    check_zones(world).map_err(|problem| problem.within("world"))?;
    let kept = scenario.rounds.saturating_mul(world.brokers() as usize);
    if kept > MAX_BROKER_ROUNDS {
        let what = format!("brokers times rounds is {kept}");
        return Err(Problem::at(
            "rounds",
            Cause::too_much(what, MAX_BROKER_ROUNDS, "give fewer of them"),
        ));
    }
    check_events(world, world.end_s(scenario.rounds))
}

fn check_zones(world: &World) -> Result<(), Problem> {
    let count = world.zones.len();
    if !(1..=MAX_ZONES).contains(&count) {
        return Err(Problem::at(
            "zones",
            Cause::wrong_count(count, format!("1 to {MAX_ZONES}")),
        ));
    }
    let mut names = BTreeSet::new();
    for (place, zone) in world.zones.iter().enumerate() {
        if zone.name.len() > MAX_NAME_BYTES {
            let cause = Cause::TooLong {
                most: MAX_NAME_BYTES as u64,
            };
            return Err(Problem::at(format!("zone {}, name", place + 1), cause));
        }
        let name = world.zone_name(place);
        if names.contains(&name) {
            return Err(Problem::at(
                format!("zone {}", place + 1),
                Cause::duplicate(Thing::Zone, name),
            ));
        }
        names.insert(name);
    }
    let within = |what: &str, count: u32, most: u32| match count {
        count if (1..=most).contains(&count) => Ok(()),
        count => Err(Problem::at(
            what,
            Cause::wrong_count(count as usize, format!("1 to {most} in all")),
        )),
    };
    within("producers", world.producers(), MAX_PRODUCERS)?;
    within("brokers", world.brokers(), MAX_BROKERS)?;
    let listed = u64::from(world.producers()) * u64::from(world.brokers());
    if listed > MAX_LISTED {
        let what = format!("producers times brokers is {listed}");
        return Err(Problem::at(
            "zones",
            Cause::too_much(what, MAX_LISTED, "give fewer of them"),
        ));
    }
    let sends =
        f64::from(world.producers()) * world.rate_per_s * f64::from(world.slice_ms) / 1000.0;
    if sends > MAX_SENDS {
        let what = format!("a slice would have {} sends", sends.round());
        return Err(Problem::at(
            "rate_per_s",
            Cause::too_much(what, MAX_SENDS, "give less"),
        ));
    }
    let starts =
        f64::from(world.producers()) * f64::from(world.slice_ms) / 1000.0 / world.rebuild_s;
    if starts > MAX_SENDS {
        let what = format!("producers could start {} times in a slice", starts.round());
        return Err(Problem::at(
            "rebuild_s",
            Cause::too_much(what, MAX_SENDS, "give more"),
        ));
    }
    Ok(())
}

fn check_events(world: &World, end_s: f64) -> Result<(), Problem> {
    let count = world.events.len();
    if count > MAX_EVENTS {
        return Err(Problem::at(
            "events",
            Cause::too_many(count, MAX_EVENTS, "events"),
        ));
    }
    event::check(&world.events)?;
    let mut all = SimulationCost::default();
    for (place, event) in world.events.iter().enumerate() {
        let within = |problem: Problem| problem.within(&format!("event {}", place + 1));
        check_event_time(event.at_s, end_s).map_err(within)?;
        check_event(world, event).map_err(within)?;
        let toll = SimulationCost::of(world, &event.action);
        all = SimulationCost {
            changes: all.changes + toll.changes,
            replaced: all.replaced + toll.replaced,
            restarts: all.restarts + toll.restarts,
        };
    }
    let within = |count: u64, most: u64, what: &str, remedy: &str| match count {
        count if count <= most => Ok(()),
        count => {
            let cause = Cause::too_much(
                format!("{what} {count} times in all"),
                most,
                format!("give {remedy}"),
            );
            Err(Problem::at("events", cause))
        }
    };
    within(
        all.changes,
        MAX_CHANGES,
        "brokers go down or come back",
        "fewer events, or events of fewer brokers",
    )?;
    within(
        all.replaced,
        MAX_REPLACED,
        "brokers are replaced",
        "fewer replacements, or restarts that keep addresses",
    )?;
    within(
        all.restarts,
        MAX_RESTARTS,
        "producers are restarted",
        "fewer restarts, or restarts of smaller zones",
    )
}

/// Number of changes that the events cause.
#[derive(Clone, Copy, Default)]
struct SimulationCost {
    /// Brokers that go down or come back.
    changes: u64,
    /// Brokers that are replaced by another address.
    replaced: u64,
    /// Restarts of producers.
    restarts: u64,
}

impl SimulationCost {
    fn of(world: &World, what: &Action) -> Self {
        let both = |duration_s: &Option<f64>| if duration_s.is_some() { 2 } else { 1 };
        match what {
            Action::Kill { duration_s, .. } => Self {
                changes: both(duration_s),
                ..Self::default()
            },
            Action::KillEvery {
                every, duration_s, ..
            } => {
                let concerned = u64::from(world.brokers().div_ceil((*every).max(1)));
                Self {
                    changes: concerned * both(duration_s),
                    ..Self::default()
                }
            }
            Action::Revive { .. } => Self {
                changes: 1,
                ..Self::default()
            },
            Action::Replace { .. } => Self {
                changes: 1,
                replaced: 1,
                ..Self::default()
            },
            Action::RollingRestart { replaced, zone, .. } => {
                let concerned =
                    u64::from(in_zone(world, zone, World::brokers, |zone| zone.brokers));
                Self {
                    changes: 2 * concerned,
                    replaced: if *replaced { concerned } else { 0 },
                    ..Self::default()
                }
            }
            Action::Redirect {} => Self::default(),
            Action::RestartProducers { zone, .. } => {
                let concerned = in_zone(world, zone, World::producers, |zone| zone.producers);
                Self {
                    restarts: u64::from(concerned),
                    ..Self::default()
                }
            }
        }
    }
}

/// The count of a zone, or the sum over all zones where none is named.
fn in_zone(
    world: &World,
    name: &Option<String>,
    all: fn(&World) -> u32,
    own: fn(&Zone) -> u32,
) -> u32 {
    match name {
        None => all(world),
        Some(name) => world
            .zone_of(name)
            .map_or(0, |zone| own(&world.zones[zone])),
    }
}

fn check_event(world: &World, event: &Event) -> Result<(), Problem> {
    let span = |place: &str, value: f64| match value {
        value if (0.0..=f64::from(MAX_EVENT_S)).contains(&value) => Ok(()),
        value => Err(Problem::at(
            place,
            Cause::out_of_bounds(value, format!("0 to {MAX_EVENT_S} seconds")),
        )),
    };
    let broker = |name: &str| match world.broker_of(name) {
        Some(_) => Ok(()),
        None => {
            let (first, last) = (
                world.broker_name(0),
                world.broker_name(world.brokers() as usize - 1),
            );
            let remedy = format!("brokers are {first} to {last}");
            Err(Problem::at(
                "broker",
                Cause::unknown(Thing::NumberedBroker, name, remedy),
            ))
        }
    };
    let zone = |name: &Option<String>| match name {
        Some(name) if world.zone_of(name).is_none() => {
            let remedy = format!("the first is {}", world.zone_name(0));
            Err(Problem::at(
                "zone",
                Cause::unknown(Thing::Zone, name, remedy),
            ))
        }
        _ => Ok(()),
    };
    match &event.action {
        Action::Kill {
            broker: name,
            duration_s,
            ..
        } => {
            duration_s.map_or(Ok(()), |duration_s| span("duration_s", duration_s))?;
            broker(name)
        }
        Action::KillEvery { every: 0, .. } => {
            Err(Problem::at("every", Cause::out_of_bounds(0, "1 or more")))
        }
        Action::KillEvery { duration_s, .. } => {
            duration_s.map_or(Ok(()), |duration_s| span("duration_s", duration_s))
        }
        Action::Revive { broker: name } | Action::Replace { broker: name, .. } => broker(name),
        Action::RollingRestart {
            down_s,
            apart_s,
            zone: name,
            ..
        } => {
            span("down_s", *down_s)?;
            span("apart_s", *apart_s)?;
            zone(name)?;
            // From the first broker's failure to the last one's return.
            let count = in_zone(world, name, World::brokers, |zone| zone.brokers);
            let all_s = apart_s * f64::from(count.saturating_sub(1)) + down_s;
            if all_s > f64::from(MAX_EVENT_S) {
                let what = format!("{count} brokers take {all_s} seconds");
                return Err(Problem::at(
                    "apart_s",
                    Cause::too_much(what, MAX_EVENT_S, "give less"),
                ));
            }
            Ok(())
        }
        Action::Redirect {} => Ok(()),
        Action::RestartProducers { zone: name, over_s } => {
            span("over_s", *over_s)?;
            zone(name)
        }
    }
}
