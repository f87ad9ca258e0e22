//! Where the modular load manager sends a bundle: its filters, the placement, the second question.
//!
//! Source: `ModularLoadManagerImpl.selectBrokerForAssignment` and `LoadManagerShared`.

use std::collections::BTreeMap;

use super::load_data::{BrokerId, BundleId, LoadData};
use super::manager::Simulation;
use super::placement::{Ask, Placement, PlacementFailure, Shortlist};
use super::reason::{Rule, Subject, Why};
use super::settings::{Key, Settings};
use super::usage::{Resource, Weights, weighted_usages};
use crate::run::{Op, Side, Unit, draw};

/// Choosing destinations within one round: counts, topics and usages do not change while it lasts.
pub(super) struct Placing<'a> {
    simulation: &'a Simulation,
    load: &'a LoadData,
    settings: &'a Settings,
    usages: Vec<(f64, Resource)>,
    topics: Vec<u64>,
    index: usize,
    all: Vec<BrokerId>,
    /// The brokers that the topics filter leaves, if it is on.
    under_topics: Option<Vec<BrokerId>>,
    /// Of each namespace asked about, the brokers that hold bundles of it, and how many.
    holders: BTreeMap<u32, Vec<(BrokerId, u32)>>,
}

/// So many brokers are taken out of a list one by one.
const FEW: usize = 16;

impl<'a> Placing<'a> {
    pub(super) fn new(simulation: &'a Simulation, load: &'a LoadData, index: usize) -> Self {
        let settings = &simulation.lane.settings;
        let all: Vec<BrokerId> = load.broker_ids().collect();
        let usages = weighted_usages(load, &Weights::from_settings(settings));
        let topics = topics_of(load);
        let mut placing = Self {
            simulation,
            load,
            settings,
            usages,
            topics,
            index,
            all,
            under_topics: None,
            holders: BTreeMap::new(),
        };
        if settings.is_on(Key::MaxTopicsFilter) {
            let silent = &mut Why::silent();
            let under = |broker: &BrokerId| !placing.has_too_many_topics(BundleId(0), *broker, silent);
            placing.under_topics = Some(placing.all.iter().copied().filter(under).collect());
        }
        placing
    }

    /// The broker for a bundle, if there is one.
    pub(super) fn destination(
        &mut self,
        placement: &mut dyn Placement,
        bundle: BundleId,
        owners: &[BrokerId],
        why: &mut Why,
    ) -> Option<BrokerId> {
        let mut candidates = self.filter_topics(bundle, why);
        self.filter_fewest(bundle, &mut candidates, owners, why);
        let chosen = self.ask(placement, bundle, &candidates, 0, why)?;
        let (usage, resource) = self.usages[chosen.index()];
        let key = Key::OverloadedPercentage;
        let line = Side::setting(self.settings.get(key) / 100.0, "overload line", key.name());
        let left = Side::measure(usage, resource.usage_phrase());
        let subject = Subject::Candidate { bundle, broker: chosen };
        if why.test(subject, Rule::ChosenIsOverloaded, left, Op::Above, line, Unit::Fraction) {
            return self.ask(placement, bundle, &self.all, 1, why);
        }
        Some(chosen)
    }

    fn ask(
        &self,
        placement: &mut dyn Placement,
        bundle: BundleId,
        candidates: &[BrokerId],
        question: u64,
        why: &mut Why,
    ) -> Option<BrokerId> {
        let ask = Ask { load: self.load, settings: self.settings, usages: &self.usages, bundle, candidates };
        let shortlist: Shortlist = match placement.shortlist(&ask, why) {
            Ok(shortlist) => shortlist,
            Err(PlacementFailure::NoCandidates | PlacementFailure::UnknownCandidate) => {
                let left = Side::measure(candidates.len() as f64, "candidates");
                why.test(
                    Subject::Bundle(bundle),
                    Rule::PlacementFailed,
                    left,
                    Op::Equals,
                    Side::measure(0.0, "none"),
                    Unit::Count,
                );
                return None;
            }
        };
        let chosen = match shortlist.best.len() {
            0 => return None,
            1 => shortlist.best[0],
            count => {
                let time = self.index as u64 * 2 + question;
                let draw = draw(self.simulation.seed, "placement", &self.load.bundle(bundle).name, time);
                shortlist.best[placement.pick(count, draw as u32)]
            }
        };
        placement.settle(&ask, &shortlist, chosen);
        Some(chosen)
    }

