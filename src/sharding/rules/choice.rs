//! The most that a round may stop, and which setting decides it.

use crate::run::Side;

/// The most of something, and what decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most {
    /// How many.
    pub count: usize,
    /// What decides it, in a few words.
    pub what: &'static str,
    /// The setting that decides it, if one does.
    pub setting: Option<&'static str>,
}

impl Most {
    /// What a setting allows.
    pub fn set(count: usize, what: &'static str, setting: &'static str) -> Self {
        Self { count, what, setting: Some(setting) }
    }

    /// What there is.
    pub fn found(count: usize, what: &'static str) -> Self {
        Self { count, what, setting: None }
    }

    /// The smaller of two; this one where they are equal.
    #[must_use]
    pub fn or_less(self, other: Self) -> Self {
        if other.count < self.count { other } else { self }
    }

    /// As the side of a test.
    pub fn side(&self) -> Side {
        Side { value: (self.count as f64).into(), what: self.what, setting: self.setting }
    }
}

/// Akka's limit of a round: a share of all shards, at most an absolute number, at least 1.
pub fn limit(total: usize, relative: f64, absolute: usize) -> Most {
    let share = (total as f64 * relative).max(0.0) as usize;
    let share = Most::set(share, "most in a round, of all", "rebalance-relative-limit");
    let smaller = Most::set(absolute, "most in a round", "rebalance-absolute-limit").or_less(share);
    Most { count: smaller.count.max(1), ..smaller }
}
