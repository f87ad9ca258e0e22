//! The texts that started it all, played to the digit beside what was released.
//!
//! Pull request 6772 (ThresholdShedder) and PIP-217 (worked example, Multi Hit, AvgShedder). They
//! speak of points of usage and of nothing else, so amounts are points, every weight is 1 (heap memory
//! included) and no least traffic stands in the way. Numbers are percent of a broker.

use std::collections::BTreeMap;

use super::hits::{Count, HitCounts};
use super::{
    Decision, Line, LineKind, Pair, Scale, Selection, Shedder, StrategyMemory, offered_by,
};
use crate::engine::{Op, Operand, Unit};
use crate::systems::shedding::model::load_data::{BrokerId, LoadData, Name};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::model::usage::plain_usage_percent;
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::settings::{Key, Settings};

/// Amounts are sums of sizes; a bundle that misses by less than this many points fits.
const POINT_TOLERANCE: f64 = 1e-9;

/// Pull request 6772: usage now against the smoothed average of the cluster.
#[derive(Clone, Debug, Default)]
pub struct ClusterAverage {
    average: Option<f64>,
}

/// PIP-217's worked example: scores with history, half of the difference from highest to lowest.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorkedExample {
    history: BTreeMap<Name, f64>,
    average: Option<f64>,
}

/// PIP-217's Multi Hit: distances from the average, counted on either side.
#[derive(Clone, Debug, Default)]
pub(crate) struct MultiHit {
    hits: HitCounts,
}

/// PIP-217's AvgShedder: pairs, the same counts, never past the point where scores are equal.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProposedAvg {
    hits: HitCounts,
}

fn usages(load: &LoadData, explain: &mut Explain) -> Vec<f64> {
    let mut scores = load.scores();
    for (id, broker) in load.reported() {
        let (percent, resource) = plain_usage_percent(&broker.readings);
        explain.fact(
            Subject::Broker(id),
            Rule::UsageNow,
            Operand::measure(percent, resource.usage_phrase()),
            Unit::Percent,
        );
        scores[id.index()] = percent;
    }
    scores
}

