//! The usages of metrics, set in a cluster.

use std::collections::BTreeMap;

use super::BrokerUsage;
use crate::systems::shedding::import::lists::{List, Lists, Tally, counted, names_of};
use crate::systems::shedding::import::text::shortened;
use crate::systems::shedding::model::cluster::{Broker, Cluster, default_limits};
use crate::systems::shedding::model::load_data::Name;
use crate::systems::shedding::model::usage::Resource;

/// Sets the usages in a cluster: its own brokers get them, others are added without bundles. Where it has
/// none of the brokers, the cluster becomes one of just those that are given. Returns whether it did.
pub(crate) fn apply_usages(
    usages: &[BrokerUsage],
    cluster: &mut Cluster,
    lists: &mut Lists,
) -> bool {
    let places = Places::of(cluster);
    let found: Vec<Option<usize>> = usages
        .iter()
        .map(|usage| places.find(&usage.name))
        .collect();
    let is_other = found.iter().all(Option::is_none);
    let mut remarks = Remarks {
        is_other,
        ..Remarks::default()
    };
    if is_other {
        remarks.left = cluster
            .brokers
            .iter()
            .map(|broker| shortened(&broker.name))
            .collect();
        cluster.brokers.clear();
    }
    let mut is_set = vec![false; cluster.brokers.len()];
    for (usage, place) in usages.iter().zip(&found) {
        match place {
            Some(place) => {
                is_set[*place] = true;
                remarks.set(&mut cluster.brokers[*place], usage);
            }
            None => cluster.brokers.push(remarks.added(usage)),
        }
    }
    if !is_other {
        let left = cluster
            .brokers
            .iter()
            .zip(&is_set)
            .filter(|(_, is_set)| !**is_set);
        remarks.left = left.map(|(broker, _)| shortened(&broker.name)).collect();
    }
    lists.append(remarks.into_lists());
    is_other
}

/// Where the brokers of a cluster stand.
struct Places<'a> {
    by_name: BTreeMap<&'a str, usize>,
    /// By the name without its port; `None` where several have the same.
    by_host: BTreeMap<&'a str, Option<usize>>,
}

impl<'a> Places<'a> {
    fn of(cluster: &'a Cluster) -> Self {
        let mut places = Self {
            by_name: BTreeMap::new(),
            by_host: BTreeMap::new(),
        };
        for (place, broker) in cluster.brokers.iter().enumerate() {
            places.by_name.insert(&broker.name, place);
            if let Some(host) = host(&broker.name) {
                places
                    .by_host
                    .entry(host)
                    .and_modify(|one| *one = None)
                    .or_insert(Some(place));
            }
        }
        places
    }

    /// The broker of a name. Metrics of the modular manager name brokers without their port, load reports
    /// with it, so one of the two may lack it.
    fn find(&self, name: &str) -> Option<usize> {
        let exactly = self.by_name.get(name).copied();
        exactly.or_else(|| match host(name) {
            Some(host) => self.by_name.get(host).copied(),
            None => self.by_host.get(name).copied().flatten(),
        })
    }
}

/// A name before its port, if it has one.
fn host(name: &str) -> Option<&str> {
    let (host, port) = name.rsplit_once(':')?;
    (!port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())).then_some(host)
}

/// Remarks about the brokers.
#[derive(Default)]
struct Remarks {
    is_other: bool,
    changed: Vec<String>,
    added: Vec<String>,
    /// The cluster's brokers that no metrics name.
    left: Vec<String>,
    carries: bool,
    tally: Tally,
}

impl Remarks {
    fn set(&mut self, broker: &mut Broker, usage: &BrokerUsage) {
        let name = shortened(&usage.name);
        if broker.name != usage.name {
            let who = format!("{name} is {}", shortened(&broker.name));
            self.tally.say(
                List::Assumed,
                "Names that differ by a port alone are taken for the same broker: {who}.",
                who,
            );
        }
        self.carries |= !broker.bundles.is_empty();
        for (resource, percent) in Resource::ALL.into_iter().zip(usage.percents) {
            let who = format!("{} of {name}", resource.label());
            let Some(percent) = percent else {
                self.tally.say(
                    List::Assumed,
                    "Not in the metrics, so left as it was: {who}.",
                    who,
                );
                continue;
            };
            if percent > 0.0 && broker.limits.of(resource) <= 0.0 {
                // Without a limit nothing would count.
                broker.limits = broker.limits.with(resource, default_limits().of(resource));
                self.tally.say(
                    List::Assumed,
                    "The limit was not known, so a usual one is taken: {who}.",
                    who,
                );
            }
            broker.set_usage(resource, percent);
        }
        self.changed.push(shortened(&broker.name));
    }

    fn added(&mut self, usage: &BrokerUsage) -> Broker {
        let mut broker = Broker::empty(Name::clone(&usage.name));
        let name = shortened(&usage.name);
        for (resource, percent) in Resource::ALL.into_iter().zip(usage.percents) {
            if percent.is_none() {
                let who = format!("{} of {name}", resource.label());
                self.tally.say(
                    List::Assumed,
                    "Not in the metrics, so counted as unused: {who}.",
                    who,
                );
            }
            broker.base = broker.base.with(resource, percent.unwrap_or(0.0));
        }
        self.added.push(name);
        broker
    }

    fn into_lists(self) -> Lists {
        let mut lists = Lists::default();
        let some = |names: &[String]| names_of(names, names.len());
        let say = |lists: &mut Lists, list, sentence: &str, names: &[String]| {
            if !names.is_empty() {
                lists.say(list, format!("{sentence}: {}.", some(names)));
            }
        };
        say(
            &mut lists,
            List::Understood,
            "Brokers that get the usage of the metrics",
            &self.changed,
        );
        if self.is_other {
            let brokers = counted(self.added.len(), "broker");
            let what = "Metrics name no bundles, so all usage stays with the brokers and there is nothing to shed";
            lists.say(
                List::Assumed,
                format!("{what}; give load reports as well to see {brokers} at work."),
            );
            let sentence =
                "None of the brokers that were open is in the metrics, so they are replaced";
            say(&mut lists, List::Assumed, sentence, &self.left);
            if self.added.len() == 1 {
                let what = "A single broker has no other broker to give bundles to; give the metrics of the others too.";
                lists.say(List::Assumed, what);
            }
        } else {
            let sentence = "Brokers that were not there before are added, without bundles";
            say(&mut lists, List::Assumed, sentence, &self.added);
            say(
                &mut lists,
                List::Assumed,
                "Not in the metrics, so they stay as they are",
                &self.left,
            );
        }
        if self.carries {
            let what = "To reach a usage, what the broker's bundles cost or carry is scaled, and their messages with the network; below what else runs there, or where bundles take nothing of it, that is set instead.";
            lists.say(List::Assumed, what);
        }
        lists.append(self.tally.into_lists());
        lists
    }
}
