//! Errors as values: where, what kind with its values, and what would be right.

use super::cause::Cause;

/// Something that cannot be taken: where it stands, and why.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{place}: {cause}")]
pub struct Problem {
    /// A line, a field, a broker: where it stands.
    pub place: String,
    /// What is wrong and what would be right.
    pub cause: Cause,
}

impl Problem {
    /// A problem at a place.
    pub fn at(place: impl Into<String>, cause: Cause) -> Self {
        Self {
            place: place.into(),
            cause,
        }
    }

    /// The same problem with a place one level further out.
    #[must_use]
    pub fn within(mut self, outer: &str) -> Self {
        self.place = if self.place.is_empty() {
            outer.to_owned()
        } else {
            format!("{outer}, {}", self.place)
        };
        self
    }

    /// What is wrong and what would be right, as a person reads it, without the place.
    pub fn message(&self) -> String {
        self.cause.to_string()
    }
}
