//! The `world` of a document: nodes, shards, traffic, times, and what happens when.

use serde::{Deserialize, Serialize};

/// The world that every lane runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct World {
    /// The nodes at the start, in the order of their age.
    pub nodes: Vec<Nodes>,
    /// Shards that are asked for at the start and have no node yet: the strategy places them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub shards: u32,
    /// The Knative route table: how many percent of the traffic each revision gets. Empty where there is none;
    /// then the nodes' weights say what is wanted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traffic: Vec<Share>,
    /// Seconds from one rebalance to the next: Akka's `rebalance-interval`.
    #[serde(default = "default_interval")]
    pub interval_s: u32,
    /// Seconds from the order to stop a shard until all its entities have stopped, at most Akka's
    /// `handoff-timeout` of 60 s.
    #[serde(default = "default_handoff")]
    pub handoff_s: u32,
    /// How much faster than that a hand-off can be, in percent: each shard draws its own.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub handoff_spread_percent: u32,
    /// Whether messages keep coming, so that a stopped shard is started again at once.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub is_asked: bool,
    /// Seconds that a node which joins takes to be up.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub join_s: u32,
    /// Seconds that a dead node is merely unreachable, before it is removed.
    #[serde(default = "default_down")]
    pub down_s: u32,
    /// Seconds without a shard after which the autoscaler removes a node that no traffic is meant for; none where there
    /// is no autoscaler.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release_s: Option<u32>,
    /// Where shards are wanted, for the external strategy; later ones overrule earlier ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
    /// What happens at which time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
}

/// A node, or several that are alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nodes {
    /// Its name; several are called `name-1`, `name-2`, …
    pub name: String,
    /// How many there are.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub times: u32,
    /// The Knative revision whose role they have; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub revision: String,
    /// The app version of the members: numbers between dots.
    #[serde(default = "first_version", skip_serializing_if = "is_first_version")]
    pub version: String,
    /// The weight given by hand: 0 to 1,000,000.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: u32,
    /// How many shards each of them holds at the start.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub shards: u32,
}

/// A row of the route table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// The revision.
    pub revision: String,
    /// Its part of the traffic, in percent.
    pub percent: u32,
}

/// Where some shards are wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Location {
    /// The number of the first shard, from 1.
    pub first: u32,
    /// The number of the last shard.
    pub last: u32,
    /// The node's name.
    pub node: String,
}

/// What kind of thing happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The `nodes` join.
    Join,
    /// The node `of` leaves in good order: it hands off every shard and then goes.
    Drain,
    /// The node `of` dies.
    Kill,
    /// The route table becomes `traffic`.
    Traffic,
    /// The node `of`, or every node of the revision `of`, gets the `weight`.
    Weight,
    /// So many `shards` more are asked for, within `for_s` seconds.
    Shards,
    /// The external table gets `locations`.
    Locate,
    /// The route table cannot be read for `for_s` seconds.
    Outage,
}

impl Kind {
    /// Its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Join => "join",
            Self::Drain => "drain",
            Self::Kill => "kill",
            Self::Traffic => "traffic",
            Self::Weight => "weight",
            Self::Shards => "shards",
            Self::Locate => "locate",
            Self::Outage => "outage",
        }
    }
}

/// Something that happens at a time. Which fields are read depends on the kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// When, in seconds after the start.
    pub at_s: u32,
    /// What.
    pub kind: Kind,
    /// Who joins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Nodes>,
    /// Whom it befalls: a node, or for a weight a revision too.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub of: String,
    /// The new weight.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub weight: u32,
    /// How many shards.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub shards: u32,
    /// How long, in seconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub for_s: u32,
    /// The new route table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traffic: Vec<Share>,
    /// Where shards are wanted from now on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
}

impl Event {
    /// An event of a kind, with nothing said about it yet.
    pub fn at(at_s: u32, kind: Kind) -> Self {
        let (of, traffic, locations) = (String::new(), Vec::new(), Vec::new());
        Self { at_s, kind, nodes: None, of, weight: 0, shards: 0, for_s: 0, traffic, locations }
    }
}

impl Nodes {
    /// Nodes of a name, each with so many shards.
    pub fn new(name: &str, times: u32, shards: u32) -> Self {
        Self { name: name.to_owned(), times, revision: String::new(), version: first_version(), weight: 1, shards }
    }

    /// The names of the nodes, in order.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        (1..=self.times).map(|number| if self.times == 1 { self.name.clone() } else { format!("{}-{number}", self.name) })
    }
}

impl World {
    /// A world of these nodes, with nothing else said.
    pub fn of(nodes: Vec<Nodes>) -> Self {
        Self {
            nodes,
            shards: 0,
            traffic: Vec::new(),
            interval_s: default_interval(),
            handoff_s: default_handoff(),
            handoff_spread_percent: 0,
            is_asked: true,
            join_s: 0,
            down_s: default_down(),
            release_s: None,
            locations: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Every group of nodes that there ever is, with the time at which it comes, in seconds.
    pub fn groups(&self) -> impl Iterator<Item = (&Nodes, Option<u32>)> {
        let joining = self.events.iter().filter(|event| event.kind == Kind::Join);
        let later = joining.filter_map(|event| event.nodes.as_ref().map(|nodes| (nodes, Some(event.at_s))));
        self.nodes.iter().map(|nodes| (nodes, None)).chain(later)
    }

    /// How many shards there are once everything has happened.
    pub fn shards_in_all(&self) -> u64 {
        let held: u64 = self.nodes.iter().map(|nodes| u64::from(nodes.times) * u64::from(nodes.shards)).sum();
        let later = self.events.iter().filter(|event| event.kind == Kind::Shards).map(|event| u64::from(event.shards));
        held + u64::from(self.shards) + later.sum::<u64>()
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_one(number: &u32) -> bool {
    *number == 1
}

fn one() -> u32 {
    1
}

fn yes() -> bool {
    true
}

fn first_version() -> String {
    "1.0.0".to_owned()
}

fn is_first_version(version: &String) -> bool {
    *version == first_version()
}

fn default_interval() -> u32 {
    10
}

fn default_handoff() -> u32 {
    4
}

fn default_down() -> u32 {
    20
}
