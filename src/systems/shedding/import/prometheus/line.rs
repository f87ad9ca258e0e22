//! One line of metrics: its name, its labels, its value.

use crate::engine::Cause;

/// A line that gives a value.
#[derive(Debug, PartialEq)]
pub(super) struct Sample<'a> {
    /// The label `broker`; an empty one is none.
    pub(super) broker: Option<String>,
    /// The value as it stands there.
    pub(super) value: &'a str,
}

/// The name with which a line begins.
pub(super) fn name_of(line: &str) -> &str {
    line.split(|c: char| c == '{' || c.is_whitespace())
        .next()
        .unwrap_or_default()
}

/// Reads a line behind its name. What follows the value, a time or an example, is left alone.
///
/// # Errors
/// What is wrong with the line and what would be right.
pub(super) fn read(line: &str) -> Result<Sample<'_>, Cause> {
    let mut rest = line[name_of(line).len()..].trim_start();
    let mut broker = None;
    if let Some(labels) = rest.strip_prefix('{') {
        (broker, rest) = read_labels(labels)?;
    }
    let value = rest.split_whitespace().next().ok_or(Cause::BadLine {
        problem: "it has no value",
        remedy: "a percentage belongs behind the labels",
    })?;
    Ok(Sample {
        broker: broker.filter(|name| !name.is_empty()),
        value,
    })
}

/// The label `broker` among those behind a brace, and what follows the closing one.
fn read_labels(mut rest: &str) -> Result<(Option<String>, &str), Cause> {
    let mut broker = None;
    loop {
        rest = rest.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
        if let Some(after) = rest.strip_prefix('}') {
            return Ok((broker, after));
        }
        let cut = || Cause::BadLine {
            problem: "its labels do not end",
            remedy: "copy the line again, up to its value",
        };
        let (key, after) = rest.split_once('=').ok_or_else(cut)?;
        let quoted = after.trim_start().strip_prefix('"');
        let quoted = quoted.ok_or(Cause::BadLine {
            problem: "a label's value has no quotes",
            remedy: "write it as broker=\"name\"",
        })?;
        let (value, after) = unquoted(quoted).ok_or_else(cut)?;
        if key.trim_end() == "broker" {
            broker = Some(value);
        }
        rest = after;
    }
}

/// A label's value up to its closing quote, and what follows that.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.char_indices();
    loop {
        match chars.next()? {
            (at, '"') => return Some((value, &text[at + 1..])),
            (_, '\\') => match chars.next()?.1 {
                'n' => value.push('\n'),
                c @ ('"' | '\\') => value.push(c),
                // Nobody writes such a pair; what stands there is taken.
                other => value.extend(['\\', other]),
            },
            (_, c) => value.push(c),
        }
    }
}

/// Whether a line could be some metric: a name, and a number as its value or the value before its time.
pub(super) fn is_metric(line: &str) -> bool {
    let is_start = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | ':');
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let words = line.split_whitespace();
    line.starts_with(is_start) && words.clone().count() > 1 && words.last().is_some_and(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        for (line, broker, value) in [
            ("a 3", None, "3"),
            ("a{} 3 1710000000000", None, "3"),
            ("a{broker=\"b\"}4.5E-5", Some("b"), "4.5E-5"),
            (
                "a { x = \"1,}\\\"\", broker = \"b\\\\c\\d\" , } NaN # {} 1",
                Some("b\\c\\d"),
                "NaN",
            ),
            ("a{broker=\"\"} 3", None, "3"),
            ("a{Broker=\"b\",brokers=\"c\"} 3", None, "3"),
            ("a{broker=\"ü\",broker=\"b\"} 3", Some("b"), "3"),
        ] {
            let expected = Sample {
                broker: broker.map(str::to_owned),
                value,
            };
            assert_eq!(read(line), Ok(expected), "{line}");
        }
        for (line, word) in [
            ("a", "no value"),
            ("a{broker=\"b\"}", "no value"),
            ("a{broker=\"b", "do not end"),
            ("a{broker=\"b\\", "do not end"),
            ("a{broker=\"b\" 3", "do not end"),
            ("a{broker", "do not end"),
            ("a{broker=b} 3", "no quotes"),
        ] {
            assert!(read(line).unwrap_err().to_string().contains(word), "{line}");
        }
    }

    #[test]
    fn metrics_are_told_from_other_lines() {
        for line in [
            "jvm_x{a=\"b c\"} 3",
            "x 1.0 1710000000000",
            "up NaN",
            ":rule:x 0",
        ] {
            assert!(is_metric(line), "{line}");
        }
        for line in ["$ curl x 3", "Connected to host", "up", "3 4", "---"] {
            assert!(!is_metric(line), "{line}");
        }
    }
}
