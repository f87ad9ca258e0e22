//! Events: kinds to pick from, and the events of a scenario.

use super::input::{InputType, InputValue};
use super::missing::not_there;
use crate::engine::event::{self, TimedEvent};
use crate::engine::{Cause, Kind, Problem, Thing, ValueType};

/// A kind of event that can be added to a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventKind {
    /// Its name: what [`super::Edit::AddEvent`] says. It may have a target behind a colon: `kill:A`.
    pub id: String,
    /// What a person reads.
    pub label: String,
    /// The heading under which it is listed; empty for none.
    pub group: &'static str,
}

impl EventKind {
    /// A kind of event.
    pub fn new(id: &str, label: impl Into<String>, group: &'static str) -> Self {
        Self {
            id: id.to_owned(),
            label: label.into(),
            group,
        }
    }

    /// A kind of event with a target.
    pub(crate) fn with_target(
        id: &str,
        target: impl std::fmt::Display,
        label: impl Into<String>,
        group: &'static str,
    ) -> Self {
        Self {
            id: format!("{id}:{target}"),
            label: label.into(),
            group,
        }
    }

    /// The kind and the target in an id; an empty target where it has none.
    pub(crate) fn split_id(id: &str) -> (&str, &str) {
        id.split_once(':').unwrap_or((id, ""))
    }
}

/// An event of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduledEvent {
    /// Tells it from the others, whatever is added or removed; variants name the events they leave out by it.
    pub id: u32,
    /// When, in seconds after the start.
    pub at_s: f64,
    /// The label of its kind.
    pub kind: String,
    /// What happens, in a few words.
    pub text: String,
    /// What can be edited of it, besides its time.
    pub parts: Vec<EventPart>,
}

/// A part of an event that can be edited.
#[derive(Clone, Debug, PartialEq)]
pub struct EventPart {
    /// Its name: what [`super::Edit::SetEvent`] says.
    pub id: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// The unit of the value; empty where there is none.
    pub unit: &'static str,
    /// What it takes.
    pub input: InputType,
    /// The value.
    pub value: InputValue,
}

impl EventPart {
    /// A number within bounds.
    pub fn number(
        id: &'static str,
        label: &'static str,
        unit: &'static str,
        value_type: ValueType,
        value: f64,
    ) -> Self {
        Self {
            id,
            label,
            unit,
            input: InputType::Number(value_type),
            value: InputValue::Number(value),
        }
    }

    /// Something that is on or off.
    pub(crate) fn switch(id: &'static str, label: &'static str, is_on: bool) -> Self {
        Self::number(
            id,
            label,
            "",
            ValueType {
                kind: Kind::Switch,
                min: 0.0,
                max: 1.0,
            },
            f64::from(u8::from(is_on)),
        )
    }

    /// A text, or the id of one of some options.
    pub fn text(
        id: &'static str,
        label: &'static str,
        input: InputType,
        value: impl Into<String>,
    ) -> Self {
        Self {
            id,
            label,
            unit: "",
            input,
            value: InputValue::Text(value.into()),
        }
    }
}

/// Checks that an event has a part, and that the part takes a value.
///
/// # Errors
/// Where the event or the part does not exist, or what the part takes instead.
pub(crate) fn check_part(
    events: &[ScheduledEvent],
    id: u32,
    part: &str,
    value: &InputValue,
) -> Result<(), Problem> {
    let event = events
        .iter()
        .find(|event| event.id == id)
        .ok_or_else(|| not_there("event"))?;
    let found = event.parts.iter().find(|other| other.id == part);
    let found = found.ok_or_else(|| {
        let parts: Vec<&str> = event.parts.iter().map(|part| part.id).collect();
        Problem::at(part, Cause::unknown_among(Thing::EventPart, part, &parts))
    })?;
    found
        .input
        .check(value)
        .map_err(|cause| Problem::at(found.label, cause))
}

/// A problem for a kind of event that a system does not have.
pub(crate) fn unknown_event_kind(kind: &str, known: &[EventKind]) -> Problem {
    let ids: Vec<&str> = known.iter().map(|kind| kind.id.as_str()).collect();
    Problem::at(kind, Cause::unknown_among(Thing::EventKind, kind, &ids))
}

/// The event with an id.
///
/// # Errors
/// Where it does not exist.
pub(crate) fn find_event<E: TimedEvent>(events: &mut [E], id: u32) -> Result<&mut E, Problem> {
    let place = event::find(events, id).ok_or_else(|| not_there("event"))?;
    Ok(&mut events[place])
}
