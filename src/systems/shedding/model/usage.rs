//! How much of a broker is used: five resources, weights, and the 32-bit arithmetic of the original.

use serde::{Deserialize, Serialize};

use crate::systems::shedding::settings::{Key, Settings};

/// The resources a broker reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// Processor time.
    #[default]
    Cpu,
    /// Heap memory. Reported, but part of no released score since 3.0.
    StrategyMemory,
    /// Direct (off-heap) memory.
    DirectMemory,
    /// Incoming bandwidth.
    BandwidthIn,
    /// Outgoing bandwidth.
    BandwidthOut,
}

impl Resource {
    /// All of them, in the order of a load report.
    pub const ALL: [Self; 5] = [
        Self::Cpu,
        Self::StrategyMemory,
        Self::DirectMemory,
        Self::BandwidthIn,
        Self::BandwidthOut,
    ];

    /// The resources that a released score looks at, in its order.
    pub(crate) const SCORED: [Self; 4] = [
        Self::Cpu,
        Self::DirectMemory,
        Self::BandwidthIn,
        Self::BandwidthOut,
    ];

    /// The name a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Cpu => "CPU",
            Self::StrategyMemory => "heap memory",
            Self::DirectMemory => "direct memory",
            Self::BandwidthIn => "network in",
            Self::BandwidthOut => "network out",
        }
    }

    /// The label of a score: "usage now, from CPU" and so on.
    pub fn usage_phrase(self) -> &'static str {
        match self {
            Self::Cpu => "usage now, from CPU",
            Self::StrategyMemory => "usage now, from heap memory",
            Self::DirectMemory => "usage now, from direct memory",
            Self::BandwidthIn => "usage now, from network in",
            Self::BandwidthOut => "usage now, from network out",
        }
    }
}

/// What a load report says of one resource; only the ratio counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// In the unit of the limit.
    pub usage: f64,
    /// 0 or less means that nothing is known.
    pub limit: f64,
}

impl Reading {
    /// Percent used, in 32 bits (`ResourceUsage.percentUsage`): 0 where the limit is not above 0.
    pub fn percent_f32(self) -> f32 {
        if self.limit > 0.0 {
            (self.usage as f32) / (self.limit as f32) * 100.0
        } else {
            0.0
        }
    }

    /// Percent used, exactly as the two numbers say.
    pub fn percent(self) -> f64 {
        if self.limit > 0.0 {
            self.usage / self.limit * 100.0
        } else {
            0.0
        }
    }
}

/// The five readings of a broker, in the order of [`Resource::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Readings(pub [Reading; 5]);

impl Readings {
    /// The reading of one resource.
    pub fn of(&self, resource: Resource) -> Reading {
        self.0[resource as usize]
    }

    /// The highest of them in percent, heap memory left out (`getMaxResourceUsage` of both load managers).
    pub(crate) fn highest_percent(&self) -> f64 {
        Resource::SCORED
            .into_iter()
            .map(|resource| self.of(resource).percent())
            .fold(0.0, f64::max)
    }
}

/// The weight of each scored resource, in the order of [`Resource::SCORED`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights(pub [f64; 4]);

impl Weights {
    /// The weights that the settings give. A bandwidth weight left at exactly 1.0 falls back to the
    /// old misspelt setting of the same meaning, as `ServiceConfiguration` does.
    pub fn from_settings(settings: &Settings) -> Self {
        let bandwidth = |key: Key, misspelt: Key| {
            let weight = settings.get(key);
            if weight == 1.0 {
                settings.get(misspelt)
            } else {
                weight
            }
        };
        Self([
            settings.get(Key::CpuWeight),
            settings.get(Key::DirectMemoryWeight),
            bandwidth(Key::BandwidthInWeight, Key::BandwithInWeight),
            bandwidth(Key::BandwidthOutWeight, Key::BandwithOutWeight),
        ])
    }

    /// The weight of a resource; 0 of one that no score looks at.
    pub fn of(&self, resource: Resource) -> f64 {
        let place = Resource::SCORED
            .into_iter()
            .position(|scored| scored == resource);
        place.map_or(0.0, |place| self.0[place])
    }
}

/// The weighted usage of a broker as a fraction (0.9 = 90 %), and the resource that made it.
///
/// `LocalBrokerData.getMaxResourceUsageWithWeight`: 32-bit percentages, widened, weighted, the
/// greatest by "greater than" starting from minus infinity (so NaN never wins), divided by 100.
pub fn weighted_usage(readings: &Readings, weights: &Weights) -> (f64, Resource) {
    let mut best = (f64::NEG_INFINITY, Resource::Cpu);
    for (resource, weight) in Resource::SCORED.into_iter().zip(weights.0) {
        let weighted = f64::from(readings.of(resource).percent_f32()) * weight;
        if weighted > best.0 {
            best = (weighted, resource);
        }
    }
    (best.0 / 100.0, best.1)
}

/// The plain usage of the proposals in percent: the greatest of all five resources, every weight 1.
pub(crate) fn plain_usage_percent(readings: &Readings) -> (f64, Resource) {
    let mut best = (f64::NEG_INFINITY, Resource::Cpu);
    for resource in Resource::ALL {
        let percent = readings.of(resource).percent();
        if percent > best.0 {
            best = (percent, resource);
        }
    }
    best
}
