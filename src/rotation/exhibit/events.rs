//! What happens at times, said; and what a person can make happen.

use super::super::world::{Death, Event, Happening, World};
use crate::run::Problem;
use crate::run::words::trimmed;
use crate::shell::{Mark, Push};

/// Up to this many brokers, each has its own buttons.
const MOST_WITH_BUTTONS: u32 = 12;
/// How long a broker is down that is restarted by a button, in seconds.
const DOWN_S: f64 = 12.0;

/// Every event, in the order of the document.
pub fn marks(world: &World) -> Vec<Mark> {
    world.events.iter().map(|event| Mark { at_s: event.at_s, said: said(&event.what) }).collect()
}

fn how_said(how: Death) -> &'static str {
    match how {
        Death::Refused => "refuses",
        Death::BlackHole => "answers nobody",
    }
}

fn said(what: &Happening) -> String {
    let within = |zone: &Option<String>| zone.as_ref().map_or(String::new(), |zone| format!(" in {zone}"));
    match what {
        Happening::Kill { broker, how, for_s } => {
            let span = for_s.map_or(String::new(), |for_s| format!(" for {} s", trimmed(for_s, 1)));
            format!("{broker} goes down{span} ({})", how_said(*how))
        }
        Happening::KillEvery { every, how, for_s } => {
            let span = for_s.map_or(String::new(), |for_s| format!(" for {} s", trimmed(for_s, 1)));
            format!("Every {every}th broker goes down{span} ({})", how_said(*how))
        }
        Happening::Revive { broker } => format!("{broker} is up again"),
        Happening::Replace { broker, how } => {
            format!("{broker} replaced by a new address (the old one {})", how_said(*how))
        }
        Happening::RollingRestart { down_s, apart_s, replaced, zone, .. } => {
            let kind = if *replaced { "Rolling replacement" } else { "Rolling restart" };
            format!("{kind}{}: {} s each, every {} s", within(zone), trimmed(*down_s, 1), trimmed(*apart_s, 1))
        }
        Happening::Redirect {} => "Every producer is redirected once".to_owned(),
        Happening::RestartProducers { zone, over_s } if *over_s > 0.0 => {
            format!("Producers restarted{} over {} s", within(zone), trimmed(*over_s, 1))
        }
        Happening::RestartProducers { zone, .. } => format!("Producers restarted{}", within(zone)),
    }
}

/// What a person can make happen at the cursor.
pub fn pushes(world: &World) -> Vec<Push> {
    let push = |id: &str, label: &str| Push { id: id.to_owned(), label: label.to_owned() };
    let mut pushes = vec![
        push("rolling_restart", "Rolling restart"),
        push("rolling_replacement", "Rolling replacement"),
        push("restart_producers", "Restart producers"),
        push("redirect", "Redirect (refresh)"),
    ];
    if world.brokers() > MOST_WITH_BUTTONS {
        pushes.push(push("kill_tenth", "Every tenth broker down for 20 s"));
        pushes.push(push("silence_tenth", "Every tenth broker silent for 20 s"));
        return pushes;
    }
    for broker in 0..world.brokers() as usize {
        let name = world.broker_name(broker);
        pushes.push(push(&format!("kill:{name}"), &format!("{name} down")));
        pushes.push(push(&format!("silence:{name}"), &format!("{name} silent")));
        pushes.push(push(&format!("revive:{name}"), &format!("{name} up")));
    }
    pushes
}

/// Makes it happen at a time.
pub fn push(world: &mut World, id: &str, at_s: f64) -> Result<(), Problem> {
    let mut happen = |what: Happening| world.events.push(Event { at_s, what });
    let how = if id.starts_with("silence") { Death::BlackHole } else { Death::Refused };
    match id.split_once(':').unwrap_or((id, "")) {
        ("rolling_restart" | "rolling_replacement", "") => happen(Happening::RollingRestart {
            down_s: DOWN_S,
            apart_s: 2.0 * DOWN_S,
            how,
            replaced: id == "rolling_replacement",
            zone: None,
        }),
        ("restart_producers", "") => happen(Happening::RestartProducers { zone: None, over_s: 0.0 }),
        ("redirect", "") => happen(Happening::Redirect {}),
        ("kill_tenth" | "silence_tenth", "") => {
            happen(Happening::KillEvery { every: 10, how, for_s: Some(20.0) });
        }
        ("kill" | "silence", name) => {
            let broker = known(world, name)?;
            world.events.push(Event { at_s, what: Happening::Kill { broker, how, for_s: None } });
        }
        ("revive", name) => {
            let broker = known(world, name)?;
            world.events.push(Event { at_s, what: Happening::Revive { broker } });
        }
        _ => return Err(Problem::at(id, "there is nothing of this name that can happen.")),
    }
    Ok(())
}

fn known(world: &World, name: &str) -> Result<String, Problem> {
    world
        .broker_of(name)
        .map(|_| name.to_owned())
        .ok_or_else(|| Problem::at("broker", format!("“{name}” is not known.")))
}
