//! The settings table: one row for each setting of a variant or the world. Forms, documents and checks all read it.
//!
//! Keys with a hyphenated `rebalance` or `handoff` name are Akka's (`akka.cluster.sharding.*`); the others are Shedscope's.

use super::strategy::Strategy;
use crate::engine::setting::{SettingUnit, settings, unit};
use crate::engine::value_type::{SWITCH, choice, real, whole};
use crate::engine::{Overrides, Unit};

use Strategy::{
    ConsistentHashing, Least2026, Least2610, LeastDeprecated, WeightedBoth, WeightedExchange,
    WeightedLiteralOr,
};

/// The weighted strategies.
const WEIGHTED: &[Strategy] = &[WeightedExchange, WeightedBoth, WeightedLiteralOr];
/// The strategies that read Akka's limits of a round.
const LIMITED: &[Strategy] = &[
    WeightedExchange,
    WeightedBoth,
    WeightedLiteralOr,
    Least2610,
    Least2026,
];
const DEPRECATED: &[Strategy] = &[LeastDeprecated];
const HASHING: &[Strategy] = &[ConsistentHashing];
const WORLD: &[Strategy] = &[];

/// Sources of weights, by the setting's value.
pub(crate) const SOURCES: &[&str] = &["by hand", "Knative table"];
/// When the destination of a stopped shard is fixed, by the setting's value.
pub(crate) const DESTINATIONS: &[&str] = &["chosen with the stop", "chosen after the stop"];

/// The strategies that read a setting; empty for a setting of the world.
pub(crate) type Readers = &'static [Strategy];

