//! The explanation of a round: its reasons, put in order for a reader.
//!
//! It is a view of checks; nothing here decides anything. One subject is explained at a time, the one that is asked
//! about, so a round of thousands of reasons costs only what is read of it.

use std::collections::BTreeSet;

use crate::engine::Evidence;
use crate::simulator::explanation::Tone;
use crate::systems::shedding::manager::round::{Detail, Round};
use crate::systems::shedding::model::load_data::{BrokerId, BundleId};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::model::world::World;
use crate::systems::shedding::reason::{Names, Reason, Rule};
use crate::systems::shedding::strategy::Pair;

/// A round with its reasons, ready to be asked.
#[derive(Clone, Debug)]
pub(crate) struct RoundExplanation<'a> {
    pub(super) world: &'a World,
    pub(super) round: &'a Round,
    pub(super) detail: &'a Detail,
    pub(super) reasons: &'a [Reason],
    /// The places of the reasons, those about one subject together and in the order in which they arose.
    by_subject: Vec<usize>,
    /// Which brokers give bundles away, and which ones bundles move to.
    gives: Vec<bool>,
    takes: Vec<bool>,
}

impl Names for World {
    fn broker(&self, id: BrokerId) -> &str {
        self.brokers
            .get(id.index())
            .map_or("nobody", |broker| &broker.name)
    }

    fn bundle(&self, id: BundleId) -> &str {
        &self.bundles[id.index()].name
    }
}

impl<'a> RoundExplanation<'a> {
    /// Sorts the reasons that the overview and the headline are made of; there are many more about bundles.
    pub(crate) fn of_brokers(
        world: &'a World,
        round: &'a Round,
        detail: &'a Detail,
        reasons: &'a [Reason],
    ) -> Self {
        Self::keeping(world, round, detail, reasons, |subject| {
            matches!(
                subject,
                Subject::Round | Subject::Broker(_) | Subject::Pair(..)
            )
        })
    }

    /// Sorts the reasons that the explanation of one subject consists of.
    pub(crate) fn about_one(
        world: &'a World,
        round: &'a Round,
        detail: &'a Detail,
        reasons: &'a [Reason],
        asked: Subject,
    ) -> Self {
        let (brokers, giver) = match asked {
            Subject::Broker(broker) => ([Some(broker), None], Some(broker)),
            Subject::Pair(high, low) => ([Some(high), Some(low)], Some(high)),
            _ => ([None, None], None),
        };
        let reported = giver.and_then(|giver| detail.load.brokers.get(giver.index()));
        let bundles: BTreeSet<BundleId> = reported
            .into_iter()
            .flat_map(|load| load.bundles.iter().copied())
            .collect();
        Self::keeping(world, round, detail, reasons, |subject| {
            match (*subject, asked) {
                (own, asked) if own == asked => true,
                (Subject::Broker(broker), _) => brokers.contains(&Some(broker)),
                (Subject::Bundle(bundle), _) => bundles.contains(&bundle),
                (Subject::Candidate { bundle, .. }, Subject::Bundle(of)) => bundle == of,
                _ => false,
            }
        })
    }

    fn keeping(
        world: &'a World,
        round: &'a Round,
        detail: &'a Detail,
        reasons: &'a [Reason],
        is_kept: impl Fn(&Subject) -> bool,
    ) -> Self {
        let mut by_subject: Vec<usize> = (0..reasons.len())
            .filter(|place| is_kept(&reasons[*place].subject))
            .collect();
        by_subject.sort_by_key(|place| reasons[*place].subject);
        let (mut gives, mut takes) = (
            vec![false; world.brokers.len()],
            vec![false; world.brokers.len()],
        );
        detail
            .decision
            .selections
            .iter()
            .for_each(|selection| gives[selection.from.index()] = true);
        round
            .moves
            .iter()
            .for_each(|moved| takes[moved.to.index()] = true);
        Self {
            world,
            round,
            detail,
            reasons,
            by_subject,
            gives,
            takes,
        }
    }

    /// The reasons about one subject.
    pub(crate) fn about(&self, subject: Subject) -> impl Iterator<Item = &'a Reason> + '_ {
        self.between(subject, subject)
    }

