//! The settings table: one row a setting, and everything about a setting comes from its row.
//!
//! Keys and defaults of the least-shard strategies are those of Akka's `reference.conf`
//! (`akka.cluster.sharding.least-shard-allocation-strategy`), except that an absolute limit of 0, which selects the
//! deprecated strategy there, is a strategy of its own here. Keys of the weighted strategy are ours: nobody has built it.

use super::strategy::Strategy;
use super::strategy::Strategy::{ConsistentHash, Knative, Least2026, Least2610, LeastDeprecated, Weighted};
use crate::shell::FieldKind;

/// A row of the table.
#[derive(Debug)]
pub struct Setting {
    /// Which setting.
    pub key: Key,
    /// The system's own key, or ours.
    pub name: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// The unit behind the field.
    pub unit: &'static str,
    /// What it takes.
    pub kind: FieldKind,
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
    /// The value where nothing is said.
    pub default: f64,
    /// One line of help.
    pub help: &'static str,
    /// The heading under which it stands.
    pub group: &'static str,
    /// The strategies that read it; none where it is of the world.
    pub readers: &'static [Strategy],
}

/// The words of [`Key::StopRule`], in the order of their numbers.
pub const STOP_RULES: &[&str] = &["exchange", "both", "literal-or"];
/// The words of [`Key::Destination`], in the order of their numbers.
pub const DESTINATIONS: &[&str] = &["named by the mover", "asked once stopped"];

const BY_WEIGHT: &[Strategy] = &[Weighted, Knative];
const LIMITED: &[Strategy] = &[Weighted, Knative, Least2610, Least2026];
const POLLING: &[Strategy] = &[Knative];
const DEPRECATED: &[Strategy] = &[LeastDeprecated];
const HASHING: &[Strategy] = &[ConsistentHash];
const WORLD: &[Strategy] = &[];

macro_rules! settings {
    ($($group:literal $readers:ident { $($key:ident: $name:literal, $label:literal, $unit:literal, $kind:expr, $min:literal..=$max:literal, $default:literal, $help:literal;)* })*) => {
        /// Names a row of [`SETTINGS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Key { $($(#[doc = $label] $key),*),* }

        /// The table, in the order in which a form shows it.
        pub static SETTINGS: &[Setting] = &[$($(Setting {
            key: Key::$key, name: $name, label: $label, unit: $unit, kind: $kind, min: $min as f64, max: $max as f64,
            default: $default as f64, help: $help, group: $group, readers: $readers,
        }),*),*];
    };
}

