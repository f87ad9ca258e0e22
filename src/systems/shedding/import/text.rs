//! From the bytes of a file to text: empty, too large, binary and oddly encoded files each have their own error.

use std::borrow::Cow;

use crate::engine::limits::MAX_FILE_BYTES;
use crate::engine::{Cause, Problem};

/// A file, or what was pasted: how to call it in messages, and what is in it.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// How messages call it.
    pub name: &'a str,
    /// What is in it.
    pub bytes: &'a [u8],
}

/// The text of a file.
#[derive(Clone, Debug)]
pub struct Text<'a> {
    /// The text, without a byte order mark.
    pub text: Cow<'a, str>,
    /// Whether it is no UTF-8, so that every byte was read as a Latin-1 character.
    pub(crate) is_latin1: bool,
}

impl<'a> File<'a> {
    /// A file.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> Self {
        Self { name, bytes }
    }

    /// Its text.
    ///
    /// # Errors
    /// When it is empty, larger than [`MAX_FILE_BYTES`], UTF-16, or no text at all. The place is left
    /// empty for the caller, who knows the file's name.
    pub fn text(&self) -> Result<Text<'a>, Problem> {
        if self.bytes.len() > MAX_FILE_BYTES {
            return Err(nowhere(Cause::too_large(self.bytes.len(), MAX_FILE_BYTES)));
        }
        if self.bytes.starts_with(&[0xff, 0xfe]) || self.bytes.starts_with(&[0xfe, 0xff]) {
            return Err(nowhere(Cause::Utf16));
        }
        let bytes = self
            .bytes
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(self.bytes);
        if bytes.iter().all(u8::is_ascii_whitespace) {
            let expected = "a broker.conf, load reports or a scenario".to_owned();
            return Err(nowhere(Cause::Empty { expected }));
        }
        if let Some(at) = bytes.iter().position(|byte| is_binary(*byte)) {
            return Err(nowhere(Cause::Binary { at }));
        }
        Ok(match std::str::from_utf8(bytes) {
            Ok(text) => Text {
                text: Cow::Borrowed(text),
                is_latin1: false,
            },
            Err(_) => Text {
                text: Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()),
                is_latin1: true,
            },
        })
    }
}

fn nowhere(cause: Cause) -> Problem {
    Problem::at("", cause)
}

fn is_binary(byte: u8) -> bool {
    (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b)) || byte == 0x7f
}

/// Line and column, from 1, of a byte offset; columns are counted in characters.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line_start = before
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1);
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let is_start_of_char = |byte: &&u8| (**byte & 0xc0) != 0x80;
    (
        line,
        before[line_start..].iter().filter(is_start_of_char).count() + 1,
    )
}

/// A text short enough for a message, on one line.
pub(crate) fn shortened(text: &str) -> String {
    let one_line = |c: char| if c.is_control() { ' ' } else { c };
    if text.chars().count() > 80 {
        text.chars()
            .take(79)
            .map(one_line)
            .chain(std::iter::once('…'))
            .collect()
    } else {
        text.chars().map(one_line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_text_say_so() {
        let what = |bytes: &[u8]| {
            File::new("f", bytes)
                .text()
                .map(|text| text.text.into_owned())
        };
        assert_eq!(what(b"\xef\xbb\xbfa=1"), Ok("a=1".to_owned()));
        assert_eq!(what(b"# caf\xe9"), Ok("# caf\u{e9}".to_owned()));
        let cause = |bytes: &[u8]| what(bytes).unwrap_err().cause;
        for bytes in [&b" \r\n "[..], b"\xef\xbb\xbf"] {
            assert!(matches!(cause(bytes), Cause::Empty { .. }), "{bytes:?}");
        }
        assert_eq!(cause(b"\xff\xfea\0"), Cause::Utf16);
        assert_eq!(cause(b"\x1f\x8b\x08\0\0"), Cause::Binary { at: 0 });
        let large = vec![b'a'; MAX_FILE_BYTES + 1];
        assert_eq!(
            cause(&large),
            Cause::too_large(MAX_FILE_BYTES + 1, MAX_FILE_BYTES)
        );
    }

    #[test]
    fn offsets_become_lines_and_columns() {
        assert_eq!(line_and_column("ab\ncd", 0), (1, 1));
        assert_eq!(line_and_column("ab\ncd", 4), (2, 2));
        assert_eq!(line_and_column("é\né!", 5), (2, 2));
        assert_eq!(line_and_column("ab", 99), (1, 3));
    }
}
