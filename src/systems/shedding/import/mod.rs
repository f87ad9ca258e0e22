//! Files of a Pulsar cluster, read: broker.conf, load reports, Prometheus metrics.
//!
//! * [`text`]: from bytes to text; [`json`]: a tolerant reader of JSON; [`mod@recognise`]: what a text is.
//! * [`conf`]: broker.conf of any version, read with a note on every key of balancing.
//! * [`report`]: load reports of brokers, and the cluster that they describe.
//! * [`prometheus`]: brokers' usages out of metrics.
//! * [`merge`]: merges files into a scenario, and lists what was understood, assumed and ignored
//!   before anything is applied.

pub mod conf;
pub mod json;
pub mod lists;
pub mod merge;
mod prepare;
pub mod prometheus;
pub mod recognise;
pub mod report;
pub mod text;

pub use merge::{Import, import, import_pasted};
pub use recognise::recognise;
pub use text::File;
