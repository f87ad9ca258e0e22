//! The constant data of a variant: its producers, and all durations in microseconds.

use super::Selector;
use super::ground_truth::{GroundTruth, micros};
use super::reason::AddressId;
use super::scenario::{Scenario, Variant};
use super::selection::{Rotating, Selection, Single};
use super::settings::Key;
use super::statistics::Group;
use super::world::{Rates, World};
use crate::engine::chance::{self, Moment};

/// A producer as the world defines it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProducerInfo {
    /// `p1`, `p2`, ….
    pub name: String,
    /// Its zone.
    pub zone: u16,
    /// Sends per second.
    pub rate_per_s: f64,
    /// Time from one send to the next, in microseconds.
    pub(crate) period_us: u64,
    /// Time of its first send, in microseconds after the start.
    pub(crate) phase_us: u64,
}

/// The durations of a variant, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// Timeout of a send.
    pub(crate) send_us: u64,
    /// Timeout of one attempt to connect, and of a metadata request.
    pub(crate) connect_timeout_us: u64,
    /// Pause after the first failed attempt.
    pub(crate) pause_us: u64,
    /// Time after which an idle connection is closed.
    pub(crate) idle_us: u64,
    /// Time to connect to a live broker.
    pub(crate) connect_us: u64,
    /// Response time of a broker.
    pub(crate) response_us: u64,
    /// Time until a producer is built again.
    pub(crate) rebuild_us: u64,
    /// Length of a slice, which is a round.
    pub(crate) slice_us: u64,
}

/// The constant data of a variant's run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The world, without the events that the variant ignores.
    pub world: World,
    /// The variant.
    pub variant: Variant,
    /// The random seed.
    pub seed: u64,
    /// Number of slices of the run.
    pub rounds: usize,
    /// The ground truth of the world.
    pub ground_truth: GroundTruth,
    /// The producers.
    pub fleet: Vec<ProducerInfo>,
    /// The producers grouped by the brokers among which they choose.
    pub groups: Vec<Group>,
    /// The durations.
    pub times: Times,
    /// Maximum number of retries of an attempt to connect.
    pub(crate) further_attempts: u32,
    /// Maximum number of unfinished sends of a producer.
    pub(crate) max_unfinished: u32,
    /// Number of write endpoints of a producer, N.
    pub endpoints: usize,
    /// Number of slices over which loads are measured.
    pub window: usize,
}

impl Plan {
    /// Prepares a variant of a validated scenario.
    pub fn new(scenario: &Scenario, variant: usize) -> Self {
        let variant = scenario.variants[variant].clone();
        let world = scenario.world.seen(&variant.ignored_events);
        let ms = |key: Key| variant.get(key) as u64 * 1000;
        let times = Times {
            send_us: ms(Key::SendRequestTimeout),
            connect_timeout_us: ms(Key::ConnectTimeoutMs),
            pause_us: ms(Key::InitialRetryIntervalMs),
            idle_us: ms(Key::IdleTimeoutMs),
            connect_us: u64::from(world.connect_ms) * 1000,
            response_us: u64::from(world.response_ms) * 1000,
            rebuild_us: micros(world.rebuild_s),
            slice_us: u64::from(world.slice_ms) * 1000,
        };
        let fleet = fleet(&world, scenario.seed);
        Self {
            groups: groups(&world, &fleet),
            fleet,
            ground_truth: GroundTruth::new(&world),
            further_attempts: variant.get(Key::MaxRetryCount) as u32,
            max_unfinished: variant.get(Key::MaxInflightRequests) as u32,
            endpoints: variant.endpoints(),
            window: (u64::from(world.window_s) * 1_000_000)
                .div_ceil(times.slice_us)
                .max(1) as usize,
            times,
            world,
            variant,
            seed: scenario.seed,
            rounds: scenario.rounds,
        }
    }

    /// A selection without endpoints.
    pub fn selection(&self) -> Selection {
        match self.variant.selection {
            Selector::Single => Selection::Single(Single::default()),
            Selector::Rotating => Selection::Rotating(Rotating::new(self.endpoints)),
        }
    }

