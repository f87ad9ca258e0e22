//! LeastResourceUsageWithWeight: a draw among the brokers that are far enough under the average.
//!
//! Source: `org.apache.pulsar.broker.loadbalance.impl.LeastResourceUsageWithWeight`. The running usage
//! moves on every call for every candidate, so a round that places ten bundles moves it ten steps with
//! the same measurement.

use std::collections::BTreeMap;

use super::{Ask, Placement, PlacementFailure, Shortlist, tell_best};
use crate::run::{Op, Side, Unit};
use crate::shedding::load_data::{BrokerId, Name};
use crate::shedding::reason::{Rule, Subject, Why};
use crate::shedding::settings::Key;
use crate::shedding::usage::{Weights, weighted_usage};

/// The placement and its running usage per broker (fractions).
#[derive(Clone, Debug, Default)]
pub struct LeastResourceUsageWithWeight {
    history: BTreeMap<Name, f64>,
}

impl LeastResourceUsageWithWeight {
    /// Replaces the running usages, as replays do.
    pub fn set_history(&mut self, history: BTreeMap<Name, f64>) {
        self.history = history;
    }

    fn update(&mut self, ask: &Ask<'_>, id: BrokerId, share: f64, weights: &Weights) -> f64 {
        let broker = ask.load.broker(id);
        let (usage, _) = weighted_usage(&broker.readings, weights);
        let is_idle = broker.bundle_count == 0 || (broker.rates.msg_rate_in == 0.0 && broker.rates.msg_rate_out == 0.0);
        if let Some(entry) = self.history.get_mut(&broker.name) {
            *entry = if is_idle { usage } else { *entry * share + (1.0 - share) * usage };
            return *entry;
        }
        self.history.insert(broker.name.clone(), usage);
        usage
    }
}

impl Placement for LeastResourceUsageWithWeight {
    fn shortlist(&mut self, ask: &Ask<'_>, why: &mut Why) -> Result<Shortlist, PlacementFailure> {
        if ask.candidates.is_empty() {
            return Ok(Shortlist::default());
        }
        let weights = Weights::from_settings(ask.settings);
        let share = ask.settings.get(Key::HistoryPercentage);
        let mut scores = Vec::with_capacity(ask.candidates.len());
        let mut total = 0.0;
        for &id in ask.candidates {
            if !ask.load.broker(id).is_reported {
                return Err(PlacementFailure::UnknownCandidate);
            }
            let usage = self.update(ask, id, share, &weights);
            scores.push(usage);
            total += usage;
        }
        let average = total / ask.candidates.len() as f64;
        let side = Side::measure(average, "average of the candidates' running usages");
        why.fact(Subject::Bundle(ask.bundle), Rule::CandidateAverage, side, Unit::Fraction);
        let key = Key::AverageDifferencePercentage;
        let distance = ask.settings.get(key) / 100.0;
        let mut best = Vec::new();
        for (&id, &usage) in ask.candidates.iter().zip(&scores) {
            let left = Side::setting(usage + distance, "running usage + distance", key.name());
            let right = Side::measure(average, "average of the candidates");
            if why.test(ask.candidate(id), Rule::FarUnderAverage, left, Op::AtMost, right, Unit::Fraction) {
                best.push(id);
            }
        }
        if best.is_empty() {
            best = ask.candidates.to_vec();
        }
        tell_best(ask, &best, why);
        Ok(Shortlist { best, scores, average: Some(average), is_planned: false })
    }

    fn active_brokers_changed(&mut self, active: &[Name]) {
        self.history.retain(|name, _| active.contains(name));
    }

    fn history(&self) -> Option<&BTreeMap<Name, f64>> {
        Some(&self.history)
    }
}
