//! Numbers as documents have them.

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::limits::MAX_EXACT;

/// A number that is written without a point where it is whole.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Number {
    /// Whole, and small enough to be exact.
    Whole(i64),
    /// Any other.
    Real(f64),
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        let is_whole = value.fract() == 0.0 && value.abs() <= MAX_EXACT;
        if is_whole {
            Self::Whole(value as i64)
        } else {
            Self::Real(value)
        }
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        match number {
            Number::Whole(value) => Self::from(value),
            Number::Real(value) => Self::from(value),
        }
    }
}

/// Writes a number.
///
/// # Errors
/// Of the serializer.
pub(crate) fn write_number<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Number::from(*value).serialize(serializer)
}

/// Writes a number that may be missing.
///
/// # Errors
/// Of the serializer.
pub(crate) fn write_option<S: Serializer>(
    value: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.map(Number::from).serialize(serializer)
}

/// A number as JSON, as short as it is exact: whole numbers without a point, and 21.2 for a value of single precision
/// that is 21.200000762939453 in double precision. JSON has no NaN and no infinities, so those are texts.
pub fn to_short_json(value: f64) -> Value {
    if value.is_nan() {
        return Value::from("NaN");
    }
    if value.is_infinite() {
        return Value::from(if value > 0.0 { "Infinity" } else { "-Infinity" });
    }
    let single = value as f32;
    let is_single = f64::from(single) == value;
    let shortest = if is_single {
        single.to_string().parse().unwrap_or(value)
    } else {
        value
    };
    Number::from(shortest).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_are_exact() {
        let cases = [
            (f64::from(21.2_f32), "21.2"),
            (21.2, "21.2"),
            (50.0, "50"),
            (1.0 / 3.0, "0.3333333333333333"),
            (-0.25, "-0.25"),
            (1e300, "1e+300"),
            (f64::NAN, "\"NaN\""),
            (f64::NEG_INFINITY, "\"-Infinity\""),
        ];
        for (value, text) in cases {
            assert_eq!(to_short_json(value).to_string(), text);
        }
    }
}
