//! The view of a run, and the forms and events of a document.
//!
//! * `system`: the documents; `form`: fields, options and comparisons; `events`: events and their parts.
//! * `tables`: a second as a table, and the charts.
//! * `now`: the state of the stage at an instant, from the times in a round's detail.
//! * `stage`: the picture.

mod events;
mod form;
mod later;
mod now;
mod stage;
mod system;
mod tables;

use super::metrics::{METRICS, RunMetrics};
use super::reason::{Rule, Subject};
use super::round::Round;
use super::simulation::Simulation;
use super::{explanation, reason};
use crate::engine::{Metric, Reason};
use crate::scene::Scene;
use crate::simulator::{
    Chart, Demand, Explained, Instant, MetricInfo, Stage, SubjectRef, Table, View, Viewport,
};

/// Adaptive rate limiting as a system.
pub struct Throttling;

/// The kind of [`SubjectRef`] of a writer.
const WRITER: u8 = 1;
/// The kind of [`SubjectRef`] of a limiter.
const LIMITER: u8 = 2;
/// The kind of [`SubjectRef`] of the server.
const SERVER: u8 = 3;
/// The kind of [`SubjectRef`] of the world.
const OUTSIDE: u8 = 4;

/// The reference to an actor.
fn reference_to(actor: reason::Actor) -> SubjectRef {
    match actor {
        reason::Actor::Writer(writer) => SubjectRef::one(WRITER, writer as usize),
        reason::Actor::Limiter(executor) => SubjectRef::one(LIMITER, executor as usize),
        reason::Actor::Server => SubjectRef::one(SERVER, 0),
        reason::Actor::World => SubjectRef::one(OUTSIDE, 0),
    }
}

/// The actor of a reference.
fn actor_of(actor: SubjectRef) -> Option<reason::Actor> {
    match actor.kind {
        WRITER => Some(reason::Actor::Writer(actor.a)),
        LIMITER => Some(reason::Actor::Limiter(actor.a)),
        SERVER => Some(reason::Actor::Server),
        OUTSIDE => Some(reason::Actor::World),
        _ => None,
    }
}

/// Fraction of a round for which a scale stays valid.
const SCALE_HOLDS: f64 = 0.1;

impl View for Throttling {
    type Layout = ();

    fn time_s(simulation: &Simulation, index: usize) -> f64 {
        simulation.time_s(index)
    }

    fn is_eventful(round: &Round) -> bool {
        let counts = [
            round.raises,
            round.cuts,
            round.ignored,
            round.rejections,
            round.timeouts,
            round.given_up,
        ];
        round.has_event || counts.into_iter().any(|count| count > 0)
    }

    fn headline(simulation: &Simulation, explained: &Explained<'_, Self>) -> String {
        explanation::headline(simulation, explained.round, explained.detail)
    }

    fn subject_ref(subject: &Subject) -> SubjectRef {
        reference_to(subject.actor)
    }

    fn subject_kind(subject: SubjectRef) -> &'static str {
        match subject.kind {
            WRITER => "writer",
            LIMITER => "limiter",
            SERVER => "server",
            _ => "world",
        }
    }

    fn subject_name(simulation: &Simulation, subject: SubjectRef) -> String {
        actor_of(subject).map_or_else(
            || "this second".to_owned(),
            |actor| explanation::name(simulation, actor),
        )
    }

    fn find_subject(
        _old: &Simulation,
        new: &Simulation,
        subject: SubjectRef,
    ) -> Option<SubjectRef> {
        let is_there = subject.kind != LIMITER || subject.a < new.executors();
        is_there.then_some(subject)
    }

    fn sentence(simulation: &Simulation, reason: &Reason<Subject, Rule>) -> String {
        explanation::sentence(simulation, reason)
    }

    fn table(simulation: &Simulation, instant: &Instant<'_, Simulation>) -> Table {
        tables::table(simulation, instant.detail)
    }

    fn charts(
        simulation: &Simulation,
        rounds: &[Round],
        _selected: Option<SubjectRef>,
    ) -> Vec<Chart> {
        tables::charts(simulation, rounds)
    }

    fn metrics() -> Vec<MetricInfo> {
        Metric::describe_all(METRICS)
    }

    fn measure(_simulation: &Simulation, rounds: &[Round], _all: &[Round]) -> Vec<Option<f64>> {
        Metric::measure_all(METRICS, &RunMetrics::from_rounds(rounds))
    }

    fn demand(
        simulation: &Simulation,
        instant: &Instant<'_, Simulation>,
        _viewport: &Viewport,
    ) -> Demand {
        let highest = stage::highest(&now::Now::new(simulation, instant.detail, instant.phase));
        Demand {
            highest,
            ..Demand::default()
        }
    }

    fn stage(
        _simulation: &Simulation,
        instant: &Instant<'_, Simulation>,
        viewport: &Viewport,
    ) -> Stage<()> {
        let holds_until = (instant.phase + SCALE_HOLDS).min(1.0);
        Stage {
            holds_until,
            ..Stage::moving(viewport, ())
        }
    }

    fn motion(
        simulation: &Simulation,
        instant: &Instant<'_, Simulation>,
        viewport: &Viewport,
        (): &(),
    ) -> Scene<SubjectRef> {
        stage::draw(
            simulation,
            &now::Now::new(simulation, instant.detail, instant.phase),
            viewport,
        )
    }
}
