//! What a Pulsar cluster reads and tells, written of a scenario: broker.conf, and the metrics of a round in Prometheus'
//! text format.

mod broker_conf;
mod exposition;
mod metrics;
mod number;

pub use broker_conf::write_conf;
pub use exposition::{Breakdown, BrokerGauges, Exposition, Leader, ResourceUsage, UsageStats};
pub use metrics::{CLUSTER, Unloads, of_round};
