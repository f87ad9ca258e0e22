//! Load shedding as a system of the simulator: its documents, forms and tables, and what is shown of its runs.

mod cards;
mod cells;
mod charts;
mod choices;
mod events;
mod files;
mod form;
mod later;
mod metrics;
mod outcome;
mod progress;
mod round_table;
mod stage;
mod subjects;
mod system;
mod tables;
mod warnings;

use stage::flight::Flights;

use super::reason::{Reason, sentence};
use super::{Detail, Round, Simulation, Subject};
use crate::scene::Scene;
use crate::simulator::view::Explained;
use crate::simulator::{
    Card, Chart, Demand, Instant, MetricInfo, RoundOutcome, Stage, SubjectRef, Table, View,
    Viewport,
};

/// Apache Pulsar's load shedding.
pub struct Shedding;

/// What the signs on the stage mean.
const LEGEND: &[(&str, &str)] = &[
    ("dashed orange", "leaves its broker in this round"),
    ("dashed blue", "where it arrives"),
    ("circles", "hits in a row, filled: high above, low below"),
    (
        "bracket",
        "a pair, points apart; dotted: idle, thin: counting hits, thick: sheds",
    ),
];

impl View for Shedding {
    type Layout = Flights;

    const CAN_SORT: bool = true;

    fn time_s(simulation: &Simulation, index: usize) -> f64 {
        simulation.time_ms(index) as f64 / 1000.0
    }

    fn is_eventful(round: &Round) -> bool {
        !round.moves.is_empty()
    }

    fn headline(simulation: &Simulation, explained: &Explained<'_, Self>) -> String {
        cards::headline(simulation, explained)
    }

    fn status(_simulation: &Simulation, rounds: &[Round], index: usize) -> String {
        progress::status(rounds, index)
    }

    fn outlook(simulation: &Simulation, rounds: &[Round], index: usize) -> String {
        progress::outlook(simulation, rounds, index)
    }

    fn subject_ref(subject: &Subject) -> SubjectRef {
        subjects::reference(*subject)
    }

    fn subject_kind(subject: SubjectRef) -> &'static str {
        subjects::kind(subject)
    }

    fn subject_name(simulation: &Simulation, subject: SubjectRef) -> String {
        subjects::name(simulation, subject)
    }

    fn find_subject(old: &Simulation, new: &Simulation, subject: SubjectRef) -> Option<SubjectRef> {
        subjects::find(old, new, subject)
    }

    fn is_on_demand(subject: &Subject) -> bool {
        matches!(subject, Subject::Candidate { .. })
    }

    fn asks_on_demand(subject: SubjectRef) -> bool {
        subjects::is_about_bundle(subject)
    }

    fn belongs_to(subject: &Subject, asked: SubjectRef) -> bool {
        subjects::belongs_to(subject, asked)
    }

    fn sentence(simulation: &Simulation, reason: &Reason) -> String {
        sentence(reason, simulation.world())
    }

    fn overview(simulation: &Simulation, explained: &Explained<'_, Self>) -> Vec<SubjectRef> {
        cards::overview(simulation, explained)
    }

    fn card(
        simulation: &Simulation,
        explained: &Explained<'_, Self>,
        subject: SubjectRef,
        most: usize,
    ) -> Card {
        cards::card(simulation, explained, subject, most)
    }

    fn table(simulation: &Simulation, instant: &Instant<'_, Simulation>) -> Table {
        round_table::table(simulation, instant.round, instant.detail)
    }

    fn outcome(simulation: &Simulation, instant: &Instant<'_, Simulation>) -> RoundOutcome {
        outcome::outcome(simulation.world(), instant.round)
    }

    fn charts(
        simulation: &Simulation,
        rounds: &[Round],
        selected: Option<SubjectRef>,
    ) -> Vec<Chart> {
        charts::charts(simulation, rounds, selected)
    }

    fn metrics() -> Vec<MetricInfo> {
        metrics::metrics()
    }

    fn measure(simulation: &Simulation, rounds: &[Round], all: &[Round]) -> Vec<Option<f64>> {
        metrics::measure(simulation, rounds, all)
    }

    fn moved(round: &Round) -> Vec<SubjectRef> {
        progress::moved(round)
    }

    fn preview(simulation: &Simulation, rounds: &[Round], index: usize) -> Option<Detail> {
        (index < rounds.len()).then(|| simulation.preview(rounds, index))
    }

    fn demand(
        simulation: &Simulation,
        instant: &Instant<'_, Simulation>,
        viewport: &Viewport,
    ) -> Demand {
        stage::demand(simulation, instant, viewport)
    }

    fn stage(
        simulation: &Simulation,
        instant: &Instant<'_, Simulation>,
        viewport: &Viewport,
    ) -> Stage<Flights> {
        stage::stage(simulation, instant, viewport)
    }

    fn motion(
        _simulation: &Simulation,
        instant: &Instant<'_, Simulation>,
        viewport: &Viewport,
        layout: &Flights,
    ) -> Scene<SubjectRef> {
        stage::motion(instant.phase, viewport, layout)
    }

    fn legend() -> &'static [(&'static str, &'static str)] {
        LEGEND
    }
}
