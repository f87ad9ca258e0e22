//! What a world may be: every bound, and what would be right.

use std::collections::BTreeSet;

use super::cast::Version;
use super::world::{Event, Kind, Location, Nodes, Share, World};
use crate::run::Problem;
use crate::run::limits::{MAX_BROKER_ROUNDS, MAX_EVENTS, MAX_NAME_BYTES};

/// Most nodes that there ever are.
pub const MAX_NODES: usize = 1000;
/// Most shards in all.
pub const MAX_SHARDS: u64 = 100_000;
/// Most revisions. With so few, weights that are exact whole numbers fit into 128 bits.
pub const MAX_REVISIONS: usize = 16;
/// Greatest weight that a hand gives.
pub const MAX_WEIGHT: u32 = 1_000_000;
/// Latest time of an event, in seconds: a year.
pub const MAX_TIME_S: u32 = 31_536_000;

type Checked = Result<(), Problem>;

fn bounded(place: &str, value: u64, least: u64, most: u64) -> Checked {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Problem::at(place, format!("{value} is out of bounds; give {least} to {most}.")))
}

/// Checks a world that is to run for so many rounds.
///
/// # Errors
/// With the place and what would be right.
pub fn world(world: &World, rounds: usize) -> Checked {
    times(world)?;
    if world.nodes.is_empty() {
        return Err(Problem::at("nodes", "there are none; give at least one."));
    }
    if world.events.len() > MAX_EVENTS {
        return Err(Problem::at("events", format!("there are {}; give at most {MAX_EVENTS}.", world.events.len())));
    }
    let names = names(world)?;
    if names.len() * rounds > MAX_BROKER_ROUNDS {
        let most = MAX_BROKER_ROUNDS / names.len();
        return Err(Problem::at("rounds", format!("with {} nodes give at most {most}.", names.len())));
    }
    bounded("shards", world.shards_in_all(), 0, MAX_SHARDS).map_err(|problem| problem.within("the world"))?;
    traffic(&world.traffic).map_err(|problem| problem.within("traffic"))?;
    locations(&world.locations, &names)?;
    for (event, number) in world.events.iter().zip(1..) {
        let place = format!("event {number} ({})", event.kind.name());
        check_event(event, world, &names).map_err(|problem| problem.within(&place))?;
    }
    revisions(world)
}

fn times(world: &World) -> Checked {
    bounded("interval_s", world.interval_s.into(), 1, 3600)?;
    bounded("handoff_s", world.handoff_s.into(), 0, 60)?;
    bounded("handoff_spread_percent", world.handoff_spread_percent.into(), 0, 100)?;
    bounded("join_s", world.join_s.into(), 0, 3600)?;
    bounded("down_s", world.down_s.into(), 0, 3600)?;
    bounded("release_s", world.release_s.unwrap_or(0).into(), 0, 86_400)
}

/// The names of all nodes that there ever are.
fn names(world: &World) -> Result<BTreeSet<String>, Problem> {
    let mut names = BTreeSet::new();
    for (nodes, _) in world.groups() {
        let place = if nodes.name.is_empty() { "a node" } else { &nodes.name };
        check_nodes(nodes).map_err(|problem| problem.within(place))?;
        for name in nodes.names() {
            if names.contains(&name) {
                return Err(Problem::at(name, "there are two nodes of this name; give each its own."));
            }
            names.insert(name);
        }
        if names.len() > MAX_NODES {
            return Err(Problem::at("nodes", format!("there are more than {MAX_NODES}; give fewer.")));
        }
    }
    Ok(names)
}

