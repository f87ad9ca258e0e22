//! The document of this system: reading, writing, checking.

use serde::{Deserialize, Serialize};

use super::settings::{Key, Owner, SETTINGS};
use super::world::{
    Event, Happening, MAX_BROKERS, MAX_LISTED, MAX_PRODUCERS, MAX_REPLACED, MAX_SENDS, MAX_ZONES, World,
};
use crate::run::limits::{MAX_BROKER_ROUNDS, MAX_EVENT_S, MAX_EVENTS, MAX_LANES, MAX_NAME_BYTES};
use crate::run::{self, Problem, SortedMap};

/// The `system` of its documents.
pub const SYSTEM: &str = "rotation";

/// A scenario of endpoints in rotation.
pub type Scenario = run::Scenario<World, Lane>;

/// How producers choose whom to write to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Selector {
    /// One broker until it fails: before pull request 45.
    Single,
    /// N brokers in turn: pull request 45, version 1.0.1.
    #[default]
    Rotating,
}

impl Selector {
    /// Its name in documents.
    pub fn id(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Rotating => "rotating",
        }
    }

    /// Whether it reads a setting.
    pub fn reads(self, key: Key) -> bool {
        match key.row().owner {
            Owner::Lane => true,
            Owner::Rotating => self == Self::Rotating,
            Owner::World => false,
        }
    }
}

/// One way of running the world: a selector, and settings by their own keys where they differ from the default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lane {
    /// How producers choose.
    pub variant: Selector,
    /// Settings that differ from their default.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub settings: std::collections::BTreeMap<String, f64>,
}

impl Lane {
    /// A lane with every setting at its default.
    pub fn of(variant: Selector) -> Self {
        Self { variant, ..Self::default() }
    }

    /// A rotating lane with so many write endpoints.
    pub fn rotating(endpoints: u32) -> Self {
        Self::of(Selector::Rotating).with(Key::NumWriteEndpoints, f64::from(endpoints))
    }

    /// The same with a setting at a value.
    #[must_use]
    pub fn with(mut self, key: Key, value: f64) -> Self {
        self.set(key, value);
        self
    }

    /// The value of a setting.
    pub fn get(&self, key: Key) -> f64 {
        self.settings.get(key.row().name).copied().unwrap_or(key.row().default)
    }

    /// Sets a setting; its default is not written down.
    pub fn set(&mut self, key: Key, value: f64) {
        let row = key.row();
        if value == row.default {
            self.settings.remove(row.name);
        } else {
            self.settings.insert(row.name.to_owned(), value);
        }
    }

    /// How many endpoints are written to in turn: less than 1 becomes 1; the single variant knows no other number.
    pub fn endpoints(&self) -> usize {
        match self.variant {
            Selector::Single => 1,
            Selector::Rotating => self.get(Key::NumWriteEndpoints).max(1.0) as usize,
        }
    }

    fn check(&self) -> Result<(), Problem> {
        for (name, value) in &self.settings {
            let row = Key::of(name).map(Key::row).filter(|row| row.owner != Owner::World);
            let known = || {
                let names = SETTINGS.iter().filter(|row| row.owner != Owner::World).map(|row| row.name);
                names.collect::<Vec<_>>().join(", ")
            };
            let row = row.ok_or_else(|| Problem::at(name, format!("this is no setting; known are {}.", known())))?;
            row.check(*value)?;
        }
        Ok(())
    }
}

/// Reads a document and checks it.
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

/// Checks what the shape of the document does not tell: lanes, world, events and bounds.
///
/// # Errors
/// With the place and what would be right.
pub fn check(scenario: &Scenario) -> Result<(), Problem> {
    let lanes = scenario.lanes.len();
    if !(1..=MAX_LANES).contains(&lanes) {
        return Err(Problem::at("lanes", format!("there are {lanes}; give 1 to {MAX_LANES}.")));
    }
    for (place, lane) in scenario.lanes.iter().enumerate() {
        lane.check().map_err(|problem| problem.within(&format!("lane {}", place + 1)))?;
    }
    let world = &scenario.world;
    for row in SETTINGS {
        if let Some(value) = world.value(row.key) {
            row.check(value).map_err(|problem| problem.within("world"))?;
        }
    }
    check_zones(world).map_err(|problem| problem.within("world"))?;
    let kept = scenario.rounds.saturating_mul(world.brokers() as usize);
    if kept > MAX_BROKER_ROUNDS {
        return Err(Problem::at(
            "rounds",
            format!("brokers times rounds are {kept}; give at most {MAX_BROKER_ROUNDS}."),
        ));
    }
    check_events(world)
}

