//! A scenario played to its end, and what is told of its rounds. Rounds are counted from 1, and brokers
//! and bundles go by their names.

use std::cell::RefCell;
use std::rc::Rc;

use shedscope::engine::{Check, Evidence, Timeline};
use shedscope::systems::shedding::model::load_data::NOBODY;
use shedscope::systems::shedding::model::world::World;
use shedscope::systems::shedding::{
    BrokerId, BundleId, Detail, Reason, Round, Rule, Scenario, Simulation, State, Subject,
};

use crate::common::play::play;

pub struct Played {
    timeline: RefCell<Timeline<Simulation>>,
    world: Rc<World>,
}

impl Played {
    pub fn of(scenario: &Scenario) -> Self {
        Self::of_variant(scenario, 0)
    }

    pub fn of_variant(scenario: &Scenario, variant: usize) -> Self {
        assert_eq!(scenario.check(), Ok(()));
        let timeline = play(Simulation::of_variant(scenario, variant));
        let world = Rc::new(timeline.simulation().world().clone());
        Self {
            timeline: RefCell::new(timeline),
            world,
        }
    }

    pub fn round(&self, round: usize) -> Round {
        self.timeline.borrow().rounds()[round - 1].clone()
    }

    pub fn rounds(&self) -> Vec<Round> {
        self.timeline.borrow().rounds().to_vec()
    }

    pub fn state_after(&self, round: usize) -> State {
        self.timeline.borrow_mut().state(round).clone()
    }

    pub fn told(&self, round: usize) -> Told {
        let look = self.timeline.borrow_mut().explain(round - 1).unwrap();
        Told {
            detail: look.detail,
            reasons: look.reasons,
            world: Rc::clone(&self.world),
        }
    }

    pub fn broker(&self, id: BrokerId) -> String {
        name_of(&self.world, id)
    }

    pub fn bundle(&self, id: BundleId) -> String {
        self.world.bundles[id.index()].name.to_string()
    }

    /// Bundle, old owner and new owner of each move of a round.
    pub fn moves(&self, round: usize) -> Vec<(String, String, String)> {
        let moves = self.round(round).moves;
        moves
            .iter()
            .map(|one| {
                (
                    self.bundle(one.bundle),
                    self.broker(one.from),
                    self.broker(one.to),
                )
            })
            .collect()
    }

    /// Bundle and new owner of what was placed before a round.
    pub fn placed(&self, round: usize) -> Vec<(String, String)> {
        let placed = self.round(round).assignments;
        placed
            .iter()
            .map(|one| (self.bundle(one.bundle), self.broker(one.to)))
            .collect()
    }

    pub fn move_counts(&self) -> Vec<usize> {
        self.rounds()
            .iter()
            .map(|round| round.moves.len())
            .collect()
    }
}

/// The brokers over ThresholdShedder's upper line in a round.
pub fn over(played: &Played, round: usize) -> Vec<String> {
    played.told(round).whose(Rule::UnderAverageLine, false)
}

fn name_of(world: &World, id: BrokerId) -> String {
    if id == NOBODY {
        "nobody".to_owned()
    } else {
        world.brokers[id.index()].name.to_string()
    }
}

/// What is told of a round.
pub struct Told {
    pub detail: Detail,
    reasons: Vec<Reason>,
    world: Rc<World>,
}

impl Told {
    /// A broker, `high>low`, a bundle, `bundle@candidate`; nothing for the round as a whole.
    fn about(&self, subject: Subject) -> String {
        let broker = |id: BrokerId| name_of(&self.world, id);
        let bundle = |id: BundleId| self.world.bundles[id.index()].name.to_string();
        match subject {
            Subject::Round => String::new(),
            Subject::Broker(id) => broker(id),
            Subject::Pair(high, low) => format!("{}>{}", broker(high), broker(low)),
            Subject::Bundle(id) => bundle(id),
            Subject::Candidate {
                bundle: id,
                broker: candidate,
            } => format!("{}@{}", bundle(id), broker(candidate)),
        }
    }

    fn of(&self, rule: Rule) -> impl Iterator<Item = (String, &Evidence)> {
        let of_rule = self
            .reasons
            .iter()
            .filter(move |reason| reason.rule == rule);
        of_rule.map(|reason| (self.about(reason.subject), &reason.evidence))
    }

    /// The tests of a rule, each with what it is about.
    pub fn tests(&self, rule: Rule) -> Vec<(String, Check)> {
        let test = |(about, evidence): (String, &Evidence)| match evidence {
            Evidence::Check(test) => Some((about, test.clone())),
            _ => None,
        };
        self.of(rule).filter_map(test).collect()
    }

    /// The first test of a rule about somebody.
    pub fn test(&self, rule: Rule, about: &str) -> Check {
        let found = self
            .tests(rule)
            .into_iter()
            .find(|(subject, _)| subject == about);
        found
            .unwrap_or_else(|| panic!("no test of {rule:?} about “{about}”"))
            .1
    }

    /// What the tests of a rule are about that came out one way.
    pub fn whose(&self, rule: Rule, outcome: bool) -> Vec<String> {
        self.of(rule)
            .filter(|(_, evidence)| evidence.holds() == Some(outcome))
            .map(|(about, _)| about)
            .collect()
    }

    /// What the facts of a rule are about, with their values.
    pub fn facts(&self, rule: Rule) -> Vec<(String, f64)> {
        let fact = |(about, evidence): (String, &Evidence)| match evidence {
            Evidence::Fact { operand, .. } => Some((about, operand.number())),
            _ => None,
        };
        self.of(rule).filter_map(fact).collect()
    }

    /// The first fact of a rule about somebody.
    pub fn fact(&self, rule: Rule, about: &str) -> f64 {
        let found = self
            .facts(rule)
            .into_iter()
            .find(|(subject, _)| subject == about);
        found
            .unwrap_or_else(|| panic!("no fact of {rule:?} about “{about}”"))
            .1
    }

    pub fn score(&self, broker: &str) -> f64 {
        self.detail.decision.scores[self.world.find_broker(broker).unwrap().index()]
    }

    /// The brokers that bundles were selected from, each once, in that order.
    pub fn givers(&self) -> Vec<String> {
        let mut givers: Vec<String> = self
            .detail
            .decision
            .selections
            .iter()
            .map(|one| name_of(&self.world, one.from))
            .collect();
        givers.dedup();
        givers
    }

    /// How many bundles were selected.
    pub fn selected(&self) -> usize {
        self.detail.decision.selections.len()
    }

    /// Bytes per second of the selected bundles.
    pub fn selected_bytes(&self) -> f64 {
        let selections = self.detail.decision.selections.iter();
        selections
            .map(|one| self.world.bundles[one.bundle.index()].rates.throughput())
            .sum()
    }
}
