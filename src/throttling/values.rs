//! Values of settings: what a document says, and all of them as they are in force.

use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::settings::{Key, Kind, SETTINGS, Setting};
use super::variant::{Unit, Variant};
use crate::run::Problem;
use crate::run::words::trimmed;

/// What a document says about settings, by their names; the rest is left at what is usual.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values(Vec<(Key, f64)>);

impl Values {
    /// These, in any order.
    pub fn of(values: &[(Key, f64)]) -> Self {
        let mut all = Self::default();
        values.iter().for_each(|(key, value)| all.set(*key, *value));
        all
    }

    /// What is said of a setting.
    pub fn get(&self, key: Key) -> Option<f64> {
        self.0.iter().find(|(other, _)| *other == key).map(|(_, value)| *value)
    }

    /// Says something of a setting.
    pub fn set(&mut self, key: Key, value: f64) {
        self.remove(key);
        let place = self.0.iter().position(|(other, _)| *other > key).unwrap_or(self.0.len());
        self.0.insert(place, (key, value));
    }

    /// Leaves a setting at what is usual.
    pub fn remove(&mut self, key: Key) {
        self.0.retain(|(other, _)| *other != key);
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is said, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (Key, f64)> + '_ {
        self.0.iter().copied()
    }

    /// Checks that all are of the lane, or of the world, and within their bounds.
    ///
    /// # Errors
    /// With the name of the setting and what would be right.
    pub fn check(&self, are_of_lane: bool) -> Result<(), Problem> {
        for (key, value) in self.iter() {
            let row = key.row();
            if row.is_of_lane() != are_of_lane {
                let home = if row.is_of_lane() { "a lane’s settings" } else { "the world’s settings" };
                return Err(Problem::at(row.name, format!("it does not belong here; give it among {home}.")));
            }
            row.check(value)?;
        }
        Ok(())
    }
}

impl Setting {
    /// Checks a value against the bounds of its row.
    ///
    /// # Errors
    /// What would be right.
    pub fn check(&self, value: f64) -> Result<(), Problem> {
        let is_whole = self.kind == Kind::Real || value.fract() == 0.0;
        if value.is_finite() && is_whole && (self.min..=self.max).contains(&value) {
            return Ok(());
        }
        let whole = if self.kind == Kind::Real { "" } else { "a whole number, " };
        let bounds = format!("give {whole}{} to {}", trimmed(self.min, 6), trimmed(self.max, 6));
        Err(Problem::at(self.name, format!("{} is not taken; {bounds}.", trimmed(value, 6))))
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in self.iter() {
            let row = key.row();
            match row.kind {
                Kind::Choice(words) => {
                    map.serialize_entry(row.name, words.get(value as usize).copied().unwrap_or(""))?;
                }
                Kind::Switch => map.serialize_entry(row.name, &(value != 0.0))?,
                _ if value.fract() == 0.0 => map.serialize_entry(row.name, &(value as i64))?,
                _ => map.serialize_entry(row.name, &value)?,
            }
        }
        map.end()
    }
}

/// A number, a switch or a word.
struct Loose(f64, Option<String>);

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl Visitor<'_> for Any {
            type Value = Loose;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a number, true, false or a word")
            }
            fn visit_bool<E>(self, value: bool) -> Result<Loose, E> {
                Ok(Loose(f64::from(u8::from(value)), None))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Loose, E> {
                Ok(Loose(value as f64, None))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Loose, E> {
                Ok(Loose(value as f64, None))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Loose, E> {
                Ok(Loose(value, None))
            }
            fn visit_str<E>(self, value: &str) -> Result<Loose, E> {
                Ok(Loose(0.0, Some(value.to_owned())))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Named;
        impl<'de> Visitor<'de> for Named {
            type Value = Values;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("settings by their names")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Values, A::Error> {
                let mut values = Values::default();
                while let Some(name) = map.next_key::<String>()? {
                    let row = Setting::of_name(&name)
                        .ok_or_else(|| A::Error::custom(format!("“{name}” is no setting of this system")))?;
                    let Loose(number, word) = map.next_value()?;
                    let value = match (row.kind, word) {
                        (_, None) => number,
                        (Kind::Choice(words), Some(word)) if words.contains(&word.as_str()) => {
                            words.iter().position(|other| *other == word).unwrap_or(0) as f64
                        }
                        (Kind::Choice(words), Some(_)) => {
                            return Err(A::Error::custom(format!("“{name}” takes {}", words.join(" or "))));
                        }
                        (_, Some(_)) => return Err(A::Error::custom(format!("“{name}” takes a number, not a word"))),
                    };
                    if values.get(row.key).is_some() {
                        return Err(A::Error::custom(format!("“{name}” is there twice")));
                    }
                    values.set(row.key, value);
                }
                Ok(values)
            }
        }
        deserializer.deserialize_map(Named)
    }
}

/// Every setting as it is in force, with the version of the limiter that reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The version.
    pub variant: Variant,
    /// What permits count.
    pub unit: Unit,
    values: Vec<f64>,
}

impl Settings {
    /// What is said of the world and of a lane, and the usual for the rest.
    pub fn new(variant: Variant, world: &Values, lane: &Values) -> Self {
        let unit = if world.get(Key::Unit) == Some(1.0) { Unit::Documents } else { Unit::Bytes };
        let value = |row: &Setting| {
            let said = if row.is_of_lane() { lane.get(row.key) } else { world.get(row.key) };
            said.unwrap_or(row.default(unit, variant))
        };
        Self { variant, unit, values: SETTINGS.iter().map(value).collect() }
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
