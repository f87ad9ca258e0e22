//! Files of recordings: those of the repository, or others of the same format.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// A directory below `tests/golden/`; an empty name is that directory itself.
fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
}

fn read(path: &Path) -> Value {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A file of the repository by its name without the ending, whatever other directory is named: for tests that need one
/// in particular.
pub fn file(folder: &str, name: &str) -> Value {
    read(&directory(folder).join(format!("{name}.json")))
}

/// Every recording of a directory below `tests/golden/`, or of the directory that an environment variable names, by the
/// name of its file without the ending, in order. Other files are left out.
pub fn all(folder: &str, variable: &str) -> Vec<(String, Value)> {
    let directory = std::env::var_os(variable).map_or_else(|| directory(folder), PathBuf::from);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    paths.sort();
    assert!(
        !paths.is_empty(),
        "{} holds no recordings",
        directory.display()
    );
    let named = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, read(path))
    };
    paths.iter().map(named).collect()
}

/// Whether an environment variable names a directory of its own.
pub fn is_elsewhere(variable: &str) -> bool {
    std::env::var_os(variable).is_some()
}
