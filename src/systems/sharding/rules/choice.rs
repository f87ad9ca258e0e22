//! What a strategy comes to in a round: the shards to stop and the most that might be, or what it ended at.

use crate::engine::Operand;
use crate::systems::sharding::reason::ShardId;

/// The most of something, and what decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cap {
    /// How many.
    pub count: usize,
    /// What decides it, in a few words.
    pub what: &'static str,
    /// The setting that decides it, if one does.
    pub setting: Option<&'static str>,
}

impl Cap {
    /// What a setting allows.
    pub fn set(count: usize, what: &'static str, setting: &'static str) -> Self {
        Self {
            count,
            what,
            setting: Some(setting),
        }
    }

    /// What there is.
    pub fn found(count: usize, what: &'static str) -> Self {
        Self {
            count,
            what,
            setting: None,
        }
    }

    /// The smaller of two; this one where they are equal.
    #[must_use]
    pub fn or_less(self, other: Self) -> Self {
        if other.count < self.count {
            other
        } else {
            self
        }
    }

    /// As the side of a test.
    pub fn side(&self) -> Operand {
        Operand {
            value: (self.count as f64).into(),
            label: self.what,
            setting: self.setting,
        }
    }
}

/// Akka's limit of a round: a share of all shards, at most an absolute number, at least 1.
pub fn limit(total: usize, relative: f64, absolute: usize) -> Cap {
    let share = (total as f64 * relative).max(0.0) as usize;
    let share = Cap::set(share, "most in a round, of all", "rebalance-relative-limit");
    let smaller = Cap::set(absolute, "most in a round", "rebalance-absolute-limit").or_less(share);
    Cap {
        count: smaller.count.max(1),
        ..smaller
    }
}

/// Shards to stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// Which.
    pub shards: Vec<ShardId>,
    /// The most that might be; none where nothing bounds them.
    pub most: Option<Cap>,
}

/// What a round ended at without a shard to stop, with the numbers that decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// There is no region.
    NoRegion,
    /// The regions have this many versions.
    Versions(usize),
    /// This many members do not answer.
    Unreachable(usize),
    /// This many members are on their way in.
    Joining(usize),
    /// This many shards are in hand-off.
    InHandoff(usize),
    /// This many shards are in hand-off, as many as may be.
    Full(usize),
    /// No region that takes shards weighs anything.
    Weightless,
    /// The stop test says that it is near enough.
    Near,
    /// Most less least is not above this threshold.
    Threshold(usize),
    /// Nobody is above the even part, and nobody more than one below it.
    Even,
    /// Every shard is where the ring wants it.
    OnRing,
    /// Every shard that a client wants somewhere is there.
    AsWanted,
}
