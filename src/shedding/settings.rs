//! The settings table: one row a setting, and everything about a setting comes from its row.
//!
//! Keys and defaults are those of Pulsar's `ServiceConfiguration` (4.0 to 5.0; older defaults beside
//! them); labels, bounds and help are ours.

use crate::run::Unit;
use crate::run::words::trimmed;

/// What kind of value a setting has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// true or false, kept as 1 and 0.
    Switch,
    /// A whole number.
    Whole,
    /// Any number.
    Real,
}

/// A row of the table.
#[derive(Debug)]
pub struct Setting {
    /// Which setting.
    pub key: Key,
    /// The system's own key in broker.conf; for our own switches, a key that starts with `shedscope.`
    pub name: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// How the field's unit is written behind it.
    pub unit: &'static str,
    /// The unit in which reasons speak of it.
    pub measure: Unit,
    /// Switch, whole or real.
    pub kind: Kind,
    /// Smallest value taken.
    pub min: f64,
    /// Largest value taken.
    pub max: f64,
    /// Default from 4.0 on.
    pub default: f64,
    /// One line of help.
    pub help: &'static str,
}

macro_rules! settings {
    ($($key:ident: $name:literal, $label:literal, $unit:literal, $measure:ident, $kind:ident, $min:literal..=$max:literal, $default:literal, $help:literal;)*) => {
        /// Names a row of [`SETTINGS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Key { $(#[doc = $label] $key),* }

        /// The table, in the order in which a form shows it.
        pub static SETTINGS: &[Setting] = &[$(Setting {
            key: Key::$key, name: $name, label: $label, unit: $unit, measure: Unit::$measure,
            kind: Kind::$kind, min: $min as f64, max: $max as f64, default: $default as f64, help: $help,
        }),*];
    };
}

