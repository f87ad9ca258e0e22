//! MemQ's producers: one sticky write endpoint, or several in rotation.
//!
//! * [`world`], [`scenario`], [`settings`], [`checks`]: the document, its settings, and its validation.
//! * [`selection`], [`tries`]: which brokers a producer tries, exactly as recorded from the client's own classes.
//! * [`ground_truth`]: which address is up when; no decision changes it.
//! * [`producer`]: one dispatch thread with its connections and deadlines; [`task`]: what it has to do; [`dispatch`]: its
//!   tries and answers; `recorder`: what of it is recorded; [`lifecycle`]: how it starts, asks for metadata and is restarted.
//! * [`plan`]: a variant worked out once.
//! * [`simulation`]: all producers, a slice of virtual time a round; [`round`]: the record of it, and [`lists`] at any
//!   instant.
//! * [`reason`], [`priority`], [`explanation`]: the rules that give reasons, their order, and their sentences.
//! * [`metrics`], [`statistics`]: what is measured, and the closed form of how uneven the loads are.
//! * [`presets`], [`fidelity`]: the scenarios that come with the program, and how faithful the variants are.
//! * [`view`]: the stage, tables and charts of a run, and the form, events and zones of a document.

pub mod checks;
pub mod dispatch;
pub mod explanation;
pub mod fidelity;
pub mod ground_truth;
pub mod lifecycle;
pub mod lists;
pub mod metrics;
pub mod plan;
pub mod presets;
pub mod priority;
pub mod producer;
pub mod reason;
mod recorder;
pub mod round;
pub mod scenario;
pub mod selection;
pub mod settings;
pub mod simulation;
pub mod statistics;
pub mod task;
pub mod tries;
pub mod view;
pub mod world;

pub use reason::{AddressId, ProducerId, Rule, Subject};
pub use round::{Detail, Round};
pub use scenario::{SYSTEM, Scenario, Selector, Variant};
pub use simulation::Simulation;
pub use world::World;
