//! Whether a world can be run: names, sums, bounds. Every problem has its place and a remedy.

use std::collections::{BTreeMap, BTreeSet};

use super::rules::Version;
use super::world::{Action, Event, Locate, Nodes, World};
use crate::engine::limits::{MAX_BROKER_ROUNDS, MAX_EVENT_S, MAX_EVENTS};
use crate::engine::{Problem, check_event_time, event_ids};

/// Names that are known.
type Names = BTreeSet<String>;

/// Most nodes of a scenario, those that join included.
pub const MAX_NODES: usize = 500;
/// Most shards of a scenario, those that appear included.
pub const MAX_SHARDS: u64 = 50_000;
/// Most revisions, those without nodes included.
pub const MAX_REVISIONS: usize = 24;
/// Greatest weight by hand.
pub const MAX_WEIGHT: u32 = 1_000_000;
/// Longest name, in bytes.
const MAX_NAME_BYTES: usize = 40;

/// Checks a world that is run for this many rounds.
///
/// # Errors
/// With place and remedy.
pub fn check(world: &World, rounds: usize) -> Result<(), Problem> {
    if world.nodes.is_empty() {
        return Err(Problem::at("nodes", "there are none; give at least one."));
    }
    if world.events.len() > MAX_EVENTS {
        let count = world.events.len();
        return Err(Problem::at("events", format!("{count} are more than the {MAX_EVENTS} that are taken.")));
    }
    let joining = world.events.iter().filter_map(|event| match &event.action {
        Action::Join(nodes) => Some(nodes),
        _ => None,
    });
    let mut names = Names::new();
    let mut revisions = Names::new();
    let mut shards = 0_u64;
    for (place, nodes) in world.nodes.iter().chain(joining).enumerate() {
        let at = format!("nodes “{}”", nodes.name);
        check_nodes(nodes, place >= world.nodes.len()).map_err(|problem| problem.within(&at))?;
        revisions.insert(nodes.revision().to_owned());
        shards += u64::from(nodes.shards) * u64::from(nodes.replicas);
        for name in nodes.names() {
            if names.len() >= MAX_NODES {
                return Err(Problem::at(at, format!("there are more than the {MAX_NODES} nodes that are taken.")));
            }
            if names.contains(&name) {
                return Err(Problem::at(at, format!("“{name}” is there twice; give every node a name of its own.")));
            }
            names.insert(name);
        }
    }
    if names.len() * rounds > MAX_BROKER_ROUNDS {
        let most = MAX_BROKER_ROUNDS / names.len();
        return Err(Problem::at("nodes", format!("for {} nodes give at most {most} rounds.", names.len())));
    }
    check_traffic(&world.traffic, &mut revisions).map_err(|problem| problem.within("traffic"))?;
    for (index, event) in world.events.iter().enumerate() {
        let within = |problem: Problem| problem.within(&format!("event {}", index + 1));
        check_event_time(event.at_s, world.end_s(rounds)).map_err(within)?;
        check_event(event, &names, &mut revisions).map_err(within)?;
        if let Action::Shards(count) = event.action {
            shards += u64::from(count);
        }
    }
    event_ids::check(&world.events)?;
    for (index, wanted) in world.locations.iter().enumerate() {
        check_location(wanted, &names).map_err(|problem| problem.within(&format!("location {}", index + 1)))?;
    }
    if shards > MAX_SHARDS {
        return Err(Problem::at("shards", format!("{shards} are more than the {MAX_SHARDS} that are taken.")));
    }
    if revisions.len() > MAX_REVISIONS {
        let count = revisions.len();
        return Err(Problem::at("revisions", format!("{count} are more than the {MAX_REVISIONS} that are taken.")));
    }
    Ok(())
}

fn check_name(name: &str) -> Result<(), Problem> {
    if name.is_empty() || name.len() > MAX_NAME_BYTES || name.chars().any(char::is_control) {
        return Err(Problem::at("name", format!("“{name}” is not taken; give 1 to {MAX_NAME_BYTES} bytes of text.")));
    }
    Ok(())
}

