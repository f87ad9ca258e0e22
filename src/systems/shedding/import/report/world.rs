//! The cluster that load reports describe.
//!
//! A report says what a broker uses as a whole and what traffic each of its bundles carries. CPU is
//! shared among the bundles by their traffic, so that it moves with them; the network is what bundles
//! carry, and what was measured beyond that stays with the broker, as does memory. The usage that
//! comes out is the one that was reported.

use std::sync::Arc;

use super::fields::BYTES_PER_KBIT;
use super::{Report, ReportedBundle};
use crate::engine::format::format_number;
use crate::engine::limits::{CPU_CAPACITY, MAX_AMOUNT};
use crate::systems::shedding::import::lists::{List, Tally};
use crate::systems::shedding::model::cluster::{Amounts, Broker, Bundle, Cluster};
use crate::systems::shedding::model::load_data::Rates;
use crate::systems::shedding::model::usage::{Reading, Resource};

/// How far two figures of traffic may be apart and still count as the same.
const SAME_WITHIN: f64 = 0.01;

/// The cluster of checked reports, in their order, with remarks on what had to be assumed.
pub(crate) fn cluster_of(reports: &[Report], tally: &mut Tally) -> Cluster {
    let median = median_cores(reports);
    if let Some(cores) = median {
        let is_unequal = reports
            .iter()
            .any(|report| cores_of(report).is_some_and(|other| other != cores));
        if is_unequal {
            let sentence = "The brokers have unequal CPUs: a capacity of 1 is {who}, the median.";
            tally.say(
                List::Assumed,
                sentence,
                format!("{} cores", format_number(cores, 2)),
            );
        }
    }
    let brokers = reports
        .iter()
        .map(|report| broker_of(report, median, tally))
        .collect();
    Cluster::of(brokers)
}

fn cores_of(report: &Report) -> Option<f64> {
    let limit = report.readings[Resource::Cpu as usize].limit;
    (limit > 0.0).then_some(limit / 100.0)
}

/// The lower median, so that it is the number of cores of some broker. Kinds of machines are few.
fn median_cores(reports: &[Report]) -> Option<f64> {
    let mut kinds: Vec<(f64, usize)> = Vec::new();
    for cores in reports.iter().filter_map(cores_of) {
        match kinds.iter_mut().find(|kind| kind.0 == cores) {
            Some(kind) => kind.1 += 1,
            None => kinds.push((cores, 1)),
        }
    }
    let all: usize = kinds.iter().map(|kind| kind.1).sum();
    let up_to = |cores: f64| {
        kinds
            .iter()
            .filter(|kind| kind.0 <= cores)
            .map(|kind| kind.1)
            .sum::<usize>()
    };
    let is_half = |cores: &f64| up_to(*cores) * 2 >= all;
    kinds
        .iter()
        .map(|kind| kind.0)
        .filter(is_half)
        .reduce(f64::min)
}

fn broker_of(report: &Report, median: Option<f64>, tally: &mut Tally) -> Broker {
    compare_traffic(report, tally);
    let cpu_capacity = match (cores_of(report), median) {
        (Some(cores), Some(median)) => (cores / median).clamp(CPU_CAPACITY.0, CPU_CAPACITY.1),
        _ => 1.0,
    };
    let cpu_percent = report.readings[Resource::Cpu as usize].percent();
    let shares = shares(&report.bundles);
    let bundles = report.bundles.iter().zip(&shares);
    let bundles: Vec<Bundle> = bundles
        .map(|(bundle, share)| bundle_of(bundle, cpu_percent * cpu_capacity * share))
        .collect();
    let carried = report.carried();
    let base_cpu = if bundles.is_empty() { cpu_percent } else { 0.0 };
    let mut base = Amounts::default().with(Resource::Cpu, base_cpu);
    let mut limits =
        Amounts::default().with(Resource::Cpu, report.readings[Resource::Cpu as usize].limit);
    for resource in [Resource::StrategyMemory, Resource::DirectMemory] {
        let reading = report.readings[resource as usize];
        base = base.with(resource, reading.percent());
        limits = limits.with(resource, reading.limit);
    }
    for (resource, bytes) in [
        (Resource::BandwidthIn, carried.msg_throughput_in),
        (Resource::BandwidthOut, carried.msg_throughput_out),
    ] {
        let network = Network::of(report.readings[resource as usize], bytes);
        if network.is_stretched {
            tally.say(List::Assumed, "Bundles carry more than the network card measured: {who}. The percentage is taken as reported and the limit is stretched to fit.", format!("{} of {}", resource.label(), report.broker));
        }
        base = base.with(resource, network.base_percent);
        limits = limits.with(resource, network.limit);
    }
    Broker {
        name: report.broker.clone(),
        cpu_capacity,
        base,
        limits,
        skew: 0.0,
        bundles: Arc::new(bundles),
    }
}

