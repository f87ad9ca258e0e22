//! The fingerprint of every situation's and story's run, natively and in the browser.

use shedscope::run::Timeline;
use shedscope::shedding::Simulation;
use shedscope::shedding::situations::SITUATIONS;
use shedscope::systems::SYSTEMS;

/// What is recorded: a line for each lane of each situation, its id and the digest of all its rounds. The
/// lanes after the first have their number behind the id.
pub const RECORDED: &str = include_str!("../digests.txt");

/// The same lines, from runs made now: those of load shedding, and those of the registered systems.
pub fn digests() -> String {
    shedding() + &registered()
}

/// A line for each variant of each preset of each system.
fn registered() -> String {
    let mut lines = String::new();
    for entry in SYSTEMS {
        for story in (entry.presets)() {
            let session = (entry.open_preset)(story.id).expect("a story that is listed");
            while session.advance() {}
            for lane in 0..session.variants() {
                let number = if lane == 0 { String::new() } else { format!(".{}", lane + 1) };
                let digest = session.digest(lane).expect("a run that is complete");
                lines.push_str(&format!("{}/{}{number} {digest}\n", entry.info.id, story.id));
            }
        }
    }
    lines
}

fn shedding() -> String {
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
