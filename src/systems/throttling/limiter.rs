//! The limiter of an executor: its limit, and how responses change it.
//!
//! Sources: `OpenSearchBulkRetryWrapper` and `BulkRequestRateLimiterImpl` of opensearch-spark at pull requests 1011,
//! 1027 and 1135. There, reading and setting the limit are not synchronised; here responses are applied one after another.

use super::bucket::Bucket;
use super::meter::Meter;
use super::reason::{Actor, ReasonRecorder, Rule};
use super::settings::Key;
use super::values::Settings;
use crate::engine::{Op, Operand, Unit};

/// The signal of a response to the limiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// No failed item is worth a retry.
    Success,
    /// At least one failed item is to be retried.
    Failure,
    /// A socket timeout or a failed connection.
    Timeout,
}

/// The effect of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The limit was raised.
    Raised,
    /// The limit was cut.
    Cut,
    /// A backpressure signal during the cooldown.
    Ignored,
    /// A success while too little of the limit is in use.
    Blocked,
    /// A success with enough in use, while the cooldown also pauses raises.
    Paused,
    /// The signal counted, but the limit is at its bound already.
    AtBound,
    /// This version does not handle the signal.
    Unhandled,
}

/// A signal that was applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Applied {
    /// Its effect.
    pub effect: Effect,
    /// The measured rate in use, in permits per second, if there is a meter.
    pub estimate: Option<u64>,
    /// The limit before, in permits per second.
    pub before: u64,
    /// The limit after, in permits per second.
    pub after: u64,
}

/// A limiter: bucket, meter and cooldown.
#[derive(Clone, Debug, PartialEq)]
pub struct Limiter {
    /// Index of its executor.
    pub executor: u32,
    /// The bucket; its rate is the limit.
    pub bucket: Bucket,
    /// The meter of granted permits.
    pub meter: Meter,
    /// Time until which backpressure signals are ignored, in milliseconds after the start.
    pub no_cut_before_ms: u64,
}

/// A request to change the limit, before bounds are applied.
enum LimitRequest {
    /// Set the limit to this value.
    Set(f64, Effect),
    /// Leave the limit as it is.
    Leave(Effect),
}

impl Limiter {
    /// A limiter at its minimum limit.
    pub fn new(executor: u32, settings: &Settings) -> Self {
        let bucket = Bucket::new(settings.get(Key::Min));
        Self {
            executor,
            bucket,
            meter: Meter::default(),
            no_cut_before_ms: 0,
        }
    }

    /// Reserves permits and returns the wait for them, in microseconds.
    pub fn reserve(
        &mut self,
        permits: u64,
        now_us: u64,
        recorder: &mut ReasonRecorder<'_>,
    ) -> Option<u64> {
        let wait_us = self.bucket.reserve(permits, now_us);
        let owed = Operand::measure(wait_us as f64 / 1000.0, "owed at the bucket");
        let nothing = Operand::measure(0.0, "nothing");
        let has_to_wait = recorder.check(
            Actor::Writer(recorder.writer),
            Rule::Debt,
            owed,
            Op::Above,
            nothing,
            Unit::Millis,
        );
        has_to_wait.then_some(wait_us)
    }

    /// Records a grant in the meter, once the wait is over.
    pub fn record_grant(&mut self, permits: u64, now_us: u64, settings: &Settings) {
        if settings.version.has_meter() {
            self.meter
                .add(now_us, permits, settings.get(Key::WindowMs) as u64);
        }
    }

    /// The rate in use, in permits per second, if there is a meter.
    pub fn estimate(&mut self, now_us: u64, settings: &Settings) -> Option<u64> {
        let window_ms = settings.get(Key::WindowMs) as u64;
        settings
            .version
            .has_meter()
            .then(|| self.meter.rate(now_us, window_ms))
    }

    /// Sets the limit, within its bounds.
    pub fn set(
        &mut self,
        wanted: f64,
        now_us: u64,
        settings: &Settings,
        recorder: &mut ReasonRecorder<'_>,
    ) {
        let limit = within_bounds(wanted, self.executor, settings, recorder);
        self.bucket.set_rate(limit, now_us);
        if (self.bucket.rate() as f64) < limit {
            let (actor, unit) = (Actor::Limiter(self.executor), recorder.unit.rate());
            recorder.change(
                actor,
                Rule::ReadsLess,
                "limit as it is read",
                unit,
                limit,
                self.bucket.rate() as f64,
            );
        }
    }