settings! {
    AvgHighThreshold: "loadBalancerAvgShedderHighThreshold", "High difference", "pts", Points, Whole, -1000..=1000, 40,
        "Score difference of a pair from which the high count rises as well.";
    AvgHitCountHigh: "loadBalancerAvgShedderHitCountHighThreshold", "High hits before shedding", "rounds", Count, Whole, -1..=1000, 2,
        "High count at which a pair sheds.";
    AvgLowThreshold: "loadBalancerAvgShedderLowThreshold", "Low difference", "pts", Points, Whole, -1000..=1000, 15,
        "Score difference of a pair from which the low count rises.";
    AvgHitCountLow: "loadBalancerAvgShedderHitCountLowThreshold", "Low hits before shedding", "rounds", Count, Whole, -1..=1000, 8,
        "Low count at which a pair sheds.";
    ThresholdPercentage: "loadBalancerBrokerThresholdShedderPercentage", "Distance from the average", "pts", Points, Whole, -1000..=1000, 10,
        "Points above the cluster average (below it, for the lower pass) that count as too far away.";
    OverloadedPercentage: "loadBalancerBrokerOverloadedThresholdPercentage", "Overload line", "%", Percent, Whole, 0..=1000, 85,
        "Usage that counts as overloaded.";
    HistoryPercentage: "loadBalancerHistoryResourcePercentage", "Weight of history", "", Times, Real, 0..=1, 0.9,
        "Share of the previous value in a running usage: a fraction, although the key says percentage.";
    MinUnloadThroughputMib: "loadBalancerBundleUnloadMinThroughputThreshold", "Least traffic worth a shed", "MiB/s", Times, Real, 0..=1000000, 10,
        "A broker sheds only if the amount it would move is at least this.";
    LowerBoundaryEnabled: "lowerBoundarySheddingEnabled", "Lower-boundary shedding", "", Count, Switch, 0..=1, 0,
        "When nobody is over the upper line but somebody under the lower, shed from the highest broker.";
    MaxUnloadPercentage: "maxUnloadPercentage", "Share of the difference to move", "", Times, Real, 0..=10, 0.2,
        "Fraction of the difference between two brokers that may move in a round; 0.5 would level a pair.";
    MinUnloadMessage: "minUnloadMessage", "Least message rate worth moving", "msg/s", MsgRate, Whole, 0..=2147483647, 1000,
        "Nothing moves by message rate unless the amount reaches this (AvgShedder: exceeds it).";
    MinUnloadThroughput: "minUnloadMessageThroughput", "Least throughput worth moving", "B/s", ByteRate, Whole, 0..=2147483647, 1048576,
        "Nothing moves by throughput unless the amount reaches this (AvgShedder: exceeds it).";
    RateDifferencePercent: "loadBalancerMsgRateDifferenceShedderThreshold", "Message rate difference", "%", Percent, Real, -1..=1000000, 50,
        "Percent by which the highest message rate must exceed the lowest; 0 or less switches the check off.";
    ThroughputMultiplier: "loadBalancerMsgThroughputMultiplierDifferenceShedderThreshold", "Throughput ratio", "×", Times, Real, -1..=1000000, 4,
        "Factor by which the highest throughput must exceed the lowest; 0 or less switches the check off.";
    MaxUnloadBundles: "maxUnloadBundleNumPerShedding", "Most bundles a round", "", Count, Whole, -1..=200000, -1,
        "Most bundles unloaded in one round; -1 for no limit.";
    AverageDifferencePercentage: "loadBalancerAverageResourceUsageDifferenceThresholdPercentage", "Distance of good targets", "pts", Points, Whole, -1000..=1000, 10,
        "A broker is a good target if its running usage is at least this many points under the candidates' average.";
    TargetDeviation: "loadBalancerBrokerLoadTargetStd", "Target deviation", "", Fraction, Real, 0..=1000, 0.25,
        "Standard deviation of the running usages up to which the cluster counts as level: a fraction, 0.25 is 25 points.";
    ConditionHits: "loadBalancerSheddingConditionHitCountThreshold", "Rounds of patience", "rounds", Count, Whole, 0..=1000, 3,
        "The condition must hold in more rounds in a row than this: with 3 the fourth acts.";
    MaxPairs: "loadBalancerMaxNumberOfBrokerSheddingPerCycle", "Most pairs a round", "pairs", Count, Whole, 0..=10000, 3,
        "Most pairs of brokers between which bundles move in one round.";
    SheddingDelaySeconds: "loadBalanceSheddingDelayInSeconds", "Delay after an unload", "s", Seconds, Whole, 0..=1000000, 180,
        "Time from an unload to a report of that broker that is trusted; until then every round is put off. The key lacks an r.";
    ReportTtlSeconds: "loadBalancerBrokerLoadDataTTLInSeconds", "Oldest report", "s", Seconds, Whole, 0..=1000000, 1800,
        "A report older than this is left out of the average and the deviation.";
    TransferEnabled: "loadBalancerTransferEnabled", "Transfer", "", Count, Switch, 0..=1, 1,
        "The strategy names the destination, and bundles may come back in exchange; off, the placement chooses.";
    PoliciesEnabled: "loadBalancerSheddingBundlesWithPoliciesEnabled", "Shed bundles bound by policies", "", Count, Switch, 0..=1, 0,
        "Also report and shed bundles whose namespace has isolation rules or an anti-affinity group.";
    TopBundles: "loadBalancerMaxNumberOfBundlesInBundleLoadReport", "Bundles a broker reports", "bundles", Count, Whole, -1..=200000, 10,
        "The strategy sees only that many of a broker's largest bundles; with 1 nothing is ever shed.";
    DebugMode: "loadBalancerDebugModeEnabled", "Debug mode", "", Count, Switch, 0..=1, 0,
        "More logging; and only with it does TransferShedder count what comes back in a swap.";
    CpuWeight: "loadBalancerCPUResourceWeight", "Weight of CPU", "×", Times, Real, 0..=1000, 1,
        "CPU usage counts this much in a score.";
    BandwidthInWeight: "loadBalancerBandwidthInResourceWeight", "Weight of network in", "×", Times, Real, 0..=1000, 1,
        "Incoming bandwidth counts this much; left at 1, the old misspelt key decides.";
    BandwidthOutWeight: "loadBalancerBandwidthOutResourceWeight", "Weight of network out", "×", Times, Real, 0..=1000, 1,
        "Outgoing bandwidth counts this much; left at 1, the old misspelt key decides.";
    BandwithInWeight: "loadBalancerBandwithInResourceWeight", "Weight of network in (old key)", "×", Times, Real, 0..=1000, 1,
        "The misspelt key of older releases; read only while the well spelt one is 1.";
    BandwithOutWeight: "loadBalancerBandwithOutResourceWeight", "Weight of network out (old key)", "×", Times, Real, 0..=1000, 1,
        "The misspelt key of older releases; read only while the well spelt one is 1.";
    MemoryWeight: "loadBalancerMemoryResourceWeight", "Weight of heap memory", "×", Times, Real, 0..=1000, 0,
        "Heap memory counts this much under the extensible load manager; the modular one leaves it out whatever this says.";
    DirectMemoryWeight: "loadBalancerDirectMemoryResourceWeight", "Weight of direct memory", "×", Times, Real, 0..=1000, 0,
        "Direct memory counts this much; 0 leaves it out.";
    SheddingEnabled: "loadBalancerSheddingEnabled", "Automatic shedding", "", Count, Switch, 0..=1, 1,
        "Off: nothing is ever shed.";
    SheddingIntervalMinutes: "loadBalancerSheddingIntervalMinutes", "Time between rounds", "min", Minutes, Whole, 1..=1440, 1,
        "Minutes from one shedding round to the next; hit counts are counted in rounds.";
    GracePeriodMinutes: "loadBalancerSheddingGracePeriodMinutes", "Grace period", "min", Minutes, Whole, 0..=100000, 30,
        "A bundle that was shed is left alone for this long.";
    DistributeEvenly: "loadBalancerDistributeBundlesEvenlyEnabled", "Filter: fewest bundles of the namespace", "", Count, Switch, 0..=1, 1,
        "Before placement, keep only the brokers with the fewest bundles of the namespace. It can remove the planned one.";
    MaxTopicsFilter: "shedscope.maxTopicsFilterEnabled", "Filter: maximum topics", "", Count, Switch, 0..=1, 1,
        "Drop brokers above the maximum of topics while others are left. The switch is Shedscope's own.";
    BrokerMaxTopics: "loadBalancerBrokerMaxTopics", "Maximum topics of a candidate", "topics", Count, Whole, 0..=2147483647, 50000,
        "Brokers with more topics than this are not candidates while others are.";
    FreshReports: "shedscope.freshReports", "Every round sees the truth", "", Count, Switch, 0..=1, 1,
        "On: every broker has just reported. Off: brokers sample and report at their own times. Shedscope's own.";
    SampleMinutes: "loadBalancerHostUsageCheckIntervalMinutes", "Time between samples", "min", Minutes, Whole, 1..=1440, 1,
        "How often a broker measures itself.";
    SamplePhaseS: "shedscope.samplePhaseSeconds", "Samples come after the full minute by", "s", Count, Whole, 0..=86400, 5,
        "When in its interval a broker measures itself. Shedscope's own.";
    ReportPaceMs: "loadBalancerReportUpdateMinIntervalMillis", "Pace of reports", "ms", Count, Whole, 1000..=86400000, 5000,
        "How often a broker considers reporting its last sample.";
    ReportPhaseS: "shedscope.reportPhaseSeconds", "Reports come later by", "s", Count, Whole, 0..=86400, 0,
        "When in that pace it does. Shedscope's own.";
    ReportChangePercent: "loadBalancerReportUpdateThresholdPercentage", "Change worth a report", "%", Percent, Whole, 0..=1000, 10,
        "A broker reports when usage, traffic or its number of bundles changed by more than this.";
    ReportMaxMinutes: "loadBalancerReportUpdateMaxIntervalMinutes", "Longest time without a report", "min", Minutes, Whole, 1..=1440, 15,
        "After this long it reports whatever has changed.";
    Staggered: "shedscope.staggeredPhases", "Each broker at a time of its own", "", Count, Switch, 0..=1, 0,
        "Off: all brokers sample and report together. Shedscope's own.";
    ColdAverages: "shedscope.coldAverages", "Averages start empty", "", Count, Switch, 0..=1, 0,
        "On: no bundle has been measured yet at the start. Shedscope's own.";
    ShedPhaseS: "shedscope.shedPhaseSeconds", "Rounds come later by", "s", Count, Whole, 0..=86400, 0,
        "When in its interval the leader sheds. Shedscope's own.";
    TransferMs: "shedscope.transferMillis", "Time a bundle is nowhere", "ms", Count, Whole, 0..=3600000, 0,
        "From its unload until its clients have come back, a bundle carries nothing. Shedscope's own.";
    ChoosesAfterUnload: "shedscope.destinationAfterUnload", "Destination chosen after the unload", "", Count, Switch, 0..=1, 0,
        "As managers did up to 3.0: the bundle may come straight back to its owner. Shedscope's own.";
}

