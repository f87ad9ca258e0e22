//! The words of errors: the only place with their sentences.

use std::fmt::{self, Display, Formatter};

use super::cause::Cause;
use super::format::{format_clock, format_number};
use super::thing::Thing;

impl Display for Cause {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfBounds { value, expected } => {
                write!(to, "{value} is out of bounds; give {expected}.")
            }
            Self::NotTaken { value, expected } => {
                write!(to, "{value} is not taken; give {expected}.")
            }
            Self::NotANumber { text, expected } => {
                write!(to, "“{text}” is not a number; give {expected}.")
            }
            Self::NotATime { .. } => {
                write!(to, "Give seconds, such as 90, or a time, such as 0:01:30.")
            }
            Self::WrongType { is, expected } if is.is_empty() => write!(to, "give {expected}."),
            Self::WrongType { is, expected } => write!(to, "it is {is}; {expected} belongs here."),
            Self::Negative { value, expected } => {
                write!(to, "{value} is negative; give {expected}.")
            }
            Self::Absurd { value, expected } => {
                write!(to, "{value} is absurdly large; give {expected}.")
            }
            Self::Empty { expected } => write!(to, "it is empty; give {expected}."),
            Self::NotGiven { expected } => write!(to, "Give {expected}."),
            Self::Missing { expected } => write!(to, "there are none; give {expected}."),
            Self::Lacking {
                what,
                found,
                remedy,
            } if found.is_empty() => write!(to, "there is no {what}; {remedy}."),
            Self::Lacking {
                what,
                found,
                remedy,
            } => write!(to, "there is no {what}: {found} To import, {remedy}."),
            Self::Unknown { kind, name, remedy } => {
                kind.write_unknown(name, to)?;
                write!(to, "; {remedy}.")
            }
            Self::NotThere => write!(to, "it is not there any more; choose one that is."),
            Self::Duplicate { kind, name } => kind.write_duplicate(name, to),
            Self::ReportedTwice { name, first, newer } => {
                write!(
                    to,
                    "“{name}” is reported twice, here and in {first}; keep one report of each broker"
                )?;
                newer.map_or(Ok(()), |newer| write!(to, " ({newer} is the newer)"))?;
                write!(to, ".")
            }
            Self::ClaimedTwice {
                bundle,
                first,
                second,
            } => write!(
                to,
                "bundle “{bundle}” is claimed by two brokers, {first} and “{second}” (here), but a bundle has one owner. Take reports of the same minute, or delete the bundle from the older one."
            ),
            Self::WrongCount { count, expected } => {
                write!(to, "there are {count}; give {expected}.")
            }
            Self::TooMany {
                count: Some(count),
                most,
                noun,
            } => {
                write!(
                    to,
                    "{count} {noun} are more than the {most} that are taken; give fewer."
                )
            }
            Self::TooMany {
                count: None,
                most,
                noun,
            } => {
                write!(
                    to,
                    "there are more than the {most} {noun} that are taken; give fewer."
                )
            }
            Self::TooManyFor { count, size, most } => {
                write!(to, "{count} are too many for {size}; give at most {most}.")
            }
            Self::TooMuch { what, most, remedy } => {
                write!(to, "{what}, and {most} are the most; {remedy}.")
            }
            Self::TooLarge { bytes, most } => {
                write!(
                    to,
                    "it has {bytes} bytes, more than the {most} that are read; give less, or several files."
                )
            }
            Self::TooLong { most } => {
                write!(to, "it is longer than {most} bytes; give a shorter one.")
            }
            Self::ControlCharacter => write!(to, "it holds a control character; leave it out."),
            Self::CutOff => write!(
                to,
                "the JSON ends in the middle; the file seems to be cut off."
            ),
            Self::Syntax { error } => write!(to, "this is not valid JSON: {error}."),
            Self::Shape { error } => write!(to, "{error}."),
            Self::BadLine { problem, remedy } => write!(to, "{problem}; {remedy}."),
            Self::NewerVersion { version, newest } => write!(
                to,
                "this document is of version {version}, and this Shedscope reads up to {newest}. Reload the page, or get a newer Shedscope, and open it again."
            ),
            Self::WrongKind {
                is,
                expected,
                remedy,
            } => write!(to, "this is {is}, not {expected}; {remedy}."),
            Self::Unrecognised {
                expected,
                found,
                remedy,
            } => write!(to, "no {expected}: {found}; {remedy}."),
            Self::OtherSystem { title } => {
                write!(to, "this is a scenario of “{title}”; open it there.")
            }
            Self::Unsupported { is, why, remedy } => {
                write!(to, "this is {is}, and {why}; {remedy}.")
            }
            Self::Conflict { is, other } => {
                write!(to, "this is {is}, and so is {other}; give one of them.")
            }
            Self::Binary { at } => write!(
                to,
                "it is not a text (byte {at} is a control character); give a broker.conf, load reports or a scenario, unpacked."
            ),
            Self::Utf16 => write!(to, "it is saved as UTF-16; save it as UTF-8."),
            Self::NotUtf8 { at, what } => {
                write!(
                    to,
                    "byte {at} is no UTF-8, which {what} has to be; save it as UTF-8."
                )
            }
            Self::Unreadable { error } => {
                write!(to, "it could not be read ({error}); check the path.")
            }
            Self::Damaged { what, error } => {
                write!(
                    to,
                    "{what} is damaged ({error}), so nothing is offered; new edits are kept in a new list."
                )
            }
            Self::Unwritable {
                what,
                error,
                remedy,
            } => {
                write!(to, "{what} could not be written ({error}); {remedy}.")
            }
            Self::Misplaced { home } => write!(to, "this is a setting of {home}; give it there."),
            Self::Fixed => write!(
                to,
                "it cannot change while the run goes on: it can only be set for the whole run; give another setting."
            ),
            Self::ReadOnly => write!(to, "it cannot be edited; edit what it is made of."),
            Self::OutsideRun { at_s, end_s } => {
                let (at, end) = (format_number(*at_s, 3), format_number(*end_s, 3));
                let (at_clock, end_clock) = (format_clock(*at_s), format_clock(*end_s));
                write!(
                    to,
                    "{at} s ({at_clock}) is not within the run; give 0 to {end} s ({end_clock})."
                )
            }
            Self::Inconsistent { problem, remedy } | Self::Other { problem, remedy } => {
                write!(to, "{problem}; {remedy}.")
            }
        }
    }
}

