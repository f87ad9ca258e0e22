//! The variants of a scenario over many seeds: how much of what a run shows is chance.

use serde::{Deserialize, Serialize};

use super::edit::Edit;
use super::session::Session;
use crate::engine::limits::MAX_SEEDS;
use crate::engine::{Problem, Spread, spread_of};

/// The metrics of every variant under one seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeedMetrics {
    /// The seed.
    pub seed: u64,
    /// The values of each variant, in the order of the metrics.
    pub values: Vec<Vec<Option<f64>>>,
}

/// Runs a scenario under a seed to its end and measures every variant.
///
/// # Errors
/// Where the scenario cannot be run under another seed.
pub fn measure_seed(session: &dyn Session, seed: u64) -> Result<SeedMetrics, Problem> {
    let run = session.edited(&Edit::Seed(seed))?;
    while run.advance() {}
    let last = run.rounds() - 1;
    Ok(SeedMetrics {
        seed,
        values: (0..run.variants())
            .map(|variant| run.measure(variant, last))
            .collect(),
    })
}

/// The results of a sweep over the seeds 1, 2, 3, …, as far as they are there.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// By seed, from seed 1.
    done: Vec<Option<SeedMetrics>>,
}

impl Sweep {
    /// A sweep over the seeds 1 to `seeds`, of at most [`MAX_SEEDS`], with no result yet.
    pub fn new(seeds: u64) -> Self {
        Self {
            done: vec![None; seeds.min(MAX_SEEDS) as usize],
        }
    }

    /// Adds the results of a seed; one outside of the sweep is ignored.
    pub fn add(&mut self, result: SeedMetrics) {
        let place = result
            .seed
            .checked_sub(1)
            .and_then(|place| self.done.get_mut(place as usize));
        if let Some(place) = place {
            *place = Some(result);
        }
    }

    /// How many seeds are finished, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.done.iter().flatten().count(), self.done.len())
    }

    /// Whether all seeds are finished.
    pub fn is_complete(&self) -> bool {
        self.done.iter().all(Option::is_some)
    }

    /// How a metric of a variant is spread; `None` while no seed has a value.
    pub fn spread(&self, variant: usize, metric: usize) -> Option<Spread> {
        let value = |seed: &Option<SeedMetrics>| {
            seed.as_ref()?
                .values
                .get(variant)?
                .get(metric)
                .copied()
                .flatten()
        };
        spread_of(&self.done.iter().map(value).collect::<Vec<_>>())
    }
}
