//! Why something cannot be taken, as a value to match on. The words are in [`super::cause_words`].

use super::thing::Thing;

/// The most names that a message lists.
const MOST_LISTED: usize = 12;

/// Why something cannot be taken, with the values that are to blame and those that would be right.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cause {
    /// A number beyond its bounds.
    OutOfBounds {
        /// The value.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// A value that is not of the form that is needed.
    NotTaken {
        /// The value.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// A text where a number is needed.
    NotANumber {
        /// The text.
        text: String,
        /// What would be right.
        expected: String,
    },
    /// A text where a time is needed.
    NotATime {
        /// The text.
        text: String,
    },
    /// A value of another type than is needed: a text for a number, a list for an object.
    WrongType {
        /// What it is; empty where that is plain to see.
        is: String,
        /// What belongs there.
        expected: String,
    },
    /// An amount below zero where there is none.
    Negative {
        /// The value.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// An amount that nothing real has.
    Absurd {
        /// The value.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// A value that is given, but with nothing in it.
    Empty {
        /// What would be right.
        expected: String,
    },
    /// A value that has to be given and is not.
    NotGiven {
        /// What would be right.
        expected: String,
    },
    /// There are none of what there has to be one of.
    Missing {
        /// What would be right.
        expected: String,
    },
    /// A file lacks what it is read for.
    Lacking {
        /// What it lacks.
        what: String,
        /// What was found instead, as a sentence; empty where there is nothing to say.
        found: String,
        /// What to do.
        remedy: String,
    },
    /// A name that nothing has.
    Unknown {
        /// What was looked for.
        kind: Thing,
        /// The name.
        name: String,
        /// What is known, or what to do.
        remedy: String,
    },
    /// It was there, but has been removed.
    NotThere,
    /// A name that something else has already.
    Duplicate {
        /// What has the name.
        kind: Thing,
        /// The name.
        name: String,
    },
    /// The same broker in two load reports.
    ReportedTwice {
        /// The broker.
        name: String,
        /// Where the first report stands.
        first: String,
        /// Which of the two was written later, if that is known.
        newer: Option<&'static str>,
    },
    /// The same bundle in the load reports of two brokers.
    ClaimedTwice {
        /// The bundle.
        bundle: String,
        /// The first broker, and where its report stands.
        first: String,
        /// The second broker.
        second: String,
    },
    /// A number of things that there cannot be.
    WrongCount {
        /// How many there are.
        count: u64,
        /// What would be right.
        expected: String,
    },
    /// More of something than are taken.
    TooMany {
        /// How many there are, if they were counted.
        count: Option<u64>,
        /// The most that are taken.
        most: u64,
        /// What they are.
        noun: &'static str,
    },
    /// More rounds than can be simulated for the size of the scenario.
    TooManyFor {
        /// How many rounds there are.
        count: u64,
        /// The size: "1000 brokers".
        size: String,
        /// The most that can be played.
        most: u64,
    },
    /// A run that would take too much of the computer.
    TooMuch {
        /// What would become too much, with its number.
        what: String,
        /// The most.
        most: String,
        /// What to do.
        remedy: String,
    },
    /// A file that is too large to be read.
    TooLarge {
        /// Its size in bytes.
        bytes: u64,
        /// The most that is read.
        most: u64,
    },
    /// A name that is too long.
    TooLong {
        /// The longest one, in bytes.
        most: u64,
    },
    /// A name with a character in it that nobody can read.
    ControlCharacter,
    /// JSON that ends too early.
    CutOff,
    /// A text that breaks the rules of its format.
    Syntax {
        /// What is wrong, in the words of the parser.
        error: String,
    },
    /// A valid text with other members or values than the document has.
    Shape {
        /// What is wrong, in the words of the parser.
        error: String,
    },
    /// A line of metrics that cannot be read.
    BadLine {
        /// What is wrong with it.
        problem: &'static str,
        /// What would be right.
        remedy: &'static str,
    },
    /// A document that a newer Shedscope has written.
    NewerVersion {
        /// The version of the document.
        version: u32,
        /// The newest one that is read.
        newest: u32,
    },
    /// A file of another kind than is needed.
    WrongKind {
        /// What it is.
        is: String,
        /// What is needed.
        expected: String,
        /// What to do.
        remedy: String,
    },
    /// An object that is not recognised as what is read here.
    Unrecognised {
        /// What is read here.
        expected: &'static str,
        /// What it is or has, as a sentence.
        found: String,
        /// What to do.
        remedy: String,
    },
    /// A scenario of another system than the one that is open.
    OtherSystem {
        /// The title of the system that it is of.
        title: String,
    },
    /// A kind of file, or something in one, that is not read or not done.
    Unsupported {
        /// What it is.
        is: String,
        /// Why it is of no use.
        why: String,
        /// What to do.
        remedy: String,
    },
    /// Two files of which there can be one.
    Conflict {
        /// What both are.
        is: String,
        /// The other one.
        other: String,
    },
    /// A file that is not a text.
    Binary {
        /// Where the first byte stands that no text has.
        at: usize,
    },
    /// A text in UTF-16.
    Utf16,
    /// A text that is not in UTF-8.
    NotUtf8 {
        /// Where the first wrong byte stands.
        at: usize,
        /// What has to be in UTF-8.
        what: String,
    },
    /// A file that cannot be read.
    Unreadable {
        /// What the system says.
        error: String,
    },
    /// Something in the browser's storage that cannot be understood.
    Damaged {
        /// What it is.
        what: &'static str,
        /// What is wrong, in the words of the parser.
        error: String,
    },
    /// Something that cannot be written.
    Unwritable {
        /// What is to be written.
        what: &'static str,
        /// What the system says.
        error: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A setting in a place where it is not read.
    Misplaced {
        /// Where it is read.
        home: &'static str,
    },
    /// A setting that no event can change.
    Fixed,
    /// Something that is shown and cannot be edited.
    ReadOnly,
    /// A time before the start or after the end, in seconds.
    OutsideRun {
        /// The time.
        at_s: f64,
        /// The end.
        end_s: f64,
    },
    /// Parts of a scenario that are right alone and cannot be together.
    Inconsistent {
        /// What cannot be.
        problem: String,
        /// What to do.
        remedy: String,
    },
    /// What is one of its kind.
    Other {
        /// What is wrong.
        problem: String,
        /// What to do.
        remedy: String,
    },
}

impl Cause {
    /// A number beyond its bounds.
    pub fn out_of_bounds(value: impl ToString, expected: impl Into<String>) -> Self {
        Self::OutOfBounds {
            value: value.to_string(),
            expected: expected.into(),
        }
    }

    /// A value that is not of the form that is needed.
    pub(crate) fn not_taken(value: impl ToString, expected: impl Into<String>) -> Self {
        Self::NotTaken {
            value: value.to_string(),
            expected: expected.into(),
        }
    }

    /// A value of another type than is needed, where it is plain to see which it is.
    pub fn needs(expected: impl Into<String>) -> Self {
        Self::WrongType {
            is: String::new(),
            expected: expected.into(),
        }
    }

    /// A name that nothing has.
    pub fn unknown(kind: Thing, name: impl ToString, remedy: impl Into<String>) -> Self {
        Self::Unknown {
            kind,
            name: name.to_string(),
            remedy: remedy.into(),
        }
    }

    /// A name that is none of those that are known; of many, the first ones are listed.
    pub(crate) fn unknown_among<N: AsRef<str>>(
        kind: Thing,
        name: impl ToString,
        known: &[N],
    ) -> Self {
        let listed: Vec<&str> = known.iter().take(MOST_LISTED).map(AsRef::as_ref).collect();
        let remedy = match known.len().saturating_sub(MOST_LISTED) {
            _ if listed.is_empty() => "there is none to choose".to_owned(),
            0 => format!("give {}", listed.join(", ")),
            more => format!("give {} or one of {more} others", listed.join(", ")),
        };
        Self::unknown(kind, name, remedy)
    }

    /// A name that something else has already.
    pub fn duplicate(kind: Thing, name: impl ToString) -> Self {
        Self::Duplicate {
            kind,
            name: name.to_string(),
        }
    }

    /// A number of things that there cannot be.
    pub(crate) fn wrong_count(count: usize, expected: impl Into<String>) -> Self {
        Self::WrongCount {
            count: count as u64,
            expected: expected.into(),
        }
    }

    /// More than are taken of what has been counted.
    pub fn too_many(count: usize, most: usize, noun: &'static str) -> Self {
        Self::TooMany {
            count: Some(count as u64),
            most: most as u64,
            noun,
        }
    }

    /// More than are taken of what has not been counted to its end.
    pub(crate) fn more_than(most: usize, noun: &'static str) -> Self {
        Self::TooMany {
            count: None,
            most: most as u64,
            noun,
        }
    }

    /// A run that would take too much of the computer.
    pub(crate) fn too_much(
        what: impl Into<String>,
        most: impl ToString,
        remedy: impl Into<String>,
    ) -> Self {
        Self::TooMuch {
            what: what.into(),
            most: most.to_string(),
            remedy: remedy.into(),
        }
    }

    /// A file that is too large to be read.
    pub fn too_large(bytes: usize, most: usize) -> Self {
        Self::TooLarge {
            bytes: bytes as u64,
            most: most as u64,
        }
    }

    /// A file of another kind than is needed.
    pub fn wrong_kind(
        is: impl Into<String>,
        expected: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::WrongKind {
            is: is.into(),
            expected: expected.into(),
            remedy: remedy.into(),
        }
    }

    /// Parts of a scenario that cannot be together.
    pub(crate) fn inconsistent(problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Inconsistent {
            problem: problem.into(),
            remedy: remedy.into(),
        }
    }

    /// What is one of its kind.
    pub fn other(problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Other {
            problem: problem.into(),
            remedy: remedy.into(),
        }
    }
}
