//! A round as it is kept, and what else it comes to when it is looked at.

use std::rc::Rc;

use super::simulation::Simulation;
use crate::systems::shedding::model::load_data::{BrokerId, BundleId, LoadData, Rates};
use crate::systems::shedding::model::usage::{Readings, Resource};
use crate::systems::shedding::scenario::Refusal;
use crate::systems::shedding::settings::Settings;
use crate::systems::shedding::strategy::{Decision, Failure, Line, Scale, Verdict};

/// The record of a round that a run keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Its place, from 0; people count from 1.
    pub index: usize,
    /// When it takes place, in minutes of the run.
    pub time_min: f64,
    /// True usage of each broker in percent, before the moves of this round; NaN where it is down.
    pub usage_percent: Vec<f64>,
    /// The bundles that found a broker since the round before without being shed, in order.
    pub assignments: Vec<Assignment>,
    /// The bundles that moved, in order.
    pub moves: Vec<Move>,
    /// The bundles that were selected but stayed.
    pub not_moved: Vec<NotMoved>,
    /// Why the round ended early, if it did.
    pub end_reason: Option<EndReason>,
    /// What the extensible manager counts of the round.
    pub verdicts: Vec<Verdict>,
    /// What was compared, as far as a chart shows it.
    pub preview: Preview,
}

/// What a chart of many brokers shows of a decision, kept small: any round can be drawn before it is
/// played once more for its reasons.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// What the scores measure.
    pub scale: Scale,
    /// The levels that scores were compared with.
    pub lines: Vec<Line>,
    /// The score of each broker; 0 where there is none, nothing where they are the true usages.
    pub scores: Vec<f32>,
    /// What the leader knew of each broker on that scale; nothing where that is the truth.
    pub reported: Vec<f32>,
    /// The resource that makes each broker's usage.
    pub resources: Vec<Resource>,
}

impl Simulation {
    /// The details of one of the rounds as far as its preview has them, without playing anything: without pairs,
    /// hits and reports, and with nothing on its way.
    pub fn preview(&self, rounds: &[Round], index: usize) -> Detail {
        let round = &rounds[index];
        let preview = &round.preview;
        let mut owners = self.world.first_owners();
        for before in &rounds[..=index] {
            before
                .assignments
                .iter()
                .for_each(|placed| owners[placed.bundle.index()] = placed.to);
            if before.index < index {
                before
                    .moves
                    .iter()
                    .for_each(|moved| owners[moved.bundle.index()] = moved.to);
            }
        }
        let large = |values: &[f32]| {
            values
                .iter()
                .map(|value| f64::from(*value))
                .collect::<Vec<f64>>()
        };
        let scores = if preview.scores.is_empty() {
            round.usage_percent.clone()
        } else {
            large(&preview.scores)
        };
        let rates = scores.iter().map(|score| match preview.scale {
            Scale::Throughput => Rates {
                msg_throughput_in: *score,
                ..Rates::default()
            },
            _ => Rates {
                msg_rate_in: *score,
                ..Rates::default()
            },
        });
        Detail {
            rates: rates.collect(),
            decision: Decision {
                scores,
                lines: preview.lines.clone(),
                ..Decision::on(preview.scale)
            },
            load: Rc::default(),
            owners: Rc::new(owners),
            transit: Vec::new(),
            resources: preview.resources.clone(),
            reported: large(&preview.reported),
            measured: Vec::new(),
            settings: Rc::new(self.settings_at(self.time_ms(index))),
            time_ms: self.time_ms(index),
        }
    }
}

impl Preview {
    /// The preview of a decision.
    pub(crate) fn of(decision: &Decision, reported: &[f64], resources: &[Resource]) -> Self {
        let small = |values: &[f64]| values.iter().map(|value| value.max(0.0) as f32).collect();
        let scores = if decision.scale == Scale::Usage {
            Vec::new()
        } else {
            small(&decision.scores)
        };
        let (lines, resources) = (decision.lines.clone(), resources.to_vec());
        Self {
            scale: decision.scale,
            lines,
            scores,
            reported: small(reported),
            resources,
        }
    }
}

