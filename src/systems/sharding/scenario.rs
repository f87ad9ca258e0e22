//! A scenario of shard allocation: a world, and the variants that run it.

use serde::{Deserialize, Serialize};

use super::settings::{Key, Settings};
use super::strategy::Strategy;
use super::world::World;
use super::world_check;
use crate::engine::scenario::FORMAT_VERSION;
use crate::engine::{Problem, Renamed, event};

/// The `system` of documents of this system.
pub const SYSTEM: &str = "sharding";

/// Members of version 1 documents that are renamed in the current version.
pub(crate) const NAMES_1: &[Renamed] = &[("world.events.*.what", "action")];

/// A scenario of shard allocation.
pub type Scenario = crate::engine::Scenario<World, Variant>;

/// A variant of a scenario: a strategy, and the settings that differ from their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The strategy.
    pub strategy: Strategy,
    /// Settings that differ from their defaults, by key.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// Ids of events that this variant ignores.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored_events: Vec<u32>,
}

impl Variant {
    /// A variant with default settings.
    pub fn new(strategy: Strategy) -> Self {
        Self {
            strategy,
            settings: Settings::default(),
            ignored_events: Vec::new(),
        }
    }

    /// The same variant with one setting changed.
    #[must_use]
    pub fn with(mut self, key: Key, value: f64) -> Self {
        self.settings.set(key, value);
        self
    }
}

impl Scenario {
    /// A scenario with the default seed and length.
    pub fn new(
        title: &str,
        notes: &[&str],
        rounds: usize,
        world: World,
        variants: Vec<Variant>,
    ) -> Self {
        Self {
            shedscope: FORMAT_VERSION,
            system: SYSTEM.to_owned(),
            title: title.to_owned(),
            notes: notes.iter().map(|line| (*line).to_owned()).collect(),
            seed: 1,
            rounds,
            variants,
            world,
        }
    }
}

/// Parses and validates a document.
///
/// # Errors
/// If it is malformed or invalid, with the place and the remedy.
pub fn from_json(text: &str) -> Result<Scenario, Problem> {
    let scenario = Scenario::from_json(text, SYSTEM, NAMES_1)?;
    check(&scenario)?;
    Ok(scenario)
}

/// Validates what the parser does not.
///
/// # Errors
/// If something is invalid, with the place and the remedy.
pub fn check(scenario: &Scenario) -> Result<(), Problem> {
    scenario.count_variants()?;
    for (index, variant) in scenario.variants.iter().enumerate() {
        let within = |problem: Problem| problem.within(&format!("variant {}", index + 1));
        variant.settings.check(true).map_err(within)?;
        event::check_ignored(&scenario.world.events, &variant.ignored_events).map_err(within)?;
    }
    scenario
        .world
        .settings
        .check(false)
        .map_err(|problem| problem.within("world"))?;
    world_check::check(&scenario.world, scenario.rounds).map_err(|problem| problem.within("world"))
}