fn check_zones(world: &World) -> Result<(), Problem> {
    let count = world.zones.len();
    if !(1..=MAX_ZONES).contains(&count) {
        return Err(Problem::at("zones", format!("there are {count}; give 1 to {MAX_ZONES}.")));
    }
    let mut names = SortedMap::default();
    for (place, zone) in world.zones.iter().enumerate() {
        if zone.name.len() > MAX_NAME_BYTES {
            let what = format!("its name has {} bytes; give at most {MAX_NAME_BYTES}.", zone.name.len());
            return Err(Problem::at(format!("zone {}", place + 1), what));
        }
        let name = world.zone_name(place);
        if names.get(&name).is_some() {
            return Err(Problem::at(format!("zone {}", place + 1), format!("“{name}” is there twice.")));
        }
        names.insert(name, place);
    }
    let within = |what: &str, count: u32, most: u32| match count {
        count if (1..=most).contains(&count) => Ok(()),
        count => Err(Problem::at(what, format!("there are {count} in all; give 1 to {most}."))),
    };
    within("producers", world.producers(), MAX_PRODUCERS)?;
    within("brokers", world.brokers(), MAX_BROKERS)?;
    let listed = u64::from(world.producers()) * u64::from(world.brokers());
    if listed > MAX_LISTED {
        return Err(Problem::at("zones", format!("producers times brokers are {listed}; give at most {MAX_LISTED}.")));
    }
    let sends = f64::from(world.producers()) * world.rate_per_s * f64::from(world.slice_ms) / 1000.0;
    if sends > MAX_SENDS {
        let what = format!("{} sends in a slice are too many; give at most {MAX_SENDS}.", sends.round());
        return Err(Problem::at("rate_per_s", what));
    }
    Ok(())
}

fn check_events(world: &World) -> Result<(), Problem> {
    let count = world.events.len();
    if count > MAX_EVENTS {
        return Err(Problem::at("events", format!("there are {count}; give at most {MAX_EVENTS}.")));
    }
    let mut replaced = 0;
    for (place, event) in world.events.iter().enumerate() {
        check_event(world, event).map_err(|problem| problem.within(&format!("event {}", place + 1)))?;
        replaced += match event.what {
            Happening::Replace { .. } => 1,
            Happening::RollingRestart { replaced: true, .. } => world.brokers() as usize,
            _ => 0,
        };
    }
    if replaced > MAX_REPLACED {
        return Err(Problem::at("events", format!("{replaced} brokers are replaced; give at most {MAX_REPLACED}.")));
    }
    Ok(())
}

fn check_event(world: &World, event: &Event) -> Result<(), Problem> {
    let span = |place: &str, value: f64| match value {
        value if (0.0..=f64::from(MAX_EVENT_S)).contains(&value) => Ok(()),
        value => Err(Problem::at(place, format!("{value} is not taken; give 0 to {MAX_EVENT_S} seconds."))),
    };
    let broker = |name: &str| match world.broker_of(name) {
        Some(_) => Ok(()),
        None => {
            let (first, last) = (world.broker_name(0), world.broker_name(world.brokers() as usize - 1));
            Err(Problem::at("broker", format!("“{name}” is not known; brokers are {first} to {last}.")))
        }
    };
    let zone = |name: &Option<String>| match name {
        Some(name) if world.zone_of(name).is_none() => {
            Err(Problem::at("zone", format!("“{name}” is not known; the first is {}.", world.zone_name(0))))
        }
        _ => Ok(()),
    };
    span("at_s", event.at_s)?;
    match &event.what {
        Happening::Kill { broker: name, for_s, .. } => {
            for_s.map_or(Ok(()), |for_s| span("for_s", for_s))?;
            broker(name)
        }
        Happening::KillEvery { every: 0, .. } => Err(Problem::at("every", "0 is not taken; give 1 or more.")),
        Happening::KillEvery { for_s, .. } => for_s.map_or(Ok(()), |for_s| span("for_s", for_s)),
        Happening::Revive { broker: name } | Happening::Replace { broker: name, .. } => broker(name),
        Happening::RollingRestart { down_s, apart_s, zone: name, .. } => {
            span("down_s", *down_s)?;
            span("apart_s", *apart_s)?;
            zone(name)
        }
        Happening::Redirect {} => Ok(()),
        Happening::RestartProducers { zone: name, over_s } => {
            span("over_s", *over_s)?;
            zone(name)
        }
    }
}
