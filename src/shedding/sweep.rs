//! The same lanes over many seeds: how much of what a run shows is chance.
//!
//! Work is done in small pieces, a round at a time, and of a run only its measures are kept.

use super::manager::Simulation;
use super::measures::{Measure, SoFar};
use super::reason::Why;
use super::round::Round;
use super::scenario::Scenario;
use super::state::State;
use crate::run::limits::MAX_SEEDS;
pub use crate::run::{At, Spread};
use crate::run::{System, spread_of};

/// A scenario's lanes, each to be run under the seeds 1, 2, 3, ….
pub struct Sweep {
    /// The lanes, in one world.
    lanes: Vec<Simulation>,
    seeds: u64,
    /// The measures of each run that has been finished: all lanes of seed 1, all of seed 2, …
    done: Vec<SoFar>,
    run: Option<Run>,
}

/// A run under way.
struct Run {
    simulation: Simulation,
    state: State,
    rounds: Vec<Round>,
}

impl Sweep {
    /// A sweep of a checked scenario over the seeds 1 to `seeds`, of at most [`MAX_SEEDS`]. The
    /// scenario's own seed plays no part.
    pub fn new(scenario: &Scenario, seeds: u64) -> Self {
        let lanes = Simulation::of_lanes(scenario);
        Self { lanes, seeds: seeds.min(MAX_SEEDS), done: Vec::new(), run: None }
    }

    /// Plays one round of one lane under one seed; `false` once there is nothing left to play.
    pub fn advance(&mut self) -> bool {
        let (lanes, next) = (self.lanes.len(), self.done.len());
        if lanes == 0 || (next / lanes) as u64 >= self.seeds {
            return false;
        }
        let run = self.run.get_or_insert_with(|| {
            let simulation = self.lanes[next % lanes].with_seed((next / lanes) as u64 + 1);
            Run { state: simulation.start(), simulation, rounds: Vec::new() }
        });
        let (round, _) = run.simulation.step(&mut run.state, run.rounds.len(), &mut Why::silent());
        run.rounds.push(round);
        if run.rounds.len() >= run.simulation.horizon() {
            self.done.push(SoFar::of_run(&run.simulation, &run.rounds, usize::MAX));
            self.run = None;
        }
        true
    }

    /// Plays all that is left.
    pub fn complete(&mut self) {
        while self.advance() {}
    }

    /// How many rounds have been played, and how many there are in all.
    pub fn progress(&self) -> (u64, u64) {
        let horizon = self.lanes.first().map_or(0, Simulation::horizon) as u64;
        let under_way = self.run.as_ref().map_or(0, |run| run.rounds.len()) as u64;
        (self.done.len() as u64 * horizon + under_way, self.seeds * self.lanes.len() as u64 * horizon)
    }

    /// The measures of a lane under each seed finished so far, from seed 1 on.
    pub fn of_lane(&self, lane: usize) -> impl Iterator<Item = &SoFar> {
        self.done.iter().skip(lane).step_by(self.lanes.len().max(1))
    }

    /// The value of a measure in a lane under each seed finished so far, from seed 1 on.
    pub fn values(&self, lane: usize, measure: &Measure) -> Vec<Option<f64>> {
        self.of_lane(lane).map(measure.value).collect()
    }

    /// How a measure of a lane is spread; `None` while no seed has a value.
    pub fn spread(&self, lane: usize, measure: &Measure) -> Option<Spread> {
        spread_of(&self.values(lane, measure))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Timeline;
    use crate::shedding::MEASURES;
    use crate::shedding::settings::Key;
    use crate::shedding::situations::Situation;

    /// Two lanes that chance has a say in: a placement that draws, and loads that fluctuate.
    fn scenario() -> Scenario {
        let mut scenario = Situation::find("four-random").unwrap().build();
        scenario.world.fluctuation_percent = 30.0;
        scenario.rounds = 20;
        scenario.lanes.push(scenario.lane().clone().with(Key::ThresholdPercentage, 20.0));
        scenario
    }

    fn run(scenario: &Scenario, lane: usize, seed: u64) -> SoFar {
        let mut timeline = Timeline::new(Simulation::of_lane(&Scenario { seed, ..scenario.clone() }, lane));
        timeline.complete();
        SoFar::of_run(timeline.system(), timeline.rounds(), usize::MAX)
    }

    #[test]
    fn each_seed_comes_to_what_a_run_under_it_comes_to() {
        let scenario = scenario();
        let mut sweep = Sweep::new(&scenario, 3);
        assert_eq!((sweep.progress(), sweep.spread(0, &MEASURES[0])), ((0, 120), None));
        let pieces = std::iter::repeat_with(|| sweep.advance()).take_while(|more| *more).count();
        assert_eq!((pieces, sweep.progress()), (120, (120, 120)));
        for lane in 0..2 {
            let expected: Vec<SoFar> = (1..=3).map(|seed| run(&scenario, lane, seed)).collect();
            assert_eq!(sweep.of_lane(lane).copied().collect::<Vec<_>>(), expected);
            assert_ne!(expected[0].msg_rate_moved, expected[1].msg_rate_moved);
            let rate: Vec<_> = expected.iter().map(|so_far| Some(so_far.msg_rate_moved)).collect();
            let measure = MEASURES.iter().find(|row| row.label == "Message rate disturbed").unwrap();
            assert_eq!(sweep.values(lane, measure), rate);
        }
    }

    #[test]
    fn neither_the_order_of_lanes_nor_the_number_of_seeds_changes_a_run() {
        let scenario = scenario();
        let mut turned = scenario.clone();
        turned.lanes.reverse();
        turned.seed = 99;
        let (mut few, mut more) = (Sweep::new(&scenario, 2), Sweep::new(&turned, 4));
        few.complete();
        more.complete();
        for lane in 0..2 {
            let first_two: Vec<_> = more.of_lane(1 - lane).take(2).collect();
            assert_eq!(few.of_lane(lane).collect::<Vec<_>>(), first_two);
        }
    }
}
