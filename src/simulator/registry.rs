//! What is known of a system before one of its scenarios is open.

use std::rc::Rc;

use super::exchange::{Export, Findings, Source};
use super::info::{Preset, PresetInfo, SystemInfo};
use super::open::OpenSession;
use super::session::{Session, SharedSession};
use super::sweep::SeedMetrics;
use super::system::ScenarioOf;
use super::view::View;
use crate::engine::{Cause, Problem};

/// The system that a document says it is of; empty where it says none. It is read off the text, so that a document
/// that is broken further on is given to the reader that can tell what is wrong with it.
pub fn system_of(text: &str) -> &str {
    fn value(behind: &str) -> Option<&str> {
        let quoted = behind
            .trim_start()
            .strip_prefix(':')?
            .trim_start()
            .strip_prefix('"')?;
        quoted.split_once('"').map(|(value, _)| value)
    }
    text.split("\"system\"")
        .skip(1)
        .find_map(value)
        .unwrap_or("")
}

/// A scenario read from files: its document, and what became of each thing that was read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ImportedDocument {
    /// The document.
    pub document: String,
    /// What became of each thing that was read.
    pub findings: Findings,
}

/// A registered system.
#[derive(Clone, Copy)]
pub struct SystemEntry {
    /// How it is announced.
    pub info: SystemInfo,
    /// Its presets.
    pub presets: fn() -> Vec<PresetInfo>,
    /// Opens the preset of an id.
    pub open_preset: fn(&str) -> Option<SharedSession>,
    /// Opens a document.
    pub open: fn(&str) -> Result<SharedSession, Problem>,
    /// Reads files on top of a document.
    pub import: fn(&str, &[Source]) -> Result<ImportedDocument, Problem>,
    /// What a real system would report in a round of a variant of a document.
    pub export: fn(&str, usize, usize) -> Result<Vec<Export>, Problem>,
    /// The metrics of the variants of a document under a seed.
    pub measure_seed: fn(&str, u64) -> Result<SeedMetrics, Problem>,
}

impl SystemEntry {
    /// Registers a system.
    pub const fn of<S: View>() -> Self {
        Self {
            info: S::INFO,
            presets: || {
                let info = |preset: &Preset<ScenarioOf<S>>| PresetInfo {
                    id: preset.id,
                    title: preset.title,
                    group: preset.group,
                };
                S::presets().iter().map(info).collect()
            },
            open_preset: |id| {
                let preset = Preset::find(S::presets(), id)?;
                Some(Rc::new(OpenSession::<S>::new(preset.build())) as SharedSession)
            },
            open: |text| Ok(Rc::new(OpenSession::<S>::read(text)?) as SharedSession),
            import: |base, sources| {
                let base = OpenSession::<S>::read(base)?;
                let imported = S::import(base.scenario(), sources)?;
                Ok(ImportedDocument {
                    document: imported.scenario.write_compact(),
                    findings: imported.findings,
                })
            },
            export: |document, variant, round| {
                let opened = OpenSession::<S>::read(document)?;
                if variant >= opened.variants() {
                    return Err(super::missing::not_there("variant"));
                }
                Ok(S::export(opened.scenario(), variant, round))
            },
            measure_seed: |document, seed| {
                let opened = OpenSession::<S>::read(document)?;
                super::sweep::measure_seed(&opened, seed)
            },
        }
    }

    /// Its first preset, opened.
    ///
    /// # Errors
    /// Where the system has none.
    pub fn open_first(&self) -> Result<SharedSession, Problem> {
        let first = (self.presets)()
            .first()
            .and_then(|preset| (self.open_preset)(preset.id));
        first.ok_or_else(|| {
            Problem::at(
                self.info.id,
                Cause::other("this system has no preset", "open a scenario from a file"),
            )
        })
    }
}