impl Setting {
    /// The row of a broker.conf key.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        SETTINGS.iter().find(|setting| setting.name == name)
    }

    /// Whether Pulsar has this setting; the rest are switches of ours.
    pub fn is_pulsars(&self) -> bool {
        !self.name.starts_with("shedscope.")
    }

    /// Says why a value cannot be taken, with the remedy; `Ok` if it can.
    ///
    /// # Errors
    /// When it is not finite, not whole where it must be, or out of bounds.
    pub fn check(&self, value: f64) -> Result<f64, String> {
        let bounds = || format!("{} to {}", trimmed(self.min, 2), trimmed(self.max, 2));
        if !value.is_finite() {
            Err(format!("Give a number from {}.", bounds()))
        } else if self.kind != Kind::Real && value.fract() != 0.0 {
            Err(format!("Give a whole number from {}.", bounds()))
        } else if value < self.min || value > self.max {
            Err(format!("{} is out of bounds; give {}.", trimmed(value, 6), bounds()))
        } else {
            Ok(value)
        }
    }

    /// Reads a value as broker.conf writes it.
    ///
    /// # Errors
    /// When the text is no value of this kind, or [`Setting::check`] refuses it.
    pub fn parse(&self, text: &str) -> Result<f64, String> {
        let text = text.trim();
        if self.kind == Kind::Switch {
            return match text.to_ascii_lowercase().as_str() {
                "true" | "1" => Ok(1.0),
                "false" | "0" => Ok(0.0),
                _ => Err(format!("“{text}” is neither true nor false.")),
            };
        }
        match text.parse::<f64>() {
            Ok(value) => self.check(value),
            Err(_) => Err(format!("“{text}” is no number; give {} to {}.", self.min, self.max)),
        }
    }

    /// Writes a value as broker.conf has it.
    pub fn format(&self, value: f64) -> String {
        match self.kind {
            Kind::Switch => (value != 0.0).to_string(),
            Kind::Whole | Kind::Real => trimmed(value, 9),
        }
    }
}

