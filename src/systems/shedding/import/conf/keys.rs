//! Keys of broker.conf that are about balancing, or close to one, and that no strategy here reads.
//!
//! The keys that are read stand in [`SETTINGS`] alone; here is what the others are for, which names
//! were never keys.

use crate::systems::shedding::settings::SETTINGS;

/// Who reads a key that nothing here reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reader {
    /// Deciding when and how bundles are split.
    Splitting,
    /// Measuring and publishing load reports.
    Reports,
    /// The extensible load manager, beside balancing.
    Extensible,
    /// The retired simple load manager.
    Simple,
    /// The broker, around the strategies.
    Broker,
}

impl Reader {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Splitting,
        Self::Reports,
        Self::Extensible,
        Self::Simple,
        Self::Broker,
    ];

    /// Says who, as the head of a list of keys.
    pub fn head(self) -> &'static str {
        match self {
            Self::Splitting => "About splitting bundles, which is not simulated",
            Self::Reports => "About measuring and publishing load reports, and not modelled here",
            Self::Extensible => "Read by the extensible load manager only, and not modelled here",
            Self::Simple => "Read by the retired simple load manager only",
            Self::Broker => "Read by the broker around the strategies, without an effect here",
        }
    }
}

/// A key that nothing here reads.
#[derive(Debug)]
pub(crate) struct ForeignKey {
    /// The key.
    pub name: &'static str,
    /// Its default.
    pub default: &'static str,
    /// Who reads it.
    pub reader: Reader,
    /// What it is for.
    pub about: &'static str,
}

macro_rules! foreign_keys {
    ($($reader:ident: $name:literal = $default:literal, $about:literal;)*) => {
        /// The keys that nothing here reads.
        pub(crate) static FOREIGN_KEYS: &[ForeignKey] = &[$(ForeignKey {
            name: $name, default: $default, reader: Reader::$reader, about: $about,
        }),*];
    };
}

foreign_keys! {
    Splitting: "loadBalancerAutoBundleSplitEnabled" = "true", "splits bundles that grow too large";
    Splitting: "loadBalancerAutoUnloadSplitBundlesEnabled" = "true", "unloads the halves after a split";
    Splitting: "loadBalancerNamespaceBundleMaxTopics" = "1000", "topics that make a bundle splittable";
    Splitting: "loadBalancerNamespaceBundleMaxSessions" = "1000", "producers plus consumers that make a bundle splittable";
    Splitting: "loadBalancerNamespaceBundleMaxMsgRate" = "30000", "messages per second that make a bundle splittable";
    Splitting: "loadBalancerNamespaceBundleMaxBandwidthMbytes" = "100", "MB per second that make a bundle splittable";
    Splitting: "loadBalancerNamespaceMaximumBundles" = "128", "most bundles in one namespace";
    Splitting: "defaultNumberOfNamespaceBundles" = "4", "bundles of a new namespace";
    Splitting: "supportedNamespaceBundleSplitAlgorithms" = "range_equally_divide,topic_count_equally_divide,specified_positions_divide,flow_or_qps_equally_divide", "the ways of splitting that may be asked for";
    Splitting: "defaultNamespaceBundleSplitAlgorithm" = "range_equally_divide", "the way of splitting";
    Splitting: "topicBundleAssignmentStrategy" = "org.apache.pulsar.common.naming.ConsistentHashingTopicBundleAssigner", "which bundle a topic falls into";
    Reports: "loadBalancerResourceQuotaUpdateIntervalMinutes" = "15", "how often bundle statistics are written down";
    Reports: "loadBalancerOverrideBrokerNicSpeedGbps" = "", "network speed to assume; limits in load reports already follow it";
    Extensible: "loadBalancerSplitIntervalMinutes" = "1", "time between two split rounds";
    Extensible: "loadBalancerMaxNumberOfBundlesToSplitPerCycle" = "10", "most splits in a round";
    Extensible: "loadBalancerNamespaceBundleSplitConditionHitCountThreshold" = "3", "rounds in a row before a split";
    Extensible: "loadBalancerServiceUnitStateTombstoneDelayTimeInSeconds" = "3600", "age at which finished ownership records go";
    Extensible: "loadBalancerSheddingExcludedNamespaces" = "", "namespaces that are never shed (PIP-380)";
    Extensible: "loadBalancerInFlightServiceUnitStateWaitingTimeInMillis" = "30000", "patience with stuck ownership changes";
    Extensible: "loadBalancerServiceUnitStateMonitorIntervalInSeconds" = "60", "time between checks of ownership";
    Extensible: "loadBalancerMultiPhaseBundleUnload" = "true", "tells clients the new broker during an unload";
    Extensible: "loadBalancerServiceUnitTableViewSyncer" = "None", "copies ownership records during a migration";
    Extensible: "loadManagerServiceUnitStateTableViewClassName" = "org.apache.pulsar.broker.loadbalance.extensions.channel.ServiceUnitStateTableViewImpl", "where ownership records are kept";
    Simple: "loadBalancerPlacementStrategy" = "leastLoadedServer", "its placement rule; often taken for loadBalancerLoadPlacementStrategy";
    Simple: "loadBalancerBrokerUnderloadedThresholdPercentage" = "50", "usage that it calls underloaded";
    Simple: "loadBalancerBrokerComfortLoadLevelPercentage" = "65", "usage that it aims at";
    Broker: "loadBalancerEnabled" = "true", "the master switch of load balancing";
    Broker: "loadManagerClassName" = "org.apache.pulsar.broker.loadbalance.impl.ModularLoadManagerImpl", "which load manager runs";
    Broker: "namespaceBundleUnloadingTimeoutMs" = "60000", "how long an unload may take";
    Broker: "preferLaterVersions" = "false", "keeps only brokers of the newest version as candidates";
}