fn check_nodes(nodes: &Nodes, is_joining: bool) -> Result<(), Problem> {
    check_name(&nodes.name)?;
    check_name(nodes.revision()).map_err(|problem| problem.within("revision"))?;
    if nodes.replicas == 0 || nodes.replicas as usize > MAX_NODES {
        return Err(Problem::at("replicas", format!("{} is out of bounds; give 1 to {MAX_NODES}.", nodes.replicas)));
    }
    if nodes.weight > MAX_WEIGHT {
        return Err(Problem::at("weight", format!("{} is out of bounds; give 0 to {MAX_WEIGHT}.", nodes.weight)));
    }
    if u64::from(nodes.shards) > MAX_SHARDS {
        return Err(Problem::at("shards", format!("{} is out of bounds; give 0 to {MAX_SHARDS}.", nodes.shards)));
    }
    if is_joining && nodes.shards > 0 {
        return Err(Problem::at("shards", "what joins holds none; give 0."));
    }
    if !nodes.version.is_empty() && Version::parse(&nodes.version).is_none() {
        return Err(Problem::at(
            "version",
            format!("“{}” is no version; give up to three numbers, 1.0.0.", nodes.version),
        ));
    }
    Ok(())
}

fn check_traffic(table: &BTreeMap<String, u32>, revisions: &mut Names) -> Result<(), Problem> {
    if table.is_empty() {
        return Ok(());
    }
    for name in table.keys() {
        check_name(name)?;
        revisions.insert(name.clone());
    }
    let sum: u64 = table.values().map(|percent| u64::from(*percent)).sum();
    if sum == 100 { Ok(()) } else { Err(Problem::at("percent", format!("they sum to {sum}; give 100 in all."))) }
}

fn check_event(event: &Event, names: &Names, revisions: &mut Names) -> Result<(), Problem> {
    match &event.action {
        Action::Join(_) => Ok(()),
        Action::Drain(name) | Action::Kill(name) => check_known(name, names),
        Action::Traffic(table) if table.is_empty() => {
            Err(Problem::at("traffic", "it is empty; give 100 percent in all."))
        }
        Action::Traffic(table) => check_traffic(table, revisions).map_err(|problem| problem.within("traffic")),
        Action::Weight(set) if set.weight > MAX_WEIGHT => {
            Err(Problem::at("weight", format!("{} is out of bounds; give 0 to {MAX_WEIGHT}.", set.weight)))
        }
        Action::Weight(set) => check_known(&set.node, names),
        Action::Shards(count) if *count == 0 || u64::from(*count) > MAX_SHARDS => {
            Err(Problem::at("shards", format!("{count} is out of bounds; give 1 to {MAX_SHARDS}.")))
        }
        Action::Shards(_) => Ok(()),
        Action::TableDownS(for_s) if !(0.0..=f64::from(MAX_EVENT_S)).contains(for_s) => {
            Err(Problem::at("table_down_s", format!("{for_s} is out of bounds; give 0 to {MAX_EVENT_S}.")))
        }
        Action::TableDownS(_) => Ok(()),
        Action::Locate(wanted) => check_location(wanted, names),
    }
}

fn check_known(name: &str, names: &Names) -> Result<(), Problem> {
    if names.contains(name) {
        return Ok(());
    }
    Err(Problem::at("node", format!("“{name}” is not known; give the name of a node that is there or joins.")))
}

fn check_location(wanted: &Locate, names: &Names) -> Result<(), Problem> {
    if wanted.from > wanted.to || u64::from(wanted.to) >= MAX_SHARDS {
        let (from, to) = (wanted.from, wanted.to);
        return Err(Problem::at("from", format!("{from} to {to} is no range of shards below {MAX_SHARDS}.")));
    }
    check_known(&wanted.node, names)
}
