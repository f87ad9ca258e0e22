//! The metrics of a run up to a second.

use super::round::{ROUND_US, Round};
use crate::engine::{Better, Metric, Unit};

/// Metrics of a run, summed over the rounds so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunMetrics {
    /// Duration in seconds.
    pub seconds: f64,
    /// Number of permits that succeeded.
    pub good: f64,
    /// Number of permits that the server could have processed.
    pub processable: f64,
    /// Number of rejections.
    pub rejections: u32,
    /// Number of timeouts and failed connections.
    pub timeouts: u32,
    /// Number of batches given up.
    pub(crate) given_up: u32,
    /// Number of raises.
    pub raises: u32,
    /// Number of cuts.
    pub cuts: u32,
    /// Number of backpressure signals ignored.
    pub ignored: u32,
    /// Number of successes that did not raise because too little was in use.
    pub blocked: u32,
    /// Number of successes that did not raise because raises were paused.
    pub paused: u32,
    /// Mean time at the minimum limit, in seconds.
    pub(crate) at_min_s: f64,
    /// Mean time at the maximum limit, in seconds.
    pub(crate) at_max_s: f64,
    /// Maximum latency, in milliseconds; NaN without a response.
    pub latency_max_ms: f64,
}

impl RunMetrics {
    /// The metrics of some rounds.
    pub fn from_rounds(rounds: &[Round]) -> Self {
        let round_s = ROUND_US as f64 / 1e6;
        let mut sums = Self {
            latency_max_ms: f64::NAN,
            ..Self::default()
        };
        for round in rounds {
            sums.seconds += round_s;
            sums.good += round.good as f64;
            sums.processable += round.processable;
            sums.rejections += round.rejections;
            sums.timeouts += round.timeouts;
            sums.given_up += round.given_up;
            sums.raises += round.raises;
            sums.cuts += round.cuts;
            sums.ignored += round.ignored;
            sums.blocked += round.blocked;
            sums.paused += round.paused;
            sums.at_min_s += round.at_min * round_s;
            sums.at_max_s += round.at_max * round_s;
            sums.latency_max_ms = sums.latency_max_ms.max(round.latency_max_ms);
        }
        sums
    }
}

/// All metrics of this system.
pub static METRICS: &[Metric<RunMetrics>] = &[
    Metric::new(
        "Goodput",
        Unit::PerSecond,
        Better::Higher,
        "Permits (bytes or documents) that succeeded per second: those of successes, and the accepted part of rejected requests.",
        |sums| (sums.seconds > 0.0).then(|| sums.good / sums.seconds),
    ),
    Metric::new(
        "Use of capacity",
        Unit::Fraction,
        Better::Higher,
        "Share of the permits that the server could have processed in the same time that succeeded.",
        |sums| (sums.processable > 0.0).then(|| sums.good / sums.processable),
    ),
    Metric::new(
        "Rejections",
        Unit::Count,
        Better::Lower,
        "Answers with status 429.",
        |sums| Some(f64::from(sums.rejections)),
    ),
    Metric::new(
        "Timeouts",
        Unit::Count,
        Better::Lower,
        "Requests that timed out or found no connection.",
        |sums| Some(f64::from(sums.timeouts)),
    ),
    Metric::new(
        "Given up",
        Unit::Count,
        Better::Lower,
        "Batches given up after the last retry.",
        |sums| Some(f64::from(sums.given_up)),
    ),
    Metric::new(
        "Raises",
        Unit::Count,
        Better::Neither,
        "Number of times that a limit was raised.",
        |sums| Some(f64::from(sums.raises)),
    ),
    Metric::new(
        "Cuts",
        Unit::Count,
        Better::Neither,
        "Number of times that a limit was cut.",
        |sums| Some(f64::from(sums.cuts)),
    ),
    Metric::new(
        "Ignored",
        Unit::Count,
        Better::Neither,
        "Backpressure signals during the cooldown of cuts.",
        |sums| Some(f64::from(sums.ignored)),
    ),
    Metric::new(
        "Blocked",
        Unit::Count,
        Better::Neither,
        "Successes that did not raise, because too little of the limit was in use.",
        |sums| Some(f64::from(sums.blocked)),
    ),
    Metric::new(
        "Paused",
        Unit::Count,
        Better::Neither,
        "Successes that did not raise, because the cooldown paused raises too.",
        |sums| Some(f64::from(sums.paused)),
    ),
    Metric::new(
        "Time at minimum",
        Unit::Seconds,
        Better::Neither,
        "Time at the minimum limit; the mean over several executors.",
        |sums| Some(sums.at_min_s),
    ),
    Metric::new(
        "Time at maximum",
        Unit::Seconds,
        Better::Neither,
        "Time at the maximum limit; the mean over several executors.",
        |sums| Some(sums.at_max_s),
    ),
    Metric::new(
        "Highest latency",
        Unit::Seconds,
        Better::Lower,
        "Maximum duration of a call whose answer was not a rejection; a timeout counts with the time waited.",
        |sums| {
            sums.latency_max_ms
                .is_finite()
                .then(|| sums.latency_max_ms / 1000.0)
        },
    ),
];
