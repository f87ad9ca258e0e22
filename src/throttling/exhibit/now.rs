//! An instant of a second: what stands and what moves, from the times in the detail.

use crate::throttling::course::Stretch;
use crate::throttling::limiter::Standing;
use crate::throttling::meter::{Point, rate_of};
use crate::throttling::round::{Detail, Doing, ECHO_US, Gauge, ROUND_US, Span};
use crate::throttling::server::Work;
use crate::throttling::simulation::Simulation;

/// How things stand at an instant.
pub struct Now<'a> {
    /// When, in microseconds.
    pub at_us: u64,
    /// The limiters, in the order of executors.
    pub gauges: Vec<Gauge>,
    /// What every writer does that is there, in the order of writers.
    pub spans: Vec<Span>,
    /// Requests whose answer came a moment ago.
    pub echoes: Vec<Span>,
    /// What the server has to do, in the order of arrival.
    pub works: Vec<Work>,
    /// How the server is.
    pub stretch: Stretch,
    /// Permits granted within the window, of each executor.
    sums: Vec<u64>,
    /// All of the second.
    pub detail: &'a Detail,
}

impl<'a> Now<'a> {
    /// A second when so much of it has passed, 0 to 1.
    pub fn new(run: &Simulation, detail: &'a Detail, phase: f64) -> Self {
        let passed_us = (phase.clamp(0.0, 1.0) * ROUND_US as f64) as u64;
        // What begins with the next second is not known here.
        let at_us = detail.from_us + passed_us.min(ROUND_US - 1);
        let executors = run.executors() as usize;
        let mut gauges: Vec<Gauge> = Vec::with_capacity(executors);
        for gauge in detail.gauges.iter().take_while(|gauge| gauge.from_us <= at_us) {
            match gauges.get_mut(gauge.executor as usize) {
                Some(last) => *last = *gauge,
                None => gauges.push(*gauge),
            }
        }
        let mut latest: Vec<Option<Span>> = vec![None; run.writers() as usize];
        let mut echoes = Vec::new();
        for span in detail.spans.iter().filter(|span| span.from_us <= at_us) {
            if span.doing == Doing::Sending && span.to_us <= at_us && at_us < span.to_us + ECHO_US {
                echoes.push(*span);
            }
            if let Some(place) = latest.get_mut(span.writer as usize) {
                *place = Some(*span);
            }
        }
        let is_there = |span: &Span| span.doing != Doing::Gone;
        let spans = latest.into_iter().flatten().filter(is_there).collect();
        let is_waiting = |work: &&Work| work.arrived_us <= at_us && at_us < work.to_us;
        let works = detail.works.iter().filter(is_waiting).copied().collect();
        let usual = Stretch { from_us: 0, capacity: 0.0, is_out: false };
        let stretch = detail.stretches.iter().rfind(|stretch| stretch.from_us <= at_us).copied().unwrap_or(usual);
        let mut sums = vec![0; executors];
        for (executor, point) in detail.points.iter().filter(|(_, point)| counts(detail, at_us, point)) {
            if let Some(sum) = sums.get_mut(*executor as usize) {
                *sum += point.permits;
            }
        }
        Self { at_us, gauges, spans, echoes, works, stretch, sums, detail }
    }

    /// Seconds of work at the server.
    pub fn backlog_s(&self) -> f64 {
        self.works.last().map_or(0.0, |work| (work.to_us - self.at_us) as f64 / 1e6)
    }

    /// The grants of an executor that count now.
    pub fn points(&self, executor: u32) -> impl Iterator<Item = Point> + '_ {
        let own = self.detail.points.iter().filter(move |(other, _)| *other == executor);
        own.map(|(_, point)| *point).filter(|point| counts(self.detail, self.at_us, point))
    }

    /// The rate in use of an executor, where there is a meter.
    pub fn used(&self, executor: u32) -> Option<u64> {
        let sum = self.sums.get(executor as usize)?;
        (self.detail.window_ms > 0).then(|| rate_of(*sum, self.detail.window_ms))
    }

    /// What a good answer would find at a limiter.
    pub fn standing(&self, gauge: &Gauge) -> Standing {
        let (executor, limit, used) = (gauge.executor, gauge.bucket.rate(), self.used(gauge.executor));
        Standing { executor, limit, used, no_cut_before_ms: gauge.no_cut_before_ms }
    }

    /// What is left of the cooldown of cuts, in seconds.
    pub fn cooldown_s(&self, gauge: &Gauge) -> f64 {
        (gauge.no_cut_before_ms as f64 - self.at_us as f64 / 1000.0).max(0.0) / 1000.0
    }

    /// How far a time lies back, in seconds.
    pub fn ago_s(&self, then_us: u64) -> f64 {
        self.at_us.saturating_sub(then_us) as f64 / 1e6
    }

    /// How long until a time, in seconds.
    pub fn until_s(&self, then_us: u64) -> f64 {
        then_us.saturating_sub(self.at_us) as f64 / 1e6
    }
}

/// Whether a grant counts at a time.
fn counts(detail: &Detail, at_us: u64, point: &Point) -> bool {
    let now_ms = at_us / 1000;
    point.at_ms <= now_ms && point.at_ms + detail.window_ms >= now_ms
}
