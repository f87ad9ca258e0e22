//! Events in words, and the kinds of events that can be added.

use super::super::world::{Action, Event, FailureMode, World};
use crate::engine::format::format_number;
use crate::engine::{Cause, Problem, Thing, event_ids};
use crate::simulator::EventKind;
use crate::simulator::system::{not_there, unknown_event_kind};

/// Maximum number of brokers for which each has event kinds of its own.
const MAX_LISTED: u32 = 12;
/// Default time for which each broker is down in a rolling restart, in seconds.
const DOWN_S: f64 = 12.0;
/// Default time for which brokers are down, in seconds.
pub const SOME_S: f64 = 20.0;

fn failure_text(how: FailureMode) -> &'static str {
    match how {
        FailureMode::Refused => "refuses",
        FailureMode::BlackHole => "does not answer",
    }
}

/// An action in a few words.
pub fn text(what: &Action) -> String {
    let within = |zone: &Option<String>| {
        zone.as_ref()
            .map_or(String::new(), |zone| format!(" in {zone}"))
    };
    match what {
        Action::Kill {
            broker,
            how,
            duration_s,
        } => {
            let span = duration_s.map_or(String::new(), |duration_s| {
                format!(" for {} s", format_number(duration_s, 1))
            });
            format!("{broker} goes down{span} ({})", failure_text(*how))
        }
        Action::KillEvery {
            every,
            how,
            duration_s,
        } => {
            let span = duration_s.map_or(String::new(), |duration_s| {
                format!(" for {} s", format_number(duration_s, 1))
            });
            format!(
                "Every {every}th broker goes down{span} ({})",
                failure_text(*how)
            )
        }
        Action::Revive { broker } => format!("{broker} is up again"),
        Action::Replace { broker, how } => {
            format!(
                "{broker} replaced by a new address (the old one {})",
                failure_text(*how)
            )
        }
        Action::RollingRestart {
            down_s,
            apart_s,
            replaced,
            zone,
            ..
        } => {
            let kind = if *replaced {
                "Rolling replacement"
            } else {
                "Rolling restart"
            };
            format!(
                "{kind}{}: {} s each, every {} s",
                within(zone),
                format_number(*down_s, 1),
                format_number(*apart_s, 1)
            )
        }
        Action::Redirect {} => "Every producer is redirected once".to_owned(),
        Action::RestartProducers { zone, over_s } if *over_s > 0.0 => {
            format!(
                "Producers restarted{} over {} s",
                within(zone),
                format_number(*over_s, 1)
            )
        }
        Action::RestartProducers { zone, .. } => format!("Producers restarted{}", within(zone)),
    }
}

/// The kinds of events.
pub fn kinds(world: &World) -> Vec<EventKind> {
    let kind = |id: &str, label: &str, group: &'static str| EventKind {
        id: id.to_owned(),
        label: label.to_owned(),
        group,
    };
    let mut kinds = vec![
        kind("rolling_restart", "Rolling restart", "All brokers"),
        kind("rolling_replacement", "Rolling replacement", "All brokers"),
        kind(
            "kill_tenth",
            "Every tenth broker down for 20 s",
            "All brokers",
        ),
        kind(
            "silence_tenth",
            "Every tenth broker silent for 20 s",
            "All brokers",
        ),
        kind("restart_producers", "Restart producers", "Producers"),
        kind("redirect", "Redirect (refresh)", "Producers"),
    ];
    let brokers = world.brokers().min(if world.brokers() > MAX_LISTED {
        1
    } else {
        MAX_LISTED
    });
    for broker in 0..brokers as usize {
        let name = world.broker_name(broker);
        kinds.push(kind(
            &format!("kill:{name}"),
            &format!("{name} down"),
            "One broker",
        ));
        kinds.push(kind(
            &format!("silence:{name}"),
            &format!("{name} silent"),
            "One broker",
        ));
        kinds.push(kind(
            &format!("revive:{name}"),
            &format!("{name} up"),
            "One broker",
        ));
        kinds.push(kind(
            &format!("replace:{name}"),
            &format!("{name} replaced"),
            "One broker",
        ));
    }
    kinds
}

/// Adds an event of a kind at a time, with default values.
///
/// # Errors
/// If there is no such kind or broker.
pub fn add(world: &mut World, kind: &str, at_s: f64) -> Result<(), Problem> {
    let how = if kind.starts_with("silence") {
        FailureMode::BlackHole
    } else {
        FailureMode::Refused
    };
    let what = match kind.split_once(':').unwrap_or((kind, "")) {
        ("rolling_restart" | "rolling_replacement", "") => Action::RollingRestart {
            down_s: DOWN_S,
            apart_s: 2.0 * DOWN_S,
            how,
            replaced: kind == "rolling_replacement",
            zone: None,
        },
        ("restart_producers", "") => Action::RestartProducers {
            zone: None,
            over_s: 0.0,
        },
        ("redirect", "") => Action::Redirect {},
        ("kill_tenth" | "silence_tenth", "") => Action::KillEvery {
            every: 10,
            how,
            duration_s: Some(SOME_S),
        },
        ("kill" | "silence", name) => Action::Kill {
            broker: known(world, name)?,
            how,
            duration_s: None,
        },
        ("revive", name) => Action::Revive {
            broker: known(world, name)?,
        },
        ("replace", name) => Action::Replace {
            broker: known(world, name)?,
            how,
        },
        _ => return Err(unknown_event_kind(kind, &kinds(world))),
    };
    event_ids::push(&mut world.events, Event::new(at_s, what));
    Ok(())
}

/// The event with an id.
///
/// # Errors
/// If it does not exist.
pub fn find(world: &mut World, event: u32) -> Result<&mut Event, Problem> {
    let place = event_ids::find(&world.events, event).ok_or_else(|| not_there("event"))?;
    Ok(&mut world.events[place])
}

fn known(world: &World, name: &str) -> Result<String, Problem> {
    world
        .broker_of(name)
        .map(|_| name.to_owned())
        .ok_or_else(|| {
            Problem::at(
                "broker",
                Cause::unknown(Thing::NumberedBroker, name, "give one of the world's"),
            )
        })
}
