//! The simulation of the fleet: a round per slice of virtual time.
//!
//! Producers interact with brokers through the ground truth only, so each runs through a slice on its own.

use std::collections::VecDeque;

use super::ground_truth::{GroundTruth, Reachability};
use super::plan::Plan;
use super::priority::ReasonQueue;
use super::producer::{Producer, SliceRunner};
use super::reason::{Explain, Rule, Subject};
use super::round::{
    BandPosition, BrokerRound, Counts, Detail, Flight, FlightEnd, Round, SliceRecord,
};
use super::scenario::Scenario;
use super::selection::Selection;
use super::statistics::{self, Spread};
use crate::engine::{Digest, Op, Operand, Unit};

/// The simulation of a variant.
#[derive(Clone, Debug)]
pub struct Simulation {
    plan: Plan,
}

/// The state of a variant's run.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The producers, by id.
    pub producers: Vec<Producer>,
    /// Requests by broker in the last slices, as many as the window has.
    pub window: VecDeque<Vec<u32>>,
    /// Requests that ended in the last slice.
    pub(crate) recent: Vec<Flight>,
    /// The slice that is being computed in parts.
    partial: Option<Box<PartialSlice>>,
}

/// A slice that only some producers have run through; it can stop after any, since they are independent.
#[derive(Clone, Debug, PartialEq)]
struct PartialSlice {
    record: SliceRecord,
    /// Number of events of brokers and producers.
    world_events: u32,
    /// The next producer to run.
    next: usize,
}

/// Number of producers that run in one part of a slice.
const PRODUCERS_PER_PART: usize = 2000;

impl Simulation {
    /// Prepares a variant of a validated scenario.
    pub fn new(scenario: &Scenario, variant: usize) -> Self {
        Self {
            plan: Plan::new(scenario, variant),
        }
    }

    /// The constant data of the variant.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The ground truth of its world.
    pub fn ground_truth(&self) -> &GroundTruth {
        &self.plan.ground_truth
    }

    /// Counts and explains the events of brokers and producers in a slice.
    fn world_events(&self, from_us: u64, until_us: u64, explain: &mut Explain) -> u32 {
        let ground_truth = &self.plan.ground_truth;
        let within = |time: u64| (from_us..until_us).contains(&time);
        let mut count = 0;
        let mut tell = |subject: Subject, rule: Rule, at_us: u64| {
            count += 1;
            explain.fact(
                subject,
                rule,
                Operand::measure(at_us as f64 / 1e6, "time"),
                Unit::Seconds,
            );
        };
        for (id, address) in ground_truth.addresses.iter().enumerate() {
            let subject = Subject::Broker(id as u16);
            if address.from_us > 0 && within(address.from_us) {
                tell(subject, Rule::Replaced, address.from_us);
            }
            for (at_us, reachability) in address.changes.iter().filter(|(time, _)| within(*time)) {
                tell(
                    subject,
                    if *reachability == Reachability::Up {
                        Rule::CameBack
                    } else {
                        Rule::Died
                    },
                    *at_us,
                );
            }
        }
        ground_truth
            .redirects_us
            .iter()
            .filter(|time| within(**time))
            .for_each(|time| tell(Subject::Round, Rule::RedirectsBegin, *time));
        count
    }

    /// The brokers at the end of a slice.
    fn brokers(&self, state: &State, requests: &[u32], until_us: u64) -> Vec<BrokerRound> {
        let ground_truth = &self.plan.ground_truth;
        let window_s = state.window.len() as f64 * self.plan.times.slice_us as f64 / 1e6;
        let mut brokers = vec![BrokerRound::default(); ground_truth.places];
        for slice in &state.window {
            brokers
                .iter_mut()
                .zip(slice)
                .for_each(|(broker, sent)| broker.load_per_s += *sent as f32);
        }
        for connection in state
            .producers
            .iter()
            .flat_map(|producer| &producer.connections)
        {
            brokers[usize::from(ground_truth.address(connection.address).place)].connections += 1;
        }
        for (place, broker) in brokers.iter_mut().enumerate() {
            broker.requests = requests[place];
            broker.load_per_s = (f64::from(broker.load_per_s) / window_s) as f32;
            let standing = ground_truth.address_at(place, until_us - 1);
            broker.is_up =
                ground_truth.address(standing).reachability(until_us - 1) == Reachability::Up;
        }
        brokers
    }

