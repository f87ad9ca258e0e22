//! What every system shares: chance, tests and reasons, the timeline, bounds and the digest.
//!
//! Nothing here knows what a broker or a bundle is.

pub mod cause;
mod cause_words;
pub mod chance;
pub mod digest;
pub mod event;
pub mod event_time;
pub mod explain;
pub mod fidelity;
pub mod format;
pub mod limits;
pub mod metric;
pub mod number;
pub mod overrides;
pub mod problem;
pub mod scenario;
pub mod setting;
pub mod statistics;
pub mod thing;
pub mod timeline;
pub mod upgrade;
pub mod value_type;

pub use cause::Cause;
pub use chance::draw;
pub use digest::Digest;
pub use event::Event;
pub(crate) use event::{EventId, TimedEvent};
pub use event_time::check_event_time;
pub use explain::{Check, Evidence, Explain, Op, Operand, Reason, Unit, Value};
pub use fidelity::Fidelity;
pub(crate) use metric::OptionInfo;
pub use metric::{Better, Metric, MetricInfo};
pub use overrides::Overrides;
pub use problem::Problem;
pub use scenario::Scenario;
pub use setting::{Setting, SettingKey};
pub use statistics::At;
pub(crate) use statistics::{Spread, spread_of};
pub use thing::Thing;
pub use timeline::{Explained, Simulation, Timeline};
pub use upgrade::Renamed;
pub use value_type::{Kind, ValueType};
