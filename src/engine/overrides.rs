//! The values that a document sets of a table of settings, by name; the others have their defaults.

use std::collections::BTreeMap;
use std::fmt::{Formatter, Result as Written};
use std::marker::PhantomData;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::setting::{Setting, SettingKey};
use crate::engine::{Cause, Problem, Thing};

/// The values that are set, in the order of the table. In documents: a map from names to values.
#[derive(Clone, Debug, PartialEq)]
pub struct Overrides<K>(BTreeMap<K, f64>);

impl<K> Default for Overrides<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: SettingKey> Overrides<K> {
    /// These, in any order.
    pub fn of(values: &[(K, f64)]) -> Self {
        Self(values.iter().copied().collect())
    }

    /// The value of a setting, if it is set.
    pub fn get(&self, key: K) -> Option<f64> {
        self.0.get(&key).copied()
    }

    /// Says a value.
    pub fn set(&mut self, key: K, value: f64) {
        self.0.insert(key, value);
    }

    /// Says nothing of a setting any more.
    pub fn remove(&mut self, key: K) {
        self.0.remove(&key);
    }

    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The settings that are set, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (K, f64)> + '_ {
        self.0.iter().map(|(key, value)| (*key, *value))
    }

    /// Checks that all are of the variant, or of the world, and within their bounds.
    ///
    /// # Errors
    /// With the name of the setting and what would be right.
    pub fn check(&self, are_of_variant: bool) -> Result<(), Problem> {
        for (key, value) in self.iter() {
            let row = key.row();
            if key.is_of_variant() != are_of_variant {
                let home = if are_of_variant {
                    "the world"
                } else {
                    "a variant"
                };
                return Err(Problem::at(row.name, Cause::Misplaced { home }));
            }
            row.value_type
                .check(value)
                .map_err(|cause| Problem::at(row.name, cause))?;
        }
        Ok(())
    }
}

impl<K: SettingKey> Serialize for Overrides<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.iter().map(|(key, value)| (key.row(), value));
        serializer
            .collect_map(rows.map(|(row, value)| (row.name, row.value_type.to_json_value(value))))
    }
}

impl<'de, K: SettingKey> Deserialize<'de> for Overrides<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ByName(PhantomData))
    }
}

/// The problem of a name that no setting has.
fn unknown<K: SettingKey>(name: &str) -> Cause {
    let names = K::table().iter().map(|row| row.name);
    let nearest = names
        .clone()
        .map(|other| (strsim::jaro_winkler(name, other), other));
    let remedy = match nearest
        .filter(|(likeness, _)| *likeness > 0.85)
        .max_by(|a, b| a.0.total_cmp(&b.0))
    {
        Some((_, nearest)) => format!("the nearest is “{nearest}”"),
        None if K::table().len() > MAX_LISTED => {
            "give one that the form of this system shows".to_owned()
        }
        None => format!("there are {}", names.collect::<Vec<_>>().join(", ")),
    };
    Cause::unknown(Thing::Setting, name, remedy)
}

/// Most names that are listed where none is near.
const MAX_LISTED: usize = 30;

struct ByName<K>(PhantomData<K>);

impl<'de, K: SettingKey> Visitor<'de> for ByName<K> {
    type Value = Overrides<K>;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> Written {
        formatter.write_str("settings by their names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Overrides<K>, A::Error> {
        let mut given = Overrides::default();
        while let Some(name) = map.next_key::<String>()? {
            let key = Setting::<K>::from_name(&name)
                .map(|row| row.key)
                .ok_or_else(|| A::Error::custom(without_stop(&unknown::<K>(&name))))?;
            let value = key
                .row()
                .value_type
                .read_json_value(&map.next_value::<Value>()?);
            let value = value
                .map_err(|cause| A::Error::custom(format!("{name}: {}", without_stop(&cause))))?;
            if given.get(key).is_some() {
                return Err(A::Error::custom(format!("“{name}” is there twice")));
            }
            given.set(key, value);
        }
        Ok(given)
    }
}

/// A cause as part of a longer sentence.
fn without_stop(cause: &Cause) -> String {
    cause.to_string().trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::setting::tests::Key;

    #[test]
    fn what_is_said_comes_back_in_the_order_of_the_table() {
        let given = Overrides::of(&[(Key::Way, 1.0), (Key::Count, 7.0), (Key::Share, 0.5)]);
        let text = serde_json::to_string(&given).unwrap();
        assert_eq!(text, r#"{"count":7,"share":0.5,"way":"there"}"#);
        assert_eq!(
            serde_json::from_str::<Overrides<Key>>(&text).unwrap(),
            given
        );
    }

    #[test]
    fn what_is_not_right_is_named() {
        let why = |text: &str| {
            serde_json::from_str::<Overrides<Key>>(text)
                .unwrap_err()
                .to_string()
        };
        assert!(
            why(r#"{"size": 1}"#)
                .starts_with("“size” is not a setting of this system; there are count, share, way")
        );
        assert!(
            why(r#"{"way": "up"}"#).starts_with("way: \"up\" is not taken; give “here” or “there”")
        );
        assert!(
            why(r#"{"count": "7s"}"#)
                .starts_with("count: “7s” is not a number; give a whole number, 0 to 9")
        );
        assert!(
            why(r#"{"cuont": 7}"#)
                .starts_with("“cuont” is not a setting of this system; the nearest is “count”")
        );
        assert!(why(r#"{"count": 7, "count": 7}"#).starts_with("“count” is there twice"));
        let check = |key: Key, value: f64, of_variant: bool| {
            Overrides::of(&[(key, value)])
                .check(of_variant)
                .map_err(|it| it.to_string())
        };
        assert_eq!(check(Key::Count, 9.0, true), Ok(()));
        assert_eq!(
            check(Key::Count, 10.0, true),
            Err("count: 10 is out of bounds; give a whole number, 0 to 9.".to_owned())
        );
        assert_eq!(
            check(Key::Way, 1.0, true),
            Err("way: this is a setting of the world; give it there.".to_owned())
        );
        assert_eq!(
            check(Key::Count, 1.0, false),
            Err("count: this is a setting of a variant; give it there.".to_owned())
        );
    }
}
