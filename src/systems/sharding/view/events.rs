//! Kinds of events that can be added, and their default values.

use std::collections::BTreeMap;

use super::form::total;
use super::traffic::shifted;
use crate::engine::{Problem, event};
use crate::simulator::EventKind;
use crate::simulator::event::unknown_event_kind;
use crate::systems::sharding::simulation::has_table;
use crate::systems::sharding::world::{Action, Event, Nodes, SetWeight, World};
use crate::systems::sharding::world_check::MAX_WEIGHT;

/// Maximum number of nodes for which each has event kinds of its own; above it, only the first of each revision.
const FEW_NODES: usize = 8;
/// Default time for which the route table cannot be read, in seconds.
const DOWN_S: f64 = 120.0;

/// Every node with its revision: those at the start, then those that join.
pub(super) fn all_nodes(world: &World) -> Vec<(String, String)> {
    let joining = world.events.iter().filter_map(|event| match &event.action {
        Action::Join(nodes) => Some(nodes),
        _ => None,
    });
    let all = world.nodes.iter().chain(joining);
    all.flat_map(|nodes| {
        nodes
            .names()
            .map(|name| (name, nodes.revision().to_owned()))
    })
    .collect()
}

/// Every revision, in order of appearance.
pub(super) fn revisions(world: &World) -> Vec<String> {
    let mut revisions: Vec<String> = Vec::new();
    let of_tables = world.traffic.keys().cloned();
    for revision in all_nodes(world)
        .into_iter()
        .map(|(_, revision)| revision)
        .chain(of_tables)
    {
        if !revisions.contains(&revision) {
            revisions.push(revision);
        }
    }
    revisions
}

fn named(world: &World) -> Vec<String> {
    let all = all_nodes(world);
    if all.len() <= FEW_NODES {
        return all.into_iter().map(|(name, _)| name).collect();
    }
    let first = |revision: &String| {
        all.iter()
            .find(|(_, other)| other == revision)
            .map(|(name, _)| name.clone())
    };
    revisions(world)
        .iter()
        .take(FEW_NODES)
        .filter_map(first)
        .collect()
}

/// The kinds of events.
pub(super) fn kinds(world: &World) -> Vec<EventKind> {
    let mut kinds = Vec::new();
    let appear = appearing(world);
    kinds.push(EventKind::with_target(
        "shards",
        appear,
        format!("{appear} shards appear"),
        "Shards",
    ));
    let revisions = revisions(world);
    if has_table(world) {
        for revision in revisions.iter().take(FEW_NODES) {
            kinds.push(EventKind::with_target(
                "shift",
                revision,
                format!("10 % more traffic to {revision}"),
                "Traffic",
            ));
            kinds.push(EventKind::with_target(
                "all",
                revision,
                format!("All traffic to {revision}"),
                "Traffic",
            ));
        }
        kinds.push(EventKind::new(
            "table",
            "No route table for 2 min",
            "Traffic",
        ));
        if let Some(newest) = revisions.last() {
            kinds.push(EventKind::with_target(
                "join",
                newest,
                format!("A node of {newest} joins"),
                "Nodes",
            ));
        }
        kinds.push(EventKind::new("revision", "A new revision joins", "Nodes"));
    } else {
        kinds.push(EventKind::with_target(
            "join",
            "node",
            "A node joins",
            "Nodes",
        ));
    }
    for name in named(world) {
        if !has_table(world) {
            kinds.push(EventKind::with_target(
                "double",
                &name,
                format!("{name} gets twice the weight"),
                "Nodes",
            ));
            kinds.push(EventKind::with_target(
                "zero",
                &name,
                format!("{name} gets weight 0"),
                "Nodes",
            ));
        }
        kinds.push(EventKind::with_target(
            "drain",
            &name,
            format!("{name} is drained"),
            "Nodes",
        ));
        kinds.push(EventKind::with_target(
            "kill",
            &name,
            format!("{name} dies"),
            "Nodes",
        ));
    }
    kinds
}

