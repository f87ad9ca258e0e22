//! Files and documents that are damaged at random are read or refused, never the end of the program: a bounded run of
//! what `fuzz/` does for as long as one likes.

use std::fs;
use std::path::{Path, PathBuf};

use shedscope::engine::chance::draw_unit;
use shedscope::simulator::Source;
use shedscope::systems;

/// Damaged copies of each sample.
const COPIES: u64 = 6;
/// Larger samples take too long to be damaged often.
const MAX_BYTES: usize = 60_000;
/// What damage brings in.
const TOKENS: [&str; 12] = [
    "\"",
    "{",
    "]",
    ",",
    "-",
    "1e999",
    "NaN",
    "null",
    "\u{0}",
    "\\u12",
    "999999999999999999999",
    "é",
];

fn samples(folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/files")
            .join(folder),
    ];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of samples") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).expect("a sample");
                found.push((path, bytes));
            }
        }
    }
    found.retain(|(_, bytes)| bytes.len() <= MAX_BYTES);
    found.sort();
    found
}

/// A copy with up to four pieces of damage: a byte changed, a stretch missing or there twice, a token put in, the end cut.
fn damaged(bytes: &[u8], name: &str, copy: u64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for hit in 0..=copy % 4 {
        let choose = |purpose: &str, count: usize| {
            (draw_unit(copy, purpose, name, hit) * count as f64) as usize
        };
        let at = choose("place", bytes.len() + 1);
        let end = (at + 1 + choose("length", 40)).min(bytes.len());
        match choose("damage", 5) {
            0 if at < bytes.len() => bytes[at] = choose("byte", 256) as u8,
            1 if at < end => drop(bytes.drain(at..end)),
            2 if at < end => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            3 => bytes.truncate(at),
            _ => drop(bytes.splice(at..at, TOKENS[choose("token", TOKENS.len())].bytes())),
        }
    }
    bytes
}

#[test]
fn damaged_files_are_read_or_refused() {
    let system = systems::find("shedding").expect("load shedding");
    let base = system.open_first().expect("a preset").compact_document();
    let (mut read, mut refused) = (0, 0);
    for folder in ["conf", "metrics", "reports"] {
        for (path, bytes) in samples(folder) {
            for copy in 0..COPIES {
                let bytes = damaged(
                    &bytes,
                    &path.file_name().unwrap_or_default().to_string_lossy(),
                    copy,
                );
                match (system.import)(
                    &base,
                    &[Source {
                        name: "file".to_owned(),
                        bytes,
                    }],
                ) {
                    Ok(imported) => {
                        read += 1;
                        let opened = (system.open)(&imported.document);
                        assert_eq!(opened.err(), None, "{} {copy}", path.display());
                    }
                    Err(problem) => {
                        refused += 1;
                        assert!(!problem.message().is_empty(), "{} {copy}", path.display());
                    }
                }
            }
        }
    }
    assert!(read > 20 && refused > 20, "{read} read, {refused} refused");
}

#[test]
fn damaged_documents_open_or_are_refused() {
    let (mut opened, mut refused) = (0, 0);
    for (path, bytes) in samples("documents") {
        for copy in 0..4 * COPIES {
            let bytes = damaged(
                &bytes,
                &path.file_name().unwrap_or_default().to_string_lossy(),
                copy,
            );
            let text = String::from_utf8_lossy(&bytes);
            match systems::open(&text) {
                Ok(session) => {
                    opened += 1;
                    let again = systems::open(&session.document());
                    assert_eq!(again.err(), None, "{} {copy}", path.display());
                }
                Err(problem) => {
                    refused += 1;
                    assert!(!problem.message().is_empty(), "{} {copy}", path.display());
                }
            }
        }
    }
    assert!(
        opened > 5 && refused > 100,
        "{opened} opened, {refused} refused"
    );
}
