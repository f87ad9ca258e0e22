//! Helpers that tests of several systems share.

pub mod play;
pub mod recordings;
