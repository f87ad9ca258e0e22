//! The simulation of a variant: a round per second of virtual time.

use super::event_loop::Schedule;
use super::event_loop::TimedChange;
use super::limiter::Limiter;
use super::limiter_version::{LimiterVersion, Unit};
use super::reason::{Rule, Subject};
use super::round::{Activity, Detail, Interval, ROUND_US, Round};
use super::round_runner::RoundRunner;
use super::scenario::{Scenario, Variant, World};
use super::settings::Key;
use super::state::{State, Writer};
use super::values::Settings;
use crate::engine::{Digest, Explain};

/// The simulation of a variant.
#[derive(Clone, Debug)]
pub struct Simulation {
    rounds: usize,
    pub(super) seed: u64,
    pub(super) world: World,
    /// Settings in force, each with its start in microseconds; never empty.
    settings_history: Vec<(u64, Settings)>,
    pub(super) schedule: Schedule,
    /// Maximum number of writers of an executor during the run.
    pub(super) max_writers: u32,
}

impl Simulation {
    /// Prepares a variant of a validated scenario.
    pub fn new(scenario: &Scenario, variant: usize) -> Self {
        let usual = Variant::default();
        let variant = scenario.variants.get(variant).unwrap_or(&usual);
        let world = scenario.world.seen(&variant.ignored_events);
        let settings = world.settings(variant);
        let schedule = Schedule::new(settings.get(Key::Capacity), &world.events);
        let mut now = settings.get(Key::Writers) as i32;
        let mut max_writers = now;
        let mut settings_history = vec![(0, settings)];
        for (at_us, change) in schedule.changes() {
            match change {
                TimedChange::Writers(change) => {
                    now = (now + change).max(0);
                    max_writers = max_writers.max(now);
                }
                TimedChange::Set(key, value)
                    if key.row().is_read_by(settings_history[0].1.version) =>
                {
                    let mut settings = settings_history[settings_history.len() - 1].1.clone();
                    settings.set(*key, *value);
                    settings_history.push((*at_us, settings));
                }
                TimedChange::Set(..) | TimedChange::Server(..) => {}
            }
        }
        let (rounds, seed) = (scenario.rounds, scenario.seed);
        Self {
            rounds,
            seed,
            world,
            settings_history,
            schedule,
            max_writers: max_writers as u32,
        }
    }

    /// The world, without the events that the variant ignores.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The version of the limiter.
    pub fn version(&self) -> LimiterVersion {
        self.settings_history[0].1.version
    }

    /// The unit of permits.
    pub fn unit(&self) -> Unit {
        self.settings_history[0].1.unit
    }

    /// The settings in force at a time, in microseconds after the start.
    pub(crate) fn settings_at(&self, at_us: u64) -> &Settings {
        let place = self
            .settings_history
            .partition_point(|(from_us, _)| *from_us <= at_us);
        &self.settings_history[place.saturating_sub(1)].1
    }

    /// Changes of settings after one time and up to another: each time in microseconds, with the settings before it.
    pub(crate) fn settings_changes(
        &self,
        after_us: u64,
        to_us: u64,
    ) -> impl Iterator<Item = (u64, &Settings)> {
        let pairs = self
            .settings_history
            .windows(2)
            .map(|pair| (pair[1].0, &pair[0].1));
        pairs.filter(move |(at_us, _)| after_us <= *at_us && *at_us <= to_us)
    }

    /// Number of executors.
    pub fn executors(&self) -> u32 {
        self.settings_history[0].1.get(Key::Executors) as u32
    }

    /// Number of writers that exist at any time.
    pub fn writers(&self) -> u32 {
        self.executors() * self.max_writers
    }

    /// The index of a writer's executor.
    pub fn executor_of(&self, writer: u32) -> u32 {
        writer % self.executors()
    }

    /// The display name of a writer.
    pub(crate) fn writer_name(&self, writer: u32) -> String {
        if writer >= self.writers() {
            return "nobody".to_owned();
        }
        let number = writer / self.executors() + 1;
        if self.executors() == 1 {
            return format!("writer {number}");
        }
        format!("writer {}.{number}", self.executor_of(writer) + 1)
    }

    /// Start of a round, in seconds after the start of the run.
    pub fn time_s(&self, round: usize) -> f64 {
        round as f64 * (ROUND_US as f64 / 1e6)
    }
}

impl crate::engine::Simulation for Simulation {
    type State = State;
    type Round = Round;
    type Detail = Detail;
    type Subject = Subject;
    type Rule = Rule;

    fn horizon(&self) -> usize {
        self.rounds
    }

    fn start(&self) -> State {
        let (settings, executors) = (self.settings_history[0].1.clone(), self.executors());
        let limiters: Vec<Limiter> = (0..executors)
            .map(|executor| Limiter::new(executor, &settings))
            .collect();
        let active = settings.get(Key::Writers) as u32;
        let gone = |writer| Interval {
            writer,
            executor: self.executor_of(writer),
            activity: Activity::Gone,
            from_us: 0,
            to_us: u64::MAX,
            permits: 0,
            retry: 0,
            answer: None,
            worked_us: 0,
        };
        let writer = |writer| Writer {
            interval: gone(writer),
            batches: 0,
            is_leaving: false,
        };
        let mut state = State {
            counted_us: vec![0; limiters.len()],
            last_effects: vec![None; limiters.len()],
            limiters,
            server: super::server::Server::default(),
            writers: (0..self.writers()).map(writer).collect(),
            active,
            planned_steps: std::collections::BinaryHeap::new(),
            planned: 0,
            next_change: 0,
            recent: std::collections::VecDeque::new(),
            settings,
        };
        let spacing_us = state.settings.micros(Key::SpacingMs);
        for id in 0..executors * active {
            state.plan(Interval {
                activity: Activity::Starting,
                to_us: u64::from(id) * spacing_us,
                ..gone(id)
            });
        }
        state
    }

    fn step(
        &self,
        state: &mut State,
        index: usize,
        explain: &mut Explain<Subject, Rule>,
    ) -> (Round, Detail) {
        RoundRunner::new(self, state, index, explain).play()
    }

    fn state_bytes(&self, state: &State) -> usize {
        state.bytes()
    }

    fn digest(&self, round: &Round, detail: &Detail, digest: &mut Digest) {
        for float in [
            round.limit,
            round.estimate,
            round.processable,
            round.latency_mean_ms,
            round.at_min,
            round.at_max,
        ] {
            digest.float(float);
        }
        digest.number(round.granted);
        digest.number(round.good);
        for step in &detail.steps {
            digest.number(step.at_us);
            digest.number(u64::from(step.writer));
        }
        for snapshot in &detail.limiter_snapshots {
            digest.float(snapshot.bucket.stored);
            digest.float(snapshot.bucket.interval_us);
            digest.number(snapshot.bucket.next_free_us);
            digest.number(snapshot.no_cut_before_ms);
        }
    }
}