    fn has_too_many_topics(&self, bundle: BundleId, broker: BrokerId, why: &mut Why) -> bool {
        let key = Key::BrokerMaxTopics;
        let left = Side::measure(self.topics[broker.index()] as f64, "topics of the broker");
        let right = Side::setting(self.settings.get(key), "maximum topics", key.name());
        why.test(Subject::Candidate { bundle, broker }, Rule::TooManyTopics, left, Op::Above, right, Unit::Count)
    }

    /// Whether anybody wants to hear of a candidate of a bundle; if not, what is the same for all bundles
    /// or plain to see is not asked again.
    fn tells_of_candidates(&self, bundle: BundleId, why: &Why) -> bool {
        why.is_telling() && self.all.iter().any(|&broker| why.tells_of(&Subject::Candidate { bundle, broker }))
    }

    /// Drops brokers above the maximum of topics, unless that leaves none.
    fn filter_topics(&self, bundle: BundleId, why: &mut Why) -> Vec<BrokerId> {
        let Some(kept) = &self.under_topics else { return self.all.clone() };
        if self.tells_of_candidates(bundle, why) {
            for &broker in &self.all {
                self.has_too_many_topics(bundle, broker, why);
            }
        }
        let left = Side::measure(kept.len() as f64, "brokers under the maximum");
        let none = Side::measure(0.0, "none");
        let subject = Subject::Bundle(bundle);
        let is_empty = why.test(subject, Rule::NobodyUnderTopics, left, Op::Equals, none, Unit::Count);
        if is_empty { self.all.clone() } else { kept.clone() }
    }

    /// Keeps the brokers with the fewest bundles of the namespace.
    fn filter_fewest(&mut self, bundle: BundleId, candidates: &mut Vec<BrokerId>, owners: &[BrokerId], why: &mut Why) {
        if !self.settings.is_on(Key::DistributeEvenly) {
            return;
        }
        let namespace = self.simulation.world.bundles[bundle.index()].namespace;
        let tells = self.tells_of_candidates(bundle, why);
        let bundles = &self.simulation.namespaces[namespace as usize];
        let holders = self.holders.entry(namespace).or_insert_with(|| holders_of(bundles, owners));
        let count = |broker: BrokerId| match holders.binary_search_by_key(&broker, |holder| holder.0) {
            Ok(at) => holders[at].1,
            Err(_) => 0,
        };
        // Candidates are in the order of their ids. Who holds none is not among the holders.
        let held = holders.iter().filter(|holder| candidates.binary_search(&holder.0).is_ok());
        let everybody_holds = held.clone().count() == candidates.len();
        let fewest = if everybody_holds { held.map(|holder| holder.1).min().unwrap_or(0) } else { 0 };
        let mut holds_more = |broker: BrokerId| {
            let left = Side::measure(f64::from(count(broker)), "bundles of the namespace on the broker");
            let right = Side::setting(f64::from(fewest), "fewest among the candidates", Key::DistributeEvenly.name());
            let subject = Subject::Candidate { bundle, broker };
            why.test(subject, Rule::HoldsMoreOfNamespace, left, Op::Above, right, Unit::Count)
        };
        if tells || everybody_holds || holders.len() > FEW {
            candidates.retain(|&broker| !holds_more(broker));
            return;
        }
        // None is never more than none, so only the holders need be asked.
        for &(broker, _) in holders.iter() {
            if let Ok(at) = candidates.binary_search(&broker)
                && holds_more(broker)
            {
                candidates.remove(at);
            }
        }
    }
}

/// The owners of these bundles by id, each with its count.
fn holders_of(bundles: &[BundleId], owners: &[BrokerId]) -> Vec<(BrokerId, u32)> {
    let mut sorted: Vec<BrokerId> = bundles.iter().map(|bundle| owners[bundle.index()]).collect();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect()
}

fn topics_of(load: &LoadData) -> Vec<u64> {
    let of = |bundles: &[BundleId]| bundles.iter().map(|id| u64::from(load.bundle(*id).topics)).sum();
    load.brokers.iter().map(|broker| of(&broker.bundles)).collect()
}