    /// Applies the signal of a response. `latency_ms` is the duration of the client's call.
    pub fn apply_signal(
        &mut self,
        signal: Signal,
        latency_ms: u64,
        settings: &Settings,
        recorder: &mut ReasonRecorder<'_>,
    ) -> Applied {
        let now_us = recorder.at_us;
        let before = self.bucket.rate();
        let estimate = self.estimate(now_us, settings);
        let wish = if settings.version.has_cooldown() {
            self.request_v1135(signal, latency_ms, before, estimate, settings, recorder)
        } else {
            self.request_before_v1135(signal, before, estimate, settings, recorder)
        };
        let mut effect = match wish {
            LimitRequest::Set(limit, effect) => {
                self.set(limit, now_us, settings, recorder);
                effect
            }
            LimitRequest::Leave(effect) => effect,
        };
        let after = self.bucket.rate();
        let had_room = match effect {
            Effect::Raised => after > before,
            Effect::Cut => after < before,
            _ => true,
        };
        if !had_room {
            effect = Effect::AtBound;
        }
        let rule = match effect {
            Effect::Raised => Rule::Raised,
            Effect::Cut => Rule::Cut,
            _ => Rule::Kept,
        };
        recorder.change(
            Actor::Limiter(self.executor),
            rule,
            "limit",
            recorder.unit.rate(),
            before as f64,
            after as f64,
        );
        Applied {
            effect,
            estimate,
            before,
            after,
        }
    }

    fn request_before_v1135(
        &mut self,
        signal: Signal,
        before: u64,
        estimate: Option<u64>,
        settings: &Settings,
        recorder: &mut ReasonRecorder<'_>,
    ) -> LimitRequest {
        match signal {
            Signal::Timeout => {
                recorder.fact(
                    Actor::Limiter(self.executor),
                    Rule::Unhandled,
                    0.0,
                    "an exception",
                    Unit::Count,
                );
                LimitRequest::Leave(Effect::Unhandled)
            }
            Signal::Failure => LimitRequest::Set(
                (before as f64 * settings.get(Key::Ratio)).trunc(),
                Effect::Cut,
            ),
            Signal::Success => match self.status(estimate).raise_effect(settings, recorder) {
                Effect::Raised => {
                    LimitRequest::Set(before as f64 + settings.get(Key::Step), Effect::Raised)
                }
                why_not => LimitRequest::Leave(why_not),
            },
        }
    }

    fn request_v1135(
        &mut self,
        signal: Signal,
        latency_ms: u64,
        before: u64,
        estimate: Option<u64>,
        settings: &Settings,
        recorder: &mut ReasonRecorder<'_>,
    ) -> LimitRequest {
        let actor = Actor::Limiter(self.executor);
        let bad = |limiter: &mut Self, ratio: Key, recorder: &mut ReasonRecorder<'_>| {
            if limiter.may_cut(settings, recorder) {
                return LimitRequest::Set(
                    (before as f64 * settings.get(ratio)).trunc(),
                    Effect::Cut,
                );
            }
            LimitRequest::Set(before as f64, Effect::Ignored)
        };
        match signal {
            Signal::Timeout => return bad(self, Key::TimeoutRatio, recorder),
            Signal::Failure => return bad(self, Key::Ratio, recorder),
            Signal::Success => {}
        }
        let line = Operand::setting(
            settings.get(Key::LatencyThresholdMs),
            "a slow answer",
            Key::LatencyThresholdMs.row().name,
        );
        let took = Operand::measure(latency_ms as f64, "the answer took");
        if recorder.check(actor, Rule::Slow, took, Op::Above, line, Unit::Millis) {
            return bad(self, Key::Ratio, recorder);
        }
        match self.status(estimate).raise_effect(settings, recorder) {
            Effect::Raised => {
                LimitRequest::Set(before as f64 + settings.get(Key::Step), Effect::Raised)
            }
            why_not => LimitRequest::Set(before as f64, why_not),
        }
    }

    /// Whether a backpressure signal cuts the limit; if so, the cooldown starts, even at the minimum limit.
    fn may_cut(&mut self, settings: &Settings, recorder: &mut ReasonRecorder<'_>) -> bool {
        let now_ms = recorder.at_us / 1000;
        let now = Operand::measure(now_ms as f64 / 1000.0, "now");
        let over = Operand::setting(
            self.no_cut_before_ms as f64 / 1000.0,
            "end of the cooldown",
            Key::CooldownMs.row().name,
        );
        let may = recorder.check(
            Actor::Limiter(self.executor),
            Rule::Cooldown,
            now,
            Op::AtLeast,
            over,
            Unit::Seconds,
        );
        if may {
            self.no_cut_before_ms = now_ms + settings.get(Key::CooldownMs) as u64;
        }
        may
    }

    fn status(&self, used: Option<u64>) -> LimiterStatus {
        let (limit, no_cut_before_ms) = (self.bucket.rate(), self.no_cut_before_ms);
        LimiterStatus {
            executor: self.executor,
            limit,
            used,
            no_cut_before_ms,
        }
    }
}

