//! One pair of TransferShedder: which of the giver's reported bundles go, and what comes back for them.

use super::cluster::{report, usage};
use crate::engine::{Op, Operand, Unit};
use crate::systems::shedding::model::load_data::{BrokerId, BundleId, LoadData};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::settings::{Key, Settings};
use crate::systems::shedding::strategy::{Pair, Selection, is_offered};

/// A swap must leave the giver with less than this share of its traffic.
const SWAP_RELIEF: f64 = 0.75;

/// A giver, a taker, and what has been chosen so far. Traffic is in bytes per second.
pub(super) struct Offload<'a> {
    load: &'a LoadData,
    settings: &'a Settings,
    high: BrokerId,
    low: BrokerId,
    skips_idle: bool,
    /// What the giver carries.
    high_bytes_per_s: f64,
    /// What the taker carries.
    low_bytes_per_s: f64,
    /// What should move, net.
    plan_bytes_per_s: f64,
    /// What leaves the giver.
    pub(super) out_bytes_per_s: f64,
    /// What comes back, as far as it is counted.
    back_bytes_per_s: f64,
    /// Bundles that may still be asked to come back: a list that is walked once for all bundles of the pair.
    returning: std::slice::Iter<'a, BundleId>,
    /// What was chosen, those that come back before the one that they come back for.
    pub(super) selections: Vec<Selection>,
}

impl<'a> Offload<'a> {
    pub(super) fn new(
        load: &'a LoadData,
        settings: &'a Settings,
        high: BrokerId,
        low: BrokerId,
        skips_idle: bool,
    ) -> Self {
        let bytes_per_s = |id| load.broker(id).rates.throughput();
        let (max, min) = (usage(load, high), usage(load, low));
        Self {
            load,
            settings,
            high,
            low,
            skips_idle,
            high_bytes_per_s: bytes_per_s(high),
            low_bytes_per_s: bytes_per_s(low),
            plan_bytes_per_s: bytes_per_s(high) * ((max - min) / 2.0) / max,
            out_bytes_per_s: 0.0,
            back_bytes_per_s: 0.0,
            returning: top(load, low).iter(),
            selections: Vec::new(),
        }
    }

    /// The pair as a view shows it.
    pub(super) fn pair(&self) -> Pair {
        let (high, low) = (self.high, self.low);
        let difference = (usage(self.load, high) - usage(self.load, low)) * 100.0;
        let budget = Some((self.plan_bytes_per_s, Unit::ByteRate));
        Pair {
            high,
            low,
            difference,
            over_high: true,
            is_kept: true,
            is_due: true,
            budget,
            ..Pair::default()
        }
    }

    /// What the giver gives of its usage, a fraction, by the traffic that moves.
    pub(super) fn given_usage(&self) -> f64 {
        (self.out_bytes_per_s - self.back_bytes_per_s) * usage(self.load, self.high)
            / self.high_bytes_per_s
    }

    /// Walks the giver's reported bundles and takes what fits the plan.
    pub(super) fn walk(&mut self, explain: &mut Explain) {
        let plan = Operand::measure(
            self.plan_bytes_per_s,
            "throughput × half the difference ÷ usage",
        );
        explain.fact(
            Subject::Pair(self.high, self.low),
            Rule::AmountToMove,
            plan,
            Unit::ByteRate,
        );
        self.record_unreported(explain);
        let is_transfer = self.is_transfer(explain);
        let target = is_transfer.then_some(self.low);
        let top = top(self.load, self.high);
        let mut remaining = top.len();
        for &bundle in top {
            if !self.may_leave(bundle, explain) {
                continue;
            }
            let subject = Subject::Bundle(bundle);
            let left = Operand::measure(remaining as f64, "reported bundles that stay");
            if explain.check(
                subject,
                Rule::KeepsLast,
                left,
                Op::AtMost,
                Operand::measure(1.0, "one"),
                Unit::Count,
            ) {
                break;
            }
            let traffic = self.traffic(bundle);
            let left = Operand::measure(traffic, "its traffic");
            let nothing = Operand::measure(0.0, "nothing");
            if self.skips_idle
                && !explain.check(
                    subject,
                    Rule::CarriesTraffic,
                    left,
                    Op::Above,
                    nothing,
                    Unit::ByteRate,
                )
            {
                continue;
            }
            let left = Operand::measure(
                self.out_bytes_per_s - self.back_bytes_per_s + traffic,
                "what would move",
            );
            let right = Operand::measure(self.plan_bytes_per_s, "what should move");
            if explain.check(
                subject,
                Rule::OverPlan,
                left,
                Op::Above,
                right,
                Unit::ByteRate,
            ) && !(is_transfer && self.swap(bundle, explain))
            {
                break;
            }
            self.selections.push(Selection {
                bundle,
                from: self.high,
                target,
            });
            self.out_bytes_per_s += traffic;
            remaining -= 1;
        }
    }

    fn is_transfer(&self, explain: &mut Explain) -> bool {
        let key = Key::TransferEnabled;
        let pair = Subject::Pair(self.high, self.low);
        explain.switch(
            pair,
            Rule::TransferIsOn,
            "transfer",
            self.settings.is_on(key),
            key.name(),
        )
    }

