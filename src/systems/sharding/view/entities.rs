//! The tables of a world: nodes, route table, and client locations.

use super::events::{all_nodes, new_name, new_revision, revisions};
use super::parts::{node_input, whole};
use super::traffic::set_traffic;
use crate::engine::{Cause, Problem, Thing};
use crate::simulator::missing::not_there;
use crate::simulator::{
    Column, EntityLayout, EntityRow, EntityTable, InputType, InputValue, TableRef,
};
use crate::systems::sharding::simulation::has_table;
use crate::systems::sharding::world::{Action, Locate, Nodes, World};
use crate::systems::sharding::world_check::{MAX_NODES, MAX_REVISIONS, MAX_SHARDS, MAX_WEIGHT};

/// The table of nodes.
pub(super) const NODES: TableRef = TableRef::top("nodes");
/// The route table.
pub(super) const ROUTES: TableRef = TableRef::top("routes");
/// The table of locations that an external client assigns.
pub(super) const LOCATIONS: TableRef = TableRef::top("locations");

/// All tables.
pub(super) fn tables(world: &World) -> Vec<EntityTable> {
    vec![
        nodes_table(world),
        routes_table(world),
        locations_table(world),
    ]
}

fn number(id: &'static str, label: &'static str, unit: &'static str, min: u32, max: u64) -> Column {
    Column::new(id, label, unit, InputType::Number(whole(min, max)))
}

fn nodes_table(world: &World) -> EntityTable {
    let mut columns = vec![
        Column::new("name", "Nodes", "", InputType::Text).called("Name"),
        number("replicas", "Replicas", "", 1, MAX_NODES as u64),
        number("shards", "Shards each", "", 0, MAX_SHARDS).called("Shards"),
        number("weight", "Weight", "", 0, u64::from(MAX_WEIGHT)),
        Column::new("revision", "Revision", "", InputType::Text),
        Column::new("version", "Version", "", InputType::Text)
            .detail("The application version, up to three numbers; 1.0.0 where it is empty."),
    ];
    // With a route table, weights come from it unless a variant says otherwise.
    if has_table(world) {
        columns[3] = columns[3]
            .clone()
            .detail("Weight of each node, for variants with weights set by hand.");
    }
    EntityTable {
        table: NODES,
        title: "Nodes".to_owned(),
        noun: ("node", "nodes"),
        help: "The nodes at the start, oldest first; those of a row are equal.",
        layout: EntityLayout::Grid,
        columns,
        rows: world.nodes.len(),
        can_add: all_nodes(world).len() < MAX_NODES,
        can_remove: world.nodes.len() > 1,
        nested: None,
        count_column: None,
    }
}

fn routes_table(world: &World) -> EntityTable {
    EntityTable {
        table: ROUTES,
        title: "Route table".to_owned(),
        noun: ("revision", "revisions"),
        help: "Percent of the traffic by revision at the start. Where it is empty, weights are set by hand.",
        layout: EntityLayout::Grid,
        columns: vec![
            Column::new("revision", "Revision", "", InputType::Text),
            number("percent", "Traffic", "%", 0, 100),
        ],
        rows: world.traffic.len(),
        can_add: world.traffic.len() < MAX_REVISIONS,
        can_remove: true,
        nested: None,
        count_column: None,
    }
}

fn locations_table(world: &World) -> EntityTable {
    EntityTable {
        table: LOCATIONS,
        title: "Client locations".to_owned(),
        noun: ("range", "ranges"),
        help: "The nodes that a client assigns shards to at the start; only external allocation reads it.",
        layout: EntityLayout::Grid,
        columns: vec![
            number("from", "First shard", "", 0, MAX_SHARDS - 1),
            number("to", "Last shard", "", 0, MAX_SHARDS - 1),
            Column::new("node", "Node", "", node_input(world)),
        ],
        rows: world.locations.len(),
        can_add: true,
        can_remove: true,
        nested: None,
        count_column: None,
    }
}

/// The name of a row; empty if it does not exist.
pub(super) fn name(world: &World, table: TableRef, row: usize) -> String {
    let name = match table {
        NODES => world.nodes.get(row).map(|nodes| nodes.name.clone()),
        ROUTES => world.traffic.keys().nth(row).cloned(),
        LOCATIONS => world
            .locations
            .get(row)
            .map(|wanted| format!("shards {} to {}", wanted.from, wanted.to)),
        _ => None,
    };
    name.unwrap_or_default()
}

