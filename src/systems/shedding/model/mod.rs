//! The cluster as data: brokers, bundles, events, isolation rules, and what a leader knows of them.

pub mod cluster;
pub mod event;
pub mod load_data;
pub mod policy;
pub mod subject;
pub mod usage;
pub mod validate;
pub mod world;
