//! LeastLongTermMessageRate: the broker with the lowest long-term message rate.
//!
//! Source: `org.apache.pulsar.broker.loadbalance.impl.LeastLongTermMessageRate`. Nothing is
//! preallocated within a shedding round, so every bundle of a round goes to the same broker.

use super::{Placement, PlacementFailure, PlacementRequest, Shortlist, record_shortlist};
use crate::engine::{Op, Operand, Unit};
use crate::systems::shedding::model::load_data::BrokerId;
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::settings::Key;

/// The placement; it remembers nothing.
#[derive(Clone, Debug)]
pub struct LeastLongTermMessageRate;

fn score(ask: &PlacementRequest<'_>, id: BrokerId, line: f64, explain: &mut Explain) -> f64 {
    let broker = ask.load.broker(id);
    let (usage, resource) = ask.usages[id.index()];
    let left = Operand::measure(usage, resource.usage_phrase());
    let right = Operand::setting(line, "overload threshold", Key::OverloadedPercentage.name());
    if explain.check(
        ask.candidate(id),
        Rule::CandidateOverloaded,
        left,
        Op::Above,
        right,
        Unit::Fraction,
    ) {
        return f64::INFINITY;
    }
    let mut total = 0.0;
    for &bundle in &broker.preallocated {
        let rates = ask.load.bundle(bundle).long_term.rates;
        total += rates.msg_rate_in + rates.msg_rate_out;
    }
    total + broker.long_term_msg_rate
}

impl Placement for LeastLongTermMessageRate {
    fn shortlist(
        &mut self,
        ask: &PlacementRequest<'_>,
        explain: &mut Explain,
    ) -> Result<Shortlist, PlacementFailure> {
        let silent = &mut Explain::disabled();
        let explain = ask.collector(explain, silent);
        let line = ask.settings.get(Key::OverloadedPercentage) / 100.0;
        let mut best: Vec<BrokerId> = Vec::new();
        let mut least = f64::INFINITY;
        let mut scores = Vec::with_capacity(ask.candidates.len());
        for &id in ask.candidates {
            let score = score(ask, id, line, explain);
            scores.push(score);
            let left = || Operand::measure(score, "long-term message rate");
            let right = || Operand::measure(least, "lowest so far");
            if explain.check(
                ask.candidate(id),
                Rule::LowestRateSoFar,
                left(),
                Op::Below,
                right(),
                Unit::MsgRate,
            ) {
                best.clear();
                best.push(id);
                least = score;
            } else if explain.check(
                ask.candidate(id),
                Rule::EqualsLowestRate,
                left(),
                Op::Equals,
                right(),
                Unit::MsgRate,
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
            ..Shortlist::default()
        })
    }
}
