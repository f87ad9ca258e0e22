//! Why: what a round says about a subject, as plain data.

use super::info::SubjectRef;
use crate::engine::format::format_operand;
use crate::engine::{Evidence, Operand};

/// The part that a subject has in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// It gives load away.
    Source,
    /// It would, but a condition does not hold yet.
    Waiting,
    /// It takes load.
    Target,
    /// It is left as it is.
    Idle,
}

impl Tone {
    /// The word shown for it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Source => "sheds",
            Self::Waiting => "waiting",
            Self::Target => "receives",
            Self::Idle => "idle",
        }
    }
}

/// A comparison in signs.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Both sides and the sign that is true of them: `70 points ≥ 40 points`.
    pub numbers: String,
    /// What the left side is.
    pub left: String,
    /// What the right side is.
    pub right: String,
    /// Whether the condition holds.
    pub holds: bool,
}

/// A reason, as a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The sentence.
    pub sentence: String,
    /// The comparison, where it is one.
    pub comparison: Option<Comparison>,
    /// The setting that decides it, by the system's own key.
    pub setting: Option<&'static str>,
}

impl Line {
    /// A reason, given its sentence.
    pub(crate) fn from_reason(sentence: String, evidence: &Evidence) -> Self {
        match evidence {
            Evidence::Check(check) => {
                let sign = if check.holds {
                    check.op.sign()
                } else {
                    check.op.opposite_sign()
                };
                let [left, right] =
                    [&check.left, &check.right].map(|operand| format_operand(operand, check.unit));
                let numbers = format!("{left} {sign} {right}");
                let (left, right) = (check.left.phrase(), check.right.phrase());
                let comparison = Some(Comparison {
                    numbers,
                    left,
                    right,
                    holds: check.holds,
                });
                Self {
                    sentence,
                    comparison,
                    setting: check.right.setting.or(check.left.setting),
                }
            }
            Evidence::Flag { setting, .. }
            | Evidence::Fact {
                operand: Operand { setting, .. },
                ..
            } => Self {
                setting: *setting,
                ..Self::plain(sentence)
            },
            Evidence::Change { .. } => Self::plain(sentence),
        }
    }

    /// A sentence that is no comparison.
    pub fn plain(sentence: impl Into<String>) -> Self {
        Self {
            sentence: sentence.into(),
            comparison: None,
            setting: None,
        }
    }
}

/// A reason of a round: its subject, its sentence, and its values, for programs that read them.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The subject.
    pub subject: SubjectRef,
    /// The name of the rule that decided it.
    pub rule: String,
    /// The sentence.
    pub sentence: String,
    /// What it consists of.
    pub evidence: Evidence,
}

/// What a round says about a subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The subject.
    pub subject: SubjectRef,
    /// What it is called.
    pub title: String,
    /// Its part in the round; `None` where the system does not say.
    pub tone: Option<Tone>,
    /// The reasons, in the order in which they arose.
    pub lines: Vec<Line>,
    /// How many more reasons there are.
    pub omitted: usize,
    /// Other subjects to ask about, each with a few words.
    pub related: Vec<(SubjectRef, String)>,
}
