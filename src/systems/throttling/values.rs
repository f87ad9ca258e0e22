//! Values of settings: what a document says, and all of them as they are in force.

use super::limiter_version::{LimiterVersion, Unit};
use super::settings::{Key, SETTINGS, Setting};
use crate::engine::{Overrides, SettingKey};

/// What a document says about settings, by their names; the rest is left at what is usual.
pub type Values = Overrides<Key>;

/// Every setting as it is in force, with the version of the limiter that reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The version.
    pub version: LimiterVersion,
    /// What permits count.
    pub unit: Unit,
    values: Vec<f64>,
}

impl Settings {
    /// What is said of the world and of a variant, and the usual for the rest.
    pub fn new(version: LimiterVersion, world: &Values, variant: &Values) -> Self {
        let unit = if world.get(Key::Unit) == Some(1.0) {
            Unit::Documents
        } else {
            Unit::Bytes
        };
        let value = |row: &Setting| {
            let describe = if row.key.is_of_variant() {
                variant.get(row.key)
            } else {
                world.get(row.key)
            };
            describe.unwrap_or(row.default(unit, version))
        };
        Self {
            version,
            unit,
            values: SETTINGS.iter().map(value).collect(),
        }
    }

    /// The value in force.
    pub fn get(&self, key: Key) -> f64 {
        self.values[key as usize]
    }

    /// Whether a switch is on.
    pub fn is_on(&self, key: Key) -> bool {
        self.get(key) != 0.0
    }

    /// A time given in milliseconds, in microseconds.
    pub fn micros(&self, key: Key) -> u64 {
        (self.get(key) * 1000.0) as u64
    }

    /// Changes the value in force.
    pub fn set(&mut self, key: Key, value: f64) {
        self.values[key as usize] = value;
    }
}
