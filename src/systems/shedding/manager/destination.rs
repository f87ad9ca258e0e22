//! Where the load manager sends a bundle: its filters, the placement, the second question.
//!
//! Source: `ModularLoadManagerImpl.selectBroker` and `LoadManagerShared`. The extensible manager has neither
//! the filter for the fewest bundles nor the second question (`ExtensibleLoadManagerImpl.selectAsync`).

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::round::StayReason;
use super::simulation::Simulation;
use crate::engine::{Op, Operand, Unit, draw};
use crate::systems::shedding::model::load_data::{
    BrokerId, BundleId, LoadData, NOBODY, weighted_usages,
};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::model::usage::{Resource, Weights};
use crate::systems::shedding::placement::{
    Placement, PlacementFailure, PlacementRequest, Shortlist,
};
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::settings::{Key, Settings};

/// Choosing destinations one after the other: usages and topics do not change while it lasts, and counts
/// only by what is preallocated.
pub(crate) struct DestinationChoice<'a> {
    simulation: &'a Simulation,
    load: Rc<LoadData>,
    settings: Rc<Settings>,
    usages: Vec<(f64, Resource)>,
    topics: Vec<u64>,
    /// What tells this round's draws from others'.
    snapshot: u64,
    /// The brokers that are there.
    up: Vec<BrokerId>,
    /// The brokers that the topics filter leaves, if it is on.
    under_topics: Option<Vec<BrokerId>>,
    /// Who holds each bundle as far as the leader knows; worked out when it is asked for.
    known_owners: Option<Vec<BrokerId>>,
    /// Bundles that the leader knows on one more broker: promised to it, or reported by two.
    also_on: Vec<(BundleId, BrokerId)>,
    /// The bundle asked about last, and whether anybody wants to hear of its candidates.
    asked_about: Cell<Option<(BundleId, bool)>>,
    /// Of each namespace asked about, the brokers that hold bundles of it, and how many.
    holders: BTreeMap<u32, Vec<(BrokerId, u32)>>,
}

/// This many brokers are taken out of a list one by one.
const FEW: usize = 16;

impl<'a> DestinationChoice<'a> {
    pub(crate) fn new(
        simulation: &'a Simulation,
        load: Rc<LoadData>,
        settings: &Rc<Settings>,
        snapshot: u64,
    ) -> Self {
        let up: Vec<BrokerId> = load.broker_ids().collect();
        let usages = weighted_usages(&load, &Weights::from_settings(settings));
        let topics = topics_of(&load);
        let mut placing = Self {
            simulation,
            load,
            settings: Rc::clone(settings),
            usages,
            topics,
            snapshot,
            up,
            under_topics: None,
            known_owners: None,
            also_on: Vec::new(),
            asked_about: Cell::new(None),
            holders: BTreeMap::new(),
        };
        if settings.is_on(Key::MaxTopicsFilter) {
            let silent = &mut Explain::disabled();
            let under =
                |broker: &BrokerId| !placing.has_too_many_topics(BundleId(0), *broker, silent);
            placing.under_topics = Some(placing.up.iter().copied().filter(under).collect());
        }
        placing
    }

    /// The broker for a bundle, if there is one.
    pub(crate) fn destination(
        &mut self,
        placement: &mut dyn Placement,
        bundle: BundleId,
        explain: &mut Explain,
    ) -> Option<BrokerId> {
        let all = self.allowed(bundle, explain);
        let mut candidates = self.filter_topics(bundle, &all, explain);
        self.filter_group(bundle, &mut candidates, explain);
        self.filter_fewest(bundle, &mut candidates, explain);
        let chosen = self.ask(
            placement,
            bundle,
            if candidates.is_empty() {
                &all
            } else {
                &candidates
            },
            0,
            explain,
        )?;
        if self.simulation.is_extensible {
            return Some(chosen);
        }
        let (usage, resource) = self.usages[chosen.index()];
        let key = Key::OverloadedPercentage;
        let line = Operand::setting(
            self.settings.get(key) / 100.0,
            "overload threshold",
            key.name(),
        );
        let left = Operand::measure(usage, resource.usage_phrase());
        let subject = Subject::Candidate {
            bundle,
            broker: chosen,
        };
        if explain.check(
            subject,
            Rule::ChosenIsOverloaded,
            left,
            Op::Above,
            line,
            Unit::Fraction,
        ) {
            return self.ask(placement, bundle, &all, 1, explain);
        }
        Some(chosen)
    }