/// What of the network is whose.
struct Network {
    base_percent: f64,
    limit: f64,
    is_stretched: bool,
}

impl Network {
    /// From a reading in kbit/s and what the bundles carry in bytes per second.
    fn of(reading: Reading, carried: f64) -> Self {
        let limit = reading.limit * BYTES_PER_KBIT;
        let percent = reading.percent();
        if limit <= 0.0 {
            return Self {
                base_percent: 0.0,
                limit: 0.0,
                is_stretched: false,
            };
        }
        let carried_percent = carried / limit * 100.0;
        if percent >= carried_percent {
            return Self {
                base_percent: percent - carried_percent,
                limit,
                is_stretched: false,
            };
        }
        let is_stretched = carried_percent > percent * (1.0 + SAME_WITHIN);
        let stretched = carried / (percent / 100.0);
        let limit = if stretched <= MAX_AMOUNT {
            stretched
        } else {
            0.0
        };
        Self {
            base_percent: 0.0,
            limit,
            is_stretched,
        }
    }
}

/// Each bundle's share of its broker's CPU: by message throughput in plus out; by message rate where
/// there is no throughput; equally where there is no traffic.
fn shares(bundles: &[ReportedBundle]) -> Vec<f64> {
    let by = |of: fn(&Rates) -> f64| -> Option<Vec<f64>> {
        let total: f64 = bundles.iter().map(|bundle| of(&bundle.rates)).sum();
        (total > 0.0).then(|| {
            bundles
                .iter()
                .map(|bundle| of(&bundle.rates) / total)
                .collect()
        })
    };
    let equally = || vec![1.0 / bundles.len().max(1) as f64; bundles.len()];
    by(Rates::throughput)
        .or_else(|| by(Rates::msg_rate))
        .unwrap_or_else(equally)
}

fn bundle_of(bundle: &ReportedBundle, cpu: f64) -> Bundle {
    let [topics, producers, consumers] = bundle.counts;
    let rates = bundle.rates;
    Bundle {
        cpu,
        msg_rate_in: rates.msg_rate_in,
        msg_rate_out: rates.msg_rate_out,
        msg_throughput_in: rates.msg_throughput_in,
        msg_throughput_out: rates.msg_throughput_out,
        topics,
        producers,
        consumers,
        ..Bundle::idle(bundle.name.clone())
    }
}

/// The broker's own figures of traffic beside those of its bundles.
fn compare_traffic(report: &Report, tally: &mut Tally) {
    let Some(own) = report.rates else { return };
    let carried = report.carried();
    let is_more = |left: f64, right: f64| left > right * (1.0 + SAME_WITHIN) + 1e-9;
    let pairs = [
        (own.msg_rate(), carried.msg_rate()),
        (own.throughput(), carried.throughput()),
    ];
    let has_more = pairs.iter().any(|(own, carried)| is_more(*own, *carried));
    let has_less = pairs.iter().any(|(own, carried)| is_more(*carried, *own));
    let is_silent = carried.msg_rate() + carried.throughput() <= 0.0;
    let sentence = match (has_more, has_less) {
        (true, _) if report.bundles.is_empty() => {
            "Traffic without bundles to carry it; it is left out: {who}."
        }
        (true, _) if is_silent => {
            "A contradiction: the broker counts traffic, its bundles have none, so their statistics are stale or broken. The bundles are played without traffic: {who}."
        }
        (true, _) => {
            "The broker counts more traffic than its bundles carry together; the bundles' traffic is played: {who}."
        }
        (false, true) => {
            "The broker counts less traffic than its bundles carry together; the bundles' traffic is played, although the shedders of a real cluster would see the broker's figure: {who}."
        }
        (false, false) => return,
    };
    tally.say(List::Assumed, sentence, &*report.broker);
}
