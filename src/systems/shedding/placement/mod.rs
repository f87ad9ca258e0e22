//! The placements: which broker gets a bundle.
//!
//! A placement is asked in three steps, so that chance stays outside of it: it draws up a
//! [`Shortlist`], one of the list is picked with a number from [`crate::engine::draw`], and the
//! placement hears the outcome. Each is one file and one row of [`PLACEMENTS`].

use std::collections::BTreeMap;

use super::model::load_data::{BrokerId, BundleId, LoadData, Name};
use super::model::usage::Resource;
use super::reason::{Explain, Rule};
use super::release::Release;
use super::settings::{Key, Settings};
use super::strategy::Decision;
use crate::engine::Fidelity;
use crate::engine::{Operand, Unit};
use crate::systems::shedding::model::subject::Subject;

pub mod least_long_term;
pub mod least_resource;
pub mod plan;
pub mod random;
pub mod round_robin;

/// A question to a placement.
#[derive(Clone, Copy, Debug)]
pub struct PlacementRequest<'a> {
    /// The load data of the round.
    pub load: &'a LoadData,
    /// The settings in force.
    pub settings: &'a Settings,
    /// Every broker's weighted usage and the resource that makes it, by id: worked out once a round.
    pub usages: &'a [(f64, Resource)],
    /// The bundle that needs a broker.
    pub bundle: BundleId,
    /// The brokers that may have it, in the order in which they are met.
    pub candidates: &'a [BrokerId],
}

impl PlacementRequest<'_> {
    /// The candidate of a name.
    pub fn find(&self, name: &Name) -> Option<BrokerId> {
        let by_order = self
            .load
            .brokers
            .binary_search_by(|broker| broker.name.cmp(name))
            .ok();
        match by_order {
            Some(index) => Some(BrokerId(index as u32)).filter(|id| self.candidates.contains(id)),
            // Load data need not be in the order of names.
            None => self
                .candidates
                .iter()
                .copied()
                .find(|id| self.load.broker(*id).name == *name),
        }
    }

    /// The subject of the reasons about one candidate.
    pub fn candidate(&self, broker: BrokerId) -> Subject {
        Subject::Candidate {
            bundle: self.bundle,
            broker,
        }
    }

    /// The collector of the reasons about candidates: `why` where it records any of them, else `silent`, so
    /// that a thousand candidates cost little where nobody asks about them.
    pub(crate) fn collector<'w>(
        &self,
        explain: &'w mut Explain,
        silent: &'w mut Explain,
    ) -> &'w mut Explain {
        let is_kept = explain.is_recording()
            && self
                .candidates
                .iter()
                .any(|broker| explain.records(&self.candidate(*broker)));
        if is_kept { explain } else { silent }
    }

    /// Candidates in the order of their names as text: by UTF-16 units, as the original sorts.
    pub(crate) fn by_name(&self) -> Vec<BrokerId> {
        let mut sorted = self.candidates.to_vec();
        sorted.sort_by(|a, b| {
            let (a, b) = (&self.load.broker(*a).name, &self.load.broker(*b).name);
            if a.is_ascii() && b.is_ascii() {
                a.cmp(b)
            } else {
                a.encode_utf16().cmp(b.encode_utf16())
            }
        });
        sorted
    }
}

/// The brokers a placement finds best; one of them will be picked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shortlist {
    /// The best candidates; empty means that there is no broker.
    pub best: Vec<BrokerId>,
    /// Whether the list is the target that the shedder planned.
    pub is_planned: bool,
    /// Each candidate's score where the placement has scores, in candidate order.
    pub scores: Vec<f64>,
    /// The average over the candidates where the placement has one (a fraction).
    pub average: Option<f64>,
}

/// A question that the original answers with an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementFailure {
    /// AvgShedder divides by the number of candidates, which is zero.
    NoCandidates,
    /// A candidate without load data.
    UnknownCandidate,
}

/// A strategy that picks the broker for a bundle, with what it remembers.
pub trait Placement: ClonePlacement {
    /// Hears what the shedder decided, before the first question of the round.
    fn learn(&mut self, _load: &LoadData, _decision: &Decision) {}

    /// Draws up the list of the best.
    ///
    /// # Errors
    /// Where the original fails.
    fn shortlist(
        &mut self,
        ask: &PlacementRequest<'_>,
        explain: &mut Explain,
    ) -> Result<Shortlist, PlacementFailure>;

    /// Which entry of a list of `count` a draw means. `count` is at least 1.
    fn pick(&self, count: usize, draw: u32) -> usize {
        ((u64::from(draw) * count as u64) >> 32) as usize
    }

