//! The cluster as TransferShedder sees it: which reports count, how far apart they are, who is next.

use crate::engine::{Op, Operand, Unit};
use crate::systems::shedding::model::load_data::{
    BrokerId, ExtensibleLoad, LoadData, by_traffic_descending,
};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::settings::{Key, Settings};
use crate::systems::shedding::strategy::{Cause, Line, LineKind, Outcome, Verdict};

/// What a broker reported, if it did.
pub(super) fn report(load: &LoadData, id: BrokerId) -> Option<&ExtensibleLoad> {
    load.broker(id).extensible.as_ref()
}

/// The running usage that a broker reported, a fraction; 0 without a report.
pub(super) fn usage(load: &LoadData, id: BrokerId) -> f64 {
    report(load, id).map_or(0.0, |report| report.weighted_max_ema)
}

/// The reports of a round, and what remains of them while pairs are made (`TransferShedder.LoadStats`).
pub(super) struct Reports<'a> {
    pub(super) load: &'a LoadData,
    pub(super) settings: &'a Settings,
    /// Average of the running usages, a fraction.
    pub(super) average: f64,
    /// Standard deviation of them as a whole population, a fraction.
    pub(super) deviation: f64,
    /// Sum of their squares, corrected by hand after each pair.
    square_sum: f64,
    /// How many they are.
    count: f64,
    /// Every broker from the lowest to the highest, those with reports that are too old among them.
    pub(super) order: Vec<BrokerId>,
    /// The place in the order of the lowest broker that remains.
    low: usize,
    /// The place of the highest.
    high: usize,
    /// Pairs that have given.
    pairs: f64,
}

/// The brokers whose reports keep the round from taking place, or are left out of it.
#[derive(Default)]
struct ReportProblems {
    missing: Vec<BrokerId>,
    outdated: Vec<BrokerId>,
    early: Vec<BrokerId>,
}

impl<'a> Reports<'a> {
    /// Goes through the reports.
    ///
    /// # Errors
    /// When one of them puts off the whole round, or none counts.
    pub(super) fn gather(
        load: &'a LoadData,
        settings: &'a Settings,
        explain: &mut Explain,
    ) -> Result<Self, Verdict> {
        let mut trouble = ReportProblems::default();
        let (mut sum, mut square_sum, mut count) = (0.0, 0.0, 0.0);
        for id in load.broker_ids() {
            if let Some(usage) = trouble.ask(load, id, settings, explain) {
                sum += usage;
                square_sum += usage * usage;
                count += 1.0;
            }
        }
        trouble.verdict(count, explain)?;
        let average = sum / count;
        let left = Operand::measure(average, "average of the smoothed usages");
        explain.fact(Subject::Round, Rule::ClusterAverage, left, Unit::Fraction);
        // A variance that rounding makes negative has no root in the original; it is over no target either way.
        let deviation = (square_sum / count - average * average).max(0.0).sqrt();
        let mut order: Vec<BrokerId> = load.broker_ids().collect();
        order.sort_by(|a, b| by_traffic_descending(usage(load, *b), usage(load, *a)));
        let high = order.len().saturating_sub(1);
        Ok(Self {
            load,
            settings,
            average,
            deviation,
            square_sum,
            count,
            order,
            low: 0,
            high,
            pairs: 0.0,
        })
    }

    /// The highest and the lowest broker that remain.
    pub(super) fn pair(&self) -> (BrokerId, BrokerId) {
        (self.order[self.high], self.order[self.low])
    }

    /// Whether two brokers remain, and a round may have another pair.
    pub(super) fn has_pair(&self, explain: &mut Explain) -> bool {
        let key = Key::MaxPairs;
        let (left, right) = (
            Operand::measure(self.pairs, "pairs so far"),
            self.setting(key, "most pairs"),
        );
        if !explain.check(
            Subject::Round,
            Rule::MayPair,
            left,
            Op::Below,
            right,
            Unit::Count,
        ) {
            return false;
        }
        let left = Operand::measure(self.low as f64, "place of the lowest that remains");
        let right = Operand::measure(self.high as f64, "place of the highest");
        explain.check(
            Subject::Round,
            Rule::TwoRemain,
            left,
            Op::Below,
            right,
            Unit::Count,
        )
    }