/// The rows at these indices.
pub(super) fn rows(world: &World, table: TableRef, rows: &[usize]) -> Vec<EntityRow> {
    let number = |number: u32| InputValue::Number(f64::from(number));
    let text = |text: &str| InputValue::Text(text.to_owned());
    let cells = |row: usize| {
        Some(match table {
            NODES => {
                let nodes = world.nodes.get(row)?;
                let numbers = [nodes.replicas, nodes.shards, nodes.weight].map(number);
                let texts = [nodes.revision(), &nodes.version].map(text);
                std::iter::once(text(&nodes.name))
                    .chain(numbers)
                    .chain(texts)
                    .collect()
            }
            ROUTES => world
                .traffic
                .iter()
                .nth(row)
                .map(|(name, percent)| vec![text(name), number(*percent)])?,
            LOCATIONS => {
                let wanted = world.locations.get(row)?;
                vec![number(wanted.from), number(wanted.to), text(&wanted.node)]
            }
            _ => return None,
        })
    };
    let row = |row: &usize| {
        Some(EntityRow {
            index: *row,
            name: name(world, table, *row),
            cells: cells(*row)?,
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
    table: TableRef,
    row: usize,
    column: &str,
    value: &InputValue,
) -> Result<(), Problem> {
    let described = tables(world)
        .into_iter()
        .find(|other| other.table == table)
        .ok_or_else(|| not_there("table"))?;
    described.check_cell(row, column, value)?;
    let (text, count) = (
        value.text().to_owned(),
        value.number().unwrap_or(0.0) as u32,
    );
    match (table, column) {
        (NODES, "name") => rename(world, row, text),
        (NODES, "replicas") => world.nodes[row].replicas = count,
        (NODES, "shards") => world.nodes[row].shards = count,
        (NODES, "weight") => world.nodes[row].weight = count,
        (NODES, "revision") => world.nodes[row].revision = text,
        (NODES, "version") => world.nodes[row].version = text,
        (ROUTES, "percent") => set_traffic(&mut world.traffic, row, count),
        (ROUTES, "revision") => {
            let old = name(world, ROUTES, row);
            if text != old && world.traffic.contains_key(&text) {
                return Err(Problem::at(
                    "Revision",
                    Cause::duplicate(Thing::Revision, text),
                ));
            }
            if let Some(percent) = world.traffic.remove(&old) {
                world.traffic.insert(text, percent);
            }
        }
        (LOCATIONS, "from") => world.locations[row].from = count,
        (LOCATIONS, "to") => world.locations[row].to = count,
        (LOCATIONS, "node") => world.locations[row].node = text,
        _ => {}
    }
    Ok(())
}

/// Renames nodes and all references to them; their revision stays.
fn rename(world: &mut World, row: usize, name: String) {
    let before = world.nodes[row].clone();
    let nodes = &mut world.nodes[row];
    nodes.revision = before.revision().to_owned();
    nodes.name = name;
    let names: Vec<(String, String)> = before.names().zip(nodes.names()).collect();
    let follow = |node: &mut String| {
        if let Some((_, new)) = names.iter().find(|(old, _)| old == node) {
            node.clone_from(new);
        }
    };
    world
        .locations
        .iter_mut()
        .for_each(|wanted| follow(&mut wanted.node));
    for event in &mut world.events {
        match &mut event.action {
            Action::Drain(node) | Action::Kill(node) => follow(node),
            Action::Weight(set) => follow(&mut set.node),
            Action::Locate(wanted) => follow(&mut wanted.node),
            Action::Join(_) | Action::Traffic(_) | Action::Shards(_) | Action::TableDownS(_) => {}
        }
    }
}

/// Adds a row.
///
/// # Errors
/// If the table is full.
pub(super) fn add_row(world: &mut World, table: TableRef) -> Result<(), Problem> {
    match table {
        NODES => {
            let revision = if has_table(world) {
                revisions(world).pop().unwrap_or_default()
            } else {
                String::new()
            };
            let stem = if revision.is_empty() {
                "node"
            } else {
                &revision
            };
            let nodes = Nodes::new(&new_name(world, stem), 0);
            world.nodes.push(nodes.of_revision(&revision));
        }
        ROUTES => {
            let is_missing = |revision: &String| !world.traffic.contains_key(revision);
            let revision = revisions(world)
                .into_iter()
                .find(is_missing)
                .unwrap_or_else(|| new_revision(world));
            let percent = if world.traffic.is_empty() { 100 } else { 0 };
            world.traffic.insert(revision, percent);
        }
        LOCATIONS => {
            let node = all_nodes(world)
                .into_iter()
                .next()
                .map_or_else(String::new, |(name, _)| name);
            let from = world
                .locations
                .last()
                .map_or(0, |wanted| wanted.to.saturating_add(1));
            world.locations.push(Locate {
                from,
                to: from,
                node,
            });
        }
        _ => return Err(not_there("table")),
    }
    Ok(())
}

/// Removes a row; a revision's share of the traffic goes to the others.
///
/// # Errors
/// If the row does not exist.
pub(super) fn remove_row(world: &mut World, table: TableRef, row: usize) -> Result<(), Problem> {
    match table {
        NODES if row < world.nodes.len() => drop(world.nodes.remove(row)),
        ROUTES if row < world.traffic.len() => {
            set_traffic(&mut world.traffic, row, 0);
            let revision = name(world, ROUTES, row);
            world.traffic.remove(&revision);
        }
        LOCATIONS if row < world.locations.len() => drop(world.locations.remove(row)),
        _ => return Err(not_there("row")),
    }
    Ok(())
}