impl ForeignKey {
    /// The row of a key.
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        FOREIGN_KEYS.iter().find(|row| row.name == name)
    }

    /// Whether a value can be one of this key, judged by what its default is.
    pub(crate) fn is_plausible(&self, value: &str) -> bool {
        let is_number = |text: &str| text.parse::<f64>().is_ok();
        value.is_empty() || value.starts_with('$') || !is_number(self.default) || is_number(value)
    }
}

/// A name that no release reads, although it is found in texts and files.
#[derive(Debug)]
pub(crate) struct NeverKey {
    /// The name.
    pub name: &'static str,
    /// The key that is meant, where there is one.
    pub(crate) meant: Option<&'static str>,
    /// Where the name comes from.
    pub origin: &'static str,
}

/// Names that were renamed before release, misspelt in guides, or proposed and not released.
pub(crate) static NEVER_KEYS: &[NeverKey] = &[
    never(
        "loadEqualrAvgShedderLowThreshold",
        "loadBalancerAvgShedderLowThreshold",
        "a slip in a guide to AvgShedder",
    ),
    never(
        "enableLowerBoundaryShedding",
        "lowerBoundarySheddingEnabled",
        "its name while pull request 17456 was reviewed",
    ),
    never(
        "loadBalancerMaxNumberOfBrokerTransfersPerCycle",
        "loadBalancerMaxNumberOfBrokerSheddingPerCycle",
        "renamed in pull request 19813",
    ),
    never(
        "loadBalanceUnloadDelayInSeconds",
        "loadBalanceSheddingDelayInSeconds",
        "a name that only TransferShedder's comments use; the key really lacks the r of balancer",
    ),
    never(
        "loadBalancerBundleLoadReportPercentage",
        "loadBalancerMaxNumberOfBundlesInBundleLoadReport",
        "renamed in pull request 19813",
    ),
    never(
        "loadBalancerNamespaceBundleSplitConditionThreshold",
        "loadBalancerNamespaceBundleSplitConditionHitCountThreshold",
        "renamed in pull request 19813",
    ),
    never(
        "loadBalancerReportUpdateMinIntervalMilliSeconds",
        "loadBalancerReportUpdateMinIntervalMillis",
        "its name in pull request 17598",
    ),
    never(
        "loadBalancerLoadManagerStrategy",
        "loadBalancerLoadPlacementStrategy",
        "its name while pull request 14971 was reviewed",
    ),
    NeverKey {
        name: "loadBalancerReportUpdateMemoryUsageChecked",
        meant: None,
        origin: "proposed in pull request 17598 and in no release",
    },
    NeverKey {
        name: "selectBrokerByThroughput",
        meant: None,
        origin: "proposed in pull request 18052 and in no release",
    },
    NeverKey {
        name: "atLeastOneBundleSelected",
        meant: None,
        origin: "proposed in pull request 18472 and in no release",
    },
];

const fn never(name: &'static str, meant: &'static str, origin: &'static str) -> NeverKey {
    NeverKey {
        name,
        meant: Some(meant),
        origin,
    }
}

/// Keys that name the two classes.
pub(crate) const SHEDDING_CLASS: &str = "loadBalancerLoadSheddingStrategy";
/// See [`SHEDDING_CLASS`].
pub(crate) const PLACEMENT_CLASS: &str = "loadBalancerLoadPlacementStrategy";
/// The key that names the load manager's class.
pub(crate) const MANAGER_CLASS: &str = "loadManagerClassName";

/// Every key there is: those that are read here, the two classes, and the others.
pub(crate) fn every_key() -> impl Iterator<Item = &'static str> {
    let settings = SETTINGS
        .iter()
        .filter(|row| row.is_pulsars())
        .map(|row| row.name);
    settings
        .chain([SHEDDING_CLASS, PLACEMENT_CLASS])
        .chain(FOREIGN_KEYS.iter().map(|row| row.name))
}

/// Whether a key is one of balancing, or sounds like one.
pub(crate) fn is_about_balancing(name: &str) -> bool {
    every_key().any(|key| key == name) || sounds_like_balancing(name)
}

/// Whether a name that nobody knows is about balancing all the same, by the words in it.
pub(crate) fn sounds_like_balancing(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [
        "loadbalanc",
        "loadmanager",
        "loadequal",
        "shedd",
        "shedder",
        "namespacebundle",
        "unloadbundle",
        "unloadmessage",
    ]
    .iter()
    .any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_stands_in_two_tables() {
        let mut keys: Vec<&str> = every_key()
            .chain(NEVER_KEYS.iter().map(|row| row.name))
            .collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
        for meant in NEVER_KEYS.iter().filter_map(|row| row.meant) {
            assert!(every_key().any(|key| key == meant), "{meant}");
        }
    }
}
