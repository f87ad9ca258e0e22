//! The running values that a broker of the extensible load manager keeps between its reports.

use crate::systems::shedding::model::load_data::{BundleId, ExtensibleLoad, Rates};
use crate::systems::shedding::model::usage::{Readings, Resource, Weights};
use crate::systems::shedding::settings::{Key, Settings};

/// The running values of a broker (`BrokerLoadData.weightedMaxEMA` and `msgThroughputEMA`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Running {
    /// Running weighted maximum, a fraction.
    pub weighted_max: f64,
    /// Running throughput, bytes per second in plus out.
    pub throughput_bytes_per_s: f64,
}

impl Running {
    /// One step from the values before; without any, the measurement itself. A broker makes a step each
    /// time it considers a report (every `loadBalancerReportUpdateMinIntervalMillis`, 5 s), whether or not
    /// it then sends it; a model in which it measures once a minute makes one a minute.
    #[must_use]
    pub fn after(
        before: Option<Self>,
        readings: &Readings,
        rates: &Rates,
        settings: &Settings,
    ) -> Self {
        let (weighted_max, _) = weighted_max(readings, settings);
        let now = Self {
            weighted_max,
            throughput_bytes_per_s: rates.throughput(),
        };
        let share = settings.get(Key::HistoryPercentage);
        let step = |old: f64, new: f64| old * share + (1.0 - share) * new;
        before.map_or(now, |old| Self {
            weighted_max: step(old.weighted_max, now.weighted_max),
            throughput_bytes_per_s: step(old.throughput_bytes_per_s, now.throughput_bytes_per_s),
        })
    }

    /// A fresh report of these values by a broker from which nothing was ever unloaded.
    pub fn report(self, top_bundles: Vec<BundleId>) -> ExtensibleLoad {
        ExtensibleLoad {
            weighted_max_ema: self.weighted_max,
            throughput_ema: self.throughput_bytes_per_s,
            top_bundles,
            ..ExtensibleLoad::default()
        }
    }
}

/// The weighted maximum of all five resources as a fraction, and the resource that makes it
/// (`BrokerLoadData.getMaxResourceUsageWithWeight`): as [`crate::systems::shedding::model::usage::weighted_usage`], heap memory included.
pub fn weighted_max(readings: &Readings, settings: &Settings) -> (f64, Resource) {
    let Weights([cpu, direct_memory, bandwidth_in, bandwidth_out]) =
        Weights::from_settings(settings);
    let weights = [
        cpu,
        settings.get(Key::MemoryWeight),
        direct_memory,
        bandwidth_in,
        bandwidth_out,
    ];
    let mut best = (f64::NEG_INFINITY, Resource::Cpu);
    for (resource, weight) in Resource::ALL.into_iter().zip(weights) {
        let weighted = f64::from(readings.of(resource).percent_f32()) * weight;
        if weighted > best.0 {
            best = (weighted, resource);
        }
    }
    (best.0 / 100.0, best.1)
}
