//! Events: the kinds that can be added, and the events of a world with all their editable parts.

use crate::engine::limits::MAX_EVENT_S;
use crate::engine::{Kind, Problem, ValueType, event};
use crate::simulator::event::find_event;
use crate::simulator::event::unknown_event_kind;
use crate::simulator::missing::not_there;
use crate::simulator::{EventKind, EventPart, InputType, InputValue, ScheduledEvent, check_part};
use crate::systems::throttling::event::{Event, Kind as Happening, PERCENT, SHORTEST_S, micros};
use crate::systems::throttling::event_loop::Schedule;
use crate::systems::throttling::limiter_version::{LimiterVersion, Unit};
use crate::systems::throttling::scenario::{Variant, World};
use crate::systems::throttling::settings::{Key, SETTINGS, Setting};

/// The kinds of events.
pub(super) fn kinds() -> Vec<EventKind> {
    [
        ("brown-out", "Brown-out: 10 % for 30 s", "Server"),
        ("outage", "Outage for 30 s", "Server"),
        ("half", "Half the capacity", "Server"),
        ("double", "Twice the capacity", "Server"),
        ("more-writers", "Four more writers", "Writers"),
        ("fewer-writers", "Four writers fewer", "Writers"),
        ("set", "A setting changes", "Settings"),
    ]
    .map(|(id, label, group)| EventKind::new(id, label, group))
    .into()
}

/// An event of a kind at a time, with default values.
///
/// # Errors
/// If there is no such kind.
pub(super) fn new(world: &World, kind: &str, at_s: f64) -> Result<Event, Problem> {
    let settings = world.settings(&Variant::default());
    // Brown-outs are temporary; the default is the capacity without them.
    let capacity = Schedule::new(settings.get(Key::Capacity), &world.events)
        .at(micros(at_s))
        .full_capacity;
    Ok(match kind {
        "brown-out" => Event::new(at_s, Happening::BrownOut, 10.0, 30.0),
        "outage" => Event::new(at_s, Happening::Outage, 0.0, 30.0),
        "half" => Event::new(at_s, Happening::Capacity, capacity / 2.0, 0.0),
        "double" => Event::new(at_s, Happening::Capacity, capacity * 2.0, 0.0),
        "more-writers" => Event::new(at_s, Happening::Writers, 4.0, 0.0),
        "fewer-writers" => Event::new(at_s, Happening::Writers, -4.0, 0.0),
        "set" => Event::set(at_s, Key::Batch, settings.get(Key::Batch)),
        _ => return Err(unknown_event_kind(kind, &kinds())),
    })
}

fn kind(kind: Happening) -> &'static str {
    match kind {
        Happening::Capacity => "Capacity changes",
        Happening::BrownOut => "Brown-out",
        Happening::Outage => "Outage",
        Happening::Writers => "Writers come or go",
        Happening::Set => "A setting changes",
    }
}

fn parts(event: &Event, unit: Unit) -> Vec<EventPart> {
    let real = |(min, max): (f64, f64)| ValueType {
        kind: Kind::Real,
        min,
        max,
    };
    let lasts = || {
        EventPart::number(
            "duration_s",
            "Lasts",
            "s",
            real((SHORTEST_S, f64::from(MAX_EVENT_S))),
            event.duration_s,
        )
    };
    let amount =
        |label, unit, value_type| EventPart::number("amount", label, unit, value_type, event.value);
    match event.kind {
        Happening::Capacity => {
            let row = Key::Capacity.row();
            vec![amount("Capacity", row.unit.text(unit), row.value_type)]
        }
        Happening::BrownOut => vec![amount("Capacity left", "%", real(PERCENT)), lasts()],
        Happening::Outage => vec![lasts()],
        Happening::Writers => {
            let max = Key::Writers.row().value_type.max;
            vec![amount(
                "More writers at every executor",
                "",
                ValueType {
                    kind: Kind::Whole,
                    min: -max,
                    max,
                },
            )]
        }
        Happening::Set => {
            let rows = SETTINGS.iter().filter(|row| row.key.can_change());
            let options = rows
                .map(|row| (row.name.to_owned(), row.label.to_owned()))
                .collect();
            let mut parts = vec![EventPart::text(
                "of",
                "Setting",
                InputType::Options(options),
                &*event.target,
            )];
            if let Some(row) = Setting::from_name(&event.target) {
                parts.push(amount("Value", row.unit.text(unit), row.value_type));
            }
            parts
        }
    }
}

/// Every event, in the order of the document.
pub(super) fn scheduled(world: &World) -> Vec<ScheduledEvent> {
    let unit = world.settings(&Variant::default()).unit;
    let event = |(id, event): (u32, &Event)| ScheduledEvent {
        id,
        at_s: event.at_s,
        kind: kind(event.kind).to_owned(),
        text: event.describe(),
        parts: parts(event, unit),
    };
    event::with_ids(&world.events).map(event).collect()
}

/// Sets a part of an event.
///
/// # Errors
/// If the event or the part does not exist, or rejects the value.
pub(super) fn set(
    world: &mut World,
    event: u32,
    part: &str,
    value: &InputValue,
) -> Result<(), Problem> {
    check_part(&scheduled(world), event, part, value)?;
    let unit = world.settings(&Variant::default()).unit;
    let event = find_event(&mut world.events, event)?;
    match (part, value) {
        ("amount", InputValue::Number(amount)) => event.value = *amount,
        ("duration_s", InputValue::Number(for_s)) => event.duration_s = *for_s,
        ("of", InputValue::Text(name)) if *name != event.target => {
            // The value of one setting is not valid for another.
            let row = Setting::from_name(name).ok_or_else(|| not_there("setting"))?;
            event.value = row.default(unit, LimiterVersion::default());
            event.target.clone_from(name);
        }
        _ => {}
    }
    Ok(())
}
