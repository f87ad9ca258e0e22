//! What a strategy sees: the load data that has reached the leader. The world's truth is elsewhere.

use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use super::usage::{Readings, Resource, Weights, weighted_usage};

/// A name that is shared rather than copied.
pub type Name = Arc<str>;

/// A broker's place in [`LoadData::brokers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BrokerId(pub u32);

/// Nobody: the owner of a bundle that has none.
pub const NOBODY: BrokerId = BrokerId(u32::MAX);

/// A bundle's place in [`LoadData::bundles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BundleId(pub u32);

impl BrokerId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl BundleId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The four rates of a bundle or broker.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    /// Messages per second from producers.
    pub msg_rate_in: f64,
    /// Messages per second to consumers.
    pub msg_rate_out: f64,
    /// Bytes per second from producers.
    pub msg_throughput_in: f64,
    /// Bytes per second to consumers.
    pub msg_throughput_out: f64,
}

impl Rates {
    /// Messages per second, in plus out.
    pub fn msg_rate(&self) -> f64 {
        self.msg_rate_in + self.msg_rate_out
    }

    /// Bytes per second, in plus out.
    pub fn throughput(&self) -> f64 {
        self.msg_throughput_in + self.msg_throughput_out
    }

    /// In the order in, out, bytes in, bytes out.
    pub fn to_array(self) -> [f64; 4] {
        [
            self.msg_rate_in,
            self.msg_rate_out,
            self.msg_throughput_in,
            self.msg_throughput_out,
        ]
    }

    /// From the order in, out, bytes in, bytes out.
    pub fn from_array(
        [
            msg_rate_in,
            msg_rate_out,
            msg_throughput_in,
            msg_throughput_out,
        ]: [f64; 4],
    ) -> Self {
        Self {
            msg_rate_in,
            msg_rate_out,
            msg_throughput_in,
            msg_throughput_out,
        }
    }
}

/// A running average over the last samples (`TimeAverageMessageData`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeAverage {
    /// Samples taken, at most `limit`.
    pub samples: u32,
    /// The most samples that count.
    pub limit: u32,
    /// The averages.
    pub rates: Rates,
}

/// What the original assumes of a bundle nobody has measured: 50 msg/s and 50,000 bytes/s each way.
pub(crate) const DEFAULT_RATES: Rates = Rates {
    msg_rate_in: 50.0,
    msg_rate_out: 50.0,
    msg_throughput_in: 50_000.0,
    msg_throughput_out: 50_000.0,
};

impl TimeAverage {
    /// An average that has not seen a sample.
    pub fn unseen(limit: u32) -> Self {
        Self {
            samples: 0,
            limit,
            rates: DEFAULT_RATES,
        }
    }

    /// Takes in a sample: the first replaces the default; past the limit, the average is exponential
    /// with weight 1/limit.
    pub fn take(&mut self, sample: Rates) {
        self.samples = (self.samples + 1).min(self.limit);
        let count = f64::from(self.samples);
        let (old, new) = (self.rates.to_array(), sample.to_array());
        self.rates = Rates::from_array(std::array::from_fn(|i| {
            ((count - 1.0) * old[i] + new[i]) / count
        }));
    }
}

/// What is known of a bundle. An entry is one statistics object of the original: when the object is
/// replaced, a new entry takes its place and the old one stays as it was.
#[derive(Clone, Debug, PartialEq)]
pub struct BundleLoad {
    /// `tenant/namespace/0x…_0x…`
    pub name: Name,
    /// Average of the last few samples; the only one that ranks bundles.
    pub short_term: TimeAverage,
    /// Average of the last many samples.
    pub long_term: TimeAverage,
    /// Number of topics.
    pub topics: u32,
    /// Points of its owner's usage that this bundle makes; what the proposals count in.
    pub usage_points: f64,
    /// Whether its namespace is a heartbeat or SLA namespace.
    pub is_system: bool,
    /// Minutes since it was unloaded, while it is under its grace period.
    pub unloaded_min_ago: Option<f64>,
    /// Whether its namespace has isolation rules or is in an anti-affinity group.
    pub has_policies: bool,
}

