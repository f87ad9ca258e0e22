//! One round: whose turn is next, and what comes of it.

use super::course::Act;
use super::limiter::{Effect, Signal, Taken};
use super::meter::Point;
use super::reason::{NOBODY, Rule, Subject, Tell, Who};
use super::round::{Detail, Did, Doing, Gauge, ROUND_US, Round, Span, Step};
use super::server::Answer;
use super::settings::Key;
use super::simulation::Simulation;
use super::state::State;
use super::variant::Variant;
use crate::run::chance::draw_unit;
use crate::run::{Op, Side, Unit, Why};

/// The longest wait before a retry, in microseconds.
const LONGEST_BACKOFF_US: u64 = 30_000_000;
/// A limit this close to a bound stands at it: setting it anew can cost it one or two.
const CLOSE: f64 = 1e-4;

/// A round as it is played.
pub(super) struct Play<'a> {
    run: &'a Simulation,
    state: &'a mut State,
    why: &'a mut Why<Subject, Rule>,
    round: Round,
    detail: Detail,
    to_us: u64,
    latency_sum_ms: u64,
    latencies: u64,
}

impl<'a> Play<'a> {
    pub fn new(run: &'a Simulation, state: &'a mut State, index: usize, why: &'a mut Why<Subject, Rule>) -> Self {
        let from_us = index as u64 * ROUND_US;
        let detail = Detail { from_us, ..Detail::default() };
        let round = Round { latency_max_ms: f64::NAN, latency_mean_ms: f64::NAN, ..Round::default() };
        Self { run, state, why, round, detail, to_us: from_us + ROUND_US, latency_sum_ms: 0, latencies: 0 }
    }

    pub fn play(mut self) -> (Round, Detail) {
        self.begin();
        loop {
            let act = self.run.course.acts().get(self.state.acts).filter(|(at_us, _)| *at_us < self.to_us);
            let turn = self.state.turns.peek().map(|turn| turn.0).filter(|(at_us, ..)| *at_us < self.to_us);
            match (act, turn) {
                (Some((at_us, act)), turn) if turn.is_none_or(|turn| *at_us <= turn.0) => {
                    self.state.acts += 1;
                    self.act(*at_us, *act);
                }
                (_, Some((at_us, _, writer))) => {
                    self.state.turns.pop();
                    self.turn(at_us, writer);
                }
                _ => break,
            }
        }
        self.end();
        (self.round, self.detail)
    }

    /// What had begun before.
    fn begin(&mut self) {
        let from_us = self.detail.from_us;
        self.state.server.forget(from_us);
        self.detail.works.extend(&self.state.server.queue);
        let at_work = self.state.writers.iter().filter(|writer| writer.span.doing != Doing::Gone);
        self.detail.spans.extend(at_work.map(|writer| writer.span));
        let window_ms = self.state.settings.get(Key::WindowMs) as u64;
        for index in 0..self.state.limiters.len() {
            self.gauge(index, from_us, None);
            let points = self.state.limiters[index].meter.points();
            let counting = points.filter(|point| point.at_ms + window_ms >= from_us / 1000);
            self.detail.points.extend(counting.map(|point| (index as u32, point)));
        }
        self.detail.stretches.push(self.run.course.at(from_us));
    }

    /// What stands at the end.
    fn end(&mut self) {
        let (to_us, settings) = (self.to_us, &self.state.settings);
        let (mut limit, mut estimate) = (0.0, 0.0);
        for limiter in &mut self.state.limiters {
            limit += limiter.bucket.rate() as f64;
            estimate += limiter.estimate(to_us, settings).map_or(f64::NAN, |rate| rate as f64);
        }
        let is_on = settings.is_on(Key::Enabled);
        self.round.limit = if is_on { limit } else { f64::NAN };
        self.round.estimate = if is_on { estimate } else { f64::NAN };
        let stretch = self.run.course.at(to_us - 1);
        self.round.capacity = if stretch.is_out { 0.0 } else { stretch.capacity };
        self.round.could = self.run.course.could(self.detail.from_us, to_us);
        if self.latencies > 0 {
            self.round.latency_mean_ms = self.latency_sum_ms as f64 / self.latencies as f64;
        }
        if settings.variant.has_meter() {
            self.detail.window_ms = settings.get(Key::WindowMs) as u64;
            self.detail.use_threshold = settings.get(Key::UseThreshold);
        }
        self.detail.backlog_limit_s = settings.get(Key::BacklogLimitS);
        (0..self.state.limiters.len()).for_each(|index| self.count(index, to_us));
    }

