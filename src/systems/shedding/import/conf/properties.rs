//! Lines of `key=value` as broker.conf has them, and the shapes in which deployments carry them.
//!
//! Java properties: comments with `#` or `!`, `key=value`, `key = value`, `key: value`, escapes, lines
//! that go on after a backslash. Besides: YAML's `key: "value"`, and `- KEY=value` of an environment.

/// The prefix with which the container image adds a key that its broker.conf does not have.
pub(crate) const ENVIRONMENT_PREFIX: &str = "PULSAR_PREFIX_";

/// In which shape a line stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A line of a properties file.
    Property,
    /// A property with a colon, while it is not known whether it is YAML. No entry that is handed out.
    Colon,
    /// `key: "value"` of a YAML map, as charts and config maps have it.
    Yaml,
    /// `- KEY=value` of a container's environment.
    Environment,
    /// A comment of ours: `# shedscope.key=value`.
    Comment,
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The key, without [`ENVIRONMENT_PREFIX`].
    pub key: String,
    /// The value, without white space around it.
    pub value: String,
    /// In which shape it stood.
    pub shape: Shape,
    /// Whether the key carried [`ENVIRONMENT_PREFIX`].
    pub(crate) is_prefixed: bool,
}

/// Every entry of a text, in order. Whatever is no entry is passed over.
pub fn read(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut lines = text
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .enumerate();
    while let Some((index, first)) = lines.next() {
        let trimmed = trim_start(first);
        if let Some(comment) = trimmed.strip_prefix(['#', '!']) {
            entries.extend(read_comment(comment, index + 1));
            continue;
        }
        let mut logical = trimmed.to_owned();
        while ends_with_continuation(&logical) {
            logical.pop();
            let Some((_, next)) = lines.next() else { break };
            logical.push_str(trim_start(next));
        }
        entries.extend(read_line(&logical, index + 1));
    }
    // A colon without quotes is the same in both; the lines around it tell which it is.
    let is_deployment = entries
        .iter()
        .any(|entry| matches!(entry.shape, Shape::Yaml | Shape::Environment));
    for entry in &mut entries {
        if entry.shape == Shape::Colon {
            entry.shape = if is_deployment {
                Shape::Yaml
            } else {
                Shape::Property
            };
        }
    }
    entries
}

fn trim_start(line: &str) -> &str {
    line.trim_start_matches([' ', '\t', '\x0c'])
}

fn ends_with_continuation(line: &str) -> bool {
    line.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

/// Comments in which Shedscope keeps what no broker knows.
fn read_comment(comment: &str, line: usize) -> Option<Entry> {
    let comment = comment.trim();
    if !comment.starts_with("shedscope.") {
        return None;
    }
    let (key, value) = comment.split_once('=')?;
    let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
    Some(Entry {
        line,
        key,
        value,
        shape: Shape::Comment,
        is_prefixed: false,
    })
}

fn read_line(line: &str, number: usize) -> Option<Entry> {
    let (body, is_listed) = match line.strip_prefix("- ") {
        Some(item) => (unquoted(item.trim()), true),
        None => (line, false),
    };
    let (key, separator, value) = split(body);
    let key = unescaped(unquoted(&key));
    if key.is_empty() {
        return None;
    }
    let (value, shape) = match separator {
        Some(':') if is_yaml(value) => (yaml_value(value), Shape::Yaml),
        _ if is_listed => (unquoted(value.trim()).to_owned(), Shape::Environment),
        Some(':') => (unescaped(value).trim().to_owned(), Shape::Colon),
        _ => (unescaped(value).trim().to_owned(), Shape::Property),
    };
    let (key, is_prefixed) = match key.strip_prefix(ENVIRONMENT_PREFIX) {
        Some(rest) => (rest.to_owned(), true),
        None => (key, false),
    };
    Some(Entry {
        line: number,
        key,
        value,
        shape,
        is_prefixed,
    })
}

/// A key with its escapes, the separator (none for white space alone), and the rest.
fn split(line: &str) -> (String, Option<char>, &str) {
    let mut is_escaped = false;
    let mut end = line.len();
    for (at, c) in line.char_indices() {
        if is_escaped {
            is_escaped = false;
        } else if c == '\\' {
            is_escaped = true;
        } else if matches!(c, '=' | ':' | ' ' | '\t' | '\x0c') {
            end = at;
            break;
        }
    }
    let (key, rest) = line.split_at(end);
    let rest = trim_start(rest);
    match rest.chars().next() {
        Some(c @ ('=' | ':')) => (key.to_owned(), Some(c), trim_start(&rest[1..])),
        _ => (key.to_owned(), None, rest),
    }
}

/// Whether what stands behind a colon is written as YAML writes it. `key:value` and `key: value`
/// alone are the same in both.
fn is_yaml(value: &str) -> bool {
    let value = value.trim();
    value.is_empty() || value.starts_with(['"', '\'']) || value.contains(" #")
}

fn yaml_value(value: &str) -> String {
    let value = value.trim();
    for quote in ['"', '\''] {
        if let Some(rest) = value.strip_prefix(quote) {
            return rest
                .split(quote)
                .next()
                .unwrap_or_default()
                .trim()
                .to_owned();
        }
    }
    let value = value.split(" #").next().unwrap_or_default();
    if value.starts_with('#') {
        String::new()
    } else {
        value.trim().to_owned()
    }
}

fn unquoted(text: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(inner) = text
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote))
        {
            return inner;
        }
    }
    text
}

