//! The table of settings, one type for all systems: form, validation, documents, import and export all come from it.

use super::explain::Unit;
use super::value_type::ValueType;

/// The unit of a setting: how it is written behind the field, and in which unit reasons say the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingUnit {
    /// What stands behind the field; empty where there is none.
    pub text: &'static str,
    /// The unit in reasons.
    pub unit: Unit,
}

/// A unit with its text.
pub const fn unit(text: &'static str, unit: Unit) -> SettingUnit {
    SettingUnit { text, unit }
}

/// A row of a system's table of settings.
#[derive(Debug)]
pub struct Setting<K: SettingKey> {
    /// Which setting.
    pub key: K,
    /// Its name in documents: the system's own key, or a name of ours where it has none.
    pub name: &'static str,
    /// The heading under which the form lists it; rows of a group follow one another.
    pub group: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// The unit behind the field and in reasons.
    pub unit: K::Unit,
    /// Kind and bounds of the value.
    pub value_type: ValueType,
    /// The value where the document says nothing.
    pub default: K::Default,
    /// Who reads it.
    pub reader: K::Reader,
    /// What it does, and what a larger value means, in full sentences.
    pub help: &'static str,
}

impl<K: SettingKey> Setting<K> {
    /// The row of a name.
    pub fn from_name(name: &str) -> Option<&'static Self> {
        K::table().iter().find(|row| row.name == name)
    }
}

/// The keys of a table of settings, in the order of the table.
pub trait SettingKey: Copy + Ord + 'static {
    /// A unit, or what decides it.
    type Unit: 'static;
    /// A default, or what decides it: a release, a version.
    type Default: 'static;
    /// Who reads a setting: strategies, versions, the world.
    type Reader: 'static;

    /// The whole table.
    fn table() -> &'static [Setting<Self>];

    /// Its place in the table.
    fn place(self) -> usize;

    /// Whether it belongs to a variant; otherwise it belongs to the world and is the same in all variants.
    fn is_of_variant(self) -> bool;

    /// Its row.
    fn row(self) -> &'static Setting<Self> {
        &Self::table()[self.place()]
    }
}

/// Declares a table of settings: an enum `Key` and a table `SETTINGS`, in the same order. Of each row the fields of
/// [`Setting`] stand by name.
macro_rules! settings {
    (
        unit: $unit:ty, default: $default:ty, reader: $reader:ty, is_of_variant: $is_of_variant:expr;
        $($group:literal { $($key:ident = $name:literal { $($field:ident: $value:expr),* $(,)? })* })*
    ) => {
        /// The key of a setting.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Key { $($(#[doc = $name] $key),*),* }

        /// A row of the table.
        pub type Setting = $crate::engine::setting::Setting<Key>;

        /// The table, in the order in which a form shows it.
        pub static SETTINGS: &[Setting] = &[$($(Setting {
            key: Key::$key, name: $name, group: $group, $($field: $value),*
        }),*),*];

        impl Key {
            /// Its row of the table.
            pub fn row(self) -> &'static Setting {
                &SETTINGS[self as usize]
            }

            /// Its name in documents.
            pub fn name(self) -> &'static str {
                self.row().name
            }
        }

        impl $crate::engine::SettingKey for Key {
            type Unit = $unit;
            type Default = $default;
            type Reader = $reader;

            fn table() -> &'static [Setting] {
                SETTINGS
            }

            fn place(self) -> usize {
                self as usize
            }

            fn is_of_variant(self) -> bool {
                let is_of_variant: fn(&Setting) -> bool = $is_of_variant;
                is_of_variant(&SETTINGS[self as usize])
            }
        }
    };
}
pub(crate) use settings;

#[cfg(test)]
#[allow(unreachable_pub)]
pub(super) mod tests {
    use super::*;
    use crate::engine::value_type::{SWITCH, choice, real, whole};

    settings! {
        unit: &'static str, default: f64, reader: bool, is_of_variant: |row| row.reader;
        "Sizes" {
            Count = "count" {
                label: "Count", unit: "", value_type: whole(0.0, 9.0), default: 1.0, reader: true,
                help: "How many.",
            }
            Share = "share" {
                label: "Share", unit: "", value_type: real(0.0, 1.0), default: 0.5, reader: true,
                help: "Which part.",
            }
        }
        "Ways" {
            Way = "way" {
                label: "Way", unit: "", value_type: choice(&["here", "there"]), default: 0.0, reader: false,
                help: "Which way.",
            }
            Open = "open" {
                label: "Open", unit: "", value_type: SWITCH, default: 0.0, reader: false,
                help: "Whether it is open.",
            }
        }
    }

    #[test]
    fn rows_stand_where_their_keys_say() {
        for row in SETTINGS {
            assert!(std::ptr::eq(row.key.row(), row), "{}", row.name);
            assert!(Setting::from_name(row.name).is_some_and(|found| std::ptr::eq(found, row)));
            assert_eq!(row.value_type.check(row.default), Ok(()), "{}", row.name);
        }
        let groups: Vec<&str> = SETTINGS.iter().map(|row| row.group).collect();
        assert_eq!(groups, ["Sizes", "Sizes", "Ways", "Ways"]);
        assert!(Key::Count.is_of_variant() && !Key::Way.is_of_variant());
        assert!(Setting::from_name("size").is_none());
        assert_eq!(Key::Share.name(), "share");
    }
}
