//! The explanation of a round: its reasons, put in order for a reader.
//!
//! It is a view of checks; nothing here decides anything. One subject is explained at a time, the one that is asked
//! about, so a round of thousands of reasons costs only what is read of it.

use std::collections::BTreeSet;

use super::reason::{Names, Reason, Rule, sentence};
use crate::engine::Evidence;
use crate::simulator::explanation::{Line, Tone};
use crate::systems::shedding::manager::round::{Detail, EndReason, Round};
use crate::systems::shedding::model::load_data::{BrokerId, BundleId};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::model::world::World;
use crate::systems::shedding::strategy::{Pair, Scale};

/// What there is to say about a subject.
#[derive(Clone, Debug, PartialEq)]
pub struct SubjectExplanation {
    /// What it is about.
    pub subject: Subject,
    /// Who, in a few words.
    pub title: String,
    /// How it fares.
    pub tone: Tone,
    /// The reasons, in the order in which they arose.
    pub lines: Vec<Line>,
    /// Others to ask about, each with a few words: bundles of a pair, candidates of a bundle.
    pub parts: Vec<(Subject, String)>,
}

/// A round with its reasons, ready to be asked.
#[derive(Clone, Debug)]
pub struct RoundExplanation<'a> {
    world: &'a World,
    round: &'a Round,
    detail: &'a Detail,
    reasons: &'a [Reason],
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

/// Parts of one kind listed in a story; the rest are counted.
const MOST_PARTS: usize = 12;

impl<'a> RoundExplanation<'a> {
    /// Sorts the reasons of a round by subject.
    pub fn new(
        world: &'a World,
        round: &'a Round,
        detail: &'a Detail,
        reasons: &'a [Reason],
    ) -> Self {
        Self::keeping(world, round, detail, reasons, |_| true)
    }

