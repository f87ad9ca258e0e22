//! Apache Pulsar: brokers, bundles, load data, the shedders and placements, and the load manager's round.

/// The settings that released scores read, behind those named first.
macro_rules! score_keys {
    ($($more:ident),*) => {
        &[$(Key::$more,)* Key::CpuWeight, Key::BandwidthInWeight, Key::BandwidthOutWeight, Key::BandwithInWeight, Key::BandwithOutWeight, Key::DirectMemoryWeight]
    };
}

pub mod comparisons;
pub mod edits;
pub mod explain;
pub mod export;
pub mod import;
pub mod manager;
pub mod metrics;
pub mod model;
pub mod placement;
pub mod presets;
pub mod reason;
pub mod release;
pub mod scenario;
pub mod settings;
pub mod strategy;
pub mod view;

pub use crate::engine::Fidelity;
pub use comparisons::variant_title;
pub use manager::Simulation;
pub use manager::round::{Detail, Move, Round};
pub use manager::state::State;
pub use metrics::{METRICS, RunMetrics, Stability};
pub use model::load_data::{BrokerId, BundleId, LoadData, Name};
pub use model::subject::Subject;
pub use reason::{Explain, Reason, Rule};
pub use release::Release;
pub use scenario::{Scenario, Variant};
