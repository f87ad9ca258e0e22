//! The hash ring of the nodes that are there, and the order of shards before 2.6.10.

use std::sync::Arc;

use super::reason::{NodeId, ShardId};
use super::rules::Region;
use super::rules::hashing::Ring;
use super::simulation::Simulation;
use super::state::State;

/// Compares shard ids as decimal strings, as the strategy before 2.6.10 orders them.
pub(super) fn compare_as_text(a: ShardId, b: ShardId) -> std::cmp::Ordering {
    a.0.to_string().cmp(&b.0.to_string())
}

/// The hash ring of the regions' nodes; rebuilt only when the nodes have changed.
pub(super) fn current_ring(
    simulation: &Simulation,
    state: &State,
    regions: &[Region],
) -> Arc<Ring> {
    let nodes = regions.iter().map(|region| region.node);
    if state.ring.is_built_from(nodes.clone()) {
        return Arc::clone(&state.ring);
    }
    Arc::new(Ring::new(
        nodes.map(|node| (node, simulation.nodes[node.index()].address_hash)),
    ))
}

/// The node that owns a shard on the ring.
pub(super) fn ring_owner(simulation: &Simulation, ring: &Ring, shard: ShardId) -> Option<NodeId> {
    simulation
        .shard_hashes
        .get(shard.0 as usize)
        .and_then(|hash| ring.owner(*hash))
}
