//! Allocation by a table from shard to node that an external client writes.

use super::hashing::misplaced_shards;
use super::{ClusterView, Halt, ShardSelection};
use crate::systems::sharding::reason::{Explain, NodeId, Rule, ShardId};

/// Selects every shard that is not on the node that the table assigns, if that node is present. Versions, members and
/// limits are not checked.
///
/// # Errors
/// If no shard is misplaced.
pub fn rebalance(
    view: &ClusterView<'_>,
    wanted: &dyn Fn(ShardId) -> Option<NodeId>,
    explain: &mut Explain,
) -> Result<ShardSelection, Halt> {
    let is_present = |node: &NodeId| view.regions.iter().any(|region| region.node == *node);
    misplaced_shards(
        view,
        &|shard| wanted(shard).filter(is_present),
        None,
        Rule::WantedNode,
        explain,
    )
    .ok_or(Halt::AsWanted)
}