    /// Notes how a limiter is from now on.
    fn gauge(&mut self, index: usize, at_us: u64, effect: Option<Effect>) {
        let limiter = &self.state.limiters[index];
        self.detail.gauges.push(Gauge {
            from_us: at_us,
            executor: index as u32,
            bucket: limiter.bucket,
            no_cut_before_ms: limiter.no_cut_before_ms,
            effect,
            is_on: self.state.settings.is_on(Key::Enabled),
        });
    }

    /// Counts the time that a limit has stood at its bounds; before it changes.
    fn count(&mut self, index: usize, at_us: u64) {
        let settings = &self.state.settings;
        let since_us = self.state.counted_us[index].max(self.detail.from_us);
        self.state.counted_us[index] = at_us;
        if !settings.is_on(Key::Enabled) {
            return;
        }
        let limit = self.state.limiters[index].bucket.max_stored;
        let share = at_us.saturating_sub(since_us) as f64 / ROUND_US as f64 / self.state.limiters.len() as f64;
        let stands_at = |bound: f64| (limit - bound).abs() <= bound * CLOSE;
        if stands_at(settings.get(Key::Min)) {
            self.round.at_min += share;
        }
        if stands_at(settings.get(Key::Max)) {
            self.round.at_max += share;
        }
    }

    fn did(&mut self, at_us: u64, writer: u32, did: Did) {
        self.detail.steps.push(Step { at_us, writer, did });
    }

    fn plan(&mut self, span: Span) {
        self.state.plan(span);
        self.detail.spans.push(span);
    }

    /// A writer's turn.
    fn turn(&mut self, at_us: u64, writer: u32) {
        let span = self.state.writers[writer as usize].span;
        match span.doing {
            Doing::Starting | Doing::BackingOff | Doing::Pausing => self.ask(at_us, span),
            Doing::Waiting => self.granted(at_us, span),
            Doing::Sending => self.answered(at_us, span),
            Doing::Gone => {}
        }
    }

    /// A writer begins a batch or a retry: it asks for permits.
    fn ask(&mut self, at_us: u64, mut span: Span) {
        let settings = &self.state.settings;
        let unit = settings.unit;
        span.answer = None;
        let mut tell = Tell { why: self.why, at_us, writer: span.writer, unit };
        let who = Who::Writer(span.writer);
        let writer = &mut self.state.writers[span.writer as usize];
        if span.retry == 0 {
            if writer.is_leaving {
                tell.fact(who, Rule::Leaves, 0.0, "taken away", Unit::Count);
                self.plan(Span { doing: Doing::Gone, from_us: at_us, to_us: u64::MAX, ..span });
                return;
            }
            writer.batches += 1;
            let (batch, spread) = (settings.get(Key::Batch), settings.get(Key::BatchSpread) / 100.0);
            let drawn = if spread > 0.0 {
                draw_unit(self.run.seed, "batch", &span.writer.to_string(), u64::from(writer.batches))
            } else {
                0.5
            };
            span.permits = (batch * (1.0 + spread * (2.0 * drawn - 1.0))).max(1.0) as u64;
        }
        if !settings.is_on(Key::Enabled) {
            tell.fact(who, Rule::SwitchedOff, 0.0, "switched off", Unit::Count);
            self.round.granted += span.permits;
            self.send(at_us, span);
            return;
        }
        if settings.variant == Variant::V1011 && span.retry > 0 {
            tell.fact(who, Rule::PassesBy, f64::from(span.retry), "retry", Unit::Count);
            self.send(at_us, span);
            return;
        }
        let executor = span.executor as usize;
        let wait_us = self.state.limiters[executor].reserve(span.permits, at_us, &mut tell);
        self.did(at_us, span.writer, Did::Asked { permits: span.permits, wait_us });
        self.gauge(executor, at_us, None);
        if wait_us == 0 {
            self.granted(at_us, span);
            return;
        }
        self.plan(Span { doing: Doing::Waiting, from_us: at_us, to_us: at_us.saturating_add(wait_us), ..span });
    }

