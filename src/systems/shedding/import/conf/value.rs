//! Values of broker.conf as a broker takes them: which are none, and what was probably meant.

use crate::engine::Kind;
use crate::systems::shedding::settings::{Key, Setting};

/// What a value comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// A value, with a remark where the broker reads something else than it looks like.
    Value(f64, Option<String>),
    /// Nothing: the default stays.
    Empty,
    /// No value that can be taken, and why, with what would be right.
    Refused(String),
}

/// Reads the value of a setting.
pub fn read(row: &Setting, text: &str) -> Reading {
    if text.is_empty() {
        return Reading::Empty;
    }
    if text.starts_with('$') {
        return Reading::Refused(format!(
            "“{text}” is filled in from the environment when the broker starts, so the value is not known here"
        ));
    }
    match row.value_type.kind {
        Kind::Switch => read_switch(text),
        Kind::Whole => match text.parse::<i64>() {
            Ok(whole) => bounded(row, whole as f64),
            Err(_) => refused(row, text, "no whole number"),
        },
        Kind::Real | Kind::Choice(_) => match text
            .trim_end_matches(['d', 'D', 'f', 'F'])
            .parse::<f64>()
        {
            Ok(real) if real.is_finite() => bounded(row, real),
            Ok(_) => Reading::Refused(format!("“{text}” is not an amount that can be compared")),
            Err(_) => refused(row, text, "no number"),
        },
    }
}

fn read_switch(text: &str) -> Reading {
    if text.eq_ignore_ascii_case("true") {
        Reading::Value(1.0, None)
    } else if text.eq_ignore_ascii_case("false") {
        Reading::Value(0.0, None)
    } else {
        let remark = format!(
            "a broker reads anything but “true” as false, “{}” too",
            super::super::text::shortened(text)
        );
        Reading::Value(0.0, Some(remark))
    }
}

fn bounded(row: &Setting, value: f64) -> Reading {
    if row.value_type.check(value).is_ok() {
        return Reading::Value(value, None);
    }
    let (min, max) = (row.value_type.min, row.value_type.max);
    let is_share = matches!(row.key, Key::HistoryPercentage | Key::MaxUnloadPercentage);
    let hint = if is_share && value > 1.0 && value <= 100.0 {
        format!(
            "; it is a fraction although the key says percentage, so {} was probably meant",
            value / 100.0
        )
    } else {
        String::new()
    };
    Reading::Refused(format!("{value} is outside of {min} to {max}{hint}"))
}

fn refused(row: &Setting, text: &str, what: &str) -> Reading {
    let shown = super::super::text::shortened(text);
    let meant =
        meant(text, row.value_type.kind).filter(|value| row.value_type.check(*value).is_ok());
    let remedy = meant.map_or(String::new(), |value| {
        format!("; write {}", row.format_conf_value(value))
    });
    Reading::Refused(format!(
        "“{shown}” is {what}, and a broker does not start with it{remedy}"
    ))
}

/// The number that was probably meant: a product, a number with a comment, quotes, a percent sign,
/// separators or a needless fraction.
pub(crate) fn meant(text: &str, kind: Kind) -> Option<f64> {
    let text = text.split(['#', ';']).next().unwrap_or_default();
    let text = text.split("//").next().unwrap_or_default();
    let text = text
        .trim()
        .trim_matches(['"', '\''])
        .trim_end_matches('%')
        .trim();
    let product = text.split('*').try_fold(1.0, |product, factor| {
        Some(product * number(factor.trim(), kind)?)
    })?;
    let is_right = product.is_finite() && (kind == Kind::Real || product.fract() == 0.0);
    is_right.then_some(product)
}

fn number(text: &str, kind: Kind) -> Option<f64> {
    let plain = match kind {
        Kind::Real | Kind::Choice(_) => text.replace(',', "."),
        Kind::Whole | Kind::Switch => text.replace([',', '_'], ""),
    };
    let plain = plain.trim_end_matches(['L', 'l']);
    let starts_right =
        plain.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'));
    if starts_right {
        plain.parse().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(key: Key, text: &str) -> String {
        match read(key.row(), text) {
            Reading::Refused(why) => why,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_product_is_refused_and_worked_out() {
        let why = refusal(Key::MinUnloadThroughput, "10 * 1024 * 1024");
        assert!(
            why.contains("no whole number") && why.ends_with("write 10485760"),
            "{why}"
        );
        for (text, meant) in [
            ("85%", "85"),
            ("85.0", "85"),
            ("\"85\"", "85"),
            ("85 # line", "85"),
            ("1,0", "10"),
            ("8_5", "85"),
        ] {
            let why = refusal(Key::OverloadedPercentage, text);
            assert!(why.ends_with(&format!("write {meant}")), "{why}");
        }
        assert!(!refusal(Key::OverloadedPercentage, "high").contains("write"));
        assert!(!refusal(Key::OverloadedPercentage, "85.5").contains("write"));
        assert!(refusal(Key::CpuWeight, "0,5").ends_with("write 0.5"));
    }

    #[test]
    fn values_as_java_reads_them() {
        assert_eq!(
            read(Key::CpuWeight.row(), "0.5d"),
            Reading::Value(0.5, None)
        );
        assert_eq!(
            read(Key::CpuWeight.row(), "1e1"),
            Reading::Value(10.0, None)
        );
        assert_eq!(
            read(Key::MinUnloadMessage.row(), "+5"),
            Reading::Value(5.0, None)
        );
        assert_eq!(
            read(Key::SheddingEnabled.row(), "TRUE"),
            Reading::Value(1.0, None)
        );
        assert!(
            matches!(read(Key::SheddingEnabled.row(), "yes"), Reading::Value(value, Some(_)) if value == 0.0)
        );
        assert_eq!(read(Key::CpuWeight.row(), ""), Reading::Empty);
        assert!(refusal(Key::CpuWeight, "NaN").contains("compared"));
        assert!(refusal(Key::CpuWeight, "${CPU}").contains("environment"));
        assert!(refusal(Key::HistoryPercentage, "90").contains("0.9 was probably meant"));
    }
}