    /// The brokers that the rules let have a bundle, by id.
    pub(crate) fn may_hold(&mut self, bundle: BundleId) -> Vec<BrokerId> {
        let silent = &mut Explain::disabled();
        let mut brokers = self.allowed(bundle, silent);
        self.filter_group(bundle, &mut brokers, silent);
        brokers
    }

    /// A bundle counts for its new broker from now on.
    pub(crate) fn preallocate(&mut self, bundle: BundleId, to: BrokerId) {
        Rc::make_mut(&mut self.load).brokers[to.index()]
            .preallocated
            .push(bundle);
        self.also_on.push((bundle, to));
        self.holders.remove(&self.namespace(bundle));
    }

    /// A bundle does not count for its owner any more.
    pub(crate) fn unload(&mut self, bundle: BundleId, owner: BrokerId) {
        self.learn_owners();
        if let Some(known) = self
            .known_owners
            .as_mut()
            .map(|owners| &mut owners[bundle.index()])
            && *known == owner
        {
            *known = NOBODY;
        }
        self.also_on.retain(|other| *other != (bundle, owner));
        self.holders.remove(&self.namespace(bundle));
    }

    fn namespace(&self, bundle: BundleId) -> u32 {
        self.simulation.world.bundles[bundle.index()].namespace
    }

    fn learn_owners(&mut self) {
        if self.known_owners.is_some() {
            return;
        }
        let mut owners = vec![NOBODY; self.load.bundles.len()];
        let mut also_on = Vec::new();
        for (id, broker) in self.load.reported() {
            for &bundle in broker.bundles.iter().chain(&broker.preallocated) {
                let owner = &mut owners[bundle.index()];
                if *owner == NOBODY {
                    *owner = id;
                } else if *owner != id {
                    also_on.push((bundle, id));
                }
            }
        }
        self.known_owners = Some(owners);
        self.also_on = also_on;
    }

    fn ask(
        &self,
        placement: &mut dyn Placement,
        bundle: BundleId,
        candidates: &[BrokerId],
        question: u64,
        explain: &mut Explain,
    ) -> Option<BrokerId> {
        let ask = PlacementRequest {
            load: &self.load,
            settings: &self.settings,
            usages: &self.usages,
            bundle,
            candidates,
        };
        let shortlist: Shortlist = match placement.shortlist(&ask, explain) {
            Ok(shortlist) => shortlist,
            Err(PlacementFailure::NoCandidates | PlacementFailure::UnknownCandidate) => {
                let left = Operand::measure(candidates.len() as f64, "candidates");
                let none = Operand::measure(0.0, "none");
                explain.check(
                    Subject::Bundle(bundle),
                    Rule::PlacementFailed,
                    left,
                    Op::Equals,
                    none,
                    Unit::Count,
                );
                return None;
            }
        };
        let chosen = match shortlist.best.len() {
            0 => return None,
            1 => shortlist.best[0],
            count => {
                let time = self.snapshot * 2 + question;
                let draw = draw(
                    self.simulation.seed,
                    "placement",
                    &self.load.bundle(bundle).name,
                    time,
                );
                shortlist.best[placement.pick(count, draw as u32)]
            }
        };
        placement.commit(&ask, &shortlist, chosen);
        Some(chosen)
    }

