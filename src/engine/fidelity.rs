//! What a behaviour can be held to.

/// What stands behind a behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fidelity {
    /// Equal to recorded runs of the real code.
    Recorded,
    /// Built from a description of the real code.
    Description,
    /// Nobody has built it; it is a model.
    Model,
    /// Plays the text of a proposal.
    Proposal,
}

impl Fidelity {
    /// The word shown beside a name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Recorded => "verified",
            Self::Description => "from documentation",
            Self::Model => "simplified model",
            Self::Proposal => "proposal",
        }
    }

    /// What the word means.
    pub fn about(self) -> &'static str {
        match self {
            Self::Recorded => "Equal, to the last bit, to recorded runs of the released classes.",
            Self::Description => "Built from a description of the released code.",
            Self::Model => "A model; it has not been built.",
            Self::Proposal => "Plays the text of a proposal, to the digit.",
        }
    }
}
