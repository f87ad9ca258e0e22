//! A writer's steps: requests permits, is granted, sends, and receives an answer.

use super::limiter::{Applied, Effect};
use super::limiter_version::LimiterVersion;
use super::meter::Point;
use super::reason::{Actor, ReasonRecorder, Rule};
use super::round::{Activity, Interval, SignalEffect, StepKind};
use super::round_runner::RoundRunner;
use super::server::Answer;
use super::settings::Key;
use crate::engine::chance::draw_unit;
use crate::engine::{Op, Operand, Unit};

/// Minimum backoff before a retry, after jitter, in milliseconds.
pub(super) const SHORTEST_BACKOFF_MS: f64 = 1.0;

impl RoundRunner<'_> {
    /// Runs a writer's next step.
    pub(super) fn turn(&mut self, at_us: u64, writer: u32) {
        let span = self.state.writers[writer as usize].span;
        match span.doing {
            Activity::Starting | Activity::BackingOff | Activity::Pausing => self.ask(at_us, span),
            Activity::Waiting => self.granted(at_us, span),
            Activity::Sending => self.answered(at_us, span),
            Activity::Gone => {}
        }
    }

    /// Starts a batch or a retry: requests permits.
    fn ask(&mut self, at_us: u64, mut span: Interval) {
        let settings = &self.state.settings;
        let unit = settings.unit;
        span.answer = None;
        let mut recorder = ReasonRecorder {
            explain: self.explain,
            at_us,
            writer: span.writer,
            unit,
        };
        let actor = Actor::Writer(span.writer);
        let writer = &mut self.state.writers[span.writer as usize];
        if span.retry == 0 {
            if writer.is_leaving {
                recorder.fact(actor, Rule::Leaves, 0.0, "taken away", Unit::Count);
                self.plan(Interval {
                    doing: Activity::Gone,
                    from_us: at_us,
                    to_us: u64::MAX,
                    ..span
                });
                return;
            }
            writer.batches += 1;
            let (batch, spread) = (
                settings.get(Key::Batch),
                settings.get(Key::BatchSpread) / 100.0,
            );
            let drawn = if spread > 0.0 {
                draw_unit(
                    self.run.seed,
                    "batch",
                    &span.writer.to_string(),
                    u64::from(writer.batches),
                )
            } else {
                0.5
            };
            span.permits = (batch * (1.0 + spread * (2.0 * drawn - 1.0))).max(1.0) as u64;
        }
        if !settings.is_on(Key::Enabled) {
            recorder.fact(actor, Rule::SwitchedOff, 0.0, "switched off", Unit::Count);
            self.round.granted += span.permits;
            self.send(at_us, span);
            return;
        }
        if settings.version == LimiterVersion::V1011 && span.retry > 0 {
            recorder.fact(
                actor,
                Rule::PassesBy,
                f64::from(span.retry),
                "retry",
                Unit::Count,
            );
            self.send(at_us, span);
            return;
        }
        let executor = span.executor as usize;
        let wait_us = self.state.limiters[executor].reserve(span.permits, at_us, &mut recorder);
        self.did(
            at_us,
            span.writer,
            StepKind::Asked {
                permits: span.permits,
                wait_us: wait_us.unwrap_or(0),
            },
        );
        self.gauge(executor, at_us);
        let Some(wait_us) = wait_us else {
            self.granted(at_us, span);
            return;
        };
        self.plan(Interval {
            doing: Activity::Waiting,
            from_us: at_us,
            to_us: at_us.saturating_add(wait_us),
            ..span
        });
    }

    /// Handles granted permits.
    fn granted(&mut self, at_us: u64, span: Interval) {
        let executor = span.executor as usize;
        self.state.limiters[executor].granted(span.permits, at_us, &self.state.settings);
        self.did(
            at_us,
            span.writer,
            StepKind::Granted {
                permits: span.permits,
            },
        );
        if self.state.settings.version.has_meter() {
            self.detail.points.push((
                span.executor,
                Point {
                    at_ms: at_us / 1000,
                    permits: span.permits,
                },
            ));
        }
        self.round.granted += span.permits;
        self.send(at_us, span);
    }

    /// Sends a writer's request.
    fn send(&mut self, at_us: u64, span: Interval) {
        let settings = &self.state.settings;
        let mut recorder = ReasonRecorder {
            explain: self.explain,
            at_us,
            writer: span.writer,
            unit: settings.unit,
        };
        let stretch = self.run.course.at(at_us);
        self.state.server.forget(at_us);
        let reply = self
            .state
            .server
            .take(span.permits, stretch, settings, &mut recorder);
        self.detail.works.extend(reply.work);
        // After a rejection only the failed part is retried; the rest has succeeded.
        let permits = if reply.answer == Answer::Rejected {
            self.round.good += span.permits - reply.failed;
            reply.failed
        } else {
            span.permits
        };
        self.plan(Interval {
            doing: Activity::Sending,
            from_us: at_us,
            to_us: reply.at_us,
            permits,
            answer: Some(reply.answer),
            worked_us: reply.work.map_or(at_us, |work| work.to_us),
            ..span
        });
    }

    /// Handles an answer or a timeout.
    fn answered(&mut self, at_us: u64, span: Interval) {
        let Some(answer) = span.answer else { return };
        self.state.recent.push_back(span);
        let latency_ms = (at_us - span.from_us) / 1000;
        self.hear(at_us, span, answer, latency_ms);
        if answer != Answer::Rejected {
            self.latency_sum_ms += latency_ms;
            self.latencies += 1;
            self.round.latency_max_ms = self.round.latency_max_ms.max(latency_ms as f64);
        }
        let settings = &self.state.settings;
        let pause_us = settings.micros(Key::PauseMs);
        let actor = Actor::Writer(span.writer);
        let mut recorder = ReasonRecorder {
            explain: self.explain,
            at_us,
            writer: span.writer,
            unit: settings.unit,
        };
        let first = Interval {
            retry: 0,
            from_us: at_us,
            answer: None,
            ..span
        };
        match answer {
            Answer::Success => {
                recorder.fact(
                    actor,
                    Rule::Success,
                    latency_ms as f64,
                    "a success after",
                    Unit::Millis,
                );
                self.round.successes += 1;
                self.round.good += span.permits;
                self.ask(at_us, first);
            }
            Answer::Rejected => {
                recorder.fact(
                    actor,
                    Rule::Rejected,
                    latency_ms as f64,
                    "429 after",
                    Unit::Millis,
                );
                self.round.rejections += 1;
                self.retry(at_us, span);
            }
            Answer::TimedOut | Answer::Unreachable => {
                recorder.fact(
                    actor,
                    Rule::TimedOut,
                    latency_ms as f64,
                    "no answer for",
                    Unit::Millis,
                );
                recorder.fact(
                    actor,
                    Rule::Pause,
                    pause_us as f64 / 1000.0,
                    "pause",
                    Unit::Millis,
                );
                self.round.timeouts += 1;
                self.plan(Interval {
                    doing: Activity::Pausing,
                    to_us: at_us + pause_us,
                    ..first
                });
            }
        }
    }

    /// Passes the signal of an answer to the limiter.
    fn hear(&mut self, at_us: u64, span: Interval, answer: Answer, latency_ms: u64) {
        let executor = span.executor as usize;
        let mut taken: Option<Applied> = None;
        if self.state.settings.is_on(Key::Enabled) {
            self.count(executor, at_us);
            let settings = &self.state.settings;
            let mut recorder = ReasonRecorder {
                explain: self.explain,
                at_us,
                writer: span.writer,
                unit: settings.unit,
            };
            let signal = answer.signal();
            let heard =
                self.state.limiters[executor].feedback(signal, latency_ms, settings, &mut recorder);
            match heard.effect {
                Effect::Raised => self.round.raises += 1,
                Effect::Cut => self.round.cuts += 1,
                Effect::Ignored => self.round.ignored += 1,
                Effect::Blocked => self.round.blocked += 1,
                Effect::Paused => self.round.paused += 1,
                Effect::AtEnd | Effect::Unheard => {}
            }
            let change = heard.after as f64 - heard.before as f64;
            self.state.heard[executor] = Some(SignalEffect {
                at_us,
                effect: heard.effect,
                change,
            });
            self.gauge(executor, at_us);
            taken = Some(heard);
        }
        let no_cut_before_ms = self.state.limiters[executor].no_cut_before_ms;
        self.did(
            at_us,
            span.writer,
            StepKind::Answered {
                answer,
                latency_ms,
                taken,
                no_cut_before_ms,
            },
        );
    }

    /// Plans a retry after a rejection, or gives the batch up.
    fn retry(&mut self, at_us: u64, span: Interval) {
        let settings = &self.state.settings;
        let actor = Actor::Writer(span.writer);
        let mut recorder = ReasonRecorder {
            explain: self.explain,
            at_us,
            writer: span.writer,
            unit: settings.unit,
        };
        let made = Operand::measure(f64::from(span.retry), "retries made");
        let most = Operand::setting(
            settings.get(Key::MaxRetries),
            "most retries",
            Key::MaxRetries.row().name,
        );
        let next = Interval {
            from_us: at_us,
            answer: None,
            ..span
        };
        if !recorder.check(actor, Rule::RetriesLeft, made, Op::Below, most, Unit::Count) {
            let pause_us = settings.micros(Key::PauseMs);
            recorder.fact(
                actor,
                Rule::Pause,
                pause_us as f64 / 1000.0,
                "pause",
                Unit::Millis,
            );
            self.round.given_up += 1;
            self.plan(Interval {
                doing: Activity::Pausing,
                to_us: at_us + pause_us,
                retry: 0,
                ..next
            });
            return;
        }
        let doubled = settings.micros(Key::BackoffMs) << span.retry.min(16);
        let jitter_us = settings.get(Key::JitterMs) * 1000.0;
        let drawn = if jitter_us > 0.0 {
            draw_unit(self.run.seed, "backoff", &span.writer.to_string(), at_us)
        } else {
            0.5
        };
        // No backoff is longer than the maximum of the first one.
        let longest_us = (Key::BackoffMs.row().value_type.max * 1000.0) as u64;
        let jittered = doubled.min(longest_us) as f64 + jitter_us * (2.0 * drawn - 1.0);
        let wait_us = jittered.max(SHORTEST_BACKOFF_MS * 1000.0) as u64;
        recorder.fact(
            actor,
            Rule::Backoff,
            wait_us as f64 / 1000.0,
            "backoff",
            Unit::Millis,
        );
        self.plan(Interval {
            doing: Activity::BackingOff,
            to_us: at_us + wait_us,
            retry: span.retry + 1,
            ..next
        });
    }
}