    /// Whether the rules let a bundle leave its broker at all (`shouldNamespacePoliciesUnload`,
    /// `shouldAntiAffinityNamespaceUnload`).
    pub(crate) fn check_policies(
        &mut self,
        bundle: BundleId,
        from: BrokerId,
        explain: &mut Explain,
    ) -> Result<(), StayReason> {
        if self.simulation.policies.is_empty() {
            return Ok(());
        }
        let (subject, none) = (Subject::Bundle(bundle), || Operand::measure(0.0, "none"));
        let allowed = self.allowed(bundle, &mut Explain::disabled());
        let others = allowed.iter().filter(|broker| **broker != from).count();
        let left = Operand::measure(others as f64, "other brokers that may hold it");
        if !explain.check(
            subject,
            Rule::OthersMayHold,
            left,
            Op::Above,
            none(),
            Unit::Count,
        ) {
            return Err(StayReason::NobodyElse);
        }
        if self
            .simulation
            .policies
            .group(self.namespace(bundle))
            .is_empty()
        {
            return Ok(());
        }
        let counts: Vec<u32> = allowed
            .iter()
            .map(|broker| self.namespaces_of_group(bundle, *broker))
            .collect();
        let least = counts.iter().copied().min().unwrap_or(0);
        let own = self.namespaces_of_group(bundle, from);
        let as_few = counts.iter().filter(|count| **count == least).count();
        // It may go where there are fewer, or where there are no more while its broker is not alone in that.
        let may_go = least == 0 || own > least || as_few > 1;
        if explain.flag(
            subject,
            Rule::IsNoCloser,
            "another broker holds no more of its group",
            may_go,
        ) {
            Ok(())
        } else {
            Err(StayReason::NotApart)
        }
    }

    /// How many namespaces of a bundle's anti-affinity group a broker holds.
    fn namespaces_of_group(&mut self, bundle: BundleId, broker: BrokerId) -> u32 {
        let simulation = self.simulation;
        let group = simulation.policies.group(self.namespace(bundle));
        group
            .iter()
            .filter(|namespace| {
                self.holders_of(**namespace)
                    .iter()
                    .any(|(holder, _)| *holder == broker)
            })
            .count() as u32
    }

    /// The brokers that the rules let hold a bundle, of those that are there.
    fn allowed(&self, bundle: BundleId, explain: &mut Explain) -> Vec<BrokerId> {
        if self.simulation.policies.is_empty() {
            return self.up.clone();
        }
        let allowed = self
            .simulation
            .policies
            .allowed(self.namespace(bundle), &self.up);
        if self.tells_of_candidates(bundle, explain) {
            for &broker in &self.up {
                let subject = Subject::Candidate { bundle, broker };
                explain.flag(
                    subject,
                    Rule::RulesAllow,
                    "the rules allow it",
                    allowed.contains(&broker),
                );
            }
        }
        allowed
    }

    fn has_too_many_topics(
        &self,
        bundle: BundleId,
        broker: BrokerId,
        explain: &mut Explain,
    ) -> bool {
        let key = Key::BrokerMaxTopics;
        let left = Operand::measure(self.topics[broker.index()] as f64, "topics of the broker");
        let right = Operand::setting(self.settings.get(key), "maximum topics", key.name());
        explain.check(
            Subject::Candidate { bundle, broker },
            Rule::TooManyTopics,
            left,
            Op::Above,
            right,
            Unit::Count,
        )
    }

    /// Whether anybody wants to hear of a candidate of a bundle; if not, what is the same for all bundles
    /// or plain to see is not asked again.
    fn tells_of_candidates(&self, bundle: BundleId, explain: &Explain) -> bool {
        if !explain.is_recording() {
            return false;
        }
        match self.asked_about.get() {
            Some((asked, is_told)) if asked == bundle => is_told,
            _ => {
                let is_told = self
                    .up
                    .iter()
                    .any(|&broker| explain.records(&Subject::Candidate { bundle, broker }));
                self.asked_about.set(Some((bundle, is_told)));
                is_told
            }
        }
    }

    /// Drops brokers above the maximum of topics, unless that leaves none.
    fn filter_topics(
        &self,
        bundle: BundleId,
        all: &[BrokerId],
        explain: &mut Explain,
    ) -> Vec<BrokerId> {
        let Some(under) = &self.under_topics else {
            return all.to_vec();
        };
        if self.tells_of_candidates(bundle, explain) {
            for &broker in all {
                self.has_too_many_topics(bundle, broker, explain);
            }
        }
        let kept: Vec<BrokerId> = if all.len() == self.up.len() {
            under.clone()
        } else {
            all.iter()
                .copied()
                .filter(|broker| under.binary_search(broker).is_ok())
                .collect()
        };
        let left = Operand::measure(kept.len() as f64, "brokers under the maximum");
        let none = Operand::measure(0.0, "none");
        let subject = Subject::Bundle(bundle);
        let is_empty = explain.check(
            subject,
            Rule::NobodyUnderTopics,
            left,
            Op::Equals,
            none,
            Unit::Count,
        );
        if is_empty { all.to_vec() } else { kept }
    }

