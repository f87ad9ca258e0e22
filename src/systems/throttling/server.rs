//! The server: one queue, processed in order of arrival.
//!
//! A model of Shedscope, the one that the recorded closed loops were driven with. A request that finds a longer backlog
//! than the maximum is rejected; other requests are answered when the work before them and their own is done, after an
//! additional base latency. A client that does not wait so long sees a timeout; the server still does the work.

use std::collections::VecDeque;

use super::event_loop::ServerCondition;
use super::limiter::Signal;
use super::reason::{Actor, NO_WRITER, ReasonRecorder, Rule};
use super::response::{Item, Response};
use super::settings::Key;
use super::values::Settings;
use crate::engine::{Op, Operand, Unit};

/// Maximum number of queued requests that are recorded one by one. Those behind them would be too thin to see, since the
/// stage compresses distant work.
const MAX_VISIBLE: usize = 400;

/// The answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Everything was accepted.
    Success,
    /// 429: at least a part is to be retried.
    Rejected,
    /// No answer in time.
    TimedOut,
    /// No connection.
    Unreachable,
}

impl Answer {
    /// The signal to the limiter; all items of a request have the same fate.
    pub fn signal(self) -> Signal {
        let items = |status| {
            Response::Items(&[Item {
                status,
                is_create: false,
            }])
            .signal()
        };
        let signal = match self {
            Self::Success => items(200),
            Self::Rejected => items(429),
            Self::TimedOut | Self::Unreachable => Response::Timeout.signal(),
        };
        signal.unwrap_or(Signal::Success)
    }

    /// Whether it is an exception in the client: a socket or connection timeout.
    pub fn is_exception(self) -> bool {
        matches!(self, Self::TimedOut | Self::Unreachable)
    }
}

/// Work that was accepted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// Index of the writer; [`NO_WRITER`] for the merged work of many.
    pub writer: u32,
    /// Number of permits.
    pub permits: u64,
    /// Time of arrival, in microseconds after the start.
    pub arrived_us: u64,
    /// Time at which processing starts, in microseconds after the start.
    pub from_us: u64,
    /// Time at which it is done, in microseconds after the start.
    pub to_us: u64,
    /// Whether the client gives up before it is done.
    pub is_abandoned: bool,
}

/// The outcome of a request, known when it is sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reply {
    /// The answer.
    pub answer: Answer,
    /// Time of the answer, in microseconds after the start.
    pub at_us: u64,
    /// Number of permits to be retried.
    pub failed: u64,
    /// The work that was accepted for it.
    pub work: Option<Work>,
}

/// The state of the server.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Server {
    /// Time until which it has work, in microseconds after the start.
    pub(crate) busy_until_us: u64,
    /// Work in process and queued, in order of arrival.
    pub queue: VecDeque<Work>,
}

impl Server {
    /// Drops work that is done.
    pub(crate) fn drop_finished(&mut self, now_us: u64) {
        while self.queue.front().is_some_and(|work| work.to_us <= now_us) {
            self.queue.pop_front();
        }
    }

    /// Accepts or rejects a request.
    pub fn take(
        &mut self,
        permits: u64,
        condition: ServerCondition,
        settings: &Settings,
        recorder: &mut ReasonRecorder<'_>,
    ) -> Reply {
        let (now_us, actor) = (recorder.at_us, Actor::Writer(recorder.writer));
        let end = |answer, after_us: u64, failed, work| Reply {
            answer,
            at_us: now_us + after_us,
            failed,
            work,
        };
        if condition.is_out {
            let after_us = settings.micros(Key::ConnectTimeoutMs);
            recorder.fact(
                actor,
                Rule::Reachable,
                after_us as f64 / 1000.0,
                "no connection for",
                Unit::Millis,
            );
            return end(Answer::Unreachable, after_us, 0, None);
        }
        let most_s = settings.get(Key::BacklogLimitS);
        let backlog = Operand::measure(
            self.busy_until_us.saturating_sub(now_us) as f64 / 1e6,
            "work waiting",
        );
        if most_s >= 0.0 {
            let line = Operand::setting(
                most_s,
                "backlog that is taken",
                Key::BacklogLimitS.row().name,
            );
            if recorder.check(
                actor,
                Rule::Backlog,
                backlog,
                Op::Above,
                line,
                Unit::Seconds,
            ) {
                let failed = (permits as f64 * settings.get(Key::FailedPercent) / 100.0)
                    .ceil()
                    .max(1.0) as u64;
                let failed = failed.min(permits);
                // The part of a rejected request that did not fail is processed and gets no answer of its own.
                let work =
                    (failed < permits).then(|| self.enqueue(permits - failed, condition, recorder));
                return end(
                    Answer::Rejected,
                    settings.micros(Key::RejectMs),
                    failed,
                    work,
                );
            }
        }
        let mut work = self.enqueue(permits, condition, recorder);
        let after_us = work.to_us - now_us + settings.micros(Key::BaseLatencyMs);
        let patience_us = settings.micros(Key::SocketTimeoutMs);
        let line = Operand::setting(
            patience_us as f64 / 1000.0,
            "socket timeout",
            Key::SocketTimeoutMs.row().name,
        );
        let value_type = Operand::measure(after_us as f64 / 1000.0, "duration of the answer");
        if recorder.check(
            actor,
            Rule::Timeout,
            value_type,
            Op::Above,
            line,
            Unit::Millis,
        ) {
            work.is_abandoned = true;
            if let Some(last) = self.queue.back_mut() {
                last.is_abandoned = true;
            }
            return end(Answer::TimedOut, patience_us, 0, Some(work));
        }
        end(Answer::Success, after_us, 0, Some(work))
    }

    /// The visible part of the queue: work that starts before a time, and some hundreds more. The rest is merged.
    pub(crate) fn visible_queue(&self, until_us: u64) -> Vec<Work> {
        let begun = self.queue.partition_point(|work| work.from_us < until_us);
        let mut works: Vec<Work> = self
            .queue
            .iter()
            .take(begun + MAX_VISIBLE)
            .copied()
            .collect();
        let mut rest = self.queue.iter().skip(works.len()).copied();
        let joined = rest.next().map(|first| {
            rest.fold(
                Work {
                    writer: NO_WRITER,
                    ..first
                },
                |joined, work| Work {
                    permits: joined.permits + work.permits,
                    arrived_us: work.arrived_us,
                    to_us: work.to_us,
                    is_abandoned: joined.is_abandoned && work.is_abandoned,
                    ..joined
                },
            )
        });
        works.extend(joined);
        works
    }

    fn enqueue(
        &mut self,
        permits: u64,
        condition: ServerCondition,
        recorder: &ReasonRecorder<'_>,
    ) -> Work {
        let from_us = self.busy_until_us.max(recorder.at_us);
        let takes_us = (permits as f64 * 1e6 / condition.capacity).min(1e15) as u64;
        let to_us = from_us.saturating_add(takes_us).min(1 << 62);
        let work = Work {
            writer: recorder.writer,
            permits,
            arrived_us: recorder.at_us,
            from_us,
            to_us,
            is_abandoned: false,
        };
        self.busy_until_us = to_us;
        self.queue.push_back(work);
        work
    }
}
