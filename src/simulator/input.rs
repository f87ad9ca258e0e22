//! Values that people type and choose: types, and one way to read them.

use crate::run::words::{clock, read_clock};
use crate::run::{Kind, Takes};

/// A value that was typed or chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum InputValue {
    /// A number, in the unit of its input.
    Number(f64),
    /// A text, or the id of an option.
    Text(String),
}

impl InputValue {
    /// The number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(_) => None,
        }
    }

    /// The text; empty for a number.
    pub fn text(&self) -> &str {
        match self {
            Self::Number(_) => "",
            Self::Text(text) => text,
        }
    }
}

/// What an input takes.
#[derive(Clone, Debug, PartialEq)]
pub enum InputType {
    /// A number within bounds.
    Number(Takes),
    /// A time after the start, in seconds.
    Time,
    /// A text; the system checks it.
    Text,
    /// One of some options, by its id; the label is what a person reads.
    Options(Vec<(String, String)>),
}

impl InputType {
    /// Reads what was typed.
    ///
    /// # Errors
    /// What is wrong with the text, and what would be right.
    pub fn parse(&self, text: &str) -> Result<InputValue, String> {
        match self {
            Self::Number(takes) => takes.parse(text).map(InputValue::Number),
            Self::Time => read_clock(text).map(InputValue::Number),
            Self::Text => Ok(InputValue::Text(text.trim().to_owned())),
            Self::Options(options) => match options.iter().find(|(id, _)| id == text) {
                Some((id, _)) => Ok(InputValue::Text(id.clone())),
                None => Err(format!("“{text}” is not one of the options.")),
            },
        }
    }

    /// A value as a person reads it, without its unit.
    pub fn format(&self, value: &InputValue) -> String {
        match (self, value) {
            (Self::Number(takes), InputValue::Number(number)) => takes.format(*number),
            (Self::Time, InputValue::Number(seconds)) => clock(*seconds),
            (Self::Options(options), InputValue::Text(id)) => {
                options.iter().find(|(other, _)| other == id).map_or_else(|| id.clone(), |(_, label)| label.clone())
            }
            (_, InputValue::Text(text)) => text.clone(),
            (_, InputValue::Number(number)) => number.to_string(),
        }
    }

    /// Whether a value is on or off.
    pub fn is_switch(&self) -> bool {
        matches!(self, Self::Number(Takes { kind: Kind::Switch, .. }))
    }
}
