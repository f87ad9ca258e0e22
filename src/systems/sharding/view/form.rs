//! The form: settings of the variant and of the world.

use crate::engine::{Cause, Kind, Problem, Thing, ValueType};
use crate::simulator::Field;
use crate::systems::sharding::rules::weighted::largest_remainder;
use crate::systems::sharding::scenario::Scenario;
use crate::systems::sharding::settings::{Key, SETTINGS, Setting};
use crate::systems::sharding::simulation::has_table;
use crate::systems::sharding::world::{Nodes, World};
use crate::systems::sharding::world_check::MAX_SHARDS;

/// The id of the field for the number of shards at the start.
pub(super) const SHARDS: &str = "shards";

/// The default of a setting in a world.
fn default_of(row: &Setting, world: &World) -> f64 {
    if row.key == Key::WeightsFrom {
        f64::from(u8::from(has_table(world)))
    } else {
        row.default
    }
}

/// The fields that the variant reads, in the order of the form.
pub(super) fn fields(scenario: &Scenario, variant: usize) -> Vec<Field> {
    let variant = &scenario.variants[variant];
    let world = &scenario.world.seen(&variant.ignored_events);
    let from_table = variant
        .settings
        .get(Key::WeightsFrom)
        .unwrap_or_else(|| default_of(Key::WeightsFrom.row(), world))
        == 1.0;
    let is_read = |row: &&Setting| {
        let is_of_table = matches!(
            row.key,
            Key::MinCoverage | Key::PollInterval | Key::OldestTable
        );
        row.is_of_world() || (row.is_read_by(variant.strategy) && (from_table || !is_of_table))
    };
    let field = |row: &Setting| {
        let settings = if row.is_of_world() {
            &world.settings
        } else {
            &variant.settings
        };
        let default = default_of(row, world);
        Field {
            name: row.name,
            label: row.label,
            unit: row.unit.text,
            value_type: row.value_type,
            value: settings.get(row.key).unwrap_or(default),
            default,
            help: row.help,
            group: row.group,
            is_of_variant: !row.is_of_world(),
            is_own_key: row.is_own_key(),
        }
    };
    let (of_variant, of_world): (Vec<&Setting>, Vec<&Setting>) = SETTINGS
        .iter()
        .filter(is_read)
        .partition(|row| !row.is_of_world());
    let mut fields: Vec<Field> = of_variant.into_iter().map(field).collect();
    fields.push(shards_field(world));
    fields.extend(of_world.into_iter().map(field));
    fields
}

/// Number of shards that nodes hold at the start.
pub(super) fn total(world: &World) -> u64 {
    world
        .nodes
        .iter()
        .map(|nodes| u64::from(nodes.shards) * u64::from(nodes.replicas))
        .sum()
}

/// The field for the number of shards at the start.
fn shards_field(world: &World) -> Field {
    let value = total(world) as f64;
    Field {
        name: SHARDS,
        label: "Shards",
        unit: "",
        value_type: ValueType {
            kind: Kind::Whole,
            min: 0.0,
            max: MAX_SHARDS as f64,
        },
        value,
        default: value,
        help: "Number of shards at the start, distributed in the current proportions, or evenly if there are none.",
        group: "World at the start",
        is_of_variant: false,
        is_own_key: false,
    }
}

/// Sets a field.
///
/// # Errors
/// If the shards cannot be distributed over equal nodes.
pub(super) fn set(
    scenario: &mut Scenario,
    variant: usize,
    name: &str,
    value: f64,
) -> Result<(), Problem> {
    if let Some(row) = Setting::from_name(name) {
        let default = default_of(
            row,
            &scenario
                .world
                .seen(&scenario.variants[variant].ignored_events),
        );
        let settings = if row.is_of_world() {
            &mut scenario.world.settings
        } else {
            &mut scenario.variants[variant].settings
        };
        if value == default {
            settings.remove(row.key)
        } else {
            settings.set(row.key, value)
        }
        return Ok(());
    }
    if name != SHARDS {
        return Err(Problem::at(
            name,
            Cause::unknown(Thing::Setting, name, "give one of the form"),
        ));
    }
    set_total(&mut scenario.world, value as u64)
}

/// Distributes a number of shards in the current proportions.
fn set_total(world: &mut World, shards: u64) -> Result<(), Problem> {
    let is_empty = total(world) == 0;
    let each = |nodes: &Nodes| if is_empty { 1 } else { u64::from(nodes.shards) };
    let weights: Vec<u64> = world
        .nodes
        .iter()
        .flat_map(|nodes| (0..nodes.replicas).map(move |_| each(nodes)))
        .collect();
    let parts = largest_remainder(&weights, shards);
    // Nodes of one entry hold equally many; where the remainder does not fit, the entry is split.
    let mut next = parts.into_iter();
    let mut apart = Vec::with_capacity(world.nodes.len());
    for nodes in &world.nodes {
        let own: Vec<u64> = next.by_ref().take(nodes.replicas as usize).collect();
        if own.windows(2).all(|pair| pair[0] == pair[1]) {
            apart.push(Nodes {
                shards: own.first().copied().unwrap_or(0) as u32,
                ..nodes.clone()
            });
            continue;
        }
        for (name, shards) in nodes.names().zip(own) {
            let revision = nodes.revision().to_owned();
            apart.push(Nodes {
                name,
                replicas: 1,
                revision,
                shards: shards as u32,
                ..nodes.clone()
            });
        }
    }
    world.nodes = apart;
    Ok(())
}
