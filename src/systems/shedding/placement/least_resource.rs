//! LeastResourceUsageWithWeight: a draw among the brokers that are far enough under the average.
//!
//! Source: `org.apache.pulsar.broker.loadbalance.impl.LeastResourceUsageWithWeight`. The running usage
//! moves on every call for every candidate, so a round that places ten bundles moves it ten steps with
//! the same measurement.

use std::collections::BTreeMap;

use super::{Placement, PlacementFailure, PlacementRequest, Shortlist, record_shortlist};
use crate::engine::{Op, Operand, Unit};
use crate::systems::shedding::model::load_data::{BrokerId, BrokerLoad, LoadData, Name};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::settings::Key;

/// The placement and its running usage per broker (fractions).
#[derive(Clone, Debug, Default)]
pub struct LeastResourceUsageWithWeight {
    history: BTreeMap<Name, f64>,
    /// The history while bundles are placed, by broker id: a name is looked up once a round, not once a
    /// bundle and candidate. What is here is not in `history`.
    slots: Vec<(Name, Option<f64>)>,
}

impl LeastResourceUsageWithWeight {
    /// Replaces the running usages, as replays do.
    pub fn set_history(&mut self, history: BTreeMap<Name, f64>) {
        self.history = history;
        self.slots.clear();
    }

    /// Puts the brokers of the load data into slots, each with its remembered history.
    fn fill_slots(&mut self, load: &LoadData) {
        let is_filled = |(broker, slot): (&BrokerLoad, &(Name, Option<f64>))| {
            Name::ptr_eq(&broker.name, &slot.0)
        };
        if self.slots.len() == load.brokers.len()
            && load.brokers.iter().zip(&self.slots).all(is_filled)
        {
            return;
        }
        self.stand_up();
        let slot = |broker: &BrokerLoad| (broker.name.clone(), self.history.remove(&broker.name));
        self.slots = load.brokers.iter().map(slot).collect();
    }

    /// Empties the slots into the history.
    fn stand_up(&mut self) {
        let filled = std::mem::take(&mut self.slots).into_iter();
        for (name, usage) in filled {
            if let Some(usage) = usage {
                self.history.insert(name, usage);
            }
        }
    }

    fn update(&mut self, ask: &PlacementRequest<'_>, id: BrokerId, share: f64) -> f64 {
        let broker = ask.load.broker(id);
        let (usage, _) = ask.usages[id.index()];
        let is_idle = broker.bundle_count == 0
            || (broker.rates.msg_rate_in == 0.0 && broker.rates.msg_rate_out == 0.0);
        let old = self.slots[id.index()].1.filter(|_| !is_idle);
        let new = old.map_or(usage, |old| old * share + (1.0 - share) * usage);
        self.slots[id.index()].1 = Some(new);
        new
    }
}

impl Placement for LeastResourceUsageWithWeight {
    fn shortlist(
        &mut self,
        ask: &PlacementRequest<'_>,
        explain: &mut Explain,
    ) -> Result<Shortlist, PlacementFailure> {
        if ask.candidates.is_empty() {
            return Ok(Shortlist::default());
        }
        self.fill_slots(ask.load);
        let share = ask.settings.get(Key::HistoryPercentage);
        let mut scores = Vec::with_capacity(ask.candidates.len());
        let mut total = 0.0;
        for &id in ask.candidates {
            if !ask.load.broker(id).is_reported {
                return Err(PlacementFailure::UnknownCandidate);
            }
            let usage = self.update(ask, id, share);
            scores.push(usage);
            total += usage;
        }
        let average = total / ask.candidates.len() as f64;
        let side = Operand::measure(average, "average of the candidates' smoothed usages");
        explain.fact(
            Subject::Bundle(ask.bundle),
            Rule::CandidateAverage,
            side,
            Unit::Fraction,
        );
        let silent = &mut Explain::disabled();
        let explain = ask.collector(explain, silent);
        let key = Key::AverageDifferencePercentage;
        let distance = ask.settings.get(key) / 100.0;
        let mut best = Vec::new();
        for (&id, &usage) in ask.candidates.iter().zip(&scores) {
            let left = Operand::setting(usage + distance, "smoothed usage + distance", key.name());
            let right = Operand::measure(average, "average of the candidates");
            if explain.check(
                ask.candidate(id),
                Rule::FarUnderAverage,
                left,
                Op::AtMost,
                right,
                Unit::Fraction,
            ) {
                best.push(id);
            }
        }
        if best.is_empty() {
            best = ask.candidates.to_vec();
        }
        record_shortlist(ask, &best, explain);
        Ok(Shortlist {
            best,
            scores,
            average: Some(average),
            is_planned: false,
        })
    }

    fn active_brokers_changed(&mut self, active: &[Name]) {
        self.stand_up();
        self.history.retain(|name, _| active.contains(name));
    }

    fn history(&self) -> Option<BTreeMap<Name, f64>> {
        let mut all = self.clone();
        all.stand_up();
        Some(all.history)
    }
}
