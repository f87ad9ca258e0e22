//! Compact formats of times and sizes.

use super::limiter_version::Unit;
use crate::engine::format::{format_grouped, format_number};

/// A number in few characters: 950, 12.5k, 3.58M.
pub fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 1e9 => format!("{}G", format_number(value / 1e9, 2)),
        size if size >= 1e6 => format!("{}M", format_number(value / 1e6, 2)),
        size if size >= 1e4 => format!("{}k", format_number(value / 1e3, 1)),
        _ => format_grouped(value),
    }
}

/// Microseconds formatted as seconds.
pub fn seconds(micros: u64) -> String {
    format!("{} s", format_number(micros as f64 / 1e6, 3))
}

/// A rate with its unit.
pub fn rate(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Bytes => format!("{}/s", bytes(value)),
        Unit::Documents => format!("{} docs/s", format_grouped(value)),
    }
}

/// An amount with its unit.
pub fn amount(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Bytes => bytes(value),
        Unit::Documents => format!("{} docs", format_grouped(value)),
    }
}

/// A kb is 1024 bytes, as in the options: the default 500kb is 500 KiB here.
fn bytes(value: f64) -> String {
    match value.abs() {
        size if size >= 1_048_576.0 => format!("{} MiB", format_number(value / 1_048_576.0, 2)),
        size if size >= 1024.0 => format!("{} KiB", format_number(value / 1024.0, 1)),
        _ => format!("{} B", format_number(value, 0)),
    }
}
