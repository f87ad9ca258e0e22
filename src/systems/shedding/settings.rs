//! The settings of load shedding.
//!
//! Keys and defaults are those of Pulsar's `ServiceConfiguration`; labels, bounds and help are ours. Keys that start with
//! `shedscope.` are our own.

use super::release::Release;
use crate::engine::format::format_number;
use crate::engine::setting::{SettingUnit, settings, unit};
use crate::engine::value_type::{SWITCH, real, whole};
use crate::engine::{Kind, Overrides, Unit};

/// Who reads a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// The strategies and placements that say so in their tables.
    Strategies,
    /// The load manager, whatever the strategy and the placement, and perhaps some of those too.
    Manager,
    /// The load manager: when brokers report, when rounds take place, how long a bundle is unavailable.
    Time,
}

/// The default of a setting in each release.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReleaseDefault {
    /// The same in all of them.
    Same(f64),
}

use ReleaseDefault::Same;

settings! {
    unit: SettingUnit, default: ReleaseDefault, reader: Reader, is_of_variant: |row| !row.key.is_of_clock();

    "Shedding strategy" {
        AvgHighThreshold = "loadBalancerAvgShedderHighThreshold" {
            label: "High threshold", unit: unit("points", Unit::Points), value_type: whole(-1000.0, 1000.0), default: Same(40.0), reader: Reader::Strategies,
            help: "Difference in points from which the high count rises as well as the low one: between the scores of two \
         paired brokers, or, for the proposed Multi Hit, between a broker and the average. A larger value keeps the \
         quick reaction for more extreme cases.",
        }
        AvgHitCountHigh = "loadBalancerAvgShedderHitCountHighThreshold" {
            label: "High threshold hit count", unit: unit("rounds", Unit::Count), value_type: whole(-1.0, 1000.0), default: Same(2.0), reader: Reader::Strategies,
            help: "Rounds in a row in which the high threshold must be reached before bundles are shed. A larger value reacts \
         later and sits out longer spikes.",
        }
        AvgLowThreshold = "loadBalancerAvgShedderLowThreshold" {
            label: "Low threshold", unit: unit("points", Unit::Points), value_type: whole(-1000.0, 1000.0), default: Same(15.0), reader: Reader::Strategies,
            help: "Difference in points from which the low count rises: between the scores of two paired brokers, or, for the \
         proposed Multi Hit, between a broker and the average. A larger value tolerates more imbalance.",
        }
        AvgHitCountLow = "loadBalancerAvgShedderHitCountLowThreshold" {
            label: "Low threshold hit count", unit: unit("rounds", Unit::Count), value_type: whole(-1.0, 1000.0), default: Same(8.0), reader: Reader::Strategies,
            help: "Rounds in a row in which the low threshold must be reached before bundles are shed. A larger value reacts \
         later and sits out longer fluctuations.",
        }
        ThresholdPercentage = "loadBalancerBrokerThresholdShedderPercentage" {
            label: "Threshold above average", unit: unit("points", Unit::Points), value_type: whole(-1000.0, 1000.0), default: Same(10.0), reader: Reader::Strategies,
            help: "Points of smoothed usage above the cluster average from which a broker sheds; the lower boundary lies as many \
         points below the average. A larger value tolerates more imbalance.",
        }
        OverloadedPercentage = "loadBalancerBrokerOverloadedThresholdPercentage" {
            label: "Overload threshold", unit: unit("%", Unit::Percent), value_type: whole(0.0, 1000.0), default: Same(85.0), reader: Reader::Manager,
            help: "Usage in percent from which a broker counts as overloaded: OverloadShedder sheds from there on, and above it \
         placements and the load manager look for another destination. A larger value lets brokers run fuller.",
        }
        HistoryPercentage = "loadBalancerHistoryResourcePercentage" {
            label: "History weight", unit: unit("", Unit::Times), value_type: real(0.0, 1.0), default: Same(0.9), reader: Reader::Strategies,
            help: "Share of its previous value that stays in a smoothed usage: a fraction from 0 to 1, although the key says \
         percentage. A larger value follows changes more slowly; at 1 the first measurement stays for ever.",
        }
        MinUnloadThroughputMib = "loadBalancerBundleUnloadMinThroughputThreshold" {
            label: "Minimum throughput to unload", unit: unit("MiB/s", Unit::Times), value_type: real(0.0, 1000000.0), default: Same(10.0), reader: Reader::Strategies,
            help: "A broker sheds only if the throughput that it would move, in MiB per second, reaches this value. A larger \
         value leaves small imbalances alone.",
        }
        LowerBoundaryEnabled = "lowerBoundarySheddingEnabled" {
            label: "Lower-boundary shedding", unit: unit("", Unit::Count), value_type: SWITCH, default: Same(0.0), reader: Reader::Strategies,
            help: "When this is on, the broker with the highest smoothed usage also sheds when nobody is over the upper line but \
         some broker is under the lower one. When it is off, an almost empty broker changes nothing.",
        }
        MaxUnloadPercentage = "maxUnloadPercentage" {
            label: "Max. unload fraction", unit: unit("", Unit::Times), value_type: real(0.0, 10.0), default: Same(0.2), reader: Reader::Strategies,
            help: "Fraction of the difference in traffic between two brokers that may move in one round. A larger value levels \
         faster: 0.5 would level a pair at once, and more than that lets the two change roles.",
        }
        MinUnloadMessage = "minUnloadMessage" {
            label: "Minimum message rate to unload", unit: unit("msg/s", Unit::MsgRate), value_type: whole(0.0, 2147483647.0), default: Same(1000.0), reader: Reader::Strategies,
            help: "Least message rate, in messages per second, that is worth moving: UniformLoadShedder must reach it, \
         AvgShedder must exceed it. A larger value prevents small moves.",
        }
        MinUnloadThroughput = "minUnloadMessageThroughput" {
            label: "Minimum message throughput to unload", unit: unit("B/s", Unit::ByteRate), value_type: whole(0.0, 2147483647.0), default: Same(1048576.0), reader: Reader::Strategies,
            help: "Least throughput, in bytes per second, that is worth moving: UniformLoadShedder must reach it, AvgShedder \
         must exceed it. A larger value prevents small moves.",
        }
        RateDifferencePercent = "loadBalancerMsgRateDifferenceShedderThreshold" {
            label: "Message rate difference", unit: unit("%", Unit::Percent), value_type: real(-1.0, 1000000.0), default: Same(50.0), reader: Reader::Strategies,
            help: "The broker with the highest message rate sheds if it exceeds the lowest by more than this many percent; 0 or \
         less switches the check off. A larger value tolerates more imbalance.",
        }
        ThroughputMultiplier = "loadBalancerMsgThroughputMultiplierDifferenceShedderThreshold" {
            label: "Throughput ratio", unit: unit("×", Unit::Times), value_type: real(-1.0, 1000000.0), default: Same(4.0), reader: Reader::Strategies,
            help: "The broker with the highest throughput sheds if it carries more than this many times the lowest, provided \
         that the check of message rates found nothing; 0 or less switches the check off. A larger value tolerates \
         more imbalance.",
        }
        MaxUnloadBundles = "maxUnloadBundleNumPerShedding" {
            label: "Maximum bundles per round", unit: unit("", Unit::Count), value_type: whole(-1.0, 200000.0), default: Same(-1.0), reader: Reader::Strategies,
            help: "Most bundles that are unloaded in one round; -1 sets no limit. A larger value levels faster but interrupts \
         more clients at once.",
        }
        AverageDifferencePercentage = "loadBalancerAverageResourceUsageDifferenceThresholdPercentage" {
            label: "Threshold below average", unit: unit("points", Unit::Points), value_type: whole(-1000.0, 1000.0), default: Same(10.0), reader: Reader::Strategies,
            help: "A broker is a good target if its smoothed usage is at least this many points below the average of the \
         candidates. A larger value makes good targets rarer; if there are none, any candidate may be drawn.",
        }
        TargetDeviation = "loadBalancerBrokerLoadTargetStd" {
            label: "Target deviation", unit: unit("", Unit::Fraction), value_type: real(0.0, 1000.0), default: Same(0.25), reader: Reader::Strategies,
            help: "Standard deviation of the smoothed usages up to which the cluster counts as level: a fraction, so 0.25 means \
         25 points. A larger value tolerates more imbalance; it also decides how far from the average a broker must \
         be to count as overloaded or underloaded.",
        }
        ConditionHits = "loadBalancerSheddingConditionHitCountThreshold" {
            label: "Condition hit count", unit: unit("rounds", Unit::Count), value_type: whole(0.0, 1000.0), default: Same(3.0), reader: Reader::Strategies,
            help: "The condition for shedding must hold in more rounds in a row than this: with 3, the fourth round acts. A \
         larger value reacts later and sits out longer fluctuations.",
        }
        MaxPairs = "loadBalancerMaxNumberOfBrokerSheddingPerCycle" {
            label: "Maximum pairs per round", unit: unit("pairs", Unit::Count), value_type: whole(0.0, 10000.0), default: Same(3.0), reader: Reader::Strategies,
            help: "Most pairs of brokers between which bundles move in one round. A larger value levels a large cluster faster.",
        }
        SheddingDelaySeconds = "loadBalanceSheddingDelayInSeconds" {
            label: "Delay after an unload", unit: unit("s", Unit::Seconds), value_type: whole(0.0, 1000000.0), default: Same(180.0), reader: Reader::Strategies,
            help: "Seconds that must pass between an unload and a report of the same broker for that report to be trusted; \
         until then every round is put off. A larger value makes shedding slower but surer. The key lacks an r, and \
         brokers know it only like this.",
        }
        ReportTtlSeconds = "loadBalancerBrokerLoadDataTTLInSeconds" {
            label: "Maximum report age", unit: unit("s", Unit::Seconds), value_type: whole(0.0, 1000000.0), default: Same(1800.0), reader: Reader::Strategies,
            help: "Reports older than this many seconds are left out of the average and the deviation. A larger value keeps \
         brokers that report rarely in the comparison.",
        }
        TransferEnabled = "loadBalancerTransferEnabled" {
            label: "Transfer", unit: unit("", Unit::Count), value_type: SWITCH, default: Same(1.0), reader: Reader::Strategies,
            help: "When this is on, the strategy names the destination of each bundle, and bundles of the destination may come \
         back in exchange. When it is off, the placement chooses the destination and nothing comes back.",
        }
        PoliciesEnabled = "loadBalancerSheddingBundlesWithPoliciesEnabled" {
            label: "Shed bundles bound by policies", unit: unit("", Unit::Count), value_type: SWITCH, default: Same(0.0), reader: Reader::Strategies,
            help: "When this is on, bundles whose namespace has isolation rules or an anti-affinity group are reported and shed \
         like all others. When it is off, they stay where they are.",
        }
        TopBundles = "loadBalancerMaxNumberOfBundlesInBundleLoadReport" {
            label: "Reported bundles per broker", unit: unit("bundles", Unit::Count), value_type: whole(-1.0, 200000.0), default: Same(10.0), reader: Reader::Strategies,
            help: "How many of its largest bundles a broker reports; the strategy sees no others. A larger value gives it more \
         to choose from; with 1 nothing is ever shed, because one reported bundle always stays.",
        }
        DebugMode = "loadBalancerDebugModeEnabled" {
            label: "Debug mode", unit: unit("", Unit::Count), value_type: SWITCH, default: Same(0.0), reader: Reader::Strategies,
            help: "Brokers write more to their logs. This also changes decisions: only in debug mode does TransferShedder count \
         the traffic that comes back in a swap.",
        }
    }
    "Resource weights" {
        CpuWeight = "loadBalancerCPUResourceWeight" {
            label: "CPU weight", unit: unit("×", Unit::Times), value_type: real(0.0, 1000.0), default: Same(1.0), reader: Reader::Manager,
            help: "Factor on CPU usage in the score of a broker, which is its highest weighted usage. A larger value makes CPU \
         decide more often; 0 leaves it out.",
        }
        BandwidthInWeight = "loadBalancerBandwidthInResourceWeight" {
            label: "Network in weight", unit: unit("×", Unit::Times), value_type: real(0.0, 1000.0), default: Same(1.0), reader: Reader::Manager,
            help: "Factor on incoming bandwidth in the score of a broker. A larger value makes it decide more often; 0 leaves \
         it out. While it is exactly 1, the misspelt key of older releases is read instead.",
        }
        BandwidthOutWeight = "loadBalancerBandwidthOutResourceWeight" {
            label: "Network out weight", unit: unit("×", Unit::Times), value_type: real(0.0, 1000.0), default: Same(1.0), reader: Reader::Manager,
            help: "Factor on outgoing bandwidth in the score of a broker. A larger value makes it decide more often; 0 leaves \
         it out. While it is exactly 1, the misspelt key of older releases is read instead.",
        }
        BandwithInWeight = "loadBalancerBandwithInResourceWeight" {
            label: "Network in weight (old key)", unit: unit("×", Unit::Times), value_type: real(0.0, 1000.0), default: Same(1.0), reader: Reader::Manager,
            help: "The misspelt key of older releases for the weight of incoming bandwidth. It is read only while the correctly \
         spelt one is exactly 1; a larger value then makes incoming bandwidth decide more often.",
        }
        BandwithOutWeight = "loadBalancerBandwithOutResourceWeight" {
            label: "Network out weight (old key)", unit: unit("×", Unit::Times), value_type: real(0.0, 1000.0), default: Same(1.0), reader: Reader::Manager,
            help: "The misspelt key of older releases for the weight of outgoing bandwidth. It is read only while the correctly \
         spelt one is exactly 1; a larger value then makes outgoing bandwidth decide more often.",
        }
        MemoryWeight = "loadBalancerMemoryResourceWeight" {
            label: "Heap memory weight", unit: unit("×", Unit::Times), value_type: real(0.0, 1000.0), default: Same(0.0), reader: Reader::Strategies,
            help: "Factor on heap memory in the score of a broker under the extensible load manager. A larger value makes it \
         decide more often; 0 leaves it out. The modular load manager never counts heap memory, whatever this says.",
        }
        DirectMemoryWeight = "loadBalancerDirectMemoryResourceWeight" {
            label: "Direct memory weight", unit: unit("×", Unit::Times), value_type: real(0.0, 1000.0), default: Same(0.0), reader: Reader::Manager,
            help: "Factor on direct memory in the score of a broker. A larger value makes it decide more often; 0 leaves it \
         out.",
        }
    }
    "Load manager" {
        SheddingEnabled = "loadBalancerSheddingEnabled" {
            label: "Automatic shedding", unit: unit("", Unit::Count), value_type: SWITCH, default: Same(1.0), reader: Reader::Manager,
            help: "Whether bundles are shed automatically. When this is off, nothing is ever shed.",
        }
        SheddingIntervalMinutes = "loadBalancerSheddingIntervalMinutes" {
            label: "Shedding interval", unit: unit("min", Unit::Minutes), value_type: whole(1.0, 1440.0), default: Same(1.0), reader: Reader::Manager,
            help: "Minutes from one shedding round to the next. Hits are counted in rounds, so a larger value also delays \
         everything that needs several rounds in a row.",
        }
        GracePeriodMinutes = "loadBalancerSheddingGracePeriodMinutes" {
            label: "Grace period", unit: unit("min", Unit::Minutes), value_type: whole(0.0, 100000.0), default: Same(30.0), reader: Reader::Manager,
            help: "Minutes for which a bundle is left alone after it was shed. A larger value keeps bundles from moving again \
         soon, but leaves the strategy fewer to choose from.",
        }
        DistributeEvenly = "loadBalancerDistributeBundlesEvenlyEnabled" {
            label: "Filter: fewest bundles of the namespace", unit: unit("", Unit::Count), value_type: SWITCH, default: Same(1.0), reader: Reader::Manager,
            help: "Before the placement is asked, only the brokers with the fewest bundles of the same namespace stay \
         candidates. This spreads namespaces evenly, but it can remove the destination that AvgShedder planned.",
        }
        MaxTopicsFilter = "shedscope.maxTopicsFilterEnabled" {
            label: "Filter: maximum topics", unit: unit("", Unit::Count), value_type: SWITCH, default: Same(1.0), reader: Reader::Manager,
            help: "Brokers above the maximum of topics are no candidates while others are left. Pulsar always applies this \
         filter; the switch is Shedscope's own.",
        }
        BrokerMaxTopics = "loadBalancerBrokerMaxTopics" {
            label: "Maximum topics of a candidate", unit: unit("topics", Unit::Count), value_type: whole(0.0, 2147483647.0), default: Same(50000.0), reader: Reader::Manager,
            help: "Topics on a broker above which it is no candidate, as long as other brokers are left. A larger value lets \
         brokers take more topics.",
        }
    }
    "Time" {
        FreshReports = "shedscope.freshReports" {
            label: "Always use fresh load reports", unit: unit("", Unit::Count), value_type: SWITCH, default: Same(1.0), reader: Reader::Time,
            help: "When this is on, every broker has just reported and each round sees the truth. When it is off, brokers \
         measure and report at their own times, and the leader decides on what has arrived. This setting is \
         Shedscope's own, not Pulsar's.",
        }
        SampleMinutes = "loadBalancerHostUsageCheckIntervalMinutes" {
            label: "Sampling interval", unit: unit("min", Unit::Minutes), value_type: whole(1.0, 1440.0), default: Same(1.0), reader: Reader::Time,
            help: "Minutes from one measurement of a broker to its next. A larger value makes its reports older. It matters \
         only when rounds do not see the truth.",
        }
        SamplePhaseS = "shedscope.samplePhaseSeconds" {
            label: "Sampling offset", unit: unit("s", Unit::Count), value_type: whole(0.0, 86400.0), default: Same(5.0), reader: Reader::Time,
            help: "Seconds after each full interval at which a broker measures itself. A larger value shifts all measurements \
         to a later moment. This setting is Shedscope's own, not Pulsar's.",
        }
        ReportPaceMs = "loadBalancerReportUpdateMinIntervalMillis" {
            label: "Report interval", unit: unit("ms", Unit::Count), value_type: whole(1000.0, 86400000.0), default: Same(5000.0), reader: Reader::Time,
            help: "Milliseconds from one moment at which a broker considers reporting its latest measurement to the next. A \
         larger value makes reports arrive later.",
        }
        ReportPhaseS = "shedscope.reportPhaseSeconds" {
            label: "Report offset", unit: unit("s", Unit::Count), value_type: whole(0.0, 86400.0), default: Same(0.0), reader: Reader::Time,
            help: "Seconds by which the moments at which brokers consider a report are shifted. A larger value makes them \
         later. This setting is Shedscope's own, not Pulsar's.",
        }
        ReportChangePercent = "loadBalancerReportUpdateThresholdPercentage" {
            label: "Report threshold", unit: unit("%", Unit::Percent), value_type: whole(0.0, 1000.0), default: Same(10.0), reader: Reader::Time,
            help: "A broker reports when its usage has changed by more than this many points, or its traffic or number of \
         bundles by more than this many percent, since its last report. A larger value makes reports rarer and the \
         leader's data older.",
        }
        ReportMaxMinutes = "loadBalancerReportUpdateMaxIntervalMinutes" {
            label: "Maximum report interval", unit: unit("min", Unit::Minutes), value_type: whole(1.0, 1440.0), default: Same(15.0), reader: Reader::Time,
            help: "Minutes after which a broker reports even if nothing has changed. A larger value lets the leader's data grow \
         older.",
        }
        Staggered = "shedscope.staggeredPhases" {
            label: "Staggered brokers", unit: unit("", Unit::Count), value_type: SWITCH, default: Same(0.0), reader: Reader::Time,
            help: "When this is on, each broker measures and reports at moments of its own. When it is off, all brokers do so \
         at the same moments. This setting is Shedscope's own, not Pulsar's.",
        }
        ColdAverages = "shedscope.coldAverages" {
            label: "Cold averages", unit: unit("", Unit::Count), value_type: SWITCH, default: Same(0.0), reader: Reader::Time,
            help: "When this is on, no bundle has been measured at the start, and averages begin at Pulsar's defaults for new \
         bundles. When it is off, averages begin at the true traffic. This setting is Shedscope's own, not Pulsar's.",
        }
        ShedPhaseS = "shedscope.shedPhaseSeconds" {
            label: "Round offset", unit: unit("s", Unit::Count), value_type: whole(0.0, 86400.0), default: Same(0.0), reader: Reader::Time,
            help: "Seconds after each full interval at which the leader sheds. A larger value makes every round later. This \
         setting is Shedscope's own, not Pulsar's.",
        }
        TransferMs = "shedscope.transferMillis" {
            label: "Unload duration", unit: unit("ms", Unit::Count), value_type: whole(0.0, 3600000.0), default: Same(0.0), reader: Reader::Time,
            help: "Milliseconds from the unload of a bundle until its clients have come back; until then it carries nothing. A \
         larger value makes every move cost more. This setting is Shedscope's own, not Pulsar's.",
        }
        ChoosesAfterUnload = "shedscope.destinationAfterUnload" {
            label: "Choose the destination after the unload", unit: unit("", Unit::Count), value_type: SWITCH, default: Same(0.0), reader: Reader::Time,
            help: "When this is on, a destination is chosen only after the unload, as load managers did up to release 3.0, and \
         the bundle may come straight back to its owner. When it is off, the destination is chosen first. This \
         setting is Shedscope's own, not Pulsar's.",
        }
    }
}

