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
    pub span: Interval,
    /// Number of batches that it has started.
    pub batches: u32,
    /// Whether it stops before its next batch.
    pub is_leaving: bool,
}

/// The state of a variant's run.
#[derive(Clone, Debug)]
pub struct State {
    /// The settings in force.
    pub settings: Settings,
    /// The limiter of each executor.
    pub limiters: Vec<Limiter>,
    /// Time up to which the time at the bounds has been added, for each limiter, in microseconds.
    pub counted_us: Vec<u64>,
    /// The last signal that each limiter applied.
    pub heard: Vec<Option<SignalEffect>>,
    /// The server.
    pub server: Server,
    /// Every writer that exists at any time, ordered by rank within its executor, then by executor.
    pub writers: Vec<Writer>,
    /// Number of active writers of each executor.
    pub active: u32,
    /// The next step of each writer: time in microseconds, order of planning, writer.
    pub turns: BinaryHeap<Reverse<(u64, u64, u32)>>,
    /// Number of steps that have been planned.
    pub planned: u64,
    /// Index of the next change of the world.
    pub acts: usize,
    /// Intervals that ended within the last [`super::round::ECHO_US`].
    pub recent: VecDeque<Interval>,
}

impl State {
    /// Plans a writer's next step, at the end of an interval.
    pub fn plan(&mut self, span: Interval) {
        if let Some(writer) = self.writers.get_mut(span.writer as usize) {
            writer.span = span;
        }
        if span.doing != Activity::Gone {
            self.planned += 1;
            self.turns
                .push(Reverse((span.to_us, self.planned, span.writer)));
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
        let spans = self.recent.len() * size_of::<Interval>();
        400 + meters + spans + writers + self.server.queue.len() * size_of::<Work>()
    }
}
