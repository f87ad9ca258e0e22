//! The trait of what is shown of a run.

use super::explanation::{Card, Line};
use super::info::SubjectRef;
use super::outcome::RoundOutcome;
use super::stage::{Demand, Instant, Stage, Viewport};
use super::system::{DetailOf, ReasonOf, RoundOf, System};
use super::table::Table;
use super::{Chart, MetricInfo};
use crate::engine;
use crate::scene::Scene;

/// The subject of a reason.
pub(crate) type SubjectOf<S> = <<S as System>::Simulation as engine::Simulation>::Subject;

/// A round with its reasons.
pub struct Explained<'a, S: System> {
    /// Which round, from 0.
    pub index: usize,
    /// The record of it that the run keeps.
    pub round: &'a RoundOf<S>,
    /// What else it came to.
    pub detail: &'a DetailOf<S>,
    /// Its reasons, in the order in which they arose.
    pub reasons: &'a [ReasonOf<S>],
}

/// What is shown of a run. Everything is a pure function; what has a default here is optional.
pub trait View: System {
    /// What the moving layer of a stage is drawn from.
    type Layout: 'static;

    /// Whether the stage can show subjects in the order of their load.
    const CAN_SORT: bool = false;

    /// When a round begins, in seconds after the start; a round takes a second unless the system says otherwise.
    fn time_s(_simulation: &Self::Simulation, index: usize) -> f64 {
        index as f64
    }

    /// Whether something happened in a round that is worth stopping at.
    fn is_eventful(round: &RoundOf<Self>) -> bool;

    /// The round in one sentence.
    fn headline(simulation: &Self::Simulation, explained: &Explained<'_, Self>) -> String;

    /// A few words on the round at the cursor, beside its number: "spread 41 → 12 points".
    fn status(_simulation: &Self::Simulation, _rounds: &[RoundOf<Self>], _index: usize) -> String {
        String::new()
    }

    /// What comes after the round, in a sentence, as far as rounds are computed: "The next bundle moves in round 9."
    fn outlook(_simulation: &Self::Simulation, _rounds: &[RoundOf<Self>], _index: usize) -> String {
        String::new()
    }

    /// The reference to a subject.
    fn subject_ref(subject: &SubjectOf<Self>) -> SubjectRef;

    /// What a subject is, in data: "broker", "pair". It is not asked for the round as a whole.
    fn subject_kind(_subject: SubjectRef) -> &'static str {
        "subject"
    }

    /// What a person calls a subject.
    fn subject_name(simulation: &Self::Simulation, subject: SubjectRef) -> String;

    /// The same subject in the simulation of an edited scenario; `None` where it is gone.
    fn find_subject(
        _old: &Self::Simulation,
        _new: &Self::Simulation,
        subject: SubjectRef,
    ) -> Option<SubjectRef> {
        Some(subject)
    }

    /// Whether the reasons about a subject are left out until somebody asks about it, for there are too many.
    fn is_on_demand(_subject: &SubjectOf<Self>) -> bool {
        false
    }

    /// Which subjects' reasons are left out in a simulation until somebody asks, where that depends on its size.
    fn on_demand(_simulation: &Self::Simulation) -> fn(&SubjectOf<Self>) -> bool {
        Self::is_on_demand
    }

    /// Whether the explanation of a subject needs reasons that are not recorded until the subject is selected.
    fn asks_on_demand(_subject: SubjectRef) -> bool {
        false
    }

    /// Whether a reason about `subject` belongs to the explanation of `asked`.
    fn belongs_to(subject: &SubjectOf<Self>, asked: SubjectRef) -> bool {
        Self::subject_ref(subject) == asked
    }

    /// A reason as a sentence.
    fn sentence(simulation: &Self::Simulation, reason: &ReasonOf<Self>) -> String;

