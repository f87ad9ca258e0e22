//! The view of a run: stage, tables, charts and sentences; and the form, events and zones of a document.

mod brokers;
mod entities;
mod events;
mod fleet;
mod form;
mod histogram;
mod later;
mod layout;
mod overview;
mod parts;
mod stage;
mod strips;
mod system;
mod tables;
mod traffic;

use super::explanation;
use super::metrics::{METRICS, RunMetrics};
use super::plan::Plan;
use super::reason::{Reason, Subject};
use super::round::{Detail, Round};
use super::simulation::Simulation;
use crate::engine::Metric;
use crate::scene::Scene;
use crate::simulator::{
    Chart, Demand, Explained, Instant, MetricInfo, Stage, SubjectRef, Table, View, Viewport,
};

/// Producer endpoint rotation as a system.
pub struct Rotation;

/// The kind of [`SubjectRef`] of a producer.
const PRODUCER: u8 = 1;
/// The kind of [`SubjectRef`] of an address.
const BROKER: u8 = 2;
/// The kind of [`SubjectRef`] of a producer and one of its endpoints.
const PAIR: u8 = 3;

/// Maximum number of producers whose reasons are all given; above it, they are given on demand.
const MAX_EXPLAINED_AT_ONCE: usize = 500;
/// Maximum number of producers for which a round can be simulated again within a frame.
const REPLAYED_IN_A_FRAME: usize = 2000;

fn subject_of(subject: SubjectRef) -> Subject {
    match subject.kind {
        PRODUCER => Subject::Producer(subject.a),
        BROKER => Subject::Broker(subject.a as u16),
        PAIR => Subject::Pair(subject.a, subject.b as u16),
        _ => Subject::Round,
    }
}

fn reference(subject: Subject) -> SubjectRef {
    match subject {
        Subject::Round => SubjectRef::ROUND,
        Subject::Producer(producer) => SubjectRef::one(PRODUCER, producer as usize),
        Subject::Broker(address) => SubjectRef::one(BROKER, usize::from(address)),
        Subject::Pair(producer, address) => SubjectRef {
            kind: PAIR,
            a: producer,
            b: u32::from(address),
        },
    }
}

impl View for Rotation {
    type Layout = stage::Layout;

    fn time_s(simulation: &Simulation, index: usize) -> f64 {
        simulation.plan().start_us(index) as f64 / 1e6
    }

    fn is_eventful(round: &Round) -> bool {
        let counts = &round.counts;
        round.world_events
            + counts.failed()
            + counts.tries_failed
            + counts.refreshed
            + counts.restarted
            > 0
    }

    fn headline(simulation: &Simulation, explained: &Explained<'_, Self>) -> String {
        explanation::headline(simulation.plan(), explained.round, explained.detail)
    }

    fn subject_ref(subject: &Subject) -> SubjectRef {
        reference(*subject)
    }

