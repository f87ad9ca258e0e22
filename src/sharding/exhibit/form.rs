//! The form: settings of the lane, numbers of the world, and what nodes weigh or traffic they get at the start.

use crate::run::{Kind, Problem, Takes};
use crate::sharding::rules::weighted::largest_remainder;
use crate::sharding::scenario::Scenario;
use crate::sharding::settings::{Key, SETTINGS, Setting};
use crate::sharding::simulation::has_table;
use crate::sharding::world::World;
use crate::sharding::world_check::{MAX_SHARDS, MAX_WEIGHT};
use crate::shell::Field;

/// The field of all shards at the start.
const SHARDS: &str = "shards";

/// Name, label and help of the weight of the first, second, … nodes of the list.
const WEIGHTS: [(&str, &str, &str); 8] = [
    ("weight-1", "Weight, first nodes", "What each of the nodes that stand first in the list weighs at the start."),
    ("weight-2", "Weight, second nodes", "What each of the nodes that stand second in the list weighs at the start."),
    ("weight-3", "Weight, third nodes", "What each of the nodes that stand third in the list weighs at the start."),
    ("weight-4", "Weight, fourth nodes", "What each of the nodes that stand fourth in the list weighs at the start."),
    ("weight-5", "Weight, fifth nodes", "What each of the nodes that stand fifth in the list weighs at the start."),
    ("weight-6", "Weight, sixth nodes", "What each of the nodes that stand sixth in the list weighs at the start."),
    ("weight-7", "Weight, seventh nodes", "What each of the nodes that stand seventh in the list weighs at the start."),
    ("weight-8", "Weight, eighth nodes", "What each of the nodes that stand eighth in the list weighs at the start."),
];

/// Name, label and help of the traffic of the first, second, … revision of the table.
const TRAFFIC: [(&str, &str, &str); 4] = [
    (
        "traffic-1",
        "Traffic, first revision",
        "Percent at the start; the other revisions share what is left as they did.",
    ),
    (
        "traffic-2",
        "Traffic, second revision",
        "Percent at the start; the other revisions share what is left as they did.",
    ),
    (
        "traffic-3",
        "Traffic, third revision",
        "Percent at the start; the other revisions share what is left as they did.",
    ),
    (
        "traffic-4",
        "Traffic, fourth revision",
        "Percent at the start; the other revisions share what is left as they did.",
    ),
];

/// The default of a setting in a world.
fn default_of(row: &Setting, world: &World) -> f64 {
    if row.key == Key::WeightsFrom { f64::from(u8::from(has_table(world))) } else { row.default }
}

/// What is read, in the order of the form.
pub fn fields(scenario: &Scenario, lane: usize) -> Vec<Field> {
    let (world, lane) = (&scenario.world, &scenario.lanes[lane]);
    let from_table =
        lane.settings.get(Key::WeightsFrom).unwrap_or_else(|| default_of(Key::WeightsFrom.row(), world)) == 1.0;
    let is_read = |row: &&Setting| {
        let is_of_table = matches!(row.key, Key::MinCoverage | Key::PollInterval | Key::OldestTable);
        row.is_of_world() || (row.is_read_by(lane.strategy) && (from_table || !is_of_table))
    };
    let field = |row: &Setting| {
        let settings = if row.is_of_world() { &world.settings } else { &lane.settings };
        let default = default_of(row, world);
        Field {
            name: row.name,
            label: row.label,
            unit: row.unit,
            takes: row.takes,
            value: settings.get(row.key).unwrap_or(default),
            default,
            help: row.help,
            group: row.group,
            is_of_lane: !row.is_of_world(),
        }
    };
    let (of_lane, of_world): (Vec<&Setting>, Vec<&Setting>) =
        SETTINGS.iter().filter(is_read).partition(|row| !row.is_of_world());
    let mut fields: Vec<Field> = of_lane.into_iter().map(field).collect();
    fields.extend(world_fields(world));
    fields.extend(of_world.into_iter().map(field));
    fields
}