    fn traffic(&self, bundle: BundleId) -> f64 {
        self.load.bundle(bundle).short_term.rates.throughput()
    }

    /// Whether a reported bundle is still the giver's, was not unloaded lately, and is free to move.
    fn may_leave(&self, bundle: BundleId, explain: &mut Explain) -> bool {
        let owned = self.load.broker(self.high).bundles.contains(&bundle);
        explain.flag(
            Subject::Bundle(bundle),
            Rule::IsGivers,
            "on the broker that sheds it",
            owned,
        ) && is_offered(bundle, self.load.bundle(bundle), explain)
            && self.is_free(bundle, self.low, explain)
    }

    /// Whether the rules let a bundle go to a broker.
    fn is_free(&self, bundle: BundleId, to: BrokerId, explain: &mut Explain) -> bool {
        let key = Key::PoliciesEnabled;
        // Policies bind a bundle unless the setting says that bound bundles may be shed too.
        let is_bound = self.load.bundle(bundle).has_policies && !self.settings.is_on(key);
        if explain.switch(
            Subject::Bundle(bundle),
            Rule::IsBound,
            "bound by policies",
            is_bound,
            key.name(),
        ) {
            return false;
        }
        let Some(barred) = report(self.load, to).and_then(|report| report.barred.as_ref()) else {
            return true;
        };
        let subject = Subject::Candidate { bundle, broker: to };
        explain.flag(
            subject,
            Rule::RulesAllow,
            "the rules allow it",
            barred.binary_search(&bundle).is_err(),
        )
    }

    /// Looks for bundles of the taker that can come back for one that is too large. They are taken one
    /// after the other until the taker would not be above the giver and the giver is relieved enough; what
    /// was looked at for one bundle is not looked at again for the next.
    fn swap(&mut self, bundle: BundleId, explain: &mut Explain) -> bool {
        let moved = self.out_bytes_per_s - self.back_bytes_per_s + self.traffic(bundle);
        let mut high = self.high_bytes_per_s - moved;
        let mut low = self.low_bytes_per_s + moved;
        let mut back: Vec<Selection> = Vec::new();
        let mut back_bytes_per_s = 0.0;
        let mut is_found = false;
        while let Some(&candidate) = self.returning.next() {
            if !self.is_free(candidate, self.high, explain) {
                continue;
            }
            let traffic = self.traffic(candidate);
            let subject = Subject::Bundle(candidate);
            let mut asks = |rule, left: f64, of, op, right: f64, to| {
                explain.check(
                    subject,
                    rule,
                    Operand::measure(left, of),
                    op,
                    Operand::measure(right, to),
                    Unit::ByteRate,
                )
            };
            let limit = self.high_bytes_per_s;
            let (giver, taker, now) = (
                "the giver would carry",
                "the taker would carry",
                "the giver carries",
            );
            if !(asks(
                Rule::GiverFallsStill,
                high + traffic,
                giver,
                Op::Below,
                limit,
                now,
            ) && asks(
                Rule::TakerStaysBelow,
                low - traffic,
                taker,
                Op::Below,
                limit,
                now,
            )) {
                continue;
            }
            back.push(Selection {
                bundle: candidate,
                from: self.low,
                target: Some(self.high),
            });
            (high, low) = (high + traffic, low - traffic);
            back_bytes_per_s += traffic;
            if asks(Rule::TakerNotAbove, low, taker, Op::AtMost, high, giver)
                && asks(
                    Rule::GiverRelieved,
                    high,
                    giver,
                    Op::Below,
                    limit * SWAP_RELIEF,
                    "75 % of what it carries",
                )
            {
                is_found = true;
                break;
            }
        }
        let left = Operand::measure(
            if is_found { back.len() as f64 } else { 0.0 },
            "bundles that come back",
        );
        let one = Operand::measure(1.0, "one");
        if !explain.check(
            Subject::Bundle(bundle),
            Rule::SwapFound,
            left,
            Op::AtLeast,
            one,
            Unit::Count,
        ) {
            return false;
        }
        self.selections.append(&mut back);
        // In the original the line that counts it stands inside the `if` around a line of debug logging.
        let key = Key::DebugMode;
        let (subject, is_on) = (Subject::Bundle(bundle), self.settings.is_on(key));
        if explain.switch(
            subject,
            Rule::BackIsCounted,
            "debug mode",
            is_on,
            key.name(),
        ) {
            self.back_bytes_per_s += back_bytes_per_s;
        }
        true
    }

    /// Says of each bundle that the giver does not report that nobody looks at it.
    fn record_unreported(&self, explain: &mut Explain) {
        if !explain.is_recording() {
            return;
        }
        let top = top(self.load, self.high);
        for bundle in self.load.broker(self.high).bundles.iter() {
            let (is_reported, setting) = (top.contains(bundle), Key::TopBundles.name());
            explain.switch(
                Subject::Bundle(*bundle),
                Rule::IsReported,
                "among the reported bundles",
                is_reported,
                setting,
            );
        }
    }
}

fn top(load: &LoadData, id: BrokerId) -> &[BundleId] {
    report(load, id).map_or(&[], |report| &report.top_bundles)
}
