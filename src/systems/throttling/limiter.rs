//! The limiter of an executor: what its limit is, and how answers change it.
//!
//! Sources: `OpenSearchBulkRetryWrapper` and `BulkRequestRateLimiterImpl` of opensearch-spark at pull requests 1011,
//! 1027 and 1135. Reading and setting the limit are not synchronised there; here answers come one after the other.

use super::bucket::Bucket;
use super::meter::Meter;
use super::reason::{Actor, ReasonRecorder, Rule};
use super::settings::Key;
use super::values::Settings;
use crate::engine::{Op, Operand, Unit};

/// What an answer tells the limiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Nothing that failed is worth a retry.
    Success,
    /// At least one item is to be retried.
    Failure,
    /// A socket timeout or no connection.
    Timeout,
}

/// What came of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The limit went up.
    Raised,
    /// The limit went down.
    Cut,
    /// A bad signal fell into the cooldown.
    Ignored,
    /// A good signal, but too little of the limit is in use.
    Blocked,
    /// A good signal, and enough in use, but the cooldown pauses raises too.
    Paused,
    /// The signal counted, but the limit is at its end already.
    AtEnd,
    /// This version does not hear of it.
    Unheard,
}

/// An answer as it was taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Applied {
    /// What came of it.
    pub effect: Effect,
    /// The rate in use that the meter said, where there is a meter.
    pub estimate: Option<u64>,
    /// The limit before.
    pub before: u64,
    /// The limit after.
    pub after: u64,
}

/// A limiter: bucket, meter and cooldown.
#[derive(Clone, Debug, PartialEq)]
pub struct Limiter {
    /// Which executor's.
    pub executor: u32,
    /// The bucket, whose rate is the limit.
    pub bucket: Bucket,
    /// The meter.
    pub meter: Meter,
    /// Until when bad signals are ignored, in milliseconds.
    pub no_cut_before_ms: u64,
}

/// What a signal asks for.
enum LimitRequest {
    /// Set the limit to this.
    Set(f64, Effect),
    /// Do not even set it.
    Leave(Effect),
}

impl Limiter {
    /// A limiter at its least limit.
    pub fn new(executor: u32, settings: &Settings) -> Self {
        let bucket = Bucket::new(settings.get(Key::Min));
        Self {
            executor,
            bucket,
            meter: Meter::default(),
            no_cut_before_ms: 0,
        }
    }

    /// Asks for permits; returns how long to wait for them, in microseconds, where anything is owed.
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

    /// The wait is over: the meter takes it in.
    pub fn granted(&mut self, permits: u64, now_us: u64, settings: &Settings) {
        if settings.version.has_meter() {
            self.meter
                .add(now_us, permits, settings.get(Key::WindowMs) as u64);
        }
    }

    /// The rate in use, where there is a meter.
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

    /// Takes an answer in. `latency_ms` is the time around the client's call.
    pub fn feedback(
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
            self.wish_of_1135(signal, latency_ms, before, estimate, settings, recorder)
        } else {
            self.wish_of_older(signal, before, estimate, settings, recorder)
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
            effect = Effect::AtEnd;
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

    fn wish_of_older(
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
                    Rule::Unheard,
                    0.0,
                    "an exception",
                    Unit::Count,
                );
                LimitRequest::Leave(Effect::Unheard)
            }
            Signal::Failure => LimitRequest::Set(
                (before as f64 * settings.get(Key::Ratio)).trunc(),
                Effect::Cut,
            ),
            Signal::Success => match self.standing(estimate).would_raise(settings, recorder) {
                Effect::Raised => {
                    LimitRequest::Set(before as f64 + settings.get(Key::Step), Effect::Raised)
                }
                why_not => LimitRequest::Leave(why_not),
            },
        }
    }

    fn wish_of_1135(
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
        match self.standing(estimate).would_raise(settings, recorder) {
            Effect::Raised => {
                LimitRequest::Set(before as f64 + settings.get(Key::Step), Effect::Raised)
            }
            why_not => LimitRequest::Set(before as f64, why_not),
        }
    }

    /// Whether a bad signal counts; if it does, the next ones will not for a while. At the least limit too.
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

    fn standing(&self, used: Option<u64>) -> Standing {
        let (limit, no_cut_before_ms) = (self.bucket.rate(), self.no_cut_before_ms);
        Standing {
            executor: self.executor,
            limit,
            used,
            no_cut_before_ms,
        }
    }
}

/// The rate that must be in use for a raise of a limit.
pub fn bar(limit: u64, settings: &Settings) -> f64 {
    limit as f64 * settings.get(Key::UseThreshold)
}

/// What a good answer finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Whose limiter.
    pub executor: u32,
    /// Its limit as it is read.
    pub limit: u64,
    /// The rate in use, where there is a meter.
    pub used: Option<u64>,
    /// Until when the cooldown runs, in milliseconds.
    pub no_cut_before_ms: u64,
}

/// A limit that is asked for, within the bounds of the settings; the least comes last.
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
        let line = Operand::setting(max, "greatest limit", Key::Max.row().name);
        if recorder.check(
            actor,
            Rule::AboveMax,
            Operand::measure(limit, "the limit asked for"),
            Op::Above,
            line,
            unit,
        ) {
            limit = max;
        }
    }
    let line = Operand::setting(min, "least limit", Key::Min.row().name);
    if recorder.check(
        actor,
        Rule::BelowMin,
        Operand::measure(limit, "the limit asked for"),
        Op::Below,
        line,
        unit,
    ) {
        limit = min;
    }
    limit
}

impl Standing {
    /// What a good answer would do to the limit, which may be at its end.
    pub fn would_come_to(&self, settings: &Settings, recorder: &mut ReasonRecorder<'_>) -> Effect {
        match self.would_raise(settings, recorder) {
            Effect::Raised => {
                let wanted = self.limit as f64 + settings.get(Key::Step);
                let is_more =
                    within_bounds(wanted, self.executor, settings, recorder) > self.limit as f64;
                if is_more {
                    Effect::Raised
                } else {
                    Effect::AtEnd
                }
            }
            why_not => why_not,
        }
    }

    /// What a good answer comes to: a raise, or why there is none. The rules ask this, and the stage.
    pub fn would_raise(&self, settings: &Settings, recorder: &mut ReasonRecorder<'_>) -> Effect {
        if !self.is_used(settings, recorder) {
            return Effect::Blocked;
        }
        if self.is_paused(settings, recorder) {
            return Effect::Paused;
        }
        Effect::Raised
    }

    /// Whether enough of the limit is in use for a raise; without a meter always.
    fn is_used(&self, settings: &Settings, recorder: &mut ReasonRecorder<'_>) -> bool {
        let Some(used) = self.used else { return true };
        let name = Key::UseThreshold.row().name;
        let bar = Operand::setting(
            bar(self.limit, settings),
            "the share of the limit that must be in use",
            name,
        );
        let used = Operand::measure(used as f64, "in use");
        let op = settings.version.bar_op();
        recorder.check(
            Actor::Limiter(self.executor),
            Rule::Used,
            bar,
            op,
            used,
            recorder.unit.rate(),
        )
    }

    /// Whether the cooldown pauses raises too, which no released one does.
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
