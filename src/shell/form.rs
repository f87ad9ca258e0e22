//! What a person can choose and type: variants, fields and buttons, as plain data.

use crate::run::Takes;
pub use crate::run::{Kind as FieldKind, Variant};

/// A row of a form: a setting of a lane, or a number of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The system's own key, or a name of ours: what documents and [`super::Edit::Set`] say.
    pub name: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// The unit behind the field; empty where there is none.
    pub unit: &'static str,
    /// What it takes.
    pub kind: FieldKind,
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
    /// The value in force.
    pub value: f64,
    /// The value where nothing is said.
    pub default: f64,
    /// One line of help.
    pub help: &'static str,
    /// The heading under which it stands; fields of a heading follow one another.
    pub group: &'static str,
    /// Whether it is one of the lane; otherwise it is of the world, and the same in all lanes.
    pub is_of_lane: bool,
}

impl Field {
    /// What it takes, and how far that goes.
    pub fn takes(&self) -> Takes {
        Takes { kind: self.kind, min: self.min, max: self.max }
    }

    /// A value as a person reads it, without the unit.
    pub fn format(&self, value: f64) -> String {
        self.takes().format(value)
    }

    /// A typed text as a value.
    ///
    /// # Errors
    /// What would be right.
    pub fn parse(&self, text: &str) -> Result<f64, String> {
        self.takes().parse(text)
    }

    /// Whether a value can be taken.
    ///
    /// # Errors
    /// What would be right.
    pub fn check(&self, value: f64) -> Result<(), String> {
        self.takes().check(value)
    }
}

/// A button that makes something happen at the time of the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Push {
    /// What [`super::Edit::Push`] says.
    pub id: String,
    /// What a person reads.
    pub label: String,
}