    /// Hears which entry was picked.
    fn commit(&mut self, _ask: &PlacementRequest<'_>, _shortlist: &Shortlist, _chosen: BrokerId) {}

    /// Hears which brokers are alive.
    fn active_brokers_changed(&mut self, _active: &[Name]) {}

    /// Running usage per broker where the placement keeps one (fractions).
    fn history(&self) -> Option<BTreeMap<Name, f64>> {
        None
    }
}

/// Lets a boxed placement be cloned with its memory.
pub trait ClonePlacement {
    /// The same placement with the same memory.
    fn clone_box(&self) -> Box<dyn Placement>;
}

impl<T: Placement + Clone + 'static> ClonePlacement for T {
    fn clone_box(&self) -> Box<dyn Placement> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Placement> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}

/// Says that a candidate is on the list.
fn record_shortlist(ask: &PlacementRequest<'_>, best: &[BrokerId], explain: &mut Explain) {
    if explain.is_recording() {
        for &broker in best {
            let side = Operand::measure(best.len() as f64, "candidates on the shortlist");
            explain.fact(ask.candidate(broker), Rule::OnShortlist, side, Unit::Count);
        }
    }
}

/// A row of the table of placements.
pub struct PlacementInfo {
    /// What scenarios call it; for released classes the simple class name.
    pub id: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// The full class name for broker.conf, where there is one.
    pub class: Option<&'static str>,
    /// Two lines on what it does.
    pub about: &'static str,
    /// Whether it plays a proposal.
    pub(crate) is_proposal: bool,
    /// Whether it is our own plain baseline, which no release has.
    pub(crate) is_baseline: bool,
    /// The settings it reads.
    pub reads: &'static [Key],
    /// Makes it, with empty memory.
    pub make: fn(Release) -> Box<dyn Placement>,
}

impl PlacementInfo {
    /// The row of an id.
    pub fn find(id: &str) -> Option<&'static Self> {
        PLACEMENTS.iter().find(|row| row.id == id)
    }

    /// What stands behind its behaviour in a release.
    pub fn fidelity(&self, release: Release) -> Fidelity {
        if self.is_proposal {
            Fidelity::Proposal
        } else if self.is_baseline {
            Fidelity::Model
        } else if release == Release::V5_0 {
            Fidelity::Description
        } else {
            Fidelity::Recorded
        }
    }
}

/// Every placement there is.
pub static PLACEMENTS: &[PlacementInfo] = &[
    PlacementInfo {
        id: "AvgShedder",
        label: "AvgShedder (its own plan)",
        class: Some("org.apache.pulsar.broker.loadbalance.impl.AvgShedder"),
        about: "Follows the plan that AvgShedder made while shedding. A bundle without a planned target among the candidates is placed by a draw, which is remembered.",
        is_proposal: false,
        is_baseline: false,
        // From 5.0 on, an overloaded target is replaced.
        reads: score_keys!(OverloadedPercentage),
        make: plan::make,
    },
    PlacementInfo {
        id: "LeastLongTermMessageRate",
        label: "LeastLongTermMessageRate",
        class: Some("org.apache.pulsar.broker.loadbalance.impl.LeastLongTermMessageRate"),
        about: "The broker with the lowest long-term message rate that is not overloaded. Within a round that is always the same one.",
        is_proposal: false,
        is_baseline: false,
        reads: score_keys!(OverloadedPercentage),
        make: |_| Box::new(least_long_term::LeastLongTermMessageRate),
    },
    PlacementInfo {
        id: "LeastResourceUsageWithWeight",
        label: "LeastResourceUsageWithWeight",
        class: Some("org.apache.pulsar.broker.loadbalance.impl.LeastResourceUsageWithWeight"),
        about: "A draw among the brokers whose smoothed usage is far enough under the candidates' average; among all where there is none.",
        is_proposal: false,
        is_baseline: false,
        reads: score_keys!(AverageDifferencePercentage, HistoryPercentage),
        make: |_| Box::<least_resource::LeastResourceUsageWithWeight>::default(),
    },
    PlacementInfo {
        id: "RoundRobinBrokerSelector",
        label: "RoundRobinBrokerSelector",
        class: Some("org.apache.pulsar.broker.loadbalance.impl.RoundRobinBrokerSelector"),
        about: "One candidate after the other, whatever their load.",
        is_proposal: false,
        is_baseline: false,
        reads: &[],
        make: |_| Box::<round_robin::RoundRobinBrokerSelector>::default(),
    },
    PlacementInfo {
        id: "planned",
        label: "As the proposal plans",
        class: None,
        about: "The target that a proposal names for a bundle; a draw where it names none or names a broker that is not a candidate.",
        is_proposal: true,
        is_baseline: false,
        reads: &[],
        make: |_| Box::new(plan::NamedPlan::of_proposal()),
    },
    PlacementInfo {
        id: "random",
        label: "Plain random",
        class: None,
        about: "A draw among the candidates: the baseline that any placement should beat.",
        is_proposal: false,
        is_baseline: true,
        reads: &[],
        make: |_| Box::new(random::Random),
    },
];
