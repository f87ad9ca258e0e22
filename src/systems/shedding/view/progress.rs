//! Where a run stands at a round: its spread, what moved, and when something moves next.

use super::subjects::reference;
use crate::engine::Simulation as _;
use crate::engine::format::format_number;
use crate::simulator::SubjectRef;
use crate::systems::shedding::{Round, Simulation, Subject};

/// The spread of the true usages in a round, and in the next one where it is another.
pub(super) fn status(rounds: &[Round], index: usize) -> String {
    let spread = |round: &Round| {
        let usage = &round.usage_percent;
        usage.iter().copied().fold(0.0, f64::max)
            - usage.iter().copied().fold(f64::INFINITY, f64::min)
    };
    match (
        rounds.get(index).map(spread),
        rounds.get(index + 1).map(spread),
    ) {
        (Some(now), Some(next))
            if now.is_finite() && (now - next).abs() > 0.05 && next.is_finite() =>
        {
            format!(
                "spread {} → {} points",
                format_number(now, 1),
                format_number(next, 1)
            )
        }
        (Some(now), _) if now.is_finite() => format!("spread {} points", format_number(now, 1)),
        _ => String::new(),
    }
}

/// When something moves next, as far as the run is computed; nothing in a round in which something moves.
pub(super) fn outlook(simulation: &Simulation, rounds: &[Round], index: usize) -> String {
    if rounds
        .get(index)
        .is_none_or(|round| !round.moves.is_empty())
    {
        return String::new();
    }
    match rounds
        .iter()
        .skip(index + 1)
        .find(|round| !round.moves.is_empty())
    {
        Some(round) if round.index == index + 1 => "The next round sheds.".to_owned(),
        Some(round) => {
            let away = round.index - index;
            format!(
                "The next shedding is in round {}, {away} rounds from here.",
                round.index + 1
            )
        }
        None if rounds.len() >= simulation.horizon() => {
            "Nothing moves any more in this run.".to_owned()
        }
        None => String::new(),
    }
}

/// The bundles that move in a round, sorted.
pub(super) fn moved(round: &Round) -> Vec<SubjectRef> {
    let mut moved: Vec<SubjectRef> = round
        .moves
        .iter()
        .map(|one| reference(Subject::Bundle(one.bundle)))
        .collect();
    moved.sort();
    moved
}
