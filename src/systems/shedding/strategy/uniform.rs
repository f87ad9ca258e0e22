//! UniformLoadShedder: the broker with the most traffic gives to nobody in particular, when it has
//! too much more than the one with the least. Resource usage plays no part.
//!
//! Source: `org.apache.pulsar.broker.loadbalance.impl.UniformLoadShedder`. The 4.0 line adds 1000 to
//! what remains of the budget whenever it compares (pull request 21906 removed that).

use super::{Decision, Line, LineKind, Scale, Selection, Shedder, StrategyMemory, offered_by};
use crate::engine::{Op, Operand, Unit};
use crate::systems::shedding::model::load_data::{BrokerId, LoadData, Rates};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::release::Release;
use crate::systems::shedding::settings::{Key, Settings};

/// The strategy; it remembers nothing but its release.
#[derive(Clone, Debug)]
pub struct UniformLoadShedder {
    /// What the 4.0 line adds to the budget when it compares.
    slack: i32,
}

/// One kind of traffic: how it is read, and the settings and phrases that go with it.
struct Traffic {
    of: fn(&Rates) -> f64,
    scale: Scale,
    unit: Unit,
    minimum: Key,
    phrase: &'static str,
}

const MESSAGES: Traffic = Traffic {
    of: Rates::msg_rate,
    scale: Scale::MessageRate,
    unit: Unit::MsgRate,
    minimum: Key::MinUnloadMessage,
    phrase: "message rate",
};

const BYTES: Traffic = Traffic {
    of: Rates::throughput,
    scale: Scale::Throughput,
    unit: Unit::ByteRate,
    minimum: Key::MinUnloadThroughput,
    phrase: "throughput",
};

/// The brokers with the most and the least of one kind of traffic.
struct Extremes {
    max: f64,
    max_broker: Option<BrokerId>,
    min: f64,
}

fn extremes(load: &LoadData, traffic: &Traffic) -> Extremes {
    let mut found = Extremes {
        max: -1.0,
        max_broker: None,
        min: f64::from(i32::MAX),
    };
    for id in load.broker_ids() {
        let value = (traffic.of)(&load.broker(id).rates);
        if value > found.max {
            (found.max, found.max_broker) = (value, Some(id));
        }
        if value < found.min {
            found.min = value;
        }
    }
    // Too close to nothing to divide by: the original takes 1 instead.
    if (-1e-6..=1e-6).contains(&found.min) {
        found.min = 1.0;
    }
    found
}

impl UniformLoadShedder {
    /// The strategy of a release.
    pub fn new(release: Release) -> Self {
        Self {
            slack: if release == Release::V4_0 { 1000 } else { 0 },
        }
    }

    fn take(
        &self,
        load: &LoadData,
        traffic: &Traffic,
        found: &Extremes,
        settings: &Settings,
        decision: &mut Decision,
        explain: &mut Explain,
    ) {
        let Some(id) = found.max_broker else { return };
        let subject = Subject::Broker(id);
        // `as` saturates and takes NaN for 0, as the original's cast to int does.
        let mut budget = ((found.max - found.min) * settings.get(Key::MaxUnloadPercentage)) as i32;
        let count = Operand::measure(load.broker(id).bundle_count as f64, "bundles of the broker");
        if !explain.check(
            subject,
            Rule::HasSpareBundles,
            count,
            Op::Above,
            Operand::measure(1.0, "one bundle"),
            Unit::Count,
        ) {
            return;
        }
        let left = Operand::setting(
            f64::from(budget),
            "whole part of difference × share to move",
            Key::MaxUnloadPercentage.name(),
        );
        let right = Operand::setting(
            settings.get(traffic.minimum),
            "least worth moving",
            traffic.minimum.name(),
        );
        if !explain.check(
            subject,
            Rule::BudgetReachesMinimum,
            left,
            Op::AtLeast,
            right,
            traffic.unit,
        ) {
            return;
        }
        let most = settings.get(Key::MaxUnloadBundles);
        let mut taken = 0_u32;
        for (bundle, amount) in offered_by(
            load,
            id,
            |bundle| (traffic.of)(&bundle.short_term.rates),
            explain,
        ) {
            if most != -1.0 {
                let left = Operand::measure(f64::from(taken), "bundles taken");
                let right =
                    Operand::setting(most, "most bundles a round", Key::MaxUnloadBundles.name());
                if explain.check(
                    Subject::Bundle(bundle),
                    Rule::EnoughBundles,
                    left,
                    Op::AtLeast,
                    right,
                    Unit::Count,
                ) {
                    continue;
                }
            }
            let left = Operand::measure(amount, traffic.phrase);
            let right = Operand::measure(
                f64::from(budget.wrapping_add(self.slack)),
                "what may still move",
            );
            if explain.check(
                Subject::Bundle(bundle),
                Rule::Fits,
                left,
                Op::AtMost,
                right,
                traffic.unit,
            ) {
                budget = budget.wrapping_sub(amount as i32);
                taken += 1;
                decision.selections.push(Selection {
                    bundle,
                    from: id,
                    target: None,
                });
            }
        }
    }
}

