//! What a person can choose and type: variants, fields and buttons, as plain data.

use crate::run::Takes;
pub use crate::run::Variant;

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
    pub takes: Takes,
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

/// A button that makes something happen at the time of the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Push {
    /// What [`super::Edit::Push`] says.
    pub id: String,
    /// What a person reads.
    pub label: String,
}
