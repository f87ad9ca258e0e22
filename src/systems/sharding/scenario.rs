//! A scenario of shard allocation: a world, and the lanes that run it.

use serde::{Deserialize, Serialize};

use super::settings::{Key, Settings};
use super::strategy::Strategy;
use super::world::World;
use super::world_check;
use crate::engine::scenario::FORMAT_VERSION;
use crate::engine::{Problem, event_ids};

/// The name under which a document says that it is of this system.
pub const SYSTEM: &str = "sharding";

/// The document.
pub type Scenario = crate::engine::Scenario<World, Lane>;

/// How the world is run: a strategy, and settings that differ from the defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lane {
    /// The strategy.
    pub strategy: Strategy,
    /// Settings that differ from the defaults, by key.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// Events that this lane does not see, by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignores: Vec<u32>,
}

impl Lane {
    /// A lane with default settings.
    pub fn new(strategy: Strategy) -> Self {
        Self { strategy, settings: Settings::default(), ignores: Vec::new() }
    }

    /// The same lane with one setting changed.
    #[must_use]
    pub fn with(mut self, key: Key, value: f64) -> Self {
        self.settings.set(key, value);
        self
    }
}

impl Scenario {
    /// A scenario with the usual seed and length.
    pub fn of(title: &str, look_for: &[&str], rounds: usize, world: World, lanes: Vec<Lane>) -> Self {
        Self {
            shedscope: FORMAT_VERSION,
            system: SYSTEM.to_owned(),
            title: title.to_owned(),
            look_for: look_for.iter().map(|line| (*line).to_owned()).collect(),
            seed: 1,
            rounds,
            lanes,
            world,
        }
    }
}

/// Reads a document and checks it.
///
/// # Errors
/// With place and remedy.
pub fn from_json(text: &str) -> Result<Scenario, Problem> {
    let scenario = Scenario::from_json(text, SYSTEM)?;
    check(&scenario)?;
    Ok(scenario)
}

/// Checks what the reading of a document does not.
///
/// # Errors
/// With place and remedy.
pub fn check(scenario: &Scenario) -> Result<(), Problem> {
    scenario.count_lanes()?;
    for (index, lane) in scenario.lanes.iter().enumerate() {
        let within = |problem: Problem| problem.within(&format!("lane {}", index + 1));
        lane.settings.check(true).map_err(within)?;
        event_ids::check_ignored(&scenario.world.events, &lane.ignores).map_err(within)?;
    }
    scenario.world.settings.check(false).map_err(|problem| problem.within("world"))?;
    world_check::check(&scenario.world, scenario.rounds).map_err(|problem| problem.within("world"))
}
