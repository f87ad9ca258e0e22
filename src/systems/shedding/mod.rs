//! Apache Pulsar: brokers, bundles, load data, the shedders and placements, and the load manager's round.

/// The settings that released scores read, behind those named first.
macro_rules! score_keys {
    ($($more:ident),*) => {
        &[$(Key::$more,)* Key::CpuWeight, Key::BandwidthInWeight, Key::BandwidthOutWeight, Key::BandwithInWeight, Key::BandwithOutWeight, Key::DirectMemoryWeight]
    };
}

mod between;
pub mod cluster;
pub mod cluster_check;
pub mod cluster_edit;
pub mod comparisons;
mod course;
pub mod edit;
pub mod event;
pub mod extensible;
pub mod load_data;
pub mod manager;
pub mod measures;
pub mod placement;
mod placing;
pub mod policy;
pub mod reason;
pub mod release;
pub mod round;
pub mod rule_edit;
pub mod scenario;
pub mod settings;
pub mod situations;
mod state;
pub mod story;
pub mod strategy;
pub mod truth;
pub mod usage;
pub mod view;
pub mod what_if;
pub mod world;

pub use crate::engine::Fidelity;
pub use comparisons::{COMPARISONS, lane_title};
pub use load_data::{BrokerId, BundleId, LoadData, Name};
pub use manager::Simulation;
pub use measures::{MEASURES, SoFar, Stability};
pub use reason::{Reason, Rule, Subject, Explain};
pub use release::Release;
pub use round::{Detail, Move, Placed, Round};
pub use scenario::{Lane, Scenario};
pub use state::State;
