//! AvgShedder as placement: follow the plan made while shedding, or draw.
//!
//! Source: `org.apache.pulsar.broker.loadbalance.impl.AvgShedder`. Up to 2026 the plan's key is the
//! bundle's *statistics*, not its name: bundles with equal statistics share an entry, and a new sample
//! hides one. From 5.0 on (pull request 26246) it is the name, for one shedding attempt.

use std::collections::BTreeMap;

use super::{Placement, PlacementFailure, PlacementRequest, Shortlist, record_shortlist};
use crate::engine::{Op, Operand, Unit};
use crate::systems::shedding::model::load_data::{BrokerId, BundleId, LoadData, Name, TimeAverage};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::release::Release;
use crate::systems::shedding::settings::{Key, Settings};
use crate::systems::shedding::strategy::Decision;

/// The placement of a release.
pub fn make(release: Release) -> Box<dyn Placement> {
    match release {
        Release::V4_0 | Release::Y2026 => Box::<StatisticsPlan>::default(),
        Release::V5_0 => Box::new(NamedPlan::of_5_0()),
    }
}

/// The bits by which two statistics are equal: all NaN are one, 0.0 differs from -0.0.
type Statistics = [u64; 13];

fn statistics(load: &LoadData, id: BundleId) -> Statistics {
    let bundle = load.bundle(id);
    let bits = |value: f64| {
        if value.is_nan() {
            f64::NAN.to_bits()
        } else {
            value.to_bits()
        }
    };
    let part = |average: &TimeAverage| {
        let [a, b, c, d] = average.rates.to_array().map(bits);
        [
            u64::from(average.samples),
            u64::from(average.limit),
            a,
            b,
            c,
            d,
        ]
    };
    let (short, long) = (part(&bundle.short_term), part(&bundle.long_term));
    let mut all = [0; 13];
    all[..6].copy_from_slice(&short);
    all[6..12].copy_from_slice(&long);
    all[12] = u64::from(bundle.topics);
    all
}

/// The plan up to 2026. Entries are filed under the statistics at the time of filing and are never
/// removed; a lookup finds an entry filed under the present statistics if it is the same bundle's or
/// that bundle still has these statistics.
#[derive(Clone, Debug, Default)]
pub struct StatisticsPlan {
    entries: BTreeMap<Statistics, Vec<(BundleId, Name)>>,
}

impl StatisticsPlan {
    /// The target planned for a bundle, as a lookup would find it now.
    pub fn target(&self, load: &LoadData, bundle: BundleId) -> Option<&Name> {
        let now = statistics(load, bundle);
        let filed = self.entries.get(&now)?;
        filed
            .iter()
            .find(|(id, _)| *id == bundle || statistics(load, *id) == now)
            .map(|(_, target)| target)
    }

    /// Files a target; an entry that a lookup would find is overwritten.
    pub fn file(&mut self, load: &LoadData, bundle: BundleId, target: Name) {
        let now = statistics(load, bundle);
        let filed = self.entries.entry(now).or_default();
        match filed
            .iter_mut()
            .find(|(id, _)| *id == bundle || statistics(load, *id) == now)
        {
            Some((_, old)) => *old = target,
            None => filed.push((bundle, target)),
        }
    }
}

impl Placement for StatisticsPlan {
    fn learn(&mut self, load: &LoadData, decision: &Decision) {
        for selection in &decision.selections {
            if let Some(target) = selection.target {
                self.file(load, selection.bundle, load.broker(target).name.clone());
            }
        }
    }

    fn shortlist(
        &mut self,
        ask: &PlacementRequest<'_>,
        explain: &mut Explain,
    ) -> Result<Shortlist, PlacementFailure> {
        let target = self.target(ask.load, ask.bundle).cloned();
        if let Some(planned) = planned_candidate(ask, target.as_ref(), explain) {
            return Ok(planned);
        }
        if ask.candidates.is_empty() {
            return Err(PlacementFailure::NoCandidates);
        }
        Ok(drawn(ask, explain))
    }

    fn pick(&self, count: usize, draw: u32) -> usize {
        index_of_draw(draw, count)
    }

    fn commit(&mut self, ask: &PlacementRequest<'_>, shortlist: &Shortlist, chosen: BrokerId) {
        if !shortlist.is_planned {
            self.file(ask.load, ask.bundle, ask.load.broker(chosen).name.clone());
        }
    }
}

