//! The world: brokers and bundles as the scenario has them, the same for every variant.

use super::cluster::{Broker, Bundle, Cluster};
use super::event::Kind;
use super::load_data::{BrokerId, BundleId, NOBODY, Name, Rates, SYSTEM_NAMESPACES, namespace_of};
use super::subject::Subject;
use super::usage::Resource;
use crate::engine::Digest;
use crate::engine::explain::has_any_shape;

/// What never changes during a run. Brokers and bundles are in the order of their names, and ties fall
/// that way; `given_order` is the order in which the scenario lists the brokers, those that events add
/// last.
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
    pub(crate) base_percent: [f64; 5],
    /// The limit of each resource in the unit of load reports; 0 = not known.
    pub limits: [f64; 5],
    /// Whether an event adds it.
    pub(crate) is_added: bool,
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
    /// What chance knows its name by.
    pub digest: u64,
    /// Its traffic, before anything changes it.
    pub rates: Rates,
    /// What it takes of each resource: CPU in points of the reference broker, the rest in the unit of
    /// the limits.
    pub cost: [f64; 5],
    /// Number of topics.
    pub topics: u32,
    /// Producers plus consumers.
    pub clients: u32,
    /// The owner at the start; nobody where the placement has to find one.
    pub(crate) first_owner: BrokerId,
}

impl World {
    /// The world of a cluster that has been checked.
    pub fn new(cluster: &Cluster) -> Self {
        let added: Vec<Broker> = cluster
            .events
            .iter()
            .filter(|event| event.kind == Kind::Add)
            .map(|event| cluster.added_broker(event))
            .collect();
        let listed: Vec<&Broker> = cluster.brokers.iter().chain(&added).collect();
        let mut by_name: Vec<usize> = (0..listed.len()).collect();
        by_name.sort_by(|a, b| listed[*a].name.cmp(&listed[*b].name));
        let mut given_order = vec![NOBODY; by_name.len()];
        for (rank, &given) in by_name.iter().enumerate() {
            given_order[given] = BrokerId(rank as u32);
        }
        let is_added = |given: usize| given >= cluster.brokers.len();
        let brokers = by_name
            .iter()
            .map(|&given| WorldBroker::new(listed[given], is_added(given)))
            .collect();

        let owned = cluster.brokers.iter().zip(&given_order);
        let owned =
            owned.flat_map(|(broker, owner)| broker.bundles.iter().map(|bundle| (bundle, *owner)));
        let mut listed: Vec<(&Bundle, BrokerId)> = owned
            .chain(cluster.unplaced.iter().map(|bundle| (bundle, NOBODY)))
            .collect();
        listed.sort_by(|a, b| a.0.name.cmp(&b.0.name));
        let mut bundles: Vec<WorldBundle> = listed
            .into_iter()
            .map(|(bundle, owner)| WorldBundle::new(bundle, owner))
            .collect();
        let namespaces = number_namespaces(&mut bundles);
        Self {
            brokers,
            bundles,
            given_order,
            namespaces,
        }
    }

    /// The same subject in another world, by name.
    pub(crate) fn find_in(&self, other: &Self, subject: Subject) -> Option<Subject> {
        let broker = |id: BrokerId| other.find_broker(&self.brokers[id.index()].name);
        let bundle = |id: BundleId| other.find_bundle(&self.bundles[id.index()].name);
        Some(match subject {
            Subject::Round => Subject::Round,
            Subject::Broker(id) => Subject::Broker(broker(id)?),
            Subject::Pair(high, low) => Subject::Pair(broker(high)?, broker(low)?),
            Subject::Bundle(id) => Subject::Bundle(bundle(id)?),
            Subject::Candidate {
                bundle: of,
                broker: id,
            } => Subject::Candidate {
                bundle: bundle(of)?,
                broker: broker(id)?,
            },
        })
    }

    /// Whether a subject is somebody of this world.
    pub fn has(&self, subject: Subject) -> bool {
        let is_broker = |broker: BrokerId| broker.index() < self.brokers.len();
        let is_bundle = |bundle: BundleId| bundle.index() < self.bundles.len();
        match subject {
            Subject::Round => true,
            Subject::Broker(broker) => is_broker(broker),
            Subject::Pair(high, low) => is_broker(high) && is_broker(low),
            Subject::Bundle(bundle) => is_bundle(bundle),
            Subject::Candidate { bundle, broker } => is_bundle(bundle) && is_broker(broker),
        }
    }

    /// The owners at the start.
    pub fn first_owners(&self) -> Vec<BrokerId> {
        self.bundles
            .iter()
            .map(|bundle| bundle.first_owner)
            .collect()
    }

    /// The broker of a name.
    pub fn find_broker(&self, name: &str) -> Option<BrokerId> {
        let found = self
            .brokers
            .binary_search_by(|broker| (*broker.name).cmp(name))
            .ok();
        found.map(|index| BrokerId(index as u32))
    }

    /// The bundle of a name.
    pub(crate) fn find_bundle(&self, name: &str) -> Option<BundleId> {
        let found = self
            .bundles
            .binary_search_by(|bundle| (*bundle.name).cmp(name))
            .ok();
        found.map(|index| BundleId(index as u32))
    }
}

/// What a cost means in percent of a broker.
pub(crate) fn percent_of_cost(
    cost: f64,
    cpu_capacity: f64,
    limits: &[f64; 5],
    resource: Resource,
) -> f64 {
    match resource {
        Resource::Cpu => cost / cpu_capacity,
        _ if limits[resource as usize] > 0.0 => cost / limits[resource as usize] * 100.0,
        _ => 0.0,
    }
}

/// Numbers the namespaces in the order of their names. Bundles are in the order of theirs, so those of a namespace
/// follow one another but for namespaces within it.
fn number_namespaces(bundles: &mut [WorldBundle]) -> usize {
    let names: Vec<Name> = bundles
        .iter()
        .map(|bundle| Name::clone(&bundle.name))
        .collect();
    let mut runs: Vec<(&str, std::ops::Range<usize>)> = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let namespace = namespace_of(name);
        match runs.last_mut() {
            Some((last, range)) if *last == namespace => range.end = place + 1,
            _ => runs.push((namespace, place..place + 1)),
        }
    }
    runs.sort_by_key(|(namespace, _)| *namespace);
    let mut count = 0;
    for same in runs.chunk_by(|a, b| a.0 == b.0) {
        let all = same.iter().flat_map(|(_, range)| range.clone());
        all.for_each(|place| bundles[place].namespace = count);
        count += 1;
    }
    count as usize
}

/// Whether a bundle's namespace is one that is never offered.
pub fn is_system_bundle(name: &str) -> bool {
    has_any_shape(namespace_of(name), SYSTEM_NAMESPACES)
}

impl WorldBroker {
    fn new(broker: &Broker, is_added: bool) -> Self {
        Self {
            name: broker.name.clone(),
            cpu_capacity: broker.cpu_capacity,
            base_percent: broker.base.to_array(),
            limits: broker.limits.to_array(),
            is_added,
        }
    }
}

impl WorldBundle {
    fn new(bundle: &Bundle, first_owner: BrokerId) -> Self {
        Self {
            name: bundle.name.clone(),
            namespace: 0,
            is_system: is_system_bundle(&bundle.name),
            digest: Digest::of_text(&bundle.name),
            rates: bundle.rates(),
            cost: bundle.cost().to_array(),
            topics: bundle.topics,
            clients: bundle.producers.saturating_add(bundle.consumers),
            first_owner,
        }
    }
}
