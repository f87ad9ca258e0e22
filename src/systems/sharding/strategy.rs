//! The strategies that a variant can choose, one row each.

use serde::{Deserialize, Serialize};

use super::rules::weighted::StopRule;
use crate::engine::Fidelity;
use crate::engine::OptionInfo;

/// An allocation strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Weighted; stops when surplus and deficit together are within the tolerance.
    WeightedExchange,
    /// Weighted; stops when both surplus and deficit are within the tolerance.
    WeightedBoth,
    /// Weighted; stops when either is within the tolerance.
    WeightedLiteralOr,
    /// Akka's least-shard strategy before 2.6.10, still used where the absolute limit is 0.
    LeastDeprecated,
    /// Akka's least-shard strategy from 2.6.10 to 2025.
    #[serde(rename = "least-2610")]
    Least2610,
    /// Akka's least-shard strategy of May 2026.
    #[serde(rename = "least-2026")]
    Least2026,
    /// Akka's consistent-hashing strategy.
    ConsistentHashing,
    /// Akka's external allocation strategy.
    External,
}

/// Every strategy, in the order of the form.
pub const STRATEGIES: [(Strategy, OptionInfo); 8] = [
    (
        Strategy::WeightedExchange,
        OptionInfo {
            id: "weighted-exchange",
            label: "Weighted, stop by exchange",
            fidelity: Fidelity::Model,
            about: "Goes on while the largest surplus and the largest deficit together exceed the tolerance. With 1 it \
                    ends at the nearest whole targets, and always empties a node without weight.",
        },
    ),
    (
        Strategy::WeightedBoth,
        OptionInfo {
            id: "weighted-both",
            label: "Weighted, stop when both are small",
            fidelity: Fidelity::Proposal,
            about: "Goes on while the largest surplus or the largest deficit exceeds the tolerance. Every node ends \
                    within it, so one without weight may keep a shard.",
        },
    ),
    (
        Strategy::WeightedLiteralOr,
        OptionInfo {
            id: "weighted-literal-or",
            label: "Weighted, stop when either is small",
            fidelity: Fidelity::Proposal,
            about: "The proposal’s sentence taken literally: stops as soon as there are only deficits, or only \
                    surpluses, within the tolerance. Eight deficits of one then never draw a shard.",
        },
    ),
    (
        Strategy::LeastDeprecated,
        OptionInfo {
            id: "least-deprecated",
            label: "Least shards, before 2.6.10",
            fidelity: Fidelity::Recorded,
            about: "Stops up to a threshold of shards on the fullest node in each round. Still used with \
                    rebalance-absolute-limit = 0, the default.",
        },
    ),
    (
        Strategy::Least2610,
        OptionInfo {
            id: "least-2610",
            label: "Least shards, 2.6.10 to 2025",
            fidelity: Fidelity::Recorded,
            about: "Stops the shards above the even share on every node, emptier nodes first, up to the limit.",
        },
    ),
    (
        Strategy::Least2026,
        OptionInfo {
            id: "least-2026",
            label: "Least shards, from May 2026",
            fidelity: Fidelity::Recorded,
            about: "The same, the fullest node first: it differs only where the limit applies.",
        },
    ),
    (
        Strategy::ConsistentHashing,
        OptionInfo {
            id: "consistent-hashing",
            label: "Consistent hashing",
            fidelity: Fidelity::Recorded,
            about: "Each node has ten points on a ring; a shard belongs to the next point clockwise. Few shards move \
                    when nodes come and go, and they are spread unevenly.",
        },
    ),
    (
        Strategy::External,
        OptionInfo {
            id: "external",
            label: "External allocation",
            fidelity: Fidelity::Description,
            about: "A client assigns each shard to a node; shards on other nodes are stopped, regardless of versions \
                    and limits.",
        },
    ),
];

impl Strategy {
    /// The row of this strategy.
    pub fn variant(self) -> OptionInfo {
        STRATEGIES[self as usize].1
    }

    /// The strategy with an id.
    pub fn find(id: &str) -> Option<Self> {
        STRATEGIES
            .iter()
            .find(|(_, variant)| variant.id == id)
            .map(|(strategy, _)| *strategy)
    }

    /// The stop rule of a weighted strategy.
    pub fn stop_rule(self) -> Option<StopRule> {
        match self {
            Self::WeightedExchange => Some(StopRule::Exchange),
            Self::WeightedBoth => Some(StopRule::Both),
            Self::WeightedLiteralOr => Some(StopRule::LiteralOr),
            _ => None,
        }
    }
}
