//! The modular load manager's round around the strategies.
//!
//! Source: `ModularLoadManagerImpl.doLoadShedding` and `selectBrokerForAssignment`. A round: reports →
//! grace → shedder → for each selected bundle the filters, the placement, the second question → move.

mod destination;
mod event_loop;
pub mod extensible;
pub mod ground_truth;
pub(crate) mod reporting;
pub mod round;
mod running;
mod simulation;
pub mod state;
mod step;
mod timed_action;

pub use reporting::fresh_report;
pub use running::{Running, weighted_max};
pub(crate) use simulation::SharedWorld;
pub use simulation::Simulation;
pub(crate) use step::true_usage_percent;
