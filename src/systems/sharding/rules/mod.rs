//! The rules: pure functions from what the coordinator sees to what it does. One file an idea.
//!
//! They know regions, not the world: recorded runs of the real strategies are replayed against them directly.

pub mod choice;
pub mod external;
pub mod gate;
pub mod hashing;
pub mod knative;
pub mod least;
pub mod suitability;
pub mod weighted;

use super::reason::{NodeId, ShardId};

pub use choice::{Cap, Chosen, Halt, limit};

/// What membership says of a node, as far as the strategies distinguish it, in the order in which ties between
/// different ones are resolved here (where the original's order is that of a map).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// It takes part.
    Up,
    /// It takes part, though others cannot be reached.
    WeaklyUp,
    /// It is on its way in.
    Joining,
    /// It is on its way out.
    Leaving,
    /// It is almost out.
    Exiting,
    /// It is out, and does not know it.
    Down,
}

impl Status {
    /// Whether it is on its way out.
    pub fn is_leaving(self) -> bool {
        matches!(self, Self::Leaving | Self::Exiting | Self::Down)
    }
}

/// An application version of up to three numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub [u32; 3]);

impl Version {
    /// Reads `1.2.3`; what is left out is 0.
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = [0; 3];
        let mut parts = text.split('.');
        for number in &mut numbers {
            match parts.next() {
                Some(part) => *number = part.parse().ok()?,
                None => break,
            }
        }
        parts.next().is_none().then_some(Self(numbers))
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [major, minor, patch] = self.0;
        write!(f, "{major}.{minor}.{patch}")
    }
}

/// A region: the part of a node that holds shards, as a strategy sees it. Regions stand in the order of their addresses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// Which node.
    pub node: NodeId,
    /// What membership says of it.
    pub status: Status,
    /// Its version.
    pub version: Version,
    /// Its age: smaller is older.
    pub up_number: u32,
    /// Shards that the coordinator lists there; those in hand-off are still listed where they were.
    pub listed: usize,
    /// Shards that run there, and those on their way to it by name: what the weighted strategy counts.
    pub counted: u64,
    /// Its weight; of no meaning to the other strategies.
    pub weight: u64,
}

/// What a strategy is asked with.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The regions.
    pub regions: &'a [Region],
    /// Their shards, oldest first, in the order of the regions.
    pub lists: &'a [&'a [ShardId]],
    /// Shards in hand-off, sorted.
    pub in_progress: &'a [ShardId],
    /// Members that do not answer.
    pub unreachable: usize,
    /// Members that are Joining or WeaklyUp.
    pub joining: usize,
}

impl View<'_> {
    /// Whether a shard is in hand-off.
    pub fn is_in_progress(&self, shard: ShardId) -> bool {
        self.in_progress.binary_search(&shard).is_ok()
    }

    /// All shards that are listed.
    pub fn total(&self) -> usize {
        self.lists.iter().map(|list| list.len()).sum()
    }
}
