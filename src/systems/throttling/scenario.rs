//! The document: a world of writers and a server with its events, and the variants.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::event::Event;
use super::limiter_version::LimiterVersion;
use super::round::ROUND_US;
use super::settings::Key;
use super::size;
use super::values::{Settings, Values};
use crate::engine::limits::MAX_EVENTS;
use crate::engine::{
    Cause, Problem, Renamed, check_event_time, event_ids, scenario::FORMAT_VERSION,
};

/// The `system` of documents of this system.
pub const SYSTEM: &str = "throttling";

/// Members of version 1 documents that are renamed in the current version.
pub const NAMES_1: &[Renamed] = &[
    ("lanes.*.variant", "version"),
    ("world.events.*.of", "target"),
    ("world.events.*.amount", "value"),
    ("world.events.*.for_s", "duration_s"),
];
/// A scenario of adaptive rate limiting.
pub type Scenario = crate::engine::Scenario<World, Variant>;

/// The world: writers, retries, the server, and events.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct World {
    /// Settings of the world that differ from their defaults, by name.
    #[serde(default)]
    pub settings: Values,
    /// Events, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
}

/// A variant of a scenario: a version of the limiter, and its settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The version: `v1011`, `v1027`, `v1135` or `i1084`.
    #[serde(serialize_with = "write_version", deserialize_with = "read_version")]
    pub version: LimiterVersion,
    /// Settings that differ from their defaults, by name.
    #[serde(default, skip_serializing_if = "Values::is_empty")]
    pub settings: Values,
    /// Ids of events that this variant ignores.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored_events: Vec<u32>,
}

fn write_version<S: Serializer>(
    version: &LimiterVersion,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(version.id())
}

fn read_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<LimiterVersion, D::Error> {
    let id = String::deserialize(deserializer)?;
    LimiterVersion::from_id(&id).ok_or_else(|| {
        serde::de::Error::custom(format!(
            "“{id}” is not a version of the limiter; give v1011, v1027, v1135 or i1084"
        ))
    })
}

impl Variant {
    /// A variant with the settings that differ from their defaults.
    pub fn new(version: LimiterVersion, settings: &[(Key, f64)]) -> Self {
        Self {
            version,
            settings: Values::of(settings),
            ignored_events: Vec::new(),
        }
    }
}

impl World {
    /// A world with the settings that differ from their defaults, and events.
    pub fn new(settings: &[(Key, f64)], events: Vec<Event>) -> Self {
        Self {
            settings: Values::of(settings),
            events,
        }
    }

    /// All settings in force at the start of a variant.
    pub fn settings(&self, variant: &Variant) -> Settings {
        Settings::new(variant.version, &self.settings, &variant.settings)
    }

    /// The end of a run of this many rounds, in seconds.
    pub fn end_s(&self, rounds: usize) -> f64 {
        rounds as f64 * (ROUND_US as f64 / 1e6)
    }

    /// The world without the events that a variant ignores.
    #[must_use]
    pub fn seen(&self, ignored_events: &[u32]) -> Self {
        let events = event_ids::seen(&self.events, ignored_events)
            .map(|(_, event)| event.clone())
            .collect();
        Self {
            events,
            ..self.clone()
        }
    }

    fn check(&self, end_s: f64) -> Result<(), Problem> {
        self.settings
            .check(false)
            .map_err(|problem| problem.within("world"))?;
        if self.events.len() > MAX_EVENTS {
            return Err(Problem::at(
                "events",
                Cause::too_many(self.events.len(), MAX_EVENTS, "events"),
            ));
        }
        for (index, event) in self.events.iter().enumerate() {
            let within = |problem: Problem| problem.within(&format!("event {}", index + 1));
            check_event_time(event.at_s, end_s).map_err(within)?;
            event.check().map_err(within)?;
        }
        event_ids::check(&self.events)
    }
}

/// Parses and validates a document.
///
/// # Errors
/// If it is malformed or invalid, with the place and the remedy.
pub fn from_json(text: &str) -> Result<Scenario, Problem> {
    let scenario = Scenario::from_json(text, SYSTEM, NAMES_1)?;
    check(&scenario)?;
    Ok(scenario)
}

/// Validates a parsed document.
///
/// # Errors
/// If something is invalid, with the place and the remedy.
pub fn check(scenario: &Scenario) -> Result<(), Problem> {
    scenario.count_variants()?;
    scenario
        .world
        .check(scenario.world.end_s(scenario.rounds))?;
    size::check_world(&scenario.world, scenario.rounds)
        .map_err(|problem| problem.within("world"))?;
    for (index, variant) in scenario.variants.iter().enumerate() {
        let within = |problem: Problem| problem.within(&format!("variant {}", index + 1));
        variant.settings.check(true).map_err(within)?;
        event_ids::check_ignored(&scenario.world.events, &variant.ignored_events)
            .map_err(within)?;
        let row = Key::Max.row();
        let max = scenario.world.settings(variant).get(row.key);
        let seen = event_ids::seen(&scenario.world.events, &variant.ignored_events)
            .map(|(_, event)| event);
        let later = seen.filter(|event| event.target == row.name);
        let least = row.least(variant.version);
        if later.map(|event| event.value).fold(max, f64::min) < least {
            let problem = "this version reads a size, which has no minus sign and is not 0";
            let cause = Cause::inconsistent(problem, format!("give at least {least}"));
            return Err(within(Problem::at(row.name, cause)));
        }
        size::check_variant(&scenario.world, variant).map_err(within)?;
    }
    Ok(())
}

/// A scenario with the default seed.
pub fn scenario(
    title: &str,
    notes: &[&str],
    rounds: usize,
    world: World,
    variants: Vec<Variant>,
) -> Scenario {
    Scenario {
        shedscope: FORMAT_VERSION,
        system: SYSTEM.to_owned(),
        title: title.to_owned(),
        notes: notes.iter().map(|line| (*line).to_owned()).collect(),
        seed: 1,
        rounds,
        variants,
        world,
    }
}