settings! {
    "Stopping" BY_WEIGHT {
        StopRule: "stop-rule", "Stop rule", "", FieldKind::Choice(STOP_RULES), 0..=2, 0,
            "Go on while: surplus + deficit > tolerance (exchange), either > tolerance (both), both > tolerance (literal-or).";
        Tolerance: "tolerance", "Tolerance", "shards", FieldKind::Whole, 1..=100000, 1,
            "The number that surplus and deficit are compared with. Below 1 two nodes could swap a shard for ever.";
    }
    "How much moves" LIMITED {
        AbsoluteLimit: "rebalance-absolute-limit", "Most shards a round", "shards", FieldKind::Whole, 1..=100000, 20,
            "No more shards than this are stopped in a round.";
        RelativeLimit: "rebalance-relative-limit", "Share of all shards a round", "", FieldKind::Real, 0..=1, 0.1,
            "No more than this fraction of all shards is stopped in a round; one always may be.";
    }
    "Where it goes" BY_WEIGHT {
        Destination: "destination", "Destination", "", FieldKind::Choice(DESTINATIONS), 0..=1, 0,
            "Whether the shard goes to the taker that was found, or the strategy is asked again once it has stopped, as in Akka.";
    }
    "The route table" POLLING {
        MinCoverage: "min-coverage", "Least traffic with nodes", "%", FieldKind::Whole, 1..=100, 50,
            "If the revisions that have nodes get less than this of the traffic, every node keeps what it has.";
        PollS: "poll-interval", "Time between polls", "s", FieldKind::Whole, 1..=86400, 10,
            "How often the route table is read.";
        MaxAgeS: "max-age", "Oldest table that is believed", "s", FieldKind::Whole, 1..=86400, 60,
            "With an older table every node keeps what it has.";
    }
    "How much moves" DEPRECATED {
        Threshold: "rebalance-threshold", "Difference that is tolerated", "shards", FieldKind::Whole, 1..=100000, 1,
            "Shards move while the fullest region has more than this more than the emptiest.";
        MaxSimultaneous: "max-simultaneous-rebalance", "Most shards in hand-off", "shards", FieldKind::Whole, 1..=100000, 3,
            "With so many in hand-off, no more are stopped.";
    }
    "How much moves" HASHING {
        RebalanceLimit: "rebalance-limit", "Most shards a round", "shards", FieldKind::Whole, 0..=100000, 10,
            "No more shards than this are stopped in a round; 0 for no limit.";
    }
    "Times" WORLD {
        IntervalS: "rebalance-interval", "Time between rounds", "s", FieldKind::Whole, 1..=3600, 10,
            "Seconds from one rebalance to the next.";
        HandoffS: "handoff-time", "Time of a hand-off", "s", FieldKind::Whole, 0..=60, 4,
            "Seconds until a shard that is told to stop has stopped and can start elsewhere.";
        HandoffSpread: "handoff-spread", "Hand-offs faster by up to", "%", FieldKind::Whole, 0..=100, 0,
            "Each shard draws how much faster than that it stops.";
        JoinS: "join-time", "Time to join", "s", FieldKind::Whole, 0..=3600, 0,
            "Seconds that a new node is joining before it is up.";
        DownS: "down-after", "Time until a dead node is removed", "s", FieldKind::Whole, 0..=3600, 20,
            "Seconds that a dead node is merely unreachable; until then its shards stay where they are.";
    }
    "The world" WORLD {
        Asked: "messages-keep-coming", "Stopped shards are asked for", "", FieldKind::Switch, 0..=1, 1,
            "On: messages keep coming, so a stopped shard starts again at once. Off: it stays stopped.";
        Shards: "shards-to-place", "Shards without a node at the start", "shards", FieldKind::Whole, 0..=100000, 0,
            "They are asked for at the start, and the strategy places them one by one.";
        Release: "autoscaler", "Autoscaler", "", FieldKind::Switch, 0..=1, 0,
            "Removes a node that no traffic is meant for, but only once it holds no shard.";
        ReleaseS: "autoscaler-idle", "Idle time before it removes", "s", FieldKind::Whole, 0..=86400, 30,
            "Seconds without a shard after which the autoscaler removes such a node.";
    }
}

/// The row of a key.
pub fn row(key: Key) -> &'static Setting {
    // The rows stand in the order of their keys; a test holds them to it.
    &SETTINGS[key as usize]
}

/// The row of a name.
pub fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|row| row.name == name)
}

impl Setting {
    /// Whether it is one of the lane; otherwise it is of the world.
    pub fn is_of_lane(&self) -> bool {
        !self.readers.is_empty()
    }

    /// Whether a value can be taken.
    ///
    /// # Errors
    /// What would be right.
    pub fn check(&self, value: f64) -> Result<(), String> {
        let is_whole = matches!(self.kind, FieldKind::Real) || value.fract() == 0.0;
        if value.is_finite() && is_whole && (self.min..=self.max).contains(&value) {
            return Ok(());
        }
        let trimmed = |value| crate::run::words::trimmed(value, 6);
        let whole = if matches!(self.kind, FieldKind::Real) { "" } else { "a whole number, " };
        Err(format!("{} is not taken; give {whole}{} to {}.", trimmed(value), trimmed(self.min), trimmed(self.max)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_their_keys() {
        for (index, row) in SETTINGS.iter().enumerate() {
            assert_eq!(row.key as usize, index, "{}", row.name);
            assert!(row.check(row.default).is_ok(), "{}", row.name);
            assert!(std::ptr::eq(find(row.name).unwrap(), row), "{} stands twice", row.name);
        }
    }
}
