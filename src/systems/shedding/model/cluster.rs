//! The world as a scenario's document describes it: brokers, and the bundles each owns at the start.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::event::{Event, Kind};
use super::load_data::{Name, Rates};
use super::policy::{AntiAffinity, Isolation};
use super::usage::Resource;

/// Stands where a broker is counted, for those bundles that nobody owns at the start.
pub const UNPLACED: usize = usize::MAX;

/// A network card of 10 Gbit/s, in bytes per second.
pub(crate) const TEN_GBIT_BYTES_PER_S: f64 = 1.25e9;

/// The brokers of a cluster, in the order in which a person lists them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cluster {
    /// The brokers.
    pub brokers: Vec<Broker>,
    /// Bundles that nobody owns at the start: the placement finds a broker for each.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub unplaced: Arc<Vec<Bundle>>,
    /// How far the traffic and the costs of a bundle fluctuate around the values given, in percent each way, 0 to 100.
    /// Every bundle has a draw of its own.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fluctuation_percent: f64,
    /// How long a draw lasts, in seconds.
    #[serde(default = "minute", skip_serializing_if = "is_minute")]
    pub fluctuation_interval_s: u32,
    /// Namespaces that may only be on some brokers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub isolation: Vec<Isolation>,
    /// Groups of namespaces that should be apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anti_affinity: Vec<AntiAffinity>,
    /// What happens, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
}

fn is_empty(bundles: &Arc<Vec<Bundle>>) -> bool {
    bundles.is_empty()
}

fn minute() -> u32 {
    60
}

fn is_minute(value: &u32) -> bool {
    *value == 60
}

/// An amount of each resource. Which unit depends on where it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Amounts {
    /// CPU.
    #[serde(skip_serializing_if = "is_zero")]
    pub cpu: f64,
    /// Heap memory.
    #[serde(skip_serializing_if = "is_zero")]
    pub memory: f64,
    /// Direct memory.
    #[serde(skip_serializing_if = "is_zero")]
    pub direct_memory: f64,
    /// Network in.
    #[serde(skip_serializing_if = "is_zero")]
    pub bandwidth_in: f64,
    /// Network out.
    #[serde(skip_serializing_if = "is_zero")]
    pub bandwidth_out: f64,
}

impl Amounts {
    /// In the order of [`Resource::ALL`].
    pub fn to_array(self) -> [f64; 5] {
        [
            self.cpu,
            self.memory,
            self.direct_memory,
            self.bandwidth_in,
            self.bandwidth_out,
        ]
    }

    /// From the order of [`Resource::ALL`].
    pub fn from_array([cpu, memory, direct_memory, bandwidth_in, bandwidth_out]: [f64; 5]) -> Self {
        Self {
            cpu,
            memory,
            direct_memory,
            bandwidth_in,
            bandwidth_out,
        }
    }

    /// One of them.
    pub fn of(self, resource: Resource) -> f64 {
        self.to_array()[resource as usize]
    }

    /// The same with one of them changed.
    #[must_use]
    pub fn with(self, resource: Resource, value: f64) -> Self {
        let mut all = self.to_array();
        all[resource as usize] = value;
        Self::from_array(all)
    }
}

/// A broker of the document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Broker {
    /// Unique in the cluster.
    pub name: Name,
    /// CPU capacity; 1 is the reference broker, 2 has twice as much.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub cpu_capacity: f64,
    /// Percent of each resource taken by whatever else runs on the machine.
    #[serde(default, skip_serializing_if = "is_default")]
    pub base: Amounts,
    /// Limits as load reports have them: CPU 100 times the cores, memory in MB, network in bytes per
    /// second. 0 means that the limit is not known, and the resource then counts as unused.
    #[serde(default = "default_limits", skip_serializing_if = "is_default_limits")]
    pub limits: Amounts,
    /// How unequal its bundles are when their number is changed: 0 = all alike, 1 = as Zipf has it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub skew: f64,
    /// Its bundles at the start.
    #[serde(default)]
    pub bundles: Arc<Vec<Bundle>>,
}

/// A bundle of the document. What is left out is 0; one topic, one producer and one consumer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// `tenant/namespace/0x…_0x…`, unique in the cluster.
    pub name: Name,
    /// Points of CPU of the reference broker.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cpu: f64,
    /// Messages per second from producers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub msg_rate_in: f64,
    /// Messages per second to consumers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub msg_rate_out: f64,
    /// Bytes per second from producers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub msg_throughput_in: f64,
    /// Bytes per second to consumers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub msg_throughput_out: f64,
    /// Heap memory it takes, in MB.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub memory_mb: f64,
    /// Direct memory it takes, in MB.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub direct_memory_mb: f64,
    /// Topics.
    #[serde(default = "one_u32", skip_serializing_if = "is_one_u32")]
    pub topics: u32,
    /// Producers.
    #[serde(default = "one_u32", skip_serializing_if = "is_one_u32")]
    pub producers: u32,
    /// Consumers.
    #[serde(default = "one_u32", skip_serializing_if = "is_one_u32")]
    pub consumers: u32,
}

/// What each of a number of bundles weighs, the heaviest first: the one at place i is in proportion to 1 / i^skew.
pub(crate) fn weights(count: usize, skew: f64) -> Vec<f64> {
    (1..=count)
        .map(|place| libm::pow(place as f64, -skew))
        .collect()
}

fn one() -> f64 {
    1.0
}

fn one_u32() -> u32 {
    1
}