    fn subject_kind(subject: SubjectRef) -> &'static str {
        match subject.kind {
            PRODUCER => "producer",
            BROKER => "broker",
            _ => "endpoint",
        }
    }

    fn subject_name(simulation: &Simulation, subject: SubjectRef) -> String {
        explanation::name(simulation.plan(), subject_of(subject))
    }

    fn find_subject(old: &Simulation, new: &Simulation, subject: SubjectRef) -> Option<SubjectRef> {
        let (old, new) = (old.plan(), new.plan());
        let has_producer = |producer: u32| (producer as usize) < new.fleet.len();
        let address = |place: usize| {
            let name = &old.ground_truth.addresses.get(place)?.name;
            new.ground_truth
                .addresses
                .iter()
                .position(|other| other.name == *name)
        };
        match subject.kind {
            PRODUCER => Some(subject).filter(|subject| has_producer(subject.a)),
            BROKER => Some(SubjectRef::one(BROKER, address(subject.a as usize)?)),
            PAIR if has_producer(subject.a) => Some(SubjectRef::pair(
                PAIR,
                subject.a as usize,
                address(subject.b as usize)?,
            )),
            PAIR => None,
            _ => Some(subject),
        }
    }

    fn on_demand(simulation: &Simulation) -> fn(&Subject) -> bool {
        let is_large = simulation.plan().fleet.len() > MAX_EXPLAINED_AT_ONCE;
        if is_large {
            |subject| matches!(subject, Subject::Producer(_) | Subject::Pair(..))
        } else {
            |_| false
        }
    }

    fn asks_on_demand(subject: SubjectRef) -> bool {
        matches!(subject.kind, PRODUCER | PAIR)
    }

    fn belongs_to(subject: &Subject, asked: SubjectRef) -> bool {
        match subject {
            Subject::Pair(producer, _) if asked.kind == PRODUCER => *producer == asked.a,
            _ => reference(*subject) == asked,
        }
    }

    fn overview(_simulation: &Simulation, explained: &Explained<'_, Self>) -> Vec<SubjectRef> {
        overview::overview(explained)
    }

    fn sentence(simulation: &Simulation, reason: &Reason) -> String {
        explanation::sentence(simulation.plan(), reason)
    }

    fn table(simulation: &Simulation, instant: &Instant<'_, Simulation>) -> Table {
        tables::table(simulation.plan(), instant.round, instant.detail)
    }

    fn charts(
        simulation: &Simulation,
        rounds: &[Round],
        _selected: Option<SubjectRef>,
    ) -> Vec<Chart> {
        tables::charts(simulation.plan(), rounds)
    }

    fn metrics() -> Vec<MetricInfo> {
        Metric::describe_all(METRICS)
    }

    fn measure(_simulation: &Simulation, rounds: &[Round], _all: &[Round]) -> Vec<Option<f64>> {
        Metric::measure_all(METRICS, &RunMetrics::from_rounds(rounds))
    }

    fn replayed_for_stage(simulation: &Simulation) -> usize {
        if simulation.plan().fleet.len() > REPLAYED_IN_A_FRAME {
            0
        } else {
            2
        }
    }

    fn preview(simulation: &Simulation, _rounds: &[Round], index: usize) -> Option<Detail> {
        let plan = simulation.plan();
        Some(Detail {
            from_us: plan.start_us(index),
            until_us: plan.start_us(index + 1),
            ..Detail::default()
        })
    }

    fn demand(
        simulation: &Simulation,
        instant: &Instant<'_, Simulation>,
        _viewport: &Viewport,
    ) -> Demand {
        Demand {
            highest: stage::highest(simulation.plan(), instant.round),
            ..Demand::default()
        }
    }

    fn stage(
        simulation: &Simulation,
        instant: &Instant<'_, Simulation>,
        viewport: &Viewport,
    ) -> Stage<stage::Layout> {
        stage::stage(simulation.plan(), instant, viewport)
    }

    fn motion(
        simulation: &Simulation,
        instant: &Instant<'_, Simulation>,
        viewport: &Viewport,
        layout: &stage::Layout,
    ) -> Scene<SubjectRef> {
        stage::motion(simulation.plan(), instant, viewport, layout)
    }
}

/// The data that the stage is drawn from.
struct StageContext<'a> {
    plan: &'a Plan,
    round: &'a Round,
    detail: &'a Detail,
    /// The time that is drawn, in microseconds after the start.
    at_us: u64,
    /// The selected subject.
    selected: Option<Subject>,
}

impl StageContext<'_> {
    /// The elapsed fraction of a duration that started at a time, 0 to 1.
    fn share(&self, since_us: u64, span_us: u64) -> f64 {
        (self.at_us.saturating_sub(since_us) as f64 / span_us.max(1) as f64).min(1.0)
    }

    /// The time for which something instant is shown, in microseconds.
    fn shown_us(&self) -> u64 {
        (self.detail.until_us - self.detail.from_us) * 2 / 5
    }
}
