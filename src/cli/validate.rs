//! `shedscope validate`: checks documents without playing them.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Value as Json, json};

use super::output::{style, write_json};
use super::{Failure, input};
use crate::engine::Problem;
use crate::simulator::{Session, SharedSession};

/// The options of `validate`.
#[derive(Args, Debug)]
pub(super) struct Validate {
    /// The documents' files; `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// How to print what was found.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Format {
    /// A line for each file, and one for each remark.
    Text,
    /// JSON.
    Json,
}

impl Validate {
    /// Checks every file; a file that is refused does not keep the others from being checked.
    pub(super) fn perform(&self, quiet: bool, output: &mut impl Write) -> Result<(), Failure> {
        let checked: Vec<(String, Result<SharedSession, Problem>)> = self
            .files
            .iter()
            .map(|path| (input::name_of(path), input::open_document(path)))
            .collect();
        match self.format {
            Format::Json => write_json(output, &checked.iter().map(record).collect::<Vec<_>>())?,
            Format::Text => {
                for (name, result) in &checked {
                    match result {
                        Ok(session) if !quiet => print_valid(name, &**session, output)?,
                        Ok(_) => {}
                        Err(problem) => super::print_error(&problem.to_string()),
                    }
                }
            }
        }
        output.flush()?;
        if checked.iter().all(|(_, result)| result.is_ok()) {
            Ok(())
        } else {
            Err(Failure::SomeRefused)
        }
    }
}

/// The remarks about all variants, each once.
fn remarks(session: &dyn Session) -> Vec<String> {
    let mut remarks: Vec<String> = Vec::new();
    for warning in (0..session.variants()).flat_map(|variant| session.warnings(variant)) {
        if !remarks.contains(&warning.text) {
            remarks.push(warning.text);
        }
    }
    remarks
}

fn print_valid(name: &str, session: &dyn Session, output: &mut impl Write) -> Result<(), Failure> {
    let (cool, warm) = (style::COOL, style::WARM);
    let info = session.info();
    let count =
        |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    writeln!(
        output,
        "{name}: {cool}valid{cool:#}, {}, {}, {}",
        info.title,
        count(session.variants(), "variant"),
        count(session.rounds(), info.round),
    )?;
    for remark in remarks(session) {
        writeln!(output, "  {warm}{remark}{warm:#}")?;
    }
    Ok(())
}

fn record((name, result): &(String, Result<SharedSession, Problem>)) -> Json {
    match result {
        Ok(session) => json!({
            "file": name,
            "is_valid": true,
            "system": session.info().id,
            "title": session.title(),
            "variants": session.variants(),
            "rounds": session.rounds(),
            "remarks": remarks(&**session),
        }),
        Err(problem) => json!({"file": name, "is_valid": false, "problem": problem.to_string()}),
    }
}
