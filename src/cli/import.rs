//! `shedscope import`: makes a scenario from a broker.conf, load reports and metrics.

use std::io::Write;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use serde_json::json;

use super::Failure;
use super::input::{is_stdin, name_of, read, write};
use super::output::style;
use crate::engine::limits::MAX_FILE_BYTES;
use crate::engine::{Cause, Problem, Thing};
use crate::systems::shedding::import::recognise::FileKind;
use crate::systems::shedding::import::{self, File, recognise};
use crate::systems::shedding::model::cluster::Cluster;
use crate::systems::shedding::{Release, Scenario, Variant};

/// The options of `import`.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("input").required(true).multiple(true).args(["files", "conf", "report"]))]
pub(super) struct Import {
    /// Files of any kind that is understood: a broker.conf, load reports, Prometheus metrics. `-` reads standard input.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A broker.conf of any version, or lines of one; refused where the file is something else.
    #[arg(long, value_name = "FILE")]
    conf: Option<PathBuf>,
    /// Load reports of brokers, or their Prometheus metrics; refused where a file is something else.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    report: Vec<PathBuf>,
    /// A scenario that gives what the files do not: its variant, its world, its rounds.
    #[arg(long, value_name = "FILE")]
    base: Option<PathBuf>,
    /// The release that is played where no file says: 4.0, 2026 or 5.0.
    #[arg(long, value_name = "RELEASE", value_parser = release)]
    release: Option<Release>,
    /// Write the scenario to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write what was understood, assumed and ignored to this file as well, as JSON.
    #[arg(long, value_name = "FILE")]
    notes: Option<PathBuf>,
}

fn release(name: &str) -> Result<Release, String> {
    Release::from_name(name).ok_or_else(|| "give 4.0, 2026 or 5.0".to_owned())
}

impl Import {
    /// Reads the files, says what came of them, and writes the scenario.
    pub(super) fn perform(&self, quiet: bool, output: &mut impl Write) -> Result<(), Failure> {
        let from_stdin = self.paths().filter(|(path, _)| is_stdin(path)).count();
        if from_stdin > 1 {
            return Err(Problem::at("standard input", Cause::duplicate(Thing::File, "-")).into());
        }
        let base = self.base()?;
        let mut files = Vec::new();
        for (path, kind) in self.paths() {
            files.push((name_of(path), read(path)?, kind));
        }
        let files: Vec<(File<'_>, Option<FileKind>)> = files
            .iter()
            .map(|(name, bytes, kind)| (File::new(name, bytes), *kind))
            .collect();
        for (file, kind) in &files {
            kind.map_or(Ok(()), |kind| check_kind(file, kind))?;
        }
        let files: Vec<File<'_>> = files.into_iter().map(|(file, _)| file).collect();
        let imported = import::import(&files, &base)?;
        let text = text_of(&imported.scenario);
        self.write_notes(&imported)?;
        if !quiet {
            self.print_findings(&imported, text.len());
        }
        match &self.output {
            Some(path) if !is_stdin(path) => Ok(write(path, &text)?),
            _ => Ok(output.write_all(text.as_bytes())?),
        }
    }

    /// The files in the order in which they are read, with the kind that each has to be.
    fn paths(&self) -> impl Iterator<Item = (&PathBuf, Option<FileKind>)> {
        let files = self.files.iter().map(|path| (path, None));
        let conf = self
            .conf
            .iter()
            .map(|path| (path, Some(FileKind::BrokerConf)));
        files.chain(conf).chain(
            self.report
                .iter()
                .map(|path| (path, Some(FileKind::LoadReports))),
        )
    }

    fn base(&self) -> Result<Scenario, Problem> {
        let Some(path) = &self.base else {
            let release = self.release.unwrap_or_default();
            let (strategy, placement) = release.default_setup();
            let variant = Variant::new(strategy, placement, release);
            return Ok(Scenario::of(
                "Your settings",
                &[],
                Cluster::default(),
                variant,
            ));
        };
        let name = name_of(path);
        let bytes = read(path)?;
        let text = File::new(&name, &bytes)
            .text()
            .map_err(|problem| problem.within(&name))?;
        let mut scenario = Scenario::read(&text.text).map_err(|problem| problem.within(&name))?;
        if let (Some(release), Some(variant)) = (self.release, scenario.variants.first_mut()) {
            variant.release = release;
        }
        Ok(scenario)
    }

    fn print_findings(&self, import: &import::Import, length: usize) {
        let mut text = String::new();
        let lists = [
            ("Understood", &import.understood),
            ("Assumed", &import.assumed),
            ("Ignored", &import.ignored),
        ];
        for (head, sentences) in lists
            .into_iter()
            .filter(|(_, sentences)| !sentences.is_empty())
        {
            let title = style::TITLE;
            text.push_str(&format!("{title}{head}:{title:#}\n"));
            for sentence in sentences {
                text.push_str("  - ");
                text.push_str(sentence);
                text.push('\n');
            }
        }
        if import.scenario.world.brokers.is_empty() {
            text.push_str(
                "The scenario has no brokers yet: give load reports with --report, or a scenario with --base.\n",
            );
        }
        if length > MAX_FILE_BYTES {
            let line = format!(
                "The scenario has {length} bytes, more than the {MAX_FILE_BYTES} that are read again.\n"
            );
            text.push_str(&line);
        }
        // That nobody listens is no reason not to write the scenario.
        let _ = anstream::stderr().write_all(text.as_bytes());
    }

    fn write_notes(&self, import: &import::Import) -> Result<(), Failure> {
        let Some(path) = &self.notes else {
            return Ok(());
        };
        let keys: Vec<serde_json::Value> = import
            .conf
            .iter()
            .flat_map(|conf| &conf.notes)
            .map(|note| {
                json!({
                    "line": note.line, "key": note.key, "value": note.value, "kind": note.kind.name(), "text": note.text,
                })
            })
            .collect();
        let notes = json!({
            "understood": import.understood, "assumed": import.assumed, "ignored": import.ignored, "keys": keys,
        });
        Ok(write(path, &format!("{notes:#}\n"))?)
    }
}

/// A scenario as text: without line breaks where it would be too long with them to be read again.
fn text_of(scenario: &Scenario) -> String {
    let text = scenario.write() + "\n";
    match serde_json::to_string(scenario) {
        Ok(short) if text.len() > MAX_FILE_BYTES => short + "\n",
        _ => text,
    }
}

/// A file that is given as one thing and is another is more likely a slip than a wish.
fn check_kind(file: &File<'_>, expected: FileKind) -> Result<(), Problem> {
    let text = file.text().map_err(|problem| problem.within(file.name))?;
    let kind = recognise(&text.text);
    let remedy = match kind {
        FileKind::BrokerConf => "give it with --conf",
        // Both say how much a broker is used.
        FileKind::Prometheus if expected == FileKind::LoadReports => return Ok(()),
        FileKind::LoadReports | FileKind::Prometheus => "give it with --report",
        FileKind::Scenario => "give it with --base",
        _ => return Ok(()),
    };
    if kind == expected {
        return Ok(());
    }
    Err(Problem::at(
        file.name,
        Cause::wrong_kind(kind.label(), expected.label(), remedy),
    ))
}
