//! AvgShedder: brokers are paired, highest with lowest, and a pair sheds after enough hits in a row.
//!
//! Source: `org.apache.pulsar.broker.loadbalance.impl.AvgShedder` (PIP-364; PIP-217 is its proposal).
//! Scores decide which broker gives to which; traffic decides how much.

use super::hits::{Count, HitCounts};
use super::pairing::sort_by_whole_points;
use super::{Decision, Failure, Pair, Scale, Selection, Shedder, StrategyMemory, offered_by};
use crate::engine::{Op, Operand, Unit};
use crate::systems::shedding::model::load_data::{BrokerId, LoadData, Rates};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::model::usage::{Weights, weighted_usage};
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::release::Release;
use crate::systems::shedding::settings::{Key, Settings};

/// The strategy and its two counts per broker. The plan is kept by the placement it is bound to.
#[derive(Clone, Debug)]
pub struct AvgShedder {
    release: Release,
    hits: HitCounts,
}

impl AvgShedder {
    /// The strategy of a release, with nothing counted.
    pub fn new(release: Release) -> Self {
        Self {
            release,
            hits: HitCounts::default(),
        }
    }

    fn sorted(&self, load: &LoadData, scores: &[f64]) -> Result<Vec<BrokerId>, Failure> {
        let mut order: Vec<BrokerId> = load.broker_ids().collect();
        if self.release == Release::V4_0 {
            sort_by_whole_points(&mut order, scores)?;
        } else {
            let canonical = |id: &BrokerId| {
                if scores[id.index()].is_nan() {
                    f64::NAN
                } else {
                    scores[id.index()]
                }
            };
            order.sort_by(|a, b| canonical(a).total_cmp(&canonical(b)));
        }
        Ok(order)
    }

    /// Counts one pair; whether it is kept for shedding.
    fn count(&mut self, pair: &mut Pair, settings: &Settings, explain: &mut Explain) -> bool {
        let subject = Subject::Pair(pair.high, pair.low);
        let brokers = [pair.high, pair.low];
        let left = || Operand::measure(pair.difference, "difference of the scores");
        let key = Key::AvgLowThreshold;
        let right = Operand::setting(settings.get(key), "low threshold", key.name());
        if explain.check(
            subject,
            Rule::UnderLowDifference,
            left(),
            Op::Below,
            right,
            Unit::Points,
        ) {
            self.hits.reset_both(&brokers, explain);
            return false;
        }
        pair.over_low = true;
        self.hits.hit(Count::Low, &brokers, explain);
        let key = Key::AvgHighThreshold;
        let right = Operand::setting(settings.get(key), "high threshold", key.name());
        if explain.check(
            subject,
            Rule::UnderHighDifference,
            left(),
            Op::Below,
            right,
            Unit::Points,
        ) {
            self.hits.reset(Count::High, &brokers, explain);
        } else {
            pair.over_high = true;
            self.hits.hit(Count::High, &brokers, explain);
        }
        true
    }

    /// Whether the hits of a kept pair suffice. Counts belong to brokers, so either's will do.
    fn is_due(&self, pair: &Pair, settings: &Settings, explain: &mut Explain) -> bool {
        let subject = Subject::Pair(pair.high, pair.low);
        let mut reached = |count: Count, phrase, key: Key, rule| {
            let of = |id: BrokerId| count.read(self.hits.of(id));
            let left = Operand::measure(f64::from(of(pair.high).max(of(pair.low))), phrase);
            let right = Operand::setting(settings.get(key), key.row().label, key.name());
            explain.check(subject, rule, left, Op::AtLeast, right, Unit::Count)
        };
        // Both are asked, so that a reader sees both counts.
        let high = reached(
            Count::High,
            "high hits of the pair",
            Key::AvgHitCountHigh,
            Rule::HighHitsReached,
        );
        let low = reached(
            Count::Low,
            "low hits of the pair",
            Key::AvgHitCountLow,
            Rule::LowHitsReached,
        );
        high || low
    }

