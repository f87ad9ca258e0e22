//! What is measured of a run.

use crate::simulator::Metric;
use crate::systems::shedding::{MEASURES, Round, RunMetrics, Simulation};

/// The metrics; of each, less is better.
pub fn metrics() -> Vec<Metric> {
    let metric = |row: &crate::systems::shedding::metrics::Measure| Metric {
        label: row.label,
        definition: row.definition,
        unit: row.unit,
        is_less_better: Some(true),
    };
    MEASURES.iter().map(metric).collect()
}

/// The values at the last of `rounds`; how long it took until the run was stable is read off `all`.
pub fn measure(simulation: &Simulation, rounds: &[Round], all: &[Round]) -> Vec<Option<f64>> {
    let run_metrics = RunMetrics::of_run(simulation, all, rounds.len().saturating_sub(1));
    MEASURES.iter().map(|row| (row.value)(&run_metrics)).collect()
}
