//! The settings table: one row a setting, of the lane or of the world. Form, documents and checks all read it.
//!
//! Keys with a hyphenated `rebalance` or `handoff` name are Akka's (`akka.cluster.sharding.*`); the others are ours.

use super::strategy::Strategy;
use crate::run::{Given, Kind, Takes, given};

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Which setting.
    pub key: Key,
    /// Its name in documents: Akka's own key where it has one.
    pub name: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// The unit behind the field.
    pub unit: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// The value where nothing is said; that of [`Key::WeightsFrom`] depends on the world.
    pub default: f64,
    /// The strategies that read it; empty for a number of the world.
    pub readers: &'static [Strategy],
    /// The heading under which it stands.
    pub group: &'static str,
    /// One line of help.
    pub help: &'static str,
}

use Strategy::{
    ConsistentHashing, Least2026, Least2610, LeastDeprecated, WeightedBoth, WeightedExchange, WeightedLiteralOr,
};

/// Those with weights.
const WEIGHTED: &[Strategy] = &[WeightedExchange, WeightedBoth, WeightedLiteralOr];
/// Those with Akka's limits of a round.
const LIMITED: &[Strategy] = &[WeightedExchange, WeightedBoth, WeightedLiteralOr, Least2610, Least2026];
const DEPRECATED: &[Strategy] = &[LeastDeprecated];
const HASHING: &[Strategy] = &[ConsistentHashing];
const WORLD: &[Strategy] = &[];

/// Where weights come from.
pub const SOURCES: &[&str] = &["by hand", "Knative table"];
/// Who says where a stopped shard goes.
pub const DESTINATIONS: &[&str] = &["named when stopped", "allocated after the stop"];

macro_rules! settings {
    ($($key:ident: $name:literal, $label:literal, $unit:literal, $kind:expr, $min:literal..=$max:literal, $default:literal, $readers:ident, $group:literal, $help:literal;)*) => {
        /// Names a row of [`SETTINGS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Key { $(#[doc = $label] $key),* }

        /// The table, in the order in which a form shows it.
        pub static SETTINGS: &[Setting] = &[$(Setting {
            key: Key::$key, name: $name, label: $label, unit: $unit,
            takes: Takes { kind: $kind, min: $min as f64, max: $max as f64 },
            default: $default as f64, readers: $readers, group: $group, help: $help,
        }),*];
    };
}

