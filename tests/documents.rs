//! Documents of every version open: those of version 1 as they were stored, and none that is newer than this program.

use std::fs;
use std::path::{Path, PathBuf};

use shedscope::engine::scenario::FORMAT_VERSION;
use shedscope::simulator::SharedSession;
use shedscope::systems;

use crate::common::play::complete;

fn folder(version: u32) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/files/documents/version-{version}"))
}

fn digests(session: &SharedSession) -> Vec<String> {
    complete(&**session);
    (0..session.variants())
        .map(|variant| session.digest(variant).expect("a run that is complete"))
        .collect()
}

/// The documents of a version, with the digests that their variants had when they were stored.
fn stored(version: u32) -> Vec<(String, String, Vec<String>)> {
    let list =
        fs::read_to_string(folder(version).join("digests.txt")).expect("the list of documents");
    let entry = |line: &str| {
        let mut words = line.split(' ').map(str::to_owned);
        let name = words.next().expect("a name");
        let text =
            fs::read_to_string(folder(version).join(format!("{name}.json"))).expect("a document");
        (name, text, words.collect())
    };
    list.lines().map(entry).collect()
}

#[test]
fn every_older_version_has_documents_of_every_system() {
    for version in 1..FORMAT_VERSION {
        let stored = stored(version);
        for system in systems::SYSTEMS {
            let own = stored
                .iter()
                .filter(|(name, ..)| name.starts_with(system.info.id))
                .count();
            assert!(
                own >= 3,
                "version {version} has {own} documents of {}",
                system.info.id
            );
        }
    }
}

#[test]
fn documents_of_version_1_open_run_as_they_did_and_are_written_as_version_2() {
    for (name, text, before) in stored(1) {
        let session = systems::open(&text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(digests(&session), before, "{name}");
        let written = session.document();
        assert!(
            written.contains("\"shedscope\": 2") && written.contains("\"variants\": ["),
            "{name}: {written}"
        );
        for old in [
            "\"look_for\"",
            "\"lanes\"",
            "\"ignores\"",
            "\"for_s\"",
            "\"amount\"",
            "\"of\"",
            "\"what\"",
        ] {
            assert!(!written.contains(old), "{name} still has {old}");
        }
        let again = systems::open(&written).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(again.document(), written, "{name}");
    }
}

#[test]
fn an_old_document_that_is_wrong_is_explained_at_its_own_line() {
    for (name, text, _) in stored(1) {
        let bad = text.replacen("\"rounds\":", "\"round\":", 1);
        let line = 1 + bad
            .lines()
            .position(|line| line.contains("\"round\":"))
            .expect("the line that is wrong");
        let problem = systems::open(&bad)
            .err()
            .unwrap_or_else(|| panic!("{name} opens"));
        assert!(
            problem.place.starts_with(&format!("line {line}, ")),
            "{name}: {problem}"
        );
    }
}

#[test]
fn members_of_version_1_are_unknown_in_version_2() {
    for (name, text, _) in stored(1) {
        let mixed = text.replacen("\"shedscope\": 1", "\"shedscope\": 2", 1);
        let problem = systems::open(&mixed)
            .err()
            .unwrap_or_else(|| panic!("{name} opens"));
        assert!(
            problem.to_string().contains("look_for"),
            "{name}: {problem}"
        );
    }
}

#[test]
fn a_document_that_is_too_new_says_so_and_what_helps() {
    for (name, text, _) in stored(1) {
        let new = text.replacen(
            "\"shedscope\": 1",
            &format!("\"shedscope\": {}", FORMAT_VERSION + 1),
            1,
        );
        let problem = systems::open(&new)
            .err()
            .unwrap_or_else(|| panic!("{name} opens"))
            .to_string();
        for part in [
            "shedscope: this document is of version 3",
            "reads up to 2",
            "get a newer Shedscope",
        ] {
            assert!(problem.contains(part), "{name}: {problem}");
        }
    }
}
