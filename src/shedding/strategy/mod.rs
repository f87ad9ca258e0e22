//! The shedders: which bundles leave which broker.
//!
//! Each strategy is one file and one row of [`SHEDDERS`].

use crate::run::{Op, Side, SortedMap, Unit, sort_by};

use super::load_data::{
    BrokerId, BundleId, BundleLoad, LoadData, Name, SYSTEM_NAMESPACES, by_traffic_descending, namespace_of,
};
use super::reason::{Rule, Subject, Why};
use super::release::{Proof, Release};
use super::settings::{Key, Settings};

pub mod avg;
pub mod hits;
pub mod overload;
pub mod pairing;
pub mod proposals;
pub mod threshold;
pub mod uniform;

/// ThresholdShedder and OverloadShedder move this much more than would reach the line.
pub const EXTRA_SHARE: f64 = 0.05;
/// Bytes in a MiB.
pub const MIB: f64 = 1_048_576.0;

/// A strategy that picks bundles to unload, with what it remembers from round to round.
pub trait Shedder: CloneShedder {
    /// One decision on the load data of a round. `why` hears every test; decisions do not depend on it.
    fn shed(&mut self, load: &LoadData, settings: &Settings, why: &mut Why) -> Decision;

    /// Hears which brokers are alive.
    fn active_brokers_changed(&mut self, _active: &[Name]) {}

    /// What is remembered.
    fn memory(&self) -> Memory;
}

/// Lets a boxed strategy be cloned with its memory.
pub trait CloneShedder {
    /// The same strategy with the same memory.
    fn clone_box(&self) -> Box<dyn Shedder>;
}

impl<T: Shedder + Clone + 'static> CloneShedder for T {
    fn clone_box(&self) -> Box<dyn Shedder> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Shedder> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}

/// What a strategy remembers. A new leader starts with all of it empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    /// Running usage per broker, as a fraction (the proposals: in percent).
    pub history: SortedMap<Name, f64>,
    /// The last average, in the unit of the history.
    pub average: Option<f64>,
    /// High hits per broker; brokers at zero are absent.
    pub high_hits: SortedMap<Name, u32>,
    /// Low hits per broker; brokers at zero are absent.
    pub low_hits: SortedMap<Name, u32>,
}

/// What the scores of a decision measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Usage now, in percent.
    Usage,
    /// Running usage, in percent: the truth may stand elsewhere.
    RunningUsage,
    /// Messages per second, in plus out.
    MessageRate,
    /// Bytes per second, in plus out.
    Throughput,
}

/// A level that scores are compared with, in the scale of the decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Which level.
    pub kind: LineKind,
    /// Where it is.
    pub value: f64,
}

/// The levels there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The cluster's average.
    Average,
    /// Above it a broker gives.
    Upper,
    /// Below it a broker is to be given to.
    Lower,
    /// The fixed overload line.
    Overload,
    /// The lowest broker.
    Lowest,
}

impl LineKind {
    /// The word on the chart.
    pub fn label(self) -> &'static str {
        match self {
            Self::Average => "average",
            Self::Upper => "sheds from here",
            Self::Lower => "too low below here",
            Self::Overload => "overload line",
            Self::Lowest => "lowest",
        }
    }
}

/// Two brokers that were compared with each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The one with the higher score.
    pub high: BrokerId,
    /// The one with the lower score.
    pub low: BrokerId,
    /// Points between them.
    pub difference: f64,
    /// Whether the low difference was reached.
    pub over_low: bool,
    /// Whether the high difference was reached.
    pub over_high: bool,
    /// Whether the pair was far enough apart to be looked at further.
    pub is_kept: bool,
    /// Whether its hits sufficed.
    pub is_due: bool,
    /// How much may move, once that was worked out.
    pub budget: Option<(f64, Unit)>,
}

impl Default for Pair {
    fn default() -> Self {
        Self {
            high: BrokerId(0),
            low: BrokerId(0),
            difference: 0.0,
            over_low: false,
            over_high: false,
            is_kept: false,
            is_due: false,
            budget: None,
        }
    }
}

/// Consecutive hits of one broker as they are judged, before those that suffice start again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// Rounds over the high difference.
    pub high: u32,
    /// Rounds over the low difference.
    pub low: u32,
}

/// A bundle chosen to leave its broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Which bundle.
    pub bundle: BundleId,
    /// Its broker.
    pub from: BrokerId,
    /// Where the strategy means it to go, if it says.
    pub target: Option<BrokerId>,
}

/// A decision that could not be made: the original ends such a round with an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Sorting by whole points ran into a contradiction (AvgShedder 4.0, 32 brokers or more).
    InconsistentOrder,
}

/// All that a strategy decided in a round, and what a view needs to show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What the scores measure.
    pub scale: Scale,
    /// The score of each broker, in broker order.
    pub scores: Vec<f64>,
    /// The levels that scores were compared with.
    pub lines: Vec<Line>,
    /// Brokers from the lowest score to the highest, where the strategy sorts them.
    pub order: Vec<BrokerId>,
    /// The pairs, outermost first.
    pub pairs: Vec<Pair>,
    /// Hits as they were judged, in broker order; empty where the strategy counts none.
    pub hits: Vec<Hits>,
    /// The bundles to unload, in the order in which they were chosen.
    pub selections: Vec<Selection>,
    /// Why there is no decision.
    pub failed: Option<Failure>,
}

impl Decision {
    /// An empty decision.
    pub fn on(scale: Scale) -> Self {
        Self {
            scale,
            scores: Vec::new(),
            lines: Vec::new(),
            order: Vec::new(),
            pairs: Vec::new(),
            hits: Vec::new(),
            selections: Vec::new(),
            failed: None,
        }
    }
}

