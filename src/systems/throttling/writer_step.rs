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
    pub(super) fn run_step(&mut self, at_us: u64, writer: u32) {
        let interval = self.state.writers[writer as usize].interval;
        match interval.activity {
            Activity::Starting | Activity::BackingOff | Activity::Pausing => {
                self.request_permits(at_us, interval)
            }
            Activity::Waiting => self.handle_grant(at_us, interval),
            Activity::Sending => self.handle_answer(at_us, interval),
            Activity::Gone => {}
        }
    }

    /// Starts a batch or a retry: requests permits.
    fn request_permits(&mut self, at_us: u64, mut interval: Interval) {
        let settings = &self.state.settings;
        let unit = settings.unit;
        interval.answer = None;
        let mut recorder = ReasonRecorder {
            explain: self.explain,
            at_us,
            writer: interval.writer,
            unit,
        };
        let actor = Actor::Writer(interval.writer);
        let writer = &mut self.state.writers[interval.writer as usize];
        if interval.retry == 0 {
            if writer.is_leaving {
                recorder.fact(actor, Rule::Leaves, 0.0, "taken away", Unit::Count);
                self.plan(Interval {
                    activity: Activity::Gone,
                    from_us: at_us,
                    to_us: u64::MAX,
                    ..interval
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
                    &interval.writer.to_string(),
                    u64::from(writer.batches),
                )
            } else {
                0.5
            };
            interval.permits = (batch * (1.0 + spread * (2.0 * drawn - 1.0))).max(1.0) as u64;
        }
        if !settings.is_on(Key::Enabled) {
            recorder.fact(actor, Rule::SwitchedOff, 0.0, "switched off", Unit::Count);
            self.round.granted += interval.permits;
            self.send(at_us, interval);
            return;
        }
        if settings.version == LimiterVersion::V1011 && interval.retry > 0 {
            recorder.fact(
                actor,
                Rule::PassesBy,
                f64::from(interval.retry),
                "retry",
                Unit::Count,
            );
            self.send(at_us, interval);
            return;
        }
        let executor = interval.executor as usize;
        let wait_us = self.state.limiters[executor].reserve(interval.permits, at_us, &mut recorder);
        self.record_step(
            at_us,
            interval.writer,
            StepKind::Asked {
                permits: interval.permits,
                wait_us: wait_us.unwrap_or(0),
            },
        );
        self.record_limiter(executor, at_us);
        let Some(wait_us) = wait_us else {
            self.handle_grant(at_us, interval);
            return;
        };
        self.plan(Interval {
            activity: Activity::Waiting,
            from_us: at_us,
            to_us: at_us.saturating_add(wait_us),
            ..interval
        });
    }

    /// Handles granted permits.
    fn handle_grant(&mut self, at_us: u64, interval: Interval) {
        let executor = interval.executor as usize;
        self.state.limiters[executor].record_grant(interval.permits, at_us, &self.state.settings);
        self.record_step(
            at_us,
            interval.writer,
            StepKind::Granted {
                permits: interval.permits,
            },
        );
        if self.state.settings.version.has_meter() {
            self.detail.points.push((
                interval.executor,
                Point {
                    at_ms: at_us / 1000,
                    permits: interval.permits,
                },
            ));
        }
        self.round.granted += interval.permits;
        self.send(at_us, interval);
    }

    /// Sends a writer's request.
    fn send(&mut self, at_us: u64, interval: Interval) {
        let settings = &self.state.settings;
        let mut recorder = ReasonRecorder {
            explain: self.explain,
            at_us,
            writer: interval.writer,
            unit: settings.unit,
        };
        let condition = self.run.schedule.at(at_us);
        self.state.server.drop_finished(at_us);
        let reply = self
            .state
            .server
            .take(interval.permits, condition, settings, &mut recorder);
        self.detail.works.extend(reply.work);
        // After a rejection only the failed part is retried; the rest has succeeded.
        let permits = if reply.answer == Answer::Rejected {
            self.round.good += interval.permits - reply.failed;
            reply.failed
        } else {
            interval.permits
        };
        self.plan(Interval {
            activity: Activity::Sending,
            from_us: at_us,
            to_us: reply.at_us,
            permits,
            answer: Some(reply.answer),
            worked_us: reply.work.map_or(at_us, |work| work.to_us),
            ..interval
        });
    }

    /// Handles an answer or a timeout.
    fn handle_answer(&mut self, at_us: u64, interval: Interval) {
        let Some(answer) = interval.answer else {
            return;
        };
        self.state.recent.push_back(interval);
        let latency_ms = (at_us - interval.from_us) / 1000;
        self.signal_limiter(at_us, interval, answer, latency_ms);
        if answer != Answer::Rejected {
            self.latency_sum_ms += latency_ms;
            self.latencies += 1;
            self.round.latency_max_ms = self.round.latency_max_ms.max(latency_ms as f64);
        }
        let settings = &self.state.settings;
        let pause_us = settings.micros(Key::PauseMs);
        let actor = Actor::Writer(interval.writer);
        let mut recorder = ReasonRecorder {
            explain: self.explain,
            at_us,
            writer: interval.writer,
            unit: settings.unit,
        };
        let first = Interval {
            retry: 0,
            from_us: at_us,
            answer: None,
            ..interval
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
                self.round.good += interval.permits;
                self.request_permits(at_us, first);
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
                self.retry(at_us, interval);
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
                    activity: Activity::Pausing,
                    to_us: at_us + pause_us,
                    ..first
                });
            }
        }
    }

    /// Passes the signal of an answer to the limiter.
    fn signal_limiter(&mut self, at_us: u64, interval: Interval, answer: Answer, latency_ms: u64) {
        let executor = interval.executor as usize;
        let mut applied: Option<Applied> = None;
        if self.state.settings.is_on(Key::Enabled) {
            self.count_time_at_bounds(executor, at_us);
            let settings = &self.state.settings;
            let mut recorder = ReasonRecorder {
                explain: self.explain,
                at_us,
                writer: interval.writer,
                unit: settings.unit,
            };
            let signal = answer.signal();
            let outcome = self.state.limiters[executor].apply_signal(
                signal,
                latency_ms,
                settings,
                &mut recorder,
            );
            match outcome.effect {
                Effect::Raised => self.round.raises += 1,
                Effect::Cut => self.round.cuts += 1,
                Effect::Ignored => self.round.ignored += 1,
                Effect::Blocked => self.round.blocked += 1,
                Effect::Paused => self.round.paused += 1,
                Effect::AtBound | Effect::Unhandled => {}
            }
            let change = outcome.after as f64 - outcome.before as f64;
            self.state.last_effects[executor] = Some(SignalEffect {
                at_us,
                effect: outcome.effect,
                change,
            });
            self.record_limiter(executor, at_us);
            applied = Some(outcome);
        }
        let no_cut_before_ms = self.state.limiters[executor].no_cut_before_ms;
        self.record_step(
            at_us,
            interval.writer,
            StepKind::Answered {
                answer,
                latency_ms,
                applied,
                no_cut_before_ms,
            },
        );
    }

    /// Plans a retry after a rejection, or gives the batch up.
    fn retry(&mut self, at_us: u64, interval: Interval) {
        let settings = &self.state.settings;
        let actor = Actor::Writer(interval.writer);
        let mut recorder = ReasonRecorder {
            explain: self.explain,
            at_us,
            writer: interval.writer,
            unit: settings.unit,
        };
        let made = Operand::measure(f64::from(interval.retry), "retries made");
        let most = Operand::setting(
            settings.get(Key::MaxRetries),
            "most retries",
            Key::MaxRetries.row().name,
        );
        let next = Interval {
            from_us: at_us,
            answer: None,
            ..interval
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
                activity: Activity::Pausing,
                to_us: at_us + pause_us,
                retry: 0,
                ..next
            });
            return;
        }
        let doubled = settings.micros(Key::BackoffMs) << interval.retry.min(16);
        let jitter_us = settings.get(Key::JitterMs) * 1000.0;
        let drawn = if jitter_us > 0.0 {
            draw_unit(
                self.run.seed,
                "backoff",
                &interval.writer.to_string(),
                at_us,
            )
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
            activity: Activity::BackingOff,
            to_us: at_us + wait_us,
            retry: interval.retry + 1,
            ..next
        });
    }
}
