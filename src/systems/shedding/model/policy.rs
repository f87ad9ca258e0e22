//! Where bundles may be: namespace isolation and anti-affinity, as filters before a placement.
//!
//! Source: `SimpleResourceAllocationPolicies`, `LoadManagerShared.applyNamespacePolicies`,
//! `filterAntiAffinityGroupOwnedBrokers` and `shouldAntiAffinityNamespaceUnload`. Brokers are named
//! exactly or with a `*` at the end, where the original takes regular expressions; a broker is a
//! failure domain of its own.

use serde::{Deserialize, Serialize};

use super::load_data::Name;

/// Namespaces that may only be on some brokers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Isolation {
    /// `tenant/namespace`, exactly or with a `*` at the end.
    pub namespaces: Vec<Name>,
    /// Where they belong; these brokers take no namespace without rules.
    pub primary: Vec<Name>,
    /// Where they may be as well when fewer than `min_available` primaries are up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub secondary: Vec<Name>,
    /// Primaries that must be up for the secondaries to stay out of it.
    #[serde(default = "one")]
    pub min_available: u32,
}

fn one() -> u32 {
    1
}

/// Namespaces that should be apart from each other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AntiAffinity {
    /// `tenant/namespace`, exactly or with a `*` at the end.
    pub namespaces: Vec<Name>,
}

/// Whether a name is one of these, a `*` at the end standing for any rest.
pub(crate) fn is_any(patterns: &[Name], name: &str) -> bool {
    patterns.iter().any(|pattern| fits(pattern, name))
}

/// Whether a pattern means a name.
pub(crate) fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(head) => name.starts_with(head),
        None => pattern == name,
    }
}
