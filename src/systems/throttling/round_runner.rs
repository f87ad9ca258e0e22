//! The runner of a round: takes the next step of a writer or change of the world until the round ends.

use super::event_loop::TimedChange;
use super::reason::{Actor, NO_WRITER, ReasonRecorder, Rule, Subject};
use super::round::{
    Activity, Detail, ECHO_US, Interval, LimiterSnapshot, ROUND_US, Round, Step, StepKind,
};
use super::settings::Key;
use super::simulation::Simulation;
use super::state::State;
use crate::engine::{Explain, Unit};

/// Tolerance of "at a bound", as a fraction: setting the limit again can lower it by one or two.
const BOUND_TOLERANCE: f64 = 1e-4;

/// A round that is being run.
pub(super) struct RoundRunner<'a> {
    pub(super) run: &'a Simulation,
    pub(super) state: &'a mut State,
    pub(super) explain: &'a mut Explain<Subject, Rule>,
    pub(super) round: Round,
    pub(super) detail: Detail,
    to_us: u64,
    pub(super) latency_sum_ms: u64,
    pub(super) latencies: u64,
}

impl<'a> RoundRunner<'a> {
    pub(super) fn new(
        run: &'a Simulation,
        state: &'a mut State,
        index: usize,
        explain: &'a mut Explain<Subject, Rule>,
    ) -> Self {
        let from_us = index as u64 * ROUND_US;
        let detail = Detail {
            from_us,
            ..Detail::default()
        };
        let round = Round {
            latency_max_ms: f64::NAN,
            latency_mean_ms: f64::NAN,
            ..Round::default()
        };
        Self {
            run,
            state,
            explain,
            round,
            detail,
            to_us: from_us + ROUND_US,
            latency_sum_ms: 0,
            latencies: 0,
        }
    }

    pub(super) fn play(mut self) -> (Round, Detail) {
        self.record_start();
        loop {
            let change = self
                .run
                .schedule
                .changes()
                .get(self.state.next_change)
                .filter(|(at_us, _)| *at_us < self.to_us);
            let step = self
                .state
                .planned_steps
                .peek()
                .map(|step| step.0)
                .filter(|(at_us, ..)| *at_us < self.to_us);
            match (change, step) {
                (Some((at_us, change)), step) if step.is_none_or(|step| *at_us <= step.0) => {
                    self.state.next_change += 1;
                    self.apply_change(*at_us, *change);
                }
                (_, Some((at_us, _, writer))) => {
                    self.state.planned_steps.pop();
                    self.run_step(at_us, writer);
                }
                _ => break,
            }
        }
        self.record_end();
        (self.round, self.detail)
    }

    /// Records the state at the start of the round.
    fn record_start(&mut self) {
        let from_us = self.detail.from_us;
        self.state.server.drop_finished(from_us);
        self.detail.works = self.state.server.visible_queue(self.to_us);
        let recent = &mut self.state.recent;
        while recent
            .front()
            .is_some_and(|interval| interval.to_us + ECHO_US <= from_us)
        {
            recent.pop_front();
        }
        self.detail.intervals.extend(recent.iter());
        let at_work = self
            .state
            .writers
            .iter()
            .filter(|writer| writer.interval.activity != Activity::Gone);
        self.detail
            .intervals
            .extend(at_work.map(|writer| writer.interval));
        for index in 0..self.state.limiters.len() {
            self.record_limiter(index, from_us);
            // Grants older than the window were dropped at the end of the previous round.
            let points = self.state.limiters[index].meter.points();
            self.detail
                .points
                .extend(points.map(|point| (index as u32, point)));
        }
        self.detail.conditions.push(self.run.schedule.at(from_us));
    }

    /// Records the state at the end of the round.
    fn record_end(&mut self) {
        let (to_us, settings) = (self.to_us, &self.state.settings);
        let mut limit = 0.0;
        let mut estimate = Some(0);
        for limiter in &mut self.state.limiters {
            limit += limiter.bucket.rate() as f64;
            estimate = estimate
                .zip(limiter.estimate(to_us, settings))
                .map(|(sum, rate)| sum + rate);
        }
        // A canonical NaN: arithmetic yields different bits on different platforms.
        let estimate = estimate.map_or(f64::NAN, |sum: u64| sum as f64);
        let is_on = settings.is_on(Key::Enabled);
        self.round.limit = if is_on { limit } else { f64::NAN };
        self.round.estimate = if is_on { estimate } else { f64::NAN };
        let condition = self.run.schedule.at(to_us - 1);
        self.round.capacity = if condition.is_out {
            0.0
        } else {
            condition.capacity
        };
        self.round.processable = self.run.schedule.processable(self.detail.from_us, to_us);
        if self.latencies > 0 {
            self.round.latency_mean_ms = self.latency_sum_ms as f64 / self.latencies as f64;
        }
        (0..self.state.limiters.len()).for_each(|index| self.count_time_at_bounds(index, to_us));
    }

