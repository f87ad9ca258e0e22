//! A lane that runs: what never changes, and the order of things within a round.

use std::sync::Arc;

use super::autoscaler;
use super::coordinator;
use super::course;
use super::reason::{NodeId, Rule, ShardId, Subject, Telling};
use super::round::{Detail, Phase, Round};
use super::rules::{Version, hashing};
use super::scenario::{Lane, Scenario};
use super::settings::{Key, Settings};
use super::state::{Node, State};
use super::strategy::Strategy;
use super::summary;
use super::world::{Nodes, What, World};
use crate::run::{Digest, System};

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

/// A lane that runs.
#[derive(Clone, Debug)]
pub struct Simulation {
    pub(super) seed: u64,
    pub(super) rounds: usize,
    pub(super) strategy: Strategy,
    pub(super) settings: Settings,
    pub(super) world_settings: Settings,
    pub(super) nodes: Vec<NodeInfo>,
    pub(super) revisions: Vec<Arc<str>>,
    pub(super) events: Vec<(u64, Plan)>,
    pub(super) has_table: bool,
    pub(super) interval_ms: u64,
    /// Hashes of the ids of all shards that will ever be; empty where nobody hashes.
    pub(super) shard_hashes: Vec<u32>,
    traffic: Vec<(u16, u32)>,
    wanted: Vec<(u32, u32, NodeId)>,
}

/// Names on their way to places.
#[derive(Default)]
struct Places {
    nodes: Vec<NodeInfo>,
    revisions: Vec<Arc<str>>,
}

impl Places {
    fn revision(&mut self, name: &str) -> u16 {
        if let Some(place) = self.revisions.iter().position(|other| **other == *name) {
            return place as u16;
        }
        self.revisions.push(name.into());
        self.revisions.len() as u16 - 1
    }

    fn table<'a>(&mut self, table: impl IntoIterator<Item = (&'a String, &'a u32)>) -> Vec<(u16, u32)> {
        table.into_iter().map(|(name, percent)| (self.revision(name), *percent)).collect()
    }

    fn add(&mut self, nodes: &Nodes, is_first: bool) -> (u32, u32) {
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

    fn node(&self, name: &str) -> NodeId {
        NodeId(self.nodes.iter().position(|node| *node.name == *name).unwrap_or(0) as u32)
    }
}

/// The address of the node at a place, as the ring hashes it.
pub fn address(place: usize) -> String {
    format!("akka://myapp@127.0.{}.{}:252525", place / 250, place % 250 + 1)
}

/// Seconds as whole milliseconds.
pub fn millis(seconds: f64) -> u64 {
    (seconds * 1000.0).round() as u64
}

impl Simulation {
    /// A lane of a checked scenario.
    pub fn new(scenario: &Scenario, lane: usize) -> Self {
        let world = &scenario.world;
        let Lane { strategy, settings } = scenario.lanes[lane].clone();
        let mut places = Places::default();
        for nodes in &world.nodes {
            places.add(nodes, true);
        }
        let traffic = places.table(&world.traffic);
        let mut joins = Vec::with_capacity(world.events.len());
        for event in &world.events {
            joins.push(match &event.what {
                What::Join(nodes) => places.add(nodes, false),
                _ => (0, 0),
            });
        }
        let mut events: Vec<(u64, Plan)> = Vec::with_capacity(world.events.len());
        for (event, join) in world.events.iter().zip(joins) {
            events.push((millis(event.at_s), plan(&event.what, join, &mut places)));
        }
        let order = crate::run::order(events.len(), &mut |a, b| events[a].0.cmp(&events[b].0));
        let events: Vec<(u64, Plan)> = order.into_iter().map(|place| events[place].clone()).collect();
        let wanted = world.locations.iter().map(|wanted| (wanted.from, wanted.to, places.node(&wanted.node))).collect();
        let has_table = !traffic.is_empty() || events.iter().any(|(_, plan)| matches!(plan, Plan::Traffic(_)));
        let interval_ms = millis(world.settings.get(Key::Interval));
        let Places { nodes, revisions } = places;
        let shard_hashes =
            if strategy == Strategy::ConsistentHashing { shard_hashes(&nodes, &events) } else { Vec::new() };
        let world_settings = world.settings.clone();
        let (seed, rounds) = (scenario.seed, scenario.rounds);
        Self {
            seed,
            rounds,
            strategy,
            settings,
            world_settings,
            nodes,
            revisions,
            events,
            has_table,
            interval_ms,
            shard_hashes,
            traffic,
            wanted,
        }
    }

    /// The strategy of the lane.
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// Every node of the scenario.
    pub fn nodes(&self) -> &[NodeInfo] {
        &self.nodes
    }

    /// Every revision of the scenario.
    pub fn revisions(&self) -> &[Arc<str>] {
        &self.revisions
    }

    /// The value in force of a setting, of the lane or of the world.
    pub fn get(&self, key: Key) -> f64 {
        if key.row().is_of_world() { self.world_settings.get(key) } else { self.settings.get(key) }
    }

