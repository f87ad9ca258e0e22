//! What every system shares: chance, tests and reasons, the timeline, bounds and the digest.
//!
//! Nothing here knows what a broker or a bundle is.

pub mod chance;
pub mod metric;
pub mod digest;
pub mod event_ids;
pub mod overrides;
pub mod limits;
pub mod number;
pub mod problem;
pub mod fidelity;
pub mod explain;
pub mod scenario;
pub mod statistics;
pub mod value_type;
pub mod timeline;
pub mod format;

pub use chance::draw;
pub use metric::{Measure, Variant};
pub use digest::Digest;
pub use event_ids::{EventId, Identified};
pub use overrides::Overrides;
pub use problem::Problem;
pub use fidelity::Fidelity;
pub use explain::{Evidence, Op, Reason, Operand, Check, Unit, Value, Explain};
pub use scenario::Scenario;
pub use statistics::{At, Spread, spread_of};
pub use value_type::{Kind, ValueType};
pub use timeline::{Look, System, Timeline};
