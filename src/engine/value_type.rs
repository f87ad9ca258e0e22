//! What a setting takes: its kind and its bounds, as forms and documents read and write them.

use serde_json::Value;

use super::cause::Cause;
use super::format::format_number;
use super::number::Number;

/// What kind of value a setting has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// On or off, kept as 1 and 0.
    Switch,
    /// A whole number.
    Whole,
    /// Any number.
    Real,
    /// One of some words, kept as its place among them.
    Choice(&'static [&'static str]),
}

/// A kind of value, and how far it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueType {
    /// What kind of value.
    pub kind: Kind,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

/// On or off.
pub(crate) const SWITCH: ValueType = ValueType {
    kind: Kind::Switch,
    min: 0.0,
    max: 1.0,
};

/// A whole number within bounds, both included.
pub const fn whole(min: f64, max: f64) -> ValueType {
    ValueType {
        kind: Kind::Whole,
        min,
        max,
    }
}

/// A number within bounds, both included.
pub const fn real(min: f64, max: f64) -> ValueType {
    ValueType {
        kind: Kind::Real,
        min,
        max,
    }
}

/// One of some words.
pub const fn choice(words: &'static [&'static str]) -> ValueType {
    ValueType {
        kind: Kind::Choice(words),
        min: 0.0,
        max: (words.len() - 1) as f64,
    }
}

impl ValueType {
    /// Whether a value can be taken.
    ///
    /// # Errors
    /// What would be right.
    pub fn check(&self, value: f64) -> Result<(), Cause> {
        let shown = || format_number(value, 6);
        if !value.is_finite() || !(self.min..=self.max).contains(&value) {
            return Err(Cause::out_of_bounds(shown(), self.expected()));
        }
        let is_whole = matches!(self.kind, Kind::Real) || value.fract() == 0.0;
        if is_whole {
            Ok(())
        } else {
            Err(Cause::not_taken(shown(), self.expected()))
        }
    }

    /// A value as a person reads it, without a unit.
    pub fn format(&self, value: f64) -> String {
        match self.kind {
            Kind::Switch => if value == 0.0 { "off" } else { "on" }.to_owned(),
            Kind::Choice(words) => words.get(value as usize).copied().unwrap_or("").to_owned(),
            Kind::Whole => format_number(value, 0),
            Kind::Real => format_number(value, 6),
        }
    }

    /// A typed text as a value.
    ///
    /// # Errors
    /// What would be right.
    pub fn parse(&self, text: &str) -> Result<f64, Cause> {
        let typed = text.trim().replace(',', ".");
        let value = match (self.kind, typed.as_str()) {
            (_, "") => {
                return Err(Cause::NotGiven {
                    expected: self.in_documents(),
                });
            }
            (Kind::Switch, "on" | "true") => 1.0,
            (Kind::Switch, "off" | "false") => 0.0,
            (Kind::Choice(words), word) if words.contains(&word) => {
                words.iter().position(|other| *other == word).unwrap_or(0) as f64
            }
            (_, typed) => {
                let wrong = |_| Cause::NotANumber {
                    text: text.trim().to_owned(),
                    expected: self.expected(),
                };
                typed.parse().map_err(wrong)?
            }
        };
        self.check(value).map(|()| value)
    }

    /// A value as documents have it: true and false, words, numbers, whole ones without a point.
    pub fn to_json_value(&self, value: f64) -> Value {
        match self.kind {
            Kind::Switch => Value::from(value != 0.0),
            Kind::Choice(words) => Value::from(words.get(value as usize).copied().unwrap_or("")),
            Kind::Whole | Kind::Real => Number::from(value).into(),
        }
    }

