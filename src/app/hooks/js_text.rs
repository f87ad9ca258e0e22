//! Long texts for the browser, handed over in pieces.

use std::io::{Error, ErrorKind, Result, Write};
use std::str::from_utf8;

use js_sys::JsString;

/// A text of the browser's that is written piece by piece: only a piece of it is ever in the app's own memory, which
/// grows and never shrinks.
pub(super) struct JsText {
    text: JsString,
    /// The beginning of a character whose end is still to come.
    begun: Vec<u8>,
}

impl JsText {
    /// An empty text.
    pub(super) fn new() -> Self {
        Self {
            text: JsString::from(""),
            begun: Vec::new(),
        }
    }

    /// The text.
    ///
    /// # Errors
    /// Where the last character is cut off.
    pub(super) fn finish(self) -> Result<JsString> {
        if self.begun.is_empty() {
            Ok(self.text)
        } else {
            Err(ErrorKind::UnexpectedEof.into())
        }
    }
}

impl Write for JsText {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match from_utf8(&self.begun) {
            Err(error) if error.error_len().is_some() => {
                return Err(Error::new(ErrorKind::InvalidData, error));
            }
            Err(error) => error.valid_up_to(),
            Ok(text) => text.len(),
        };
        let text = from_utf8(&self.begun[..whole])
            .map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
        self.text = self.text.concat(&text.into());
        self.begun.drain(..whole);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
