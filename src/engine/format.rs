//! Numbers in words: one way of writing them for the whole crate.

use super::cause::Cause;
use super::explain::{Operand, Unit, Value};

/// One side of a test as text.
pub(crate) fn format_operand(side: &Operand, unit: Unit) -> String {
    match &side.value {
        Value::Number(number) => format_value(*number, unit),
        Value::Name(name) => name.to_string(),
    }
}

/// A number in its unit, as a person reads it.
pub fn format_value(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Fraction => format!("{} %", format_number(value * 100.0, 2)),
        Unit::Percent => format!("{} %", format_number(value, 2)),
        Unit::Points => format!("{} points", format_number(value, 2)),
        Unit::MsgRate => format!("{} msg/s", format_grouped(value)),
        Unit::ByteRate => format_byte_rate(value),
        Unit::Bytes => format_bytes(value, ""),
        // A slow rate has hundredths: 0.05 is no tenth.
        Unit::PerSecond if value.abs() < 10.0 => format!("{}/s", format_number(value, 2)),
        Unit::PerSecond => format!("{}/s", format_grouped(value)),
        Unit::Number => format_number(value, 2),
        Unit::Count | Unit::Name => format_number(value, 0),
        Unit::Minutes => format!("{} min", format_number(value, 1)),
        Unit::Seconds => format!("{} s", format_number(value, 1)),
        Unit::Millis => format!("{} ms", format_grouped(value)),
        Unit::Times => format!("{} ×", format_number(value, 2)),
    }
}

/// A time as a clock: hours, minutes, seconds, and a tenth where there is one.
pub(crate) fn format_clock(at_s: f64) -> String {
    let tenths = (at_s.abs() * 10.0).round() as u64;
    let (seconds, tenth) = (tenths / 10, tenths % 10);
    let minus = if at_s < 0.0 && tenths > 0 { "-" } else { "" };
    let whole = format!(
        "{minus}{:02}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    );
    if tenth == 0 {
        whole
    } else {
        format!("{whole}.{tenth}")
    }
}

/// A time as people write it, in seconds: `90`, `1:30`, `0:01:30,5`.
///
/// # Errors
/// With what can be written.
pub(crate) fn parse_clock(text: &str) -> Result<f64, Cause> {
    let mut at_s = Some(0.0);
    for part in text.trim().split(':') {
        let part = part
            .replace(',', ".")
            .parse::<f64>()
            .ok()
            .filter(|part| (0.0..=1e9).contains(part));
        at_s = at_s.and_then(|at_s: f64| Some(at_s * 60.0 + part?));
    }
    at_s.ok_or_else(|| Cause::NotATime {
        text: text.trim().to_owned(),
    })
}

/// A rate of bytes in the unit that fits it.
pub(crate) fn format_byte_rate(value: f64) -> String {
    format_bytes(value, "/s")
}

fn format_bytes(value: f64, per: &str) -> String {
    let (divisor, unit) = match value.abs() {
        size if size >= 1_073_741_824.0 => (1_073_741_824.0, "GiB"),
        size if size >= 1_048_576.0 => (1_048_576.0, "MiB"),
        size if size >= 1024.0 => (1024.0, "KiB"),
        _ => (1.0, "B"),
    };
    format!("{} {unit}{per}", format_number(value / divisor, 1))
}

/// From this size on a number is written with a power of ten.
const TOO_LONG: f64 = 1e19;

/// A number with at most `decimals` decimals and no zeros behind them.
pub(crate) fn format_number(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        let word = if value.is_nan() {
            "not a number"
        } else {
            "infinite"
        };
        return format!("{}{word}", if value < 0.0 { "minus " } else { "" });
    }
    if value.abs() >= TOO_LONG {
        return format!("{value:e}");
    }
    let text = format!("{value:.decimals$}");
    let text = if decimals > 0 {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// A whole number with thin gaps between thousands; small ones keep a decimal.
pub(crate) fn format_grouped(value: f64) -> String {
    if !value.is_finite() || value.abs() < 1000.0 {
        return format_number(value, 1);
    }
    let digits = format_number(value, 0);
    let whole = digits.trim_start_matches('-');
    let mut text = String::from(if value < 0.0 { "-" } else { "" });
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_and_read_as_people_do() {
        for (at_s, text) in [
            (0.0, "00:00:00"),
            (90.0, "00:01:30"),
            (3600.25, "01:00:00.3"),
            (-1.0, "-00:00:01"),
        ] {
            assert_eq!(format_clock(at_s), text);
        }
        for (text, at_s) in [
            ("90", 90.0),
            ("1:30", 90.0),
            (" 1:00:00.5 ", 3600.5),
            ("0:01,5", 1.5),
        ] {
            assert_eq!(parse_clock(text), Ok(at_s), "{text}");
        }
        for text in ["", "x", "1:", "-3", "1e999", "nan", "1::2"] {
            assert_eq!(
                parse_clock(text),
                Err(Cause::NotATime {
                    text: text.to_owned()
                })
            );
        }
    }

    #[test]
    fn numbers_are_written_as_people_write_them() {
        for (value, decimals, text) in [
            (0.0, 2, "0"),
            (-0.0, 2, "0"),
            (-0.001, 2, "0"),
            (12.5, 1, "12.5"),
            (12.04, 1, "12"),
            (99.96, 1, "100"),
            (-3.25, 2, "-3.25"),
            (0.05, 2, "0.05"),
            (1_234_567.0, 0, "1234567"),
            (0.9, 9, "0.9"),
            (1e15, 3, "1000000000000000"),
            (2.5e20, 0, "2.5e20"),
            (f64::NEG_INFINITY, 1, "minus infinite"),
            (f64::NAN, 1, "not a number"),
        ] {
            assert_eq!(format_number(value, decimals), text, "{value}");
        }
        assert_eq!(format_grouped(1_234_567.4), "1\u{202f}234\u{202f}567");
        assert_eq!(format_grouped(-12_345.0), "-12\u{202f}345");
        assert_eq!(format_grouped(999.94), "999.9");
    }
}
