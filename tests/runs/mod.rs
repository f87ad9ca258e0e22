//! The fingerprint of every situation's run, natively and in the browser.

use shedscope::run::Timeline;
use shedscope::shedding::Simulation;
use shedscope::shedding::situations::SITUATIONS;

/// What is recorded: a line for each lane of each situation, its id and the digest of all its rounds. The
/// lanes after the first have their number behind the id.
pub const RECORDED: &str = include_str!("../digests.txt");

/// The same lines, from runs made now.
pub fn digests() -> String {
    let lines = |row: &shedscope::shedding::situations::Situation| {
        let mut lines = String::new();
        for (lane, simulation) in Simulation::of_lanes(&row.build()).into_iter().enumerate() {
            let mut timeline = Timeline::new(simulation);
            timeline.complete();
            let number = if lane == 0 { String::new() } else { format!(".{}", lane + 1) };
            lines.push_str(&format!("{}{number} {}\n", row.id, timeline.digest()));
        }
        lines
    };
    SITUATIONS.iter().map(lines).collect()
}
