//! Name resolution: nodes and revisions as indices, and events that refer to them.

use std::sync::Arc;

use super::reason::NodeId;
use super::rules::{Version, hashing};
use super::world::{Action, Nodes, millis};

/// The properties of a node that never change.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeInfo {
    /// The node's name.
    pub name: Arc<str>,
    /// Index of its revision.
    pub revision: u16,
    /// Its application version.
    pub version: Version,
    /// Its manual weight at the start.
    pub weight: u32,
    /// Number of shards that it holds at the start.
    pub shards: u32,
    /// Whether it exists at the start; otherwise it joins later.
    pub(crate) is_initial: bool,
    /// Akka's hash of its address.
    pub(crate) address_hash: u32,
}

/// An event of the world with names resolved to indices.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ResolvedEvent {
    /// Nodes join: the half-open range of their indices.
    Join(u32, u32),
    /// A node starts leaving and hands off its shards.
    Drain(NodeId),
    /// A node crashes.
    Kill(NodeId),
    /// The route table changes: percent by index of the revision.
    Traffic(Vec<(u16, u32)>),
    /// A node's manual weight changes.
    Weight(NodeId, u32),
    /// This number of shards appear.
    Shards(u32),
    /// The route table cannot be read for this time, in milliseconds.
    TableDown(u64),
    /// A client assigns the shards from the first to the second to a node.
    Locate(u32, u32, NodeId),
}

/// The nodes and revisions known so far, by name.
#[derive(Default)]
pub(crate) struct NameTable {
    /// The nodes, by index.
    pub nodes: Vec<NodeInfo>,
    /// The revisions' names, by index.
    pub revisions: Vec<Arc<str>>,
}

impl NameTable {
    /// The index of a revision; adds it if it is unknown.
    pub(crate) fn revision(&mut self, name: &str) -> u16 {
        if let Some(place) = self.revisions.iter().position(|other| **other == *name) {
            return place as u16;
        }
        self.revisions.push(name.into());
        self.revisions.len() as u16 - 1
    }

    /// A route table with revisions resolved to indices.
    pub(crate) fn table<'a>(
        &mut self,
        table: impl IntoIterator<Item = (&'a String, &'a u32)>,
    ) -> Vec<(u16, u32)> {
        table
            .into_iter()
            .map(|(name, percent)| (self.revision(name), *percent))
            .collect()
    }

    /// Adds nodes and returns the half-open range of their indices.
    pub(crate) fn add(&mut self, nodes: &Nodes, is_initial: bool) -> (u32, u32) {
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
                is_initial,
                address_hash,
            });
        }
        (first, self.nodes.len() as u32)
    }

    /// The index of a node.
    pub(crate) fn node(&self, name: &str) -> NodeId {
        NodeId(
            self.nodes
                .iter()
                .position(|node| *node.name == *name)
                .unwrap_or(0) as u32,
        )
    }
}

/// The address of the node at an index, as the ring hashes it.
pub fn address(place: usize) -> String {
    format!(
        "akka://myapp@127.0.{}.{}:252525",
        place / 250,
        place % 250 + 1
    )
}

/// Resolves the names in an event; `join` is the range of the joining nodes' indices.
pub(crate) fn resolve_event(
    what: &Action,
    join: (u32, u32),
    places: &mut NameTable,
) -> ResolvedEvent {
    match what {
        Action::Join(_) => ResolvedEvent::Join(join.0, join.1),
        Action::Drain(name) => ResolvedEvent::Drain(places.node(name)),
        Action::Kill(name) => ResolvedEvent::Kill(places.node(name)),
        Action::Traffic(table) => ResolvedEvent::Traffic(places.table(table)),
        Action::Weight(set) => ResolvedEvent::Weight(places.node(&set.node), set.weight),
        Action::Shards(count) => ResolvedEvent::Shards(*count),
        Action::TableDownS(for_s) => ResolvedEvent::TableDown(millis(*for_s)),
        Action::Locate(wanted) => {
            ResolvedEvent::Locate(wanted.from, wanted.to, places.node(&wanted.node))
        }
    }
}

/// Akka's hashes of the ids of all shards, including those that appear later.
pub(crate) fn shard_hashes(nodes: &[NodeInfo], events: &[(u64, ResolvedEvent)]) -> Vec<u32> {
    let first: u32 = nodes
        .iter()
        .filter(|node| node.is_initial)
        .map(|node| node.shards)
        .sum();
    let appear = events.iter().map(|(_, plan)| {
        if let ResolvedEvent::Shards(count) = plan {
            *count
        } else {
            0
        }
    });
    (0..first + appear.sum::<u32>())
        .map(|shard| hashing::hash_of_text(&shard.to_string()))
        .collect()
}
