//! The world: brokers and bundles as they truly are, and the load data they give rise to.

use super::cluster::{Bundle, Cluster};
use super::load_data::{
    BrokerId, BrokerLoad, BundleId, BundleLoad, LoadData, Name, Rates, SYSTEM_NAMESPACES, TimeAverage, namespace_of,
};
use super::usage::{Reading, Readings, Resource};
use crate::run::order;
use crate::run::reason::has_any_shape;

/// What never changes during a run. Brokers and bundles are in the order of their names, and ties fall
/// that way; `given_order` is the order in which the scenario lists the brokers.
#[derive(Clone, Debug)]
pub struct World {
    /// The brokers.
    pub brokers: Vec<WorldBroker>,
    /// The bundles.
    pub bundles: Vec<WorldBundle>,
    /// The scenario's own order of brokers.
    pub given_order: Vec<BrokerId>,
    /// How many namespaces there are.
    pub namespaces: usize,
}

/// A broker of the world.
#[derive(Clone, Debug)]
pub struct WorldBroker {
    /// Its name.
    pub name: Name,
    /// CPU capacity, 1 = the reference broker.
    pub cpu_capacity: f64,
    /// Percent of each resource used by whatever else runs there.
    pub base_percent: [f64; 5],
    /// The limit of each resource in the unit of load reports; 0 = not known.
    pub limits: [f64; 5],
}

/// A bundle of the world.
#[derive(Clone, Debug)]
pub struct WorldBundle {
    /// Its name.
    pub name: Name,
    /// Which namespace, as a number.
    pub namespace: u32,
    /// Whether it is of a heartbeat or SLA namespace.
    pub is_system: bool,
    /// Its traffic.
    pub rates: Rates,
    /// What it takes of each resource: CPU in points of the reference broker, the rest in the unit of
    /// the limits.
    pub cost: [f64; 5],
    /// Number of topics.
    pub topics: u32,
    /// Producers plus consumers.
    pub clients: u32,
    /// The owner at the start.
    pub first_owner: BrokerId,
}

impl World {
    /// The world of a cluster that has been checked.
    pub fn new(cluster: &Cluster) -> Self {
        let by_name = order(cluster.brokers.len(), &mut |a, b| cluster.brokers[a].name.cmp(&cluster.brokers[b].name));
        let mut given_order = vec![BrokerId(0); by_name.len()];
        for (rank, &given) in by_name.iter().enumerate() {
            given_order[given] = BrokerId(rank as u32);
        }
        let owned = cluster.brokers.iter().zip(&given_order);
        let listed: Vec<(&Bundle, BrokerId)> =
            owned.flat_map(|(broker, owner)| broker.bundles.iter().map(|bundle| (bundle, *owner))).collect();
        let places = order(listed.len(), &mut |a, b| listed[a].0.name.cmp(&listed[b].0.name));
        let mut bundles: Vec<WorldBundle> =
            places.into_iter().map(|place| listed[place].0.to_world(listed[place].1)).collect();
        let namespaces = number_namespaces(&mut bundles);
        let brokers = by_name.iter().map(|&given| cluster.brokers[given].to_world()).collect();
        Self { brokers, bundles, given_order, namespaces }
    }

    /// The owners at the start.
    pub fn first_owners(&self) -> Vec<BrokerId> {
        self.bundles.iter().map(|bundle| bundle.first_owner).collect()
    }

    /// Percent of one resource that a bundle makes on a broker.
    pub fn percent_of(&self, bundle: BundleId, broker: BrokerId, resource: Resource) -> f64 {
        let (bundle, broker) = (&self.bundles[bundle.index()], &self.brokers[broker.index()]);
        let cost = bundle.cost[resource as usize];
        match resource {
            Resource::Cpu => cost / broker.cpu_capacity,
            _ if broker.limits[resource as usize] > 0.0 => cost / broker.limits[resource as usize] * 100.0,
            _ => 0.0,
        }
    }

