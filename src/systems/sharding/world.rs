//! The world of a document: nodes, revisions with their traffic, and events.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::settings::{Key, Settings};
use crate::engine::event;

/// The world that is simulated: nodes with their shards, a route table, events.
///
/// In JSON: `{"nodes": [{"name": "v1", "replicas": 3, "shards": 25}, {"name": "v2", "revision": "v2", "shards": 25}],
/// "traffic": {"v1": 90, "v2": 10}, "events": [{"at_s": 60, "what": {"drain": "v2"}}]}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct World {
    /// The nodes at the start, oldest first, in the order of their addresses.
    pub nodes: Vec<Nodes>,
    /// Share of the traffic by revision, in percent, summing to 100; empty without a route table.
    // A map, as serde reads and writes it; the simulation refers to revisions by index.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub traffic: BTreeMap<String, u32>,
    /// Locations that an external client assigned at the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Locate>,
    /// Settings of the world that differ from their defaults, by key.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// Events, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
}

impl World {
    /// The end of a run of this many rounds, in seconds.
    pub fn end_s(&self, rounds: usize) -> f64 {
        rounds as f64 * Key::Interval.value_in(&self.settings)
    }

    /// The world without the events that a variant ignores.
    #[must_use]
    pub fn seen(&self, ignored_events: &[u32]) -> Self {
        let events = event::seen(&self.events, ignored_events)
            .map(|(_, event)| event.clone())
            .collect();
        Self {
            events,
            ..self.clone()
        }
    }
}

/// One node, or several equal ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nodes {
    /// The name; several nodes get the suffixes `-1`, `-2` and so on.
    pub name: String,
    /// Number of nodes.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub replicas: u32,
    /// The revision in their role; defaults to the name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub revision: String,
    /// The application version; defaults to `1.0.0`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// Manual weight of each.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: u32,
    /// Number of shards that each holds at the start.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub shards: u32,
}

fn one() -> u32 {
    1
}

fn is_one(number: &u32) -> bool {
    *number == 1
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Nodes {
    /// One node of a name.
    pub fn new(name: &str, shards: u32) -> Self {
        Self {
            name: name.to_owned(),
            replicas: 1,
            revision: String::new(),
            version: String::new(),
            weight: 1,
            shards,
        }
    }

    /// The same with this number of nodes.
    #[must_use]
    pub fn times(self, replicas: u32) -> Self {
        Self { replicas, ..self }
    }

    /// The same with this weight each.
    #[must_use]
    pub fn weighing(self, weight: u32) -> Self {
        Self { weight, ..self }
    }

    /// The same with this version.
    #[must_use]
    pub(crate) fn of_version(self, version: &str) -> Self {
        Self {
            version: version.to_owned(),
            ..self
        }
    }

    /// The same with this revision.
    #[must_use]
    pub fn of_revision(self, revision: &str) -> Self {
        Self {
            revision: revision.to_owned(),
            ..self
        }
    }

    /// The revision in their role.
    pub fn revision(&self) -> &str {
        if self.revision.is_empty() {
            &self.name
        } else {
            &self.revision
        }
    }

    /// The names of all of them.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        let name = |index| {
            if self.replicas == 1 {
                self.name.clone()
            } else {
                format!("{}-{index}", self.name)
            }
        };
        (1..=self.replicas).map(name)
    }
}

/// An event of the world.
pub type Event = event::Event<Action>;

/// The action of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Nodes join, without shards: more of a revision, or a new one.
    Join(Nodes),
    /// A node leaves gracefully: it hands its shards off first.
    Drain(String),
    /// A node crashes.
    Kill(String),
    /// The route table changes.
    Traffic(BTreeMap<String, u32>),
    /// A node's manual weight changes.
    Weight(SetWeight),
    /// This number of shards appear, as on their first messages.
    Shards(u32),
    /// The route table cannot be read for this time, in seconds.
    TableDownS(f64),
    /// An external client assigns shards to a node.
    Locate(Locate),
}

/// A change of a manual weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetWeight {
    /// The node's name.
    pub node: String,
    /// The new weight.
    pub weight: u32,
}

/// A range of shards that a client assigns to a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Locate {
    /// The first shard.
    pub from: u32,
    /// The last shard, inclusive.
    pub to: u32,
    /// The node's name.
    pub node: String,
}

impl Action {
    /// The action in a few words.
    pub fn format_value(&self) -> String {
        match self {
            Self::Join(nodes) if nodes.replicas == 1 => format!("{} joins", nodes.name),
            Self::Join(nodes) => format!("{} nodes of {} join", nodes.replicas, nodes.revision()),
            Self::Drain(node) => format!("{node} is drained"),
            Self::Kill(node) => format!("{node} dies"),
            Self::Traffic(table) => {
                let parts: Vec<String> = table
                    .iter()
                    .map(|(name, percent)| format!("{name} {percent} %"))
                    .collect();
                format!("traffic: {}", parts.join(", "))
            }
            Self::Weight(set) => format!("{} weighs {}", set.node, set.weight),
            Self::Shards(1) => "a shard appears".to_owned(),
            Self::Shards(count) => format!("{count} shards appear"),
            Self::TableDownS(for_s) => {
                format!(
                    "no route table for {}",
                    crate::engine::format::format_value(*for_s, crate::engine::Unit::Seconds)
                )
            }
            Self::Locate(wanted) => format!(
                "shards {} to {} wanted on {}",
                wanted.from, wanted.to, wanted.node
            ),
        }
    }
}

/// Converts seconds to whole milliseconds.
pub fn millis(seconds: f64) -> u64 {
    (seconds * 1000.0).round() as u64
}
