//! The view of a run: stage, tables, charts and sentences; and the forms, events and tables of a document.

mod charts;
mod comparisons;
mod entities;
mod events;
mod form;
mod later;
mod outcome;
mod parts;
mod stage;
mod system;
mod table;
mod traffic;

use super::metrics::{METRICS, RunMetrics};
use super::reason::{NodeId, Reason, ShardId, Subject};
use super::round::Round;
use super::{Simulation, explanation, headline, metrics};
use crate::engine::{Metric, Simulation as _};
use crate::scene::Scene;
use crate::simulator::{
    Chart, Demand, Explained, Instant, MetricInfo, RoundOutcome, Stage, SubjectRef, Table, View,
    Viewport,
};

/// Weighted shard allocation as a system.
pub struct Sharding;

/// The kind of [`SubjectRef`] of a node.
pub(super) const NODE: u8 = 1;
/// The kind of [`SubjectRef`] of a shard.
pub(super) const SHARD: u8 = 2;

fn subject_of(subject: SubjectRef) -> Subject {
    match subject.kind {
        NODE => Subject::Node(NodeId(subject.a)),
        SHARD => Subject::Shard(ShardId(subject.a)),
        _ => Subject::Round,
    }
}

impl View for Sharding {
    type Layout = stage::Layout;

    fn time_s(simulation: &Simulation, index: usize) -> f64 {
        simulation.time_s(index)
    }

    fn is_eventful(round: &Round) -> bool {
        metrics::has_moved(round) || round.is_eventful
    }

    fn headline(simulation: &Simulation, explained: &Explained<'_, Self>) -> String {
        headline::headline(simulation, explained.round, explained.detail)
    }

    fn subject_ref(subject: &Subject) -> SubjectRef {
        match subject {
            Subject::Round => SubjectRef::ROUND,
            Subject::Node(node) => SubjectRef::one(NODE, node.index()),
            Subject::Shard(shard) => SubjectRef::one(SHARD, shard.0 as usize),
        }
    }

    fn subject_kind(subject: SubjectRef) -> &'static str {
        if subject.kind == NODE {
            "node"
        } else {
            "shard"
        }
    }

    fn subject_name(simulation: &Simulation, subject: SubjectRef) -> String {
        explanation::name(simulation, subject_of(subject))
    }

    fn find_subject(old: &Simulation, new: &Simulation, subject: SubjectRef) -> Option<SubjectRef> {
        if subject.kind != NODE {
            return Some(subject);
        }
        let name = &old.nodes().get(subject.a as usize)?.name;
        let place = new.nodes().iter().position(|node| node.name == *name)?;
        Some(SubjectRef::one(NODE, place))
    }

    fn sentence(simulation: &Simulation, reason: &Reason) -> String {
        explanation::sentence(simulation, reason)
    }

    fn table(simulation: &Simulation, instant: &Instant<'_, Simulation>) -> Table {
        table::table(simulation, instant.round, instant.detail)
    }

    fn outcome(simulation: &Simulation, instant: &Instant<'_, Simulation>) -> RoundOutcome {
        outcome::outcome(simulation, instant.detail)
    }

    fn charts(
        simulation: &Simulation,
        rounds: &[Round],
        _selected: Option<SubjectRef>,
    ) -> Vec<Chart> {
        charts::charts(simulation, rounds)
    }

    fn metrics() -> Vec<MetricInfo> {
        Metric::describe_all(METRICS)
    }

    fn measure(simulation: &Simulation, rounds: &[Round], _all: &[Round]) -> Vec<Option<f64>> {
        match RunMetrics::from_rounds(rounds, simulation.horizon()) {
            Some(run) => Metric::measure_all(METRICS, &run),
            None => vec![None; METRICS.len()],
        }
    }

    fn demand(
        _simulation: &Simulation,
        instant: &Instant<'_, Simulation>,
        _viewport: &Viewport,
    ) -> Demand {
        Demand {
            highest: stage::highest(instant.detail),
            ..Demand::default()
        }
    }

    fn stage(
        simulation: &Simulation,
        instant: &Instant<'_, Simulation>,
        viewport: &Viewport,
    ) -> Stage<stage::Layout> {
        stage::stage(simulation, instant, viewport)
    }

    fn motion(
        simulation: &Simulation,
        instant: &Instant<'_, Simulation>,
        viewport: &Viewport,
        layout: &stage::Layout,
    ) -> Scene<SubjectRef> {
        stage::motion(simulation, instant, viewport, layout)
    }
}
