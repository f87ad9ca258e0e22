//! The state of a run between rounds.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::limiter::Limiter;
use super::meter::Point;
use super::round::{Activity, Interval, SignalEffect};
use super::server::{Server, Work};
use super::values::Settings;

/// A writer: a thread that sends one request after another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Writer {
    /// Its current interval.
    pub interval: Interval,
    /// Number of batches that it has started.
    pub batches: u32,
    /// Whether it stops before its next batch.
    pub(crate) is_leaving: bool,
}

/// The state of a variant's run.
#[derive(Clone, Debug)]
pub struct State {
    /// The settings in force.
    pub settings: Settings,
    /// The limiter of each executor.
    pub(crate) limiters: Vec<Limiter>,
    /// Time up to which the time at the bounds has been added, for each limiter, in microseconds.
    pub(crate) counted_us: Vec<u64>,
    /// The last signal that each limiter applied.
    pub(crate) last_effects: Vec<Option<SignalEffect>>,
    /// The server.
    pub server: Server,
    /// Every writer that exists at any time, ordered by rank within its executor, then by executor.
    pub writers: Vec<Writer>,
    /// Number of active writers of each executor.
    pub active: u32,
    /// The next step of each writer: time in microseconds, order of planning, writer.
    pub(crate) planned_steps: BinaryHeap<Reverse<(u64, u64, u32)>>,
    /// Number of steps that have been planned.
    pub planned: u64,
    /// Index of the next change of the world.
    pub(crate) next_change: usize,
    /// Intervals that ended within the last [`super::round::ECHO_US`].
    pub(crate) recent: VecDeque<Interval>,
}

impl State {
    /// Plans a writer's next step, at the end of an interval.
    pub fn plan(&mut self, interval: Interval) {
        if let Some(writer) = self.writers.get_mut(interval.writer as usize) {
            writer.interval = interval;
        }
        if interval.activity != Activity::Gone {
            self.planned += 1;
            self.planned_steps
                .push(Reverse((interval.to_us, self.planned, interval.writer)));
        }
    }

    /// Approximate size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let meters: usize = self
            .limiters
            .iter()
            .map(|limiter| 100 + limiter.meter.len() * size_of::<Point>())
            .sum();
        let writers = self.writers.len() * (size_of::<Writer>() + size_of::<(u64, u64, u32)>());
        let intervals = self.recent.len() * size_of::<Interval>();
        400 + meters + intervals + writers + self.server.queue.len() * size_of::<Work>()
    }
}