    /// The subjects of a round that have reasons, those that act first.
    fn overview(
        _simulation: &Self::Simulation,
        explained: &Explained<'_, Self>,
    ) -> Vec<SubjectRef> {
        let mut seen = std::collections::BTreeSet::new();
        let subjects = explained
            .reasons
            .iter()
            .map(|reason| Self::subject_ref(&reason.subject));
        subjects.filter(|subject| seen.insert(*subject)).collect()
    }

    /// What a round says about a subject, in at most `most` lines.
    fn card(
        simulation: &Self::Simulation,
        explained: &Explained<'_, Self>,
        subject: SubjectRef,
        most: usize,
    ) -> Card {
        let about = explained
            .reasons
            .iter()
            .filter(|reason| Self::belongs_to(&reason.subject, subject));
        let count = about.clone().count();
        Card {
            subject,
            title: Self::subject_name(simulation, subject),
            tone: None,
            lines: about
                .take(most)
                .map(|reason| line::<Self>(simulation, reason))
                .collect(),
            omitted: count.saturating_sub(most),
            related: Vec::new(),
        }
    }

    /// A round as a table: the data behind the stage.
    fn table(simulation: &Self::Simulation, instant: &Instant<'_, Self::Simulation>) -> Table;

    /// What a round did, as data: what moved, what did not, and why the round ended early. Nothing unless the system
    /// says otherwise.
    fn outcome(
        _simulation: &Self::Simulation,
        _instant: &Instant<'_, Self::Simulation>,
    ) -> RoundOutcome {
        RoundOutcome::default()
    }

    /// The rounds computed so far as charts; every series has a value for each round, NaN for none.
    fn charts(
        _simulation: &Self::Simulation,
        _rounds: &[RoundOf<Self>],
        _selected: Option<SubjectRef>,
    ) -> Vec<Chart> {
        Vec::new()
    }

    /// What is measured of a run.
    fn metrics() -> Vec<MetricInfo> {
        Vec::new()
    }

    /// The metrics of the rounds given (those up to the cursor), in the order of [`View::metrics`]. `all` are the
    /// rounds computed so far, for metrics of the whole run.
    fn measure(
        _simulation: &Self::Simulation,
        _rounds: &[RoundOf<Self>],
        _all: &[RoundOf<Self>],
    ) -> Vec<Option<f64>> {
        Vec::new()
    }

    /// What moved in a round, for comparing variants; sorted.
    fn moved(_round: &RoundOf<Self>) -> Vec<SubjectRef> {
        Vec::new()
    }

    /// Up to this many rounds of a large scenario are simulated again for the stage; beyond that it is drawn from a
    /// [`View::preview`] until somebody asks for more of the round.
    fn replayed_for_stage(_simulation: &Self::Simulation) -> usize {
        0
    }

    /// What a large round comes to as far as it can be drawn without being simulated again.
    fn preview(
        _simulation: &Self::Simulation,
        _rounds: &[RoundOf<Self>],
        _index: usize,
    ) -> Option<DetailOf<Self>> {
        None
    }

    /// What the stage asks for.
    fn demand(
        _simulation: &Self::Simulation,
        _instant: &Instant<'_, Self::Simulation>,
        _viewport: &Viewport,
    ) -> Demand {
        Demand::default()
    }

    /// The stage, laid out for the span of the round from the instant's phase on.
    fn stage(
        simulation: &Self::Simulation,
        instant: &Instant<'_, Self::Simulation>,
        viewport: &Viewport,
    ) -> Stage<Self::Layout>;

    /// What moves at an instant, drawn over the still layer once a frame.
    fn motion(
        simulation: &Self::Simulation,
        instant: &Instant<'_, Self::Simulation>,
        viewport: &Viewport,
        layout: &Self::Layout,
    ) -> Scene<SubjectRef>;

    /// What the signs on the stage mean: sign and meaning.
    fn legend() -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// A reason as a line.
pub fn line<S: View>(simulation: &S::Simulation, reason: &ReasonOf<S>) -> Line {
    Line::from_reason(S::sentence(simulation, reason), &reason.evidence)
}
