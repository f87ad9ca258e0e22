//! A scenario of shard allocation: a world, and the lanes that run it.

use serde::{Deserialize, Serialize};

use super::settings::{Key, SETTINGS, Settings, expected};
use super::strategy::Strategy;
use super::world::World;
use super::world_check;
use crate::run::Problem;
use crate::run::limits::MAX_LANES;
use crate::run::scenario::FORMAT_VERSION;
use crate::shell::FieldKind;

/// The name under which a document says that it is of this system.
pub const SYSTEM: &str = "sharding";

/// The document.
pub type Scenario = crate::run::Scenario<World, Lane>;

/// How the world is run: a strategy, and settings that differ from the defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lane {
    /// The strategy.
    pub strategy: Strategy,
    /// Settings that differ from the defaults, by key.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
}

impl Lane {
    /// A lane with default settings.
    pub fn new(strategy: Strategy) -> Self {
        Self { strategy, settings: Settings::default() }
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

/// Writes a document.
pub fn to_json(scenario: &Scenario) -> String {
    serde_json::to_string_pretty(scenario).unwrap_or_default()
}

/// Checks what the reading of a document does not.
///
/// # Errors
/// With place and remedy.
pub fn check(scenario: &Scenario) -> Result<(), Problem> {
    let lanes = scenario.lanes.len();
    if !(1..=MAX_LANES).contains(&lanes) {
        return Err(Problem::at("lanes", format!("there are {lanes}; give 1 to {MAX_LANES}.")));
    }
    for (index, lane) in scenario.lanes.iter().enumerate() {
        check_settings(&lane.settings, false).map_err(|problem| problem.within(&format!("lane {}", index + 1)))?;
    }
    check_settings(&scenario.world.settings, true).map_err(|problem| problem.within("world"))?;
    world_check::check(&scenario.world, scenario.rounds).map_err(|problem| problem.within("world"))
}

/// Settings within their bounds, and at the side where they belong.
fn check_settings(settings: &Settings, is_world: bool) -> Result<(), Problem> {
    for (key, value) in settings.iter() {
        let row = &SETTINGS[key as usize];
        if row.is_of_world() != is_world {
            let side = if is_world { "a lane" } else { "the world" };
            return Err(Problem::at(row.name, format!("this is a setting of {side}; give it there.")));
        }
        let is_whole = matches!(row.kind, FieldKind::Real) || value.fract() == 0.0;
        if !value.is_finite() || !is_whole || !(row.min..=row.max).contains(&value) {
            let value = crate::run::words::trimmed(value, 6);
            return Err(Problem::at(row.name, format!("{value} is out of bounds; give {}.", expected(row))));
        }
    }
    Ok(())
}
