//! Rows of the form: settings of a variant and numbers of the world.

use crate::engine::ValueType;

/// A row of the form: a setting of a variant, or a number of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The system's own key where it has one, or a name of ours: what documents and [`super::Edit::Set`] say.
    pub name: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// The unit behind the field; empty where there is none.
    pub unit: &'static str,
    /// Kind and bounds of the value.
    pub value_type: ValueType,
    /// The value in the document, or the default.
    pub value: f64,
    /// The value where the document says nothing.
    pub default: f64,
    /// What the setting does, in full sentences.
    pub help: &'static str,
    /// The heading under which it is listed; fields of a group follow one another.
    pub group: &'static str,
    /// Whether it belongs to a variant; otherwise it belongs to the world and is the same in all variants.
    pub is_of_variant: bool,
    /// Whether `name` is the system's own key, which is shown beside the label.
    pub is_own_key: bool,
}

impl Field {
    /// A setting of a variant that is at its default, under no heading, by a name of ours and without help.
    pub fn of_variant(
        name: &'static str,
        label: &'static str,
        unit: &'static str,
        value_type: ValueType,
        default: f64,
    ) -> Self {
        let (value, help, group) = (default, "", "");
        Self {
            name,
            label,
            unit,
            value_type,
            value,
            default,
            help,
            group,
            is_of_variant: true,
            is_own_key: false,
        }
    }
}
