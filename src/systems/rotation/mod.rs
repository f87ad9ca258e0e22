//! MemQ's producers: one sticky write endpoint, or rotation over several.
//!
//! * [`world`], [`scenario`], [`settings`], [`checks`]: the document, its settings, and its validation.
//! * [`selection`], [`tries`]: which brokers a producer tries, exactly as recorded from the client's own classes.
//! * [`ground_truth`]: which address is up when; independent of decisions.
//! * [`producer`]: one dispatch thread with its connections and deadlines; [`task`]: its work; [`dispatch`]: its
//!   tries and answers; `recorder`: its record; [`lifecycle`]: how it starts, requests metadata and is restarted.
//! * [`plan`]: the constant data of a variant.
//! * [`simulation`]: all producers, a round per slice of virtual time; [`round`]: its record, and [`lists`] at any
//!   instant.
//! * [`reason`], [`priority`], [`explanation`]: the rules that give reasons, their order, and their sentences.
//! * [`metrics`], [`statistics`]: the metrics, and the closed form of the imbalance.
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

pub use reason::{AddressId, Rule, Subject};
pub use round::{Detail, Round};
pub use scenario::{SYSTEM, Scenario, Selector, Variant};
pub use simulation::Simulation;
pub use world::World;
