//! The document of this room: the world, and lanes that each choose a strategy and its settings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::settings::{self, Key, Setting};
use super::strategy::Strategy;
use super::world::World;
use crate::run::{self, Problem};
use crate::shell::FieldKind;

/// The `system` of this room's documents.
pub const SYSTEM: &str = "sharding";

/// A document of this room.
pub type Scenario = run::Scenario<World, Lane>;

/// One way of running the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lane {
    /// The strategy.
    pub strategy: Strategy,
    /// Settings that differ from their defaults, by their own keys. What the strategy does not read is kept.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, Said>,
}

/// A setting as a document says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Said {
    /// A number.
    Number(f64),
    /// A word, where a setting is a choice of some.
    Word(String),
}

impl Lane {
    /// A strategy with its defaults.
    pub fn of(strategy: Strategy) -> Self {
        Self { strategy, settings: BTreeMap::new() }
    }

    /// The same with a setting.
    #[must_use]
    pub fn with(mut self, key: Key, value: f64) -> Self {
        self.set(key, value);
        self
    }

    /// The value of a setting.
    pub fn get(&self, key: Key) -> f64 {
        let row = settings::row(key);
        self.settings.get(row.name).and_then(|said| value_of(row, said).ok()).unwrap_or(row.default)
    }

    /// Gives a setting a value. What is the default is not kept.
    pub fn set(&mut self, key: Key, value: f64) {
        let row = settings::row(key);
        let said = match row.kind {
            FieldKind::Choice(words) => Said::Word(words.get(value as usize).copied().unwrap_or("").to_owned()),
            _ => Said::Number(value),
        };
        if value == row.default {
            self.settings.remove(row.name);
        } else {
            self.settings.insert(row.name.to_owned(), said);
        }
    }

    /// Checks the names and values of the settings.
    ///
    /// # Errors
    /// With the setting and what would be right.
    pub fn check(&self) -> Result<(), Problem> {
        for (name, said) in &self.settings {
            let row = settings::find(name).filter(|row| row.is_of_lane());
            let row = row.ok_or_else(|| Problem::at(name, "this setting is not known; take it out."))?;
            value_of(row, said).map_err(|what| Problem::at(name, what))?;
        }
        Ok(())
    }
}

fn value_of(row: &Setting, said: &Said) -> Result<f64, String> {
    match (row.kind, said) {
        (FieldKind::Choice(words), Said::Word(word)) => {
            let place = words.iter().position(|other| other == word);
            place.map(|place| place as f64).ok_or_else(|| format!("“{word}” is not known; give “{}”.", words.join("”, “")))
        }
        (FieldKind::Choice(words), Said::Number(_)) => Err(format!("give a word: “{}”.", words.join("”, “"))),
        (_, Said::Number(value)) => row.check(*value).map(|()| *value),
        (_, Said::Word(word)) => Err(format!("“{word}” is no number.")),
    }
}

/// Reads a document and checks all of it.
///
/// # Errors
/// With the place and what would be right.
pub fn from_json(text: &str) -> Result<Scenario, Problem> {
    let scenario = Scenario::from_json(text, SYSTEM)?;
    check(&scenario)?;
    Ok(scenario)
}

/// Writes a document.
pub fn to_json(scenario: &Scenario) -> String {
    serde_json::to_string_pretty(scenario).unwrap_or_default()
}

/// Checks what is special about this room's documents: the lanes and the world.
///
/// # Errors
/// With the place and what would be right.
pub fn check(scenario: &Scenario) -> Result<(), Problem> {
    let most = run::limits::MAX_LANES;
    if !(1..=most).contains(&scenario.lanes.len()) {
        return Err(Problem::at("lanes", format!("there are {}; give 1 to {most}.", scenario.lanes.len())));
    }
    for (lane, number) in scenario.lanes.iter().zip(1..) {
        lane.check().map_err(|problem| problem.within(&format!("lane {number}")))?;
    }
    super::check::world(&scenario.world, scenario.rounds)
}

/// A document with a title and what to look for.
pub fn document(title: &str, look_for: &[&str], rounds: usize, world: World, lanes: Vec<Lane>) -> Scenario {
    Scenario {
        shedscope: run::scenario::FORMAT_VERSION,
        system: SYSTEM.to_owned(),
        title: title.to_owned(),
        look_for: look_for.iter().map(|&line| line.to_owned()).collect(),
        seed: 1,
        rounds,
        lanes,
        world,
    }
}
