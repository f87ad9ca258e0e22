//! What a person can choose and type: variants, fields and buttons, as plain data.

use crate::run::Proof;
use crate::run::words::trimmed;

/// A way of running the world that a lane can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name in documents.
    pub id: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// What stands behind it.
    pub proof: Proof,
    /// One or two lines on what it does.
    pub about: &'static str,
}

/// What a field takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldKind {
    /// On or off, kept as 1 and 0.
    Switch,
    /// A whole number.
    Whole,
    /// Any number.
    Real,
    /// One of some words, kept as its place among them.
    Choice(&'static [&'static str]),
}

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
    /// A value as a person reads it, without the unit.
    pub fn format(&self, value: f64) -> String {
        match self.kind {
            FieldKind::Switch => if value == 0.0 { "off" } else { "on" }.to_owned(),
            FieldKind::Choice(words) => words.get(value as usize).copied().unwrap_or("").to_owned(),
            FieldKind::Whole => trimmed(value, 0),
            FieldKind::Real => trimmed(value, 6),
        }
    }

    /// A typed text as a value.
    ///
    /// # Errors
    /// What would be right.
    pub fn parse(&self, text: &str) -> Result<f64, String> {
        let typed = text.trim().replace(',', ".");
        let value = match (self.kind, typed.as_str()) {
            (FieldKind::Switch, "on" | "true") => 1.0,
            (FieldKind::Switch, "off" | "false") => 0.0,
            (FieldKind::Choice(words), word) if words.contains(&word) => {
                words.iter().position(|other| *other == word).unwrap_or(0) as f64
            }
            (_, typed) => typed.parse().map_err(|_| format!("“{}” is no number; {}.", text.trim(), self.bounds()))?,
        };
        self.check(value).map(|()| value)
    }

    /// Whether a value can be taken.
    ///
    /// # Errors
    /// What would be right.
    pub fn check(&self, value: f64) -> Result<(), String> {
        let is_whole = matches!(self.kind, FieldKind::Real) || value.fract() == 0.0;
        if value.is_finite() && is_whole && (self.min..=self.max).contains(&value) {
            return Ok(());
        }
        Err(format!("{} is not taken; {}.", trimmed(value, 6), self.bounds()))
    }

    fn bounds(&self) -> String {
        let whole = if matches!(self.kind, FieldKind::Real) { "" } else { "a whole number, " };
        format!("give {whole}{} to {}", trimmed(self.min, 6), trimmed(self.max, 6))
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
