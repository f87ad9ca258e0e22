//! The document: a world of writers and a server, what happens to it, and lanes that run it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::event::Event;
use super::round::ROUND_US;
use super::settings::Key;
use super::size;
use super::values::{Settings, Values};
use super::variant::Variant;
use crate::engine::limits::MAX_EVENTS;
use crate::engine::{Problem, check_event_time, event_ids, scenario::FORMAT_VERSION};

/// The `system` of a document of this room.
pub const SYSTEM: &str = "throttling";
/// A document: see [`crate::engine::Scenario`].
pub type Scenario = crate::engine::Scenario<World, Lane>;

/// Writers, retries and the server, and what happens to them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct World {
    /// The numbers that differ from what is usual, by their names.
    #[serde(default)]
    pub settings: Values,
    /// What happens, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
}

/// A version of the limiter with its settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lane {
    /// Which version: `v1011`, `v1027`, `v1135` or `i1084`.
    #[serde(serialize_with = "write_variant", deserialize_with = "read_variant")]
    pub variant: Variant,
    /// The settings that differ from what is usual, by their names.
    #[serde(default, skip_serializing_if = "Values::is_empty")]
    pub settings: Values,
    /// Events that this lane does not see, by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignores: Vec<u32>,
}

fn write_variant<S: Serializer>(variant: &Variant, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(variant.id())
}

fn read_variant<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Variant, D::Error> {
    let id = String::deserialize(deserializer)?;
    Variant::of_id(&id).ok_or_else(|| {
        serde::de::Error::custom(format!("“{id}” is no version of the limiter; give v1011, v1027, v1135 or i1084"))
    })
}

impl Lane {
    /// A version with what differs from the usual.
    pub fn new(variant: Variant, settings: &[(Key, f64)]) -> Self {
        Self { variant, settings: Values::of(settings), ignores: Vec::new() }
    }
}

impl World {
    /// A world with what differs from the usual.
    pub fn new(settings: &[(Key, f64)], events: Vec<Event>) -> Self {
        Self { settings: Values::of(settings), events }
    }

    /// All settings as a lane of this world begins with them.
    pub fn settings(&self, lane: &Lane) -> Settings {
        Settings::new(lane.variant, &self.settings, &lane.settings)
    }

    /// When a run of this many rounds ends, in seconds.
    pub fn end_s(&self, rounds: usize) -> f64 {
        rounds as f64 * (ROUND_US as f64 / 1e6)
    }

    /// The world with those events only that a lane sees: the ones that it does not ignore.
    #[must_use]
    pub fn seen(&self, ignores: &[u32]) -> Self {
        let events = event_ids::seen(&self.events, ignores).map(|(_, event)| event.clone()).collect();
        Self { events, ..self.clone() }
    }

    fn check(&self, end_s: f64) -> Result<(), Problem> {
        self.settings.check(false).map_err(|problem| problem.within("world"))?;
        if self.events.len() > MAX_EVENTS {
            return Err(Problem::at("events", format!("there are {}; give at most {MAX_EVENTS}.", self.events.len())));
        }
        for (index, event) in self.events.iter().enumerate() {
            let within = |problem: Problem| problem.within(&format!("event {}", index + 1));
            check_event_time(event.at_s, end_s).map_err(within)?;
            event.check().map_err(within)?;
        }
        event_ids::check(&self.events)
    }
}

/// Reads and checks a document.
///
/// # Errors
/// With the place and what would be right.
pub fn from_json(text: &str) -> Result<Scenario, Problem> {
    let scenario = Scenario::from_json(text, SYSTEM)?;
    check(&scenario)?;
    Ok(scenario)
}

/// Checks a document that has been read.
///
/// # Errors
/// With the place and what would be right.
pub fn check(scenario: &Scenario) -> Result<(), Problem> {
    scenario.count_lanes()?;
    scenario.world.check(scenario.world.end_s(scenario.rounds))?;
    size::check_world(&scenario.world, scenario.rounds).map_err(|problem| problem.within("world"))?;
    for (index, lane) in scenario.lanes.iter().enumerate() {
        let within = |problem: Problem| problem.within(&format!("lane {}", index + 1));
        lane.settings.check(true).map_err(within)?;
        event_ids::check_ignored(&scenario.world.events, &lane.ignores).map_err(within)?;
        let row = Key::Max.row();
        let max = scenario.world.settings(lane).get(row.key);
        let seen = event_ids::seen(&scenario.world.events, &lane.ignores).map(|(_, event)| event);
        let later = seen.filter(|event| event.of == row.name);
        let least = row.least(lane.variant);
        if later.map(|event| event.amount).fold(max, f64::min) < least {
            let what =
                format!("this version reads a size, which has no minus sign and is not 0; give at least {least}.");
            return Err(within(Problem::at(row.name, what)));
        }
        size::check_lane(&scenario.world, lane).map_err(within)?;
    }
    Ok(())
}

/// A document of this room.
pub fn scenario(title: &str, look_for: &[&str], rounds: usize, world: World, lanes: Vec<Lane>) -> Scenario {
    Scenario {
        shedscope: FORMAT_VERSION,
        system: SYSTEM.to_owned(),
        title: title.to_owned(),
        look_for: look_for.iter().map(|line| (*line).to_owned()).collect(),
        seed: 1,
        rounds,
        lanes,
        world,
    }
}