/// The mean over the brokers that have reported.
fn mean(load: &LoadData, scores: &[f64]) -> f64 {
    let count = load.broker_ids().count();
    let sum: f64 = load.broker_ids().map(|id| scores[id.index()]).sum();
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// The highest and the lowest broker; the first in order wins ties.
fn extremes(load: &LoadData, scores: &[f64]) -> Option<(BrokerId, BrokerId)> {
    let better = |a: BrokerId, b: BrokerId, wins: bool| if wins { b } else { a };
    let high = load
        .broker_ids()
        .reduce(|a, b| better(a, b, scores[b.index()] > scores[a.index()]))?;
    let low = load
        .broker_ids()
        .reduce(|a, b| better(a, b, scores[b.index()] < scores[a.index()]))?;
    Some((high, low))
}

/// Takes bundles by the points they make, largest first, as long as they fit.
fn take_points(
    load: &LoadData,
    from: BrokerId,
    target: Option<BrokerId>,
    mut points: f64,
    decision: &mut Decision,
    explain: &mut Explain,
) {
    for (bundle, size) in offered_by(load, from, |bundle| bundle.usage_points, explain) {
        let left = Operand::measure(size, "points it makes");
        let right = Operand::measure(points + POINT_TOLERANCE, "points that may still move");
        if explain.check(
            Subject::Bundle(bundle),
            Rule::Fits,
            left,
            Op::AtMost,
            right,
            Unit::Points,
        ) {
            points -= size;
            decision.selections.push(Selection {
                bundle,
                from,
                target,
            });
        }
    }
}

fn give_half(load: &LoadData, pair: &mut Pair, decision: &mut Decision, explain: &mut Explain) {
    let half = pair.difference / 2.0;
    pair.budget = Some((half, Unit::Points));
    let side = Operand::measure(half, "half of the difference");
    explain.fact(
        Subject::Pair(pair.high, pair.low),
        Rule::AmountToMove,
        side,
        Unit::Points,
    );
    take_points(load, pair.high, Some(pair.low), half, decision, explain);
}

fn pair_of(scores: &[f64], high: BrokerId, low: BrokerId) -> Pair {
    Pair {
        high,
        low,
        difference: scores[high.index()] - scores[low.index()],
        ..Pair::default()
    }
}

impl Shedder for ClusterAverage {
    fn shed(&mut self, load: &LoadData, settings: &Settings, explain: &mut Explain) -> Decision {
        let mut decision = Decision::on(Scale::Usage);
        let scores = usages(load, explain);
        let (factor, now) = (settings.get(Key::HistoryPercentage), mean(load, &scores));
        let average = self
            .average
            .map_or(now, |old| old * factor + (1.0 - factor) * now);
        explain.change(
            Subject::Round,
            Rule::HistoryMoved,
            "smoothed cluster average",
            Unit::Percent,
            self.average.unwrap_or(now),
            average,
        );
        self.average = Some(average);
        let key = Key::ThresholdPercentage;
        let line = average + settings.get(key);
        decision.lines = vec![
            Line {
                kind: LineKind::Average,
                value: average,
            },
            Line {
                kind: LineKind::Upper,
                value: line,
            },
        ];
        for id in load.broker_ids() {
            let score = scores[id.index()];
            let right = Operand::setting(line, "average + threshold", key.name());
            let left = Operand::measure(score, "usage now");
            if explain.check(
                Subject::Broker(id),
                Rule::AboveAverageLine,
                left,
                Op::Above,
                right,
                Unit::Percent,
            ) {
                let amount = score - average;
                let side = Operand::measure(amount, "usage − average");
                explain.fact(Subject::Broker(id), Rule::AmountToMove, side, Unit::Points);
                take_points(load, id, None, amount, &mut decision, explain);
            }
        }
        decision.scores = scores;
        decision
    }

    fn memory(&self) -> StrategyMemory {
        StrategyMemory {
            average: self.average,
            ..StrategyMemory::default()
        }
    }
}

impl Shedder for WorkedExample {
    fn shed(&mut self, load: &LoadData, settings: &Settings, explain: &mut Explain) -> Decision {
        let mut decision = Decision::on(Scale::RunningUsage);
        let factor = settings.get(Key::HistoryPercentage);
        let usages = usages(load, explain);
        decision.scores = load.scores();
        for (id, broker) in load.reported() {
            let now = usages[id.index()];
            let old = self.history.get(&broker.name).copied();
            let score = old.map_or(now, |old| factor * old + (1.0 - factor) * now);
            self.history.insert(broker.name.clone(), score);
            explain.change(
                Subject::Broker(id),
                Rule::HistoryMoved,
                "smoothed usage",
                Unit::Percent,
                old.unwrap_or(now),
                score,
            );
            decision.scores[id.index()] = score;
        }
        let key = Key::ThresholdPercentage;
        let average = mean(load, &decision.scores);
        self.average = Some(average);
        let line = average + settings.get(key);
        decision.lines = vec![
            Line {
                kind: LineKind::Average,
                value: average,
            },
            Line {
                kind: LineKind::Upper,
                value: line,
            },
        ];
        let Some((high, low)) = extremes(load, &decision.scores) else {
            return decision;
        };
        let mut pair = pair_of(&decision.scores, high, low);
        let left = Operand::measure(decision.scores[high.index()], "highest smoothed usage");
        let right = Operand::setting(line, "average + threshold", key.name());
        if explain.check(
            Subject::Pair(high, low),
            Rule::AboveAverageLine,
            left,
            Op::Above,
            right,
            Unit::Percent,
        ) {
            (pair.is_kept, pair.is_due) = (true, true);
            give_half(load, &mut pair, &mut decision, explain);
        }
        decision.pairs.push(pair);
        decision
    }

    fn active_brokers_changed(&mut self, active: &[Name]) {
        self.history.retain(|name, _| active.contains(name));
    }

    fn memory(&self) -> StrategyMemory {
        StrategyMemory {
            history: self.history.clone(),
            average: self.average,
            ..StrategyMemory::default()
        }
    }
}

/// The two distances that count as hits, with their settings and rules.
const STEPS: [(Count, Key, Key, Rule); 2] = [
    (
        Count::High,
        Key::AvgHighThreshold,
        Key::AvgHitCountHigh,
        Rule::HighHitsReached,
    ),
    (
        Count::Low,
        Key::AvgLowThreshold,
        Key::AvgHitCountLow,
        Rule::LowHitsReached,
    ),
];

impl Shedder for MultiHit {
    fn shed(&mut self, load: &LoadData, settings: &Settings, explain: &mut Explain) -> Decision {
        let mut decision = Decision::on(Scale::Usage);
        self.hits.seat(load);
        decision.scores = usages(load, explain);
        let average = mean(load, &decision.scores);
        let away = |key: Key| settings.get(key);
        decision.lines = vec![
            Line {
                kind: LineKind::Average,
                value: average,
            },
            Line {
                kind: LineKind::Upper,
                value: average + away(Key::AvgLowThreshold),
            },
            Line {
                kind: LineKind::Lower,
                value: average - away(Key::AvgLowThreshold),
            },
        ];
        let mut is_due = false;
        for id in load.broker_ids() {
            let mut reached = false;
            for (count, distance, hits, rule) in STEPS {
                let left = Operand::measure(
                    (decision.scores[id.index()] - average).abs(),
                    "distance from the average",
                );
                let right = Operand::setting(away(distance), distance.row().label, distance.name());
                if !explain.check(
                    Subject::Broker(id),
                    Rule::FarFromAverage,
                    left,
                    Op::Above,
                    right,
                    Unit::Points,
                ) {
                    self.hits.reset(count, &[id], explain);
                    continue;
                }
                self.hits.hit(count, &[id], explain);
                let left =
                    Operand::measure(f64::from(count.read(self.hits.of(id))), "hits in a row");
                let right = Operand::setting(settings.get(hits), hits.row().label, hits.name());
                reached |= explain.check(
                    Subject::Broker(id),
                    rule,
                    left,
                    Op::AtLeast,
                    right,
                    Unit::Count,
                );
            }
            decision.hits.push(self.hits.of(id));
            if reached {
                self.hits.reset_both(&[id], explain);
                is_due = true;
            }
        }
        if let Some((high, low)) = extremes(load, &decision.scores) {
            let mut pair = pair_of(&decision.scores, high, low);
            if is_due {
                (pair.is_kept, pair.is_due) = (true, true);
                give_half(load, &mut pair, &mut decision, explain);
            }
            decision.pairs.push(pair);
        }
        decision
    }

    fn memory(&self) -> StrategyMemory {
        self.hits.memory()
    }
}

impl Shedder for ProposedAvg {
    fn shed(&mut self, load: &LoadData, settings: &Settings, explain: &mut Explain) -> Decision {
        let mut decision = Decision::on(Scale::Usage);
        self.hits.seat(load);
        decision.scores = usages(load, explain);
        let mut order: Vec<BrokerId> = load.broker_ids().collect();
        order.sort_by(|a, b| decision.scores[a.index()].total_cmp(&decision.scores[b.index()]));
        decision.hits = self.hits.of_all();
        // The broker in the middle has nobody to be compared with.
        for index in 0..order.len() / 2 {
            let (high, low) = (order[order.len() - 1 - index], order[index]);
            let mut pair = pair_of(&decision.scores, high, low);
            let subject = Subject::Pair(high, low);
            for (count, distance, hits, rule) in STEPS {
                let left = Operand::measure(pair.difference, "difference of the scores");
                let right = Operand::setting(
                    settings.get(distance),
                    distance.row().label,
                    distance.name(),
                );
                if !explain.check(
                    subject,
                    Rule::OverDifference,
                    left,
                    Op::Above,
                    right,
                    Unit::Points,
                ) {
                    self.hits.reset(count, &[high, low], explain);
                    continue;
                }
                pair.is_kept = true;
                *(if count == Count::High {
                    &mut pair.over_high
                } else {
                    &mut pair.over_low
                }) = true;
                self.hits.hit(count, &[high, low], explain);
                let of = |id: BrokerId| count.read(self.hits.of(id));
                let left = Operand::measure(
                    f64::from(of(high).max(of(low))),
                    "hits of the pair in a row",
                );
                let right = Operand::setting(settings.get(hits), hits.row().label, hits.name());
                pair.is_due |= explain.check(subject, rule, left, Op::AtLeast, right, Unit::Count);
            }
            for id in [high, low] {
                decision.hits[id.index()] = self.hits.of(id);
            }
            if pair.is_due {
                self.hits.reset_both(&[high, low], explain);
                give_half(load, &mut pair, &mut decision, explain);
            }
            decision.pairs.push(pair);
        }
        decision.order = order;
        decision
    }

    fn memory(&self) -> StrategyMemory {
        self.hits.memory()
    }
}
