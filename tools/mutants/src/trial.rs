//! Trying mutants: the tests that answer in seconds, cheapest first.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::Result;
use crate::instrument::Mutant;

/// Parts of the library's own tests, and modules of the integration tests, that answer in seconds and cover what is
/// mutated. The first that fails ends a trial, so those that catch most come first.
const LIBRARY: [&str; 3] = [
    "systems::shedding",
    "engine::explain",
    "simulator::sentence",
];
const INTEGRATION: [&str; 9] = [
    "golden::",
    "cases::",
    "transfer::",
    "digests::",
    "shedding_view::",
    "presets::",
    "transfer_runs::",
    "metrics::",
    "exchange::",
];
/// A mutant has this many times as long as the crate without any.
const PATIENCE: u32 = 8;

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A test failed.
    Caught,
    /// The tests did not come to an end.
    TimedOut,
    /// No test noticed.
    Survived,
}

/// The tests.
pub struct Suite {
    tree: PathBuf,
    /// Binaries with the filter that chooses among their tests, and how long they may take.
    steps: Vec<(PathBuf, &'static str, Duration)>,
}

impl Suite {
    /// The tests of built binaries.
    ///
    /// # Errors
    /// Where one fails without any mutant.
    pub fn new(tree: &Path, binaries: Vec<PathBuf>) -> Result<Self> {
        let mut suite = Self {
            tree: tree.to_owned(),
            steps: Vec::new(),
        };
        for binary in binaries {
            let is_library = binary
                .file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with("shedscope"));
            let filters = if is_library {
                &LIBRARY[..]
            } else {
                &INTEGRATION[..]
            };
            for filter in filters {
                let step = (binary.clone(), *filter, Duration::from_secs(600));
                let began = Instant::now();
                if suite.run(&step, 0)? != Outcome::Survived {
                    return Err(format!("{filter} fails without any mutant").into());
                }
                let took = began.elapsed();
                eprintln!("{filter}: {took:.1?}");
                suite
                    .steps
                    .push((step.0, step.1, took * PATIENCE + Duration::from_secs(5)));
            }
        }
        Ok(suite)
    }

    fn run(
        &self,
        (binary, filter, limit): &(PathBuf, &'static str, Duration),
        mutant: u32,
    ) -> Result<Outcome> {
        let mut child = Command::new(binary)
            .args(["-q", "--test-threads", "1", filter])
            .current_dir(&self.tree)
            .env("SHEDSCOPE_MUTANT", mutant.to_string())
            .env("PROPTEST_CASES", "16")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let began = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(if status.success() {
                    Outcome::Survived
                } else {
                    Outcome::Caught
                });
            }
            if began.elapsed() > *limit {
                child.kill()?;
                child.wait()?;
                return Ok(Outcome::TimedOut);
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn try_one(&self, mutant: u32) -> Result<Outcome> {
        for step in &self.steps {
            let outcome = self.run(step, mutant)?;
            if outcome != Outcome::Survived {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Survived)
    }

    /// Tries mutants on all cores.
    ///
    /// # Errors
    /// Where a test cannot be run.
    pub fn try_all(&self, mutants: &[Mutant]) -> Result<Vec<(Mutant, Outcome)>> {
        let next = AtomicUsize::new(0);
        let outcomes = Mutex::new(vec![None; mutants.len()]);
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let outcome = self.try_one(mutant.id).map_err(|error| error.to_string());
                        let place = mutants.iter().position(|other| other.id == mutant.id);
                        eprintln!(
                            "{}:{}: {}: {outcome:?}",
                            mutant.file, mutant.line, mutant.what
                        );
                        if let (Some(place), Ok(mut outcomes)) = (place, outcomes.lock()) {
                            outcomes[place] = Some(outcome);
                        }
                    }
                });
            }
        });
        let outcomes = outcomes.into_inner().map_err(|error| error.to_string())?;
        let pairs = mutants.iter().zip(outcomes);
        pairs
            .map(|(mutant, outcome)| {
                Ok((mutant.clone(), outcome.ok_or("a mutant was not tried")??))
            })
            .collect()
    }
}