impl Shedder for UniformLoadShedder {
    fn shed(&mut self, load: &LoadData, settings: &Settings, explain: &mut Explain) -> Decision {
        let (messages, bytes) = (extremes(load, &MESSAGES), extremes(load, &BYTES));
        let difference = settings.get(Key::RateDifferencePercent);
        let ratio = settings.get(Key::ThroughputMultiplier);

        let rate_exceeds = is_on(Key::RateDifferencePercent, difference, explain) && {
            let left = Operand::measure(
                (messages.max - messages.min) * 100.0 / messages.min,
                "highest rate above lowest",
            );
            let right = Operand::setting(
                difference,
                "message rate difference",
                Key::RateDifferencePercent.name(),
            );
            explain.check(
                Subject::Round,
                Rule::RatesTooFarApart,
                left,
                Op::Above,
                right,
                Unit::Percent,
            )
        };
        // Throughput is looked at only if the rates are close enough, even when the rate branch then moves nothing.
        let bytes_exceed = !rate_exceeds && is_on(Key::ThroughputMultiplier, ratio, explain) && {
            let left = Operand::measure(bytes.max / bytes.min, "highest throughput over lowest");
            let right =
                Operand::setting(ratio, "throughput ratio", Key::ThroughputMultiplier.name());
            explain.check(
                Subject::Round,
                Rule::ThroughputsTooFarApart,
                left,
                Op::Above,
                right,
                Unit::Times,
            )
        };

        let (traffic, found) = if bytes_exceed || (difference <= 0.0 && ratio > 0.0) {
            (&BYTES, &bytes)
        } else {
            (&MESSAGES, &messages)
        };
        let mut decision = Decision::on(traffic.scale);
        decision.scores = load.scores();
        for (id, broker) in load.reported() {
            let score = (traffic.of)(&broker.rates);
            decision.scores[id.index()] = score;
            let side = Operand::measure(score, traffic.phrase);
            explain.fact(Subject::Broker(id), Rule::TrafficNow, side, traffic.unit);
        }
        let line = if traffic.scale == Scale::MessageRate {
            found.min * (1.0 + difference / 100.0)
        } else {
            found.min * ratio
        };
        decision.lines = vec![
            Line {
                kind: LineKind::Lowest,
                value: found.min,
            },
            Line {
                kind: LineKind::Upper,
                value: line,
            },
        ];
        if rate_exceeds || bytes_exceed {
            self.take(load, traffic, found, settings, &mut decision, explain);
        }
        decision
    }

    fn memory(&self) -> StrategyMemory {
        StrategyMemory::default()
    }
}

fn is_on(key: Key, value: f64, explain: &mut Explain) -> bool {
    let left = Operand::setting(value, key.row().label, key.name());
    explain.check(
        Subject::Round,
        Rule::CheckIsOn,
        left,
        Op::Above,
        Operand::measure(0.0, "zero"),
        key.row().unit.unit,
    )
}
