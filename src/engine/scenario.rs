//! The document: a world, and one or more ways of running it.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::cause::Cause;
use super::limits::{DEFAULT_ROUNDS, MAX_FILE_BYTES, MAX_ROUNDS, MAX_VARIANTS};
use super::problem::Problem;
use super::thing::Thing;
use super::upgrade::{Renamed, rename_members, version_of};

/// The version of the document's format that this program writes.
pub const FORMAT_VERSION: u32 = 2;

/// Members of the envelope that had another name in version 1; each system has its own beside them.
const NAMES_1: [Renamed; 3] = [
    ("look_for", "notes"),
    ("lanes", "variants"),
    ("lanes.*.ignores", "ignored_events"),
];

/// Why writing a document cannot fail: it is written to memory, its maps have texts as keys, and what the types write by
/// themselves are texts, numbers, switches and lists of them.
const IS_WRITTEN: &str = "documents have nothing that JSON does not";

/// A scenario of some system: everything a run depends on.
///
/// In JSON: `{"shedscope": 2, "system": "…", "title": "…", "notes": ["…"], "seed": 1,
/// "rounds": 60, "variants": [{…}], "world": {…}}`; title, notes, seed and rounds may be left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario<W, L> {
    /// The version of the format.
    pub shedscope: u32,
    /// Which system it is of.
    pub system: String,
    /// What it is called.
    #[serde(default)]
    pub title: String,
    /// Up to a few lines: what to look for.
    #[serde(default)]
    pub notes: Vec<String>,
    /// The seed of all chance.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// The horizon: how many rounds there are.
    #[serde(default = "default_rounds")]
    pub rounds: usize,
    /// How the world is run.
    pub variants: Vec<L>,
    /// What is run.
    pub world: W,
}

fn too_new(version: u32) -> Problem {
    Problem::at(
        "shedscope",
        Cause::NewerVersion {
            version,
            newest: FORMAT_VERSION,
        },
    )
}

fn default_seed() -> u64 {
    1
}

fn default_rounds() -> usize {
    DEFAULT_ROUNDS
}

impl<W: DeserializeOwned, L: DeserializeOwned> Scenario<W, L> {
    /// Reads a document of this or an older version and checks what all systems share; `system` is the one that is
    /// expected, and `names_1` are the members that had another name in its documents of version 1.
    ///
    /// # Errors
    /// With line and column where it is no such document, with the field where a value is out of bounds.
    pub fn from_json(text: &str, system: &str, names_1: &[Renamed]) -> Result<Self, Problem> {
        if text.len() > MAX_FILE_BYTES {
            return Err(Problem::at(
                "the file",
                Cause::too_large(text.len(), MAX_FILE_BYTES),
            ));
        }
        let text = match version_of(text) {
            Some(version) if version > FORMAT_VERSION => return Err(too_new(version)),
            Some(1) => Cow::Owned(rename_members(text, &[&NAMES_1, names_1].concat())),
            _ => Cow::Borrowed(text),
        };
        let mut scenario: Self =
            serde_json::from_str(&text).map_err(|error| json_problem(&error))?;
        if !(1..=FORMAT_VERSION).contains(&scenario.shedscope) {
            let remedy = format!("give {FORMAT_VERSION}");
            return Err(Problem::at(
                "shedscope",
                Cause::unknown(Thing::Version, scenario.shedscope, remedy),
            ));
        }
        scenario.shedscope = FORMAT_VERSION;
        if scenario.system != system {
            return Err(Problem::at(
                "system",
                Cause::unknown(Thing::System, scenario.system, format!("give “{system}”")),
            ));
        }
        if scenario.rounds == 0 || scenario.rounds > MAX_ROUNDS {
            let cause = Cause::out_of_bounds(scenario.rounds, format!("1 to {MAX_ROUNDS}"));
            return Err(Problem::at("rounds", cause));
        }
        Ok(scenario)
    }
}

impl<W, L> Scenario<W, L> {
    /// Checks that there are variants, and not too many.
    ///
    /// # Errors
    /// With their number.
    pub(crate) fn count_variants(&self) -> Result<(), Problem> {
        match self.variants.len() {
            1..=MAX_VARIANTS => Ok(()),
            count => Err(Problem::at(
                "variants",
                Cause::wrong_count(count, format!("1 to {MAX_VARIANTS}")),
            )),
        }
    }
}

impl<W: Serialize, L: Serialize> Scenario<W, L> {
    /// The document as text.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).expect(IS_WRITTEN)
    }

    /// The document as text that nobody reads: without the blanks, which make up half of a large one.
    pub(crate) fn write_compact(&self) -> String {
        serde_json::to_string(self).expect(IS_WRITTEN)
    }
}

/// A parser's error with its place.
pub(crate) fn json_problem(error: &serde_json::Error) -> Problem {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    let place = format!("line {}, column {}", error.line(), error.column());
    let (category, error) = (error.classify(), what.to_owned());
    let cause = match category {
        serde_json::error::Category::Eof => Cause::CutOff,
        serde_json::error::Category::Syntax => Cause::Syntax { error },
        serde_json::error::Category::Data | serde_json::error::Category::Io => {
            Cause::Shape { error }
        }
    };
    Problem::at(place, cause)
}
