//! Events of the world, the same for every variant.
//!
//! An [`Event`] has one shape for all kinds; the kind says which fields it uses.

use serde::{Deserialize, Serialize};

use super::settings::{Key, Setting};
use crate::engine::format::format_number;
use crate::engine::limits::MAX_EVENT_S;
use crate::engine::{Cause, EventId, Problem, Thing, TimedEvent};

/// Minimum duration, in seconds.
pub(crate) const SHORTEST_S: f64 = 0.001;
/// Minimum and maximum capacity in a brown-out, in percent.
pub(crate) const PERCENT: (f64, f64) = (0.01, 1000.0);

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The server's capacity becomes `value` permits per second.
    Capacity,
    /// The server has `value` percent of its capacity for `duration_s` seconds.
    BrownOut,
    /// No connection succeeds for `duration_s` seconds.
    Outage,
    /// `value` writers start at every executor; if it is negative, they stop.
    Writers,
    /// The setting `target` becomes `value`, in every variant that reads it.
    Set,
}

/// An event of the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The event's id; variants list the ids of events that they ignore.
    #[serde(default, skip_serializing_if = "EventId::is_by_place")]
    pub id: EventId,
    /// Time in seconds after the start.
    pub at_s: f64,
    /// The kind.
    pub kind: Kind,
    /// The setting's name, for kinds that have one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub target: String,
    /// The amount, for kinds that have one; its unit depends on the kind.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub value: f64,
    /// Duration in seconds, for kinds that have one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub duration_s: f64,
}

impl TimedEvent for Event {
    fn id(&self, place: usize) -> u32 {
        self.id.at(place)
    }

    fn set_id(&mut self, id: u32, place: usize) {
        self.id = EventId::new(id, place);
    }

    fn set_at_s(&mut self, at_s: f64) {
        self.at_s = at_s;
    }
}

fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

/// Converts seconds to whole microseconds.
pub(crate) fn micros(seconds: f64) -> u64 {
    (seconds.max(0.0) * 1e6).round() as u64
}

impl Event {
    /// An event of a kind with a value and a duration in seconds.
    pub fn new(at_s: f64, kind: Kind, amount: f64, for_s: f64) -> Self {
        Self {
            id: EventId::default(),
            at_s,
            kind,
            target: String::new(),
            value: amount,
            duration_s: for_s,
        }
    }

    /// An event that changes a setting.
    pub fn set(at_s: f64, key: Key, value: f64) -> Self {
        Self {
            target: key.row().name.to_owned(),
            ..Self::new(at_s, Kind::Set, value, 0.0)
        }
    }

    /// The end in seconds; equal to the start unless the event lasts.
    pub fn end_s(&self) -> f64 {
        self.at_s
            + if matches!(self.kind, Kind::BrownOut | Kind::Outage) {
                self.duration_s
            } else {
                0.0
            }
    }

    /// The event in a few words.
    pub(crate) fn describe(&self) -> String {
        let amount = format_number(self.value, 3);
        match self.kind {
            Kind::Capacity => format!("Capacity {}", super::format::short(self.value)),
            Kind::BrownOut => format!(
                "Brown-out to {amount} % for {} s",
                format_number(self.duration_s, 1)
            ),
            Kind::Outage => format!("Outage for {} s", format_number(self.duration_s, 1)),
            Kind::Writers => {
                let noun = if self.value.abs() == 1.0 {
                    "writer"
                } else {
                    "writers"
                };
                match self.value {
                    fewer if fewer < 0.0 => format!("{} {noun} fewer", format_number(-fewer, 0)),
                    _ => format!("{amount} more {noun}"),
                }
            }
            Kind::Set => {
                let label =
                    Setting::from_name(&self.target).map_or(self.target.as_str(), |row| row.label);
                format!("{label}: {amount}")
            }
        }
    }

    /// Validates value and duration.
    ///
    /// # Errors
    /// With the field and the valid values.
    pub fn check(&self) -> Result<(), Problem> {
        let within = |field: &str, value: f64, min: f64, max: f64| {
            if (min..=max).contains(&value) {
                return Ok(());
            }
            let bounds = format!("{} to {}", format_number(min, 3), format_number(max, 0));
            Err(Problem::at(
                field,
                Cause::out_of_bounds(format_number(value, 3), bounds),
            ))
        };
        let longest = f64::from(MAX_EVENT_S);
        let lasts = || within("duration_s", self.duration_s, SHORTEST_S, longest);
        match self.kind {
            Kind::Capacity => Key::Capacity
                .row()
                .value_type
                .check(self.value)
                .map_err(|cause| Problem::at("value", cause)),
            Kind::BrownOut => {
                within("value", self.value, PERCENT.0, PERCENT.1)?;
                lasts()
            }
            Kind::Outage => lasts(),
            Kind::Writers if self.value.fract() != 0.0 => {
                let cause =
                    Cause::not_taken(format_number(self.value, 3), "a whole number of writers");
                Err(Problem::at("value", cause))
            }
            Kind::Writers => {
                let most = Key::Writers.row().value_type.max;
                within("value", self.value, -most, most)
            }
            Kind::Set => {
                let row = Setting::from_name(&self.target);
                let unknown =
                    || Cause::unknown(Thing::Setting, &self.target, "give one that can change");
                let row = row.ok_or_else(|| Problem::at("target", unknown()))?;
                if !row.key.can_change() {
                    return Err(Problem::at("target", Cause::Fixed));
                }
                row.value_type
                    .check(self.value)
                    .map_err(|cause| Problem::at("value", cause))
            }
        }
    }
}