fn check_nodes(nodes: &Nodes) -> Checked {
    name("name", &nodes.name)?;
    bounded("times", nodes.times.into(), 1, MAX_NODES as u64)?;
    bounded("weight", nodes.weight.into(), 0, MAX_WEIGHT.into())?;
    bounded("shards", nodes.shards.into(), 0, MAX_SHARDS)?;
    if Version::read(&nodes.version).is_none() {
        return Err(Problem::at("version", format!("“{}” is no version; give numbers between dots.", nodes.version)));
    }
    if nodes.revision.len() > MAX_NAME_BYTES {
        return Err(Problem::at("revision", format!("give a name of at most {MAX_NAME_BYTES} bytes.")));
    }
    Ok(())
}

fn name(place: &str, name: &str) -> Checked {
    if name.is_empty() || name.len() > MAX_NAME_BYTES {
        return Err(Problem::at(place, format!("give a name of 1 to {MAX_NAME_BYTES} bytes.")));
    }
    Ok(())
}

fn traffic(shares: &[Share]) -> Checked {
    let mut seen = BTreeSet::new();
    for share in shares {
        name("revision", &share.revision)?;
        bounded(&share.revision, share.percent.into(), 0, 100)?;
        if !seen.insert(&share.revision) {
            return Err(Problem::at(&share.revision, "it stands twice; give each revision once."));
        }
    }
    let sum: u32 = shares.iter().map(|share| share.percent).sum();
    if !shares.is_empty() && sum != 100 {
        return Err(Problem::at("percent", format!("they sum to {sum}; Knative wants 100.")));
    }
    Ok(())
}

fn locations(locations: &[Location], names: &BTreeSet<String>) -> Checked {
    for (location, number) in locations.iter().zip(1..) {
        let place = format!("location {number}");
        let last = u64::from(location.last);
        let bounds = bounded("first", location.first.into(), 1, last.clamp(1, MAX_SHARDS))
            .and_then(|()| bounded("last", last, 1, MAX_SHARDS))
            .and_then(|()| known(&location.node, names));
        bounds.map_err(|problem| problem.within(&place))?;
    }
    Ok(())
}

fn known(node: &str, names: &BTreeSet<String>) -> Checked {
    if names.contains(node) {
        return Ok(());
    }
    Err(Problem::at(node, "there is no node of this name; give one that there is."))
}

fn check_event(event: &Event, world: &World, names: &BTreeSet<String>) -> Checked {
    bounded("at_s", event.at_s.into(), 0, MAX_TIME_S.into())?;
    match event.kind {
        Kind::Join => match &event.nodes {
            None => Err(Problem::at("nodes", "it is not said who joins.")),
            Some(nodes) if nodes.shards > 0 => Err(Problem::at("shards", "a node that joins has none; give 0.")),
            Some(_) => Ok(()),
        },
        Kind::Drain | Kind::Kill => known(&event.of, names),
        Kind::Traffic if event.traffic.is_empty() => Err(Problem::at("traffic", "it is empty; give percents.")),
        Kind::Traffic => traffic(&event.traffic),
        Kind::Weight => {
            bounded("weight", event.weight.into(), 0, MAX_WEIGHT.into())?;
            let is_revision = world.groups().any(|(nodes, _)| nodes.revision == event.of && !event.of.is_empty());
            if is_revision { Ok(()) } else { known(&event.of, names) }
        }
        Kind::Shards => {
            bounded("shards", event.shards.into(), 1, MAX_SHARDS)?;
            bounded("for_s", event.for_s.into(), 0, MAX_TIME_S.into())
        }
        Kind::Locate => locations(&event.locations, names),
        Kind::Outage => bounded("for_s", event.for_s.into(), 1, MAX_TIME_S.into()),
    }
}

fn revisions(world: &World) -> Checked {
    let mut all: BTreeSet<&str> = world.groups().map(|(nodes, _)| nodes.revision.as_str()).collect();
    let later = world.events.iter().flat_map(|event| &event.traffic);
    all.extend(world.traffic.iter().chain(later).map(|share| share.revision.as_str()));
    if all.len() > MAX_REVISIONS {
        return Err(Problem::at("revision", format!("there are {}; give at most {MAX_REVISIONS}.", all.len())));
    }
    Ok(())
}
