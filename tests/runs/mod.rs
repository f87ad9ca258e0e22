//! The fingerprint of every situation's run, natively and in the browser.

use shedscope::run::Timeline;
use shedscope::shedding::Simulation;
use shedscope::shedding::situations::SITUATIONS;

/// What is recorded: a line for each situation, its id and the digest of all its rounds.
pub const RECORDED: &str = include_str!("../digests.txt");

/// The same lines, from runs made now.
pub fn digests() -> String {
    let line = |row: &shedscope::shedding::situations::Situation| {
        let mut timeline = Timeline::new(Simulation::new(&row.build()));
        timeline.complete();
        format!("{} {}\n", row.id, timeline.digest())
    };
    SITUATIONS.iter().map(line).collect()
}
