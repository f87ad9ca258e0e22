//! Work that is done in workers, which run the same WebAssembly file as the page: sweeps over seeds, reading files, and
//! texts for other programs. Jobs are pure: documents and files in, values out.

use gloo_worker::oneshot::oneshot;
use serde::{Deserialize, Serialize};

use crate::engine::{Cause, Problem};
use crate::simulator::registry::{ImportedDocument, system_of};
use crate::simulator::{Export, SeedMetrics, Source, SystemEntry};
use crate::systems;

/// A job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Job {
    /// The metrics of a document under some seeds.
    MeasureSeeds {
        /// The document.
        document: String,
        /// The seeds.
        seeds: Vec<u64>,
    },
    /// Files and texts, read on top of a document.
    Import {
        /// The document; none where [`document_system`] finds one in the files, which then takes its place.
        base: Option<String>,
        /// The files and texts.
        sources: Vec<Source>,
    },
    /// What a real system would report in a round.
    Export {
        /// The document.
        document: String,
        /// The variant, from 0.
        variant: usize,
        /// The round, from 0.
        round: usize,
    },
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum JobResult {
    /// The metrics under each seed.
    Seeds(Vec<SeedMetrics>),
    /// The document that was read.
    Imported(ImportedDocument),
    /// The texts.
    Exports(Vec<Export>),
    /// The job could not be done, and why.
    Failed(String),
}

/// Does a job.
pub fn perform(job: &Job) -> JobResult {
    try_perform(job).unwrap_or_else(|problem| JobResult::Failed(problem.to_string()))
}

fn try_perform(job: &Job) -> Result<JobResult, Problem> {
    match job {
        Job::MeasureSeeds { document, seeds } => {
            let entry = entry_of(document)?;
            let measured = seeds
                .iter()
                .map(|seed| (entry.measure_seed)(document, *seed));
            measured.collect::<Result<_, _>>().map(JobResult::Seeds)
        }
        Job::Import { base, sources } => import(base.as_deref(), sources).map(JobResult::Imported),
        Job::Export {
            document,
            variant,
            round,
        } => (entry_of(document)?.export)(document, *variant, *round).map(JobResult::Exports),
    }
}

fn entry_of(document: &str) -> Result<&'static SystemEntry, Problem> {
    let system = system_of(document);
    systems::find(system).ok_or_else(|| systems::unknown(system))
}

/// The system of a scenario of Shedscope that is opened alone: it needs no other document, whichever system that is of.
pub fn document_system(sources: &[Source]) -> Option<&'static SystemEntry> {
    let [source] = sources else { return None };
    systems::find(system_of(std::str::from_utf8(&source.bytes).ok()?))
}

/// A scenario of Shedscope opens by itself; everything else is for the system of the open document.
fn import(base: Option<&str>, sources: &[Source]) -> Result<ImportedDocument, Problem> {
    match (document_system(sources), base) {
        (Some(system), _) => (system.import)(&system.open_first()?.compact_document(), sources),
        (None, Some(base)) => (entry_of(base)?.import)(base, sources),
        (None, None) => Err(Problem::at(
            "file",
            Cause::other("there is no scenario to read it into", "open one first"),
        )),
    }
}

/// A worker's part: takes a job and answers with its result.
#[oneshot]
pub(crate) async fn JobWorker(job: Job) -> JobResult {
    perform(&job)
}
