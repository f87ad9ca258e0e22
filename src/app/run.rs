//! A run as the page holds it: a timeline that grows in slices, and the round that is looked at.

use std::cell::RefCell;
use std::rc::Rc;

use crate::run::{Look, Timeline};
use crate::shedding::manager::{Detail, Round, Simulation};
use crate::shedding::{BundleId, Reason, Scenario, Subject};

/// A round with everything there is to see of it.
pub struct View {
    /// What is kept of it.
    pub round: Round,
    /// What it came to.
    pub detail: Detail,
    /// Why.
    pub reasons: Vec<Reason>,
}

/// A run, shared by whoever shows it.
pub struct Run {
    timeline: RefCell<Timeline<Simulation>>,
    looked_at: RefCell<Option<Rc<View>>>,
}

impl Run {
    /// A run of a checked scenario, with its first round.
    pub fn new(scenario: &Scenario) -> Self {
        let mut timeline = Timeline::new(Simulation::new(scenario));
        timeline.advance();
        Self { timeline: RefCell::new(timeline), looked_at: RefCell::new(None) }
    }

    /// Produces rounds until `until_ms` on the page's clock; whether the run is complete.
    pub fn grow(&self, until_ms: f64, now_ms: impl Fn() -> f64) -> bool {
        let mut timeline = self.timeline.borrow_mut();
        while timeline.advance() {
            if now_ms() >= until_ms {
                break;
            }
        }
        timeline.is_complete()
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

    /// A round, looked at, but for the reasons about candidates; past the horizon, the last one.
    pub fn view(&self, index: usize) -> Rc<View> {
        if let Some(view) = self.looked_at.borrow().as_ref().filter(|view| view.round.index == index) {
            return Rc::clone(view);
        }
        let mut timeline = self.timeline.borrow_mut();
        // Every run has at least one round, so the last one is always there.
        let (round, Look { detail, reasons }) = loop {
            let last = timeline.rounds().len().saturating_sub(1);
            let index = if timeline.round(index).is_some() { index } else { last };
            let look = timeline.look_at(index, |subject| !matches!(subject, Subject::Candidate { .. }));
            if let (Some(look), Some(round)) = (look, timeline.rounds().get(index)) {
                break (round.clone(), look);
            }
        };
        let view = Rc::new(View { round, detail, reasons });
        *self.looked_at.borrow_mut() = Some(Rc::clone(&view));
        view
    }
}
