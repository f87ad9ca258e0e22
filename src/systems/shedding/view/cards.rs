//! What a round says about its subjects.

use super::subjects::reference;
use super::{Shedding, subjects};
use crate::simulator::{Card, Explained, SubjectRef};
use crate::systems::shedding::explain::SubjectExplanation;
use crate::systems::shedding::explain::explanation::RoundExplanation;
use crate::systems::shedding::{Simulation, Subject};

/// The round in one sentence.
pub(super) fn headline(simulation: &Simulation, explained: &Explained<'_, Shedding>) -> String {
    of_brokers(simulation, explained).headline()
}

/// The pairs, or the brokers, by how much they tell, and the round as a whole behind them.
pub(super) fn overview(
    simulation: &Simulation,
    explained: &Explained<'_, Shedding>,
) -> Vec<SubjectRef> {
    let subjects = of_brokers(simulation, explained).overview();
    subjects
        .into_iter()
        .chain([Subject::Round])
        .map(reference)
        .collect()
}

fn of_brokers<'a>(
    simulation: &'a Simulation,
    explained: &'a Explained<'_, Shedding>,
) -> RoundExplanation<'a> {
    RoundExplanation::of_brokers(
        simulation.world(),
        explained.round,
        explained.detail,
        explained.reasons,
    )
}

/// What the round says about a subject, in at most `most` lines.
pub(super) fn card(
    simulation: &Simulation,
    explained: &Explained<'_, Shedding>,
    asked: SubjectRef,
    most: usize,
) -> Card {
    let world = simulation.world();
    let Some(subject) = subjects::subject(world, asked) else {
        let (title, lines, related) = (
            "It is not there any more.".to_owned(),
            Vec::new(),
            Vec::new(),
        );
        return Card {
            subject: asked,
            title,
            tone: None,
            lines,
            omitted: 0,
            related,
        };
    };
    let telling = RoundExplanation::about_one(
        world,
        explained.round,
        explained.detail,
        explained.reasons,
        subject,
    );
    let SubjectExplanation {
        title,
        tone,
        mut lines,
        parts,
        ..
    } = telling.explain_subject(subject);
    let omitted = lines.len().saturating_sub(most);
    lines.truncate(most);
    let related = parts
        .into_iter()
        .map(|(part, words)| (reference(part), words))
        .collect();
    Card {
        subject: asked,
        title,
        tone: (subject != Subject::Round).then_some(tone),
        lines,
        omitted,
        related,
    }
}
