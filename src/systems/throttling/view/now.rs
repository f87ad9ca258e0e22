//! The state at an instant of a second, computed from the times in the detail.

use crate::systems::throttling::event_loop::ServerCondition;
use crate::systems::throttling::limiter::LimiterStatus;
use crate::systems::throttling::meter::{Point, rate_of};
use crate::systems::throttling::round::{
    Activity, Detail, ECHO_US, Interval, LimiterSnapshot, ROUND_US,
};
use crate::systems::throttling::server::Work;
use crate::systems::throttling::settings::Key;
use crate::systems::throttling::simulation::Simulation;
use crate::systems::throttling::values::Settings;

/// The state at an instant.
pub(super) struct Now<'a> {
    /// Time in microseconds after the start.
    pub at_us: u64,
    /// The limiters, by executor.
    pub limiter_snapshots: Vec<LimiterSnapshot>,
    /// The interval of every active writer, by writer.
    pub(crate) intervals: Vec<Interval>,
    /// Intervals of requests whose answer arrived a moment ago.
    pub(crate) echoes: Vec<Interval>,
    /// The server's work, in order of arrival.
    pub works: Vec<Work>,
    /// The server's condition.
    pub condition: ServerCondition,
    /// Number of permits granted within the window, by executor.
    sums: Vec<u64>,
    /// The settings in force.
    pub settings: &'a Settings,
    /// Time before which grants do not count, in milliseconds after the start.
    counts_from_ms: u64,
    /// The detail of the second.
    pub detail: &'a Detail,
}

impl<'a> Now<'a> {
    /// The state at a phase of the second, 0 to 1.
    pub(super) fn new(run: &'a Simulation, detail: &'a Detail, phase: f64) -> Self {
        let passed_us = (phase.clamp(0.0, 1.0) * ROUND_US as f64) as u64;
        // Events at the start of the next second are not in this detail.
        let at_us = detail.from_us + passed_us.min(ROUND_US - 1);
        let executors = run.executors() as usize;
        let mut limiter_snapshots: Vec<LimiterSnapshot> = Vec::with_capacity(executors);
        for snapshot in detail
            .limiter_snapshots
            .iter()
            .take_while(|snapshot| snapshot.from_us <= at_us)
        {
            match limiter_snapshots.get_mut(snapshot.executor as usize) {
                Some(last) => *last = *snapshot,
                None => limiter_snapshots.push(*snapshot),
            }
        }
        let mut latest: Vec<Option<Interval>> = vec![None; run.writers() as usize];
        let mut echoes = Vec::new();
        for interval in detail
            .intervals
            .iter()
            .filter(|interval| interval.from_us <= at_us)
        {
            if interval.activity == Activity::Sending
                && interval.to_us <= at_us
                && at_us < interval.to_us + ECHO_US
            {
                echoes.push(*interval);
            }
            if let Some(place) = latest.get_mut(interval.writer as usize) {
                *place = Some(*interval);
            }
        }
        let is_there = |interval: &Interval| interval.activity != Activity::Gone;
        let intervals = latest.into_iter().flatten().filter(is_there).collect();
        let is_waiting = |work: &&Work| work.arrived_us <= at_us && at_us < work.to_us;
        let works = detail.works.iter().filter(is_waiting).copied().collect();
        let usual = ServerCondition {
            from_us: 0,
            capacity: 0.0,
            full_capacity: 0.0,
            is_out: false,
        };
        let condition = detail
            .conditions
            .iter()
            .rfind(|condition| condition.from_us <= at_us)
            .copied()
            .unwrap_or(usual);
        let settings = run.settings_at(at_us);
        // Grants that have left a window do not return when it gets longer.
        let begin_ms =
            |at_us: u64, settings: &Settings| (at_us / 1000).saturating_sub(window_ms(settings));
        let changes = run
            .settings_changes(detail.from_us, at_us)
            .map(|(at_us, before)| begin_ms(at_us, before));
        let counts_from_ms = changes.fold(begin_ms(at_us, settings), u64::max);
        let mut sums = vec![0; executors];
        for (executor, point) in detail
            .points
            .iter()
            .filter(|(_, point)| counts(point, counts_from_ms, at_us))
        {
            if let Some(sum) = sums.get_mut(*executor as usize) {
                *sum += point.permits;
            }
        }
        Self {
            at_us,
            limiter_snapshots,
            intervals,
            echoes,
            works,
            condition,
            sums,
            settings,
            counts_from_ms,
            detail,
        }
    }

    /// Backlog of the server, in seconds of work.
    pub(super) fn backlog_s(&self) -> f64 {
        self.works
            .last()
            .map_or(0.0, |work| (work.to_us - self.at_us) as f64 / 1e6)
    }