    /// The next pair, highest and lowest. The highest has had its turn with that; the lowest remains
    /// until somebody gives to it.
    pub(super) fn take_pair(&mut self) -> (BrokerId, BrokerId) {
        let pair = self.pair();
        self.high = self.high.saturating_sub(1);
        pair
    }

    /// Corrects the deviation for what one broker gave to another, a fraction, and goes on to the next lowest.
    pub(super) fn level(
        &mut self,
        high: BrokerId,
        low: BrokerId,
        given: f64,
        explain: &mut Explain,
    ) {
        let square = |usage: f64| usage * usage;
        let (max, min) = (usage(self.load, high), usage(self.load, low));
        self.square_sum -= square(max) + square(min);
        self.square_sum += square((max - given).max(0.0)) + square(min + given);
        self.deviation = (self.square_sum / self.count - square(self.average))
            .abs()
            .sqrt();
        self.pairs += 1.0;
        self.low += 1;
        let side = Operand::measure(self.deviation, "deviation after this pair");
        explain.fact(
            Subject::Pair(high, low),
            Rule::DeviationAfter,
            side,
            Unit::Fraction,
        );
    }

    /// Why load should move, if it should.
    pub(super) fn condition(&self, explain: &mut Explain) -> Option<Cause> {
        let left = Operand::measure(self.deviation, "standard deviation");
        let target = self.setting(Key::TargetDeviation, "target deviation");
        if explain.check(
            Subject::Round,
            Rule::DeviationOverTarget,
            left,
            Op::Above,
            target,
            Unit::Fraction,
        ) {
            return Some(Cause::Overloaded);
        }
        if self.is_underloaded(explain) {
            return Some(Cause::Underloaded);
        }
        self.is_overloaded(explain).then_some(Cause::Overloaded)
    }

    fn setting(&self, key: Key, what: &'static str) -> Operand {
        Operand::setting(self.settings.get(key), what, key.name())
    }

    /// The share of the average, and of the highest broker's traffic, under which a broker is underloaded.
    fn low_share(&self) -> f64 {
        (self.settings.get(Key::TargetDeviation) / 2.0).clamp(0.0, 0.5)
    }

    /// Whether the lowest broker is far under the average, or carries far less than the highest.
    fn is_underloaded(&self, explain: &mut Explain) -> bool {
        let (high, low) = self.pair();
        let (share, key) = (self.low_share(), Key::TargetDeviation.name());
        let left = Operand::measure(usage(self.load, low), "smoothed usage");
        let right = Operand::setting(self.average * share, "average × target ÷ 2", key);
        if explain.check(
            Subject::Broker(low),
            Rule::UnderUnderloadLine,
            left,
            Op::Below,
            right,
            Unit::Fraction,
        ) {
            return true;
        }
        let throughput = |id| report(self.load, id).map_or(0.0, |report| report.throughput_ema);
        let left = Operand::measure(throughput(low), "running throughput");
        let right = Operand::setting(
            throughput(high) * share,
            "the highest broker's × target ÷ 2",
            key,
        );
        explain.check(
            Subject::Pair(high, low),
            Rule::CarriesTooLittle,
            left,
            Op::Below,
            right,
            Unit::ByteRate,
        )
    }

    /// Whether the highest broker is over the overload line and also far above the average.
    fn is_overloaded(&self, explain: &mut Explain) -> bool {
        let high = self.pair().0;
        let left = || Operand::measure(usage(self.load, high), "smoothed usage");
        let key = Key::OverloadedPercentage;
        let line = Operand::setting(
            self.settings.get(key) / 100.0,
            "overload threshold",
            key.name(),
        );
        let subject = Subject::Broker(high);
        if !explain.check(
            subject,
            Rule::OverOverloadLine,
            left(),
            Op::Above,
            line,
            Unit::Fraction,
        ) {
            return false;
        }
        let key = Key::TargetDeviation;
        let right = Operand::setting(
            self.average + self.settings.get(key),
            "average + target",
            key.name(),
        );
        explain.check(
            subject,
            Rule::FarAboveAverage,
            left(),
            Op::Above,
            right,
            Unit::Fraction,
        )
    }

