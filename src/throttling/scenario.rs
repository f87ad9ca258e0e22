//! The document: a world of writers and a server, what happens to it, and lanes that run it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::event::{Event, Kind};
use super::settings::Key;
use super::values::{Settings, Values};
use super::variant::Variant;
use crate::run::limits::{MAX_EVENTS, MAX_LANES};
use crate::run::{Problem, scenario::FORMAT_VERSION};

/// The `system` of a document of this room.
pub const SYSTEM: &str = "throttling";
/// Most writers that there ever are, all executors together.
pub const MAX_WRITERS: f64 = 1000.0;
/// Most requests that the server may be able to answer in a second.
pub const MAX_REQUESTS_PER_S: f64 = 2000.0;

/// A document: see [`crate::run::Scenario`].
pub type Scenario = crate::run::Scenario<World, Lane>;

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
    /// Which version: `v1011`, `v1027` or `v1135`.
    #[serde(serialize_with = "write_variant", deserialize_with = "read_variant")]
    pub variant: Variant,
    /// The settings that differ from what is usual, by their names.
    #[serde(default, skip_serializing_if = "Values::is_empty")]
    pub settings: Values,
}

fn write_variant<S: Serializer>(variant: &Variant, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(variant.id())
}

fn read_variant<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Variant, D::Error> {
    let id = String::deserialize(deserializer)?;
    Variant::of_id(&id).ok_or_else(|| {
        serde::de::Error::custom(format!("“{id}” is no version of the limiter; give v1011, v1027 or v1135"))
    })
}

impl Lane {
    /// A version with what differs from the usual.
    pub fn new(variant: Variant, settings: &[(Key, f64)]) -> Self {
        Self { variant, settings: Values::of(settings) }
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

    fn check(&self) -> Result<(), Problem> {
        self.settings.check(false).map_err(|problem| problem.within("world"))?;
        if self.events.len() > MAX_EVENTS {
            return Err(Problem::at("events", format!("there are {}; give at most {MAX_EVENTS}.", self.events.len())));
        }
        for (index, event) in self.events.iter().enumerate() {
            event.check().map_err(|problem| problem.within(&format!("event {}", index + 1)))?;
        }
        self.check_size()
    }

    /// Checks that nothing here takes the computer for ever.
    fn check_size(&self) -> Result<(), Problem> {
        let settings = self.settings(&Lane::default());
        let added: f64 =
            self.events.iter().filter(|event| event.kind == Kind::Writers).map(|event| event.amount.max(0.0)).sum();
        let writers = settings.get(Key::Executors) * (settings.get(Key::Writers) + added);
        if writers > MAX_WRITERS {
            let what = format!("{writers} writers in all are too many; executors times writers may be {MAX_WRITERS}.");
            return Err(Problem::at("writers", what));
        }
        let (mut capacity, mut batch, mut percent) = (settings.get(Key::Capacity), settings.get(Key::Batch), 100.0_f64);
        for event in &self.events {
            match event.kind {
                Kind::Capacity => capacity = capacity.max(event.amount),
                Kind::BrownOut => percent = percent.max(event.amount),
                Kind::Set if event.of == Key::Batch.row().name => batch = batch.min(event.amount),
                _ => {}
            }
        }
        // What is drawn can be smaller by the spread, and a retry is the part that failed.
        let requests = capacity * percent / 100.0 / batch;
        if requests > MAX_REQUESTS_PER_S {
            let what = format!(
                "the server could answer {} requests a second, and {MAX_REQUESTS_PER_S} are the most; give it less or make batches larger.",
                requests.round()
            );
            return Err(Problem::at("capacity", what));
        }
        Ok(())
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

/// The document as text.
pub fn to_json(scenario: &Scenario) -> String {
    serde_json::to_string_pretty(scenario).unwrap_or_default()
}

/// Checks a document that has been read.
///
/// # Errors
/// With the place and what would be right.
pub fn check(scenario: &Scenario) -> Result<(), Problem> {
    if !(1..=MAX_LANES).contains(&scenario.lanes.len()) {
        return Err(Problem::at("lanes", format!("there are {}; give 1 to {MAX_LANES}.", scenario.lanes.len())));
    }
    scenario.world.check()?;
    for (index, lane) in scenario.lanes.iter().enumerate() {
        let within = |problem: Problem| problem.within(&format!("lane {}", index + 1));
        lane.settings.check(true).map_err(within)?;
        let max = scenario.world.settings(lane).get(Key::Max);
        let later = scenario.world.events.iter().filter(|event| event.of == Key::Max.row().name);
        let least = later.map(|event| event.amount).fold(max, f64::min);
        if lane.variant == Variant::V1135 && least <= 0.0 {
            let what = "v1135 reads a size, which has no minus sign and is not 0; give at least 1.";
            return Err(within(Problem::at(Key::Max.row().name, what)));
        }
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