    /// The grants of an executor that count now.
    pub(super) fn points(&self, executor: u32) -> impl Iterator<Item = Point> + '_ {
        let own = self
            .detail
            .points
            .iter()
            .filter(move |(other, _)| *other == executor);
        own.map(|(_, point)| *point)
            .filter(|point| counts(point, self.counts_from_ms, self.at_us))
    }

    /// The rate in use of an executor, in permits per second, if there is a meter.
    pub(super) fn used(&self, executor: u32) -> Option<u64> {
        let sum = self.sums.get(executor as usize)?;
        self.settings
            .version
            .has_meter()
            .then(|| rate_of(*sum, window_ms(self.settings)))
    }

    /// The inputs that decide whether a success would raise a limit now.
    pub(super) fn status(&self, snapshot: &LimiterSnapshot) -> LimiterStatus {
        let (executor, limit, used) = (
            snapshot.executor,
            snapshot.bucket.rate(),
            self.used(snapshot.executor),
        );
        LimiterStatus {
            executor,
            limit,
            used,
            no_cut_before_ms: snapshot.no_cut_before_ms,
        }
    }

    /// Remaining cooldown of cuts, in seconds.
    pub(super) fn cooldown_s(&self, snapshot: &LimiterSnapshot) -> f64 {
        (snapshot.no_cut_before_ms as f64 - self.at_us as f64 / 1000.0).max(0.0) / 1000.0
    }

    /// Seconds since a time.
    pub(super) fn ago_s(&self, then_us: u64) -> f64 {
        self.at_us.saturating_sub(then_us) as f64 / 1e6
    }

    /// Seconds until a time.
    pub(super) fn until_s(&self, then_us: u64) -> f64 {
        then_us.saturating_sub(self.at_us) as f64 / 1e6
    }
}

/// The window of the meter, in milliseconds.
fn window_ms(settings: &Settings) -> u64 {
    settings.get(Key::WindowMs) as u64
}

/// Whether a grant counts at a time, if only those from `from_ms` on do.
fn counts(point: &Point, from_ms: u64, at_us: u64) -> bool {
    from_ms <= point.at_ms && point.at_ms <= at_us / 1000
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Timeline;
    use crate::systems::throttling::event::Event;
    use crate::systems::throttling::limiter_version::LimiterVersion;
    use crate::systems::throttling::round::StepKind;
    use crate::systems::throttling::scenario::{Variant, World, scenario};

    /// A run whose window of ten seconds gets shorter and longer in the middle of seconds.
    fn run() -> (Timeline<Simulation>, usize) {
        let windows = [
            (20.35, 3000.0),
            (30.71, 15_000.0),
            (30.9, 4000.0),
            (41.5, 20_000.0),
            (50.25, 500.0),
        ];
        let events = windows
            .map(|(at_s, window)| Event::set(at_s, Key::WindowMs, window))
            .into();
        let world = World::new(&[(Key::Writers, 5.0), (Key::BatchSpread, 50.0)], events);
        let scenario = scenario(
            "windows",
            &[],
            60,
            world,
            vec![Variant::new(LimiterVersion::V1135, &[])],
        );
        (
            Timeline::new(Simulation::new(&scenario, 0)),
            scenario.rounds,
        )
    }

    #[test]
    fn what_is_shown_as_in_use_is_what_the_limiter_measured() {
        let (mut timeline, rounds) = run();
        let mut compared = 0;
        for index in 0..rounds {
            let detail = timeline.detail(index).unwrap().detail;
            let grants = |ms: u64| {
                detail
                    .points
                    .iter()
                    .filter(|(_, point)| point.at_ms == ms)
                    .count()
            };
            for step in &detail.steps {
                // A grant of the same millisecond may come after the answer.
                let StepKind::Answered {
                    applied: Some(applied),
                    ..
                } = step.kind
                else {
                    continue;
                };
                if grants(step.at_us / 1000) == 0 {
                    let phase = (step.at_us - detail.from_us) as f64 / ROUND_US as f64;
                    let now = Now::new(timeline.simulation(), &detail, phase);
                    assert_eq!(now.used(0), applied.estimate, "at {} us", step.at_us);
                    compared += 1;
                }
            }
        }
        assert!(compared > 40, "{compared}");
    }

    #[test]
    fn the_settings_in_force_are_those_that_the_run_had() {
        let (mut timeline, rounds) = run();
        for index in 1..=rounds {
            let had = timeline.state(index).settings.clone();
            assert_eq!(
                *timeline
                    .simulation()
                    .settings_at(index as u64 * ROUND_US - 1),
                had,
                "{index}"
            );
        }
    }
}