    /// Records a snapshot of a limiter.
    pub(super) fn record_limiter(&mut self, index: usize, at_us: u64) {
        let limiter = &self.state.limiters[index];
        self.detail.limiter_snapshots.push(LimiterSnapshot {
            from_us: at_us,
            executor: index as u32,
            bucket: limiter.bucket,
            no_cut_before_ms: limiter.no_cut_before_ms,
            last: self.state.last_effects[index],
            is_on: self.state.settings.is_on(Key::Enabled),
        });
    }

    /// Adds the time that a limit has been at its bounds; called before it changes.
    pub(super) fn count_time_at_bounds(&mut self, index: usize, at_us: u64) {
        let settings = &self.state.settings;
        let since_us = self.state.counted_us[index].max(self.detail.from_us);
        self.state.counted_us[index] = at_us;
        if !settings.is_on(Key::Enabled) {
            return;
        }
        let limit = self.state.limiters[index].bucket.max_stored;
        let share = at_us.saturating_sub(since_us) as f64
            / ROUND_US as f64
            / self.state.limiters.len() as f64;
        let is_at = |bound: f64| (limit - bound).abs() <= bound * BOUND_TOLERANCE;
        if is_at(settings.get(Key::Min)) {
            self.round.at_min += share;
        }
        if is_at(settings.get(Key::Max)) {
            self.round.at_max += share;
        }
    }

    pub(super) fn record_step(&mut self, at_us: u64, writer: u32, kind: StepKind) {
        self.detail.steps.push(Step {
            at_us,
            writer,
            kind,
        });
    }

    pub(super) fn plan(&mut self, interval: Interval) {
        self.state.plan(interval);
        self.detail.intervals.push(interval);
    }

    /// Applies a change of the world.
    fn apply_change(&mut self, at_us: u64, change: TimedChange) {
        self.round.has_event = true;
        let unit = self.state.settings.unit;
        let mut recorder = ReasonRecorder {
            explain: self.explain,
            at_us,
            writer: NO_WRITER,
            unit,
        };
        match change {
            TimedChange::Server(event, begins) => {
                let what = if begins { "begins" } else { "ends" };
                recorder.fact(
                    Actor::Server,
                    Rule::Happened,
                    f64::from(event),
                    what,
                    Unit::Count,
                );
                self.detail.event_edges.push((event, begins));
                self.detail.conditions.push(self.run.schedule.at(at_us));
            }
            TimedChange::Set(key, _) if !key.row().is_read_by(self.run.version()) => {}
            TimedChange::Set(key, value) => {
                let row = key.row();
                let before = self.state.settings.get(key);
                recorder.change(
                    Actor::World,
                    Rule::SettingChanged,
                    row.label,
                    row.unit.describe(unit),
                    before,
                    value,
                );
                (0..self.state.limiters.len())
                    .for_each(|index| self.count_time_at_bounds(index, at_us));
                // Grants that have left the window do not return when it gets longer.
                for limiter in &mut self.state.limiters {
                    limiter.estimate(at_us, &self.state.settings);
                }
                self.state.settings.set(key, value);
                if matches!(key, Key::Min | Key::Max) {
                    self.enforce_bounds(at_us);
                }
            }
            TimedChange::Writers(change) => self.change_writers(at_us, change),
        }
    }

    /// Sets every limit again, within new bounds.
    fn enforce_bounds(&mut self, at_us: u64) {
        for index in 0..self.state.limiters.len() {
            let settings = &self.state.settings;
            let mut recorder = ReasonRecorder {
                explain: self.explain,
                at_us,
                writer: NO_WRITER,
                unit: settings.unit,
            };
            let limiter = &mut self.state.limiters[index];
            let before = limiter.bucket.rate() as f64;
            limiter.set(before, at_us, settings, &mut recorder);
            self.record_limiter(index, at_us);
        }
    }

    fn change_writers(&mut self, at_us: u64, change: i32) {
        let before = self.state.active;
        let after = before
            .saturating_add_signed(change)
            .min(self.run.max_writers);
        self.state.active = after;
        let mut recorder = ReasonRecorder {
            explain: self.explain,
            at_us,
            writer: NO_WRITER,
            unit: self.state.settings.unit,
        };
        recorder.change(
            Actor::World,
            Rule::WritersChanged,
            "writers",
            Unit::Count,
            f64::from(before),
            f64::from(after),
        );
        let spacing_us = self.state.settings.micros(Key::SpacingMs);
        let mut started = 0;
        let executors = self.run.executors();
        for id in before.min(after) * executors..before.max(after) * executors {
            let writer = &mut self.state.writers[id as usize];
            writer.is_leaving = after < before;
            if after > before && writer.interval.activity == Activity::Gone {
                let interval = Interval {
                    activity: Activity::Starting,
                    from_us: at_us,
                    retry: 0,
                    ..writer.interval
                };
                self.plan(Interval {
                    to_us: at_us + started * spacing_us,
                    ..interval
                });
                started += 1;
            }
        }
    }
}