fn unescaped(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut result = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            result.push(c);
            continue;
        }
        match chars.next() {
            Some('t') => result.push('\t'),
            Some('n') => result.push('\n'),
            Some('r') => result.push('\r'),
            Some('f') => result.push('\x0c'),
            Some('u') => {
                let code: String = chars.clone().take(4).collect();
                match u32::from_str_radix(&code, 16).ok().and_then(char::from_u32) {
                    Some(c) if code.len() == 4 => {
                        result.push(c);
                        chars.nth(3);
                    }
                    _ => result.push('u'),
                }
            }
            Some(other) => result.push(other),
            None => {}
        }
    }
    result
}

/// A value with the escapes that it needs to be read back.
pub fn escaped(value: &str) -> String {
    let mut result = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            '\t' => result.push_str("\\t"),
            '\x0c' => result.push_str("\\f"),
            c => result.push(c),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(usize, String, String)> {
        read(text)
            .into_iter()
            .map(|entry| (entry.line, entry.key, entry.value))
            .collect()
    }

    fn pair(line: usize, key: &str, value: &str) -> (usize, String, String) {
        (line, key.to_owned(), value.to_owned())
    }

    #[test]
    fn the_ways_of_properties() {
        let text = "# comment\r\n! comment\r\na=1\r\n  b = 2 \r\nc: 3\r\nd 4\r\n\r\ne=\r\nf=one\\\r\n   two\r\ng=h=i";
        let expected = [
            pair(3, "a", "1"),
            pair(4, "b", "2"),
            pair(5, "c", "3"),
            pair(6, "d", "4"),
            pair(8, "e", ""),
            pair(9, "f", "onetwo"),
            pair(11, "g", "h=i"),
        ];
        assert_eq!(pairs(text), expected);
        assert_eq!(
            pairs("a\\=b=\\u00e9\\t\\\\"),
            [pair(1, "a=b", "\u{e9}\t\\")]
        );
        assert_eq!(pairs("a=\\u12"), [pair(1, "a", "u12")]);
        assert_eq!(pairs("a=1\\"), [pair(1, "a", "1")]);
        assert_eq!(pairs("a=\"1\""), [pair(1, "a", "\"1\"")]);
    }

    #[test]
    fn the_shapes_of_deployments() {
        let text = "data:\n  a: \"1\"   # why\n  b: '2'\n  c: 3 # why\n  - PULSAR_PREFIX_d=4\n  - \"e=5\"\n";
        let entries = read(text);
        let values: Vec<(&str, &str)> = entries
            .iter()
            .map(|entry| (entry.key.as_str(), entry.value.as_str()))
            .collect();
        assert_eq!(
            values,
            [
                ("data", ""),
                ("a", "1"),
                ("b", "2"),
                ("c", "3"),
                ("d", "4"),
                ("e", "5")
            ]
        );
        assert!(entries[4].is_prefixed && entries[4].shape == Shape::Environment);
        assert_eq!(entries[1].shape, Shape::Yaml);
    }

    #[test]
    fn our_own_comments_are_read() {
        let entries = read("# shedscope.release=5.0\n# shedscope is fine\n");
        assert_eq!(entries.len(), 1);
        assert_eq!(
            (entries[0].key.as_str(), entries[0].value.as_str()),
            ("shedscope.release", "5.0")
        );
    }

    #[test]
    fn escapes_are_read_back() {
        for value in ["a\\b", "two\nlines", "tab\there", "plain"] {
            assert_eq!(
                pairs(&format!("k={}", escaped(value))),
                [pair(1, "k", value)]
            );
        }
    }
}
