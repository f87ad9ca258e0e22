//! What a round did, as data.

use serde::Serialize;

/// What a round did, as data.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RoundOutcome {
    /// Why the round ended before anything could move, in a sentence; none where it did not.
    pub end_reason: Option<String>,
    /// What got another owner since the round before, in order.
    pub transfers: Vec<Transfer>,
    /// What was selected and stayed.
    pub not_moved: Vec<NotMoved>,
}

/// Something that got another owner.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Transfer {
    /// The name of the bundle or shard.
    pub item: String,
    /// The old owner; none where it had none.
    pub from: Option<String>,
    /// The new owner; none where none was found.
    pub to: Option<String>,
    /// When, in seconds after the start.
    pub at_s: f64,
    /// Why it needed another owner, in a few words.
    pub reason: &'static str,
    /// Whether the new owner was named when it was selected.
    pub is_planned: bool,
}

/// Something that was selected and stayed where it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NotMoved {
    /// The name of the bundle or shard.
    pub item: String,
    /// Its owner.
    pub owner: Option<String>,
    /// Why it stayed, in a few words.
    pub reason: &'static str,
}
