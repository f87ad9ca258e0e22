//! Choices among named options: strategy, placement, release.

use super::missing::not_there;
use crate::engine::Fidelity;
use crate::engine::{Cause, Problem, Thing};

/// A choice that a variant makes among named options.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its name: what [`super::Edit::Choose`] says.
    pub id: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// The options, those of one group together. An id that the document has and no table knows is among them.
    pub options: Vec<ChoiceOption>,
    /// The id of the option in force.
    pub selected: String,
}

impl Choice {
    /// The option in force.
    pub fn option(&self) -> Option<&ChoiceOption> {
        self.options
            .iter()
            .find(|option| option.id == self.selected)
    }
}

/// An option of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceOption {
    /// Its name in documents.
    pub id: String,
    /// What a person reads.
    pub label: String,
    /// The heading under which it is listed; empty for none.
    pub group: &'static str,
    /// How faithful it is, where that is known.
    pub fidelity: Option<Fidelity>,
    /// What it does, in a sentence or two.
    pub about: String,
}

impl ChoiceOption {
    /// An option under no heading.
    pub fn new(id: &str, label: &str, fidelity: Fidelity, about: &str) -> Self {
        let [id, label, about] = [id, label, about].map(str::to_owned);
        Self {
            id,
            label,
            group: "",
            fidelity: Some(fidelity),
            about,
        }
    }
}

/// A problem for an option that a choice does not have, or of an unknown choice.
pub(crate) fn unknown_option(choices: &[Choice], choice: &str, option: &str) -> Problem {
    let Some(known) = choices.iter().find(|other| other.id == choice) else {
        return not_there(choice);
    };
    let ids: Vec<&str> = known
        .options
        .iter()
        .map(|option| option.id.as_str())
        .collect();
    Problem::at(choice, Cause::unknown_among(Thing::Choice, option, &ids))
}