    /// The reasons about subjects from one to another, both included.
    pub(super) fn between(
        &self,
        first: Subject,
        last: Subject,
    ) -> impl Iterator<Item = &'a Reason> + '_ {
        let begin = self
            .by_subject
            .partition_point(|place| self.reasons[*place].subject < first);
        let told = self.by_subject[begin..]
            .iter()
            .map(|place| &self.reasons[*place]);
        told.take_while(move |reason| reason.subject <= last)
    }

    /// The test of a rule about a subject, if it was made.
    pub(super) fn check(&self, subject: Subject, rule: Rule) -> Option<&'a crate::engine::Check> {
        self.about(subject)
            .filter(|reason| reason.rule == rule)
            .find_map(|reason| match &reason.evidence {
                Evidence::Check(test) => Some(test),
                _ => None,
            })
    }

    /// In how many rounds a pair sheds if things stay as they are: what is missing of the counts that
    /// rise. `None` where neither rises or the pair is due now.
    pub(crate) fn rounds_to_go(&self, pair: &Pair) -> Option<u32> {
        let subject = Subject::Pair(pair.high, pair.low);
        let missing = |rule, rises: bool| {
            let test = self
                .check(subject, rule)
                .filter(|test| rises && !test.holds)?;
            Some((test.right.number() - test.left.number()).max(0.0) as u32)
        };
        if pair.is_due {
            return None;
        }
        let high = missing(Rule::HighHitsReached, pair.over_high);
        let low = missing(Rule::LowHitsReached, pair.over_low);
        let lasts = missing(Rule::ConditionLasts, pair.over_high);
        [high, low, lasts].into_iter().flatten().min()
    }

    /// All subjects with reasons, those that act first.
    pub(crate) fn overview(&self) -> Vec<Subject> {
        let mut subjects: Vec<(Tone, Subject)> = Vec::new();
        if !self.detail.decision.pairs.is_empty() {
            let pairs = self.detail.decision.pairs.iter();
            subjects.extend(
                pairs.map(|pair| (self.pair_tone(pair), Subject::Pair(pair.high, pair.low))),
            );
        } else {
            let ids = (0..self.world.brokers.len() as u32).map(BrokerId);
            let told = ids
                .map(Subject::Broker)
                .filter(|subject| self.about(*subject).next().is_some());
            subjects.extend(told.map(|subject| (self.tone(subject), subject)));
        }
        subjects.sort_by_key(|(tone, _)| *tone);
        subjects.into_iter().map(|(_, subject)| subject).collect()
    }

    fn pair_tone(&self, pair: &Pair) -> Tone {
        match (pair.is_due && self.gives(pair.high), pair.is_kept) {
            (true, _) => Tone::Source,
            (false, true) => Tone::Waiting,
            (false, false) => Tone::Idle,
        }
    }

    pub(super) fn gives(&self, broker: BrokerId) -> bool {
        self.gives[broker.index()]
    }

    pub(super) fn pair(&self, high: BrokerId, low: BrokerId) -> Option<&'a Pair> {
        self.detail
            .decision
            .pairs
            .iter()
            .find(|pair| pair.high == high && pair.low == low)
    }

    /// A subject's part in the round.
    pub(crate) fn tone(&self, subject: Subject) -> Tone {
        match subject {
            Subject::Pair(high, low) => self
                .pair(high, low)
                .map_or(Tone::Idle, |pair| self.pair_tone(pair)),
            Subject::Broker(broker) if self.gives(broker) => Tone::Source,
            Subject::Broker(broker) if self.takes[broker.index()] => Tone::Target,
            Subject::Broker(_) if self.about(subject).any(blocks_unloading) => Tone::Waiting,
            Subject::Bundle(bundle)
                if self.round.moves.iter().any(|moved| moved.bundle == bundle) =>
            {
                Tone::Source
            }
            Subject::Bundle(bundle)
                if self
                    .round
                    .not_moved
                    .iter()
                    .any(|not_moved| not_moved.bundle == bundle) =>
            {
                Tone::Waiting
            }
            _ => Tone::Idle,
        }
    }
}

/// Whether a reason is one that keeps back a broker whose turn it would have been.
pub(super) fn blocks_unloading(reason: &Reason) -> bool {
    matches!(
        (reason.rule, reason.evidence.holds()),
        (
            Rule::AmountTooSmall
                | Rule::ReportsTooEarly
                | Rule::NoReportCounts
                | Rule::ReportsMissing,
            Some(true)
        ) | (
            Rule::BudgetReachesMinimum | Rule::BytesWorthMoving | Rule::HasSpareBundles,
            Some(false)
        )
    )
}
