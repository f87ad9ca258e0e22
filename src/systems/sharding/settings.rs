//! The settings table: one row a setting, of the variant or of the world. Form, documents and checks all read it.
//!
//! Keys with a hyphenated `rebalance` or `handoff` name are Akka's (`akka.cluster.sharding.*`); the others are ours.

use super::strategy::Strategy;
use crate::engine::{Kind, Overrides, ValueType, overrides};

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
    pub value_type: ValueType,
    /// The value where nothing is said; that of [`Key::WeightsFrom`] depends on the world.
    pub default: f64,
    /// The strategies that read it; empty for a number of the world.
    pub readers: &'static [Strategy],
    /// The heading under which it stands.
    pub group: &'static str,
    /// What it does, and what a larger value means, in whole sentences.
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
            value_type: ValueType { kind: $kind, min: $min as f64, max: $max as f64 },
            default: $default as f64, readers: $readers, group: $group, help: $help,
        }),*];
    };
}

settings! {
    WeightsFrom: "weights-from", "Weights", "", Kind::Choice(SOURCES), 0..=1, 0, WEIGHTED, "Weights",
        "Whether the weights of nodes are set by hand, node by node, or come from the route table of Knative, which \
         is polled.";
    MinCoverage: "min-coverage", "Least coverage", "%", Kind::Whole, 1..=100, 50, WEIGHTED, "Weights",
        "Least share of the traffic, in percent, that must go to revisions with nodes; below it every node keeps what \
         it has. A larger value trusts fewer route tables and so protects the shards of a revision whose nodes are \
         still missing.";
    PollInterval: "poll-interval", "Poll of the route table", "s", Kind::Whole, 1..=3600, 10, WEIGHTED, "Weights",
        "Seconds from one request for the route table to the next. A larger value makes weights follow a change of \
         the traffic later.";
    OldestTable: "oldest-table", "Oldest table believed", "s", Kind::Whole, 1..=86400, 60, WEIGHTED, "Weights",
        "Age in seconds above which a route table is no longer believed; then every node keeps what it has. A larger \
         value survives longer outages of the source, with older weights.";
    Tolerance: "tolerance", "Tolerance", "shards", Kind::Whole, 1..=1000, 1, WEIGHTED, "Rebalancing",
        "Shards of surplus or deficit that may remain when balancing stops. A larger value moves fewer shards and \
         leaves the nodes less even; below 1, two halves of a shard would be exchanged for ever.";
    AbsoluteLimit: "rebalance-absolute-limit", "Most in a round", "shards", Kind::Whole, 0..=100000, 20, LIMITED, "Rebalancing",
        "Most shards that are stopped in one round. A larger value levels faster but interrupts more shards at once. \
         In Akka's own settings 0, the default, selects the strategy from before 2.6.10.";
    RelativeLimit: "rebalance-relative-limit", "Most in a round, of all", "", Kind::Real, 0..=1, 0.1, LIMITED, "Rebalancing",
        "Most shards that are stopped in one round, as a fraction of all shards. The smaller of the two limits holds, \
         and it is never below 1. A larger value levels faster but interrupts more shards at once.";
    Destination: "destination", "Where stopped shards go", "", Kind::Choice(DESTINATIONS), 0..=1, 0, WEIGHTED, "Rebalancing",
        "Whether a stopped shard goes to the node that was named when it was stopped, or, as in Akka, to the node \
         that the strategy picks once the shard has stopped.";
    VersionGate: "version-gate", "Wait for one version", "", Kind::Switch, 0..=1, 0, WEIGHTED, "Rebalancing",
        "When this is on, nothing is rebalanced until all nodes run the same version, as in Akka. With two revisions \
         side by side that never comes.";
    Threshold: "rebalance-threshold", "Threshold", "shards", Kind::Whole, 1..=100000, 1, DEPRECATED, "Rebalancing",
        "Shards are stopped only while the fullest node has more than this many shards above the emptiest. A larger \
         value tolerates more imbalance.";
    MaxSimultaneous: "max-simultaneous-rebalance", "Most in hand-off", "shards", Kind::Whole, 1..=100000, 3, DEPRECATED, "Rebalancing",
        "Most shards that are in hand-off at the same time. A larger value levels faster but interrupts more shards \
         at once.";
    HashLimit: "rebalance-limit", "Most in a round", "shards", Kind::Whole, 0..=100000, 0, HASHING, "Rebalancing",
        "Most shards that are stopped in one round; 0 sets no limit. A larger value reaches the places that the ring \
         names sooner.";
    Interval: "rebalance-interval", "Rebalance interval", "s", Kind::Whole, 1..=3600, 10, WORLD, "Hand-off",
        "Seconds from one round, in which the coordinator asks the strategy, to the next. A larger value reacts \
         later.";
    StopTime: "stop-time", "Time to stop a shard", "s", Kind::Real, 0..=600, 4, WORLD, "Hand-off",
        "Seconds from the order to stop a shard until its last entity has stopped. A larger value keeps each moving \
         shard out of service for longer.";
    StopSpread: "stop-time-spread", "Spread of that time", "", Kind::Real, 0..=1, 0, WORLD, "Hand-off",
        "Fraction by which the time to stop a shard varies at random: with 0.5, a shard takes up to half as long \
         again or up to half less. A larger value makes shards finish at more different moments.";
    HandoffTimeout: "handoff-timeout", "Longest hand-off", "s", Kind::Whole, 1..=3600, 60, WORLD, "Hand-off",
        "Seconds after which a hand-off is given up; a shard that has not stopped by then stays where it is. A larger \
         value waits longer for slow shards.";
    JoinTime: "join-time", "Time to join", "s", Kind::Real, 0..=600, 5, WORLD, "Membership",
        "Seconds for which a new node is Joining before it is Up and can take shards. A larger value also puts off \
         rebalancing for longer.";
    DownAfter: "down-after", "Time until a dead node is down", "s", Kind::Real, 0..=3600, 20, WORLD, "Membership",
        "Seconds for which a dead node only counts as unreachable; its shards are placed on other nodes when it is \
         down. A larger value leaves its shards without service for longer.";
    Autoscaler: "autoscaler", "Autoscaler", "", Kind::Switch, 0..=1, 0, WORLD, "Autoscaler",
        "When this is on, nodes are taken away that get no traffic and hold no shard.";
    Grace: "scale-down-grace", "Patience of the autoscaler", "s", Kind::Whole, 0..=3600, 30, WORLD, "Autoscaler",
        "Seconds for which a node must be without traffic and shards before the autoscaler takes it away. A larger \
         value keeps idle nodes for longer.";
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

    /// Whether a variant of a strategy has it in its form.
    pub fn is_read_by(&self, strategy: Strategy) -> bool {
        self.readers.contains(&strategy)
    }
}

/// Values that differ from the defaults, by key.
pub type Settings = Overrides<Key>;

impl Key {
    /// The value in force where these are said.
    pub fn within(self, settings: &Settings) -> f64 {
        settings.get(self).unwrap_or(self.row().default)
    }
}

impl overrides::Setting for Key {
    fn all() -> impl Iterator<Item = Self> {
        SETTINGS.iter().map(|row| row.key)
    }

    fn about(self) -> overrides::Row {
        let row = self.row();
        overrides::Row { name: row.name, value_type: row.value_type, is_of_variant: !row.is_of_world() }
    }
}
