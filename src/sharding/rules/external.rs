//! Allocation by a table that a client writes: shard to node.

use super::View;
use super::hashing::{is_elsewhere, tell_elsewhere};
use crate::sharding::reason::{NodeId, Rule, ShardId, Telling};

/// Every allocated shard that is not where the table wants it, if that node is there. Nothing else is asked: neither
/// versions nor members nor limits.
pub fn rebalance(view: &View<'_>, wanted: &dyn Fn(ShardId) -> Option<NodeId>, why: &mut Telling) -> Vec<ShardId> {
    let mut chosen = Vec::new();
    let is_there = |node: NodeId| view.regions.iter().any(|region| region.node == node);
    for (region, list) in view.regions.iter().zip(view.lists) {
        for &shard in list.iter().filter(|shard| !view.is_in_progress(**shard)) {
            if let Some(node) = wanted(shard).filter(|node| is_there(*node))
                && is_elsewhere(shard, region.node, node, Rule::WantedNode, why)
            {
                chosen.push(shard);
            }
        }
    }
    tell_elsewhere(chosen.len(), Rule::WantedNode, why);
    chosen
}
