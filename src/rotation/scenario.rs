//! The document of this system: reading, writing, lanes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

pub use super::checks::check;
use super::number::Number;
use super::settings::{Key, Owner, SETTINGS};
use super::world::World;
use crate::run::{self, Problem};

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
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", serialize_with = "write_settings")]
    pub settings: BTreeMap<String, f64>,
}

fn write_settings<S: Serializer>(settings: &BTreeMap<String, f64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(settings.iter().map(|(name, value)| (name, Number::from(*value))))
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

    /// Whether every setting is known and its value can be taken.
    ///
    /// # Errors
    /// With the name and what would be right.
    pub fn check(&self) -> Result<(), Problem> {
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
