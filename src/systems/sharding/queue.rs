//! A priority queue of regions, for placing thousands of shards one after another.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::reason::NodeId;
use super::rules::{Region, Status, Version};

/// The sort key of a region: status, version, shards, age, address.
type Rank = (bool, Status, Reverse<Version>, u64, u32, NodeId);

/// A priority queue of regions. Regions only gain shards, so an outdated entry is corrected when it reaches the front.
pub(super) struct RegionQueue {
    rank: fn(&Region) -> Rank,
    heap: BinaryHeap<Reverse<(Rank, usize)>>,
}

/// The key that sorts as [`suitability::compare`](super::rules::suitability::compare).
fn by_suitability(region: &Region) -> Rank {
    let shards = region.listed as u64;
    (
        region.status.is_leaving(),
        region.status,
        Reverse(region.version),
        shards,
        region.up_number,
        region.node,
    )
}

/// The key that sorts by the number of shards alone, ignoring status and version.
fn by_count(region: &Region) -> Rank {
    (
        false,
        Status::Up,
        Reverse(Version([0; 3])),
        region.counted,
        region.up_number,
        region.node,
    )
}

impl RegionQueue {
    /// The regions that accept shards, in Akka's order of suitability.
    pub(super) fn by_suitability(
        regions: &[Region],
        accepts_shards: impl Fn(&Region) -> bool,
    ) -> Self {
        Self::new(regions, accepts_shards, by_suitability)
    }

    /// The regions that accept shards, those with the fewest shards first.
    pub(super) fn by_count(regions: &[Region], accepts_shards: impl Fn(&Region) -> bool) -> Self {
        Self::new(regions, accepts_shards, by_count)
    }

    fn new(
        regions: &[Region],
        accepts_shards: impl Fn(&Region) -> bool,
        rank: fn(&Region) -> Rank,
    ) -> Self {
        let open = regions
            .iter()
            .enumerate()
            .filter(|(_, region)| accepts_shards(region));
        Self {
            rank,
            heap: open
                .map(|(place, region)| Reverse((rank(region), place)))
                .collect(),
        }
    }

    /// The index of the preferred region.
    pub(super) fn first(&mut self, regions: &[Region]) -> Option<usize> {
        loop {
            let mut top = self.heap.peek_mut()?;
            let Reverse((rank, place)) = *top;
            let now = (self.rank)(&regions[place]);
            if rank == now {
                return Some(place);
            }
            *top = Reverse((now, place));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::chance::draw;
    use crate::systems::sharding::rules::suitability;

    #[test]
    fn the_first_is_always_the_best_of_all() {
        let number = |name: &str, place: usize, most: u64| draw(3, name, "", place as u64) % most;
        let region = |place: usize| Region {
            node: NodeId(place as u32),
            status: [Status::Up, Status::WeaklyUp, Status::Leaving]
                [number("status", place, 3) as usize],
            version: Version([1, number("version", place, 2) as u32, 0]),
            up_number: number("age", place, 5) as u32,
            listed: number("listed", place, 20) as usize,
            counted: number("counted", place, 20),
            weight: 1,
        };
        let mut regions: Vec<Region> = (0..12).map(region).collect();
        let accepts_shards = |region: &Region| region.status != Status::Leaving;
        let mut suitable = RegionQueue::by_suitability(&regions, accepts_shards);
        let mut even = RegionQueue::by_count(&regions, accepts_shards);
        for step in 0..400 {
            let open = || (0..regions.len()).filter(|place| accepts_shards(&regions[*place]));
            let best = open().min_by(|a, b| suitability::compare(&regions[*a], &regions[*b]));
            assert_eq!(suitable.first(&regions), best, "{step}");
            let key = |place: &usize| (regions[*place].counted, regions[*place].up_number, *place);
            assert_eq!(even.first(&regions), open().min_by_key(key), "{step}");
            // Some shards go to another region than the first, as with a fixed destination.
            let place = if step % 3 == 0 {
                number("place", step, 12) as usize
            } else {
                best.unwrap()
            };
            regions[place].listed += 1;
            regions[place].counted += 1;
        }
    }
}
