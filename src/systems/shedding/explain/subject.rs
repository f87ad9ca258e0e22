//! What a round has to say about one subject.

use super::explanation::RoundExplanation;
use crate::simulator::explanation::{Line, Tone};
use crate::systems::shedding::model::load_data::{BrokerId, BundleId};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::reason::{Names, Reason, Rule, sentence};

/// The explanation of a subject.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SubjectExplanation {
    /// What it is about.
    pub subject: Subject,
    /// Who, in a few words.
    pub title: String,
    /// Its part in the round.
    pub tone: Tone,
    /// The reasons, in the order in which they arose.
    pub lines: Vec<Line>,
    /// Others to ask about, each with a few words: bundles of a pair, candidates of a bundle.
    pub parts: Vec<(Subject, String)>,
}

/// Parts of one kind listed in an explanation; the rest are counted.
const MOST_PARTS: usize = 12;

impl RoundExplanation<'_> {
    /// The explanation of a subject.
    pub(crate) fn explain_subject(&self, subject: Subject) -> SubjectExplanation {
        let mut lines: Vec<Line> = self
            .about(subject)
            .map(|reason| self.line(reason))
            .collect();
        let mut parts = Vec::new();
        match subject {
            Subject::Round => {}
            Subject::Pair(high, low) => {
                for broker in [high, low] {
                    lines.extend(
                        self.about(Subject::Broker(broker))
                            .filter(|r| r.rule == Rule::HitsCounted)
                            .map(|r| self.line(r)),
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
                self.add_arrivals(broker, &mut lines);
            }
            Subject::Bundle(bundle) => parts = self.candidate_parts(bundle, &mut lines),
            Subject::Candidate { bundle, .. } => parts.push((
                Subject::Bundle(bundle),
                "the bundle's explanation".to_owned(),
            )),
        }
        if lines.is_empty() && parts.is_empty() {
            lines.push(Line::plain(self.no_reason(subject)));
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
    pub(crate) fn title(&self, subject: Subject) -> String {
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

    fn line(&self, reason: &Reason) -> Line {
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

    fn add_arrivals(&self, broker: BrokerId, lines: &mut Vec<Line>) {
        let arriving = self
            .round
            .moves
            .iter()
            .filter(|moved| moved.to == broker)
            .count();
        if arriving > 0 {
            lines.push(Line::plain(format!(
                "{} here.",
                count_of(arriving, "bundle arrives", "bundles arrive")
            )));
        }
    }

    /// The brokers that were considered as destinations, one by one while they are few.
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
                count_of(filtered, "broker was", "brokers were")
            )));
        }
        parts
    }

    /// Why a subject has no reasons.
    fn no_reason(&self, subject: Subject) -> String {
        match subject {
            Subject::Bundle(bundle) => {
                let owner = self.detail.owners[bundle.index()];
                format!(
                    "{} was not asked for bundles in this round, so this one was not considered.",
                    self.world.broker(owner)
                )
            }
            _ => "The round ended before this was looked at.".to_owned(),
        }
    }
}

/// In how many rounds a pair sheds, in a sentence.
pub(super) fn countdown(it: &str, rounds: u32) -> String {
    match rounds {
        0 | 1 => format!("{it} sheds in 1 round if this lasts."),
        rounds => format!("{it} sheds in {rounds} rounds if this lasts."),
    }
}

/// A number with its noun.
pub(super) fn count_of(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
