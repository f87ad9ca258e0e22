//! Reads the recordings' format and plays it on the crate's strategies.

pub mod numbers;
pub mod store;
pub mod trace;
pub mod vectors;
