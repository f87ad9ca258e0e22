//! The settings table: one row a setting, and everything about a setting comes from its row.
//!
//! Keys and defaults are those of Pulsar's `ServiceConfiguration` (4.0 to 5.0; older defaults beside
//! them); labels, bounds and help are ours.

use crate::engine::Cause;
use crate::engine::Unit;
use crate::engine::format::format_number;

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
    /// What it does, and what a larger value means, in whole sentences.
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
    AvgHighThreshold: "loadBalancerAvgShedderHighThreshold", "High difference", "points", Points, Whole, -1000..=1000, 40,
        "Difference in points from which the high count rises as well as the low one: between the scores of two \
         paired brokers, or, for the proposed Multi Hit, between a broker and the average. A larger value keeps the \
         quick reaction for more extreme cases.";
    AvgHitCountHigh: "loadBalancerAvgShedderHitCountHighThreshold", "High hits before shedding", "rounds", Count, Whole, -1..=1000, 2,
        "Rounds in a row in which the high difference must be reached before bundles are shed. A larger value reacts \
         later and sits out longer spikes.";
    AvgLowThreshold: "loadBalancerAvgShedderLowThreshold", "Low difference", "points", Points, Whole, -1000..=1000, 15,
        "Difference in points from which the low count rises: between the scores of two paired brokers, or, for the \
         proposed Multi Hit, between a broker and the average. A larger value tolerates more imbalance.";
    AvgHitCountLow: "loadBalancerAvgShedderHitCountLowThreshold", "Low hits before shedding", "rounds", Count, Whole, -1..=1000, 8,
        "Rounds in a row in which the low difference must be reached before bundles are shed. A larger value reacts \
         later and sits out longer fluctuations.";
    ThresholdPercentage: "loadBalancerBrokerThresholdShedderPercentage", "Distance from the average", "points", Points, Whole, -1000..=1000, 10,
        "Points of running usage above the cluster average from which a broker sheds; the lower boundary lies as many \
         points below the average. A larger value tolerates more imbalance.";
    OverloadedPercentage: "loadBalancerBrokerOverloadedThresholdPercentage", "Overload line", "%", Percent, Whole, 0..=1000, 85,
        "Usage in percent from which a broker counts as overloaded: OverloadShedder sheds from there on, and above it \
         placements and the load manager look for another destination. A larger value lets brokers run fuller.";
    HistoryPercentage: "loadBalancerHistoryResourcePercentage", "Weight of history", "", Times, Real, 0..=1, 0.9,
        "Share of its previous value that stays in a running usage: a fraction from 0 to 1, although the key says \
         percentage. A larger value follows changes more slowly; at 1 the first measurement stays for ever.";
    MinUnloadThroughputMib: "loadBalancerBundleUnloadMinThroughputThreshold", "Least traffic worth a shed", "MiB/s", Times, Real, 0..=1000000, 10,
        "A broker sheds only if the throughput that it would move, in MiB per second, reaches this value. A larger \
         value leaves small imbalances alone.";
    LowerBoundaryEnabled: "lowerBoundarySheddingEnabled", "Lower-boundary shedding", "", Count, Switch, 0..=1, 0,
        "When this is on, the broker with the highest running usage also sheds when nobody is over the upper line but \
         some broker is under the lower one. When it is off, an almost empty broker changes nothing.";
    MaxUnloadPercentage: "maxUnloadPercentage", "Share of the difference to move", "", Times, Real, 0..=10, 0.2,
        "Fraction of the difference in traffic between two brokers that may move in one round. A larger value levels \
         faster: 0.5 would level a pair at once, and more than that lets the two change roles.";
    MinUnloadMessage: "minUnloadMessage", "Least message rate worth moving", "msg/s", MsgRate, Whole, 0..=2147483647, 1000,
        "Least message rate, in messages per second, that is worth moving: UniformLoadShedder must reach it, \
         AvgShedder must exceed it. A larger value prevents small moves.";
    MinUnloadThroughput: "minUnloadMessageThroughput", "Least throughput worth moving", "B/s", ByteRate, Whole, 0..=2147483647, 1048576,
        "Least throughput, in bytes per second, that is worth moving: UniformLoadShedder must reach it, AvgShedder \
         must exceed it. A larger value prevents small moves.";
    RateDifferencePercent: "loadBalancerMsgRateDifferenceShedderThreshold", "Message rate difference", "%", Percent, Real, -1..=1000000, 50,
        "The broker with the highest message rate sheds if it exceeds the lowest by more than this many percent; 0 or \
         less switches the check off. A larger value tolerates more imbalance.";
    ThroughputMultiplier: "loadBalancerMsgThroughputMultiplierDifferenceShedderThreshold", "Throughput ratio", "×", Times, Real, -1..=1000000, 4,
        "The broker with the highest throughput sheds if it carries more than this many times the lowest, provided \
         that the check of message rates found nothing; 0 or less switches the check off. A larger value tolerates \
         more imbalance.";
    MaxUnloadBundles: "maxUnloadBundleNumPerShedding", "Most bundles a round", "", Count, Whole, -1..=200000, -1,
        "Most bundles that are unloaded in one round; -1 sets no limit. A larger value levels faster but interrupts \
         more clients at once.";
    AverageDifferencePercentage: "loadBalancerAverageResourceUsageDifferenceThresholdPercentage", "Distance of good targets", "points", Points, Whole, -1000..=1000, 10,
        "A broker is a good target if its running usage is at least this many points below the average of the \
         candidates. A larger value makes good targets rarer; if there are none, any candidate may be drawn.";
    TargetDeviation: "loadBalancerBrokerLoadTargetStd", "Target deviation", "", Fraction, Real, 0..=1000, 0.25,
        "Standard deviation of the running usages up to which the cluster counts as level: a fraction, so 0.25 means \
         25 points. A larger value tolerates more imbalance; it also decides how far from the average a broker must \
         be to count as overloaded or underloaded.";
    ConditionHits: "loadBalancerSheddingConditionHitCountThreshold", "Rounds of patience", "rounds", Count, Whole, 0..=1000, 3,
        "The condition for shedding must hold in more rounds in a row than this: with 3, the fourth round acts. A \
         larger value reacts later and sits out longer fluctuations.";
    MaxPairs: "loadBalancerMaxNumberOfBrokerSheddingPerCycle", "Most pairs a round", "pairs", Count, Whole, 0..=10000, 3,
        "Most pairs of brokers between which bundles move in one round. A larger value levels a large cluster faster.";
    SheddingDelaySeconds: "loadBalanceSheddingDelayInSeconds", "Delay after an unload", "s", Seconds, Whole, 0..=1000000, 180,
        "Seconds that must pass between an unload and a report of the same broker for that report to be trusted; \
         until then every round is put off. A larger value makes shedding slower but surer. The key lacks an r, and \
         brokers know it only like this.";
    ReportTtlSeconds: "loadBalancerBrokerLoadDataTTLInSeconds", "Oldest report", "s", Seconds, Whole, 0..=1000000, 1800,
        "Reports older than this many seconds are left out of the average and the deviation. A larger value keeps \
         brokers that report rarely in the comparison.";
    TransferEnabled: "loadBalancerTransferEnabled", "Transfer", "", Count, Switch, 0..=1, 1,
        "When this is on, the strategy names the destination of each bundle, and bundles of the destination may come \
         back in exchange. When it is off, the placement chooses the destination and nothing comes back.";
    PoliciesEnabled: "loadBalancerSheddingBundlesWithPoliciesEnabled", "Shed bundles bound by policies", "", Count, Switch, 0..=1, 0,
        "When this is on, bundles whose namespace has isolation rules or an anti-affinity group are reported and shed \
         like all others. When it is off, they stay where they are.";
    TopBundles: "loadBalancerMaxNumberOfBundlesInBundleLoadReport", "Bundles a broker reports", "bundles", Count, Whole, -1..=200000, 10,
        "How many of its largest bundles a broker reports; the strategy sees no others. A larger value gives it more \
         to choose from; with 1 nothing is ever shed, because one reported bundle always stays.";
    DebugMode: "loadBalancerDebugModeEnabled", "Debug mode", "", Count, Switch, 0..=1, 0,
        "Brokers write more to their logs. This also changes decisions: only in debug mode does TransferShedder count \
         the traffic that comes back in a swap.";
    CpuWeight: "loadBalancerCPUResourceWeight", "Weight of CPU", "×", Times, Real, 0..=1000, 1,
        "Factor on CPU usage in the score of a broker, which is its highest weighted usage. A larger value makes CPU \
         decide more often; 0 leaves it out.";
    BandwidthInWeight: "loadBalancerBandwidthInResourceWeight", "Weight of network in", "×", Times, Real, 0..=1000, 1,
        "Factor on incoming bandwidth in the score of a broker. A larger value makes it decide more often; 0 leaves \
         it out. While it is exactly 1, the misspelt key of older releases is read instead.";
    BandwidthOutWeight: "loadBalancerBandwidthOutResourceWeight", "Weight of network out", "×", Times, Real, 0..=1000, 1,
        "Factor on outgoing bandwidth in the score of a broker. A larger value makes it decide more often; 0 leaves \
         it out. While it is exactly 1, the misspelt key of older releases is read instead.";
    BandwithInWeight: "loadBalancerBandwithInResourceWeight", "Weight of network in (old key)", "×", Times, Real, 0..=1000, 1,
        "The misspelt key of older releases for the weight of incoming bandwidth. It is read only while the correctly \
         spelt one is exactly 1; a larger value then makes incoming bandwidth decide more often.";
    BandwithOutWeight: "loadBalancerBandwithOutResourceWeight", "Weight of network out (old key)", "×", Times, Real, 0..=1000, 1,
        "The misspelt key of older releases for the weight of outgoing bandwidth. It is read only while the correctly \
         spelt one is exactly 1; a larger value then makes outgoing bandwidth decide more often.";
    MemoryWeight: "loadBalancerMemoryResourceWeight", "Weight of heap memory", "×", Times, Real, 0..=1000, 0,
        "Factor on heap memory in the score of a broker under the extensible load manager. A larger value makes it \
         decide more often; 0 leaves it out. The modular load manager never counts heap memory, whatever this says.";
    DirectMemoryWeight: "loadBalancerDirectMemoryResourceWeight", "Weight of direct memory", "×", Times, Real, 0..=1000, 0,
        "Factor on direct memory in the score of a broker. A larger value makes it decide more often; 0 leaves it \
         out.";
    SheddingEnabled: "loadBalancerSheddingEnabled", "Automatic shedding", "", Count, Switch, 0..=1, 1,
        "Whether bundles are shed automatically. When this is off, nothing is ever shed.";
    SheddingIntervalMinutes: "loadBalancerSheddingIntervalMinutes", "Time between rounds", "min", Minutes, Whole, 1..=1440, 1,
        "Minutes from one shedding round to the next. Hits are counted in rounds, so a larger value also delays \
         everything that needs several rounds in a row.";
    GracePeriodMinutes: "loadBalancerSheddingGracePeriodMinutes", "Grace period", "min", Minutes, Whole, 0..=100000, 30,
        "Minutes for which a bundle is left alone after it was shed. A larger value keeps bundles from moving again \
         soon, but leaves the strategy fewer to choose from.";
    DistributeEvenly: "loadBalancerDistributeBundlesEvenlyEnabled", "Filter: fewest bundles of the namespace", "", Count, Switch, 0..=1, 1,
        "Before the placement is asked, only the brokers with the fewest bundles of the same namespace stay \
         candidates. This spreads namespaces evenly, but it can remove the destination that AvgShedder planned.";
    MaxTopicsFilter: "shedscope.maxTopicsFilterEnabled", "Filter: maximum topics", "", Count, Switch, 0..=1, 1,
        "Brokers above the maximum of topics are no candidates while others are left. Pulsar always applies this \
         filter; the switch is Shedscope's own.";
    BrokerMaxTopics: "loadBalancerBrokerMaxTopics", "Maximum topics of a candidate", "topics", Count, Whole, 0..=2147483647, 50000,
        "Topics on a broker above which it is no candidate, as long as other brokers are left. A larger value lets \
         brokers take more topics.";
    FreshReports: "shedscope.freshReports", "Every round sees the truth", "", Count, Switch, 0..=1, 1,
        "When this is on, every broker has just reported and each round sees the truth. When it is off, brokers \
         measure and report at their own times, and the leader decides on what has arrived. This setting is \
         Shedscope's own, not Pulsar's.";
    SampleMinutes: "loadBalancerHostUsageCheckIntervalMinutes", "Time between samples", "min", Minutes, Whole, 1..=1440, 1,
        "Minutes from one measurement of a broker to its next. A larger value makes its reports older. It matters \
         only when rounds do not see the truth.";
    SamplePhaseS: "shedscope.samplePhaseSeconds", "Samples come after the full minute by", "s", Count, Whole, 0..=86400, 5,
        "Seconds after each full interval at which a broker measures itself. A larger value shifts all measurements \
         to a later moment. This setting is Shedscope's own, not Pulsar's.";
    ReportPaceMs: "loadBalancerReportUpdateMinIntervalMillis", "Pace of reports", "ms", Count, Whole, 1000..=86400000, 5000,
        "Milliseconds from one moment at which a broker considers reporting its latest measurement to the next. A \
         larger value makes reports arrive later.";
    ReportPhaseS: "shedscope.reportPhaseSeconds", "Reports come later by", "s", Count, Whole, 0..=86400, 0,
        "Seconds by which the moments at which brokers consider a report are shifted. A larger value makes them \
         later. This setting is Shedscope's own, not Pulsar's.";
    ReportChangePercent: "loadBalancerReportUpdateThresholdPercentage", "Change worth a report", "%", Percent, Whole, 0..=1000, 10,
        "A broker reports when its usage has changed by more than this many points, or its traffic or number of \
         bundles by more than this many percent, since its last report. A larger value makes reports rarer and the \
         leader's data older.";
    ReportMaxMinutes: "loadBalancerReportUpdateMaxIntervalMinutes", "Longest time without a report", "min", Minutes, Whole, 1..=1440, 15,
        "Minutes after which a broker reports even if nothing has changed. A larger value lets the leader's data grow \
         older.";
    Staggered: "shedscope.staggeredPhases", "Each broker at a time of its own", "", Count, Switch, 0..=1, 0,
        "When this is on, each broker measures and reports at moments of its own. When it is off, all brokers do so \
         at the same moments. This setting is Shedscope's own, not Pulsar's.";
    ColdAverages: "shedscope.coldAverages", "Averages start empty", "", Count, Switch, 0..=1, 0,
        "When this is on, no bundle has been measured at the start, and averages begin at Pulsar's defaults for new \
         bundles. When it is off, averages begin at the true traffic. This setting is Shedscope's own, not Pulsar's.";
    ShedPhaseS: "shedscope.shedPhaseSeconds", "Rounds come later by", "s", Count, Whole, 0..=86400, 0,
        "Seconds after each full interval at which the leader sheds. A larger value makes every round later. This \
         setting is Shedscope's own, not Pulsar's.";
    TransferMs: "shedscope.transferMillis", "Time a bundle is nowhere", "ms", Count, Whole, 0..=3600000, 0,
        "Milliseconds from the unload of a bundle until its clients have come back; until then it carries nothing. A \
         larger value makes every move cost more. This setting is Shedscope's own, not Pulsar's.";
    ChoosesAfterUnload: "shedscope.destinationAfterUnload", "Destination chosen after the unload", "", Count, Switch, 0..=1, 0,
        "When this is on, a destination is chosen only after the unload, as load managers did up to release 3.0, and \
         the bundle may come straight back to its owner. When it is off, the destination is chosen first. This \
         setting is Shedscope's own, not Pulsar's.";
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
    pub fn check(&self, value: f64) -> Result<f64, Cause> {
        let bounds = || format!("{} to {}", format_number(self.min, 2), format_number(self.max, 2));
        let shown = || format_number(value, 6);
        if !value.is_finite() || value < self.min || value > self.max {
            Err(Cause::out_of_bounds(shown(), bounds()))
        } else if self.kind != Kind::Real && value.fract() != 0.0 {
            Err(Cause::not_taken(shown(), format!("a whole number, {}", bounds())))
        } else {
            Ok(value)
        }
    }

    /// Reads a value as broker.conf writes it.
    ///
    /// # Errors
    /// When the text is no value of this kind, or [`Setting::check`] refuses it.
    pub fn parse(&self, text: &str) -> Result<f64, Cause> {
        let text = text.trim();
        if self.kind == Kind::Switch {
            return match text.to_ascii_lowercase().as_str() {
                "true" | "1" => Ok(1.0),
                "false" | "0" => Ok(0.0),
                _ => Err(Cause::not_taken(format!("“{text}”"), "true or false")),
            };
        }
        match text.parse::<f64>() {
            Ok(value) => self.check(value),
            Err(_) => {
                let expected = format!("{} to {}", self.min, self.max);
                Err(Cause::NotANumber { text: text.to_owned(), expected })
            }
        }
    }

    /// Writes a value as broker.conf has it.
    pub fn format(&self, value: f64) -> String {
        match self.kind {
            Kind::Switch => (value != 0.0).to_string(),
            Kind::Whole | Kind::Real => format_number(value, 9),
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
    /// Whether it says when rounds take place: all variants have that in common, for the whole run.
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