settings! {
    unit: SettingUnit, default: f64, reader: Readers, is_of_variant: |row| !row.reader.is_empty();

    "Weights" {
        WeightsFrom = "weights-from" {
            label: "Weights", unit: unit("", Unit::Number), value_type: choice(SOURCES), default: 0.0, reader: WEIGHTED,
            help: "Whether the weights of nodes are set by hand, node by node, or come from the route table of Knative, which \
         is polled.",
        }
        MinCoverage = "min-coverage" {
            label: "Least coverage", unit: unit("%", Unit::Percent), value_type: whole(1.0, 100.0), default: 50.0, reader: WEIGHTED,
            help: "Least share of the traffic, in percent, that must go to revisions with nodes; below it every node keeps \
         its shards. A larger value trusts fewer route tables and so protects the shards of a revision whose nodes are \
         still missing.",
        }
        PollInterval = "poll-interval" {
            label: "Poll interval of the route table", unit: unit("s", Unit::Seconds), value_type: whole(1.0, 3600.0), default: 10.0, reader: WEIGHTED,
            help: "Seconds from one request for the route table to the next. A larger value makes weights follow a change of \
         the traffic later.",
        }
        OldestTable = "oldest-table" {
            label: "Maximum table age", unit: unit("s", Unit::Seconds), value_type: whole(1.0, 86400.0), default: 60.0, reader: WEIGHTED,
            help: "Age in seconds above which a route table is no longer used; then every node keeps its shards. A larger \
         value survives longer outages of the source, with older weights.",
        }
    }
    "Rebalancing" {
        Tolerance = "tolerance" {
            label: "Tolerance", unit: unit("shards", Unit::Count), value_type: whole(1.0, 1000.0), default: 1.0, reader: WEIGHTED,
            help: "Shards of surplus or deficit that may remain when balancing stops. A larger value moves fewer shards and \
         leaves the nodes less even; below 1, two halves of a shard would be exchanged forever.",
        }
        AbsoluteLimit = "rebalance-absolute-limit" {
            label: "Maximum per round", unit: unit("shards", Unit::Count), value_type: whole(0.0, 100000.0), default: 20.0, reader: LIMITED,
            help: "Most shards that are stopped in one round. A larger value levels faster but interrupts more shards at once. \
         In Akka's own settings 0, the default, selects the strategy from before 2.6.10.",
        }
        RelativeLimit = "rebalance-relative-limit" {
            label: "Maximum per round, as a fraction", unit: unit("", Unit::Number), value_type: real(0.0, 1.0), default: 0.1, reader: LIMITED,
            help: "Most shards that are stopped in one round, as a fraction of all shards. The smaller of the two limits holds, \
         and it is never below 1. A larger value levels faster but interrupts more shards at once.",
        }
        Destination = "destination" {
            label: "Destination of stopped shards", unit: unit("", Unit::Number), value_type: choice(DESTINATIONS), default: 0.0, reader: WEIGHTED,
            help: "Whether a stopped shard goes to a node that is chosen when it is stopped, or, as in Akka, to the node \
         that the strategy picks once the shard has stopped.",
        }
        VersionGate = "version-gate" {
            label: "Wait for one version", unit: unit("", Unit::Number), value_type: SWITCH, default: 0.0, reader: WEIGHTED,
            help: "When this is on, nothing is rebalanced until all nodes run the same version, as in Akka. With two revisions \
         side by side that never happens.",
        }
        Threshold = "rebalance-threshold" {
            label: "Threshold", unit: unit("shards", Unit::Count), value_type: whole(1.0, 100000.0), default: 1.0, reader: DEPRECATED,
            help: "Shards are stopped only while the fullest node has more than this many shards above the emptiest. A larger \
         value tolerates more imbalance.",
        }
        MaxSimultaneous = "max-simultaneous-rebalance" {
            label: "Maximum in hand-off", unit: unit("shards", Unit::Count), value_type: whole(1.0, 100000.0), default: 3.0, reader: DEPRECATED,
            help: "Most shards that are in hand-off at the same time. A larger value levels faster but interrupts more shards \
         at once.",
        }
        HashLimit = "rebalance-limit" {
            label: "Maximum per round", unit: unit("shards", Unit::Count), value_type: whole(0.0, 100000.0), default: 0.0, reader: HASHING,
            help: "Most shards that are stopped in one round; 0 sets no limit. A larger value reaches the places that the ring \
         names sooner.",
        }
    }
    "Hand-off" {
        Interval = "rebalance-interval" {
            label: "Rebalance interval", unit: unit("s", Unit::Seconds), value_type: whole(1.0, 3600.0), default: 10.0, reader: WORLD,
            help: "Seconds from one round, in which the coordinator asks the strategy, to the next. A larger value reacts \
         later.",
        }
        StopTime = "stop-time" {
            label: "Time to stop a shard", unit: unit("s", Unit::Seconds), value_type: real(0.0, 600.0), default: 4.0, reader: WORLD,
            help: "Seconds from the order to stop a shard until its last entity has stopped. A larger value keeps each moving \
         shard out of service for longer.",
        }
        StopSpread = "stop-time-spread" {
            label: "Variation of the stop time", unit: unit("", Unit::Number), value_type: real(0.0, 1.0), default: 0.0, reader: WORLD,
            help: "Fraction by which the time to stop a shard varies at random: with 0.5, a shard takes up to half as long \
         again or up to half less. A larger value makes shards finish at more different moments.",
        }
        HandoffTimeout = "handoff-timeout" {
            label: "Hand-off timeout", unit: unit("s", Unit::Seconds), value_type: whole(1.0, 3600.0), default: 60.0, reader: WORLD,
            help: "Seconds after which a hand-off times out; a shard that has not stopped by then stays where it is. A larger \
         value waits longer for slow shards.",
        }
    }
    "Membership" {
        JoinTime = "join-time" {
            label: "Time to join", unit: unit("s", Unit::Seconds), value_type: real(0.0, 600.0), default: 5.0, reader: WORLD,
            help: "Seconds for which a new node is Joining before it is Up and can take shards. A larger value also puts off \
         rebalancing for longer.",
        }
        DownAfter = "down-after" {
            label: "Time until a dead node is down", unit: unit("s", Unit::Seconds), value_type: real(0.0, 3600.0), default: 20.0, reader: WORLD,
            help: "Seconds for which a dead node only counts as unreachable; its shards are placed on other nodes when it is \
         down. A larger value leaves its shards without service for longer.",
        }
    }
    "Autoscaler" {
        Autoscaler = "autoscaler" {
            label: "Autoscaler", unit: unit("", Unit::Number), value_type: SWITCH, default: 0.0, reader: WORLD,
            help: "When this is on, nodes that get no traffic and hold no shard are removed.",
        }
        Grace = "scale-down-grace" {
            label: "Grace period of the autoscaler", unit: unit("s", Unit::Seconds), value_type: whole(0.0, 3600.0), default: 30.0, reader: WORLD,
            help: "Seconds for which a node must be without traffic and shards before the autoscaler removes it. A larger \
         value keeps idle nodes for longer.",
        }
    }
}

impl Setting {
    /// Whether the key is Akka's own.
    pub(crate) fn is_own_key(&self) -> bool {
        self.name.contains("rebalance") || self.name.starts_with("handoff")
    }

    /// Whether it is a setting of the world.
    pub fn is_of_world(&self) -> bool {
        self.reader.is_empty()
    }

    /// Whether a variant with this strategy shows it in its form.
    pub fn is_read_by(&self, strategy: Strategy) -> bool {
        self.reader.contains(&strategy)
    }
}

/// Settings that differ from their defaults, by key.
pub type Settings = Overrides<Key>;

impl Key {
    /// The value in force, given some overrides.
    pub(crate) fn value_in(self, settings: &Settings) -> f64 {
        settings.get(self).unwrap_or(self.row().default)
    }
}
