//! The order in which reasons of producers are told: where something failed first, then where a thread stands still.
//!
//! Producers live through a slice one after another; whoever reads why reads from the top, and not to the end.

use super::reason::{Explain, Reason};

/// How much the reasons of a producer matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// A send of it failed, or its start.
    Failed,
    /// It stood still, or waits to be built again.
    StoodStill,
    /// Neither.
    Calm,
}

/// The reasons of producers in a slice, by how much they matter.
#[derive(Default)]
pub struct ReasonQueue {
    by_weight: [Vec<Reason>; 3],
}

impl ReasonQueue {
    /// Takes what a producer has told, in its own order.
    pub fn take(&mut self, weight: Weight, told: Explain) {
        self.by_weight[weight as usize].extend(told.into_reasons());
    }

    /// Tells everything.
    pub fn tell(self, explain: &mut Explain) {
        for Reason {
            subject,
            rule,
            evidence,
        } in self.by_weight.into_iter().flatten()
        {
            explain.record(subject, rule, evidence);
        }
    }
}
