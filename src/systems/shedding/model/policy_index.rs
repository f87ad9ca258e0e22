//! The rules of a cluster, ready to be asked for a namespace.

use super::cluster::Cluster;
use super::load_data::{BrokerId, Name, namespace_of};
use super::policy::is_any;
use super::world::World;

/// The rules of a cluster, ready to be asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Policies {
    rules: Vec<(Vec<BrokerId>, Vec<BrokerId>, usize)>,
    /// The rule of each namespace, and its group.
    of_namespace: Vec<(Option<usize>, Option<usize>)>,
    /// The namespaces of each group.
    groups: Vec<Vec<u32>>,
    /// Primaries of any rule, sorted: they take nothing that has no rule.
    reserved: Vec<BrokerId>,
}

impl Policies {
    /// The rules of a cluster in its world.
    pub(crate) fn new(cluster: &Cluster, world: &World) -> Self {
        let mut policies = Self::default();
        if cluster.isolation.is_empty() && cluster.anti_affinity.is_empty() {
            return policies;
        }
        policies.of_namespace = vec![(None, None); world.namespaces];
        policies.groups = vec![Vec::new(); cluster.anti_affinity.len()];
        let brokers = |names: &[Name]| -> Vec<BrokerId> {
            let named = world
                .brokers
                .iter()
                .enumerate()
                .filter(|(_, broker)| is_any(names, &broker.name));
            named.map(|(index, _)| BrokerId(index as u32)).collect()
        };
        for rule in &cluster.isolation {
            let primary = brokers(&rule.primary);
            policies.reserved.extend(&primary);
            policies.rules.push((
                primary,
                brokers(&rule.secondary),
                rule.min_available as usize,
            ));
        }
        policies.reserved.sort_unstable();
        for bundle in &world.bundles {
            let name = namespace_of(&bundle.name);
            let of = &mut policies.of_namespace[bundle.namespace as usize];
            *of = (
                cluster
                    .isolation
                    .iter()
                    .position(|rule| is_any(&rule.namespaces, name)),
                cluster
                    .anti_affinity
                    .iter()
                    .position(|group| is_any(&group.namespaces, name)),
            );
            if let Some(group) = of.1
                && !policies.groups[group].contains(&bundle.namespace)
            {
                policies.groups[group].push(bundle.namespace);
            }
        }
        policies
    }

    /// Whether there are any.
    pub(crate) fn is_empty(&self) -> bool {
        self.of_namespace.is_empty()
    }

    /// Whether a namespace has rules of its own.
    pub(crate) fn binds(&self, namespace: u32) -> bool {
        self.of_namespace
            .get(namespace as usize)
            .is_some_and(|of| *of != (None, None))
    }

    /// Which of the brokers that are up may hold a namespace: its primaries, with the secondaries when
    /// too few of them are up; without rules, all that are no primaries of others.
    pub(crate) fn allowed(&self, namespace: u32, up: &[BrokerId]) -> Vec<BrokerId> {
        let rule = self
            .of_namespace
            .get(namespace as usize)
            .and_then(|of| of.0);
        let among = |list: &[BrokerId]| {
            up.iter()
                .copied()
                .filter(|id| list.contains(id))
                .collect::<Vec<_>>()
        };
        let Some((primary, secondary, min)) = rule.map(|rule| &self.rules[rule]) else {
            return up
                .iter()
                .copied()
                .filter(|id| self.reserved.binary_search(id).is_err())
                .collect();
        };
        let mut allowed = among(primary);
        if allowed.len() < *min {
            allowed.extend(among(secondary));
            allowed.sort_unstable();
            allowed.dedup();
        }
        allowed
    }

    /// The namespaces that a namespace should be apart from, itself included; none without a group.
    pub(crate) fn group(&self, namespace: u32) -> &[u32] {
        let group = self
            .of_namespace
            .get(namespace as usize)
            .and_then(|of| of.1);
        group.map_or(&[], |group| &self.groups[group])
    }
}
