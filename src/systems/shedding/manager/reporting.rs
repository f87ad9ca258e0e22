//! What goes on between rounds: who carries what, what brokers measure and report, and what the leader
//! then knows.

use std::rc::Rc;

use super::ground_truth::{GroundTruth, Snapshot};
use super::running::Running;
use crate::systems::shedding::model::load_data::{
    BrokerId, BrokerLoad, BundleId, BundleLoad, LoadData, NOBODY, Rates, TimeAverage,
};
use crate::systems::shedding::model::usage::{Reading, Readings, Resource, plain_usage_percent};
use crate::systems::shedding::model::world::{World, percent_of_cost};
use crate::systems::shedding::settings::Settings;

/// Samples of a short-term and of a long-term average.
const SHORT: u16 = 10;
const LONG: u16 = 1000;

/// What a broker measured of itself at a time.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// When, in milliseconds after the start.
    pub at_ms: u64,
    /// The bundles it carried.
    pub bundles: Rc<Vec<BundleId>>,
    /// Usage and limit of each resource.
    pub readings: Readings,
    /// Its traffic.
    pub rates: Rates,
}

/// A broker, and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct BrokerState {
    /// Whether it runs.
    pub is_up: bool,
    /// The bundles it carries, in order.
    pub held: Rc<Vec<BundleId>>,
    /// What it measured last.
    pub sample: Option<Rc<Report>>,
    /// What it reported last; nothing while it is down.
    pub report: Option<Rc<Report>>,
    /// When it did.
    pub(crate) reported_at_ms: u64,
    /// When it considers reporting its sample, if it has not yet.
    pub(crate) considers_at_ms: Option<u64>,
    /// Bundles that the leader has given it and that it has not reported yet.
    pub preallocated: Vec<BundleId>,
    /// Whether what it carries has changed since its sample.
    pub(crate) is_changed: bool,
    /// Its running values under the extensible load manager, when they moved last, and as last reported.
    pub running: Option<(Running, u64)>,
    /// See `running`.
    pub(crate) reported_running: Option<Running>,
    /// When a bundle was last unloaded from it.
    pub(crate) unloaded_at_ms: Option<u64>,
}

impl BrokerState {
    /// Every broker with what it owns; those that are added later are down.
    pub(crate) fn all(world: &World, owners: &[BrokerId]) -> Vec<Self> {
        let mut held = vec![Vec::new(); world.brokers.len()];
        for (index, owner) in owners.iter().enumerate() {
            if let Some(list) = held.get_mut(owner.index()) {
                list.push(BundleId(index as u32));
            }
        }
        let broker_state = |(held, is_added): (Vec<BundleId>, bool)| Self {
            is_up: !is_added,
            held: Rc::new(held),
            sample: None,
            report: None,
            reported_at_ms: 0,
            considers_at_ms: None,
            preallocated: Vec::new(),
            is_changed: true,
            running: None,
            reported_running: None,
            unloaded_at_ms: None,
        };
        held.into_iter()
            .zip(world.brokers.iter().map(|broker| broker.is_added))
            .map(broker_state)
            .collect()
    }

    /// A bundle comes.
    pub(crate) fn take(&mut self, bundle: BundleId) {
        let held = Rc::make_mut(&mut self.held);
        if let Err(place) = held.binary_search(&bundle) {
            held.insert(place, bundle);
            self.is_changed = true;
        }
    }

    /// A bundle goes.
    pub(crate) fn drop(&mut self, bundle: BundleId) {
        if let Ok(place) = self.held.binary_search(&bundle) {
            Rc::make_mut(&mut self.held).remove(place);
            self.is_changed = true;
        }
    }

    /// Its running values move, one step each time it considers a report: every `pace_ms`. Time that makes no
    /// whole step is kept for the next.
    pub(crate) fn run(&mut self, now_ms: u64, pace_ms: u64, settings: &Settings) {
        let Some(sample) = &self.sample else { return };
        let (mut running, steps, at_ms) = match self.running {
            Some((running, at_ms)) => {
                let steps = now_ms.saturating_sub(at_ms) / pace_ms;
                (Some(running), steps, at_ms + steps * pace_ms)
            }
            None => (None, 1, now_ms),
        };
        // After this many steps the measurement is all that is left.
        for _ in 0..steps.min(1000) {
            let next = Running::after(running, &sample.readings, &sample.rates, settings);
            if running.replace(next) == Some(next) {
                break;
            }
        }
        self.running = running.map(|running| (running, at_ms));
    }

    /// Its report reaches the leader.
    pub(crate) fn take_report(&mut self, report: Rc<Report>, now_ms: u64) {
        self.reported_running = self.running.map(|(running, _)| running);
        self.preallocated
            .retain(|bundle| report.bundles.binary_search(bundle).is_err());
        self.sample = Some(Rc::clone(&report));
        self.report = Some(report);
        self.reported_at_ms = now_ms;
    }