impl ReleaseDefault {
    /// The default in a release.
    pub(crate) fn value_in(self, _release: Release) -> f64 {
        match self {
            Same(value) => value,
        }
    }
}

impl Setting {
    /// Whether Pulsar has this setting; the others are switches of ours.
    pub(crate) fn is_pulsars(&self) -> bool {
        !self.name.starts_with("shedscope.")
    }

    /// The default in a release.
    pub fn default_in(&self, release: Release) -> f64 {
        self.default.value_in(release)
    }

    /// A value as broker.conf has it.
    pub(crate) fn format_conf_value(&self, value: f64) -> String {
        match self.value_type.kind {
            Kind::Switch => (value != 0.0).to_string(),
            Kind::Whole | Kind::Real | Kind::Choice(_) => format_number(value, 9),
        }
    }
}

impl Key {
    /// Whether it says when rounds take place: all variants have that in common, for the whole run.
    pub fn is_of_clock(self) -> bool {
        matches!(self, Self::SheddingIntervalMinutes | Self::ShedPhaseS)
    }

    /// Whether it can only be set for the whole run.
    pub(crate) fn is_of_run(self) -> bool {
        self.is_of_clock() || self == Self::ColdAverages
    }
}

/// The keys that one reader reads.
pub fn read_by(reader: Reader) -> impl Iterator<Item = Key> + Clone {
    SETTINGS
        .iter()
        .filter(move |row| row.reader == reader)
        .map(|row| row.key)
}