    /// The load data when every broker has just reported the truth.
    pub fn fresh_report(&self, owners: &[BrokerId]) -> LoadData {
        let mut load =
            LoadData { brokers: Vec::with_capacity(self.brokers.len()), bundles: Vec::with_capacity(owners.len()) };
        let mut costs = vec![[0.0_f64; 5]; self.brokers.len()];
        let mut counts = vec![0; self.brokers.len()];
        owners.iter().for_each(|owner| counts[owner.index()] += 1);
        for (broker, &count) in self.brokers.iter().zip(&counts) {
            load.brokers.push(BrokerLoad {
                name: broker.name.clone(),
                readings: Readings::default(),
                rates: Rates::default(),
                long_term_msg_rate: 0.0,
                bundles: Vec::with_capacity(count),
                bundle_count: count,
                preallocated: Vec::new(),
                is_reported: true,
                extensible: None,
            });
        }
        for (index, (bundle, &owner)) in self.bundles.iter().zip(owners).enumerate() {
            let broker = &mut load.brokers[owner.index()];
            broker.bundles.push(BundleId(index as u32));
            let sum = broker.rates.to_array();
            let own = bundle.rates.to_array();
            broker.rates = Rates::from_array(std::array::from_fn(|i| sum[i] + own[i]));
            for (total, cost) in costs[owner.index()].iter_mut().zip(bundle.cost) {
                *total += cost;
            }
            load.bundles.push(BundleLoad {
                name: bundle.name.clone(),
                // Traffic is constant, so averages that have seen enough of it are the traffic itself.
                short_term: TimeAverage { samples: 10, limit: 10, rates: bundle.rates },
                long_term: TimeAverage { samples: 1000, limit: 1000, rates: bundle.rates },
                topics: bundle.topics,
                usage_points: 0.0,
                is_system: bundle.is_system,
                unloaded_min_ago: None,
                has_policies: false,
            });
        }
        for (index, broker) in load.brokers.iter_mut().enumerate() {
            broker.long_term_msg_rate = broker.rates.msg_rate();
            broker.readings = self.brokers[index].readings(&costs[index]);
        }
        self.fill_usage_points(&mut load);
        load
    }

    /// Points of a broker are those of the resource that it is most used of.
    fn fill_usage_points(&self, load: &mut LoadData) {
        for (index, broker) in load.brokers.iter().enumerate() {
            let (_, resource) = super::usage::plain_usage_percent(&broker.readings);
            for &id in &broker.bundles {
                load.bundles[id.index()].usage_points = self.percent_of(id, BrokerId(index as u32), resource);
            }
        }
    }
}

impl WorldBroker {
    /// What the broker reports of each resource when its bundles take `costs` of it.
    fn readings(&self, costs: &[f64; 5]) -> Readings {
        Readings(std::array::from_fn(|i| {
            let limit = self.limits[i];
            let usage = if i == Resource::Cpu as usize {
                (self.base_percent[i] + costs[i] / self.cpu_capacity) * (limit / 100.0)
            } else {
                self.base_percent[i] * (limit / 100.0) + costs[i]
            };
            Reading { usage, limit }
        }))
    }
}

fn number_namespaces(bundles: &mut [WorldBundle]) -> usize {
    let namespace = |bundles: &[WorldBundle], place: usize| namespace_of(&bundles[place].name).to_owned();
    let places = order(bundles.len(), &mut |a, b| namespace_of(&bundles[a].name).cmp(namespace_of(&bundles[b].name)));
    let mut count = 0;
    let mut last = None;
    for place in places {
        let own = namespace(bundles, place);
        if last.as_ref() != Some(&own) {
            count += 1;
            last = Some(own);
        }
        bundles[place].namespace = count as u32 - 1;
    }
    count
}

/// Whether a bundle's namespace is one that is never offered.
pub fn is_system_bundle(name: &str) -> bool {
    has_any_shape(namespace_of(name), SYSTEM_NAMESPACES)
}
