//! Where bundles may be: namespace isolation and anti-affinity, as filters before a placement.
//!
//! Source: `SimpleResourceAllocationPolicies`, `LoadManagerShared.applyNamespacePolicies`,
//! `filterAntiAffinityGroupOwnedBrokers` and `shouldAntiAffinityNamespaceUnload`. Brokers are named
//! exactly or with a `*` at the end, where the original takes regular expressions; a broker is a
//! failure domain of its own.

use serde::{Deserialize, Serialize};

use super::cluster::Cluster;
use super::load_data::{BrokerId, Name, namespace_of};
use super::world::World;
use crate::engine::limits::MAX_RULES;
use crate::engine::{Cause, Problem, Thing};

/// Namespaces that may only be on some brokers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Isolation {
    /// `tenant/namespace`, exactly or with a `*` at the end.
    pub namespaces: Vec<Name>,
    /// Where they belong; these brokers take no namespace without rules.
    pub primary: Vec<Name>,
    /// Where they may be as well when fewer than `min_available` primaries are up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub secondary: Vec<Name>,
    /// Primaries that must be up for the secondaries to stay out of it.
    #[serde(default = "one")]
    pub min_available: u32,
}

fn one() -> u32 {
    1
}

/// Namespaces that should be apart from each other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AntiAffinity {
    /// `tenant/namespace`, exactly or with a `*` at the end.
    pub namespaces: Vec<Name>,
}

/// Whether a name is one of these, a `*` at the end standing for any rest.
pub(crate) fn is_any(patterns: &[Name], name: &str) -> bool {
    patterns.iter().any(|pattern| fits(pattern, name))
}

/// Whether a pattern means a name.
pub(crate) fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(head) => name.starts_with(head),
        None => pattern == name,
    }
}

impl Cluster {
    /// Checks that rules are about something.
    pub(crate) fn check_policies(&self) -> Result<(), Problem> {
        if self.isolation.len() + self.anti_affinity.len() > MAX_RULES {
            let rules = self.isolation.len() + self.anti_affinity.len();
            return Err(Problem::at(
                "rules",
                Cause::too_many(rules, MAX_RULES, "rules"),
            ));
        }
        let has_namespace = |names: &[Name]| {
            self.bundles()
                .any(|bundle| is_any(names, namespace_of(&bundle.name)))
        };
        for (index, rule) in self.isolation.iter().enumerate() {
            let place = format!("isolation {}", index + 1);
            if !has_namespace(&rule.namespaces) {
                return Err(no_such_namespace(&rule.namespaces).within(&place));
            }
            for (field, names) in [("primary", &rule.primary), ("secondary", &rule.secondary)] {
                let is_there = |name: &Name| self.broker_names().any(|broker| fits(name, broker));
                if let Some(stranger) = names.iter().find(|name| !is_there(name)) {
                    let cause =
                        Cause::unknown(Thing::Broker, stranger, "give one of the cluster's");
                    return Err(Problem::at(field, cause).within(&place));
                }
            }
        }
        for (index, group) in self.anti_affinity.iter().enumerate() {
            if !has_namespace(&group.namespaces) {
                return Err(no_such_namespace(&group.namespaces)
                    .within(&format!("anti_affinity {}", index + 1)));
            }
        }
        Ok(())
    }
}

fn no_such_namespace(names: &[Name]) -> Problem {
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    let cause = Cause::unknown(
        Thing::Namespace,
        names.join(", "),
        "give a namespace that is there",
    );
    Problem::at("namespaces", cause)
}

/// The rules of a cluster, ready to be asked.
#[derive(Clone, Debug, Default)]
pub struct Policies {
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
    pub fn new(cluster: &Cluster, world: &World) -> Self {
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
    pub fn is_empty(&self) -> bool {
        self.of_namespace.is_empty()
    }

    /// Whether a namespace has rules of its own.
    pub fn binds(&self, namespace: u32) -> bool {
        self.of_namespace
            .get(namespace as usize)
            .is_some_and(|of| *of != (None, None))
    }

    /// Which of the brokers that are up may hold a namespace: its primaries, with the secondaries when
    /// too few of them are up; without rules, all that are no primaries of others.
    pub fn allowed(&self, namespace: u32, up: &[BrokerId]) -> Vec<BrokerId> {
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
    pub fn group(&self, namespace: u32) -> &[u32] {
        let group = self
            .of_namespace
            .get(namespace as usize)
            .and_then(|of| of.1);
        group.map_or(&[], |group| &self.groups[group])
    }
}
