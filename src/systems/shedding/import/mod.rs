//! Other people's formats in, ours out: broker.conf, load reports, Prometheus metrics.
//!
//! * [`text`]: from bytes to text; [`json`]: a tolerant reader of JSON; [`mod@recognise`]: what a text is.
//! * [`conf`]: broker.conf of any version, read with a note on every key of balancing, and written.
//! * [`report`]: load reports of brokers, and the cluster that they describe.
//! * [`prometheus`]: the metrics of a round, written, and brokers' usages out of metrics.
//! * [`mod@import`]: merges files into a scenario, and lists what was understood, assumed and ignored
//!   before anything is applied.

pub mod conf;
pub mod import;
pub mod json;
pub mod lists;
mod prepare;
pub mod prometheus;
pub mod recognise;
pub mod report;
pub mod text;

pub use conf::write_conf;
pub use import::{Import, import, import_pasted};
pub use recognise::{FileKind, recognise};
pub use text::File;
