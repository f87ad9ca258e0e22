//! The metrics of a run up to a slice: how even the loads are, and what that cost.

use super::round::Round;
use crate::engine::{Better, Metric, Unit};

/// Metrics of a run up to a slice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunMetrics {
    /// Coefficient of variation of the loads, at the last slice; `None` without load.
    pub cv: Option<f64>,
    /// The same for a fleet that chooses at random, in closed form.
    pub(crate) expected_cv: Option<f64>,
    /// The highest load divided by the mean over brokers that are up.
    pub(crate) hottest_over_mean: Option<f64>,
    /// Number of brokers that are up and idle.
    pub idle: Option<u32>,
    /// Number of open connections.
    pub connections: Option<u32>,
    /// Number of sends that succeeded.
    pub delivered: u64,
    /// Number of sends that failed.
    pub failed: u64,
    /// Number of failed tries of endpoints.
    pub(crate) attempts_failed: u64,
    /// Time that dispatch threads were blocked, in microseconds.
    pub(crate) stalled_us: u64,
    /// Number of requests that were sent again.
    pub resent: u64,
    /// Number of endpoints that producers removed from their lists.
    pub forgotten: u64,
}

impl RunMetrics {
    /// The metrics of some slices.
    pub fn from_rounds(rounds: &[Round]) -> Self {
        let last = rounds.last();
        let sum = |count: &dyn Fn(&Round) -> u64| rounds.iter().map(count).sum::<u64>();
        let hottest = |round: &Round| {
            let up = round
                .brokers
                .iter()
                .filter(|broker| broker.is_up)
                .map(|broker| f64::from(broker.load_per_s));
            (round.measured.mean > 0.0).then(|| up.fold(0.0, f64::max) / round.measured.mean)
        };
        Self {
            cv: last
                .filter(|round| round.measured.mean > 0.0)
                .map(|round| round.measured.cv),
            expected_cv: last
                .filter(|round| round.expected.mean > 0.0)
                .map(|round| round.expected.cv),
            hottest_over_mean: last.and_then(hottest),
            idle: last.map(|round| round.idle),
            connections: last.map(Round::connections),
            delivered: sum(&|round| u64::from(round.counts.delivered)),
            failed: sum(&|round| u64::from(round.counts.failed())),
            attempts_failed: sum(&|round| u64::from(round.counts.tries_failed)),
            stalled_us: sum(&|round| round.counts.stalled_us),
            resent: sum(&|round| u64::from(round.counts.resent)),
            forgotten: sum(&|round| u64::from(round.counts.forgotten)),
        }
    }
}

/// All metrics of this system.
pub static METRICS: &[Metric<RunMetrics>] = &[
    Metric::new(
        "CV of load, measured",
        Unit::Fraction,
        Better::Lower,
        "Standard deviation over mean of the requests in the window, over the brokers that are up, at the cursor.",
        |run| run.cv,
    ),
    Metric::new(
        "CV of load, closed form",
        Unit::Fraction,
        Better::Neither,
        "The average for a fleet that chooses at random among these brokers: the square root of (B − N) / (N · P) for equal rates in one zone.",
        |run| run.expected_cv,
    ),
    Metric::new(
        "Hottest broker over mean",
        Unit::Times,
        Better::Lower,
        "The highest load of a broker over the mean of those that are up, at the cursor.",
        |run| run.hottest_over_mean,
    ),
    Metric::new(
        "Brokers without load",
        Unit::Count,
        Better::Lower,
        "Brokers that are up and received nothing in the whole window, at the cursor.",
        |run| run.idle.map(f64::from),
    ),
    Metric::new(
        "Connections",
        Unit::Count,
        Better::Lower,
        "Connections that are open, of all producers, at the cursor.",
        |run| run.connections.map(f64::from),
    ),
    Metric::new(
        "Sends delivered",
        Unit::Count,
        Better::Higher,
        "Sends that succeeded, so far.",
        |run| Some(run.delivered as f64),
    ),
    Metric::new(
        "Sends failed",
        Unit::Count,
        Better::Lower,
        "Sends that failed, for any reason, so far.",
        |run| Some(run.failed as f64),
    ),
    Metric::new(
        "Failed tries",
        Unit::Count,
        Better::Lower,
        "Tries of an endpoint that failed with all their attempts, so far.",
        |run| Some(run.attempts_failed as f64),
    ),
    Metric::new(
        "Stalled time",
        Unit::Seconds,
        Better::Lower,
        "Time for which dispatch threads were blocked by endpoints that did not accept a connection, of all producers, so far.",
        |run| Some(run.stalled_us as f64 / 1e6),
    ),
    Metric::new(
        "Requests sent again",
        Unit::Count,
        Better::Lower,
        "Requests that were sent again after a broken connection or a redirect, so far.",
        |run| Some(run.resent as f64),
    ),
    Metric::new(
        "Endpoints forgotten",
        Unit::Count,
        Better::Lower,
        "Endpoints that producers removed from their lists, so far.",
        |run| Some(run.forgotten as f64),
    ),
];
