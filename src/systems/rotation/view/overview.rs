//! The subjects of a slice, most relevant first.

use std::collections::BTreeSet;

use super::{Explained, PRODUCER, Rotation, SubjectRef, reference};
use crate::systems::rotation::reason::{Rule, Subject};

/// Brokers with events, then producers in trouble, then the rest. A producer stands for its endpoints.
pub(super) fn overview(explained: &Explained<'_, Rotation>) -> Vec<SubjectRef> {
    let subject = |subject: &Subject| match subject {
        Subject::Pair(producer, _) => SubjectRef::one(PRODUCER, *producer as usize),
        other => reference(*other),
    };
    let is_of_fleet = |rule: Rule| rule == Rule::SpreadAsExpected;
    let end = explained
        .reasons
        .iter()
        .position(|reason| is_of_fleet(reason.rule));
    let (first, last) = explained
        .reasons
        .split_at(end.unwrap_or(explained.reasons.len()));
    let detail = explained.detail;
    let failed = detail.failed.iter().map(|failed| failed.producer);
    let still = detail.tries.iter().map(|one| one.producer);
    let in_trouble = failed.chain(still).chain(detail.unbuilt.iter().copied());
    let in_trouble = in_trouble.map(|producer| SubjectRef::one(PRODUCER, producer as usize));
    let reasons = |reasons: &'_ [super::Reason]| {
        reasons
            .iter()
            .map(|reason| subject(&reason.subject))
            .collect::<Vec<_>>()
    };
    let mut seen = BTreeSet::new();
    let all = reasons(first)
        .into_iter()
        .chain(in_trouble)
        .chain(reasons(last));
    all.filter(|subject| seen.insert(*subject)).collect()
}
