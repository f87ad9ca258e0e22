//! The events of a world, with all their editable parts.

use std::collections::BTreeMap;

use super::events::{all_nodes, revisions};
use crate::engine::limits::MAX_EVENT_S;
use crate::engine::{Cause, Kind, Problem, ValueType, event};
use crate::simulator::event::find_event;
use crate::simulator::{EventPart, InputType, InputValue, ScheduledEvent, check_part};
use crate::systems::sharding::simulation::has_table;
use crate::systems::sharding::world::{Action, Event, Nodes, World};
use crate::systems::sharding::world_check::{MAX_NODES, MAX_SHARDS, MAX_WEIGHT};

/// Maximum number of nodes in a list of options; above it, the name is typed.
const MAX_OPTIONS: usize = 200;

/// A whole number within bounds.
pub(super) fn whole(min: u32, max: u64) -> ValueType {
    ValueType {
        kind: Kind::Whole,
        min: f64::from(min),
        max: max as f64,
    }
}

/// The input for a node's name.
pub(super) fn node_input(world: &World) -> InputType {
    let all = all_nodes(world);
    if all.len() > MAX_OPTIONS {
        return InputType::Text;
    }
    InputType::Options(
        all.into_iter()
            .map(|(name, _)| (name.clone(), name))
            .collect(),
    )
}

/// A route table as a text: `v1 80, v2 20`.
fn percent_text(table: &BTreeMap<String, u32>) -> String {
    let parts: Vec<String> = table
        .iter()
        .map(|(revision, percent)| format!("{revision} {percent}"))
        .collect();
    parts.join(", ")
}

/// Parses a route table such as `v1 80, v2 20`. Names may contain commas: an entry ends after its number.
fn read_percents(text: &str, world: &World) -> Result<BTreeMap<String, u32>, Problem> {
    let wrong = |entry: &str| {
        let example = revisions(world)
            .first()
            .cloned()
            .unwrap_or_else(|| "v1".to_owned());
        let problem = format!("“{}” is not a revision and its percent", entry.trim());
        Problem::at(
            "Percent by revision",
            Cause::other(problem, format!("give them as in “{example} 100”")),
        )
    };
    let (mut table, mut entry) = (BTreeMap::new(), String::new());
    for part in text.split(',') {
        if !entry.is_empty() {
            entry.push(',');
        }
        entry.push_str(part);
        let read = entry
            .trim()
            .trim_end_matches('%')
            .trim_end()
            .rsplit_once(' ');
        let read = read.and_then(|(name, percent)| {
            Some((name.trim().to_owned(), percent.parse::<u32>().ok()?))
        });
        if let Some((name, percent)) = read {
            if table.insert(name, percent).is_some() {
                return Err(wrong(&entry));
            }
            entry.clear();
        }
    }
    if entry.trim().is_empty() {
        Ok(table)
    } else {
        Err(wrong(&entry))
    }
}

fn kind(what: &Action) -> &'static str {
    match what {
        Action::Join(_) => "Nodes join",
        Action::Drain(_) => "Node is drained",
        Action::Kill(_) => "Node dies",
        Action::Traffic(_) => "Traffic shifts",
        Action::Weight(_) => "Weight changes",
        Action::Shards(_) => "Shards appear",
        Action::TableDownS(_) => "No route table",
        Action::Locate(_) => "Shards wanted elsewhere",
    }
}

fn joining(nodes: &Nodes, has_weight: bool) -> Vec<EventPart> {
    let text = |id, label, value: &str| EventPart::text(id, label, InputType::Text, value);
    let mut parts = vec![
        text("name", "Name", &nodes.name),
        EventPart::number(
            "replicas",
            "Nodes",
            "",
            whole(1, MAX_NODES as u64),
            f64::from(nodes.replicas),
        ),
        text("revision", "Revision", nodes.revision()),
        text("version", "Version", &nodes.version),
    ];
    if has_weight {
        parts.push(EventPart::number(
            "weight",
            "Weight",
            "",
            whole(0, u64::from(MAX_WEIGHT)),
            f64::from(nodes.weight),
        ));
    }
    parts
}

