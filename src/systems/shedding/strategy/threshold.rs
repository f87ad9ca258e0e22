//! ThresholdShedder: a broker whose smoothed usage is too far above the cluster average sheds.
//!
//! Source: `org.apache.pulsar.broker.loadbalance.impl.ThresholdShedder`, with the lower boundary of
//! pull request 17456. Points of usage are used as a share of the broker's traffic; the share comes
//! from the history, the traffic from now. That is how an already levelled broker keeps shedding.

use std::collections::BTreeMap;

use super::{
    Decision, EXTRA_SHARE, Line, LineKind, MIB, Scale, Shedder, StrategyMemory, take_until_amount,
};
use crate::engine::{Op, Operand, Unit};
use crate::systems::shedding::model::load_data::{BrokerId, LoadData, Name};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::model::usage::{Weights, weighted_usage};
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::settings::{Key, Settings};

/// Half of the threshold is what the lower pass moves.
const LOWER_BOUNDARY_MARGIN: f64 = 0.5;

/// The strategy and its running usage per broker (fractions).
#[derive(Clone, Debug, Default)]
pub struct ThresholdShedder {
    history: BTreeMap<Name, f64>,
    average: Option<f64>,
}

impl ThresholdShedder {
    /// Moves every broker's history one step and returns the histories, in broker order.
    fn update(&mut self, load: &LoadData, settings: &Settings, explain: &mut Explain) -> Vec<f64> {
        let weights = Weights::from_settings(settings);
        let share = settings.get(Key::HistoryPercentage);
        let mut total = 0.0;
        let mut scores = load.scores();
        for (id, broker) in load.reported() {
            let (usage, resource) = weighted_usage(&broker.readings, &weights);
            let old = self.history.get(&broker.name).copied();
            let new = old.map_or(usage, |old| old * share + (1.0 - share) * usage);
            if let Some(entry) = self.history.get_mut(&broker.name) {
                *entry = new;
            } else {
                self.history.insert(broker.name.clone(), new);
            }
            total += new;
            scores[id.index()] = new;
            explain.fact(
                Subject::Broker(id),
                Rule::UsageNow,
                Operand::measure(usage, resource.usage_phrase()),
                Unit::Fraction,
            );
            explain.change(
                Subject::Broker(id),
                Rule::HistoryMoved,
                "smoothed usage",
                Unit::Fraction,
                old.unwrap_or(usage),
                new,
            );
        }
        let count = load.broker_ids().count();
        let average = if count == 0 {
            0.0
        } else {
            total / count as f64
        };
        self.average = Some(average);
        explain.fact(
            Subject::Round,
            Rule::ClusterAverage,
            Operand::measure(average, "average of the smoothed usages"),
            Unit::Fraction,
        );
        scores
    }

    /// Steps 3 to 5: everyone above the upper line, each for itself.
    fn shed_above(
        &self,
        load: &LoadData,
        scores: &[f64],
        settings: &Settings,
        decision: &mut Decision,
        explain: &mut Explain,
    ) {
        let average = self.average.unwrap_or_default();
        let threshold = settings.get(Key::ThresholdPercentage) / 100.0;
        for id in load.broker_ids() {
            let score = scores[id.index()];
            let subject = Subject::Broker(id);
            let left = Operand::measure(score, "smoothed usage");
            let right = Operand::setting(
                average + threshold,
                "average + threshold",
                Key::ThresholdPercentage.name(),
            );
            if explain.check(
                subject,
                Rule::UnderAverageLine,
                left,
                Op::Below,
                right,
                Unit::Fraction,
            ) {
                continue;
            }
            let share = score - average - threshold + EXTRA_SHARE;
            let amount = load.broker(id).rates.throughput() * share;
            let phrase = "throughput × (smoothed usage − average − threshold + 5 %)";
            if amount_is_too_small(id, amount, phrase, settings, explain) {
                continue;
            }
            take_until_amount(load, id, amount, decision, explain);
        }
    }

