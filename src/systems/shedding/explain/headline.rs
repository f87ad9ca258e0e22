//! The headline of a round: what it came to, in one sentence.

use super::explanation::{RoundExplanation, blocks_unloading};
use super::subject::{count_of, countdown};
use crate::systems::shedding::manager::round::EndReason;
use crate::systems::shedding::model::load_data::BrokerId;
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::reason::{Names, Rule, sentence};
use crate::systems::shedding::strategy::Scale;

impl RoundExplanation<'_> {
    /// One line that says what the round comes to.
    pub(crate) fn headline(&self) -> String {
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
                count_of(moved, "bundle moves", "bundles move")
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
                count_of(count, "bundle was selected", "bundles were selected")
            );
        }
        if let Some(reason) = self.reasons.iter().find(|reason| blocks_unloading(reason)) {
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
            Scale::RunningUsage => "No broker's smoothed usage is above the threshold.",
            _ if !self.detail.decision.selections.is_empty() => "What was selected stays.",
            _ => "No broker is above the threshold.",
        }
    }
}
