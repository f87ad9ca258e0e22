//! The cluster as data: brokers, bundles, events, isolation rules, and what a leader knows of them.

pub mod cluster;
pub mod event;
pub mod load_data;
pub mod policy;
pub(crate) mod policy_index;
pub mod subject;
pub mod usage;
pub mod validate;
pub(crate) mod validate_events;
pub mod world;
