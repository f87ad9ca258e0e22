//! Other people's files in, texts for other programs out.

use serde::{Deserialize, Serialize};

use super::system::{ScenarioOf, System};

/// A file or a pasted text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The file's name; "pasted text" where there is none.
    pub name: String,
    /// What it contains.
    #[serde(with = "at_once")]
    pub bytes: Vec<u8>,
}

/// Bytes on their way to a worker: written and read at once, not one by one.
mod at_once {
    use std::fmt::{Formatter, Result as Written};

    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytes)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<u8>, D::Error> {
        deserializer.deserialize_byte_buf(Bytes)
    }

    struct Bytes;

    impl Visitor<'_> for Bytes {
        type Value = Vec<u8>;

        fn expecting(&self, formatter: &mut Formatter<'_>) -> Written {
            formatter.write_str("bytes")
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }

        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
            Ok(bytes)
        }
    }
}

/// What became of each thing that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// What was understood, a sentence each.
    pub understood: Vec<String>,
    /// What was not there and had to be assumed.
    pub assumed: Vec<String>,
    /// What was not used, and why.
    pub ignored: Vec<String>,
}

/// A scenario read from sources.
pub struct Imported<S: System> {
    /// The scenario.
    pub scenario: ScenarioOf<S>,
    /// What became of each thing that was read.
    pub findings: Findings,
}

/// A text for another program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Export {
    /// What a person reads: "broker-1", "leader".
    pub label: String,
    /// The name of a file with it.
    pub file: String,
    /// The text.
    pub text: String,
}