    /// A value out of a document. Whether it is within bounds [`ValueType::check`] says.
    ///
    /// # Errors
    /// What would be right.
    pub(crate) fn read_json_value(&self, value: &Value) -> Result<f64, Cause> {
        let read = match (self.kind, value) {
            (Kind::Switch, Value::Bool(is_on)) => Some(f64::from(u8::from(*is_on))),
            (Kind::Choice(words), Value::String(word)) => words
                .iter()
                .position(|other| other == word)
                .map(|place| place as f64),
            (Kind::Whole | Kind::Real, Value::Number(number)) => number.as_f64(),
            // People write numbers and switches as texts, as the files of most systems have them.
            (Kind::Switch | Kind::Whole | Kind::Real, Value::String(text)) => {
                return self.parse(text);
            }
            _ => None,
        };
        read.ok_or_else(|| Cause::not_taken(value, self.in_documents()))
    }

    fn expected(&self) -> String {
        let whole = if matches!(self.kind, Kind::Real) {
            ""
        } else {
            "a whole number, "
        };
        format!(
            "{whole}{} to {}",
            format_number(self.min, 6),
            format_number(self.max, 6)
        )
    }

    fn in_documents(&self) -> String {
        match self.kind {
            Kind::Switch => "true or false".to_owned(),
            Kind::Choice(words) => format!("“{}”", words.join("” or “")),
            Kind::Whole | Kind::Real => self.expected(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [ValueType; 4] = [
        ValueType {
            kind: Kind::Switch,
            min: 0.0,
            max: 1.0,
        },
        ValueType {
            kind: Kind::Choice(&["one", "two"]),
            min: 0.0,
            max: 1.0,
        },
        ValueType {
            kind: Kind::Whole,
            min: -3.0,
            max: 1e12,
        },
        ValueType {
            kind: Kind::Real,
            min: 0.25,
            max: 5.5,
        },
    ];

    #[test]
    fn what_is_written_is_read_again() {
        for value_type in ALL {
            for value in [value_type.min, value_type.max] {
                assert_eq!(value_type.check(value), Ok(()), "{value_type:?}");
                assert_eq!(
                    value_type.parse(&value_type.format(value)),
                    Ok(value),
                    "{value_type:?}"
                );
                assert_eq!(
                    value_type.read_json_value(&value_type.to_json_value(value)),
                    Ok(value),
                    "{value_type:?}"
                );
            }
        }
        assert_eq!(
            [ALL[2].to_json_value(7.0), ALL[3].to_json_value(4.0)].map(|value| value.to_string()),
            ["7", "4"]
        );
        assert_eq!(ALL[3].parse(" 1,5 "), Ok(1.5));
    }

    #[test]
    fn what_is_not_taken_says_what_is() {
        let [switch, choice, whole, real] = ALL;
        let is_whole = || "a whole number, -3 to 1000000000000".to_owned();
        let bounds = || "0.25 to 5.5".to_owned();
        assert_eq!(whole.check(1.5), Err(Cause::not_taken("1.5", is_whole())));
        assert_eq!(real.parse("6"), Err(Cause::out_of_bounds("6", bounds())));
        assert_eq!(real.parse(" "), Err(Cause::NotGiven { expected: bounds() }));
        assert_eq!(
            whole.parse(""),
            Err(Cause::NotGiven {
                expected: is_whole()
            })
        );
        assert_eq!(
            real.parse("x"),
            Err(Cause::NotANumber {
                text: "x".to_owned(),
                expected: bounds()
            })
        );
        for value in [f64::NAN, f64::INFINITY] {
            assert!(
                matches!(real.check(value), Err(Cause::OutOfBounds { .. })),
                "{value}"
            );
        }
        assert_eq!(
            switch.read_json_value(&Value::from(1)),
            Err(Cause::not_taken(1, "true or false"))
        );
        let six = choice.read_json_value(&Value::from("six"));
        assert_eq!(six, Err(Cause::not_taken("\"six\"", "“one” or “two”")));
        assert_eq!(whole.read_json_value(&Value::from("7")), Ok(7.0));
        assert_eq!(switch.read_json_value(&Value::from("true")), Ok(1.0));
        assert!(whole.read_json_value(&Value::from("seven")).is_err());
    }
}
