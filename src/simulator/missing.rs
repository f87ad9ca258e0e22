//! The error for what an edit names and the scenario does not have.

use crate::engine::{Cause, Problem};

/// A problem for something that the document does not have any more.
pub(crate) fn not_there(place: &str) -> Problem {
    Problem::at(place, Cause::NotThere)
}
