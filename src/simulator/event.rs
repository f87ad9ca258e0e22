//! Events: kinds to pick from, and the events of a scenario.

use super::input::{InputType, InputValue};

/// A kind of event that can be added to a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventKind {
    /// Its name: what [`super::Edit::AddEvent`] says. It may name a target: `kill:A`.
    pub id: String,
    /// What a person reads.
    pub label: String,
    /// The heading under which it is listed; empty for none.
    pub group: &'static str,
}

/// An event of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduledEvent {
    /// Tells it from the others: a lasting id where the system has one, its place in the document otherwise.
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
