//! The events of a world, with all their editable parts.

use super::super::world::{Action, Event, FailureMode, World};
use super::events::{SOME_S, find, text};
use crate::engine::limits::MAX_EVENT_S;
use crate::engine::{Kind, Problem, ValueType, event_ids};
use crate::simulator::{EventPart, InputType, InputValue, ScheduledEvent, check_part};

/// Maximum number of brokers in a list of options; above it, the name is typed.
const MAX_OPTIONS: u32 = 200;
/// Reactions of a dead broker to attempts to connect: id and label.
const DEATHS: [(&str, &str); 2] = [
    ("refused", "refuses connections"),
    ("black_hole", "does not answer"),
];

/// The inputs for parts of events in a world.
struct Inputs {
    brokers: InputType,
    zones: InputType,
}

impl Inputs {
    fn of(world: &World) -> Self {
        let option = |name: String| (name.clone(), name);
        let brokers = match world.brokers() {
            few @ ..=MAX_OPTIONS => InputType::Options(
                (0..few as usize)
                    .map(|place| option(world.broker_name(place)))
                    .collect(),
            ),
            _ => InputType::Text,
        };
        let zones = (0..world.zones.len()).map(|zone| option(world.zone_name(zone)));
        let all = (String::new(), "all zones".to_owned());
        Self {
            brokers,
            zones: InputType::Options(std::iter::once(all).chain(zones).collect()),
        }
    }

    fn broker(&self, name: &str) -> EventPart {
        EventPart::text("broker", "Broker", self.brokers.clone(), name)
    }

    fn zone(&self, zone: &Option<String>) -> EventPart {
        EventPart::text(
            "zone",
            "Zone",
            self.zones.clone(),
            zone.clone().unwrap_or_default(),
        )
    }
}

fn seconds(id: &'static str, label: &'static str, value: f64) -> EventPart {
    let value_type = ValueType {
        kind: Kind::Real,
        min: 0.0,
        max: f64::from(MAX_EVENT_S),
    };
    EventPart::number(id, label, "s", value_type, value)
}

fn death(how: FailureMode) -> EventPart {
    let options = DEATHS
        .map(|(id, label)| (id.to_owned(), label.to_owned()))
        .into();
    EventPart::text(
        "how",
        "While it is down",
        InputType::Options(options),
        DEATHS[how as usize].0,
    )
}

/// The parts for whether it comes back, and after how long.
fn comes_back(duration_s: Option<f64>) -> impl Iterator<Item = EventPart> {
    let lasts = duration_s.map(|duration_s| seconds("duration_s", "Down for", duration_s));
    std::iter::once(EventPart::switch(
        "comes_back",
        "Comes back",
        duration_s.is_some(),
    ))
    .chain(lasts)
}

fn kind(what: &Action) -> &'static str {
    match what {
        Action::Kill { .. } => "Broker down",
        Action::KillEvery { .. } => "Some brokers down",
        Action::Revive { .. } => "Broker up",
        Action::Replace { .. } => "Broker replaced",
        Action::RollingRestart {
            replaced: false, ..
        } => "Rolling restart",
        Action::RollingRestart { .. } => "Rolling replacement",
        Action::Redirect {} => "Redirect",
        Action::RestartProducers { .. } => "Restart of producers",
    }
}

fn parts(what: &Action, inputs: &Inputs) -> Vec<EventPart> {
    match what {
        Action::Kill {
            broker,
            how,
            duration_s,
        } => [inputs.broker(broker), death(*how)]
            .into_iter()
            .chain(comes_back(*duration_s))
            .collect(),
        Action::KillEvery {
            every,
            how,
            duration_s,
        } => {
            let value_type = ValueType {
                kind: Kind::Whole,
                min: 1.0,
                max: f64::from(u32::MAX),
            };
            let every =
                EventPart::number("every", "One in", "brokers", value_type, f64::from(*every));
            [every, death(*how)]
                .into_iter()
                .chain(comes_back(*duration_s))
                .collect()
        }
        Action::Revive { broker } => vec![inputs.broker(broker)],
        Action::Replace { broker, how } => vec![inputs.broker(broker), death(*how)],
        Action::RollingRestart {
            down_s,
            apart_s,
            how,
            replaced,
            zone,
        } => vec![
            seconds("down_s", "Each is down for", *down_s),
            seconds("apart_s", "From one to the next", *apart_s),
            death(*how),
            EventPart::switch("replaced", "Under a new address", *replaced),
            inputs.zone(zone),
        ],
        Action::Redirect {} => Vec::new(),
        Action::RestartProducers { zone, over_s } => {
            vec![
                inputs.zone(zone),
                seconds("over_s", "One after another over", *over_s),
            ]
        }
    }
}

/// Every event, in the order of the document.
pub fn scheduled(world: &World) -> Vec<ScheduledEvent> {
    let inputs = Inputs::of(world);
    let event = |(id, event): (u32, &Event)| ScheduledEvent {
        id,
        at_s: event.at_s,
        kind: kind(&event.action).to_owned(),
        text: text(&event.action),
        parts: parts(&event.action, &inputs),
    };
    event_ids::with_ids(&world.events).map(event).collect()
}

/// Sets a part of an event.
///
/// # Errors
/// If the event or the part does not exist, or rejects the value.
pub fn set(world: &mut World, event: u32, part: &str, value: &InputValue) -> Result<(), Problem> {
    check_part(&scheduled(world), event, part, value)?;
    let (text, number) = (value.text(), value.number().unwrap_or(0.0));
    let death = || {
        if text == DEATHS[1].0 {
            FailureMode::BlackHole
        } else {
            FailureMode::Refused
        }
    };
    let in_zone = || Some(text.to_owned()).filter(|zone| !zone.is_empty());
    match &mut find(world, event)?.action {
        Action::Kill { broker, .. }
        | Action::Revive { broker }
        | Action::Replace { broker, .. }
            if part == "broker" =>
        {
            text.clone_into(broker);
        }
        Action::Kill { how, .. }
        | Action::KillEvery { how, .. }
        | Action::Replace { how, .. }
        | Action::RollingRestart { how, .. }
            if part == "how" =>
        {
            *how = death();
        }
        Action::Kill { duration_s, .. } | Action::KillEvery { duration_s, .. }
            if part == "comes_back" =>
        {
            *duration_s = (number != 0.0).then(|| duration_s.unwrap_or(SOME_S));
        }
        Action::Kill { duration_s, .. } | Action::KillEvery { duration_s, .. }
            if part == "duration_s" =>
        {
            *duration_s = Some(number)
        }
        Action::KillEvery { every, .. } => *every = number as u32,
        Action::RollingRestart { zone, .. } | Action::RestartProducers { zone, .. }
            if part == "zone" =>
        {
            *zone = in_zone();
        }
        Action::RollingRestart { down_s, .. } if part == "down_s" => *down_s = number,
        Action::RollingRestart { apart_s, .. } if part == "apart_s" => *apart_s = number,
        Action::RollingRestart { replaced, .. } => *replaced = number != 0.0,
        Action::RestartProducers { over_s, .. } => *over_s = number,
        _ => {}
    }
    Ok(())
}
