//! The record of a second that a run keeps, and the detail that is recomputed on demand.

use super::bucket::Bucket;
use super::limiter::Effect;
use super::meter::Point;
use super::server::{Answer, Work};

/// Duration of a round, in microseconds of virtual time.
pub const ROUND_US: u64 = 1_000_000;

/// Time for which a response is kept after its arrival, in microseconds, so that even an instant way back can be drawn.
pub(crate) const ECHO_US: u64 = 300_000;

/// The record of a round that a run keeps. Rates and limits are sums over all executors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Round {
    /// Sum of the limits at the end, in permits per second; NaN if no limiter is on.
    pub limit: f64,
    /// Sum of the rates in use at the end, in permits per second; NaN without a meter.
    pub estimate: f64,
    /// Number of permits granted.
    pub granted: u64,
    /// Capacity of the server at the end, in permits per second; 0 in an outage.
    pub capacity: f64,
    /// Number of permits that the server could have processed.
    pub processable: f64,
    /// Number of permits that succeeded: those of successes, and the accepted part of rejected requests.
    pub good: u64,
    /// Number of successes.
    pub successes: u32,
    /// Number of rejections.
    pub rejections: u32,
    /// Number of timeouts and failed connections.
    pub timeouts: u32,
    /// Number of raises of a limit.
    pub raises: u32,
    /// Number of cuts of a limit.
    pub cuts: u32,
    /// Number of backpressure signals ignored in a cooldown.
    pub ignored: u32,
    /// Number of successes that did not raise because too little of the limit was in use.
    pub blocked: u32,
    /// Number of successes that did not raise because the cooldown also paused raises.
    pub paused: u32,
    /// Number of batches given up after the last retry.
    pub(crate) given_up: u32,
    /// Maximum latency of responses other than rejections, in milliseconds; NaN without one.
    pub latency_max_ms: f64,
    /// Mean latency of those, in milliseconds; NaN without one.
    pub(crate) latency_mean_ms: f64,
    /// Mean fraction of the time at the minimum limit.
    pub(crate) at_min: f64,
    /// Mean fraction of the time at the maximum limit.
    pub(crate) at_max: f64,
    /// Whether an event of the world started or ended.
    pub(crate) has_event: bool,
}

/// The activity of a writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Not started yet.
    Starting,
    /// Waiting for permits.
    Waiting,
    /// Its request or the response is on the way.
    Sending,
    /// Waiting before a retry.
    BackingOff,
    /// Waiting after a timeout.
    Pausing,
    /// Stopped.
    Gone,
}

/// An interval of one activity of a writer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Index of the writer.
    pub writer: u32,
    /// Index of its executor.
    pub executor: u32,
    /// The activity.
    pub activity: Activity,
    /// Start, in microseconds after the start of the run.
    pub from_us: u64,
    /// End, in microseconds after the start of the run.
    pub to_us: u64,
    /// Number of permits of the request.
    pub permits: u64,
    /// Number of the retry, from 1; 0 for the first attempt.
    pub retry: u32,
    /// The answer that the request will get, once sent.
    pub answer: Option<Answer>,
    /// Time at which the server has finished its work, in microseconds; the time of sending without work.
    pub(crate) worked_us: u64,
}

/// The kind of a writer's step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepKind {
    /// It requested permits.
    Asked {
        /// Number of permits.
        permits: u64,
        /// The wait for them, in microseconds.
        wait_us: u64,
    },
    /// It was granted permits.
    Granted {
        /// Number of permits.
        permits: u64,
    },
    /// It got an answer.
    Answered {
        /// The answer.
        answer: Answer,
        /// Latency in milliseconds.
        latency_ms: u64,
        /// The signal as the limiter applied it; `None` if the limiter is off.
        applied: Option<super::limiter::Applied>,
        /// Time until which backpressure signals are ignored afterwards, in milliseconds after the start.
        no_cut_before_ms: u64,
    },
}

/// A step of a writer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Time in microseconds after the start.
    pub at_us: u64,
    /// Index of the writer.
    pub writer: u32,
    /// The kind of step.
    pub kind: StepKind,
}

/// The effect of a signal on a limiter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignalEffect {
    /// Time in microseconds after the start.
    pub at_us: u64,
    /// The effect.
    pub effect: Effect,
    /// Change of the limit, in permits per second.
    pub change: f64,
}

/// A limiter from a time on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimiterSnapshot {
    /// Start, in microseconds after the start of the run.
    pub from_us: u64,
    /// Index of its executor.
    pub executor: u32,
    /// Its bucket.
    pub bucket: Bucket,
    /// Time until which backpressure signals are ignored, in milliseconds after the start.
    pub no_cut_before_ms: u64,
    /// The last signal that it applied.
    pub last: Option<SignalEffect>,
    /// Whether the limiter is on.
    pub is_on: bool,
}

/// The detail of a round, recomputed on demand: enough to draw any instant of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detail {
    /// Start of the round, in microseconds after the start of the run.
    pub from_us: u64,
    /// The writers' steps, in order.
    pub steps: Vec<Step>,
    /// The writers' intervals: first those that ended less than [`ECHO_US`] before the round, then those still running.
    pub(crate) intervals: Vec<Interval>,
    /// Snapshots of the limiters, in order of time, starting with those at the start of the round.
    pub limiter_snapshots: Vec<LimiterSnapshot>,
    /// Grants in the meters, by executor: those that count at the start of the round, and those added.
    pub points: Vec<(u32, Point)>,
    /// The server's work, in order of arrival; what is far back in the queue is merged.
    pub works: Vec<Work>,
    /// Conditions of the server, in order of time.
    pub conditions: Vec<super::event_loop::ServerCondition>,
    /// Indices of the events that started (`true`) or ended in the round.
    pub(crate) event_edges: Vec<(u32, bool)>,
}
