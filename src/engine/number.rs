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
        if is_whole { Self::Whole(value as i64) } else { Self::Real(value) }
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
pub fn write_number<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Number::from(*value).serialize(serializer)
}

/// Writes a number that may be missing.
///
/// # Errors
/// Of the serializer.
pub fn write_option<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    value.map(Number::from).serialize(serializer)
}
