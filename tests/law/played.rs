//! A scenario played to its end, with every round's reasons.

use std::rc::Rc;

use shedscope::engine::{Simulation as _, Timeline};
use shedscope::systems::shedding::settings::Key;
use shedscope::systems::shedding::strategy::{Selection, ShedderInfo};
use shedscope::systems::shedding::{
    BrokerId, BundleId, Detail, Explain, Reason, Round, Scenario, Simulation,
};

/// One round, and who owned what around it.
pub struct Turn {
    pub round: Round,
    pub detail: Detail,
    pub reasons: Vec<Reason>,
    pub after: Rc<Vec<BrokerId>>,
}

impl Turn {
    /// Whether a bundle goes from the lower broker of a pair to the higher one, in exchange.
    pub fn comes_back(&self, one: &Selection) -> bool {
        self.detail
            .decision
            .pairs
            .iter()
            .any(|pair| pair.low == one.from && Some(pair.high) == one.target)
    }
}

pub struct Played {
    pub simulation: Simulation,
    pub turns: Vec<Turn>,
}

impl Played {
    pub fn of(scenario: &Scenario) -> Self {
        let simulation = Simulation::new(scenario);
        let mut state = simulation.start();
        let play = |index: usize| {
            let mut explain = Explain::recording();
            let (round, detail) = simulation.step(&mut state, index, &mut explain);
            Turn {
                round,
                detail,
                reasons: explain.into_reasons(),
                after: state.owners.clone(),
            }
        };
        let turns = (0..scenario.rounds).map(play).collect();
        Self { simulation, turns }
    }

    /// Checks every turn of a scenario; where one breaks the law, says how it came to that.
    pub fn lawful(
        scenario: &Scenario,
        law: impl Fn(&Self, &Turn) -> Result<(), String>,
    ) -> Result<(), String> {
        let played = Self::of(scenario);
        for turn in &played.turns {
            law(&played, turn)
                .map_err(|broken| played.broken(scenario, turn.round.index, &broken))?;
        }
        Ok(())
    }

    /// What is said of a broken law: the law, the path of loads, the scenario.
    pub fn broken(&self, scenario: &Scenario, index: usize, law: &str) -> String {
        let loads = |turn: &Turn| {
            let percent: Vec<String> = turn
                .round
                .usage_percent
                .iter()
                .map(|usage| format!("{usage:.3}"))
                .collect();
            format!("[{}]", percent.join(", "))
        };
        let path: Vec<String> = self.turns[..=index].iter().map(loads).collect();
        format!(
            "round {}: {law}\n{}\n{}",
            index + 1,
            path.join(" => "),
            scenario.write()
        )
    }

    /// Whether the extensible load manager runs it.
    pub fn is_extensible(&self) -> bool {
        ShedderInfo::find(&self.simulation.variant().strategy)
            .is_some_and(ShedderInfo::is_extensible)
    }

    /// Whether a bundle may come straight back to where it was.
    pub fn unloads_first(&self, turn: &Turn, bundle: BundleId) -> bool {
        let selections = &turn.detail.decision.selections;
        let is_transfer = selections
            .iter()
            .any(|one| one.bundle == bundle && one.target.is_some());
        turn.detail.settings.is_on(Key::ChoosesAfterUnload) || self.is_extensible() && !is_transfer
    }

    pub fn broker(&self, id: BrokerId) -> &str {
        &self.simulation.world().brokers[id.index()].name
    }

    pub fn bundle(&self, id: BundleId) -> &str {
        &self.simulation.world().bundles[id.index()].name
    }
}

/// A timeline of a scenario, not produced yet.
pub fn timeline(scenario: &Scenario) -> Timeline<Simulation> {
    Timeline::new(Simulation::new(scenario))
}

/// `Ok` if it holds, else the words.
pub fn ensure(holds: bool, words: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(words()) }
}
