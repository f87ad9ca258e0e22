//! Consistent hashing as in Akka: ten points for each node on a ring of 32-bit hashes.

use super::{Cap, ClusterView, Halt, ShardSelection, gate};
use crate::engine::{Op, Operand, Unit};
use crate::systems::sharding::reason::{Explain, NodeId, Rule, ShardId, Subject};

/// Points of a node on the ring.
pub const VIRTUAL_NODES: u32 = 10;

/// Akka's own hash of a string, similar to Murmur: over its UTF-16 units, two at a time.
pub fn hash_of_text(text: &str) -> u32 {
    let mut units = text.encode_utf16().map(u32::from);
    let mut hash = start(0xf7ca_7fd2_u32.wrapping_mul(text.encode_utf16().count() as u32));
    let (mut a, mut b) = (MAGIC_A, MAGIC_B);
    while let Some(first) = units.next() {
        let value = units
            .next()
            .map_or(first, |second| (first << 16).wrapping_add(second));
        hash = extend(hash, value, a, b);
        a = a.wrapping_mul(5).wrapping_add(0x7b7d_159c);
        b = b.wrapping_mul(5).wrapping_add(0x6bce_6396);
    }
    finish(hash)
}

const MAGIC_A: u32 = 0x9554_3787;
const MAGIC_B: u32 = 0x2ad7_eb25;

fn start(seed: u32) -> u32 {
    seed ^ 0x971e_137b
}

fn extend(hash: u32, value: u32, a: u32, b: u32) -> u32 {
    let mixed = value.wrapping_mul(a).rotate_left(11).wrapping_mul(b);
    (hash ^ mixed).wrapping_mul(3).wrapping_add(0x52dc_e729)
}

fn finish(hash: u32) -> u32 {
    let mut bits = hash ^ hash >> 16;
    bits = bits.wrapping_mul(0x85eb_ca6b);
    bits ^= bits >> 13;
    bits = bits.wrapping_mul(0xc2b2_ae35);
    bits ^ bits >> 16
}

/// A hash ring of nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ring {
    /// The nodes, sorted by address.
    nodes: Vec<NodeId>,
    /// The points in order, each with its node.
    points: Vec<(i32, NodeId)>,
}

impl Ring {
    /// A ring of nodes with the hashes of their addresses. Equal points belong to the later node.
    pub fn new(nodes: impl Iterator<Item = (NodeId, u32)> + Clone) -> Self {
        let of = |(node, hash): (NodeId, u32)| {
            let point = move |index| finish(extend(start(hash), index, MAGIC_A, MAGIC_B)) as i32;
            (1..=VIRTUAL_NODES).map(move |index| (point(index), node))
        };
        let mut points: Vec<(i32, NodeId)> = nodes.clone().flat_map(of).collect();
        // A later point replaces an earlier one with the same hash, so the last of equal points is kept.
        points.sort_unstable_by(|a, b| b.cmp(a));
        points.dedup_by_key(|point| point.0);
        points.reverse();
        Self {
            nodes: nodes.map(|(node, _)| node).collect(),
            points,
        }
    }

    /// Whether the ring was built from these nodes.
    pub(crate) fn is_built_from(&self, nodes: impl Iterator<Item = NodeId>) -> bool {
        self.nodes.iter().copied().eq(nodes)
    }

    /// The owner of a hash: the node of the point at it, or of the next one clockwise.
    pub fn owner(&self, hash: u32) -> Option<NodeId> {
        let at = self
            .points
            .partition_point(|(point, _)| *point < hash as i32);
        self.points
            .get(at)
            .or(self.points.first())
            .map(|(_, node)| *node)
    }
}

/// Selects every shard that is not on its owner, in the order of the regions, up to `limit` (0: no limit).
///
/// # Errors
/// With the reason if no shard is selected.
pub fn rebalance(
    view: &ClusterView<'_>,
    limit: usize,
    owner: &dyn Fn(ShardId) -> Option<NodeId>,
    explain: &mut Explain,
) -> Result<ShardSelection, Halt> {
    gate::check_gate(view, true, explain)?;
    let cap = (limit > 0).then(|| Cap::from_setting(limit, "maximum per round", "rebalance-limit"));
    misplaced_shards(view, owner, cap, Rule::RingOwner, explain).ok_or(Halt::OnRing)
}

/// The first `cap` shards, not in hand-off, that are on another node than `wanted` says. Shards in their place or without
/// a wanted node give no reason. `None` if there is no such shard.
pub(crate) fn misplaced_shards(
    view: &ClusterView<'_>,
    owner: &dyn Fn(ShardId) -> Option<NodeId>,
    cap: Option<Cap>,
    rule: Rule,
    explain: &mut Explain,
) -> Option<ShardSelection> {
    let mut found = Vec::new();
    for (region, list) in view.regions.iter().zip(view.lists) {
        for &shard in list.iter().filter(|shard| !view.is_in_progress(**shard)) {
            found.extend(
                owner(shard)
                    .filter(|own| *own != region.node)
                    .map(|own| (shard, region.node, own)),
            );
        }
    }
    let (count, none) = (
        Operand::measure(found.len() as f64, "shards elsewhere"),
        Operand::measure(0.0, "none"),
    );
    if !explain.check(
        Subject::Round,
        rule,
        count.clone(),
        Op::Above,
        none,
        Unit::Count,
    ) {
        return None;
    }
    if let Some(cap) = cap
        && !explain.check(
            Subject::Round,
            Rule::RingLimit,
            count,
            Op::AtMost,
            cap.to_operand(),
            Unit::Count,
        )
    {
        found.truncate(cap.count);
    }
    let side = |node: NodeId, what| Operand::measure(f64::from(node.0), what);
    found.retain(|&(shard, is, own)| {
        let (left, right) = (
            side(is, "the node it is on"),
            side(own, "the node it belongs to"),
        );
        !explain.check(
            Subject::Shard(shard),
            rule,
            left,
            Op::Equals,
            right,
            Unit::Name,
        )
    });
    Some(ShardSelection {
        shards: found.into_iter().map(|(shard, ..)| shard).collect(),
        cap,
    })
}