/// What a broker reported.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokerLoad {
    /// `host:port`, or whatever the cluster calls it.
    pub name: Name,
    /// Usage and limit of each resource.
    pub readings: Readings,
    /// Rates that the broker measured itself.
    pub rates: Rates,
    /// Sum of the long-term message rates of its bundles, in plus out.
    pub long_term_msg_rate: f64,
    /// Its bundles of which statistics are known, in the order in which they are met: those that it reported, or,
    /// under the extensible manager, those that it owns now.
    pub bundles: Rc<Vec<BundleId>>,
    /// The number of its bundles, known or not.
    pub bundle_count: usize,
    /// Bundles promised to it but not yet in its report.
    pub preallocated: Vec<BundleId>,
    /// Whether it is there and has reported; the others play no part.
    pub is_reported: bool,
    /// How old the measurements are, in seconds.
    pub age_s: f64,
    /// What it reports to the extensible load manager; none under the modular one, and none before its
    /// first report. The strategy of the extensible manager takes a broker without it for one without a report.
    pub extensible: Option<ExtensibleLoad>,
}

/// What the extensible load manager's load data add to a report (`BrokerLoadData`, `TopBundlesLoadData`
/// and, as far as unloads go, the leader's `recentlyUnloadedBrokers`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtensibleLoad {
    /// Running weighted maximum of its five resources, a fraction; heap memory is one of them.
    pub weighted_max_ema: f64,
    /// Running throughput, bytes per second in plus out.
    pub(crate) throughput_ema: f64,
    /// How old the report is, in seconds.
    pub report_age_s: f64,
    /// How long before its report a bundle was last unloaded from it, in seconds; negative where the
    /// unload came after the report, none where there was none. Only givers count, and in a swap both are.
    pub unloaded_before_report_s: Option<f64>,
    /// Its largest bundles, the smallest of them first: see [`crate::systems::shedding::manager::extensible::top_bundles`].
    pub top_bundles: Vec<BundleId>,
    /// The reported bundles of any broker that rules keep off this one, in order; none where there are no rules.
    pub(crate) barred: Option<Vec<BundleId>>,
}

/// The load data of a round. Brokers and bundles are met in this order, and ties fall that way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadData {
    /// One entry for each broker.
    pub brokers: Vec<BrokerLoad>,
    /// One entry for each statistics object.
    pub bundles: Vec<BundleLoad>,
}

impl LoadData {
    /// The entry of a broker.
    pub fn broker(&self, id: BrokerId) -> &BrokerLoad {
        &self.brokers[id.index()]
    }

    /// The entry of a bundle.
    pub fn bundle(&self, id: BundleId) -> &BundleLoad {
        &self.bundles[id.index()]
    }

    /// The ids of the brokers that have reported, in order. One that is down, or not there yet, is none of them.
    pub fn broker_ids(&self) -> impl Iterator<Item = BrokerId> + '_ {
        self.reported().map(|(id, _)| id)
    }

    /// The brokers that have reported, in order.
    pub fn reported(&self) -> impl Iterator<Item = (BrokerId, &BrokerLoad)> {
        let all = self
            .brokers
            .iter()
            .enumerate()
            .map(|(index, broker)| (BrokerId(index as u32), broker));
        all.filter(|(_, broker)| broker.is_reported)
    }

    /// Room for a score of each broker by its id; NaN where there is none.
    pub fn scores(&self) -> Vec<f64> {
        vec![f64::NAN; self.brokers.len()]
    }
}

/// The namespace of a bundle: its name up to the last slash, or all of it where there is none.
pub(crate) fn namespace_of(bundle: &str) -> &str {
    bundle
        .rsplit_once('/')
        .map_or(bundle, |(namespace, _)| namespace)
}

/// The namespaces whose bundles are never offered (`LoadManagerShared.filterNamespaces`).
pub(crate) const SYSTEM_NAMESPACES: &str =
    "pulsar/HOST:PORT or pulsar/*/HOST:PORT or sla-monitor/*/HOST:PORT";

/// Descending order of traffic: NaN counts as largest and 0.0 above -0.0, as in `Double.compare`.
pub(crate) fn by_traffic_descending(left: f64, right: f64) -> Ordering {
    let one_nan = |value: f64| if value.is_nan() { f64::NAN } else { value };
    one_nan(right).total_cmp(&one_nan(left))
}

/// [`weighted_usage`] of every broker, by id.
pub fn weighted_usages(load: &LoadData, weights: &Weights) -> Vec<(f64, Resource)> {
    load.brokers
        .iter()
        .map(|broker| weighted_usage(&broker.readings, weights))
        .collect()
}
