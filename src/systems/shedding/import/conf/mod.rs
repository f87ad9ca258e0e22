//! Reading a broker.conf of any version: what is taken, and a note on every other key of balancing.

use super::text::shortened;
use crate::engine::{Cause, Problem};
use crate::systems::shedding::Variant;
use crate::systems::shedding::settings::Key;
use keys::{MANAGER_CLASS, PLACEMENT_CLASS, Reader, SHEDDING_CLASS};
use line::Guess;
use properties::Entry;
use reader::ConfReader;

pub mod classes;
pub mod keys;
pub mod line;
mod lists;
pub mod nearest;
pub mod properties;
mod reader;
mod resolve;
pub mod value;

/// Most keys of a file. A shipped broker.conf has about 500.
const MAX_KEYS: usize = 5_000;

/// What a note says of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// Taken; it differs from the default.
    Taken,
    /// Taken; it is the default.
    SameAsDefault,
    /// Taken, but nothing in this set-up reads it.
    Unread,
    /// Taken in some way that a person should know of.
    Assumed,
    /// Read by something that is not simulated.
    Foreign(Reader),
    /// A name that was renamed before release, or never was a key.
    Renamed,
    /// Nearly a key.
    Misspelt,
    /// No key of any release, though it sounds like balancing.
    Unknown,
    /// A key that generated articles invented.
    Invented,
    /// No value that could be taken.
    Refused,
    /// Overruled by a later line.
    Duplicate,
    /// A class that this version does not play.
    NotPlayed,
}

impl NoteKind {
    /// Its name, as notes in JSON have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::SameAsDefault => "default",
            Self::Unread => "unread",
            Self::Assumed => "assumed",
            Self::Foreign(_) => "foreign",
            Self::Renamed => "renamed",
            Self::Misspelt => "misspelt",
            Self::Unknown => "unknown",
            Self::Invented => "invented",
            Self::Refused => "refused",
            Self::Duplicate => "duplicate",
            Self::NotPlayed => "not-played",
        }
    }
}

/// A remark on one key of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The line, from 1; 0 where it is about what the file lacks.
    pub line: usize,
    /// The key as it stands in the file.
    pub key: String,
    /// The value as it stands in the file.
    pub value: String,
    /// Which kind of remark.
    pub kind: NoteKind,
    /// The remark, without a full stop.
    pub text: String,
}

impl Note {
    /// The whole remark as a sentence.
    pub fn sentence(&self) -> String {
        let is_class = matches!(
            self.key.as_str(),
            SHEDDING_CLASS | PLACEMENT_CLASS | MANAGER_CLASS
        );
        let value = if is_class {
            classes::simple(&self.value)
        } else {
            &self.value
        };
        let (key, value) = (shortened(&self.key), shortened(value));
        let place = if self.line == 0 {
            String::new()
        } else {
            format!("Line {}, ", self.line)
        };
        let value = if self.value.is_empty() {
            String::new()
        } else {
            format!(" = {value}")
        };
        format!("{place}{key}{value}: {}.", self.text)
    }
}

/// What a broker.conf comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfReading {
    /// The shedder that it names: an id, or the name as it stands where no release has it.
    pub strategy: Option<String>,
    /// The placement that it names, likewise.
    pub placement: Option<String>,
    /// The settings that it gives.
    pub settings: Vec<(Key, f64)>,
    /// Which line of releases it is of.
    pub(crate) guess: Guess,
    /// A remark on every key that is about balancing, or close to one, in the order of the file.
    pub notes: Vec<Note>,
    /// How many other keys there are.
    pub other_keys: usize,
    /// The variant that it makes of the one that was there.
    pub variant: Variant,
}

/// Reads a broker.conf onto a variant, which stays as it is where the file says nothing: in a whole file
/// that is its strategies' release, in a few pasted lines everything.
///
/// # Errors
/// When there is no key of a broker.conf in it, or far more keys than one has.
pub fn read(text: &str, base: &Variant) -> Result<ConfReading, Problem> {
    let entries = properties::read(text);
    if entries.len() > MAX_KEYS {
        return Err(Problem::at(
            "",
            Cause::too_many(entries.len(), MAX_KEYS, "keys of a broker.conf"),
        ));
    }
    let mut taking = ConfReader::default();
    taking.take_all(&entries);
    if taking.notes.is_empty() && !entries.iter().any(is_of_a_broker) {
        let cause = match entries.first() {
            None => Cause::Lacking {
                what: "key=value line in it".to_owned(),
                found: String::new(),
                remedy: "a broker.conf has lines such as loadBalancerSheddingEnabled=true"
                    .to_owned(),
            },
            Some(first) => {
                let (count, key, line) = (entries.len(), shortened(&first.key), first.line);
                let problem = format!(
                    "none of its {count} keys (the first is “{key}”, line {line}) is one of a broker.conf"
                );
                Cause::other(problem, "give a broker.conf, load reports or a scenario")
            }
        };
        return Err(Problem::at("", cause));
    }
    Ok(taking.finish(line::guess(&entries), base))
}

fn is_of_a_broker(entry: &Entry) -> bool {
    const KEYS: &[&str] = &[
        "clusterName",
        "brokerServicePort",
        "webServicePort",
        "zookeeperServers",
        "metadataStoreUrl",
        "configurationStoreServers",
        "configurationMetadataStoreUrl",
        "advertisedAddress",
    ];
    KEYS.contains(&entry.key.as_str())
}
