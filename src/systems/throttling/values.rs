//! Values of settings: the overrides in a document, and all values in force.

use super::limiter_version::{LimiterVersion, Unit};
use super::settings::{Key, SETTINGS, Setting};
use crate::engine::{Overrides, SettingKey};

/// Settings that differ from their defaults, by name.
pub(crate) type Values = Overrides<Key>;

/// All settings in force, with the version of the limiter that reads them.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The version of the limiter.
    pub version: LimiterVersion,
    /// The unit of permits.
    pub unit: Unit,
    values: Vec<f64>,
}

impl Settings {
    /// The settings of a world and a variant, with defaults for the rest.
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

    /// Whether an on/off setting is on.
    pub fn is_on(&self, key: Key) -> bool {
        self.get(key) != 0.0
    }

    /// A setting in milliseconds, converted to microseconds.
    pub(crate) fn micros(&self, key: Key) -> u64 {
        (self.get(key) * 1000.0) as u64
    }

    /// Changes a value in force.
    pub fn set(&mut self, key: Key, value: f64) {
        self.values[key as usize] = value;
    }
}
