//! A scenario of shard allocation: a world, and the variants that run it.

use serde::{Deserialize, Serialize};

use super::settings::{Key, Settings};
use super::strategy::Strategy;
use super::world::World;
use super::world_check;
use crate::engine::scenario::FORMAT_VERSION;
use crate::engine::{Problem, Renamed, event_ids};

/// The name under which a document says that it is of this system.
pub const SYSTEM: &str = "sharding";

/// Members of documents of version 1 that have another name now.
pub const NAMES_1: &[Renamed] = &[("world.events.*.what", "action")];

/// The document.
pub type Scenario = crate::engine::Scenario<World, Variant>;

/// How the world is run: a strategy, and settings that differ from the defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The strategy.
    pub strategy: Strategy,
    /// Settings that differ from the defaults, by key.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// Events that this variant does not see, by their ids.
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
    /// A scenario with the usual seed and length.
    pub fn of(
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

/// Reads a document and checks it.
///
/// # Errors
/// With place and remedy.
pub fn from_json(text: &str) -> Result<Scenario, Problem> {
    let scenario = Scenario::from_json(text, SYSTEM, NAMES_1)?;
    check(&scenario)?;
    Ok(scenario)
}

/// Checks what the reading of a document does not.
///
/// # Errors
/// With place and remedy.
pub fn check(scenario: &Scenario) -> Result<(), Problem> {
    scenario.count_variants()?;
    for (index, variant) in scenario.variants.iter().enumerate() {
        let within = |problem: Problem| problem.within(&format!("variant {}", index + 1));
        variant.settings.check(true).map_err(within)?;
        event_ids::check_ignored(&scenario.world.events, &variant.ignored_events)
            .map_err(within)?;
    }
    scenario
        .world
        .settings
        .check(false)
        .map_err(|problem| problem.within("world"))?;
    world_check::check(&scenario.world, scenario.rounds).map_err(|problem| problem.within("world"))
}
