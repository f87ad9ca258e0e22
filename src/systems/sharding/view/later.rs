//! Edits at a later round: they become events, where an event can have the same effect.

use super::entities::{LOCATIONS, NODES, ROUTES};
use super::events::{shards_at, traffic_at};
use super::traffic::set_traffic;
use super::{Sharding, entities, form};
use crate::engine::Problem;
use crate::simulator::apply::check_field;
use crate::simulator::later_edit::{Seen, with_event};
use crate::simulator::{Edit, LaterEdit, TableRef};
use crate::systems::sharding::Simulation;
use crate::systems::sharding::round::Detail;
use crate::systems::sharding::scenario::Scenario;
use crate::systems::sharding::world::{Action, Event, Nodes, SetWeight, World};

/// A change that an edit makes at a time.
enum Change {
    /// A fixed action, whatever the state at that time.
    To(Action),
    /// Set the number of shards.
    Shards(u64),
    /// Set the share of a revision, in percent.
    Percent(String, u32),
    /// Remove a revision from the route table.
    NoRoute(String),
}

/// Applies an edit at the round of `detail`; `refined` is the event that the previous such edit made.
///
/// # Errors
/// If the edit cannot be made.
pub(super) fn edit_later(
    scenario: &Scenario,
    variant: usize,
    detail: &Detail,
    edit: &Edit,
    refined: Option<u32>,
) -> Result<LaterEdit<Sharding>, Problem> {
    let world = &scenario.world;
    let change = match edit {
        Edit::Set {
            variant,
            field,
            value,
        } if *field == form::SHARDS => {
            check_field::<Sharding>(scenario, *variant, field, *value)?;
            Some(Change::Shards(*value as u64))
        }
        Edit::SetCell {
            table,
            row,
            column,
            value,
        } => {
            let mut changed = world.clone();
            entities::set_cell(&mut changed, *table, *row, column, value)?;
            of_cell(&changed, *table, *row, column)
        }
        Edit::AddRow(table) => {
            let mut changed = world.clone();
            entities::add_row(&mut changed, *table)?;
            of_new_row(&changed, *table)
        }
        Edit::RemoveRow(table, row) => {
            entities::remove_row(&mut world.clone(), *table, *row)?;
            of_removal(world, *table, *row)
        }
        _ => return Ok(LaterEdit::WholeRun),
    };
    let ignored_events = &scenario.variants[variant].ignored_events;
    let place = Place {
        world,
        at_s: detail.from_ms as f64 / 1000.0,
    };
    let made = change.and_then(|change| {
        let make = |seen: &Seen<'_, Event>| place.event(&change, seen);
        let refine = |old: &Event, made: Event, others: &Seen<'_, Event>| {
            place.is_same(&change, old, &made, others).then_some(made)
        };
        with_event(&world.events, ignored_events, refined, make, refine)
    });
    let Some((events, event)) = made else {
        return Ok(LaterEdit::OnlyAtStart);
    };
    let mut scenario = scenario.clone();
    scenario.world.events = events;
    Ok(LaterEdit::Event { scenario, event })
}

/// The value of a setting in force at the start of a round.
pub(super) fn setting_in_force(
    simulation: &Simulation,
    detail: &Detail,
    name: &str,
) -> Option<f64> {
    (name == form::SHARDS).then(|| simulation.shards_at(detail.from_ms) as f64)
}

/// The name of an entry's only node; `None` if it has several.
fn single(nodes: &Nodes) -> Option<String> {
    nodes.names().next().filter(|_| nodes.replicas == 1)
}

/// The change that an edited cell makes; `None` if it can be set at the start only.
fn of_cell(changed: &World, table: TableRef, row: usize, column: &str) -> Option<Change> {
    match (table, column) {
        (NODES, "weight") => {
            let nodes = changed.nodes.get(row)?;
            Some(Change::To(Action::Weight(SetWeight {
                node: single(nodes)?,
                weight: nodes.weight,
            })))
        }
        (ROUTES, "percent") => {
            let (revision, percent) = changed.traffic.iter().nth(row)?;
            Some(Change::Percent(revision.clone(), *percent))
        }
        (LOCATIONS, "node") => Some(Change::To(Action::Locate(
            changed.locations.get(row)?.clone(),
        ))),
        _ => None,
    }
}

/// The change that a new last row of a table makes.
fn of_new_row(changed: &World, table: TableRef) -> Option<Change> {
    match table {
        NODES => Some(Change::To(Action::Join(changed.nodes.last()?.clone()))),
        LOCATIONS => Some(Change::To(Action::Locate(
            changed.locations.last()?.clone(),
        ))),
        _ => None,
    }
}

/// The change that the removal of a row makes.
fn of_removal(world: &World, table: TableRef, row: usize) -> Option<Change> {
    match table {
        NODES => Some(Change::To(Action::Drain(single(world.nodes.get(row)?)?))),
        ROUTES => Some(Change::NoRoute(world.traffic.keys().nth(row)?.clone())),
        _ => None,
    }
}

/// The world and time, in seconds, at which a change is made.
struct Place<'a> {
    world: &'a World,
    at_s: f64,
}

impl Place<'_> {
    /// The event that makes a change.
    fn event(&self, change: &Change, seen: &Seen<'_, Event>) -> Option<Event> {
        let before = || World {
            events: seen.events.iter().map(|event| (*event).clone()).collect(),
            ..self.world.clone()
        };
        let what = match change {
            Change::To(what) => what.clone(),
            Change::Shards(count) => {
                let more = count.checked_sub(shards_at(&before(), self.at_s))?;
                Action::Shards(u32::try_from(more).ok().filter(|more| *more > 0)?)
            }
            Change::Percent(revision, percent) => {
                let mut table = traffic_at(&before(), self.at_s);
                table.entry(revision.clone()).or_insert(0);
                let place = table.keys().position(|other| other == revision)?;
                set_traffic(&mut table, place, *percent);
                Action::Traffic(table)
            }
            Change::NoRoute(revision) => {
                let mut table = traffic_at(&before(), self.at_s);
                let place = table
                    .keys()
                    .position(|other| other == revision)
                    .filter(|_| table.len() > 1)?;
                set_traffic(&mut table, place, 0);
                table.remove(revision);
                Action::Traffic(table)
            }
        };
        Some(Event::new(self.at_s, what))
    }

    /// Whether an event makes the same kind of change, to the same subject, at the same time.
    fn is_same(
        &self,
        change: &Change,
        old: &Event,
        made: &Event,
        others: &Seen<'_, Event>,
    ) -> bool {
        let is_alike = match (change, &old.action, &made.action) {
            (_, Action::Weight(old), Action::Weight(made)) => old.node == made.node,
            (_, Action::Locate(old), Action::Locate(made)) => {
                (old.from, old.to) == (made.from, made.to)
            }
            (_, Action::Shards(_), Action::Shards(_)) => true,
            // The event that gave this revision its current share.
            (Change::Percent(revision, _), Action::Traffic(table), Action::Traffic(_)) => {
                let percent = table.get(revision).copied().unwrap_or(0);
                let again = self.event(&Change::Percent(revision.clone(), percent), others);
                again.is_some_and(|again| again.action == old.action)
            }
            _ => false,
        };
        is_alike && old.at_s == made.at_s
    }
}
