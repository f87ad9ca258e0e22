//! What a second of the run comes to: the record of it, and what is found again when it is looked at.

use super::bucket::Bucket;
use super::limiter::Effect;
use super::meter::Point;
use super::server::{Answer, Work};

/// Length of a round in microseconds of virtual time.
pub const ROUND_US: u64 = 1_000_000;

/// For how long an answer is told of after it came, in microseconds: a way back that takes no time can be drawn.
pub const ECHO_US: u64 = 300_000;

/// The record of a round that a run keeps. Rates and limits are those of all executors together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Round {
    /// Sum of the limits at the end, in permits a second; NaN where no limiter is on.
    pub limit: f64,
    /// Sum of the rates in use at the end, in permits a second; NaN where there is no meter.
    pub estimate: f64,
    /// Permits granted.
    pub granted: u64,
    /// The server's capacity at the end, in permits a second; 0 in an outage.
    pub capacity: f64,
    /// Permits that the server could have worked off.
    pub could: f64,
    /// Permits that came through: those of successes, and what was taken of rejected requests.
    pub good: u64,
    /// Successes.
    pub successes: u32,
    /// Rejections.
    pub rejections: u32,
    /// Timeouts and tries without a connection.
    pub timeouts: u32,
    /// Raises of a limit.
    pub raises: u32,
    /// Cuts of a limit.
    pub cuts: u32,
    /// Bad signals that fell into a cooldown.
    pub ignored: u32,
    /// Good signals that did not raise because too little of the limit was in use.
    pub blocked: u32,
    /// Good signals that did not raise because the cooldown paused raises too.
    pub paused: u32,
    /// Batches given up after the last retry.
    pub given_up: u32,
    /// Longest latency of an answer that was no rejection, in milliseconds; NaN where there was none.
    pub latency_max_ms: f64,
    /// Mean latency of those, in milliseconds; NaN where there was none.
    pub latency_mean_ms: f64,
    /// Mean share of the time that the limits stood at their least.
    pub at_min: f64,
    /// Mean share of the time that the limits stood at their greatest.
    pub at_max: f64,
    /// Whether something happened from outside.
    pub has_event: bool,
}

/// What a writer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// It has not begun yet.
    Starting,
    /// It waits at the bucket.
    Waiting,
    /// Its request is on the way, and the answer.
    Sending,
    /// It waits before a retry.
    BackingOff,
    /// It waits after a timeout.
    Pausing,
    /// It has been taken away.
    Gone,
}

/// What a writer does from one time to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Who.
    pub writer: u32,
    /// Its executor.
    pub executor: u32,
    /// What.
    pub doing: Activity,
    /// Since when, in microseconds.
    pub from_us: u64,
    /// Until when, in microseconds.
    pub to_us: u64,
    /// Permits of the request.
    pub permits: u64,
    /// Which retry it is, from 1; 0 for the first try.
    pub retry: u32,
    /// How a request that is sent ends.
    pub answer: Option<Answer>,
    /// When the server has done the work of it, in microseconds; its sending where there is none.
    pub worked_us: u64,
}

/// Something that a writer did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepKind {
    /// It asked for permits.
    Asked {
        /// How many.
        permits: u64,
        /// How long it has to wait, in microseconds.
        wait_us: u64,
    },
    /// It got them.
    Granted {
        /// How many.
        permits: u64,
    },
    /// It got an answer.
    Answered {
        /// How its request ended.
        answer: Answer,
        /// How long it took, in milliseconds.
        latency_ms: u64,
        /// What the limiter made of it; none where it is switched off.
        taken: Option<super::limiter::Applied>,
        /// Until when bad signals are ignored afterwards, in milliseconds.
        no_cut_before_ms: u64,
    },
}

/// Something that a writer did, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// When, in microseconds.
    pub at_us: u64,
    /// Who.
    pub writer: u32,
    /// What.
    pub did: StepKind,
}

/// An answer that a limiter took in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignalEffect {
    /// When, in microseconds.
    pub at_us: u64,
    /// What came of it.
    pub effect: Effect,
    /// By how much the limit changed, in permits a second.
    pub change: f64,
}

/// How a limiter is from a time on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gauge {
    /// From when on, in microseconds.
    pub from_us: u64,
    /// Whose.
    pub executor: u32,
    /// Its bucket.
    pub bucket: Bucket,
    /// Until when bad signals are ignored, in milliseconds.
    pub no_cut_before_ms: u64,
    /// The last answer that it took in.
    pub last: Option<SignalEffect>,
    /// Whether it is switched on.
    pub is_on: bool,
}

/// What else a round comes to: enough to draw any instant of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detail {
    /// When it begins, in microseconds.
    pub from_us: u64,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// What writers did: first what ended less than [`ECHO_US`] before, then what had begun before.
    pub spans: Vec<Interval>,
    /// The limiters, in the order of time; those first that had begun before.
    pub gauges: Vec<Gauge>,
    /// What the meters of the executors held: those points that count at its begin, and those that came.
    pub points: Vec<(u32, Point)>,
    /// The server's work, in the order of arrival; what waits behind many others is joined.
    pub works: Vec<Work>,
    /// How the server was, in the order of time.
    pub stretches: Vec<super::event_loop::Stretch>,
    /// Places of the events that began or ended, and whether they began.
    pub turns: Vec<(u32, bool)>,
}