/// Whether a bundle is offered for shedding: not under its grace period, not of a system namespace.
pub fn is_offered(id: BundleId, bundle: &BundleLoad, why: &mut Why) -> bool {
    if !why.is_telling() {
        return bundle.unloaded_min_ago.is_none() && !bundle.is_system;
    }
    let subject = Subject::Bundle(id);
    let namespace = Side::measure(&Name::from(namespace_of(&bundle.name)), "its namespace");
    let shapes = Side::measure(&Name::from(SYSTEM_NAMESPACES), "a heartbeat or SLA namespace");
    if why.test(subject, Rule::IsSystemBundle, namespace, Op::HasShape, shapes, Unit::Name) {
        return false;
    }
    let recently = f64::from(u8::from(bundle.unloaded_min_ago.is_some()));
    let left = Side::setting(recently, "unloads within the grace period", Key::GracePeriodMinutes.name());
    let recent = why.test(subject, Rule::IsInGrace, left, Op::AtLeast, Side::measure(1.0, "one"), Unit::Count);
    if let Some(minutes) = bundle.unloaded_min_ago {
        why.fact(subject, Rule::UnloadedBefore, Side::measure(minutes, "since it was unloaded"), Unit::Minutes);
    }
    !recent
}

/// The offered bundles of a broker by some measure, largest first, ties in the order met.
fn offered_by(
    load: &LoadData,
    broker: BrokerId,
    of: impl Fn(&BundleLoad) -> f64,
    why: &mut Why,
) -> Vec<(BundleId, f64)> {
    let mut bundles: Vec<(BundleId, f64)> = Vec::with_capacity(load.broker(broker).bundles.len());
    for &id in &load.broker(broker).bundles {
        let bundle = load.bundle(id);
        if is_offered(id, bundle, why) {
            bundles.push((id, of(bundle)));
        }
    }
    sort_by(&mut bundles, |a, b| by_traffic_descending(a.1, b.1));
    bundles
}

/// Step 5 of ThresholdShedder and OverloadShedder: walk the offered bundles by throughput, largest
/// first, and take while the sum taken is under the amount. The first is taken in any case; nothing
/// asks whether one fits, so the last may overshoot. A broker's only bundle stays.
fn take_until_amount(load: &LoadData, from: BrokerId, amount: f64, decision: &mut Decision, why: &mut Why) {
    let subject = Subject::Broker(from);
    let count = Side::measure(load.broker(from).bundle_count as f64, "bundles of the broker");
    if !why.test(subject, Rule::HasSpareBundles, count, Op::Above, Side::measure(1.0, "one bundle"), Unit::Count) {
        return;
    }
    let mut sum = 0.0;
    let mut is_first = true;
    for (bundle, throughput) in offered_by(load, from, |bundle| bundle.short_term.rates.throughput(), why) {
        let subject = Subject::Bundle(bundle);
        let taken = Side::measure(sum, "taken so far");
        let enough = Side::measure(amount, "amount to move");
        if !why.test(subject, Rule::AmountNotReached, taken, Op::Below, enough, Unit::ByteRate) {
            let first = Side::measure(f64::from(u8::from(!is_first)), "bundles taken before it");
            if !why.test(subject, Rule::IsFirst, first, Op::Equals, Side::measure(0.0, "none"), Unit::Count) {
                break;
            }
        }
        is_first = false;
        sum += throughput;
        decision.selections.push(Selection { bundle, from, target: None });
    }
}

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
    pub is_proposal: bool,
    /// Whether it says where bundles should go.
    pub names_targets: bool,
    /// The settings it reads.
    pub reads: &'static [Key],
    /// Makes it, with empty memory.
    pub make: fn(Release) -> Box<dyn Shedder>,
}

impl ShedderInfo {
    /// The row of an id.
    pub fn find(id: &str) -> Option<&'static Self> {
        SHEDDERS.iter().find(|row| row.id == id)
    }

    /// What stands behind its behaviour in a release.
    pub fn proof(&self, release: Release) -> Proof {
        if self.is_proposal {
            Proof::Proposal
        } else if release == Release::V5_0 {
            Proof::Description
        } else {
            Proof::Recorded
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
        about: "Keeps a running usage for each broker. Whoever's is too far above the average of them sheds.",
        is_proposal: false,
        names_targets: false,
        reads: score_keys!(ThresholdPercentage, HistoryPercentage, MinUnloadThroughputMib, LowerBoundaryEnabled),
        make: |_| Box::<threshold::ThresholdShedder>::default(),
    },
    ShedderInfo {
        id: "OverloadShedder",
        label: "OverloadShedder",
        class: Some("org.apache.pulsar.broker.loadbalance.impl.OverloadShedder"),
        about: "Whoever's usage is at or above a fixed line sheds down to a little below it.",
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
        reads: &[Key::AvgHighThreshold, Key::AvgHitCountHigh, Key::AvgLowThreshold, Key::AvgHitCountLow],
        make: |_| Box::<proposals::MultiHit>::default(),
    },
    ShedderInfo {
        id: "proposal-217-avg",
        label: "PIP-217, AvgShedder as proposed",
        class: None,
        about: "The AvgShedder text of PIP-217: the same counts on the differences of first and last, second and second last, …; bundles move until the two scores would be equal, never past it.",
        is_proposal: true,
        names_targets: true,
        reads: &[Key::AvgHighThreshold, Key::AvgHitCountHigh, Key::AvgLowThreshold, Key::AvgHitCountLow],
        make: |_| Box::<proposals::ProposedAvg>::default(),
    },
];
