//! Scenarios, played.

use shedscope::engine::Metric;
use shedscope::engine::Timeline;
use shedscope::systems::sharding::metrics::{METRICS, RunMetrics};
use shedscope::systems::sharding::round::ABSENT;
use shedscope::systems::sharding::world::Nodes;
use shedscope::systems::sharding::{Scenario, Simulation, Variant, World, scenario};

use crate::common::play::play;

/// A variant of a checked scenario, played to its end.
pub fn played(scenario: &Scenario, variant: usize) -> Timeline<Simulation> {
    scenario::check(scenario).unwrap();
    play(Simulation::new(scenario, variant))
}

/// Shards on the nodes that are there at the end.
pub fn last_counts(timeline: &Timeline<Simulation>) -> Vec<u32> {
    present(&timeline.rounds().last().unwrap().counts)
}

/// Without the nodes that are not there.
pub fn present(counts: &[u32]) -> Vec<u32> {
    counts
        .iter()
        .copied()
        .filter(|count| *count != ABSENT)
        .collect()
}

/// The metrics of a whole run.
pub fn measured(timeline: &Timeline<Simulation>) -> Vec<Option<f64>> {
    let run = RunMetrics::from_rounds(timeline.rounds(), timeline.rounds().len()).unwrap();
    Metric::measure_all(METRICS, &run)
}

/// Equal nodes with this many shards each.
pub fn nodes(counts: &[u64]) -> Vec<Nodes> {
    counts
        .iter()
        .enumerate()
        .map(|(place, count)| Nodes::new(&format!("n{place}"), *count as u32))
        .collect()
}

/// A scenario without events.
pub fn quiet(nodes: Vec<Nodes>, rounds: usize, variant: Variant) -> Scenario {
    Scenario::new(
        "",
        &[],
        rounds,
        World {
            nodes,
            ..World::default()
        },
        vec![variant],
    )
}
