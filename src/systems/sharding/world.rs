//! The world of a document: nodes, revisions and their traffic, and what happens to them at times.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::settings::{Key, Settings};
use crate::engine::event_ids::{self, EventId, Identified};

/// What is run: nodes with their shards, a route table, events.
///
/// In JSON: `{"nodes": [{"name": "v1", "replicas": 3, "shards": 25}, {"name": "v2", "revision": "v2", "shards": 25}],
/// "traffic": {"v1": 90, "v2": 10}, "events": [{"at_s": 60, "what": {"drain": "v2"}}]}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct World {
    /// The nodes that are there at the start, oldest first, in the order of their addresses.
    pub nodes: Vec<Nodes>,
    /// Percent of the traffic by revision, summing to 100; empty where no route table is kept.
    // A tree, as serde reads and writes it; what runs knows revisions by their places.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub traffic: BTreeMap<String, u32>,
    /// Where an external client wants shards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Locate>,
    /// Numbers of the world that differ from their defaults, by key.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// What happens at times.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
}

impl World {
    /// When a run of this many rounds ends, in seconds.
    pub fn end_s(&self, rounds: usize) -> f64 {
        rounds as f64 * Key::Interval.value_in(&self.settings)
    }

    /// The world with those events only that a variant sees: the ones that it does not ignore.
    #[must_use]
    pub fn seen(&self, ignored_events: &[u32]) -> Self {
        let events = event_ids::seen(&self.events, ignored_events)
            .map(|(_, event)| event.clone())
            .collect();
        Self {
            events,
            ..self.clone()
        }
    }
}

/// A node, or some that are alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nodes {
    /// Its name; with more than one, `-1`, `-2` and so on are put behind it.
    pub name: String,
    /// How many there are.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub replicas: u32,
    /// The revision that their role names; their name where nothing is said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub revision: String,
    /// Their application version, `1.0.0` where nothing is said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// What each weighs by hand, a whole number.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: u32,
    /// Shards that each holds at the start.
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

    /// This many of them.
    #[must_use]
    pub fn times(self, replicas: u32) -> Self {
        Self { replicas, ..self }
    }

    /// Of this weight each.
    #[must_use]
    pub fn weighing(self, weight: u32) -> Self {
        Self { weight, ..self }
    }

    /// Of this version.
    #[must_use]
    pub fn of_version(self, version: &str) -> Self {
        Self {
            version: version.to_owned(),
            ..self
        }
    }

    /// Of this revision.
    #[must_use]
    pub fn of_revision(self, revision: &str) -> Self {
        Self {
            revision: revision.to_owned(),
            ..self
        }
    }

    /// The revision that its role names.
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

/// Something that happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Tells it from other events; variants name the events they leave out by it.
    #[serde(default, skip_serializing_if = "EventId::is_by_place")]
    pub id: EventId,
    /// When, in seconds after the start.
    pub at_s: f64,
    /// What.
    pub action: Action,
}

impl Event {
    /// Something that happens at a time, in seconds after the start.
    pub fn new(at_s: f64, what: Action) -> Self {
        Self {
            id: EventId::default(),
            at_s,
            action: what,
        }
    }
}

impl Identified for Event {
    fn id(&self, place: usize) -> u32 {
        self.id.at(place)
    }

    fn set_id(&mut self, id: u32, place: usize) {
        self.id = EventId::new(id, place);
    }
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Nodes join, without shards: more of a revision, or a new one.
    Join(Nodes),
    /// A node leaves in good order: it hands its shards off first.
    Drain(String),
    /// A node dies.
    Kill(String),
    /// The route table becomes another.
    Traffic(BTreeMap<String, u32>),
    /// A node's weight is set by hand.
    Weight(SetWeight),
    /// This many shards appear: the first messages for them arrive.
    Shards(u32),
    /// The route table cannot be asked for, for this many seconds.
    TableDownS(f64),
    /// An external client wants shards elsewhere.
    Locate(Locate),
}

/// A weight set by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetWeight {
    /// Whose.
    pub node: String,
    /// A whole number.
    pub weight: u32,
}

/// Where a client wants the shards of a range.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Locate {
    /// The first shard.
    pub from: u32,
    /// The last shard.
    pub to: u32,
    /// The node wanted.
    pub node: String,
}

impl Action {
    /// In a few words.
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