    /// The spread of the loads, measured and in closed form; sets each broker's position relative to its band.
    fn spreads(
        &self,
        brokers: &mut [BrokerRound],
        until_us: u64,
        explain: &mut Explain,
    ) -> (Spread, Spread) {
        let up = brokers.iter().filter(|broker| broker.is_up);
        let loads: Vec<f64> = up.map(|broker| f64::from(broker.load_per_s)).collect();
        let measured = statistics::measured(&loads);
        let is_up = |place: u16| brokers[usize::from(place)].is_up;
        let bands =
            statistics::by_broker(&self.plan.groups, self.plan.endpoints, brokers.len(), is_up);
        let expected = statistics::closed_form(&bands);
        let left = Operand::measure(measured.cv, "CV measured");
        let right = Operand::measure(expected.cv, "CV by the closed form");
        explain.check(
            Subject::Round,
            Rule::SpreadAsExpected,
            left,
            Op::AtMost,
            right,
            Unit::Fraction,
        );
        for (place, (broker, band)) in brokers.iter_mut().zip(bands).enumerate() {
            let Some((mean, variance)) = band else {
                continue;
            };
            let subject = Subject::Broker(self.plan.ground_truth.address_at(place, until_us - 1));
            let load = || Operand::measure(f64::from(broker.load_per_s), "requests per second");
            // Loads are stored in single precision, and so is the band: values that differ only in the last bits of a sum of
            // rates are equal here.
            let line = |value: f64, what| Operand::measure(f64::from(value as f32), what);
            let (high, low) = (mean + variance.sqrt(), (mean - variance.sqrt()).max(0.0));
            let unit = Unit::PerSecond;
            let is_above = explain.check(
                subject,
                Rule::CarriesTooMuch,
                load(),
                Op::Above,
                line(high, "mean + CV"),
                unit,
            );
            let is_below = explain.check(
                subject,
                Rule::CarriesTooLittle,
                load(),
                Op::Below,
                line(low, "mean − CV"),
                unit,
            );
            broker.band_position = match (is_above, is_below) {
                (true, _) => BandPosition::Above,
                (false, true) => BandPosition::Below,
                (false, false) => BandPosition::Within,
            };
        }
        (measured, expected)
    }

    /// Starts a record with the lists and connections at the start of a slice.
    fn begin(&self, state: &mut State, from_us: u64, until_us: u64) -> SliceRecord {
        let before = std::mem::take(&mut state.recent);
        let flights = Vec::with_capacity(before.len() + before.len() / 8);
        let mut detail = Detail {
            from_us,
            until_us,
            before,
            flights,
            ..Detail::default()
        };
        for (id, producer) in state.producers.iter().enumerate() {
            detail
                .lists
                .push(producer.selection.locals(), producer.selection.writes());
            detail.connections.extend(
                producer
                    .connections
                    .iter()
                    .map(|connection| (id as u32, connection.address)),
            );
            if let Selection::Rotating(rotating) = &producer.selection {
                let counted = rotating
                    .failures
                    .iter()
                    .map(|(address, count)| (id as u32, *address, *count));
                detail.failures.extend(counted);
            }
        }
        SliceRecord {
            counts: Counts::default(),
            requests: vec![0; self.plan.ground_truth.places],
            detail,
            cached_lists: Vec::new(),
        }
    }
}

impl Simulation {
    /// Runs the next producers, at most `most`, through a slice.
    fn live(
        &self,
        state: &mut State,
        index: usize,
        most: usize,
        explain: &mut Explain,
    ) -> Box<PartialSlice> {
        let (from_us, until_us) = (self.plan.start_us(index), self.plan.start_us(index + 1));
        let mut partial = state.partial.take().unwrap_or_else(|| {
            let world_events = self.world_events(from_us, until_us, explain);
            Box::new(PartialSlice {
                record: self.begin(state, from_us, until_us),
                world_events,
                next: 0,
            })
        });
        let mut queue = ReasonQueue::default();
        for (id, producer) in state
            .producers
            .iter_mut()
            .enumerate()
            .skip(partial.next)
            .take(most)
        {
            let mut own = explain.alike();
            let (plan, record) = (&self.plan, &mut partial.record);
            let runner = SliceRunner {
                id: id as u32,
                producer,
                plan,
                record,
                explain: &mut own,
                now: from_us,
                has_stalled: false,
            };
            let priority = runner.run(until_us);
            queue.push(priority, own);
            partial.next = id + 1;
        }
        queue.drain_into(explain);
        partial
    }
}

