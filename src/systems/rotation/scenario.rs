//! The document of this system: parsing, writing, variants.

use serde::{Deserialize, Serialize};

pub use super::checks::check;
use super::settings::{Key, Reader};
use super::world::World;
use crate::engine::{self, Overrides, Problem, Renamed};

/// The `system` of documents of this system.
pub const SYSTEM: &str = "rotation";

/// Members of version 1 documents that are renamed in the current version.
pub(crate) const NAMES_1: &[Renamed] = &[
    ("lanes.*.variant", "selection"),
    ("world.events.*.what", "action"),
    ("world.events.*.what.*.for_s", "duration_s"),
];

/// A scenario of producer endpoint rotation.
pub type Scenario = engine::Scenario<World, Variant>;

/// The algorithm by which producers select write endpoints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Selector {
    /// One broker until it fails, as before pull request 45.
    Single,
    /// Rotation over N brokers: pull request 45, version 1.0.1.
    #[default]
    Rotating,
}

impl Selector {
    /// The selector's name in documents.
    pub fn id(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Rotating => "rotating",
        }
    }

    /// Whether the selector reads a setting.
    pub fn reads(self, key: Key) -> bool {
        match key.row().reader {
            Reader::Variant => true,
            Reader::Rotating => self == Self::Rotating,
            Reader::World => false,
        }
    }
}

/// A variant of a scenario: a selector, and the settings that differ from their defaults.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The selector.
    pub selection: Selector,
    /// Settings that differ from their defaults, by key.
    #[serde(default, skip_serializing_if = "Overrides::is_empty")]
    pub settings: Overrides<Key>,
    /// Ids of events that this variant ignores.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored_events: Vec<u32>,
}

impl Variant {
    /// A variant with default settings.
    pub fn new(selection: Selector) -> Self {
        Self {
            selection,
            ..Self::default()
        }
    }

    /// A rotating variant with this number of write endpoints.
    pub fn rotating(endpoints: u32) -> Self {
        Self::new(Selector::Rotating).with(Key::NumWriteEndpoints, f64::from(endpoints))
    }

    /// The same with one setting changed.
    #[must_use]
    pub fn with(mut self, key: Key, value: f64) -> Self {
        self.set(key, value);
        self
    }

    /// The value in force of a setting.
    pub fn get(&self, key: Key) -> f64 {
        self.settings.get(key).unwrap_or(key.row().default)
    }

    /// Sets a setting; a default is not stored.
    pub fn set(&mut self, key: Key, value: f64) {
        if value == key.row().default {
            self.settings.remove(key);
        } else {
            self.settings.set(key, value);
        }
    }

    /// Number of write endpoints, at least 1; always 1 for the single selector.
    pub fn endpoints(&self) -> usize {
        match self.selection {
            Selector::Single => 1,
            Selector::Rotating => self.get(Key::NumWriteEndpoints).max(1.0) as usize,
        }
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
