//! The rules of the strategies: pure functions from the coordinator's view to its decision, one file each.
//!
//! They see regions, not the world, so recorded runs of the real strategies are replayed against them directly.

pub mod choice;
pub mod external;
pub mod gate;
pub mod hashing;
pub mod knative;
pub mod least;
pub mod suitability;
pub mod weighted;

use super::reason::{NodeId, ShardId};

pub(crate) use choice::ShardSelection;
pub use choice::{Cap, Halt, limit};

/// A node's membership status, as far as strategies distinguish it. Its order resolves ties that in Akka depend on the
/// order of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Up.
    Up,
    /// Up, while some members are unreachable.
    WeaklyUp,
    /// Joining.
    Joining,
    /// Leaving.
    Leaving,
    /// Exiting: has handed over and is about to be removed.
    Exiting,
    /// Down: marked as removed by the others.
    Down,
}

impl Status {
    /// Whether the node is on its way out, or out.
    pub(crate) fn is_leaving(self) -> bool {
        matches!(self, Self::Leaving | Self::Exiting | Self::Down)
    }
}

/// An application version of up to three numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub [u32; 3]);

impl Version {
    /// Parses `1.2.3`; missing numbers are 0.
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

/// A region as a strategy sees it: the part of a node that holds shards. Regions are sorted by address.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// Its node.
    pub node: NodeId,
    /// The node's membership status.
    pub status: Status,
    /// The node's application version.
    pub version: Version,
    /// The node's rank by age: smaller is older.
    pub up_number: u32,
    /// Number of shards that the coordinator lists, including those in hand-off.
    pub listed: usize,
    /// Number of shards that run there or are in flight to it with a fixed destination; used by the weighted strategies.
    pub counted: u64,
    /// Its weight; used by the weighted strategies only.
    pub weight: u64,
}

/// The cluster as a strategy sees it.
#[derive(Clone, Copy, Debug)]
pub struct ClusterView<'a> {
    /// The regions.
    pub regions: &'a [Region],
    /// The shards of each region, oldest first.
    pub lists: &'a [&'a [ShardId]],
    /// Shards in hand-off, sorted.
    pub in_progress: &'a [ShardId],
    /// Number of unreachable members.
    pub unreachable: usize,
    /// Number of members that are Joining or WeaklyUp.
    pub joining: usize,
}

impl ClusterView<'_> {
    /// Whether a shard is in hand-off.
    pub(crate) fn is_in_progress(&self, shard: ShardId) -> bool {
        self.in_progress.binary_search(&shard).is_ok()
    }

    /// Number of all listed shards.
    pub fn total(&self) -> usize {
        self.lists.iter().map(|list| list.len()).sum()
    }
}
