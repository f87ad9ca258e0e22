//! What a Pulsar cluster reads and tells, written of a scenario: broker.conf, and the metrics of a round in Prometheus'
//! text format.

mod broker_conf;
mod exposition;
mod metrics;
mod number;

pub use broker_conf::write_conf;
pub use exposition::{BrokerGauges, Exposition, Leader, ResourceUsage};
pub use metrics::{Unloads, of_round};
