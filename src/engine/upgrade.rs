//! Older documents: the names that members had in them, replaced in the text before it is parsed, so that an error still
//! has the line that the person sees and a member that is there twice is still found.

/// A member of version 1 and its name since: its path from the document's root, keys between points and `*` for
/// every element of a list and every key of an object, and the name that has taken the place of its last key.
pub type Renamed = (&'static str, &'static str);

/// Deeper members are copied as they are.
const MAX_DEPTH: usize = 16;

/// The version of the format that a document says it has; `None` where it does not say so at its top.
pub(crate) fn version_of(text: &str) -> Option<u32> {
    let mut found = None;
    scan(text, |path, place| {
        if found.is_none() && path == [Some("shedscope")] {
            let rest = text[place.end..]
                .trim_start()
                .strip_prefix(':')
                .unwrap_or("")
                .trim_start();
            let digits = rest.len()
                - rest
                    .trim_start_matches(|letter: char| letter.is_ascii_digit())
                    .len();
            found = rest[..digits].parse().ok();
        }
    });
    found
}

/// The text with the members of `names` renamed; everything else of it is copied.
pub(crate) fn rename_members(text: &str, names: &[Renamed]) -> String {
    let mut renamed = String::with_capacity(text.len());
    let mut copied = 0;
    scan(text, |path, place| {
        if let Some((_, name)) = names.iter().find(|(old, _)| matches(path, old)) {
            renamed.push_str(&text[copied..place.start]);
            renamed.push('"');
            renamed.push_str(name);
            renamed.push('"');
            copied = place.end;
        }
    });
    renamed.push_str(&text[copied..]);
    renamed
}

fn matches(path: &[Option<&str>], pattern: &str) -> bool {
    let mut keys = pattern.split('.');
    path.iter().all(|key| {
        keys.next()
            .is_some_and(|want| want == "*" || *key == Some(want))
    }) && keys.next().is_none()
}

/// Calls `found` with the path and the place of every key of a text, its quotes included. The path has `None` for an
/// element of a list. A text that is not JSON is scanned as far as it looks like it.
fn scan<'a>(text: &'a str, mut found: impl FnMut(&[Option<&'a str>], std::ops::Range<usize>)) {
    let bytes = text.as_bytes();
    // The key that each open object is at, and whether the next string is a key; nothing of a list.
    let mut path: Vec<Option<&str>> = Vec::new();
    let mut expects_key = Vec::new();
    let (mut depth, mut at) = (0_usize, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let start = at;
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let end = (at + 1).min(bytes.len());
                if depth <= MAX_DEPTH
                    && expects_key.last() == Some(&true)
                    && let (Some(key), Some(name)) = (path.last_mut(), text.get(start + 1..at))
                {
                    *key = Some(name);
                    found(&path, start..end);
                }
            }
            open @ (b'{' | b'[') => {
                depth += 1;
                if depth <= MAX_DEPTH {
                    path.push(None);
                    expects_key.push(open == b'{');
                }
            }
            b'}' | b']' => {
                if depth <= MAX_DEPTH {
                    path.pop();
                    expects_key.pop();
                }
                depth = depth.saturating_sub(1);
            }
            b':' if depth <= MAX_DEPTH => {
                if let Some(expects) = expects_key.last_mut() {
                    *expects = false;
                }
            }
            b',' if depth <= MAX_DEPTH => {
                // In a list there is no key; an object has had one by now.
                if let (Some(expects), Some(Some(_))) = (expects_key.last_mut(), path.last()) {
                    *expects = true;
                }
            }
            _ => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &[Renamed] = &[
        ("lanes", "variants"),
        ("lanes.*.ignores", "ignored_events"),
        ("world.events.*.of", "target"),
    ];

    #[test]
    fn members_are_renamed_at_their_paths_and_nowhere_else() {
        let old = r#"{"shedscope": 1, "lanes" : [{"ignores": [1], "of": "lanes"}, {"ignores":[]}],
            "world": {"lanes": 2, "events": [{"of": "a \" of", "kind": "of"}, {"at": [{"of": 1}]}], "of": "x"}}"#;
        let new = r#"{"shedscope": 1, "variants" : [{"ignored_events": [1], "of": "lanes"}, {"ignored_events":[]}],
            "world": {"lanes": 2, "events": [{"target": "a \" of", "kind": "of"}, {"at": [{"of": 1}]}], "of": "x"}}"#;
        assert_eq!(rename_members(old, NAMES), new);
        assert_eq!(rename_members(new, NAMES), new);
    }

    #[test]
    fn a_member_that_is_there_twice_stays_there_twice() {
        assert_eq!(
            rename_members(r#"{"lanes": 1, "lanes": 2}"#, NAMES),
            r#"{"variants": 1, "variants": 2}"#
        );
    }

    #[test]
    fn what_is_not_json_is_copied_without_a_panic() {
        let deep = "[".repeat(100) + "{\"lanes\": 1}";
        for text in [
            "",
            "{",
            "{\"",
            "{\"lanes",
            "]]}}{{\"a\"",
            "{\"lanes\\",
            "\"\\",
            "{,,:\"lanes\"}",
            "é{\"é\\é",
            &deep,
        ] {
            let renamed = rename_members(text, NAMES);
            assert!(
                renamed == text || renamed.contains("variants"),
                "{text}: {renamed}"
            );
        }
    }

    #[test]
    fn the_version_is_read_off_the_top() {
        for (text, version) in [
            (r#"{"shedscope": 2, "world": {"shedscope": 9}}"#, Some(2)),
            (
                r#"{"title": "\"shedscope\": 7", "shedscope" :  31}"#,
                Some(31),
            ),
            (r#"{"world": {"shedscope": 9}}"#, None),
            (r#"{"shedscope": "2"}"#, None),
            (r#"{"shedscope": 99999999999999}"#, None),
            (r#"{"shedscope""#, None),
            ("", None),
        ] {
            assert_eq!(version_of(text), version, "{text}");
        }
    }
}
