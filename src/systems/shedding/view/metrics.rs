//! What is measured of a run.

use crate::engine::Metric;
use crate::simulator::MetricInfo;
use crate::systems::shedding::{METRICS, Round, RunMetrics, Simulation};

/// What the metrics are.
pub(super) fn metrics() -> Vec<MetricInfo> {
    Metric::describe_all(METRICS)
}

/// The values at the last of `rounds`; how long it took until the run was stable is read off `all`.
pub(super) fn measure(
    simulation: &Simulation,
    rounds: &[Round],
    all: &[Round],
) -> Vec<Option<f64>> {
    Metric::measure_all(
        METRICS,
        &RunMetrics::from_run(simulation, all, rounds.len().saturating_sub(1)),
    )
}
