//! Which line of releases a broker.conf is of, as far as its keys tell, and what was different then.

use super::properties::Entry;

/// A line of releases that shares its keys of balancing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReleaseLine {
    /// Up to 2.5: no key for the strategy, OverloadShedder is built in.
    V2_5,
    /// 2.6 to 2.9: OverloadShedder is the default.
    V2_6,
    /// 2.10: ThresholdShedder is the default.
    V2_10,
    /// 2.11 to 3.x: the placement has a key.
    V2_11,
    /// 4.0 or later: AvgShedder, well-spelt bandwidth weights.
    V4_0,
}

/// Keys that a line of releases brought.
const MARKERS: &[(ReleaseLine, &[&str])] = &[
    (
        ReleaseLine::V4_0,
        &[
            "loadBalancerBandwidthInResourceWeight",
            "loadBalancerBandwidthOutResourceWeight",
            "loadBalancerAvgShedderLowThreshold",
            "loadBalancerAvgShedderHighThreshold",
            "loadBalancerAvgShedderHitCountLowThreshold",
            "loadBalancerAvgShedderHitCountHighThreshold",
            "loadBalancerServiceUnitTableViewSyncer",
            "loadManagerServiceUnitStateTableViewClassName",
        ],
    ),
    (
        ReleaseLine::V2_11,
        &[
            "loadBalancerLoadPlacementStrategy",
            "loadBalancerReportUpdateMinIntervalMillis",
            "loadBalancerAverageResourceUsageDifferenceThresholdPercentage",
            "lowerBoundarySheddingEnabled",
            "loadBalancerDistributeBundlesEvenlyEnabled",
            "maxUnloadPercentage",
            "minUnloadMessage",
            "minUnloadMessageThroughput",
            "maxUnloadBundleNumPerShedding",
            "loadBalancerDebugModeEnabled",
            "loadBalancerBrokerLoadTargetStd",
        ],
    ),
    (
        ReleaseLine::V2_10,
        &[
            "loadBalancerMsgRateDifferenceShedderThreshold",
            "loadBalancerMsgThroughputMultiplierDifferenceShedderThreshold",
        ],
    ),
    (
        ReleaseLine::V2_6,
        &[
            "loadBalancerLoadSheddingStrategy",
            "loadBalancerBrokerThresholdShedderPercentage",
            "loadBalancerHistoryResourcePercentage",
            "loadBalancerCPUResourceWeight",
            "loadBalancerBundleUnloadMinThroughputThreshold",
        ],
    ),
];

/// Two keys that every shipped broker.conf has; a file with both is taken for a whole one.
const WHOLE_FILE: [&str; 2] = [
    "loadManagerClassName",
    "loadBalancerBrokerOverloadedThresholdPercentage",
];

/// What the keys of a file tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Guess {
    /// The oldest line that has all of its keys.
    pub line: ReleaseLine,
    /// The key that tells, with the line of the file on which it stands; none in the oldest.
    pub cause: Option<(String, usize)>,
    /// Whether the file is a whole broker.conf, so that keys it lacks are at their defaults.
    pub is_whole: bool,
}

/// Guesses from the entries of a file.
pub(crate) fn guess(entries: &[Entry]) -> Guess {
    let has = |key: &str| entries.iter().any(|entry| entry.key == key);
    let is_whole = WHOLE_FILE.iter().all(|key| has(key));
    for (line, keys) in MARKERS {
        if let Some(entry) = entries
            .iter()
            .find(|entry| keys.contains(&entry.key.as_str()))
        {
            return Guess {
                line: *line,
                cause: Some((entry.key.clone(), entry.line)),
                is_whole,
            };
        }
    }
    Guess {
        line: ReleaseLine::V2_5,
        cause: None,
        is_whole,
    }
}

impl ReleaseLine {
    /// What a person calls it.
    pub fn label(self) -> &'static str {
        match self {
            Self::V2_5 => "2.5 or older",
            Self::V2_6 => "2.6 to 2.9",
            Self::V2_10 => "2.10",
            Self::V2_11 => "2.11 to 3.x",
            Self::V4_0 => "4.0 or later",
        }
    }

    /// Its first release.
    pub fn since(self) -> &'static str {
        match self {
            Self::V2_5 => "any release",
            Self::V2_6 => "2.6",
            Self::V2_10 => "2.10",
            Self::V2_11 => "2.11",
            Self::V4_0 => "4.0",
        }
    }

    /// The shedder of a broker whose file does not name one; `None` from 4.0 on, where the release decides.
    pub fn default_shedder(self) -> Option<&'static str> {
        match self {
            Self::V2_5 | Self::V2_6 => Some("OverloadShedder"),
            Self::V2_10 | Self::V2_11 => Some("ThresholdShedder"),
            Self::V4_0 => None,
        }
    }

    /// Weight of direct memory in a file that does not say: 1 before pull request 21168 of 2023.
    pub(crate) fn default_direct_memory_weight(self) -> f64 {
        if self < Self::V4_0 { 1.0 } else { 0.0 }
    }

    /// What such a release does otherwise than the oldest one that is played.
    pub fn differences(self) -> &'static str {
        match self {
            Self::V2_5 | Self::V2_6 | Self::V2_10 => {
                "Such a release counted heap memory too, chose the destination only after the unload, and its OverloadShedder and LeastLongTermMessageRate knew no weights (PIP-358)"
            }
            Self::V2_11 => {
                "Up to 3.x OverloadShedder and LeastLongTermMessageRate knew no weights (PIP-358)"
            }
            Self::V4_0 => "",
        }
    }
}
