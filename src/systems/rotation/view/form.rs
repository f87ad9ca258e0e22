//! The form: the settings of a variant and the world.

use super::super::scenario::{Scenario, Selector};
use super::super::settings::{Key, Reader, SETTINGS, Setting};
use super::super::world::Rates;
use crate::engine::{Cause, Problem, Thing};
use crate::simulator::Field;

fn field_of(row: &'static Setting, value: f64) -> Field {
    Field {
        name: row.name,
        label: row.label,
        unit: row.unit.text,
        value_type: row.value_type,
        value,
        default: row.default,
        help: row.help,
        group: row.group,
        is_of_variant: row.reader != Reader::World,
        is_own_key: row.reader != Reader::World,
    }
}

/// The fields of a variant and the world.
pub(super) fn fields(scenario: &Scenario, variant: usize) -> Vec<Field> {
    let (world, variant) = (&scenario.world, &scenario.variants[variant]);
    let own = SETTINGS
        .iter()
        .filter(|row| variant.selection.reads(row.key));
    let mut fields: Vec<Field> = own.map(|row| field_of(row, variant.get(row.key))).collect();
    for row in SETTINGS {
        // The exponent has no effect on equal rates.
        let is_read = row.key != Key::ZipfExponent || world.rates == Rates::Zipf;
        if let (true, Some(value)) = (is_read, world.value(row.key)) {
            fields.push(field_of(row, value));
        }
    }
    fields
}

/// Sets a field to a validated value.
pub(super) fn set(
    scenario: &mut Scenario,
    variant: usize,
    name: &str,
    value: f64,
) -> Result<(), Problem> {
    let unknown = || {
        Problem::at(
            name,
            Cause::unknown(Thing::Setting, name, "give one of the form"),
        )
    };
    let key = Setting::from_name(name)
        .map(|row| row.key)
        .ok_or_else(unknown)?;
    if key.row().reader == Reader::World {
        scenario.world.set(key, value);
    } else if scenario.variants[variant].selection == Selector::Single
        && key.row().reader == Reader::Rotating
    {
        let problem = "one sticky broker has no number of write endpoints";
        return Err(Problem::at(
            name,
            Cause::inconsistent(problem, "choose rotating endpoints first"),
        ));
    } else {
        scenario.variants[variant].set(key, value);
    }
    Ok(())
}