impl crate::engine::Simulation for Simulation {
    type State = State;
    type Round = Round;
    type Detail = Detail;
    type Subject = Subject;
    type Rule = Rule;

    fn horizon(&self) -> usize {
        self.plan.rounds
    }

    fn start(&self) -> State {
        let producers = (0..self.plan.fleet.len() as u32)
            .map(|id| Producer::new(&self.plan, id))
            .collect();
        State {
            producers,
            window: VecDeque::new(),
            recent: Vec::new(),
            partial: None,
        }
    }

    fn step_part(&self, state: &mut State, index: usize) -> bool {
        let done = state.partial.as_ref().map_or(0, |partial| partial.next);
        let is_much = state.producers.len() > done + PRODUCERS_PER_PART;
        if is_much {
            state.partial =
                Some(self.live(state, index, PRODUCERS_PER_PART, &mut Explain::disabled()));
        }
        is_much
    }

    fn step(&self, state: &mut State, index: usize, explain: &mut Explain) -> (Round, Detail) {
        let until_us = self.plan.start_us(index + 1);
        let PartialSlice {
            record,
            world_events,
            ..
        } = *self.live(state, index, usize::MAX, explain);
        if state.window.len() >= self.plan.window {
            state.window.pop_front();
        }
        state.window.push_back(record.requests.clone());
        let mut brokers = self.brokers(state, &record.requests, until_us);
        let (measured, expected) = self.spreads(&mut brokers, until_us, explain);
        let is_full = state.window.len() >= self.plan.window;
        let is_idle = |broker: &&BrokerRound| is_full && broker.is_up && broker.load_per_s == 0.0;
        let idle = brokers.iter().filter(is_idle).count() as u32;
        let unfinished = state
            .producers
            .iter()
            .map(|producer| producer.unfinished)
            .sum();
        let (counts, mut detail) = (record.counts, record.detail);
        let waiting = state
            .producers
            .iter()
            .enumerate()
            .filter(|(_, producer)| producer.rebuilt_us.is_some());
        detail.unbuilt = waiting.map(|(id, _)| id as u32).collect();
        let ended = detail
            .flights
            .iter()
            .filter(|flight| flight.end != FlightEnd::Open);
        state.recent = ended.copied().collect();
        (
            Round {
                counts,
                brokers,
                measured,
                expected,
                idle,
                unfinished,
                world_events,
            },
            detail,
        )
    }

    fn state_bytes(&self, state: &State) -> usize {
        let own = |producer: &Producer| {
            producer.selection.locals().len() * 2 + producer.connections.len() * 24 + 400
        };
        let producers: usize = state.producers.iter().map(own).sum();
        producers + state.window.len() * self.plan.ground_truth.places * 4 + state.recent.len() * 40
    }

    fn digest(&self, round: &Round, detail: &Detail, digest: &mut Digest) {
        let counts = &round.counts;
        for number in [
            counts.sends,
            counts.delivered,
            counts.requests,
            counts.resent,
            counts.tries_failed,
        ] {
            digest.number(u64::from(number));
        }
        for number in [
            counts.joined,
            counts.moved_to_end,
            counts.forgotten,
            counts.refreshed,
            counts.unbuilt,
        ] {
            digest.number(u64::from(number));
        }
        counts
            .failed
            .iter()
            .for_each(|number| digest.number(u64::from(*number)));
        digest.number(counts.stalled_us);
        for broker in &round.brokers {
            digest.number(u64::from(broker.requests) << 32 | u64::from(broker.connections));
        }
        digest.float(round.measured.cv);
        digest.float(round.expected.cv);
        for change in &detail.list_changes {
            digest.number(change.at_us);
        }
        for flight in &detail.flights {
            digest.number(flight.until_us ^ u64::from(flight.address) << 48);
        }
    }
}