    /// By how much the sample differs from the last report, at most: usage in points, message rate, throughput
    /// and the number of bundles in percent (`needBrokerDataUpdate` of both load managers). From nothing to
    /// anything is infinitely much.
    pub(crate) fn change_percent(&self) -> f64 {
        let (Some(sample), Some(report)) = (&self.sample, &self.report) else {
            return f64::INFINITY;
        };
        let change = |of: fn(&Report) -> f64| {
            let (old, new) = (of(report), of(sample));
            match (old == 0.0, new == 0.0) {
                (true, true) => 0.0,
                (true, false) => f64::INFINITY,
                _ => (100.0 * (old - new) / old).abs(),
            }
        };
        let usage_percent = |report: &Report| report.readings.highest_percent();
        let usage = (usage_percent(report) - usage_percent(sample)).abs();
        let traffic = change(|report| report.rates.msg_rate())
            .max(change(|report| report.rates.throughput()));
        usage
            .max(traffic)
            .max(change(|report| report.bundles.len() as f64))
    }
}

impl Report {
    /// What a broker measures of itself now.
    pub(crate) fn sample(
        world: &World,
        snapshot: &Snapshot<'_>,
        id: BrokerId,
        held: &Rc<Vec<BundleId>>,
    ) -> Self {
        let (mut costs, mut rates) = ([0.0_f64; 5], [0.0_f64; 4]);
        for &bundle in held.iter() {
            let factor = snapshot.factor(world, bundle);
            let bundle = &world.bundles[bundle.index()];
            rates
                .iter_mut()
                .zip(bundle.rates.to_array())
                .for_each(|(sum, own)| *sum += own * factor);
            costs
                .iter_mut()
                .zip(bundle.cost)
                .for_each(|(sum, own)| *sum += own * factor);
        }
        let broker = &world.brokers[id.index()];
        let (base_percent, cpu_capacity) = snapshot.machine(id, broker);
        let readings = Readings(std::array::from_fn(|i| {
            let limit = broker.limits[i];
            let usage = if i == Resource::Cpu as usize {
                (base_percent[i] + costs[i] / cpu_capacity) * (limit / 100.0)
            } else {
                base_percent[i] * (limit / 100.0) + costs[i]
            };
            Reading { usage, limit }
        }));
        Self {
            at_ms: snapshot.now_ms(),
            bundles: Rc::clone(held),
            readings,
            rates: Rates::from_array(rates),
        }
    }
}

/// The averages of every bundle, as factors on what the scenario says of it: all four rates of a bundle
/// rise and fall together. While no factor has been other than 1, nothing is kept: averages that have seen
/// enough of constant traffic are that traffic.
#[derive(Clone, Debug, Default)]
pub(crate) struct Averages(Option<Rc<Factors>>);

/// By bundle.
#[derive(Clone, Debug)]
struct Factors {
    short: Vec<f64>,
    long: Vec<f64>,
    /// Samples taken, at most as many as the long average counts; none where nobody has measured the bundle.
    samples: Vec<u16>,
}

impl Factors {
    fn warm(count: usize) -> Self {
        Self {
            short: vec![1.0; count],
            long: vec![1.0; count],
            samples: vec![LONG; count],
        }
    }
}

impl Averages {
    /// The averages at the start: of bundles that nobody has measured where they are cold or without an owner.
    pub(crate) fn at_start(world: &World, are_cold: bool) -> Self {
        let is_unseen = |owner: BrokerId| are_cold || owner == NOBODY;
        if !world
            .bundles
            .iter()
            .any(|bundle| is_unseen(bundle.first_owner))
        {
            return Self(None);
        }
        let mut factors = Factors::warm(world.bundles.len());
        for (samples, bundle) in factors.samples.iter_mut().zip(&world.bundles) {
            if is_unseen(bundle.first_owner) {
                *samples = 0;
            }
        }
        Self(Some(Rc::new(factors)))
    }

    /// Takes in the bundles of a report.
    pub(crate) fn take(&mut self, world: &World, snapshot: &Snapshot<'_>, bundles: &[BundleId]) {
        if self.0.is_none() && bundles.iter().all(|id| snapshot.factor(world, *id) == 1.0) {
            return;
        }
        let all = Rc::make_mut(
            self.0
                .get_or_insert_with(|| Rc::new(Factors::warm(world.bundles.len()))),
        );
        for &id in bundles {
            let (sample, index) = (snapshot.factor(world, id), id.index());
            let samples = all.samples[index];
            let take = |limit: u16, average: &mut f64| {
                // What equals the average of enough samples leaves it as it is, to the last bit.
                if samples < limit || *average != sample {
                    let count = f64::from((samples + 1).min(limit));
                    *average = ((count - 1.0) * *average + sample) / count;
                }
            };
            take(SHORT, &mut all.short[index]);
            take(LONG, &mut all.long[index]);
            all.samples[index] = (samples + 1).min(LONG);
        }
    }

