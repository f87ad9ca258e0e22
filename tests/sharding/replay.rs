//! Recorded clusters as the rules see them.

use serde_json::Value;
use shedscope::systems::sharding::reason::Explain;
use shedscope::systems::sharding::rules::{ClusterView, Region, Status, Version, least};
use shedscope::systems::sharding::{NodeId, ShardId};

/// A cluster whose shard ids are numbers in texts.
#[derive(Clone, Debug)]
pub struct Cluster {
    pub regions: Vec<Region>,
    pub lists: Vec<Vec<ShardId>>,
    pub in_progress: Vec<ShardId>,
    pub unreachable: usize,
}

/// A number in a JSON value.
pub fn number(value: &Value) -> u64 {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("{value} is no whole number"))
}

/// Numbers in a JSON list.
pub fn numbers(value: &Value) -> Vec<u64> {
    value
        .as_array()
        .unwrap_or_else(|| panic!("{value} is no list"))
        .iter()
        .map(number)
        .collect()
}

/// An id as recorded, "012".
pub fn shard(value: &Value) -> ShardId {
    ShardId(value.as_str().unwrap().parse().unwrap())
}

/// Ids as recorded.
pub fn shards(value: &Value) -> Vec<ShardId> {
    value.as_array().unwrap().iter().map(shard).collect()
}

/// Ids are padded, so they sort as texts like their numbers.
pub fn padded(a: ShardId, b: ShardId) -> std::cmp::Ordering {
    a.cmp(&b)
}

impl Cluster {
    /// Equal members.
    pub fn of(lists: Vec<Vec<ShardId>>) -> Self {
        let region = |(place, list): (usize, &Vec<ShardId>)| Region {
            node: NodeId(place as u32),
            status: Status::Up,
            version: Version([1, 0, 0]),
            up_number: i32::MAX as u32,
            listed: list.len(),
            counted: list.len() as u64,
            weight: 0,
        };
        let regions = lists.iter().enumerate().map(region).collect();
        Self {
            regions,
            lists,
            in_progress: Vec::new(),
            unreachable: 0,
        }
    }

    /// Ids from 1 on, dealt in region order.
    pub fn dealt(counts: &[u64]) -> Self {
        let mut next = 1..;
        let list = |count: &u64| next.by_ref().take(*count as usize).map(ShardId).collect();
        Self::of(counts.iter().map(list).collect())
    }

    /// As `{"R1": ["001"], …}` in the order of the numbers behind R.
    pub fn initial(value: &Value) -> Self {
        let map = value.as_object().unwrap();
        Self::of(
            (1..=map.len())
                .map(|place| shards(&map[&format!("R{place}")]))
                .collect(),
        )
    }

    /// With members of some status, version and age.
    pub fn members(mut self, members: &Value) -> Self {
        for (region, member) in self.regions.iter_mut().zip(members.as_array().unwrap()) {
            region.status = match member["status"].as_str().unwrap() {
                "Up" => Status::Up,
                "WeaklyUp" => Status::WeaklyUp,
                "Joining" => Status::Joining,
                "Leaving" => Status::Leaving,
                "Exiting" => Status::Exiting,
                "Down" => Status::Down,
                other => panic!("{other} is no status"),
            };
            region.version = Version::parse(member["version"].as_str().unwrap()).unwrap();
            region.up_number = member["up_number"].as_u64().unwrap_or(i32::MAX as u64) as u32;
        }
        self
    }

    /// With shards in hand-off.
    pub fn in_progress(mut self, value: &Value) -> Self {
        self.in_progress = if value.is_null() {
            Vec::new()
        } else {
            shards(value)
        };
        self.in_progress.sort();
        self
    }

    /// Shards of every region.
    pub fn counts(&self) -> Vec<u64> {
        self.lists.iter().map(|list| list.len() as u64).collect()
    }

    /// Asks something that looks at the cluster.
    pub fn ask<T>(&self, ask: impl FnOnce(&ClusterView<'_>, &mut Explain) -> T) -> T {
        let lists: Vec<&[ShardId]> = self.lists.iter().map(Vec::as_slice).collect();
        let joining =
            |region: &&Region| matches!(region.status, Status::Joining | Status::WeaklyUp);
        let view = ClusterView {
            regions: &self.regions,
            lists: &lists,
            in_progress: &self.in_progress,
            unreachable: self.unreachable,
            joining: self.regions.iter().filter(joining).count(),
        };
        ask(&view, &mut Explain::recording())
    }

    /// What a least-shard strategy stops.
    pub fn least(&self, variant: &str, config: &Value) -> Vec<ShardId> {
        self.ask(|view, explain| {
            let chosen = if variant == "least-deprecated" {
                let (threshold, most) = (
                    number(&config["rebalance_threshold"]),
                    number(&config["max_simultaneous"]),
                );
                least::rebalance_deprecated(
                    view,
                    threshold as usize,
                    most as usize,
                    &padded,
                    explain,
                )
            } else {
                let limits = least::Limits {
                    absolute: number(&config["absolute_limit"]) as usize,
                    relative: config["relative_limit"].as_f64().unwrap(),
                };
                least::rebalance(view, limits, variant == "least-2026", explain)
            };
            chosen.map(|chosen| chosen.shards).unwrap_or_default()
        })
    }

    /// Takes shards out of their lists.
    pub fn remove(&mut self, shards: &[ShardId]) {
        for (region, list) in self.regions.iter_mut().zip(&mut self.lists) {
            list.retain(|shard| !shards.contains(shard));
            (region.listed, region.counted) = (list.len(), list.len() as u64);
        }
    }

    /// Puts a shard behind the others of a region.
    pub fn put(&mut self, place: usize, shard: ShardId) {
        self.lists[place].push(shard);
        self.regions[place].listed += 1;
        self.regions[place].counted += 1;
    }
}
