//! Weighted shard allocation: Akka's sharding with its own strategies, and with the weighted one proposed for Knative.
//!
//! * [`world`], [`world_check`], [`scenario`], [`settings`], [`strategy`]: the document, its validation, and what a variant
//!   can choose.
//! * [`rules`]: the strategies' decisions, one file each, equal to recorded runs.
//! * [`resolve`]: names of a document resolved to indices; [`state`], [`simulation`], `step`, `log`: a round; [`coordinator`], [`weights`],
//!   [`placement`], `queue`, `ring`: its decisions.
//! * [`event_loop`], [`world_changes`], [`autoscaler`]: what happens between rounds.
//! * [`round`], [`summary`]: the record of a round.
//! * [`reason`], [`explanation`], [`headline`]: the rules that give reasons, their sentences, and a round in one sentence.
//! * [`metrics`], [`presets`], [`assumptions`]: the metrics, the scenarios that come with the program, and the assumptions
//!   where the sources are silent.
//! * [`view`]: the stage, tables and charts of a run, and the forms of a document.

pub mod autoscaler;
pub mod coordinator;
pub mod event_loop;
pub mod log;
pub mod resolve;
mod ring;

pub mod assumptions;
pub mod explanation;
pub mod headline;
pub mod metrics;
pub mod placement;
pub mod presets;
mod queue;
pub mod reason;
pub mod round;
pub mod rules;
pub mod scenario;
pub mod settings;
pub mod simulation;
pub mod state;
mod step;
pub mod strategy;
pub mod summary;
pub mod view;
pub mod weights;
pub mod world;
pub mod world_changes;
pub mod world_check;

pub use reason::{NodeId, Reason, Rule, ShardId, Subject};
pub use scenario::{SYSTEM, Scenario, Variant};
pub use simulation::Simulation;
pub use strategy::Strategy;
pub use world::World;
