//! Errors as values: where, what, and what would be right.

/// Something that cannot be taken, said where it stands and with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Problem {
    /// A line, a field, a broker: where it stands.
    pub place: String,
    /// What is wrong and what would be right.
    pub what: String,
}

impl Problem {
    /// A problem at a place.
    pub fn at(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self { place: place.into(), what: what.into() }
    }

    /// The same problem, said from one level further out.
    #[must_use]
    pub fn within(mut self, outer: &str) -> Self {
        self.place = if self.place.is_empty() { outer.to_owned() } else { format!("{outer}, {}", self.place) };
        self
    }
}
