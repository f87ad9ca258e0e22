//! What is wrong with a set-up, with the remedy at hand.

use super::edit::Edit;

/// How much it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The release would not run the set-up as it is.
    Refused,
    /// It runs, but not as one might expect.
    Remark,
}

/// Something a person should know of a set-up.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// How much it matters.
    pub severity: Severity,
    /// What is the matter, in full sentences.
    pub text: String,
    /// What would put it right.
    pub remedy: Option<Remedy>,
}

/// An edit that puts something right.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    /// What the button says.
    pub label: String,
    /// The edit.
    pub edit: Edit,
}
