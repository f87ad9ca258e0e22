//! What a run came to so far: how even the brokers are, and what it cost.
//!
//! [`MEASURES`] is the one place where a measure is defined; its rows and [`measured`] stand in the same order.

use super::round::Round;
use crate::engine::{Measure, Unit};

macro_rules! measures {
    ($($label:literal, $unit:ident, $better:expr, $definition:literal;)*) => {
        /// Every measure.
        pub const MEASURES: &[Measure] = &[$(Measure {
            label: $label, definition: $definition, unit: Unit::$unit, is_less_better: $better,
        }),*];
    };
}

measures! {
    "CV of load, measured", Fraction, Some(true), "Standard deviation over mean of the requests that the brokers now up were sent in the window, at the cursor.";
    "CV of load, closed form", Fraction, None, "What a fleet that chose afresh among these brokers would show on average: the square root of (B − N) / (N · P) for equal rates in one zone.";
    "Hottest broker over mean", Times, Some(true), "The highest load of a broker over the mean of those that are up, at the cursor.";
    "Brokers without load", Count, Some(true), "Brokers that are up and were sent nothing in the whole window, at the cursor.";
    "Connections", Count, Some(true), "Connections that are open, of all producers, at the cursor.";
    "Sends delivered", Count, Some(false), "Sends that were answered well, so far.";
    "Sends failed", Count, Some(true), "Sends that ended badly, for whatever reason, so far.";
    "Failed tries", Count, Some(true), "Tries of an endpoint that failed with all their attempts, so far.";
    "Time stood still", Seconds, Some(true), "Time for which dispatch threads waited before endpoints that did not take them, of all producers, so far.";
    "Requests sent again", Count, Some(true), "Requests that were put on a connection once more, after a broken one or a redirect, so far.";
    "Endpoints forgotten", Count, Some(true), "How often a producer struck an endpoint from its lists, so far.";
}

/// The measures of the rounds given, in the order of [`MEASURES`].
pub fn measured(rounds: &[Round]) -> Vec<Option<f64>> {
    let last = rounds.last();
    let sum = |of: &dyn Fn(&Round) -> u64| Some(rounds.iter().map(of).sum::<u64>() as f64);
    let hottest = |round: &Round| {
        let up = round.brokers.iter().filter(|broker| broker.is_up).map(|broker| f64::from(broker.load_per_s));
        (round.measured.mean > 0.0).then(|| up.fold(0.0, f64::max) / round.measured.mean)
    };
    vec![
        last.filter(|round| round.measured.mean > 0.0).map(|round| round.measured.cv),
        last.filter(|round| round.expected.mean > 0.0).map(|round| round.expected.cv),
        last.and_then(hottest),
        last.map(|round| f64::from(round.idle)),
        last.map(|round| f64::from(round.connections())),
        sum(&|round| u64::from(round.counts.delivered)),
        sum(&|round| u64::from(round.counts.failed())),
        sum(&|round| u64::from(round.counts.tries_failed)),
        sum(&|round| round.counts.stalled_us).map(|us| us / 1e6),
        sum(&|round| u64::from(round.counts.resent)),
        sum(&|round| u64::from(round.counts.forgotten)),
    ]
}
