//! Validation of a world: names, sums and bounds. Every problem names its place and a remedy.

use std::collections::{BTreeMap, BTreeSet};

use super::rules::Version;
use super::world::{Action, Event, Locate, Nodes, World};
use crate::engine::limits::{MAX_BROKER_ROUNDS, MAX_EVENT_S, MAX_EVENTS};
use crate::engine::{Cause, Problem, Thing, check_event_time, event};

/// The names known so far.
type Names = BTreeSet<String>;

/// Maximum number of nodes of a scenario, including those that join.
pub(crate) const MAX_NODES: usize = 500;
/// Maximum number of shards of a scenario, including those that appear.
pub const MAX_SHARDS: u64 = 50_000;
/// Maximum number of revisions, including those without nodes.
pub(crate) const MAX_REVISIONS: usize = 24;
/// Maximum manual weight.
pub const MAX_WEIGHT: u32 = 1_000_000;
/// Maximum length of a name, in bytes.
const MAX_NAME_BYTES: usize = 40;

/// Validates a world for a run of this many rounds.
///
/// # Errors
/// With the place and the remedy.
pub fn check(world: &World, rounds: usize) -> Result<(), Problem> {
    if world.nodes.is_empty() {
        return Err(Problem::at(
            "nodes",
            Cause::Missing {
                expected: "at least one".to_owned(),
            },
        ));
    }
    if world.events.len() > MAX_EVENTS {
        let count = world.events.len();
        return Err(Problem::at(
            "events",
            Cause::too_many(count, MAX_EVENTS, "events"),
        ));
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
                return Err(Problem::at(at, Cause::more_than(MAX_NODES, "nodes")));
            }
            if names.contains(&name) {
                return Err(Problem::at(at, Cause::duplicate(Thing::Node, name)));
            }
            names.insert(name);
        }
    }
    if names.len() * rounds > MAX_BROKER_ROUNDS {
        let most = MAX_BROKER_ROUNDS / names.len();
        let size = format!("{} nodes", names.len());
        return Err(Problem::at(
            "rounds",
            Cause::TooManyFor {
                count: rounds as u64,
                size,
                most: most as u64,
            },
        ));
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
    event::check(&world.events)?;
    for (index, wanted) in world.locations.iter().enumerate() {
        check_location(wanted, &names)
            .map_err(|problem| problem.within(&format!("location {}", index + 1)))?;
    }
    if shards > MAX_SHARDS {
        return Err(Problem::at(
            "shards",
            Cause::TooMany {
                count: Some(shards),
                most: MAX_SHARDS,
                noun: "shards",
            },
        ));
    }
    if revisions.len() > MAX_REVISIONS {
        let count = revisions.len();
        return Err(Problem::at(
            "revisions",
            Cause::too_many(count, MAX_REVISIONS, "revisions"),
        ));
    }
    Ok(())
}

fn check_name(name: &str) -> Result<(), Problem> {
    if name.is_empty() || name.len() > MAX_NAME_BYTES || name.chars().any(char::is_control) {
        let cause = Cause::not_taken(
            format!("“{name}”"),
            format!("1 to {MAX_NAME_BYTES} bytes of text"),
        );
        return Err(Problem::at("name", cause));
    }
    Ok(())
}

fn check_nodes(nodes: &Nodes, is_joining: bool) -> Result<(), Problem> {
    check_name(&nodes.name)?;
    check_name(nodes.revision()).map_err(|problem| problem.within("revision"))?;
    if nodes.replicas == 0 || nodes.replicas as usize > MAX_NODES {
        return Err(Problem::at(
            "replicas",
            Cause::out_of_bounds(nodes.replicas, format!("1 to {MAX_NODES}")),
        ));
    }
    if nodes.weight > MAX_WEIGHT {
        return Err(Problem::at(
            "weight",
            Cause::out_of_bounds(nodes.weight, format!("0 to {MAX_WEIGHT}")),
        ));
    }
    if u64::from(nodes.shards) > MAX_SHARDS {
        return Err(Problem::at(
            "shards",
            Cause::out_of_bounds(nodes.shards, format!("0 to {MAX_SHARDS}")),
        ));
    }
    if is_joining && nodes.shards > 0 {
        return Err(Problem::at(
            "shards",
            Cause::inconsistent("a joining node holds no shards", "give 0"),
        ));
    }
    if !nodes.version.is_empty() && Version::parse(&nodes.version).is_none() {
        let cause = Cause::not_taken(format!("“{}”", nodes.version), "up to three numbers, 1.0.0");
        return Err(Problem::at("version", cause));
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
    let wrong = || Cause::inconsistent(format!("the sum is {sum}"), "give 100 in all");
    if sum == 100 {
        Ok(())
    } else {
        Err(Problem::at("percent", wrong()))
    }
}

fn check_event(event: &Event, names: &Names, revisions: &mut Names) -> Result<(), Problem> {
    match &event.action {
        Action::Join(_) => Ok(()),
        Action::Drain(name) | Action::Kill(name) => check_known(name, names),
        Action::Traffic(table) if table.is_empty() => Err(Problem::at(
            "traffic",
            Cause::Empty {
                expected: "100 percent in all".to_owned(),
            },
        )),
        Action::Traffic(table) => {
            check_traffic(table, revisions).map_err(|problem| problem.within("traffic"))
        }
        Action::Weight(set) if set.weight > MAX_WEIGHT => Err(Problem::at(
            "weight",
            Cause::out_of_bounds(set.weight, format!("0 to {MAX_WEIGHT}")),
        )),
        Action::Weight(set) => check_known(&set.node, names),
        Action::Shards(count) if *count == 0 || u64::from(*count) > MAX_SHARDS => Err(Problem::at(
            "shards",
            Cause::out_of_bounds(count, format!("1 to {MAX_SHARDS}")),
        )),
        Action::Shards(_) => Ok(()),
        Action::TableDownS(for_s) if !(0.0..=f64::from(MAX_EVENT_S)).contains(for_s) => {
            Err(Problem::at(
                "table_down_s",
                Cause::out_of_bounds(for_s, format!("0 to {MAX_EVENT_S}")),
            ))
        }
        Action::TableDownS(_) => Ok(()),
        Action::Locate(wanted) => check_location(wanted, names),
    }
}

fn check_known(name: &str, names: &Names) -> Result<(), Problem> {
    if names.contains(name) {
        return Ok(());
    }
    let remedy = "give the name of a node that exists or joins";
    Err(Problem::at(
        "node",
        Cause::unknown(Thing::Node, name, remedy),
    ))
}

fn check_location(wanted: &Locate, names: &Names) -> Result<(), Problem> {
    if wanted.from > wanted.to || u64::from(wanted.to) >= MAX_SHARDS {
        let (from, to) = (wanted.from, wanted.to);
        let expected = format!("a range of shards below {MAX_SHARDS}");
        return Err(Problem::at(
            "from",
            Cause::not_taken(format!("{from} to {to}"), expected),
        ));
    }
    check_known(&wanted.node, names)
}