impl Thing {
    /// Says that nothing has a name, without what would be right.
    fn write_unknown(self, name: &str, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Preset => write!(to, "no file and no preset has this name"),
            Self::Scenario => write!(to, "there is no scenario “{name}”"),
            Self::Setting => write!(to, "“{name}” is not a setting of this system"),
            Self::Event => write!(to, "there is no event {name}"),
            Self::EventKind => write!(to, "there is no event of this kind"),
            Self::EventPart => write!(to, "this event has no such part"),
            Self::Variant => write!(to, "there is no variant {name}"),
            Self::Version => write!(to, "there is no version {name}"),
            Self::Comparison => write!(to, "there is no comparison “{name}”"),
            Self::Subject => write!(to, "this round has no reason about “{name}”"),
            Self::Broker => write!(to, "No broker is called “{name}”"),
            Self::Bundle | Self::ReportedBundle => write!(to, "No bundle is called “{name}”"),
            Self::Namespace => write!(to, "No bundle is of namespace “{name}”"),
            Self::System
            | Self::Choice
            | Self::Target
            | Self::NumberedBroker
            | Self::Resource
            | Self::Node
            | Self::Revision
            | Self::Zone
            | Self::Listed
            | Self::File => write!(to, "“{name}” is not known"),
        }
    }

    /// Says that two have the same name, and what would be right.
    fn write_duplicate(self, name: &str, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broker => write!(to, "another broker has this name; give each its own."),
            Self::Bundle => write!(to, "another bundle has this name; a bundle has one owner."),
            Self::ReportedBundle => {
                write!(
                    to,
                    "bundle “{name}” appears in this report twice; keep one."
                )
            }
            Self::Event => write!(to, "another event has the id {name}; give each its own."),
            Self::Node => write!(
                to,
                "Two nodes are called “{name}”; give every node a name of its own."
            ),
            Self::Zone => write!(
                to,
                "Two zones are called “{name}”; give every zone a name of its own."
            ),
            Self::Revision => write!(
                to,
                "“{name}” is in the table already; give every revision once."
            ),
            Self::Listed => write!(to, "“{name}” is listed twice; name it once."),
            Self::File => write!(
                to,
                "“{name}” is given more than once; it can be read only once."
            ),
            _ => write!(to, "“{name}” is given twice; give it once."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Problem;

    #[test]
    fn a_problem_says_its_place_from_the_outside_in() {
        let problem = Problem::at("rounds", Cause::out_of_bounds(0, "1 to 10000"));
        assert_eq!(
            problem.to_string(),
            "rounds: 0 is out of bounds; give 1 to 10000."
        );
        assert_eq!(problem.message(), "0 is out of bounds; give 1 to 10000.");
        assert_eq!(problem.within("mine.json").place, "mine.json, rounds");
        assert_eq!(
            Problem::at("", Cause::Utf16).within("mine.json").place,
            "mine.json"
        );
    }

    #[test]
    fn every_kind_of_cause_has_its_words() {
        let text = str::to_owned;
        for (cause, words) in [
            (
                Cause::out_of_bounds(9, "0.5 to 5"),
                "9 is out of bounds; give 0.5 to 5.",
            ),
            (
                Cause::not_taken(1.5, "a whole number, 1 to 5"),
                "1.5 is not taken; give a whole number, 1 to 5.",
            ),
            (
                Cause::NotANumber {
                    text: text("x"),
                    expected: text("1 to 5"),
                },
                "“x” is not a number; give 1 to 5.",
            ),
            (
                Cause::NotATime { text: text("soon") },
                "Give seconds, such as 90, or a time, such as 0:01:30.",
            ),
            (Cause::needs("a number"), "give a number."),
            (
                Cause::WrongType {
                    is: text("a list"),
                    expected: text("a number"),
                },
                "it is a list; a number belongs here.",
            ),
            (
                Cause::Negative {
                    value: text("-5"),
                    expected: text("0 to 9"),
                },
                "-5 is negative; give 0 to 9.",
            ),
            (
                Cause::Absurd {
                    value: text("1e99"),
                    expected: text("0 to 9"),
                },
                "1e99 is absurdly large; give 0 to 9.",
            ),
            (
                Cause::Empty {
                    expected: text("a name"),
                },
                "it is empty; give a name.",
            ),
            (
                Cause::NotGiven {
                    expected: text("1 to 5"),
                },
                "Give 1 to 5.",
            ),
            (
                Cause::Missing {
                    expected: text("at least one"),
                },
                "there are none; give at least one.",
            ),
            (
                Cause::Lacking {
                    what: text("JSON in it"),
                    found: String::new(),
                    remedy: text("give an object"),
                },
                "there is no JSON in it; give an object.",
            ),
            (
                Cause::Lacking {
                    what: text("report"),
                    found: text("An empty list."),
                    remedy: text("give one"),
                },
                "there is no report: An empty list. To import, give one.",
            ),
            (
                Cause::unknown(Thing::Node, "z", "give a or b"),
                "“z” is not known; give a or b.",
            ),
            (
                Cause::unknown(Thing::Event, 7, "name events by their ids"),
                "there is no event 7; name events by their ids.",
            ),
            (
                Cause::unknown(Thing::Broker, "b", "give one of the cluster's"),
                "No broker is called “b”; give one of the cluster's.",
            ),
            (
                Cause::unknown_among(Thing::System, "z", &["a", "b"]),
                "“z” is not known; give a, b.",
            ),
            (
                Cause::unknown_among::<&str>(Thing::EventKind, "z", &[]),
                "there is no event of this kind; there is none to choose.",
            ),
            (
                Cause::unknown_among(Thing::Choice, "z", &["a"; 20]),
                "“z” is not known; give a, a, a, a, a, a, a, a, a, a, a, a or one of 8 others.",
            ),
            (
                Cause::NotThere,
                "it is not there any more; choose one that is.",
            ),
            (
                Cause::duplicate(Thing::Broker, "a"),
                "another broker has this name; give each its own.",
            ),
            (
                Cause::duplicate(Thing::Node, "a"),
                "Two nodes are called “a”; give every node a name of its own.",
            ),
            (
                Cause::ReportedTwice {
                    name: text("a"),
                    first: text("1.json"),
                    newer: Some("the first"),
                },
                "“a” is reported twice, here and in 1.json; keep one report of each broker (the first is the newer).",
            ),
            (
                Cause::ClaimedTwice {
                    bundle: text("t/n/x"),
                    first: text("“a” (1.json)"),
                    second: text("b"),
                },
                "bundle “t/n/x” is claimed by two brokers, “a” (1.json) and “b” (here), but a bundle has one owner. Take reports of the same minute, or delete the bundle from the older one.",
            ),
            (Cause::wrong_count(5, "1 to 4"), "there are 5; give 1 to 4."),
            (
                Cause::too_many(9, 8, "rules"),
                "9 rules are more than the 8 that are taken; give fewer.",
            ),
            (
                Cause::more_than(8, "rules"),
                "there are more than the 8 rules that are taken; give fewer.",
            ),
            (
                Cause::TooManyFor {
                    count: 9000,
                    size: text("1000 brokers"),
                    most: 4000,
                },
                "9000 are too many for 1000 brokers; give at most 4000.",
            ),
            (
                Cause::too_much("2500 requests could wait", 2000, "give fewer writers"),
                "2500 requests could wait, and 2000 are the most; give fewer writers.",
            ),
            (
                Cause::too_large(9, 8),
                "it has 9 bytes, more than the 8 that are read; give less, or several files.",
            ),
            (
                Cause::TooLong { most: 512 },
                "it is longer than 512 bytes; give a shorter one.",
            ),
            (
                Cause::ControlCharacter,
                "it holds a control character; leave it out.",
            ),
            (
                Cause::CutOff,
                "the JSON ends in the middle; the file seems to be cut off.",
            ),
            (
                Cause::Syntax {
                    error: text("expected value"),
                },
                "this is not valid JSON: expected value.",
            ),
            (
                Cause::Shape {
                    error: text("unknown field `x`, expected `y`"),
                },
                "unknown field `x`, expected `y`.",
            ),
            (
                Cause::BadLine {
                    problem: "it has no value",
                    remedy: "a percentage belongs there",
                },
                "it has no value; a percentage belongs there.",
            ),
            (
                Cause::NewerVersion {
                    version: 3,
                    newest: 2,
                },
                "this document is of version 3, and this Shedscope reads up to 2. Reload the page, or get a newer Shedscope, and open it again.",
            ),
            (
                Cause::wrong_kind("a broker.conf", "a scenario", "import it"),
                "this is a broker.conf, not a scenario; import it.",
            ),
            (
                Cause::Unrecognised {
                    expected: "load report",
                    found: text("it has x"),
                    remedy: text("give one"),
                },
                "no load report: it has x; give one.",
            ),
            (
                Cause::OtherSystem {
                    title: text("Shards"),
                },
                "this is a scenario of “Shards”; open it there.",
            ),
            (
                Cause::Unsupported {
                    is: text("a log"),
                    why: text("logs are not read"),
                    remedy: text("give a conf"),
                },
                "this is a log, and logs are not read; give a conf.",
            ),
            (
                Cause::Conflict {
                    is: text("a broker.conf"),
                    other: text("a.conf"),
                },
                "this is a broker.conf, and so is a.conf; give one of them.",
            ),
            (
                Cause::Binary { at: 2 },
                "it is not a text (byte 2 is a control character); give a broker.conf, load reports or a scenario, unpacked.",
            ),
            (Cause::Utf16, "it is saved as UTF-16; save it as UTF-8."),
            (
                Cause::NotUtf8 {
                    at: 15,
                    what: text("a scenario"),
                },
                "byte 15 is no UTF-8, which a scenario has to be; save it as UTF-8.",
            ),
            (
                Cause::Unreadable {
                    error: text("denied"),
                },
                "it could not be read (denied); check the path.",
            ),
            (
                Cause::Damaged {
                    what: "the list",
                    error: text("expected value"),
                },
                "the list is damaged (expected value), so nothing is offered; new edits are kept in a new list.",
            ),
            (
                Cause::Unwritable {
                    what: "it",
                    error: text("denied"),
                    remedy: "check the path",
                },
                "it could not be written (denied); check the path.",
            ),
            (
                Cause::Misplaced { home: "the world" },
                "this is a setting of the world; give it there.",
            ),
            (
                Cause::Fixed,
                "it cannot change while the run goes on: it can only be set for the whole run; give another setting.",
            ),
            (
                Cause::ReadOnly,
                "it cannot be edited; edit what it is made of.",
            ),
            (
                Cause::OutsideRun {
                    at_s: 5940.0,
                    end_s: 3600.0,
                },
                "5940 s (01:39:00) is not within the run; give 0 to 3600 s (01:00:00).",
            ),
            (
                Cause::inconsistent("they sum to 90", "give 100 in all"),
                "they sum to 90; give 100 in all.",
            ),
            (
                Cause::other("there is nothing to read it into", "open one"),
                "there is nothing to read it into; open one.",
            ),
        ] {
            assert_eq!(cause.to_string(), words, "{cause:?}");
        }
    }

    #[test]
    fn whatever_is_unknown_or_there_twice_is_a_sentence() {
        let things = [
            Thing::System,
            Thing::Preset,
            Thing::Scenario,
            Thing::Variant,
            Thing::Version,
            Thing::Comparison,
            Thing::Choice,
            Thing::Setting,
            Thing::Event,
            Thing::EventKind,
            Thing::EventPart,
            Thing::Target,
            Thing::Subject,
            Thing::Broker,
            Thing::NumberedBroker,
            Thing::Bundle,
            Thing::ReportedBundle,
            Thing::Namespace,
            Thing::Resource,
            Thing::Node,
            Thing::Revision,
            Thing::Zone,
            Thing::Listed,
            Thing::File,
        ];
        for kind in things {
            let unknown = Cause::unknown(kind, "it", "give another").to_string();
            assert!(unknown.ends_with("; give another."), "{kind:?}: {unknown}");
            let duplicate = Cause::duplicate(kind, "it").to_string();
            assert!(
                duplicate.contains("; ") && duplicate.ends_with('.'),
                "{kind:?}: {duplicate}"
            );
        }
    }
}