/// The rate that must be in use for a raise, in permits per second.
pub(crate) fn raise_threshold(limit: u64, settings: &Settings) -> f64 {
    limit as f64 * settings.get(Key::UseThreshold)
}

/// The inputs that decide whether a success raises the limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LimiterStatus {
    /// Index of the limiter's executor.
    pub executor: u32,
    /// The limit as it is read back, in permits per second.
    pub limit: u64,
    /// The rate in use, in permits per second, if there is a meter.
    pub used: Option<u64>,
    /// Time until which the cooldown runs, in milliseconds after the start.
    pub no_cut_before_ms: u64,
}

/// Clamps a requested limit to the bounds of the settings; the minimum is applied last.
fn within_bounds(
    wanted: f64,
    executor: u32,
    settings: &Settings,
    recorder: &mut ReasonRecorder<'_>,
) -> f64 {
    let (min, max) = (settings.get(Key::Min), settings.get(Key::Max));
    let (actor, unit) = (Actor::Limiter(executor), recorder.unit.rate());
    let mut limit = wanted;
    if settings.version.has_cooldown() || max > 0.0 {
        let line = Operand::setting(max, "maximum limit", Key::Max.row().name);
        if recorder.check(
            actor,
            Rule::AboveMax,
            Operand::measure(limit, "requested limit"),
            Op::Above,
            line,
            unit,
        ) {
            limit = max;
        }
    }
    let line = Operand::setting(min, "minimum limit", Key::Min.row().name);
    if recorder.check(
        actor,
        Rule::BelowMin,
        Operand::measure(limit, "requested limit"),
        Op::Below,
        line,
        unit,
    ) {
        limit = min;
    }
    limit
}

impl LimiterStatus {
    /// The effect that a success would have on the limit, which may be at its bound.
    pub(crate) fn success_effect(
        &self,
        settings: &Settings,
        recorder: &mut ReasonRecorder<'_>,
    ) -> Effect {
        match self.raise_effect(settings, recorder) {
            Effect::Raised => {
                let wanted = self.limit as f64 + settings.get(Key::Step);
                let is_more =
                    within_bounds(wanted, self.executor, settings, recorder) > self.limit as f64;
                if is_more {
                    Effect::Raised
                } else {
                    Effect::AtBound
                }
            }
            why_not => why_not,
        }
    }

    /// Whether a success raises the limit, or why not. Both the rules and the stage call this.
    pub(crate) fn raise_effect(
        &self,
        settings: &Settings,
        recorder: &mut ReasonRecorder<'_>,
    ) -> Effect {
        if !self.is_enough_in_use(settings, recorder) {
            return Effect::Blocked;
        }
        if self.is_paused(settings, recorder) {
            return Effect::Paused;
        }
        Effect::Raised
    }

    /// Whether enough of the limit is in use for a raise; always without a meter.
    fn is_enough_in_use(&self, settings: &Settings, recorder: &mut ReasonRecorder<'_>) -> bool {
        let Some(used) = self.used else { return true };
        let name = Key::UseThreshold.row().name;
        let bar = Operand::setting(
            raise_threshold(self.limit, settings),
            "the share of the limit that must be in use",
            name,
        );
        let used = Operand::measure(used as f64, "in use");
        let op = settings.version.threshold_op();
        recorder.check(
            Actor::Limiter(self.executor),
            Rule::Used,
            bar,
            op,
            used,
            recorder.unit.rate(),
        )
    }

    /// Whether the cooldown also pauses raises, which no released version does.
    fn is_paused(&self, settings: &Settings, recorder: &mut ReasonRecorder<'_>) -> bool {
        if !settings.version.pauses_raises() {
            return false;
        }
        let now = Operand::measure((recorder.at_us / 1000) as f64 / 1000.0, "now");
        let name = Key::CooldownMs.row().name;
        let over = Operand::setting(
            self.no_cut_before_ms as f64 / 1000.0,
            "end of the cooldown",
            name,
        );
        recorder.check(
            Actor::Limiter(self.executor),
            Rule::RaisePaused,
            now,
            Op::Below,
            over,
            Unit::Seconds,
        )
    }
}
