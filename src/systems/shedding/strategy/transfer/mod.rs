//! TransferShedder, the strategy of the extensible load manager: when the running usages have been too far
//! apart for long enough, the highest broker gives to the lowest what would level the two.
//!
//! Source: `org.apache.pulsar.broker.loadbalance.extensions.scheduler.TransferShedder` (PIP-192, pull
//! requests 18865, 19813, 20059 and 22321), described and not recorded; what had to be assumed stands in
//! [`crate::systems::shedding::manager::extensible::ASSUMPTIONS`].

mod cluster;
mod giving;

use self::cluster::{Reports, report};
use self::giving::Offload;
use super::{Cause, Decision, Outcome, Pair, Scale, Shedder, StrategyMemory, Verdict};
use crate::engine::{Op, Operand, Unit};
use crate::systems::shedding::model::load_data::{BrokerId, LoadData};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::release::Release;
use crate::systems::shedding::settings::{Key, Settings};

/// The strategy and how many rounds in a row its condition has held.
#[derive(Clone, Debug)]
pub struct TransferShedder {
    /// Whether bundles without traffic are passed over: from 2026 on (pull request 23626).
    skips_idle: bool,
    hits: u32,
    average: Option<f64>,
}

/// Brokers that could not give although it was their turn.
#[derive(Default)]
struct Stuck {
    without_list: Vec<BrokerId>,
    without_bundle: Vec<BrokerId>,
}

impl TransferShedder {
    /// The strategy of a release, with nothing counted.
    pub fn new(release: Release) -> Self {
        Self {
            skips_idle: release != Release::V4_0,
            hits: 0,
            average: None,
        }
    }

    /// Counts a round for or against the condition; whether it has held for long enough.
    fn is_due(
        &mut self,
        holds: bool,
        pair: Subject,
        settings: &Settings,
        explain: &mut Explain,
    ) -> bool {
        self.set_hits(
            if holds {
                self.hits.saturating_add(1)
            } else {
                0
            },
            explain,
        );
        let key = Key::ConditionHits;
        let left = Operand::measure(f64::from(self.hits), "rounds in a row");
        // More than the setting; shown as the number that is needed.
        let right = Operand::setting(
            settings.get(key) + 1.0,
            "rounds of patience + 1",
            key.name(),
        );
        explain.check(
            pair,
            Rule::ConditionLasts,
            left,
            Op::AtLeast,
            right,
            Unit::Count,
        )
    }

    fn set_hits(&mut self, hits: u32, explain: &mut Explain) {
        let before = std::mem::replace(&mut self.hits, hits);
        if before != hits {
            let (before, after) = (f64::from(before), f64::from(hits));
            explain.change(
                Subject::Round,
                Rule::HistoryMoved,
                "count of rounds in a row",
                Unit::Count,
                before,
                after,
            );
        }
    }

    /// Pair after pair, as long as the condition holds.
    fn transfer(
        &self,
        reports: &mut Reports<'_>,
        decision: &mut Decision,
        explain: &mut Explain,
    ) -> Stuck {
        let mut stuck = Stuck::default();
        while reports.has_pair(explain) {
            let Some(cause) = reports.condition(explain) else {
                break;
            };
            let (high, low) = reports.take_pair();
            let mut giving =
                Offload::new(reports.load, reports.settings, high, low, self.skips_idle);
            decision.pairs.push(giving.pair());
            let listed = report(reports.load, high).map_or(0, |report| report.top_bundles.len());
            let left = || Operand::measure(listed as f64, "reported bundles");
            let none = Operand::measure(0.0, "none");
            if !explain.check(
                Subject::Pair(high, low),
                Rule::ReportsBundles,
                left(),
                Op::Above,
                none,
                Unit::Count,
            ) {
                stuck.without_list.push(high);
                continue;
            }
            let one = Operand::measure(1.0, "one bundle");
            if !explain.check(
                Subject::Broker(high),
                Rule::HasSpareBundles,
                left(),
                Op::Above,
                one,
                Unit::Count,
            ) {
                stuck.without_bundle.push(high);
                continue;
            }
            giving.walk(explain);
            for selection in &giving.selections {
                let to = if selection.from == high { low } else { high };
                let brokers = vec![selection.from, to];
                decision.verdicts.push(Verdict {
                    outcome: Outcome::Success,
                    cause,
                    brokers,
                });
            }
            decision.selections.append(&mut giving.selections);
            let given = Operand::measure(giving.out_bytes_per_s, "traffic that is to leave");
            let none = Operand::measure(0.0, "nothing");
            if explain.check(
                Subject::Pair(high, low),
                Rule::Gives,
                given,
                Op::Above,
                none,
                Unit::ByteRate,
            ) {
                reports.level(high, low, giving.given_usage(), explain);
            } else {
                stuck.without_bundle.push(high);
            }
        }
        stuck
    }
}

/// Under what a round without a bundle is counted.
fn skipped(stuck: Stuck) -> Verdict {
    let (cause, brokers) = if !stuck.without_list.is_empty() {
        (Cause::NoLoadData, stuck.without_list)
    } else if !stuck.without_bundle.is_empty() {
        (Cause::NoBundles, stuck.without_bundle)
    } else {
        (Cause::HitCount, Vec::new())
    };
    Verdict {
        outcome: Outcome::Skip,
        cause,
        brokers,
    }
}

impl Shedder for TransferShedder {
    fn shed(&mut self, load: &LoadData, settings: &Settings, explain: &mut Explain) -> Decision {
        let mut decision = Decision::on(Scale::RunningUsage);
        decision.scores = load.scores();
        load.broker_ids()
            .for_each(|id| decision.scores[id.index()] = cluster::usage(load, id) * 100.0);
        let mut reports = match Reports::gather(load, settings, explain) {
            Ok(reports) => reports,
            Err(verdict) => {
                decision.verdicts.push(verdict);
                return decision;
            }
        };
        self.average = Some(reports.average);
        decision.lines = reports.lines();
        decision.usage_stats = Some((reports.average, reports.deviation));
        decision.order.clone_from(&reports.order);

        let (high, low) = reports.pair();
        let holds = reports.condition(explain).is_some();
        if !self.is_due(holds, Subject::Pair(high, low), settings, explain) {
            let difference = (cluster::usage(load, high) - cluster::usage(load, low)) * 100.0;
            // The pair that comes first, should the condition last.
            decision.pairs.push(Pair {
                high,
                low,
                difference,
                is_kept: holds,
                over_high: holds,
                ..Pair::default()
            });
            decision.verdicts.push(skipped(Stuck::default()));
            return decision;
        }
        let stuck = self.transfer(&mut reports, &mut decision, explain);
        if decision.selections.is_empty() {
            // The count stays, so the next round tries again.
            decision.verdicts.push(skipped(stuck));
        } else {
            self.set_hits(0, explain);
        }
        decision
    }

    fn memory(&self) -> StrategyMemory {
        StrategyMemory {
            average: self.average,
            condition_hits: self.hits,
            ..StrategyMemory::default()
        }
    }
}
