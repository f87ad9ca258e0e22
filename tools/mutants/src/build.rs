//! The copy of the crate, and its build.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Result;

/// Where a compiler complained: the file, relative to the crate, and the bytes.
#[derive(Debug)]
pub struct CompileError {
    /// The file.
    pub file: String,
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}

/// What a build came to.
pub enum Built {
    /// The test binaries: the library's and the integration tests'.
    Binaries(Vec<PathBuf>),
    /// What does not compile.
    Errors(Vec<CompileError>),
}

/// Copies what Git knows of the crate at `root`, and gives the directory of the copy.
pub fn copy(root: &Path) -> Result<PathBuf> {
    let tree = root.join("target/mutants/tree");
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()?;
    for name in String::from_utf8(listed.stdout)?
        .lines()
        .filter(|name| !name.starts_with("tools/"))
    {
        let (from, to) = (root.join(name), tree.join(name));
        if !from.is_file() {
            continue;
        }
        let text = fs::read(&from)?;
        // Files that are as they were keep their time, so that they are not built again.
        if fs::read(&to).is_ok_and(|old| old == text) {
            continue;
        }
        fs::create_dir_all(to.parent().ok_or("a file without a directory")?)?;
        fs::write(&to, text)?;
    }
    Ok(tree)
}

/// Builds the tests of the copy.
pub fn tests(tree: &Path) -> Result<Built> {
    let output = Command::new("cargo")
        .args([
            "test",
            "--no-run",
            "--lib",
            "--test",
            "it",
            "--message-format",
            "json",
        ])
        .current_dir(tree)
        .env("CARGO_TARGET_DIR", tree.with_file_name("build"))
        .stderr(Stdio::inherit())
        .output()?;
    let (mut binaries, mut errors) = (Vec::new(), Vec::new());
    for line in String::from_utf8(output.stdout)?.lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        if let Some(path) = message["executable"]
            .as_str()
            .filter(|_| message["profile"]["test"] == true)
        {
            binaries.push(PathBuf::from(path));
        }
        if message["reason"] == "compiler-message" && message["message"]["level"] == "error" {
            let spans = message["message"]["spans"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            errors.extend(
                spans
                    .iter()
                    .filter(|span| span["is_primary"] == true)
                    .filter_map(|span| {
                        Some(CompileError {
                            file: span["file_name"].as_str()?.to_owned(),
                            start: span["byte_start"].as_u64()? as usize,
                            end: span["byte_end"].as_u64()? as usize,
                        })
                    }),
            );
        }
    }
    Ok(if output.status.success() {
        Built::Binaries(binaries)
    } else {
        Built::Errors(errors)
    })
}