/// Default number of shards that appear: a tenth of all, at least ten.
fn appearing(world: &World) -> u64 {
    (total(world) / 10).max(10)
}

/// Adds an event of a kind; its default values come from the world that the variant sees.
///
/// # Errors
/// If there is no such kind.
pub(super) fn add(
    world: &mut World,
    ignored_events: &[u32],
    kind: &str,
    at_s: f64,
) -> Result<(), Problem> {
    let seen = world.seen(ignored_events);
    let unknown = || unknown_event_kind(kind, &kinds(&seen));
    let (what, of) = EventKind::split_id(kind);
    let what = match what {
        "shards" => Action::Shards(of.parse().map_err(|_| unknown())?),
        "shift" => Action::Traffic(shifted(&traffic_at(&seen, at_s), of, 10)),
        "all" => Action::Traffic(shifted(&traffic_at(&seen, at_s), of, 100)),
        "table" => Action::TableDownS(DOWN_S),
        "join" if has_table(world) => {
            Action::Join(Nodes::new(&new_name(world, of), 0).of_revision(of))
        }
        "join" => Action::Join(Nodes::new(&new_name(world, "new"), 0)),
        "revision" => {
            let name = new_revision(world);
            Action::Join(Nodes::new(&new_name(world, &name), 0).of_revision(&name))
        }
        "double" => {
            let weight = (weight_at(&seen, of, at_s).max(1) * 2).min(MAX_WEIGHT);
            Action::Weight(SetWeight {
                node: of.to_owned(),
                weight,
            })
        }
        "zero" => Action::Weight(SetWeight {
            node: of.to_owned(),
            weight: 0,
        }),
        "drain" => Action::Drain(of.to_owned()),
        "kill" => Action::Kill(of.to_owned()),
        _ => return Err(unknown()),
    };
    event::push(&mut world.events, Event::new(at_s, what));
    Ok(())
}

/// Events up to a time, in order.
fn before(world: &World, at_s: f64) -> Vec<&Event> {
    let mut events: Vec<&Event> = world
        .events
        .iter()
        .filter(|event| event.at_s <= at_s)
        .collect();
    events.sort_by(|a, b| a.at_s.total_cmp(&b.at_s));
    events
}

/// The route table in force at a time, in seconds.
pub(super) fn traffic_at(world: &World, at_s: f64) -> BTreeMap<String, u32> {
    let mut table = world.traffic.clone();
    for event in before(world, at_s) {
        if let Action::Traffic(next) = &event.action {
            table.clone_from(next);
        }
    }
    table
}

/// Number of shards at a time, in seconds.
pub(super) fn shards_at(world: &World, at_s: f64) -> u64 {
    let appeared = before(world, at_s)
        .into_iter()
        .map(|event| match event.action {
            Action::Shards(count) => u64::from(count),
            _ => 0,
        });
    total(world) + appeared.sum::<u64>()
}

/// A node's manual weight at a time, in seconds.
fn weight_at(world: &World, name: &str, at_s: f64) -> u32 {
    let nodes = world
        .nodes
        .iter()
        .find(|nodes| nodes.names().any(|other| other == name));
    let mut weight = nodes.map_or(1, |nodes| nodes.weight);
    for event in before(world, at_s) {
        if let Action::Weight(set) = &event.action
            && set.node == name
        {
            weight = set.weight;
        }
    }
    weight
}

/// An unused node name, from a stem.
pub(super) fn new_name(world: &World, stem: &str) -> String {
    let all = all_nodes(world);
    let stem: String = stem.chars().take(12).collect();
    let is_new = |name: &String| !all.iter().any(|(other, _)| other == name);
    (1..)
        .map(|number| format!("{stem}-{number}"))
        .find(is_new)
        .unwrap_or_default()
}

/// The first of v1, v2, v3, … that is unused.
pub(super) fn new_revision(world: &World) -> String {
    let all = revisions(world);
    (1..)
        .map(|number| format!("v{number}"))
        .find(|name| !all.contains(name))
        .unwrap_or_default()
}
