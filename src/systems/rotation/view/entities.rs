//! The table of zones.

use super::super::world::{Action, MAX_BROKERS, MAX_PRODUCERS, MAX_ZONES, World, Zone};
use crate::engine::{Kind, Problem, ValueType};
use crate::simulator::missing::not_there;
use crate::simulator::{
    Column, EntityLayout, EntityRow, EntityTable, InputType, InputValue, TableRef,
};

/// The table of zones.
pub(super) const ZONES: TableRef = TableRef::top("zones");

/// The table of zones with its columns.
pub(super) fn table(world: &World) -> EntityTable {
    let count = |id, label, max: u32| {
        let value_type = ValueType {
            kind: Kind::Whole,
            min: 0.0,
            max: f64::from(max),
        };
        Column::new(id, label, "", InputType::Number(value_type))
    };
    EntityTable {
        table: ZONES,
        title: "Zones".to_owned(),
        noun: ("zone", "zones"),
        help: "Availability zones. A producer writes to brokers of its own zone, or to all if there are none in it.",
        layout: EntityLayout::Grid,
        columns: vec![
            Column::new("name", "Zone", "", InputType::Text).called("Name"),
            count("producers", "Producers", MAX_PRODUCERS),
            count("brokers", "Brokers", MAX_BROKERS),
        ],
        rows: world.zones.len(),
        can_add: world.zones.len() < MAX_ZONES,
        can_remove: world.zones.len() > 1,
        nested: None,
        count_column: None,
    }
}

/// The name of a row; empty if it does not exist.
pub(super) fn name(world: &World, table: TableRef, row: usize) -> String {
    if table == ZONES && row < world.zones.len() {
        world.zone_name(row)
    } else {
        String::new()
    }
}

/// The rows at these indices.
pub(super) fn rows(world: &World, table: TableRef, rows: &[usize]) -> Vec<EntityRow> {
    let row = |row: &usize| {
        let zone = world.zones.get(*row).filter(|_| table == ZONES)?;
        let name = world.zone_name(*row);
        let count = |count: u32| InputValue::Number(f64::from(count));
        let cells = vec![
            InputValue::Text(name.clone()),
            count(zone.producers),
            count(zone.brokers),
        ];
        Some(EntityRow {
            index: *row,
            name,
            cells,
        })
    };
    rows.iter().filter_map(row).collect()
}

/// Sets a cell.
///
/// # Errors
/// If the cell does not exist, or rejects the value.
pub(super) fn set_cell(
    world: &mut World,
    table_ref: TableRef,
    row: usize,
    column: &str,
    value: &InputValue,
) -> Result<(), Problem> {
    if table_ref != ZONES {
        return Err(not_there("table"));
    }
    table(world).check_cell(row, column, value)?;
    match (column, value) {
        ("name", InputValue::Text(name)) => rename(world, row, name),
        ("producers", InputValue::Number(count)) => world.zones[row].producers = *count as u32,
        ("brokers", InputValue::Number(count)) => world.zones[row].brokers = *count as u32,
        _ => {}
    }
    Ok(())
}

/// Renames a zone and all references to it. An empty name stands for the default.
fn rename(world: &mut World, row: usize, name: &str) {
    let before = world.zone_name(row);
    if *name == before {
        return;
    }
    name.clone_into(&mut world.zones[row].name);
    let after = world.zone_name(row);
    for event in &mut world.events {
        if let Action::RollingRestart { zone, .. } | Action::RestartProducers { zone, .. } =
            &mut event.action
            && zone.as_ref() == Some(&before)
        {
            *zone = Some(after.clone());
        }
    }
}

/// Adds a copy of the last zone, as far as the bounds allow.
///
/// # Errors
/// If the table is full.
pub(super) fn add_row(world: &mut World, table: TableRef) -> Result<(), Problem> {
    if table != ZONES {
        return Err(not_there("table"));
    }
    let like = world.zones.last().cloned().unwrap_or(Zone::FIRST);
    let producers = like
        .producers
        .min(MAX_PRODUCERS.saturating_sub(world.producers()));
    let brokers = like
        .brokers
        .min(MAX_BROKERS.saturating_sub(world.brokers()));
    let is_taken = |name: &String| world.zone_of(name).is_some();
    let usual = format!("az{}", world.zones.len() + 1);
    let other = || {
        (1..)
            .map(|number| format!("az{number}"))
            .find(|name| !is_taken(name))
            .unwrap_or_default()
    };
    let name = if is_taken(&usual) {
        other()
    } else {
        String::new()
    };
    world.zones.push(Zone {
        name,
        producers,
        brokers,
    });
    Ok(())
}

/// Removes a zone with its producers and brokers.
///
/// # Errors
/// If it does not exist.
pub(super) fn remove_row(world: &mut World, table: TableRef, row: usize) -> Result<(), Problem> {
    if table != ZONES || row >= world.zones.len() {
        return Err(not_there("row"));
    }
    world.zones.remove(row);
    Ok(())
}
