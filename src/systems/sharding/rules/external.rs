//! Allocation by a table from shard to node that an external client writes.

use super::hashing::elsewhere;
use super::{Chosen, Halt, View};
use crate::systems::sharding::reason::{Explain, NodeId, Rule, ShardId};

/// Selects every shard that is not on the node that the table assigns, if that node is present. Versions, members and
/// limits are not checked.
///
/// # Errors
/// If no shard is misplaced.
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
