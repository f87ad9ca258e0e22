//! The simulation of a variant: its constant data, and the order of steps within a round.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::reason::NodeId;
use super::resolve::{NameTable, NodeInfo, ResolvedEvent, resolve_event, shard_hashes};

use super::scenario::{Scenario, Variant};
use super::settings::{Key, Settings};
use super::strategy::Strategy;
use super::world::{Action, World, millis};
use crate::engine::event;

/// The simulation of a variant.
#[derive(Clone, Debug)]
pub struct Simulation {
    pub(super) seed: u64,
    pub(super) rounds: usize,
    pub(super) strategy: Strategy,
    pub(super) settings: Settings,
    pub(super) world_settings: Settings,
    pub(super) nodes: Vec<NodeInfo>,
    /// Indices of nodes whose joining the variant ignores; they stay absent.
    pub(super) never: BTreeSet<u32>,
    pub(super) revisions: Vec<Arc<str>>,
    pub(super) events: Vec<(u64, ResolvedEvent)>,
    pub(super) has_table: bool,
    pub(super) interval_ms: u64,
    /// Hashes of the ids of all shards; empty unless the strategy is consistent hashing.
    pub(super) shard_hashes: Vec<u32>,
    pub(super) traffic: Vec<(u16, u32)>,
    pub(super) wanted: Vec<(u32, u32, NodeId)>,
}

impl Simulation {
    /// Prepares a variant of a validated scenario.
    pub fn new(scenario: &Scenario, variant: usize) -> Self {
        let world = &scenario.world;
        let Variant {
            strategy,
            settings,
            ignored_events,
        } = scenario.variants[variant].clone();
        let mut places = NameTable::default();
        for nodes in &world.nodes {
            places.add(nodes, true);
        }
        let traffic = places.table(&world.traffic);
        // Nodes whose joining is ignored keep their indices, so that variants number nodes alike.
        let mut joins = Vec::with_capacity(world.events.len());
        let mut never: BTreeSet<u32> = BTreeSet::new();
        for (id, event) in event::with_ids(&world.events) {
            let is_ignored = ignored_events.contains(&id);
            let join = match &event.action {
                Action::Join(nodes) => places.add(nodes, false),
                _ => (0, 0),
            };
            if is_ignored {
                never.extend(join.0..join.1);
            } else {
                joins.push((event, join));
            }
        }
        let mut events: Vec<(u64, ResolvedEvent)> = Vec::with_capacity(joins.len());
        for (event, join) in joins {
            events.push((
                millis(event.at_s),
                resolve_event(&event.action, join, &mut places),
            ));
        }
        events.sort_by_key(|(at_ms, _)| *at_ms);
        let wanted = world
            .locations
            .iter()
            .map(|wanted| (wanted.from, wanted.to, places.node(&wanted.node)))
            .collect();
        let has_table = !traffic.is_empty()
            || events
                .iter()
                .any(|(_, event)| matches!(event, ResolvedEvent::Traffic(_)));
        let interval_ms = millis(Key::Interval.value_in(&world.settings));
        let NameTable { nodes, revisions } = places;
        let shard_hashes = if strategy == Strategy::ConsistentHashing {
            shard_hashes(&nodes, &events)
        } else {
            Vec::new()
        };
        let world_settings = world.settings.clone();
        let (seed, rounds) = (scenario.seed, scenario.rounds);
        Self {
            seed,
            rounds,
            strategy,
            settings,
            never,
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

    /// The variant's strategy.
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

    /// The value in force of a setting of the variant or the world.
    pub fn get(&self, key: Key) -> f64 {
        key.value_in(if key.row().is_of_world() {
            &self.world_settings
        } else {
            &self.settings
        })
    }

    /// Whether the world has a route table.
    pub(crate) fn has_table(&self) -> bool {
        self.has_table
    }

    /// Whether weights come from the route table.
    pub(crate) fn reads_table(&self) -> bool {
        self.strategy.stop_rule().is_some()
            && self
                .settings
                .get(Key::WeightsFrom)
                .map_or(self.has_table, |source| source == 1.0)
    }

    /// Number of shards at a time, in milliseconds after the start.
    pub(crate) fn shards_at(&self, at_ms: u64) -> u64 {
        let first = self
            .nodes
            .iter()
            .filter(|node| node.is_initial)
            .map(|node| u64::from(node.shards));
        let appeared = self
            .events
            .iter()
            .take_while(|(time, _)| *time <= at_ms)
            .map(|(_, plan)| match plan {
                ResolvedEvent::Shards(count) => u64::from(*count),
                _ => 0,
            });
        first.sum::<u64>() + appeared.sum::<u64>()
    }

    /// Start of a round, in seconds after the start of the run.
    pub fn time_s(&self, round: usize) -> f64 {
        (round as u64 * self.interval_ms) as f64 / 1000.0
    }

    /// The name of a node.
    pub fn name(&self, node: NodeId) -> &str {
        self.nodes
            .get(node.index())
            .map_or("nobody", |node| &node.name)
    }
}

/// Whether a world has a route table, which then is the default source of weights.
pub(crate) fn has_table(world: &World) -> bool {
    !world.traffic.is_empty()
        || world
            .events
            .iter()
            .any(|event| matches!(event.action, Action::Traffic(_)))
}
