//! Scenarios, run to their end.

use shedscope::engine::{Simulation, Timeline};
use shedscope::simulator::{Session, SharedSession};
use shedscope::systems;

/// A simulation with all of its rounds.
pub fn play<S: Simulation>(simulation: S) -> Timeline<S> {
    let mut timeline = Timeline::new(simulation);
    timeline.complete();
    timeline
}

/// The details of all rounds that a timeline has, in order.
pub fn details<S: Simulation>(timeline: &mut Timeline<S>) -> Vec<S::Detail> {
    (0..timeline.rounds().len())
        .map(|index| timeline.detail(index).unwrap().detail)
        .collect()
}

/// Computes all rounds of an open scenario.
pub fn complete(session: &dyn Session) {
    while session.advance() {}
}

/// Computes the first rounds of an open scenario.
pub fn compute(session: &dyn Session, rounds: usize) {
    while session.computed() < rounds && session.advance() {}
}

/// Opens a preset of a system and computes all of its rounds.
pub fn open_complete(system: &str, preset: &str) -> SharedSession {
    let session = (systems::find(system).unwrap().open_preset)(preset).unwrap();
    complete(&*session);
    session
}
