//! Checks of a cluster: names, numbers, bounds, and that nothing has two owners.

use std::collections::HashSet;

use super::cluster::{Broker, Bundle, Cluster};
use super::load_data::{Name, namespace_of};
use super::policy::{fits, is_any};
use super::usage::Resource;
use crate::engine::format::format_number;
use crate::engine::limits::{
    CPU_CAPACITY, MAX_AMOUNT, MAX_BROKERS, MAX_BUNDLES, MAX_NAME_BYTES, MAX_PERCENT, MAX_RULES,
};
use crate::engine::{Cause, Problem, Thing};

impl Cluster {
    /// Checks names, numbers and bounds.
    ///
    /// # Errors
    /// The first thing that cannot be taken, with its place and what would be right.
    pub fn check(&self) -> Result<(), Problem> {
        if self.brokers.len() > MAX_BROKERS {
            return Err(Problem::at(
                "brokers",
                Cause::too_many(self.brokers.len(), MAX_BROKERS, "brokers"),
            ));
        }
        if self.bundle_count() > MAX_BUNDLES {
            return Err(Problem::at(
                "bundles",
                Cause::too_many(self.bundle_count(), MAX_BUNDLES, "bundles"),
            ));
        }
        for (index, broker) in self.brokers.iter().enumerate() {
            let place = || format!("broker {} (“{}”)", index + 1, shortened(&broker.name));
            check_name(&broker.name)
                .map_err(|problem| problem.within(&format!("broker {}", index + 1)))?;
            broker
                .check_numbers()
                .map_err(|problem| problem.within(&place()))?;
            check_bundles(&broker.bundles).map_err(|problem| problem.within(&place()))?;
        }
        check_bundles(&self.unplaced).map_err(|problem| problem.within("unplaced"))?;
        check_amount("fluctuation_percent", self.fluctuation_percent, 100.0)?;
        if !(1..=86_400).contains(&self.fluctuation_interval_s) {
            let cause = Cause::out_of_bounds(self.fluctuation_interval_s, "1 to 86400");
            return Err(Problem::at("fluctuation_interval_s", cause));
        }
        self.check_unique()
    }

    /// Every broker and every bundle has a name of its own.
    fn check_unique(&self) -> Result<(), Problem> {
        let names: Vec<&Name> = self.brokers.iter().map(|broker| &broker.name).collect();
        if let Some(index) = twin(&names) {
            let place = format!("broker {} (“{}”)", index + 1, shortened(names[index]));
            return Err(Problem::at(
                place,
                Cause::duplicate(Thing::Broker, names[index]),
            ));
        }
        let owned = self
            .brokers
            .iter()
            .flat_map(|broker| broker.bundles.iter().map(move |bundle| (broker, bundle)));
        let owned: Vec<(&Broker, &Bundle)> = owned.collect();
        let names: Vec<&Name> = self.bundles().map(|bundle| &bundle.name).collect();
        if let Some(index) = twin(&names) {
            let owner = owned
                .get(index)
                .map_or("unplaced", |(broker, _)| &*broker.name);
            let place = format!(
                "broker “{}”, bundle “{}”",
                shortened(owner),
                shortened(names[index])
            );
            return Err(Problem::at(
                place,
                Cause::duplicate(Thing::Bundle, names[index]),
            ));
        }
        Ok(())
    }
}

fn check_bundles(bundles: &[Bundle]) -> Result<(), Problem> {
    for bundle in bundles {
        let inner = || format!("bundle “{}”", shortened(&bundle.name));
        check_name(&bundle.name).map_err(|problem| problem.within(&inner()))?;
        for (field, value) in bundle.amounts() {
            check_amount(field, value, MAX_AMOUNT).map_err(|problem| problem.within(&inner()))?;
        }
    }
    Ok(())
}

/// The place of a name that has stood before, the first of them.
fn twin(names: &[&Name]) -> Option<usize> {
    let mut seen = HashSet::with_capacity(names.len());
    names.iter().position(|name| !seen.insert(&***name))
}

impl Broker {
    fn check_numbers(&self) -> Result<(), Problem> {
        let (least, most) = CPU_CAPACITY;
        if !(least..=most).contains(&self.cpu_capacity) {
            let cause = Cause::out_of_bounds(
                format_number(self.cpu_capacity, 6),
                format!("{least} to {most}"),
            );
            return Err(Problem::at("cpu_capacity", cause));
        }
        check_amount("skew", self.skew, 5.0)?;
        for (resource, (base, limit)) in Resource::ALL
            .iter()
            .zip(self.base.to_array().into_iter().zip(self.limits.to_array()))
        {
            check_amount(&format!("base {}", resource.label()), base, MAX_PERCENT)?;
            check_amount(&format!("limit of {}", resource.label()), limit, MAX_AMOUNT)?;
        }
        Ok(())
    }
}

/// Refuses what is no amount: negative, not finite, absurdly large.
fn check_amount(field: &str, value: f64, max: f64) -> Result<(), Problem> {
    if (0.0..=max).contains(&value) {
        Ok(())
    } else {
        let expected = format!("0 to {}", format_number(max, 0));
        Err(Problem::at(
            field,
            Cause::out_of_bounds(format_number(value, 3), expected),
        ))
    }
}

/// Refuses names that are empty, too long or hold control characters.
///
/// # Errors
/// Says which of them it is.
pub(crate) fn check_name(name: &str) -> Result<(), Problem> {
    if name.trim().is_empty() {
        Err(Problem::at(
            "name",
            Cause::Empty {
                expected: "a name".to_owned(),
            },
        ))
    } else if name.len() > MAX_NAME_BYTES {
        Err(Problem::at(
            "name",
            Cause::TooLong {
                most: MAX_NAME_BYTES as u64,
            },
        ))
    } else if name.chars().any(char::is_control) {
        Err(Problem::at("name", Cause::ControlCharacter))
    } else {
        Ok(())
    }
}

/// A name short enough for a message.
fn shortened(name: &str) -> String {
    if name.chars().count() > 60 {
        name.chars().take(57).chain("…".chars()).collect()
    } else {
        name.to_owned()
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
