//! Rates by feedback: opensearch-spark's adaptive limit for bulk writes, and a server that answers it.
//!
//! * `variant`: the versions of the limiter, what stands behind them, and the readings of unclear texts.
//! * `settings`, `values`: the table of settings, and their values.
//! * `event`, `scenario`: the document; `size`: what of it would take the computer for ever.
//! * `bucket`, `meter`, `response`, `limiter`: the rules, exact to the last bit.
//! * `server`, `course`: the model that answers, and what happens to it.
//! * `state`, `play`, `turn`, `simulation`, `round`: the run, a second a round.
//! * `reason`, `story`: what reasons are about, and how they are said.
//! * `measures`, `presets`: what a run came to, and stories to open.
//! * `view`: what is shown of a run, and the forms of a document; the rest knows no scene, but for a measure's row.

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
