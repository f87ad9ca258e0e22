//! What a command works on: a document in a file or on standard input, or a preset by its name.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::engine::limits::MAX_FILE_BYTES;
use crate::engine::{Cause, Problem, Thing};
use crate::simulator::registry::system_of;
use crate::simulator::{Edit, PresetInfo, Session, SharedSession, SystemEntry};
use crate::systems::shedding::import::recognise::FileKind;
use crate::systems::shedding::import::{File, recognise};
use crate::systems::{self, SYSTEMS};

/// Opens the scenario of a command: a file, `-` for standard input, or a preset, `two-hot` or `shedding/two-hot`. A file
/// of that name comes first.
pub(super) fn open(input: &Path) -> Result<SharedSession, Problem> {
    if is_stdin(input) || input.exists() {
        return open_document(input);
    }
    match find_preset(&input.to_string_lossy())? {
        Some((entry, preset)) => open_preset(entry, preset.id),
        // Let the reader of files say what is wrong with it.
        None => open_document(input),
    }
}

fn open_preset(entry: &SystemEntry, id: &str) -> Result<SharedSession, Problem> {
    (entry.open_preset)(id).ok_or_else(|| {
        Problem::at(
            id,
            Cause::other("this preset cannot be opened", "give another one"),
        )
    })
}

/// The preset of a name, with its system or without; none where the name looks like a path.
fn find_preset(name: &str) -> Result<Option<(&'static SystemEntry, PresetInfo)>, Problem> {
    let (system, id) = match name.split_once('/') {
        Some((system, id)) => match systems::find(system) {
            Some(entry) => (Some(entry), id),
            None => return Ok(None),
        },
        None => (None, name),
    };
    let entries = SYSTEMS
        .iter()
        .filter(|entry| system.is_none_or(|system| system.info.id == entry.info.id));
    let all: Vec<(&'static SystemEntry, PresetInfo)> = entries
        .flat_map(|entry| {
            (entry.presets)()
                .into_iter()
                .map(move |preset| (entry, preset))
        })
        .collect();
    let found: Vec<&(&SystemEntry, PresetInfo)> =
        all.iter().filter(|(_, preset)| preset.id == id).collect();
    match found[..] {
        [one] => Ok(Some(*one)),
        [] if system.is_none() && (id.contains('.') || id.is_empty()) => Ok(None),
        [] => {
            let nearest = all
                .iter()
                .map(|(entry, preset)| (strsim::jaro_winkler(id, preset.id), entry, preset));
            let nearest = nearest
                .filter(|(likeness, ..)| *likeness > 0.8)
                .max_by(|a, b| a.0.total_cmp(&b.0));
            let guess = nearest.map_or_else(String::new, |(_, entry, preset)| {
                format!("did you mean “{}/{}”? ", entry.info.id, preset.id)
            });
            let remedy = format!("{guess}`shedscope list` lists the presets");
            Err(Problem::at(
                name,
                Cause::unknown(Thing::Preset, name, remedy),
            ))
        }
        _ => {
            let names: Vec<String> = found
                .iter()
                .map(|(entry, preset)| format!("{}/{}", entry.info.id, preset.id))
                .collect();
            Err(Problem::at(
                name,
                Cause::other(
                    "several systems have this preset",
                    format!("give {}", names.join(" or ")),
                ),
            ))
        }
    }
}

/// Opens a document of any system.
pub(super) fn open_document(path: &Path) -> Result<SharedSession, Problem> {
    let name = name_of(path);
    let bytes = read(path)?;
    let decoded = File::new(&name, &bytes)
        .text()
        .map_err(|problem| problem.within(&name))?;
    let text = &*decoded.text;
    check_is_scenario(&name, text)?;
    let session = match system_of(text) {
        // A document that names no system is read as one of load shedding, which says what is missing.
        "" => (SYSTEMS[0].open)(text),
        _ => systems::open(text),
    };
    session.map_err(|problem| problem.within(&name))
}

/// Other files that people have at hand are named, with what to do with them.
fn check_is_scenario(name: &str, text: &str) -> Result<(), Problem> {
    let is_json = text.trim_start().starts_with('{');
    if is_json && !system_of(text).is_empty() {
        return Ok(());
    }
    let names_reports = text.contains("\"cpu\"") && !text.contains("\"world\"");
    match recognise(text) {
        FileKind::Scenario => Ok(()),
        // The reader of scenarios says what is wrong with a JSON of another kind.
        FileKind::LoadReports if is_json && !names_reports => Ok(()),
        kind => {
            let remedy = "make a scenario from it with `shedscope import`";
            Err(Problem::at(
                name,
                Cause::wrong_kind(kind.label(), "a scenario", remedy),
            ))
        }
    }
}

/// The scenario with another number of rounds. Events that would happen after the end are left out.
pub(super) fn with_rounds(session: SharedSession, rounds: usize) -> Result<SharedSession, Problem> {
    let at_option = |problem: Problem| problem.within("--rounds");
    if rounds == 0 || rounds >= session.rounds() {
        return session.edited(&Edit::Rounds(rounds)).map_err(at_option);
    }
    let end_s = session.time_s(rounds);
    let mut session = session;
    for event in session
        .events()
        .into_iter()
        .filter(|event| event.at_s >= end_s)
    {
        session = session
            .edited(&Edit::RemoveEvent(event.id))
            .map_err(at_option)?;
    }
    session.edited(&Edit::Rounds(rounds)).map_err(at_option)
}

/// The place of a variant that was given counted from 1.
pub(super) fn check_variant(session: &SharedSession, number: usize) -> Result<usize, Problem> {
    let variants = session.variants();
    if (1..=variants).contains(&number) {
        return Ok(number - 1);
    }
    Err(Problem::at(
        "--variant",
        Cause::unknown(Thing::Variant, number, format!("give 1 to {variants}")),
    ))
}

/// The place of a round that was given counted from 1.
pub(super) fn check_round(session: &SharedSession, number: usize) -> Result<usize, Problem> {
    let rounds = session.rounds();
    if (1..=rounds).contains(&number) {
        return Ok(number - 1);
    }
    Err(Problem::at(
        "--round",
        Cause::out_of_bounds(number, format!("1 to {rounds}")),
    ))
}

/// The digest of a variant that was played to its end.
pub(super) fn digest(session: &dyn Session, variant: usize) -> Result<String, Problem> {
    let unfinished = || Cause::other("the run has not come to its end", "report this as a bug");
    session
        .digest(variant)
        .ok_or_else(|| Problem::at(format!("variant {}", variant + 1), unfinished()))
}

/// What a path is called in messages.
pub(super) fn name_of(path: &Path) -> String {
    if is_stdin(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file, or standard input where the path is `-`, up to the size that is read at all.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Problem> {
    let most = MAX_FILE_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    let done = if is_stdin(path) {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    match done {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Problem::at(
            name_of(path),
            Cause::Unreadable {
                error: error.to_string(),
            },
        )),
    }
}

/// Writes a file.
pub(super) fn write(path: &PathBuf, text: &str) -> Result<(), Problem> {
    std::fs::write(path, text).map_err(|error| {
        Problem::at(
            name_of(path),
            Cause::Unwritable {
                what: "it",
                error: error.to_string(),
                remedy: "check the path",
            },
        )
    })
}
