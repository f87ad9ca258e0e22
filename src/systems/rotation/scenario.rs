//! The document of this system: reading, writing, variants.

use serde::{Deserialize, Serialize};

pub use super::checks::check;
use super::settings::{Key, Reader};
use super::world::World;
use crate::engine::{self, Overrides, Problem, Renamed};

/// The `system` of its documents.
pub const SYSTEM: &str = "rotation";

/// Members of documents of version 1 that have another name now.
pub const NAMES_1: &[Renamed] = &[
    ("lanes.*.variant", "selection"),
    ("world.events.*.what", "action"),
    ("world.events.*.what.*.for_s", "duration_s"),
];

/// A scenario of producer endpoint rotation.
pub type Scenario = engine::Scenario<World, Variant>;

/// How producers choose the brokers that they write to.
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
        match key.row().reader {
            Reader::Variant => true,
            Reader::Rotating => self == Self::Rotating,
            Reader::World => false,
        }
    }
}

/// One way of running the world: a selector, and settings by their own keys where they differ from the default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// How producers choose.
    pub selection: Selector,
    /// Settings that differ from their default.
    #[serde(default, skip_serializing_if = "Overrides::is_empty")]
    pub settings: Overrides<Key>,
    /// Events that this variant does not see, by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored_events: Vec<u32>,
}

impl Variant {
    /// A variant with every setting at its default.
    pub fn of(selection: Selector) -> Self {
        Self {
            selection,
            ..Self::default()
        }
    }

    /// A rotating variant with this many write endpoints.
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
        self.settings.get(key).unwrap_or(key.row().default)
    }

    /// Sets a setting; its default is not written down.
    pub fn set(&mut self, key: Key, value: f64) {
        if value == key.row().default {
            self.settings.remove(key);
        } else {
            self.settings.set(key, value);
        }
    }

    /// How many endpoints are written to in turn: less than 1 becomes 1; the single variant knows no other number.
    pub fn endpoints(&self) -> usize {
        match self.selection {
            Selector::Single => 1,
            Selector::Rotating => self.get(Key::NumWriteEndpoints).max(1.0) as usize,
        }
    }
}

/// Reads a document and checks it.
///
/// # Errors
/// With the place and what would be right.
pub fn from_json(text: &str) -> Result<Scenario, Problem> {
    let scenario = Scenario::from_json(text, SYSTEM, NAMES_1)?;
    check(&scenario)?;
    Ok(scenario)
}
