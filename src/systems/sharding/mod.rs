//! Shards by weight: Akka's sharding with its own strategies, and with the weighted one that was proposed for Knative.
//!
//! * [`world`], [`scenario`], [`settings`], [`strategy`]: the document, and what a variant can choose.
//! * [`rules`]: what the strategies decide, one file an idea, held to recorded runs.
//! * [`cast`], [`simulation`], [`state`], [`coordinator`], [`weighing`], [`placing`], `queue`, [`course`], [`happening`], [`autoscaler`]: who
//!   plays, a round, and what goes on between rounds.
//! * [`round`], [`summary`]: what is kept of a round.
//! * [`reason`], [`story`], [`headline`]: why, why in words, and a round in one sentence.
//! * [`view`]: the stage, tables and charts of a run, and the forms of a document.
//! * [`measures`], [`presets`], [`readings`]: what is measured, what to open, what had to be decided.

pub mod autoscaler;
pub mod coordinator;
pub mod event_loop;
pub mod resolve;

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
