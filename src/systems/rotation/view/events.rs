//! Events in words, and the kinds of events that can be added.

use super::super::world::{Action, Event, FailureMode, World};
use crate::engine::format::format_number;
use crate::engine::{Cause, Problem, Thing, event};
use crate::simulator::EventKind;
use crate::simulator::event::unknown_event_kind;

/// Maximum number of brokers for which each has event kinds of its own.
const MAX_LISTED: u32 = 12;
/// Default time for which each broker is down in a rolling restart, in seconds.
const DOWN_S: f64 = 12.0;
/// Default time for which brokers are down, in seconds.
pub(super) const SOME_S: f64 = 20.0;

fn failure_text(how: FailureMode) -> &'static str {
    match how {
        FailureMode::Refused => "refuses",
        FailureMode::BlackHole => "does not answer",
    }
}

/// An action in a few words.
pub(super) fn text(what: &Action) -> String {
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
pub(super) fn kinds(world: &World) -> Vec<EventKind> {
    let mut kinds = vec![
        EventKind::new("rolling_restart", "Rolling restart", "All brokers"),
        EventKind::new("rolling_replacement", "Rolling replacement", "All brokers"),
        EventKind::new(
            "kill_tenth",
            "Every tenth broker down for 20 s",
            "All brokers",
        ),
        EventKind::new(
            "silence_tenth",
            "Every tenth broker silent for 20 s",
            "All brokers",
        ),
        EventKind::new("restart_producers", "Restart producers", "Producers"),
        EventKind::new("redirect", "Redirect (refresh)", "Producers"),
    ];
    let brokers = world.brokers().min(if world.brokers() > MAX_LISTED {
        1
    } else {
        MAX_LISTED
    });
    for broker in 0..brokers as usize {
        let name = world.broker_name(broker);
        let with_target = |id, label| EventKind::with_target(id, &name, label, "One broker");
        kinds.push(with_target("kill", format!("{name} down")));
        kinds.push(with_target("silence", format!("{name} silent")));
        kinds.push(with_target("revive", format!("{name} up")));
        kinds.push(with_target("replace", format!("{name} replaced")));
    }
    kinds
}

/// Adds an event of a kind at a time, with default values.
///
/// # Errors
/// If there is no such kind or broker.
pub(super) fn add(world: &mut World, kind: &str, at_s: f64) -> Result<(), Problem> {
    let how = if kind.starts_with("silence") {
        FailureMode::BlackHole
    } else {
        FailureMode::Refused
    };
    let what = match EventKind::split_id(kind) {
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
    event::push(&mut world.events, Event::new(at_s, what));
    Ok(())
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
