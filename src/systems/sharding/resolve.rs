//! Everybody who ever plays: nodes and revisions by their places, and events with their names resolved.

use std::sync::Arc;

use super::reason::NodeId;
use super::rules::{Version, hashing};
use super::simulation::millis;
use super::world::{Action, Nodes};

/// What never changes of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeInfo {
    /// Its name.
    pub name: Arc<str>,
    /// The place of its revision.
    pub revision: u16,
    /// Its version.
    pub version: Version,
    /// Its weight by hand at the start.
    pub weight: u32,
    /// Shards that it holds at the start.
    pub shards: u32,
    /// Whether it is there at the start.
    pub is_first: bool,
    /// The hash of its address.
    pub address_hash: u32,
}

/// Something that happens, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// Nodes join: from the first to before the last.
    Join(u32, u32),
    /// A node is drained.
    Drain(NodeId),
    /// A node dies.
    Kill(NodeId),
    /// The route table.
    Traffic(Vec<(u16, u32)>),
    /// A weight by hand.
    Weight(NodeId, u32),
    /// Shards appear.
    Shards(u32),
    /// The table cannot be asked for, for so long, in milliseconds.
    TableDown(u64),
    /// Shards are wanted elsewhere.
    Locate(u32, u32, NodeId),
}

/// Names on their way to places.
#[derive(Default)]
pub struct NameTable {
    /// Nodes so far.
    pub nodes: Vec<NodeInfo>,
    /// Revisions so far.
    pub revisions: Vec<Arc<str>>,
}

impl NameTable {
    /// The place of a revision, a new one where it is not known.
    pub fn revision(&mut self, name: &str) -> u16 {
        if let Some(place) = self.revisions.iter().position(|other| **other == *name) {
            return place as u16;
        }
        self.revisions.push(name.into());
        self.revisions.len() as u16 - 1
    }

    /// A route table by places.
    pub fn table<'a>(
        &mut self,
        table: impl IntoIterator<Item = (&'a String, &'a u32)>,
    ) -> Vec<(u16, u32)> {
        table
            .into_iter()
            .map(|(name, percent)| (self.revision(name), *percent))
            .collect()
    }

    /// Adds nodes; from the first to before the last.
    pub fn add(&mut self, nodes: &Nodes, is_first: bool) -> (u32, u32) {
        let first = self.nodes.len() as u32;
        let revision = self.revision(nodes.revision());
        for name in nodes.names() {
            let place = self.nodes.len();
            let address_hash = hashing::hash_of_text(&address(place));
            let version = Version::parse(&nodes.version).filter(|_| !nodes.version.is_empty());
            self.nodes.push(NodeInfo {
                name: name.into(),
                revision,
                version: version.unwrap_or(Version([1, 0, 0])),
                weight: nodes.weight,
                shards: nodes.shards,
                is_first,
                address_hash,
            });
        }
        (first, self.nodes.len() as u32)
    }

    /// The place of a node.
    pub fn node(&self, name: &str) -> NodeId {
        NodeId(
            self.nodes
                .iter()
                .position(|node| *node.name == *name)
                .unwrap_or(0) as u32,
        )
    }
}

/// The address of the node at a place, as the ring hashes it.
pub fn address(place: usize) -> String {
    format!(
        "akka://myapp@127.0.{}.{}:252525",
        place / 250,
        place % 250 + 1
    )
}

/// An event with its names resolved; `join` are the places of those that join.
pub fn plan(what: &Action, join: (u32, u32), places: &mut NameTable) -> Plan {
    match what {
        Action::Join(_) => Plan::Join(join.0, join.1),
        Action::Drain(name) => Plan::Drain(places.node(name)),
        Action::Kill(name) => Plan::Kill(places.node(name)),
        Action::Traffic(table) => Plan::Traffic(places.table(table)),
        Action::Weight(set) => Plan::Weight(places.node(&set.node), set.weight),
        Action::Shards(count) => Plan::Shards(*count),
        Action::TableDownS(for_s) => Plan::TableDown(millis(*for_s)),
        Action::Locate(wanted) => Plan::Locate(wanted.from, wanted.to, places.node(&wanted.node)),
    }
}

/// Hashes of the ids of all shards that will ever be.
pub fn shard_hashes(nodes: &[NodeInfo], events: &[(u64, Plan)]) -> Vec<u32> {
    let first: u32 = nodes
        .iter()
        .filter(|node| node.is_first)
        .map(|node| node.shards)
        .sum();
    let appear = events.iter().map(|(_, plan)| {
        if let Plan::Shards(count) = plan {
            *count
        } else {
            0
        }
    });
    (0..first + appear.sum::<u32>())
        .map(|shard| hashing::hash_of_text(&shard.to_string()))
        .collect()
}
