//! Values that people type and choose: types, and one way to read them.

use crate::engine::format::{format_clock, parse_clock};
use crate::engine::{Cause, Kind, Thing, ValueType};

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
    Number(ValueType),
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
    pub fn parse(&self, text: &str) -> Result<InputValue, Cause> {
        match self {
            Self::Number(value_type) => value_type.parse(text).map(InputValue::Number),
            Self::Time => parse_clock(text).map(InputValue::Number),
            Self::Text => Ok(InputValue::Text(text.trim().to_owned())),
            Self::Options(options) => match options.iter().find(|(id, _)| id == text) {
                Some((id, _)) => Ok(InputValue::Text(id.clone())),
                None => {
                    let ids: Vec<&str> = options.iter().map(|(id, _)| id.as_str()).collect();
                    Err(Cause::unknown_among(Thing::Choice, text, &ids))
                }
            },
        }
    }

    /// Whether a value can be taken.
    ///
    /// # Errors
    /// What would be right.
    pub fn check(&self, value: &InputValue) -> Result<(), Cause> {
        match (self, value) {
            (Self::Number(value_type), InputValue::Number(number)) => value_type.check(*number),
            (Self::Time, InputValue::Number(seconds)) if (0.0..=1e9).contains(seconds) => Ok(()),
            (Self::Text, InputValue::Text(_)) => Ok(()),
            (Self::Options(_), InputValue::Text(id)) => self.parse(id).map(drop),
            (Self::Number(_) | Self::Time, _) => Err(Cause::needs("a number")),
            (Self::Text | Self::Options(_), InputValue::Number(_)) => Err(Cause::needs("a text")),
        }
    }

    /// A value as a person reads it, without its unit.
    pub fn format(&self, value: &InputValue) -> String {
        match (self, value) {
            (Self::Number(value_type), InputValue::Number(number)) => value_type.format(*number),
            (Self::Time, InputValue::Number(seconds)) => format_clock(*seconds),
            (Self::Options(options), InputValue::Text(id)) => options
                .iter()
                .find(|(other, _)| other == id)
                .map_or_else(|| id.clone(), |(_, label)| label.clone()),
            (_, InputValue::Text(text)) => text.clone(),
            (_, InputValue::Number(number)) => number.to_string(),
        }
    }

    /// Whether a value is on or off.
    pub fn is_switch(&self) -> bool {
        matches!(
            self,
            Self::Number(ValueType {
                kind: Kind::Switch,
                ..
            })
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_taken_and_what_is_of_another_kind_is_not() {
        let options = InputType::Options(vec![("a".to_owned(), "The first".to_owned())]);
        let number = InputType::Number(ValueType {
            kind: Kind::Whole,
            min: 0.0,
            max: 9.0,
        });
        for (input, text, other) in [
            (&number, "7", InputValue::Number(10.0)),
            (&InputType::Time, "00:01:30", InputValue::Number(-1.0)),
            (&InputType::Text, " v1 ", InputValue::Number(1.0)),
            (&options, "a", InputValue::Text("b".to_owned())),
        ] {
            let value = input.parse(text).unwrap();
            assert_eq!(input.check(&value), Ok(()), "{text}");
            assert!(input.check(&other).is_err(), "{other:?}");
        }
        let text = InputValue::Text(String::new());
        assert_eq!(
            [number.check(&text), InputType::Time.check(&text)],
            ["a number"; 2].map(|needed| Err(Cause::needs(needed)))
        );
    }
}