/// A bundle that was given to a broker between rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// When, in milliseconds of the run.
    pub at_ms: u64,
    /// Which.
    pub bundle: BundleId,
    /// The old owner; nobody where it had none.
    pub from: BrokerId,
    /// The new owner; nobody where none was found.
    pub to: BrokerId,
    /// Why.
    pub cause: Cause,
}

/// Why a bundle needed a broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Nobody owned it.
    Ownerless,
    /// Its broker stopped.
    Stopped,
    /// It was unloaded by hand.
    ByHand,
}

impl Cause {
    /// The reason in a few words.
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Self::Ownerless => "no broker owned it",
            Self::Stopped => "its broker stopped",
            Self::ByHand => "it was unloaded by hand",
        }
    }
}

/// A bundle that changed its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which.
    pub bundle: BundleId,
    /// The old owner.
    pub from: BrokerId,
    /// The new owner; the old one again where the destination was chosen after the unload and is that one.
    pub to: BrokerId,
    /// Whether that is the target the shedder planned.
    pub is_planned: bool,
}

/// A bundle that was selected but did not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotMoved {
    /// Which.
    pub bundle: BundleId,
    /// Its owner.
    pub owner: BrokerId,
    /// Why.
    pub reason: StayReason,
}

/// Why a selected bundle stayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StayReason {
    /// No broker was found.
    NoBroker,
    /// The destination was the owner itself.
    IsOwner,
    /// No other broker may hold it.
    NobodyElse,
    /// It would be no further apart from its group.
    NotApart,
    /// It is on its way already.
    OnItsWay,
    /// Another broker has it by now.
    NotGivers,
}

impl StayReason {
    /// The reason in a few words.
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Self::NoBroker => "no broker could be found",
            Self::IsOwner => "the destination chosen was the present owner",
            Self::NobodyElse => "no other broker may hold it",
            Self::NotApart => "it would be closer to its group anywhere else",
            Self::OnItsWay => "it is on its way already",
            Self::NotGivers => "another broker has it by now",
        }
    }
}

/// Why a round ended before anything could move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Shedding is switched off.
    SheddingOff,
    /// Nobody to give to.
    TooFewBrokers,
    /// The release refuses the set-up.
    Refused(Refusal),
    /// The strategy failed.
    Failed(Failure),
}

impl EndReason {
    /// The reason in a sentence.
    pub fn sentence(self) -> String {
        let sentence = match self {
            Self::SheddingOff => "Automatic shedding is off.",
            Self::TooFewBrokers => "There is no other broker to give bundles to.",
            Self::Refused(refusal) => refusal.about(),
            Self::Failed(Failure::InconsistentOrder) => {
                "Brokers sorted by whole points contradict each other: the original throws an exception."
            }
        };
        sentence.to_owned()
    }
}

/// What else a round comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Detail {
    /// The strategy's decision.
    pub decision: Decision,
    /// The load data it was made on.
    pub load: Rc<LoadData>,
    /// The owners before the moves.
    pub owners: Rc<Vec<BrokerId>>,
    /// Bundles on their way: they carry nothing.
    pub transit: Vec<BundleId>,
    /// The resource that makes each broker's usage.
    pub resources: Vec<Resource>,
    /// What each broker truly carries.
    pub rates: Vec<Rates>,
    /// What the leader knows of each broker's load on the decision's scale; nothing where that is the truth.
    pub reported: Vec<f64>,
    /// What each broker last measured of itself, whether or not it has reported it.
    pub measured: Vec<Readings>,
    /// The settings in force.
    pub settings: Rc<Settings>,
    /// When this is, in milliseconds of the run.
    pub time_ms: u64,
}