    /// Step 6: nobody was selected; if somebody is far below the average, the highest gives.
    fn shed_to_low(
        &mut self,
        load: &LoadData,
        settings: &Settings,
        decision: &mut Decision,
        explain: &mut Explain,
    ) {
        // The original measures again, so the history moves a second time in the same round.
        let scores = self.update(load, settings, explain);
        let average = self.average.unwrap_or_default();
        let threshold = settings.get(Key::ThresholdPercentage) / 100.0;
        let lower = average - threshold;
        decision.lines = lines(average, threshold, true);
        decision.scores = scores.iter().map(|score| score * 100.0).collect();

        let mut highest: Option<(BrokerId, f64)> = None;
        let mut anyone_low = false;
        for id in load.broker_ids() {
            let score = scores[id.index()];
            let line = Operand::setting(
                lower,
                "average − threshold",
                Key::ThresholdPercentage.name(),
            );
            let left = Operand::measure(score, "smoothed usage");
            anyone_low |= explain.check(
                Subject::Broker(id),
                Rule::UnderLowerLine,
                left,
                Op::Below,
                line,
                Unit::Fraction,
            );
            let count =
                Operand::measure(load.broker(id).bundle_count as f64, "bundles of the broker");
            let one = Operand::measure(1.0, "one bundle");
            if explain.check(
                Subject::Broker(id),
                Rule::HasSpareBundles,
                count,
                Op::Above,
                one,
                Unit::Count,
            ) {
                let (best, phrase) = highest
                    .map_or((lower, "average − threshold"), |(_, best)| {
                        (best, "highest so far")
                    });
                let left = Operand::measure(score, "smoothed usage");
                let right = Operand::measure(best, phrase);
                if explain.check(
                    Subject::Broker(id),
                    Rule::HighestSoFar,
                    left,
                    Op::Above,
                    right,
                    Unit::Fraction,
                ) {
                    highest = Some((id, score));
                }
            }
        }
        if !explain.flag(
            Subject::Round,
            Rule::SomebodyLow,
            "a broker is below average − threshold",
            anyone_low,
        ) {
            return;
        }
        let Some((id, _)) = highest else { return };
        let amount = load.broker(id).rates.throughput() * threshold * LOWER_BOUNDARY_MARGIN;
        if amount_is_too_small(
            id,
            amount,
            "throughput × threshold × 0.5",
            settings,
            explain,
        ) {
            return;
        }
        take_until_amount(load, id, amount, decision, explain);
    }
}

fn amount_is_too_small(
    id: BrokerId,
    amount: f64,
    phrase: &'static str,
    settings: &Settings,
    explain: &mut Explain,
) -> bool {
    let key = Key::MinUnloadThroughputMib;
    let left = Operand::measure(amount, phrase);
    let right = Operand::setting(
        settings.get(key) * MIB,
        "least traffic worth an unload",
        key.name(),
    );
    explain.check(
        Subject::Broker(id),
        Rule::AmountTooSmall,
        left,
        Op::Below,
        right,
        Unit::ByteRate,
    )
}

fn lines(average: f64, threshold: f64, with_lower: bool) -> Vec<Line> {
    let mut lines = vec![
        Line {
            kind: LineKind::Average,
            value: average * 100.0,
        },
        Line {
            kind: LineKind::Upper,
            value: (average + threshold) * 100.0,
        },
    ];
    if with_lower {
        lines.push(Line {
            kind: LineKind::Lower,
            value: (average - threshold) * 100.0,
        });
    }
    lines
}

impl Shedder for ThresholdShedder {
    fn shed(&mut self, load: &LoadData, settings: &Settings, explain: &mut Explain) -> Decision {
        let mut decision = Decision::on(Scale::RunningUsage);
        let scores = self.update(load, settings, explain);
        let average = self.average.unwrap_or_default();
        let with_lower = settings.is_on(Key::LowerBoundaryEnabled);
        decision.scores = scores.iter().map(|score| score * 100.0).collect();
        decision.lines = lines(
            average,
            settings.get(Key::ThresholdPercentage) / 100.0,
            with_lower,
        );
        let zero = Operand::measure(0.0, "zero");
        let left = Operand::measure(average, "cluster average");
        if explain.check(
            Subject::Round,
            Rule::AverageIsZero,
            left,
            Op::Equals,
            zero,
            Unit::Fraction,
        ) {
            return decision;
        }
        self.shed_above(load, &scores, settings, &mut decision, explain);
        if decision.selections.is_empty() {
            let setting = Key::LowerBoundaryEnabled.name();
            if explain.switch(
                Subject::Round,
                Rule::LowerPassIsOn,
                "lower-boundary shedding",
                with_lower,
                setting,
            ) {
                self.shed_to_low(load, settings, &mut decision, explain);
            }
        }
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
