//! What a run came to so far. Every measure is defined here, once.

use super::round::{ROUND_US, Round};
use crate::engine::Measure;
use crate::engine::Unit;

/// Sums over the rounds so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SoFar {
    /// Time, in seconds.
    pub seconds: f64,
    /// Permits that came through.
    pub good: f64,
    /// Permits that the server could have worked off.
    pub could: f64,
    /// Rejections.
    pub rejections: u32,
    /// Timeouts and tries without a connection.
    pub timeouts: u32,
    /// Batches given up.
    pub given_up: u32,
    /// Raises.
    pub raises: u32,
    /// Cuts.
    pub cuts: u32,
    /// Bad signals ignored.
    pub ignored: u32,
    /// Good signals that did not raise because too little was in use.
    pub blocked: u32,
    /// Good signals that did not raise because raises were paused.
    pub paused: u32,
    /// Mean time at the least limit, in seconds.
    pub at_min_s: f64,
    /// Mean time at the greatest limit, in seconds.
    pub at_max_s: f64,
    /// Longest latency, in milliseconds; NaN where there was no answer.
    pub latency_max_ms: f64,
}

impl SoFar {
    /// The sums of some rounds.
    pub fn of(rounds: &[Round]) -> Self {
        let round_s = ROUND_US as f64 / 1e6;
        let mut sums = Self { latency_max_ms: f64::NAN, ..Self::default() };
        for round in rounds {
            sums.seconds += round_s;
            sums.good += round.good as f64;
            sums.could += round.could;
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

/// A measure, and how it comes of the sums.
pub type Row = (Measure, fn(&SoFar) -> Option<f64>);

const fn row(
    label: &'static str,
    unit: Unit,
    is_less_better: Option<bool>,
    definition: &'static str,
    value: fn(&SoFar) -> Option<f64>,
) -> Row {
    (Measure { label, definition, unit, is_less_better }, value)
}

/// Every measure.
pub static MEASURES: &[Row] = &[
    row(
        "Goodput",
        Unit::PerSecond,
        Some(false),
        "Permits (bytes or documents) that came through a second: of successes, and what was taken of rejected requests.",
        |sums| (sums.seconds > 0.0).then(|| sums.good / sums.seconds),
    ),
    row(
        "Use of capacity",
        Unit::Fraction,
        Some(false),
        "What came through as a share of what the server could have worked off in the same time.",
        |sums| (sums.could > 0.0).then(|| sums.good / sums.could),
    ),
    row("Rejections", Unit::Count, Some(true), "Answers 429.", |sums| Some(f64::from(sums.rejections))),
    row(
        "Timeouts",
        Unit::Count,
        Some(true),
        "Requests whose answer the client did not wait for, or that found no connection.",
        |sums| Some(f64::from(sums.timeouts)),
    ),
    row("Given up", Unit::Count, Some(true), "Batches given up after the last retry.", |sums| {
        Some(f64::from(sums.given_up))
    }),
    row("Raises", Unit::Count, None, "Times that a limit went up.", |sums| Some(f64::from(sums.raises))),
    row("Cuts", Unit::Count, None, "Times that a limit went down.", |sums| Some(f64::from(sums.cuts))),
    row("Ignored", Unit::Count, None, "Bad signals that fell into the cooldown of cuts.", |sums| {
        Some(f64::from(sums.ignored))
    }),
    row(
        "Blocked",
        Unit::Count,
        None,
        "Good signals that did not raise, because too little of the limit was in use.",
        |sums| Some(f64::from(sums.blocked)),
    ),
    row(
        "Paused",
        Unit::Count,
        None,
        "Good signals that did not raise, because the cooldown paused raises too.",
        |sums| Some(f64::from(sums.paused)),
    ),
    row(
        "At the least",
        Unit::Seconds,
        None,
        "Time that the limit stood at its least; of several executors the mean.",
        |sums| Some(sums.at_min_s),
    ),
    row(
        "At the greatest",
        Unit::Seconds,
        None,
        "Time that the limit stood at its greatest; of several executors the mean.",
        |sums| Some(sums.at_max_s),
    ),
    row(
        "Highest latency",
        Unit::Seconds,
        Some(true),
        "Longest time around a call whose answer was no rejection; a timeout counts with the time waited.",
        |sums| sums.latency_max_ms.is_finite().then(|| sums.latency_max_ms / 1000.0),
    ),
];