    /// A writer has its permits.
    fn granted(&mut self, at_us: u64, span: Span) {
        let executor = span.executor as usize;
        self.state.limiters[executor].granted(span.permits, at_us, &self.state.settings);
        self.did(at_us, span.writer, Did::Granted { permits: span.permits });
        self.detail.points.push((span.executor, Point { at_ms: at_us / 1000, permits: span.permits }));
        self.round.granted += span.permits;
        self.send(at_us, span);
    }

    /// A writer sends its request.
    fn send(&mut self, at_us: u64, span: Span) {
        let settings = &self.state.settings;
        let mut tell = Tell { why: self.why, at_us, writer: span.writer, unit: settings.unit };
        let stretch = self.run.course.at(at_us);
        self.state.server.forget(at_us);
        let reply = self.state.server.take(span.permits, stretch, settings, &mut tell);
        self.detail.works.extend(reply.work);
        // Of a rejected request only what failed is kept for the retry; the rest has come through.
        let permits = if reply.answer == Answer::Rejected {
            self.round.good += span.permits - reply.failed;
            reply.failed
        } else {
            span.permits
        };
        self.plan(Span {
            doing: Doing::Sending,
            from_us: at_us,
            to_us: reply.at_us,
            permits,
            answer: Some(reply.answer),
            worked_us: reply.work.map_or(at_us, |work| work.to_us),
            ..span
        });
    }

    /// A writer has its answer, or has waited long enough for it.
    fn answered(&mut self, at_us: u64, span: Span) {
        let Some(answer) = span.answer else { return };
        let latency_ms = (at_us - span.from_us) / 1000;
        self.hear(at_us, span, answer, latency_ms);
        if answer != Answer::Rejected {
            self.latency_sum_ms += latency_ms;
            self.latencies += 1;
            self.round.latency_max_ms = self.round.latency_max_ms.max(latency_ms as f64);
        }
        let settings = &self.state.settings;
        let pause_us = settings.micros(Key::PauseMs);
        let who = Who::Writer(span.writer);
        let mut tell = Tell { why: self.why, at_us, writer: span.writer, unit: settings.unit };
        let first = Span { retry: 0, from_us: at_us, answer: None, ..span };
        match answer {
            Answer::Success => {
                tell.fact(who, Rule::Success, latency_ms as f64, "a good answer after", Unit::Millis);
                self.round.successes += 1;
                self.round.good += span.permits;
                self.ask(at_us, first);
            }
            Answer::Rejected => {
                tell.fact(who, Rule::Rejected, latency_ms as f64, "429 after", Unit::Millis);
                self.round.rejections += 1;
                self.retry(at_us, span);
            }
            Answer::TimedOut | Answer::Unreachable => {
                tell.fact(who, Rule::TimedOut, latency_ms as f64, "no answer for", Unit::Millis);
                tell.fact(who, Rule::Pause, pause_us as f64 / 1000.0, "pause", Unit::Millis);
                self.round.timeouts += 1;
                self.plan(Span { doing: Doing::Pausing, to_us: at_us + pause_us, ..first });
            }
        }
    }

    /// The limiter hears of an answer.
    fn hear(&mut self, at_us: u64, span: Span, answer: Answer, latency_ms: u64) {
        let executor = span.executor as usize;
        let mut taken: Option<Taken> = None;
        if self.state.settings.is_on(Key::Enabled) {
            self.count(executor, at_us);
            let settings = &self.state.settings;
            let mut tell = Tell { why: self.why, at_us, writer: span.writer, unit: settings.unit };
            let signal = match answer {
                Answer::Success => Signal::Success,
                Answer::Rejected => Signal::Failure,
                Answer::TimedOut | Answer::Unreachable => Signal::Timeout,
            };
            let heard = self.state.limiters[executor].feedback(signal, latency_ms, settings, &mut tell);
            match heard.effect {
                Effect::Raised => self.round.raises += 1,
                Effect::Cut => self.round.cuts += 1,
                Effect::Ignored => self.round.ignored += 1,
                Effect::Blocked => self.round.blocked += 1,
                Effect::AtEnd | Effect::Unheard => {}
            }
            self.gauge(executor, at_us, Some(heard.effect));
            taken = Some(heard);
        }
        let no_cut_before_ms = self.state.limiters[executor].no_cut_before_ms;
        self.did(at_us, span.writer, Did::Answered { answer, latency_ms, taken, no_cut_before_ms });
    }