    /// Sorts the reasons that the overview and the headline are made of; there are many more about bundles.
    pub fn of_brokers(
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

    /// Sorts the reasons that the story of one subject is made of.
    pub fn about_one(
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
    pub fn about(&self, subject: Subject) -> impl Iterator<Item = &'a Reason> + '_ {
        self.between(subject, subject)
    }

    /// The reasons about subjects from one to another, both included.
    fn between(&self, first: Subject, last: Subject) -> impl Iterator<Item = &'a Reason> + '_ {
        let begin = self
            .by_subject
            .partition_point(|place| self.reasons[*place].subject < first);
        let told = self.by_subject[begin..]
            .iter()
            .map(|place| &self.reasons[*place]);
        told.take_while(move |reason| reason.subject <= last)
    }

    /// The test of a rule about a subject, if it was made.
    fn check(&self, subject: Subject, rule: Rule) -> Option<&'a crate::engine::Check> {
        self.about(subject)
            .filter(|reason| reason.rule == rule)
            .find_map(|reason| match &reason.evidence {
                Evidence::Check(test) => Some(test),
                _ => None,
            })
    }

    /// In how many rounds a pair sheds if things stay as they are: what is missing of the counts that
    /// rise. `None` where neither rises or the pair is due now.
    pub fn rounds_to_go(&self, pair: &Pair) -> Option<u32> {
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

    /// Everybody there is a story about, the most telling first.
    pub fn overview(&self) -> Vec<Subject> {
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

    fn gives(&self, broker: BrokerId) -> bool {
        self.gives[broker.index()]
    }

    fn pair(&self, high: BrokerId, low: BrokerId) -> Option<&'a Pair> {
        self.detail
            .decision
            .pairs
            .iter()
            .find(|pair| pair.high == high && pair.low == low)
    }

    /// How a subject fares.
    pub fn tone(&self, subject: Subject) -> Tone {
        match subject {
            Subject::Pair(high, low) => self
                .pair(high, low)
                .map_or(Tone::Idle, |pair| self.pair_tone(pair)),
            Subject::Broker(broker) if self.gives(broker) => Tone::Source,
            Subject::Broker(broker) if self.takes[broker.index()] => Tone::Target,
            Subject::Broker(_) if self.about(subject).any(stands_in_the_way) => Tone::Waiting,
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

    /// The story of a subject.
    pub fn story(&self, subject: Subject) -> SubjectExplanation {
        let mut lines: Vec<Line> = self.about(subject).map(|reason| self.say(reason)).collect();
        let mut parts = Vec::new();
        match subject {
            Subject::Round => {}
            Subject::Pair(high, low) => {
                for broker in [high, low] {
                    lines.extend(
                        self.about(Subject::Broker(broker))
                            .filter(|r| r.rule == Rule::HitsCounted)
                            .map(|r| self.say(r)),
                    );
                }
                if let Some(rounds) = self
                    .pair(high, low)
                    .and_then(|pair| self.rounds_to_go(pair))
                {
                    lines.push(Line::plain(countdown("It", rounds)));
                }
                parts = self.bundle_parts(high, &mut lines);
            }
            Subject::Broker(broker) => {
                let pairs = self
                    .detail
                    .decision
                    .pairs
                    .iter()
                    .filter(|pair| pair.high == broker || pair.low == broker);
                parts.extend(pairs.map(|pair| {
                    let subject = Subject::Pair(pair.high, pair.low);
                    (subject, self.title(subject))
                }));
                parts.extend(self.bundle_parts(broker, &mut lines));
                self.say_arrivals(broker, &mut lines);
            }
            Subject::Bundle(bundle) => parts = self.candidate_parts(bundle, &mut lines),
            Subject::Candidate { bundle, .. } => {
                parts.push((Subject::Bundle(bundle), "the bundle's story".to_owned()))
            }
        }
        if lines.is_empty() && parts.is_empty() {
            lines.push(Line::plain(self.silence(subject)));
        }
        SubjectExplanation {
            subject,
            title: self.title(subject),
            tone: self.tone(subject),
            lines,
            parts,
        }
    }

    /// Who a subject is.
    pub fn title(&self, subject: Subject) -> String {
        let broker = |id: BrokerId| self.world.broker(id);
        match subject {
            Subject::Round => format!("Round {}", self.round.index + 1),
            Subject::Broker(id) => broker(id).to_owned(),
            Subject::Pair(high, low) if high == low => {
                format!("{} (the middle, paired with itself)", broker(high))
            }
            Subject::Pair(high, low) => {
                let sign = if self.tone(subject) == Tone::Source {
                    '→'
                } else {
                    '↔'
                };
                format!("{} {sign} {}", broker(high), broker(low))
            }
            Subject::Bundle(id) => match self.round.moves.iter().find(|moved| moved.bundle == id) {
                Some(moved) => format!(
                    "{}: {} → {}",
                    self.world.bundle(id),
                    broker(moved.from),
                    broker(moved.to)
                ),
                None => format!(
                    "{} on {}",
                    self.world.bundle(id),
                    broker(self.detail.owners[id.index()])
                ),
            },
            Subject::Candidate { bundle, broker: id } => {
                format!(
                    "{} as a destination of {}",
                    broker(id),
                    self.world.bundle(bundle)
                )
            }
        }
    }

    /// One line that says what the round comes to.
    pub fn headline(&self) -> String {
        match self.round.end_reason {
            Some(reason @ EndReason::Refused(_)) => return reason.sentence(),
            Some(reason) => return format!("Nothing moves. {}", reason.sentence()),
            None => {}
        }
        let moved = self.round.moves.len();
        if moved > 0 {
            let mut givers: Vec<BrokerId> = self.round.moves.iter().map(|one| one.from).collect();
            let mut takers: Vec<BrokerId> = self.round.moves.iter().map(|one| one.to).collect();
            let not_moved = match self.round.not_moved.len() {
                0 => String::new(),
                count => format!(
                    " {} more {} selected but {}.",
                    count,
                    if count == 1 { "was" } else { "were" },
                    if count == 1 { "stays" } else { "stay" }
                ),
            };
            let (givers, takers) = (self.named(&mut givers), self.named(&mut takers));
            return format!(
                "{} from {givers} to {takers}.{not_moved}",
                counted(moved, "bundle moves", "bundles move")
            );
        }
        format!("Nothing moves. {}", self.why_nothing())
    }

    fn named(&self, ids: &mut Vec<BrokerId>) -> String {
        ids.sort_unstable();
        ids.dedup();
        match ids[..] {
            [one] => self.world.broker(one).to_owned(),
            [one, other] => format!(
                "{} and {}",
                self.world.broker(one),
                self.world.broker(other)
            ),
            _ => format!("{} brokers", ids.len()),
        }
    }

    /// The reason that decided against moving, in a sentence.
    fn why_nothing(&self) -> String {
        if let Some(not_moved) = self.round.not_moved.first() {
            let count = self.round.not_moved.len();
            let how = not_moved.reason.phrase();
            return format!(
                "{}, but {how}.",
                counted(count, "bundle was selected", "bundles were selected")
            );
        }
        if let Some(reason) = self.reasons.iter().find(|reason| stands_in_the_way(reason)) {
            return sentence(reason, self.world);
        }
        let pairs = &self.detail.decision.pairs;
        if let Some(pair) = pairs.iter().find(|pair| pair.is_due) {
            return format!(
                "{} is due, but no bundle fits what may move.",
                self.title(Subject::Pair(pair.high, pair.low))
            );
        }
        let next = pairs
            .iter()
            .filter_map(|pair| Some((self.rounds_to_go(pair)?, pair)))
            .min_by_key(|(rounds, _)| *rounds);
        if let Some((rounds, pair)) = next {
            return format!(
                "{} comes next. {}",
                self.title(Subject::Pair(pair.high, pair.low)),
                countdown("It", rounds)
            );
        }
        let decisive = [
            Rule::NoPairApart,
            Rule::AverageIsZero,
            Rule::SomebodyLow,
            Rule::ThroughputsTooFarApart,
            Rule::RatesTooFarApart,
            Rule::DeviationOverTarget,
        ];
        let told = decisive.iter().find_map(|rule| {
            self.about(Subject::Round)
                .find(|reason| reason.rule == *rule)
        });
        match told {
            Some(reason) => sentence(reason, self.world),
            None => self.nobody_over().to_owned(),
        }
    }

    fn nobody_over(&self) -> &'static str {
        match self.detail.decision.scale {
            Scale::RunningUsage => "Nobody's smoothed usage is over the line.",
            _ if !self.detail.decision.selections.is_empty() => "What was selected stays.",
            _ => "Nobody is over the line.",
        }
    }

    fn say(&self, reason: &Reason) -> Line {
        Line::from_reason(sentence(reason, self.world), &reason.evidence)
    }

    /// The bundles of a broker that the round spoke of: taken first, then passed over; the rest counted.
    fn bundle_parts(&self, broker: BrokerId, lines: &mut Vec<Line>) -> Vec<(Subject, String)> {
        let range = |bundle: BundleId| self.world.bundle(bundle).to_owned();
        let selected: Vec<BundleId> = self
            .detail
            .decision
            .selections
            .iter()
            .filter(|one| one.from == broker)
            .map(|one| one.bundle)
            .collect();
        let mut parts: Vec<(Subject, String)> = Vec::new();
        for bundle in selected.iter().take(MOST_PARTS) {
            let fate = match self
                .round
                .moves
                .iter()
                .find(|moved| moved.bundle == *bundle)
            {
                Some(moved) => format!("goes to {}", self.world.broker(moved.to)),
                None => "was selected but stays".to_owned(),
            };
            parts.push((
                Subject::Bundle(*bundle),
                format!("{} {fate}", range(*bundle)),
            ));
        }
        if selected.len() > MOST_PARTS {
            lines.push(Line::plain(format!(
                "{} bundles are selected in all.",
                selected.len()
            )));
        }
        let passed = self.detail.load.broker(broker).bundles.iter().copied();
        let passed: Vec<BundleId> = passed
            .filter(|id| {
                !selected.contains(id) && self.about(Subject::Bundle(*id)).next().is_some()
            })
            .collect();
        for bundle in passed.iter().take(MOST_PARTS / 2) {
            parts.push((
                Subject::Bundle(*bundle),
                format!("{} is not selected", range(*bundle)),
            ));
        }
        if passed.len() > MOST_PARTS / 2 {
            lines.push(Line::plain(format!(
                "{} bundles are passed over in all.",
                passed.len()
            )));
        }
        parts
    }

    fn say_arrivals(&self, broker: BrokerId, lines: &mut Vec<Line>) {
        let arriving = self
            .round
            .moves
            .iter()
            .filter(|moved| moved.to == broker)
            .count();
        if arriving > 0 {
            lines.push(Line::plain(format!(
                "{} here.",
                counted(arriving, "bundle arrives", "bundles arrive")
            )));
        }
    }

    /// The brokers that were asked about as destinations, told one by one while they are few.
    fn candidate_parts(&self, bundle: BundleId, lines: &mut Vec<Line>) -> Vec<(Subject, String)> {
        let first = Subject::Candidate {
            bundle,
            broker: BrokerId(0),
        };
        let last = Subject::Candidate {
            bundle,
            broker: BrokerId(u32::MAX),
        };
        let mut parts = Vec::new();
        let mut filtered = 0;
        let told: Vec<&Reason> = self.between(first, last).collect();
        for told in told.chunk_by(|a, b| a.subject == b.subject) {
            let Subject::Candidate { broker, .. } = told[0].subject else {
                continue;
            };
            let is_filtered = told.iter().any(|reason| {
                let filters = matches!(
                    reason.rule,
                    Rule::TooManyTopics | Rule::HoldsMoreOfNamespace
                );
                filters && reason.evidence.holds() == Some(true)
            });
            filtered += usize::from(is_filtered);
            if parts.len() < MOST_PARTS {
                let fate = if is_filtered {
                    "is filtered out"
                } else if told.iter().any(|reason| reason.rule == Rule::OnShortlist) {
                    "is on the shortlist"
                } else {
                    "is not on the shortlist"
                };
                parts.push((
                    told[0].subject,
                    format!("{} {fate}", self.world.broker(broker)),
                ));
            }
        }
        if filtered > 0 {
            lines.push(Line::plain(format!(
                "{} filtered out before the placement was asked.",
                counted(filtered, "broker was", "brokers were")
            )));
        }
        parts
    }

    /// Why nothing was said about a subject.
    fn silence(&self, subject: Subject) -> String {
        match subject {
            Subject::Bundle(bundle) => {
                let owner = self.detail.owners[bundle.index()];
                format!(
                    "{} was not asked for bundles in this round, so nobody looked at this one.",
                    self.world.broker(owner)
                )
            }
            _ => "The round ended before this was looked at.".to_owned(),
        }
    }
}

/// Whether a reason is one that keeps back a broker whose turn it would have been.
fn stands_in_the_way(reason: &Reason) -> bool {
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

fn countdown(it: &str, rounds: u32) -> String {
    match rounds {
        0 | 1 => format!("{it} sheds in 1 round if this lasts."),
        rounds => format!("{it} sheds in {rounds} rounds if this lasts."),
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
