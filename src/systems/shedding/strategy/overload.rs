//! OverloadShedder: a broker at or above a fixed threshold sheds down to a little below it.
//!
//! Source: `org.apache.pulsar.broker.loadbalance.impl.OverloadShedder`. It has no memory. Its own
//! documentation speaks of one bundle; it takes as many as the amount needs.

use super::{
    Decision, EXTRA_SHARE, Line, LineKind, Scale, Shedder, StrategyMemory, take_until_amount,
};
use crate::engine::{Op, Operand, Unit};
use crate::systems::shedding::model::load_data::LoadData;
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::model::usage::{Weights, weighted_usage};
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::settings::{Key, Settings};

/// The strategy; it remembers nothing.
#[derive(Clone, Debug, Default)]
pub struct OverloadShedder;

impl Shedder for OverloadShedder {
    fn shed(&mut self, load: &LoadData, settings: &Settings, explain: &mut Explain) -> Decision {
        let line = settings.get(Key::OverloadedPercentage) / 100.0;
        let weights = Weights::from_settings(settings);
        let mut decision = Decision::on(Scale::Usage);
        decision.lines.push(Line {
            kind: LineKind::Overload,
            value: line * 100.0,
        });
        decision.scores = load.scores();
        for (id, broker) in load.reported() {
            let subject = Subject::Broker(id);
            let (usage, resource) = weighted_usage(&broker.readings, &weights);
            decision.scores[id.index()] = usage * 100.0;
            let right =
                Operand::setting(line, "overload threshold", Key::OverloadedPercentage.name());
            let left = Operand::measure(usage, resource.usage_phrase());
            if explain.check(
                subject,
                Rule::UnderOverloadLine,
                left,
                Op::Below,
                right,
                Unit::Fraction,
            ) {
                continue;
            }
            let amount = broker.rates.throughput() * (usage - line + EXTRA_SHARE);
            explain.fact(
                subject,
                Rule::AmountToMove,
                Operand::measure(amount, "throughput × (usage − line + 5 %)"),
                Unit::ByteRate,
            );
            take_until_amount(load, id, amount, &mut decision, explain);
        }
        decision
    }

    fn memory(&self) -> StrategyMemory {
        StrategyMemory::default()
    }
}
