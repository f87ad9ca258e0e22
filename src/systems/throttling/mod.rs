//! Adaptive rate limiting: opensearch-spark's limit for bulk writes, and a server that answers it.
//!
//! * `limiter_version`: the versions of the limiter, their fidelity, and the assumptions about unclear texts.
//! * `settings`, `values`: the table of settings, and their values in force.
//! * `event`, `scenario`: the document; `size`: bounds on the cost of its simulation.
//! * `bucket`, `meter`, `response`, `limiter`: the rules, exact to the last bit.
//! * `server`, `event_loop`: the model of the server, and the schedule of its changes.
//! * `state`, `round_runner`, `writer_step`, `simulation`, `round`: the run, a round per second.
//! * `reason`, `explanation`: the rules that give reasons, and their sentences.
//! * `metrics`, `presets`: the metrics, and the scenarios that come with the program.
//! * `view`: the view of a run, and the forms of a document; the other modules do not depend on scenes.

pub mod bucket;
pub mod event;
pub mod event_loop;
pub mod explanation;
pub mod format;
pub mod limiter;
pub mod limiter_version;
pub mod meter;
pub mod metrics;
pub mod presets;
pub mod reason;
pub mod response;
pub mod round;
mod round_runner;
pub mod scenario;
pub mod server;
pub mod settings;
pub mod simulation;
mod size;
pub mod state;
pub mod values;
pub mod view;
mod writer_step;

pub use limiter_version::{LimiterVersion, Unit};
pub use scenario::{SYSTEM, Scenario, Variant, World};
pub use settings::Key;
pub use simulation::Simulation;