    /// The first `most` elements of a shuffled list: uniform, and equal for equal arguments.
    pub fn shuffled(
        &self,
        producer: u32,
        purpose: &str,
        time: u64,
        list: &[AddressId],
        most: usize,
    ) -> Vec<AddressId> {
        let mut list = list.to_vec();
        self.shuffle(producer, purpose, time, &mut list, most);
        list.truncate(most);
        list
    }

    /// Shuffles the first `most` positions of a list.
    pub fn shuffle(
        &self,
        producer: u32,
        purpose: &str,
        time: u64,
        list: &mut [AddressId],
        most: usize,
    ) {
        let moment = Moment::new(self.seed, purpose, u64::from(producer) << 32 | time);
        let count = list.len();
        for place in 0..most.min(count) {
            let other = place + (moment.unit(place as u64) * (count - place) as f64) as usize;
            list.swap(place, other.min(count - 1));
        }
    }

    /// The jitter before a request is sent again, after this many retries: 1 to 200 · 2^retries ms, at most 10 s.
    pub(crate) fn jitter_us(&self, producer: u32, request: u32, attempts: u32) -> u64 {
        let upper = if attempts < 6 {
            200 << attempts
        } else {
            10_000_u64
        };
        let time = u64::from(request) << 16 | u64::from(attempts & 0xffff);
        let part = chance::draw_unit(
            self.seed,
            "jitter",
            &self.fleet[producer as usize].name,
            time,
        );
        (1 + (part * upper as f64) as u64).min(upper) * 1000
    }

    /// The pause after this many failed attempts to connect, in microseconds; it doubles with each attempt.
    pub(crate) fn pause_us(&self, failed: u32) -> u64 {
        self.times.pause_us << failed.saturating_sub(1).min(20)
    }

    /// Maximum duration of a try, with all attempts and pauses, in microseconds.
    pub fn max_try_us(&self) -> u64 {
        let pauses: u64 = (1..=self.further_attempts)
            .map(|failed| self.pause_us(failed))
            .sum();
        self.times.connect_timeout_us * u64::from(self.further_attempts + 1) + pauses
    }

    /// Start of a slice, in microseconds after the start of the run.
    pub fn start_us(&self, round: usize) -> u64 {
        self.times.slice_us * round as u64
    }
}

fn fleet(world: &World, seed: u64) -> Vec<ProducerInfo> {
    let mut fleet: Vec<ProducerInfo> = Vec::with_capacity(world.producers() as usize);
    for (zone, about) in world.zones.iter().enumerate() {
        let weight = |place: u32| match world.rates {
            Rates::Equal => 1.0,
            Rates::Zipf => libm::pow(f64::from(place + 1), -world.zipf_exponent),
        };
        let all: f64 = (0..about.producers).map(weight).sum();
        for place in 0..about.producers {
            let name = format!("p{}", fleet.len() + 1);
            let rate_per_s = world.rate_per_s * f64::from(about.producers) * weight(place) / all;
            // The period is at most a thousand hours; slower producers send once at most.
            let period_us = (1e6 / rate_per_s).clamp(1.0, 3.6e12).round() as u64;
            let phase_us = (chance::draw_unit(seed, "phase", &name, 0) * period_us as f64) as u64;
            fleet.push(ProducerInfo {
                name,
                zone: zone as u16,
                rate_per_s,
                period_us,
                phase_us,
            });
        }
    }
    fleet
}

fn groups(world: &World, fleet: &[ProducerInfo]) -> Vec<Group> {
    let zones = world.broker_zones();
    let among = |zone: usize| {
        let own = |all: bool| {
            let places = zones
                .iter()
                .enumerate()
                .filter(move |(_, other)| all || usize::from(**other) == zone);
            places.map(|(place, _)| place as u16).collect::<Vec<_>>()
        };
        if world.zones[zone].brokers == 0 {
            own(true)
        } else {
            own(false)
        }
    };
    let group = |zone: usize| {
        let own = fleet
            .iter()
            .filter(|about| usize::from(about.zone) == zone)
            .map(|about| about.rate_per_s);
        let (rate, square) = own.fold((0.0, 0.0), |(rate, square), own| {
            (rate + own, square + own * own)
        });
        Group {
            rate,
            square,
            brokers: among(zone),
        }
    };
    (0..world.zones.len()).map(group).collect()
}
