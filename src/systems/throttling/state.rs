//! What changes from round to round.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::limiter::Limiter;
use super::meter::Point;
use super::round::{Activity, Interval, SignalEffect};
use super::server::{Server, Work};
use super::values::Settings;

/// A writer: a thread that sends one request after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Writer {
    /// What it does, and until when.
    pub span: Interval,
    /// Batches that it has begun.
    pub batches: u32,
    /// Whether it stops before its next batch.
    pub is_leaving: bool,
}

/// All that changes.
#[derive(Clone, Debug)]
pub struct State {
    /// The settings in force.
    pub settings: Settings,
    /// The limiter of each executor.
    pub limiters: Vec<Limiter>,
    /// Until when the time at the least and greatest limit has been counted, for each limiter.
    pub counted_us: Vec<u64>,
    /// The last answer that each limiter took in.
    pub heard: Vec<Option<SignalEffect>>,
    /// The server.
    pub server: Server,
    /// Every writer that there ever is, the first of every executor before the second.
    pub writers: Vec<Writer>,
    /// Writers at work at each executor.
    pub active: u32,
    /// When whose turn is next: time, order of planning, writer.
    pub turns: BinaryHeap<Reverse<(u64, u64, u32)>>,
    /// How many turns have been planned.
    pub planned: u64,
    /// How much has happened from outside.
    pub acts: usize,
    /// What ended within the last [`super::round::ECHO_US`]: an answer is seen a little longer than it takes.
    pub recent: VecDeque<Interval>,
}

impl State {
    /// Plans a writer's next turn.
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

    /// About how much memory it takes, in bytes.
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
