//! What every system shares: chance, tests and reasons, the timeline, bounds and the digest.
//!
//! Nothing here knows what a broker or a bundle is.

pub mod chance;
pub mod compared;
pub mod digest;
pub mod event_ids;
pub mod given;
pub mod limits;
pub mod number;
pub mod problem;
pub mod proof;
pub mod reason;
pub mod scenario;
pub mod spread;
pub mod takes;
pub mod timeline;
pub mod words;

pub use chance::draw;
pub use compared::{Measure, Variant};
pub use digest::Digest;
pub use event_ids::{EventId, Identified};
pub use given::Given;
pub use problem::Problem;
pub use proof::Proof;
pub use reason::{Because, Op, Reason, Side, Test, Unit, Value, Why};
pub use scenario::Scenario;
pub use spread::{At, Spread, spread_of};
pub use takes::{Kind, Takes};
pub use timeline::{Look, System, Timeline};