/// A plan by bundle name. 5.0 forgets it when the next shedding attempt begins and replaces a target
/// that is overloaded; a proposal keeps it until it is planned again.
#[derive(Clone, Debug)]
pub(crate) struct NamedPlan {
    targets: BTreeMap<Name, Name>,
    is_of_5_0: bool,
}

impl NamedPlan {
    /// The plan of 5.0.
    pub(crate) fn of_5_0() -> Self {
        Self {
            targets: BTreeMap::new(),
            is_of_5_0: true,
        }
    }

    /// The plan of a proposal.
    pub(crate) fn of_proposal() -> Self {
        Self {
            targets: BTreeMap::new(),
            is_of_5_0: false,
        }
    }
}

impl Placement for NamedPlan {
    fn learn(&mut self, load: &LoadData, decision: &Decision) {
        if self.is_of_5_0 {
            self.targets.clear();
        }
        for selection in &decision.selections {
            if let Some(target) = selection.target {
                self.targets.insert(
                    load.bundle(selection.bundle).name.clone(),
                    load.broker(target).name.clone(),
                );
            }
        }
    }

    fn shortlist(
        &mut self,
        ask: &PlacementRequest<'_>,
        explain: &mut Explain,
    ) -> Result<Shortlist, PlacementFailure> {
        let target = self.targets.get(&ask.load.bundle(ask.bundle).name);
        if let Some(planned) = planned_candidate(ask, target, explain)
            && !(self.is_of_5_0 && is_overloaded(ask, planned.best[0], explain))
        {
            return Ok(planned);
        }
        Ok(drawn(ask, explain))
    }

    fn pick(&self, count: usize, draw: u32) -> usize {
        index_of_draw(draw, count)
    }

    fn commit(&mut self, ask: &PlacementRequest<'_>, _shortlist: &Shortlist, chosen: BrokerId) {
        self.targets.insert(
            ask.load.bundle(ask.bundle).name.clone(),
            ask.load.broker(chosen).name.clone(),
        );
    }
}

fn is_overloaded(ask: &PlacementRequest<'_>, target: BrokerId, explain: &mut Explain) -> bool {
    let settings: &Settings = ask.settings;
    let (usage, resource) = ask.usages[target.index()];
    let line = Operand::setting(
        settings.get(Key::OverloadedPercentage) / 100.0,
        "overload threshold",
        Key::OverloadedPercentage.name(),
    );
    let left = Operand::measure(usage, resource.usage_phrase());
    explain.check(
        ask.candidate(target),
        Rule::PlannedTargetOverloaded,
        left,
        Op::Above,
        line,
        Unit::Fraction,
    )
}

/// The shortlist of a planned target, if there is one and it is a candidate.
fn planned_candidate(
    ask: &PlacementRequest<'_>,
    target: Option<&Name>,
    explain: &mut Explain,
) -> Option<Shortlist> {
    let subject = Subject::Bundle(ask.bundle);
    if !explain.flag(
        subject,
        Rule::HasPlannedTarget,
        "a target is planned",
        target.is_some(),
    ) {
        return None;
    }
    let name = target?;
    let found = ask.find(name);
    explain.flag(
        subject,
        Rule::PlannedTargetIsCandidate,
        "the planned target is a candidate",
        found.is_some(),
    );
    let best = vec![found?];
    record_shortlist(ask, &best, explain);
    Some(Shortlist {
        best,
        is_planned: true,
        ..Shortlist::default()
    })
}

fn drawn(ask: &PlacementRequest<'_>, explain: &mut Explain) -> Shortlist {
    let best = ask.by_name();
    record_shortlist(ask, &best, explain);
    Shortlist {
        best,
        ..Shortlist::default()
    }
}

/// The index that a random integer means: CRC-32 of its decimal text, modulo the number of candidates.
/// Nothing about the bundle enters.
pub fn index_of_draw(draw: u32, count: usize) -> usize {
    crc32(draw.cast_signed().to_string().as_bytes()) as usize % count
}

/// The zlib/IEEE CRC-32.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 == 1 {
                crc >> 1 ^ 0xedb8_8320
            } else {
                crc >> 1
            }
        })
    })
}
