//! Counters and events of a round.

use super::round::{Flight, WorldChange};

/// Counters and events of the round so far.
#[derive(Clone, Debug, Default)]
pub struct RoundLog {
    /// Flights that have ended.
    pub landed: Vec<Flight>,
    /// Changes of the world, each with its time in milliseconds after the start.
    pub world_changes: Vec<(u64, WorldChange)>,
    /// Shards ordered to stop.
    pub stopped: u32,
    /// Shards that appeared.
    pub appeared: u32,
}