/// The settings of time: when brokers report, when rounds take place, how long a bundle is on its way.
pub const TIME: [Key; 12] = [
    Key::FreshReports,
    Key::SampleMinutes,
    Key::SamplePhaseS,
    Key::ReportPaceMs,
    Key::ReportPhaseS,
    Key::ReportChangePercent,
    Key::ReportMaxMinutes,
    Key::Staggered,
    Key::ColdAverages,
    Key::ShedPhaseS,
    Key::TransferMs,
    Key::ChoosesAfterUnload,
];

impl Key {
    /// Whether it says when rounds take place: all lanes have that in common, for the whole run.
    pub fn is_of_clock(self) -> bool {
        matches!(self, Self::SheddingIntervalMinutes | Self::ShedPhaseS)
    }

    /// Whether it can only be set for the whole run.
    pub fn is_of_run(self) -> bool {
        self.is_of_clock() || self == Self::ColdAverages
    }

    /// The row of this setting.
    pub fn row(self) -> &'static Setting {
        &SETTINGS[self as usize]
    }

    /// Its broker.conf key.
    pub fn name(self) -> &'static str {
        self.row().name
    }
}

/// A value for every row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    values: Vec<f64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { values: SETTINGS.iter().map(|setting| setting.default).collect() }
    }
}

impl Settings {
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

    /// The same settings with one value changed.
    #[must_use]
    pub fn with(mut self, key: Key, value: f64) -> Self {
        self.set(key, value);
        self
    }

    /// The settings that differ from their defaults.
    pub fn overrides(&self) -> impl Iterator<Item = (&'static Setting, f64)> + '_ {
        SETTINGS
            .iter()
            .zip(&self.values)
            .filter(|(row, value)| row.default != **value)
            .map(|(row, value)| (row, *value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_where_their_keys_say_and_their_defaults_are_within_bounds() {
        for (index, row) in SETTINGS.iter().enumerate() {
            assert_eq!(row.key as usize, index, "{}", row.name);
            assert_eq!(row.check(row.default), Ok(row.default), "{}", row.name);
            assert_eq!(row.parse(&row.format(row.default)), Ok(row.default), "{}", row.name);
            assert!(std::ptr::eq(Setting::by_name(row.name).unwrap(), row), "{}", row.name);
        }
    }

    #[test]
    fn bad_values_are_refused_with_the_remedy() {
        let row = Key::AvgHighThreshold.row();
        for text in ["", "4o", "NaN", "inf", "1e9", "40.5", "10 * 1024"] {
            assert!(row.parse(text).is_err(), "{text}");
        }
        assert_eq!(Key::DistributeEvenly.row().parse(" True "), Ok(1.0));
        assert!(Key::DistributeEvenly.row().parse("yes").is_err());
        assert!(Key::DistributeEvenly.row().check(0.5).is_err());
    }
}