    /// The levels of the chart, in percent.
    pub(super) fn lines(&self) -> Vec<Line> {
        let overload = self.settings.get(Key::OverloadedPercentage) / 100.0;
        let overload = overload.max(self.average + self.settings.get(Key::TargetDeviation));
        let levels = [
            (LineKind::Average, self.average),
            (LineKind::Overload, overload),
            (LineKind::Underload, self.average * self.low_share()),
        ];
        levels
            .into_iter()
            .map(|(kind, value)| Line {
                kind,
                value: value * 100.0,
            })
            .collect()
    }
}

impl ReportProblems {
    /// The running usage of a broker if its report counts. Every broker is asked, also where the
    /// original stops at the first that puts off the round: nothing comes of it, and a reader sees them all.
    fn ask(
        &mut self,
        load: &LoadData,
        id: BrokerId,
        settings: &Settings,
        explain: &mut Explain,
    ) -> Option<f64> {
        let subject = Subject::Broker(id);
        let report = report(load, id);
        explain.flag(
            subject,
            Rule::HasReport,
            "it has reported",
            report.is_some(),
        );
        let Some(report) = report else {
            self.missing.push(id);
            return None;
        };
        let side = Operand::measure(report.weighted_max_ema, "smoothed usage");
        explain.fact(subject, Rule::UsageNow, side, Unit::Fraction);
        let key = Key::ReportTtlSeconds;
        let left = Operand::measure(report.report_age_s, "age of the report");
        let right = Operand::setting(settings.get(key), "oldest report", key.name());
        if explain.check(
            subject,
            Rule::ReportTooOld,
            left,
            Op::Above,
            right,
            Unit::Seconds,
        ) {
            self.outdated.push(id);
            return None;
        }
        if let Some(elapsed_s) = report.unloaded_before_report_s {
            let key = Key::SheddingDelaySeconds;
            let left = Operand::measure(elapsed_s, "from its last unload to its report");
            let right = Operand::setting(settings.get(key), "delay after an unload", key.name());
            if explain.check(
                subject,
                Rule::ReportTooEarly,
                left,
                Op::Below,
                right,
                Unit::Seconds,
            ) {
                self.early.push(id);
                return None;
            }
        }
        Some(report.weighted_max_ema)
    }

    /// Whether the round can go on with this many reports that count.
    fn verdict(self, count: f64, explain: &mut Explain) -> Result<(), Verdict> {
        let skip = |cause, brokers| {
            Err(Verdict {
                outcome: Outcome::Skip,
                cause,
                brokers,
            })
        };
        let mut asks = |reports: f64, what, rule, op| {
            let (left, none) = (
                Operand::measure(reports, what),
                Operand::measure(0.0, "none"),
            );
            explain.check(Subject::Round, rule, left, op, none, Unit::Count)
        };
        if asks(
            self.early.len() as f64,
            "early reports",
            Rule::ReportsTooEarly,
            Op::Above,
        ) {
            return skip(Cause::CoolDown, self.early);
        }
        if asks(
            count,
            "reports that count",
            Rule::NoReportCounts,
            Op::Equals,
        ) {
            return if self.outdated.is_empty() {
                skip(Cause::NoBrokers, self.missing)
            } else {
                skip(Cause::OutDatedData, self.outdated)
            };
        }
        if asks(
            self.missing.len() as f64,
            "missing reports",
            Rule::ReportsMissing,
            Op::Above,
        ) {
            return skip(Cause::NoLoadData, self.missing);
        }
        Ok(())
    }
}
