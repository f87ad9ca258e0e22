//! The lanes of a scenario over many seeds: how much of what a run shows is chance.

use std::rc::Rc;

use super::edit::Edit;
use super::shown::Shown;
use crate::run::limits::MAX_SEEDS;
use crate::run::{Problem, Spread, spread_of};

/// A scenario's lanes under the seeds 1, 2, 3, …, played a round at a time.
pub struct Sweep {
    base: Rc<dyn Shown>,
    seeds: u64,
    /// The measures of every lane under each seed that is finished.
    done: Vec<Vec<Vec<Option<f64>>>>,
    run: Option<Rc<dyn Shown>>,
}

impl Sweep {
    /// A sweep over the seeds 1 to `seeds`, of at most [`MAX_SEEDS`].
    pub fn new(base: Rc<dyn Shown>, seeds: u64) -> Self {
        Self { base, seeds: seeds.min(MAX_SEEDS), done: Vec::new(), run: None }
    }

    /// Plays one round of one lane; `false` once there is nothing left to play.
    ///
    /// # Errors
    /// Where the scenario cannot be run under another seed.
    pub fn advance(&mut self) -> Result<bool, Problem> {
        let next = self.done.len() as u64;
        if next >= self.seeds {
            return Ok(false);
        }
        let run = match self.run.take() {
            Some(run) => run,
            None => self.base.edited(&Edit::Seed(next + 1))?,
        };
        if run.advance() {
            self.run = Some(run);
        } else {
            let last = run.rounds();
            self.done.push((0..run.lanes()).map(|lane| run.measured(lane, last)).collect());
        }
        Ok(true)
    }

    /// How many seeds are finished, and how many there are.
    pub fn progress(&self) -> (u64, u64) {
        (self.done.len() as u64, self.seeds)
    }

    /// How a measure of a lane is spread; `None` while no seed has a value.
    pub fn spread(&self, lane: usize, measure: usize) -> Option<Spread> {
        let value = |lanes: &Vec<Vec<Option<f64>>>| lanes.get(lane)?.get(measure).copied().flatten();
        spread_of(&self.done.iter().map(value).collect::<Vec<_>>())
    }
}
