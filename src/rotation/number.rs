//! Numbers as documents have them.

use serde::{Serialize, Serializer};

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
        // Up to here every whole number has its own bits.
        let is_whole = value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0;
        if is_whole { Self::Whole(value as i64) } else { Self::Real(value) }
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