settings! {
    WeightsFrom: "weights-from", "Weights", "", Kind::Choice(SOURCES), 0..=1, 0, WEIGHTED, "Weights",
        "Set node by node, or from the route table that is polled.";
    MinCoverage: "min-coverage", "Least coverage", "%", Kind::Whole, 1..=100, 50, WEIGHTED, "Weights",
        "Less of the traffic than this with nodes behind it, and every node keeps what it has.";
    PollInterval: "poll-interval", "Poll of the route table", "s", Kind::Whole, 1..=3600, 10, WEIGHTED, "Weights",
        "How often the table is asked for.";
    OldestTable: "oldest-table", "Oldest table believed", "s", Kind::Whole, 1..=86400, 60, WEIGHTED, "Weights",
        "An older table counts as disagreement: every node keeps what it has.";
    Tolerance: "tolerance", "Tolerance", "shards", Kind::Whole, 1..=1000, 1, WEIGHTED, "Rebalancing",
        "What surplus and deficit may be when balancing stops. Below 1 two halves would swap for ever.";
    AbsoluteLimit: "rebalance-absolute-limit", "Most in a round", "shards", Kind::Whole, 0..=100000, 20, LIMITED, "Rebalancing",
        "Most shards stopped in a round. In Akka’s own settings 0, the default, chooses the strategy before 2.6.10.";
    RelativeLimit: "rebalance-relative-limit", "Most in a round, of all", "", Kind::Real, 0..=1, 0.1, LIMITED, "Rebalancing",
        "Most shards stopped in a round, as a share of all shards; the smaller of the two limits holds, at least 1.";
    Destination: "destination", "Where stopped shards go", "", Kind::Choice(DESTINATIONS), 0..=1, 0, WEIGHTED, "Rebalancing",
        "To the taker that was named, or, as in Akka, where the strategy places them once they have stopped.";
    VersionGate: "version-gate", "Wait for one version", "", Kind::Switch, 0..=1, 0, WEIGHTED, "Rebalancing",
        "Akka rebalances only while all nodes have one version; with two revisions that would be never.";
    Threshold: "rebalance-threshold", "Threshold", "shards", Kind::Whole, 1..=100000, 1, DEPRECATED, "Rebalancing",
        "Stops shards only while the fullest node has more than this above the emptiest.";
    MaxSimultaneous: "max-simultaneous-rebalance", "Most in hand-off", "shards", Kind::Whole, 1..=100000, 3, DEPRECATED, "Rebalancing",
        "Most shards in hand-off at a time.";
    HashLimit: "rebalance-limit", "Most in a round", "shards", Kind::Whole, 0..=100000, 0, HASHING, "Rebalancing",
        "Most shards stopped in a round; 0 for no limit.";
    Interval: "rebalance-interval", "Time between rounds", "s", Kind::Whole, 1..=3600, 10, WORLD, "Hand-off",
        "How often the coordinator asks the strategy.";
    StopTime: "stop-time", "Time to stop a shard", "s", Kind::Real, 0..=600, 4, WORLD, "Hand-off",
        "From the order to stop until the last entity of a shard has stopped.";
    StopSpread: "stop-time-spread", "Spread of that time", "", Kind::Real, 0..=1, 0, WORLD, "Hand-off",
        "Each shard takes this share longer or shorter at most, by chance.";
    HandoffTimeout: "handoff-timeout", "Longest hand-off", "s", Kind::Whole, 1..=3600, 60, WORLD, "Hand-off",
        "A shard that has not stopped by then stays where it is.";
    JoinTime: "join-time", "Time to join", "s", Kind::Real, 0..=600, 5, WORLD, "Membership",
        "How long a new node is Joining before it is Up.";
    DownAfter: "down-after", "Time until a dead node is down", "s", Kind::Real, 0..=3600, 20, WORLD, "Membership",
        "How long a dead node is only unreachable; its shards are placed anew when it is down.";
    Autoscaler: "autoscaler", "Autoscaler", "", Kind::Switch, 0..=1, 0, WORLD, "Autoscaler",
        "Takes nodes away that get no traffic and hold no shard.";
    Grace: "scale-down-grace", "Patience of the autoscaler", "s", Kind::Whole, 0..=3600, 30, WORLD, "Autoscaler",
        "How long a node has to be without traffic and shards before it is taken away.";
}

impl Key {
    /// The row of a setting.
    pub fn row(self) -> &'static Setting {
        &SETTINGS[self as usize]
    }
}

impl Setting {
    /// The row of a name.
    pub fn find(name: &str) -> Option<&'static Self> {
        SETTINGS.iter().find(|row| row.name == name)
    }

    /// Whether its name is Akka's own key.
    pub fn is_own_key(&self) -> bool {
        self.name.contains("rebalance") || self.name.starts_with("handoff")
    }

    /// Whether it is a number of the world.
    pub fn is_of_world(&self) -> bool {
        self.readers.is_empty()
    }

    /// Whether a lane of a strategy has it in its form.
    pub fn is_read_by(&self, strategy: Strategy) -> bool {
        self.readers.contains(&strategy)
    }
}

/// Values that differ from the defaults, by key.
pub type Settings = Given<Key>;

impl Key {
    /// The value in force where these are said.
    pub fn within(self, settings: &Settings) -> f64 {
        settings.get(self).unwrap_or(self.row().default)
    }
}

impl given::Setting for Key {
    fn all() -> impl Iterator<Item = Self> {
        SETTINGS.iter().map(|row| row.key)
    }

    fn about(self) -> given::Row {
        let row = self.row();
        given::Row { name: row.name, takes: row.takes, is_of_lane: !row.is_of_world() }
    }
}
