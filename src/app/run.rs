//! A run as the page holds it: a timeline that grows in slices, and the round that is looked at.

use std::cell::RefCell;
use std::rc::Rc;

use super::player::performance_now;
use super::shared::Shared;
use crate::run::{Look, Timeline};
use crate::shedding::manager::Simulation;
use crate::shedding::round::{Detail, Round};
use crate::shedding::{BundleId, Reason, Scenario, Subject};

/// A round with everything there is to see of it.
pub struct View {
    /// What is kept of it.
    pub round: Round,
    /// What it came to.
    pub detail: Detail,
    /// Why.
    pub reasons: Vec<Reason>,
    /// Whether the reasons are there.
    pub is_told: bool,
}

/// A run, shared by whoever shows it.
pub struct Run {
    timeline: RefCell<Timeline<Simulation>>,
    looked_at: RefCell<Option<Rc<View>>>,
}

impl Run {
    /// A run of every lane of a checked scenario, with its first round.
    pub fn of_lanes(scenario: &Scenario) -> Vec<Shared<Self>> {
        let run = |simulation| {
            let mut timeline = Timeline::new(simulation);
            timeline.advance();
            Shared::new(Self { timeline: RefCell::new(timeline), looked_at: RefCell::new(None) })
        };
        Simulation::of_lanes(scenario).into_iter().map(run).collect()
    }

    /// Produces rounds up to `count` of them, or until `until_ms` on the page's clock.
    pub fn grow(&self, count: usize, until_ms: f64) {
        let mut timeline = self.timeline.borrow_mut();
        while timeline.rounds().len() < count && timeline.advance() && performance_now() < until_ms {}
    }

    /// How many rounds there are so far.
    pub fn computed(&self) -> usize {
        self.timeline.borrow().rounds().len()
    }

    /// The fingerprint of the run, once it is complete.
    pub fn digest(&self) -> Option<String> {
        let timeline = self.timeline.borrow();
        timeline.is_complete().then(|| timeline.digest().to_string())
    }

    /// Something of the rounds so far.
    pub fn with_rounds<T>(&self, read: impl FnOnce(&[Round], &Simulation) -> T) -> T {
        let timeline = self.timeline.borrow();
        read(timeline.rounds(), timeline.system())
    }

    /// The reasons of a round about one bundle and its candidates, which are too many to keep for all.
    pub fn reasons_of(&self, index: usize, bundle: BundleId) -> Vec<Reason> {
        let is_about = move |subject: &Subject| match subject {
            Subject::Bundle(other) | Subject::Candidate { bundle: other, .. } => *other == bundle,
            _ => false,
        };
        self.timeline.borrow_mut().look_at(index, is_about).map_or_else(Vec::new, |look| look.reasons)
    }

    /// A round without its reasons, where they are not at hand; past what is computed, the last one.
    pub fn glance(&self, index: usize) -> Rc<View> {
        self.looked(index, false)
    }

    /// A round as far as it can be drawn without playing it again: without pairs, hits and reports.
    pub fn sketch(&self, index: usize) -> Rc<View> {
        let index = index.min(self.computed().saturating_sub(1));
        if let Some(view) = self.looked_at.borrow().as_ref().filter(|view| view.round.index == index) {
            return Rc::clone(view);
        }
        self.with_rounds(|rounds, simulation| {
            let detail = simulation.sketched(rounds, index);
            Rc::new(View { round: rounds[index].clone(), detail, reasons: Vec::new(), is_told: false })
        })
    }

    /// A round, looked at, but for the reasons about candidates; past what is computed, the last one.
    pub fn view(&self, index: usize) -> Rc<View> {
        self.looked(index, true)
    }

    fn looked(&self, index: usize, tells: bool) -> Rc<View> {
        let index = index.min(self.computed().saturating_sub(1));
        if let Some(view) =
            self.looked_at.borrow().as_ref().filter(|view| view.round.index == index && (view.is_told || !tells))
        {
            return Rc::clone(view);
        }
        let mut timeline = self.timeline.borrow_mut();
        // Every run has at least one round, so one is always there.
        let (round, Look { detail, reasons }) = loop {
            let look = if tells {
                timeline.look_at(index, |subject| !matches!(subject, Subject::Candidate { .. }))
            } else {
                timeline.glance(index)
            };
            if let (Some(look), Some(round)) = (look, timeline.rounds().get(index)) {
                break (round.clone(), look);
            }
        };
        let view = Rc::new(View { round, detail, reasons, is_told: tells });
        *self.looked_at.borrow_mut() = Some(Rc::clone(&view));
        view
    }
}