/// The value in force of every setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    values: Vec<f64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self::defaults_in(Release::default())
    }
}

impl Settings {
    /// The defaults of a release.
    pub(crate) fn defaults_in(release: Release) -> Self {
        Self {
            values: SETTINGS.iter().map(|row| row.default_in(release)).collect(),
        }
    }

    /// The value of a setting.
    pub fn get(&self, key: Key) -> f64 {
        self.values[key as usize]
    }

    /// Whether a switch is on.
    pub fn is_on(&self, key: Key) -> bool {
        self.get(key) != 0.0
    }

    /// Sets a value. The caller has checked it against the row's bounds where a person gave it.
    pub fn set(&mut self, key: Key, value: f64) {
        self.values[key as usize] = value;
    }

    /// The values that differ from the defaults of a release.
    pub fn overrides_in(&self, release: Release) -> Overrides<Key> {
        let mut overrides = Overrides::default();
        for (row, value) in SETTINGS.iter().zip(&self.values) {
            if row.default_in(release) != *value {
                overrides.set(row.key, *value);
            }
        }
        overrides
    }

    /// The same settings with one value changed.
    #[must_use]
    pub fn with(mut self, key: Key, value: f64) -> Self {
        self.set(key, value);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_where_their_keys_say_and_their_defaults_are_within_bounds() {
        for row in SETTINGS {
            assert!(std::ptr::eq(row.key.row(), row), "{}", row.name);
            assert!(Setting::from_name(row.name).is_some_and(|found| std::ptr::eq(found, row)));
            assert!(row.help.ends_with('.'), "{}", row.name);
            for release in Release::ALL {
                let default = row.default_in(release);
                assert_eq!(row.value_type.check(default), Ok(()), "{}", row.name);
                assert_eq!(
                    row.value_type.parse(&row.format_conf_value(default)),
                    Ok(default),
                    "{}",
                    row.name
                );
            }
        }
    }

    #[test]
    fn bad_values_are_refused_with_the_remedy() {
        let row = Key::AvgHighThreshold.row();
        for text in ["", "4o", "NaN", "inf", "1e9", "40.5", "10 * 1024"] {
            assert!(row.value_type.parse(text).is_err(), "{text}");
        }
        assert_eq!(
            Key::DistributeEvenly.row().value_type.parse(" true "),
            Ok(1.0)
        );
        assert!(Key::DistributeEvenly.row().value_type.parse("yes").is_err());
        assert!(Key::DistributeEvenly.row().value_type.check(0.5).is_err());
    }
}
