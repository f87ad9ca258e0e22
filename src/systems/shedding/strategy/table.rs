//! The table of shedders: each is one row here and one file beside it.

use super::{Shedder, avg, overload, proposals, threshold, transfer, uniform};
use crate::engine::Fidelity;
use crate::systems::shedding::release::Release;
use crate::systems::shedding::settings::Key;

/// A row of the table of shedders.
pub struct ShedderInfo {
    /// What scenarios call it; for released classes the simple class name.
    pub id: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// The full class name for broker.conf; proposals have none.
    pub class: Option<&'static str>,
    /// Two lines on what it does.
    pub about: &'static str,
    /// Whether it was released or only proposed.
    pub(crate) is_proposal: bool,
    /// Whether it says where bundles should go.
    pub names_targets: bool,
    /// The settings it reads, the one that says most about it first.
    pub reads: &'static [Key],
    /// Makes it, with empty memory.
    pub make: fn(Release) -> Box<dyn Shedder>,
}

impl ShedderInfo {
    /// The row of an id.
    pub fn find(id: &str) -> Option<&'static Self> {
        SHEDDERS.iter().find(|row| row.id == id)
    }

    /// Whether it belongs to the extensible load manager, and needs what that one's brokers report.
    pub fn is_extensible(&self) -> bool {
        self.class
            .is_some_and(|class| class.split('.').any(|part| part == "extensions"))
    }

    /// What stands behind its behaviour in a release.
    pub fn fidelity(&self, release: Release) -> Fidelity {
        if self.is_proposal {
            Fidelity::Proposal
        } else if release == Release::V5_0 || self.is_extensible() {
            Fidelity::Description
        } else {
            Fidelity::Recorded
        }
    }
}

/// Every shedder there is.
pub static SHEDDERS: &[ShedderInfo] = &[
    ShedderInfo {
        id: "AvgShedder",
        label: "AvgShedder",
        class: Some("org.apache.pulsar.broker.loadbalance.impl.AvgShedder"),
        about: "Pairs the highest with the lowest broker, the second highest with the second lowest, and so on. A pair that stays apart long enough sheds, from the high broker to the low one.",
        is_proposal: false,
        names_targets: true,
        reads: score_keys!(
            AvgHighThreshold,
            AvgHitCountHigh,
            AvgLowThreshold,
            AvgHitCountLow,
            MaxUnloadPercentage,
            MinUnloadMessage,
            MinUnloadThroughput
        ),
        make: |release| Box::new(avg::AvgShedder::new(release)),
    },
    ShedderInfo {
        id: "ThresholdShedder",
        label: "ThresholdShedder",
        class: Some("org.apache.pulsar.broker.loadbalance.impl.ThresholdShedder"),
        about: "Keeps a smoothed usage for each broker. A broker whose smoothed usage is too far above their average sheds.",
        is_proposal: false,
        names_targets: false,
        reads: score_keys!(
            ThresholdPercentage,
            HistoryPercentage,
            MinUnloadThroughputMib,
            LowerBoundaryEnabled
        ),
        make: |_| Box::<threshold::ThresholdShedder>::default(),
    },
    ShedderInfo {
        id: "OverloadShedder",
        label: "OverloadShedder",
        class: Some("org.apache.pulsar.broker.loadbalance.impl.OverloadShedder"),
        about: "A broker whose usage is at or above a fixed threshold sheds down to a little below it.",
        is_proposal: false,
        names_targets: false,
        reads: score_keys!(OverloadedPercentage),
        make: |_| Box::new(overload::OverloadShedder),
    },
    ShedderInfo {
        id: "UniformLoadShedder",
        label: "UniformLoadShedder",
        class: Some("org.apache.pulsar.broker.loadbalance.impl.UniformLoadShedder"),
        about: "Compares the traffic of the busiest broker with that of the quietest. Too far apart, and the busiest sheds.",
        is_proposal: false,
        names_targets: false,
        reads: &[
            Key::RateDifferencePercent,
            Key::ThroughputMultiplier,
            Key::MaxUnloadPercentage,
            Key::MinUnloadMessage,
            Key::MinUnloadThroughput,
            Key::MaxUnloadBundles,
        ],
        make: |release| Box::new(uniform::UniformLoadShedder::new(release)),
    },
    ShedderInfo {
        id: "TransferShedder",
        label: "TransferShedder",
        class: Some("org.apache.pulsar.broker.loadbalance.extensions.scheduler.TransferShedder"),
        about: "Of the extensible load manager. When the smoothed usages are too far apart for several rounds, the highest broker gives to the lowest until both would be level, the second highest to the second lowest, and so on.",
        is_proposal: false,
        names_targets: true,
        // From HistoryPercentage on, its brokers' reports read them.
        reads: score_keys!(
            TargetDeviation,
            OverloadedPercentage,
            ConditionHits,
            MaxPairs,
            SheddingDelaySeconds,
            ReportTtlSeconds,
            TransferEnabled,
            PoliciesEnabled,
            DebugMode,
            HistoryPercentage,
            TopBundles,
            MemoryWeight
        ),
        make: |release| Box::new(transfer::TransferShedder::new(release)),
    },
    ShedderInfo {
        id: "proposal-6772",
        label: "ThresholdShedder, as proposed",
        class: None,
        about: "The text of pull request 6772: a broker's usage now against the smoothed average of the cluster; what is above average + threshold moves, down to the average.",
        is_proposal: true,
        names_targets: false,
        reads: &[Key::ThresholdPercentage, Key::HistoryPercentage],
        make: |_| Box::<proposals::ClusterAverage>::default(),
    },
    ShedderInfo {
        id: "proposal-217-example",
        label: "PIP-217, worked example",
        class: None,
        about: "The example of PIP-217: scores with history; while the highest is above the average + 10, half of the score difference moves from the highest to the lowest broker.",
        is_proposal: true,
        names_targets: true,
        reads: &[Key::ThresholdPercentage, Key::HistoryPercentage],
        make: |_| Box::<proposals::WorkedExample>::default(),
    },
    ShedderInfo {
        id: "proposal-217-multi-hit",
        label: "PIP-217, Multi Hit",
        class: None,
        about: "The Multi Hit text of PIP-217: no history; a broker that is too far from the average, on either side, several rounds in a row makes the highest give to the lowest.",
        is_proposal: true,
        names_targets: true,
        reads: &[
            Key::AvgHighThreshold,
            Key::AvgHitCountHigh,
            Key::AvgLowThreshold,
            Key::AvgHitCountLow,
        ],
        make: |_| Box::<proposals::MultiHit>::default(),
    },
    ShedderInfo {
        id: "proposal-217-avg",
        label: "PIP-217, AvgShedder as proposed",
        class: None,
        about: "The AvgShedder text of PIP-217: the same counts on the differences of first and last, second and second last, …; bundles move until the two scores would be equal, never past it.",
        is_proposal: true,
        names_targets: true,
        reads: &[
            Key::AvgHighThreshold,
            Key::AvgHitCountHigh,
            Key::AvgLowThreshold,
            Key::AvgHitCountLow,
        ],
        make: |_| Box::<proposals::ProposedAvg>::default(),
    },
];