    /// Keeps the brokers with the fewest namespaces of the bundle's anti-affinity group.
    fn filter_group(
        &mut self,
        bundle: BundleId,
        candidates: &mut Vec<BrokerId>,
        explain: &mut Explain,
    ) {
        if self
            .simulation
            .policies
            .group(self.namespace(bundle))
            .is_empty()
        {
            return;
        }
        let counts: Vec<u32> = candidates
            .iter()
            .map(|broker| self.namespaces_of_group(bundle, *broker))
            .collect();
        let least = f64::from(counts.iter().copied().min().unwrap_or(0));
        let mut counts = counts.into_iter();
        candidates.retain(|&broker| {
            let left = Operand::measure(
                f64::from(counts.next().unwrap_or(0)),
                "namespaces of its group on the broker",
            );
            let right = Operand::measure(least, "fewest among the candidates");
            let subject = Subject::Candidate { bundle, broker };
            !explain.check(
                subject,
                Rule::HoldsMoreOfGroup,
                left,
                Op::Above,
                right,
                Unit::Count,
            )
        });
    }

    /// The brokers that hold bundles of a namespace by id, each with its count.
    fn holders_of(&mut self, namespace: u32) -> &[(BrokerId, u32)] {
        self.learn_owners();
        let bundles = &self.simulation.namespaces[namespace as usize];
        let (known, also_on) = (&self.known_owners, &self.also_on);
        self.holders.entry(namespace).or_insert_with(|| {
            let first = bundles
                .iter()
                .filter_map(|bundle| known.as_ref().map(|owners| owners[bundle.index()]));
            let second = also_on
                .iter()
                .filter(|(bundle, _)| bundles.binary_search(bundle).is_ok());
            let all = first
                .filter(|owner| *owner != NOBODY)
                .chain(second.map(|(_, broker)| *broker));
            let mut sorted: Vec<BrokerId> = all.collect();
            sorted.sort_unstable();
            let counted = sorted
                .chunk_by(|a, b| a == b)
                .map(|same| (same[0], same.len() as u32));
            counted.collect()
        })
    }

    /// Keeps the brokers with the fewest bundles of the namespace.
    fn filter_fewest(
        &mut self,
        bundle: BundleId,
        candidates: &mut Vec<BrokerId>,
        explain: &mut Explain,
    ) {
        if self.simulation.is_extensible || !self.settings.is_on(Key::DistributeEvenly) {
            return;
        }
        let tells = self.tells_of_candidates(bundle, explain);
        let holders = self.holders_of(self.namespace(bundle));
        let count =
            |broker: BrokerId| match holders.binary_search_by_key(&broker, |holder| holder.0) {
                Ok(at) => holders[at].1,
                Err(_) => 0,
            };
        // Candidates are in the order of their ids. Who holds none is not among the holders.
        let held = holders
            .iter()
            .filter(|holder| candidates.binary_search(&holder.0).is_ok());
        let everybody_holds = held.clone().count() == candidates.len();
        let fewest = if everybody_holds {
            held.map(|holder| holder.1).min().unwrap_or(0)
        } else {
            0
        };
        let mut holds_more = |broker: BrokerId| {
            let left = Operand::measure(
                f64::from(count(broker)),
                "bundles of the namespace on the broker",
            );
            let right = Operand::setting(
                f64::from(fewest),
                "fewest among the candidates",
                Key::DistributeEvenly.name(),
            );
            let subject = Subject::Candidate { bundle, broker };
            explain.check(
                subject,
                Rule::HoldsMoreOfNamespace,
                left,
                Op::Above,
                right,
                Unit::Count,
            )
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

fn topics_of(load: &LoadData) -> Vec<u64> {
    let of = |bundles: &[BundleId]| {
        bundles
            .iter()
            .map(|id| u64::from(load.bundle(*id).topics))
            .sum()
    };
    load.brokers
        .iter()
        .map(|broker| of(&broker.bundles))
        .collect()
}
