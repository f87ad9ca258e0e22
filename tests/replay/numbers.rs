//! Numbers as the recordings write them: NaN and the infinities as strings, everything else exact.

use serde_json::Value;

/// A number of a recording.
pub fn number(value: &Value) -> f64 {
    match value {
        Value::Number(number) => number.as_f64().unwrap(),
        Value::String(text) => match text.as_str() {
            "NaN" => f64::NAN,
            "Infinity" => f64::INFINITY,
            "-Infinity" => f64::NEG_INFINITY,
            other => panic!("{other} is not a number"),
        },
        other => panic!("{other} is not a number"),
    }
}

/// Equal to the last bit; NaN equals NaN.
pub fn same(left: f64, right: f64) -> bool {
    left == right || (left.is_nan() && right.is_nan())
}

/// Says where two numbers differ.
pub fn expect(key: &str, ours: f64, recorded: &Value) -> Result<(), String> {
    let recorded = number(recorded);
    if same(ours, recorded) {
        Ok(())
    } else {
        Err(format!("{key}: {ours:?} here, {recorded:?} recorded"))
    }
}

/// The texts of an array.
pub fn texts(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap())
        .collect()
}
