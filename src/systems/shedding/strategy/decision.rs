//! A decision: all that a strategy comes to in a round, and what a view needs to show it.

use crate::engine::Unit;
use crate::systems::shedding::model::load_data::{BrokerId, BundleId};

/// What the scores of a decision measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Usage now, in percent.
    #[default]
    Usage,
    /// Running usage, in percent: the truth may stand elsewhere.
    RunningUsage,
    /// Messages per second, in plus out.
    MessageRate,
    /// Bytes per second, in plus out.
    Throughput,
}

impl Scale {
    /// Whether it is a share of a broker, in percent.
    pub(crate) fn is_usage(self) -> bool {
        matches!(self, Self::Usage | Self::RunningUsage)
    }
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
    /// Below it the lowest broker counts as underloaded.
    Underload,
}

impl LineKind {
    /// The word on the chart.
    pub fn label(self) -> &'static str {
        match self {
            Self::Average => "average",
            Self::Upper => "sheds from here",
            Self::Lower => "too low below here",
            Self::Overload => "overload threshold",
            Self::Lowest => "lowest",
            Self::Underload => "underload threshold",
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
    pub(crate) over_low: bool,
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

/// What the extensible load manager counts a decision under, as its metrics do
/// (`UnloadDecision.Reason`; the label `reason` of `pulsar_lb_unload_broker_breakdown_total`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// The brokers are too far apart, or the highest is overloaded.
    Overloaded,
    /// The lowest broker is underloaded.
    Underloaded,
    /// The condition does not hold, or not for long enough yet.
    HitCount,
    /// The brokers that should give have no bundle that could go.
    NoBundles,
    /// A report came too early after an unload.
    CoolDown,
    /// All reports are too old.
    OutDatedData,
    /// Reports, or lists of top bundles, are missing.
    NoLoadData,
    /// There are no reports at all.
    NoBrokers,
    /// The load is level; the releases played here count that under `HitCount`.
    Balanced,
    /// The unload came to nothing.
    Unknown,
}

/// What became of it (`UnloadDecision.Label`; the label `result` of the same metric).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// A bundle is unloaded.
    Success,
    /// Nothing is done.
    Skip,
    /// A bundle was to be unloaded, and was not.
    Failure,
}

/// One count of the extensible load manager: one a bundle where bundles are unloaded, else one a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What became of it.
    pub outcome: Outcome,
    /// Why.
    pub cause: Cause,
    /// The brokers concerned: giver and taker, or those that stand in the way.
    pub brokers: Vec<BrokerId>,
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
    /// Average and standard deviation of the running usages that counted, fractions, where they are counted.
    pub usage_stats: Option<(f64, f64)>,
    /// What the extensible load manager counts; empty for strategies of the modular one.
    pub verdicts: Vec<Verdict>,
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
            usage_stats: None,
            verdicts: Vec::new(),
            failed: None,
        }
    }
}
