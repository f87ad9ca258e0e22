//! A strategy's choice: the shards to stop and their cap, or why there are none.

use crate::engine::Operand;
use crate::systems::sharding::reason::ShardId;

/// A cap on a number of shards, and its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cap {
    /// The maximum number.
    pub count: usize,
    /// A label of its origin, in a few words.
    pub label: &'static str,
    /// The setting that it comes from, if any.
    pub setting: Option<&'static str>,
}

impl Cap {
    /// A cap that comes from a setting.
    pub(crate) fn from_setting(count: usize, label: &'static str, setting: &'static str) -> Self {
        Self {
            count,
            label,
            setting: Some(setting),
        }
    }

    /// A cap that comes from a count.
    pub fn from_count(count: usize, label: &'static str) -> Self {
        Self {
            count,
            label,
            setting: None,
        }
    }

    /// The smaller of two; `self` where they are equal.
    #[must_use]
    pub(crate) fn smaller_of(self, other: Self) -> Self {
        if other.count < self.count {
            other
        } else {
            self
        }
    }

    /// The cap as an operand of a check.
    pub(crate) fn to_operand(self) -> Operand {
        Operand {
            value: (self.count as f64).into(),
            label: self.label,
            setting: self.setting,
        }
    }
}

/// Akka's limit of a round: `relative` times all shards, at most `absolute`, at least 1.
pub fn limit(total: usize, relative: f64, absolute: usize) -> Cap {
    let share = (total as f64 * relative).max(0.0) as usize;
    let share = Cap::from_setting(
        share,
        "maximum per round, of all",
        "rebalance-relative-limit",
    );
    let smaller = Cap::from_setting(absolute, "maximum per round", "rebalance-absolute-limit")
        .smaller_of(share);
    Cap {
        count: smaller.count.max(1),
        ..smaller
    }
}

/// The shards that a strategy stops.
#[derive(Clone, Debug, PartialEq)]
pub struct ShardSelection {
    /// The shards.
    pub shards: Vec<ShardId>,
    /// The cap on their number; `None` without one.
    pub cap: Option<Cap>,
}

/// Why a round stops no shard, with the numbers that decide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The coordinator knows no region.
    NoRegion,
    /// The regions have this number of versions.
    Versions(usize),
    /// This number of members are unreachable.
    Unreachable(usize),
    /// This number of members are joining.
    Joining(usize),
    /// This number of shards are in hand-off.
    InHandoff(usize),
    /// This number of shards are in hand-off, which is the maximum.
    Full(usize),
    /// All regions that accept shards have weight 0.
    Weightless,
    /// The stop test found the nodes near enough to their targets.
    Near,
    /// The difference between the fullest and the emptiest region is at most this threshold.
    Threshold(usize),
    /// No region is above the even share, and none more than one shard below it.
    Even,
    /// Every shard is on the node that owns it on the ring.
    OnRing,
    /// Every shard is on the node that a client assigned it to.
    AsWanted,
}
