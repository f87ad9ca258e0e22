//! Subjects of reasons: what in a cluster a reason is about.

use super::load_data::{BrokerId, BundleId};

/// What a reason is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The round as a whole.
    Round,
    /// One broker.
    Broker(BrokerId),
    /// Two brokers that were compared: the high one, the low one.
    Pair(BrokerId, BrokerId),
    /// One bundle.
    Bundle(BundleId),
    /// A broker as a destination of a bundle.
    Candidate {
        /// The bundle.
        bundle: BundleId,
        /// The broker.
        broker: BrokerId,
    },
}
