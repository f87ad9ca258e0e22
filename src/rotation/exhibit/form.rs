//! The form: the rows of the settings table, and the zones.

use super::super::scenario::{Scenario, Selector};
use super::super::settings::{Key, Owner, SETTINGS, Setting};
use super::super::world::{MAX_BROKERS, MAX_PRODUCERS, MAX_ZONES, Rates, Zone};
use crate::run::{Kind, Problem, Takes};
use crate::shell::Field;

/// The rows of the zones: producers and brokers of each.
const ZONES: [[(&str, &str); 2]; MAX_ZONES] = [
    [("producers_1", "Producers in the first zone"), ("brokers_1", "Brokers in the first zone")],
    [("producers_2", "Producers in the second zone"), ("brokers_2", "Brokers in the second zone")],
    [("producers_3", "Producers in the third zone"), ("brokers_3", "Brokers in the third zone")],
    [("producers_4", "Producers in the fourth zone"), ("brokers_4", "Brokers in the fourth zone")],
    [("producers_5", "Producers in the fifth zone"), ("brokers_5", "Brokers in the fifth zone")],
    [("producers_6", "Producers in the sixth zone"), ("brokers_6", "Brokers in the sixth zone")],
];
const GROUP: &str = "Fleet";

fn field_of(row: &'static Setting, value: f64) -> Field {
    Field {
        name: row.name,
        label: row.label,
        unit: row.unit,
        takes: row.takes,
        value,
        default: row.default,
        help: row.help,
        group: row.group,
        is_of_lane: row.owner != Owner::World,
    }
}

fn count(name: &'static str, label: &'static str, (min, max): (u32, u32), value: u32, default: u32) -> Field {
    let help = match name {
        "zones" => {
            "Availability zones; a producer writes to brokers of its own zone, or to all if there are none in it."
        }
        name if name.starts_with("producers") => "How many producers are in this zone.",
        _ => "How many brokers of the topic are in this zone.",
    };
    let (min, max, value, default) = (f64::from(min), f64::from(max), f64::from(value), f64::from(default));
    let (unit, takes) = ("", Takes { kind: Kind::Whole, min, max });
    Field { name, label, unit, takes, value, default, help, group: GROUP, is_of_lane: false }
}

/// The form of a lane and the world.
pub fn fields(scenario: &Scenario, lane: usize) -> Vec<Field> {
    let (world, lane) = (&scenario.world, &scenario.lanes[lane]);
    let own = SETTINGS.iter().filter(|row| lane.variant.reads(row.key));
    let mut fields: Vec<Field> = own.map(|row| field_of(row, lane.get(row.key))).collect();
    fields.push(count("zones", "Zones", (1, MAX_ZONES as u32), world.zones.len() as u32, 1));
    for (zone, [producers, brokers]) in world.zones.iter().zip(ZONES) {
        fields.push(count(producers.0, producers.1, (0, MAX_PRODUCERS), zone.producers, Zone::FIRST.producers));
        fields.push(count(brokers.0, brokers.1, (0, MAX_BROKERS), zone.brokers, Zone::FIRST.brokers));
    }
    for row in SETTINGS {
        // An exponent says nothing where rates are equal.
        let is_read = row.key != Key::ZipfExponent || world.rates == Rates::Zipf;
        if let (true, Some(value)) = (is_read, world.value(row.key)) {
            fields.push(field_of(row, value));
        }
    }
    fields
}

/// Sets a field to a value that has been checked.
pub fn set(scenario: &mut Scenario, lane: usize, name: &str, value: f64) -> Result<(), Problem> {
    let world = &mut scenario.world;
    if name == "zones" {
        let last = world.zones.last().cloned().unwrap_or(Zone::FIRST);
        world.zones.resize(value as usize, Zone { name: String::new(), ..last });
        return Ok(());
    }
    for (zone, [producers, brokers]) in world.zones.iter_mut().zip(ZONES) {
        if name == producers.0 {
            zone.producers = value as u32;
            return Ok(());
        }
        if name == brokers.0 {
            zone.brokers = value as u32;
            return Ok(());
        }
    }
    let key = Key::of(name).ok_or_else(|| Problem::at(name, "nothing here reads it."))?;
    if key.row().owner == Owner::World {
        world.set(key, value);
    } else if scenario.lanes[lane].variant == Selector::Single && key.row().owner == Owner::Rotating {
        return Err(Problem::at(name, "one sticky broker has no number of write endpoints."));
    } else {
        scenario.lanes[lane].set(key, value);
    }
    Ok(())
}
