//! Other people's files in, texts for other programs out.

use serde::{Deserialize, Serialize};

use super::system::{ScenarioOf, System};

/// A file or a pasted text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The file's name; "pasted text" where there is none.
    pub name: String,
    /// What it contains.
    pub bytes: Vec<u8>,
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