    fn shed_pair(
        &self,
        load: &LoadData,
        pair: &mut Pair,
        settings: &Settings,
        decision: &mut Decision,
        explain: &mut Explain,
    ) {
        let subject = Subject::Pair(pair.high, pair.low);
        let share = settings.get(Key::MaxUnloadPercentage);
        let amount = |of: fn(&Rates) -> f64| {
            (of(&load.broker(pair.high).rates) - of(&load.broker(pair.low).rates)) * share
        };
        let (messages, bytes) = (amount(Rates::msg_rate), amount(Rates::throughput));
        let mut exceeds = |amount, phrase, key: Key, rule, unit| {
            let left = Operand::setting(amount, phrase, Key::MaxUnloadPercentage.name());
            let right = Operand::setting(settings.get(key), "least worth moving", key.name());
            explain.check(subject, rule, left, Op::Above, right, unit)
        };
        let phrase = "message rate difference × share to move";
        let by_rate = exceeds(
            messages,
            phrase,
            Key::MinUnloadMessage,
            Rule::MessagesWorthMoving,
            Unit::MsgRate,
        );
        let (of, mut left_to_move, unit): (fn(&Rates) -> f64, f64, Unit) = if by_rate {
            (Rates::msg_rate, messages, Unit::MsgRate)
        } else {
            let phrase = "throughput difference × share to move";
            if !exceeds(
                bytes,
                phrase,
                Key::MinUnloadThroughput,
                Rule::BytesWorthMoving,
                Unit::ByteRate,
            ) {
                return;
            }
            (Rates::throughput, bytes, Unit::ByteRate)
        };
        pair.budget = Some((left_to_move, unit));
        for (bundle, traffic) in offered_by(
            load,
            pair.high,
            |bundle| of(&bundle.short_term.rates),
            explain,
        ) {
            let subject = Subject::Bundle(bundle);
            let carries = Operand::measure(traffic, "its traffic");
            if !explain.check(
                subject,
                Rule::CarriesTraffic,
                carries.clone(),
                Op::Above,
                Operand::measure(0.0, "nothing"),
                unit,
            ) {
                continue;
            }
            let right = Operand::measure(left_to_move, "what may still move");
            if explain.check(subject, Rule::Fits, carries, Op::AtMost, right, unit) {
                left_to_move -= traffic;
                decision.selections.push(Selection {
                    bundle,
                    from: pair.high,
                    target: Some(pair.low),
                });
            }
        }
    }
}

impl Shedder for AvgShedder {
    fn shed(&mut self, load: &LoadData, settings: &Settings, explain: &mut Explain) -> Decision {
        let mut decision = Decision::on(Scale::Usage);
        self.hits.seat(load);
        let weights = Weights::from_settings(settings);
        decision.scores = load.scores();
        for (id, broker) in load.reported() {
            let (usage, resource) = weighted_usage(&broker.readings, &weights);
            decision.scores[id.index()] = usage * 100.0;
            explain.fact(
                Subject::Broker(id),
                Rule::UsageNow,
                Operand::measure(usage, resource.usage_phrase()),
                Unit::Fraction,
            );
        }
        match self.sorted(load, &decision.scores) {
            Ok(order) => decision.order = order,
            Err(failure) => {
                decision.failed = Some(failure);
                let left = Operand::measure(
                    load.broker_ids().count() as f64,
                    "brokers to sort by whole points",
                );
                let right =
                    Operand::measure(32.0, "size from which the sort notices contradictions");
                explain.check(
                    Subject::Round,
                    Rule::SortFailed,
                    left,
                    Op::AtLeast,
                    right,
                    Unit::Count,
                );
                decision.hits = self.hits.of_all();
                return decision;
            }
        }

        let order = &decision.order;
        let count = order.len();
        let mut kept = 0.0;
        for index in 0..count.div_ceil(2) {
            let (high, low) = (order[count - 1 - index], order[index]);
            let difference = decision.scores[high.index()] - decision.scores[low.index()];
            let mut pair = Pair {
                high,
                low,
                difference,
                ..Pair::default()
            };
            pair.is_kept = self.count(&mut pair, settings, explain);
            kept += f64::from(u8::from(pair.is_kept));
            decision.pairs.push(pair);
        }
        let none = Operand::measure(0.0, "none");
        if explain.check(
            Subject::Round,
            Rule::NoPairApart,
            Operand::measure(kept, "pairs apart enough"),
            Op::Equals,
            none,
            Unit::Count,
        ) {
            self.hits.clear();
        }

        // Counted as the pairs are judged: a pair that sheds starts again at once.
        decision.hits = self.hits.of_all();
        let mut pairs = std::mem::take(&mut decision.pairs);
        for pair in pairs.iter_mut().filter(|pair| pair.is_kept) {
            pair.is_due = self.is_due(pair, settings, explain);
            if pair.is_due {
                self.hits.reset_both(&[pair.high, pair.low], explain);
                self.shed_pair(load, pair, settings, &mut decision, explain);
            }
        }
        decision.pairs = pairs;
        decision
    }

    fn memory(&self) -> StrategyMemory {
        self.hits.memory()
    }
}
