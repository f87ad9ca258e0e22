//! Allocation by a table that a client writes: shard to node.

use super::hashing::elsewhere;
use super::{Chosen, Halt, View};
use crate::systems::sharding::reason::{Explain, NodeId, Rule, ShardId};

/// Every allocated shard that is not where the table wants it, if that node is there. Nothing else is asked: neither
/// versions nor members nor limits.
///
/// # Errors
/// Where every shard is in its place.
pub fn rebalance(
    view: &View<'_>,
    wanted: &dyn Fn(ShardId) -> Option<NodeId>,
    explain: &mut Explain,
) -> Result<Chosen, Halt> {
    let is_there = |node: &NodeId| view.regions.iter().any(|region| region.node == *node);
    elsewhere(
        view,
        &|shard| wanted(shard).filter(is_there),
        None,
        Rule::WantedNode,
        explain,
    )
    .ok_or(Halt::AsWanted)
}