    /// After a rejection: another try after a while, or none.
    fn retry(&mut self, at_us: u64, span: Span) {
        let settings = &self.state.settings;
        let who = Who::Writer(span.writer);
        let mut tell = Tell { why: self.why, at_us, writer: span.writer, unit: settings.unit };
        let made = Side::measure(f64::from(span.retry), "retries made");
        let most = Side::setting(settings.get(Key::MaxRetries), "most retries", Key::MaxRetries.row().name);
        let next = Span { from_us: at_us, answer: None, ..span };
        if !tell.test(who, Rule::RetriesLeft, made, Op::Below, most, Unit::Count) {
            let pause_us = settings.micros(Key::PauseMs);
            tell.fact(who, Rule::Pause, pause_us as f64 / 1000.0, "pause", Unit::Millis);
            self.round.given_up += 1;
            self.plan(Span { doing: Doing::Pausing, to_us: at_us + pause_us, retry: 0, ..next });
            return;
        }
        let doubled = settings.micros(Key::BackoffMs) << span.retry.min(16);
        let jitter_us = settings.get(Key::JitterMs) * 1000.0;
        let drawn =
            if jitter_us > 0.0 { draw_unit(self.run.seed, "backoff", &span.writer.to_string(), at_us) } else { 0.5 };
        let jittered = doubled.min(LONGEST_BACKOFF_US) as f64 + jitter_us * (2.0 * drawn - 1.0);
        let wait_us = jittered.max(1000.0) as u64;
        tell.fact(who, Rule::Backoff, wait_us as f64 / 1000.0, "backoff", Unit::Millis);
        self.plan(Span { doing: Doing::BackingOff, to_us: at_us + wait_us, retry: span.retry + 1, ..next });
    }

    /// Something happens from outside.
    fn act(&mut self, at_us: u64, act: Act) {
        self.round.has_event = true;
        let unit = self.state.settings.unit;
        let mut tell = Tell { why: self.why, at_us, writer: NOBODY, unit };
        match act {
            Act::Server(event, begins) => {
                let what = if begins { "begins" } else { "ends" };
                tell.fact(Who::Server, Rule::Happened, f64::from(event), what, Unit::Count);
                self.detail.turns.push((event, begins));
                self.detail.stretches.push(self.run.course.at(at_us));
            }
            Act::Set(key, value) => {
                let row = key.row();
                let before = self.state.settings.get(key);
                tell.change(Who::World, Rule::SettingChanged, row.label, row.of.said(unit), before, value);
                (0..self.state.limiters.len()).for_each(|index| self.count(index, at_us));
                self.state.settings.set(key, value);
                if matches!(key, Key::Min | Key::Max) {
                    self.keep_bounds(at_us);
                }
            }
            Act::Writers(change) => self.change_writers(at_us, change),
        }
    }

    /// Sets every limit again, within bounds that are new.
    fn keep_bounds(&mut self, at_us: u64) {
        for index in 0..self.state.limiters.len() {
            let settings = &self.state.settings;
            let mut tell = Tell { why: self.why, at_us, writer: NOBODY, unit: settings.unit };
            let limiter = &mut self.state.limiters[index];
            let before = limiter.bucket.rate() as f64;
            limiter.set(before, at_us, settings, &mut tell);
            self.gauge(index, at_us, None);
        }
    }

    fn change_writers(&mut self, at_us: u64, change: i32) {
        let before = self.state.active;
        let after = before.saturating_add_signed(change).min(self.run.most);
        self.state.active = after;
        let mut tell = Tell { why: self.why, at_us, writer: NOBODY, unit: self.state.settings.unit };
        tell.change(Who::World, Rule::WritersChanged, "writers", Unit::Count, f64::from(before), f64::from(after));
        let spacing_us = self.state.settings.micros(Key::SpacingMs);
        let mut started = 0;
        let executors = self.run.executors();
        for id in before.min(after) * executors..before.max(after) * executors {
            let writer = &mut self.state.writers[id as usize];
            writer.is_leaving = after < before;
            if after > before && writer.span.doing == Doing::Gone {
                let span = Span { doing: Doing::Starting, from_us: at_us, retry: 0, ..writer.span };
                self.plan(Span { to_us: at_us + started * spacing_us, ..span });
                started += 1;
            }
        }
    }
}