    /// Whether the world keeps a route table.
    pub fn has_table(&self) -> bool {
        self.has_table
    }

    /// Whether weights come from the route table.
    pub fn reads_table(&self) -> bool {
        self.strategy.stop_rule().is_some()
            && self.settings.said(Key::WeightsFrom).map_or(self.has_table, |source| source == 1.0)
    }

    /// When a round begins, in seconds after the start.
    pub fn time_s(&self, round: usize) -> f64 {
        (round as u64 * self.interval_ms) as f64 / 1000.0
    }

    /// The name of a node.
    pub fn name(&self, node: NodeId) -> &str {
        self.nodes.get(node.index()).map_or("nobody", |node| &node.name)
    }
}

fn shard_hashes(nodes: &[NodeInfo], events: &[(u64, Plan)]) -> Vec<u32> {
    let first: u32 = nodes.iter().filter(|node| node.is_first).map(|node| node.shards).sum();
    let appear = events.iter().map(|(_, plan)| if let Plan::Shards(count) = plan { *count } else { 0 });
    (0..first + appear.sum::<u32>()).map(|shard| hashing::hash_of_text(&shard.to_string())).collect()
}

/// Whether a world keeps a route table: then weights come from it unless said otherwise.
pub fn has_table(world: &World) -> bool {
    !world.traffic.is_empty() || world.events.iter().any(|event| matches!(event.what, What::Traffic(_)))
}

fn plan(what: &What, join: (u32, u32), places: &mut Places) -> Plan {
    match what {
        What::Join(_) => Plan::Join(join.0, join.1),
        What::Drain(name) => Plan::Drain(places.node(name)),
        What::Kill(name) => Plan::Kill(places.node(name)),
        What::Traffic(table) => Plan::Traffic(places.table(table)),
        What::Weight(set) => Plan::Weight(places.node(&set.node), set.weight),
        What::Shards(count) => Plan::Shards(*count),
        What::TableDownS(for_s) => Plan::TableDown(millis(*for_s)),
        What::Locate(wanted) => Plan::Locate(wanted.from, wanted.to, places.node(&wanted.node)),
    }
}

impl System for Simulation {
    type State = State;
    type Round = Round;
    type Detail = Detail;
    type Subject = Subject;
    type Rule = Rule;

    fn horizon(&self) -> usize {
        self.rounds
    }

    fn start(&self) -> State {
        let mut shards = 0;
        let mut next_up_number = 1;
        let mut start = |info: &NodeInfo| {
            let held = if info.is_first { info.shards } else { 0 };
            let list = (shards..shards + held).map(ShardId).collect();
            shards += held;
            let up_number = if info.is_first { next_up_number } else { u32::MAX };
            next_up_number += u32::from(info.is_first);
            let phase = if info.is_first { Phase::Up } else { Phase::Absent };
            Node {
                phase,
                until_ms: None,
                shards: list,
                stopping: 0,
                arriving: 0,
                weight: info.weight,
                up_number,
                idle_since_ms: None,
                is_released: false,
            }
        };
        let nodes = self.nodes.iter().map(&mut start).collect();
        State {
            nodes,
            flights: Vec::new(),
            homeless: Vec::new(),
            shards,
            next_event: 0,
            traffic: self.traffic.clone(),
            read: None,
            next_poll_ms: 0,
            table_down_until_ms: 0,
            wanted: self.wanted.clone(),
            ring: Arc::default(),
            next_up_number,
        }
    }

    fn step(&self, state: &mut State, index: usize, why: &mut Telling) -> (Round, Detail) {
        let from_ms = index as u64 * self.interval_ms;
        let to_ms = from_ms + self.interval_ms;
        let mut log = course::Log::default();
        // What happens at the very time of the round comes before it.
        course::pass(self, state, course::Until::including(from_ms), &mut log, why);
        let opening = summary::opening(self, state);
        let decision = coordinator::decide(self, state, from_ms, &mut log, why);
        autoscaler::look(self, state, from_ms, &mut log, why);
        course::pass(self, state, course::Until::before(to_ms), &mut log, why);
        summary::close(self, state, (from_ms, to_ms), opening, decision, log)
    }

    fn state_bytes(&self, state: &State) -> usize {
        let shards = state.shards as usize * size_of::<ShardId>();
        let nodes = state.nodes.len() * size_of::<Node>();
        shards + nodes + state.flights.len() * size_of::<super::round::Flight>() + size_of::<State>()
    }

    fn digest(&self, round: &Round, detail: &Detail, digest: &mut Digest) {
        round.counts.iter().for_each(|count| digest.number(u64::from(*count)));
        digest.float(round.out_of_place);
        for number in [round.stopped, round.landed, round.came_back, round.appeared, round.homeless, round.released] {
            digest.number(u64::from(number));
        }
        digest.number(round.nowhere_ms);
        for flight in &detail.flights {
            digest.number(u64::from(flight.shard.0));
            digest.number(flight.lands_ms);
            digest.number(flight.to.map_or(u64::MAX, |node| u64::from(node.0)));
        }
    }
}