fn parts(what: &Action, nodes: &InputType, has_weight: bool) -> Vec<EventPart> {
    let node = |name: &str| EventPart::text("node", "Node", nodes.clone(), name);
    let number = |id, label, unit, value_type: ValueType, value: f64| {
        EventPart::number(id, label, unit, value_type, value)
    };
    let last = MAX_SHARDS - 1;
    match what {
        Action::Join(nodes) => joining(nodes, has_weight),
        Action::Drain(name) | Action::Kill(name) => vec![node(name)],
        Action::Traffic(table) => {
            vec![EventPart::text(
                "percents",
                "Percent by revision",
                InputType::Text,
                percent_text(table),
            )]
        }
        Action::Weight(set) => {
            let value_type = whole(0, u64::from(MAX_WEIGHT));
            vec![
                node(&set.node),
                number("weight", "Weight", "", value_type, f64::from(set.weight)),
            ]
        }
        Action::Shards(count) => vec![number(
            "count",
            "Shards",
            "",
            whole(1, MAX_SHARDS),
            f64::from(*count),
        )],
        Action::TableDownS(for_s) => {
            let value_type = ValueType {
                kind: Kind::Real,
                min: 0.0,
                max: f64::from(MAX_EVENT_S),
            };
            vec![number("for_s", "Lasts", "s", value_type, *for_s)]
        }
        Action::Locate(wanted) => vec![
            number(
                "from",
                "First shard",
                "",
                whole(0, last),
                f64::from(wanted.from),
            ),
            number("to", "Last shard", "", whole(0, last), f64::from(wanted.to)),
            node(&wanted.node),
        ],
    }
}

/// Every event, in the order of the document.
pub(super) fn scheduled(world: &World) -> Vec<ScheduledEvent> {
    let (nodes, has_weight) = (node_input(world), !has_table(world));
    let event = |(id, event): (u32, &Event)| ScheduledEvent {
        id,
        at_s: event.at_s,
        kind: kind(&event.action).to_owned(),
        text: event.action.format_value(),
        parts: parts(&event.action, &nodes, has_weight),
    };
    event::with_ids(&world.events).map(event).collect()
}

/// Sets a part of an event.
///
/// # Errors
/// If the event or the part does not exist, or rejects the value.
pub(super) fn set(
    world: &mut World,
    event: u32,
    part: &str,
    value: &InputValue,
) -> Result<(), Problem> {
    check_part(&scheduled(world), event, part, value)?;
    let percents = if part == "percents" {
        read_percents(value.text(), world)?
    } else {
        BTreeMap::new()
    };
    let (text, count) = (
        value.text().to_owned(),
        value.number().unwrap_or(0.0) as u32,
    );
    match (&mut find_event(&mut world.events, event)?.action, part) {
        (Action::Join(nodes), "name") => {
            // Nodes whose revision was their name keep it when renamed.
            nodes.revision = nodes.revision().to_owned();
            nodes.name = text;
        }
        (Action::Join(nodes), "revision") => nodes.revision = text,
        (Action::Join(nodes), "version") => nodes.version = text,
        (Action::Join(nodes), "replicas") => nodes.replicas = count,
        (Action::Join(nodes), "weight") => nodes.weight = count,
        (Action::Drain(node) | Action::Kill(node), "node") => *node = text,
        (Action::Traffic(table), "percents") => *table = percents,
        (Action::Weight(set), "node") => set.node = text,
        (Action::Weight(set), "weight") => set.weight = count,
        (Action::Shards(own), "count") => *own = count,
        (Action::TableDownS(for_s), "for_s") => *for_s = value.number().unwrap_or(*for_s),
        (Action::Locate(wanted), "from") => wanted.from = count,
        (Action::Locate(wanted), "to") => wanted.to = count,
        (Action::Locate(wanted), "node") => wanted.node = text,
        _ => {}
    }
    Ok(())
}