fn is_one_u32(value: &u32) -> bool {
    *value == 1
}

fn is_one(value: &f64) -> bool {
    *value == 1.0
}

fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

fn is_default(amounts: &Amounts) -> bool {
    *amounts == Amounts::default()
}

/// The limits of a broker that does not say: one reference CPU, 4 GB of each memory, 10 Gbit/s.
pub fn default_limits() -> Amounts {
    Amounts {
        cpu: 100.0,
        memory: 4096.0,
        direct_memory: 4096.0,
        bandwidth_in: TEN_GBIT_BYTES_PER_S,
        bandwidth_out: TEN_GBIT_BYTES_PER_S,
    }
}

fn is_default_limits(limits: &Amounts) -> bool {
    *limits == default_limits()
}

impl Broker {
    /// A broker with nothing on it.
    pub fn empty(name: impl Into<Name>) -> Self {
        Self {
            name: name.into(),
            cpu_capacity: 1.0,
            base: Amounts::default(),
            limits: default_limits(),
            skew: 0.0,
            bundles: Arc::default(),
        }
    }

    /// Percent of a resource that its bundles and whatever else runs there use at the start.
    pub fn usage_percent(&self, resource: Resource) -> f64 {
        let cost: f64 = self
            .bundles
            .iter()
            .map(|bundle| bundle.cost().of(resource))
            .sum();
        self.base.of(resource) + self.percent_of_cost(resource, cost)
    }

    /// What a cost means in percent of this broker.
    pub(crate) fn percent_of_cost(&self, resource: Resource, cost: f64) -> f64 {
        match resource {
            Resource::Cpu => cost / self.cpu_capacity,
            _ if self.limits.of(resource) > 0.0 => cost / self.limits.of(resource) * 100.0,
            _ => 0.0,
        }
    }
}

impl Bundle {
    /// A bundle with nothing on it.
    pub fn idle(name: impl Into<Name>) -> Self {
        Self {
            name: name.into(),
            cpu: 0.0,
            msg_rate_in: 0.0,
            msg_rate_out: 0.0,
            msg_throughput_in: 0.0,
            msg_throughput_out: 0.0,
            memory_mb: 0.0,
            direct_memory_mb: 0.0,
            topics: 1,
            producers: 1,
            consumers: 1,
        }
    }

    /// Its traffic.
    pub fn rates(&self) -> Rates {
        Rates {
            msg_rate_in: self.msg_rate_in,
            msg_rate_out: self.msg_rate_out,
            msg_throughput_in: self.msg_throughput_in,
            msg_throughput_out: self.msg_throughput_out,
        }
    }

    /// What it takes of each resource: CPU points, MB, bytes per second.
    pub fn cost(&self) -> Amounts {
        Amounts {
            cpu: self.cpu,
            memory: self.memory_mb,
            direct_memory: self.direct_memory_mb,
            bandwidth_in: self.msg_throughput_in,
            bandwidth_out: self.msg_throughput_out,
        }
    }

    pub(crate) fn amounts(&self) -> [(&'static str, f64); 7] {
        [
            ("cpu", self.cpu),
            ("msg_rate_in", self.msg_rate_in),
            ("msg_rate_out", self.msg_rate_out),
            ("msg_throughput_in", self.msg_throughput_in),
            ("msg_throughput_out", self.msg_throughput_out),
            ("memory_mb", self.memory_mb),
            ("direct_memory_mb", self.direct_memory_mb),
        ]
    }
}

impl Default for Cluster {
    fn default() -> Self {
        Self::of(Vec::new())
    }
}

impl Cluster {
    /// A cluster of these brokers in which nothing happens by itself.
    pub fn of(brokers: Vec<Broker>) -> Self {
        Self {
            brokers,
            unplaced: Arc::default(),
            fluctuation_percent: 0.0,
            fluctuation_interval_s: minute(),
            isolation: Vec::new(),
            anti_affinity: Vec::new(),
            events: Vec::new(),
        }
    }

    /// How many bundles there are.
    pub fn bundle_count(&self) -> usize {
        self.brokers
            .iter()
            .map(|broker| broker.bundles.len())
            .sum::<usize>()
            + self.unplaced.len()
    }

    /// The bundles of a broker, or of [`UNPLACED`].
    pub(crate) fn bundles_of(&self, owner: usize) -> Option<&[Bundle]> {
        match owner {
            UNPLACED => Some(&self.unplaced),
            _ => self.brokers.get(owner).map(|broker| &**broker.bundles),
        }
    }

    /// Every bundle, those that nobody owns last.
    pub fn bundles(&self) -> impl Iterator<Item = &Bundle> {
        self.brokers
            .iter()
            .flat_map(|broker| broker.bundles.iter())
            .chain(self.unplaced.iter())
    }

    /// The name of every broker, those that events add last.
    pub fn broker_names(&self) -> impl Iterator<Item = &Name> {
        let added = self
            .events
            .iter()
            .filter(|event| event.kind == Kind::Add)
            .map(|event| &event.target);
        self.brokers.iter().map(|broker| &broker.name).chain(added)
    }

    /// A broker that an event adds: empty, and for the rest like the last of the cluster.
    pub(crate) fn added_broker(&self, event: &Event) -> Broker {
        let like = self.brokers.last();
        let limits = like.map_or_else(default_limits, |broker| broker.limits);
        Broker {
            cpu_capacity: event.value,
            limits,
            ..Broker::empty(event.target.clone())
        }
    }
}