    /// Whether nothing would change if the same were measured again.
    pub(crate) fn are_at_rest(&self) -> bool {
        self.0.is_none()
    }

    /// How much memory they take, in bytes.
    pub(crate) fn size_bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |all| all.short.len() * 18)
    }

    fn of(&self, world: &World, id: BundleId) -> (TimeAverage, TimeAverage) {
        let (index, rates) = (id.index(), world.bundles[id.index()].rates);
        let (short, long, samples) = match &self.0 {
            Some(all) => (all.short[index], all.long[index], all.samples[index]),
            None => (1.0, 1.0, LONG),
        };
        let average = |limit: u16, factor: f64| {
            let limit = u32::from(limit);
            if samples == 0 {
                return TimeAverage::unseen(limit);
            }
            let rates = Rates::from_array(rates.to_array().map(|rate| rate * factor));
            TimeAverage {
                samples: u32::from(samples).min(limit),
                limit,
                rates,
            }
        };
        (average(SHORT, short), average(LONG, long))
    }
}

/// What the leader knows: the last reports, and the averages made of them.
pub(crate) fn load_of(
    world: &World,
    ground_truth: &GroundTruth,
    broker_states: &[BrokerState],
    averages: &Averages,
    now_ms: u64,
) -> LoadData {
    let of_bundle =
        |(index, bundle): (usize, &crate::systems::shedding::model::world::WorldBundle)| {
            let (short_term, long_term) = averages.of(world, BundleId(index as u32));
            // Nothing is known of a bundle that is in no report.
            let topics = if long_term.samples == 0 {
                0
            } else {
                bundle.topics
            };
            BundleLoad {
                name: bundle.name.clone(),
                short_term,
                long_term,
                topics,
                usage_points: 0.0,
                is_system: bundle.is_system,
                unloaded_min_ago: None,
                has_policies: false,
            }
        };
    let mut bundles: Vec<BundleLoad> = world.bundles.iter().enumerate().map(of_bundle).collect();
    let mut brokers = Vec::with_capacity(broker_states.len());
    for (index, (broker_state, broker)) in broker_states.iter().zip(&world.brokers).enumerate() {
        let mut load = BrokerLoad {
            name: broker.name.clone(),
            readings: Readings::default(),
            rates: Rates::default(),
            long_term_msg_rate: 0.0,
            bundles: Rc::default(),
            bundle_count: 0,
            preallocated: broker_state.preallocated.clone(),
            is_reported: broker_state.report.is_some(),
            age_s: 0.0,
            extensible: None,
        };
        if let Some(report) = &broker_state.report {
            let (mut rate_in, mut rate_out) = (0.0, 0.0);
            // Points of a broker are those of the resource that it is most used of.
            let (_, resource) = plain_usage_percent(&report.readings);
            let snapshot = ground_truth.at(report.at_ms);
            let (_, cpu_capacity) = snapshot.machine(BrokerId(index as u32), broker);
            for &id in report.bundles.iter() {
                let cost =
                    world.bundles[id.index()].cost[resource as usize] * snapshot.factor(world, id);
                let bundle = &mut bundles[id.index()];
                bundle.usage_points = percent_of_cost(cost, cpu_capacity, &broker.limits, resource);
                rate_in += bundle.long_term.rates.msg_rate_in;
                rate_out += bundle.long_term.rates.msg_rate_out;
            }
            load.readings = report.readings;
            load.rates = report.rates;
            load.long_term_msg_rate = rate_in + rate_out;
            load.bundles = Rc::clone(&report.bundles);
            load.bundle_count = report.bundles.len();
            load.age_s = now_ms.saturating_sub(report.at_ms) as f64 / 1000.0;
        }
        brokers.push(load);
    }
    LoadData { brokers, bundles }
}

/// The load data of a world in which every broker has just reported what the scenario says of it.
pub fn fresh_report(world: &World, owners: &[BrokerId]) -> LoadData {
    let (ground_truth, averages) = (GroundTruth::default(), Averages::default());
    let mut broker_states = BrokerState::all(world, owners);
    for (index, broker_state) in broker_states.iter_mut().enumerate() {
        let report = Report::sample(
            world,
            &ground_truth.at(0),
            BrokerId(index as u32),
            &broker_state.held,
        );
        broker_state.take_report(report.into(), 0);
    }
    load_of(world, &ground_truth, &broker_states, &averages, 0)
}
