//! The order of producers' reasons: failures first, then blocked threads, then the rest.
//!
//! Producers run through a slice one after another, but readers start at the top and may not reach the end.

use super::reason::{Explain, Reason};

/// The priority of a producer's reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReasonPriority {
    /// One of its sends, or its start, failed.
    Failed,
    /// Its thread was blocked, or it waits to be built again.
    Stalled,
    /// Neither.
    Normal,
}

/// The reasons of producers in a slice, by priority.
#[derive(Default)]
pub(crate) struct ReasonQueue {
    by_priority: [Vec<Reason>; 3],
}

impl ReasonQueue {
    /// Adds the reasons of a producer.
    pub(crate) fn push(&mut self, priority: ReasonPriority, reasons: Explain) {
        self.by_priority[priority as usize].extend(reasons.into_reasons());
    }

    /// Passes all reasons on, by priority.
    pub(crate) fn drain_into(self, explain: &mut Explain) {
        for Reason {
            subject,
            rule,
            evidence,
        } in self.by_priority.into_iter().flatten()
        {
            explain.record(subject, rule, evidence);
        }
    }
}