fn whole(
    (name, label, help): (&'static str, &'static str, &'static str),
    unit: &'static str,
    max: f64,
    value: f64,
) -> Field {
    let (takes, group) = (Takes { kind: Kind::Whole, min: 0.0, max }, "World at the start");
    Field { name, label, unit, takes, value, default: value, help, group, is_of_lane: false }
}

fn total(world: &World) -> u64 {
    world.nodes.iter().map(|nodes| u64::from(nodes.shards) * u64::from(nodes.replicas)).sum()
}

fn world_fields(world: &World) -> Vec<Field> {
    let text = (SHARDS, "Shards", "All shards at the start, shared out as they are now; evenly where there are none.");
    let mut fields = vec![whole(text, "", MAX_SHARDS as f64, total(world) as f64)];
    if has_table(world) {
        let table = world.traffic.values().zip(TRAFFIC).filter(|_| (2..=4).contains(&world.traffic.len()));
        fields.extend(table.map(|(percent, text)| whole(text, "%", 100.0, f64::from(*percent))));
    } else {
        let weights = world.nodes.iter().zip(WEIGHTS).filter(|_| world.nodes.len() <= WEIGHTS.len());
        fields.extend(weights.map(|(nodes, text)| whole(text, "", f64::from(MAX_WEIGHT), f64::from(nodes.weight))));
    }
    fields
}

/// Sets a field.
///
/// # Errors
/// Where the shards cannot be shared out among nodes that are alike.
pub fn set(scenario: &mut Scenario, lane: usize, name: &str, value: f64) -> Result<(), Problem> {
    if let Some(row) = Setting::find(name) {
        let default = default_of(row, &scenario.world);
        let settings =
            if row.is_of_world() { &mut scenario.world.settings } else { &mut scenario.lanes[lane].settings };
        if value == default {
            settings.remove(row.key)
        } else {
            settings.set(row.key, value)
        }
        return Ok(());
    }
    let world = &mut scenario.world;
    if name == SHARDS {
        return set_total(world, value as u64);
    }
    if let Some(place) = WEIGHTS.iter().position(|(other, ..)| *other == name)
        && let Some(nodes) = world.nodes.get_mut(place)
    {
        nodes.weight = value as u32;
    } else if let Some(place) = TRAFFIC.iter().position(|(other, ..)| *other == name) {
        set_traffic(&mut world.traffic, place, value as u32);
    }
    Ok(())
}

/// Shares shards out as they are now.
fn set_total(world: &mut World, shards: u64) -> Result<(), Problem> {
    let is_empty = total(world) == 0;
    let each = |nodes: &crate::sharding::world::Nodes| if is_empty { 1 } else { u64::from(nodes.shards) };
    let weights: Vec<u64> =
        world.nodes.iter().flat_map(|nodes| (0..nodes.replicas).map(move |_| each(nodes))).collect();
    let parts = largest_remainder(&weights, shards);
    // Nodes that stand together in the document hold alike; where the rest does not fit they stand apart from now on.
    let mut next = parts.into_iter();
    let mut apart = Vec::with_capacity(world.nodes.len());
    for nodes in &world.nodes {
        let own: Vec<u64> = next.by_ref().take(nodes.replicas as usize).collect();
        if own.windows(2).all(|pair| pair[0] == pair[1]) {
            apart.push(crate::sharding::world::Nodes {
                shards: own.first().copied().unwrap_or(0) as u32,
                ..nodes.clone()
            });
            continue;
        }
        for (name, shards) in nodes.names().zip(own) {
            let revision = nodes.revision().to_owned();
            apart.push(crate::sharding::world::Nodes {
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

/// Sets one percentage; the others keep their proportions.
fn set_traffic(table: &mut std::collections::BTreeMap<String, u32>, place: usize, percent: u32) {
    let percent = percent.min(100);
    let weights: Vec<u64> =
        table.values().enumerate().map(|(other, p)| if other == place { 0 } else { u64::from(*p) }).collect();
    let is_rest_empty = weights.iter().sum::<u64>() == 0;
    let weights: Vec<u64> =
        if is_rest_empty { (0..table.len()).map(|other| u64::from(other != place)).collect() } else { weights };
    let parts = largest_remainder(&weights, u64::from(100 - percent));
    for (other, own) in table.values_mut().enumerate() {
        *own = if other == place { percent } else { parts[other] as u32 };
    }
}

/// A table after so many points more have gone to a revision, the others giving in proportion.
pub fn shifted(
    table: &std::collections::BTreeMap<String, u32>,
    revision: &str,
    points: u32,
) -> std::collections::BTreeMap<String, u32> {
    let mut table = table.clone();
    let percent = (*table.entry(revision.to_owned()).or_insert(0) + points).min(100);
    if let Some(place) = table.keys().position(|other| other == revision) {
        set_traffic(&mut table, place, percent);
    }
    table
}
