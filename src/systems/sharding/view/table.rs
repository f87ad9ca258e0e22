//! A round as a table: the data of the stage.

use super::NODE;
use crate::engine::Unit;
use crate::simulator::{Cell, SubjectRef, Table};
use crate::systems::sharding::Simulation;
use crate::systems::sharding::round::{ABSENT, Detail, Round};

/// Every node that is present at the start or the end of the round.
pub(super) fn table(run: &Simulation, round: &Round, detail: &Detail) -> Table {
    let is_shown =
        |place: &usize| detail.nodes[*place].phase.is_present() || round.counts[*place] != ABSENT;
    let (gives, value_type) = moved(detail);
    let row = |place: usize| {
        let (node, info) = (&detail.nodes[place], &run.nodes()[place]);
        let count = |count: usize| Cell::Number(count as f64, Unit::Count);
        let last = if round.counts[place] == ABSENT {
            f64::NAN
        } else {
            f64::from(round.counts[place])
        };
        let cells = vec![
            Cell::Text(info.name.to_string()),
            Cell::Text(run.revisions()[usize::from(info.revision)].to_string()),
            Cell::Text(node.phase.label().to_owned()),
            Cell::Number(node.weight as f64, Unit::Number),
            count(node.shards.len()),
            Cell::Number(node.target, Unit::Number),
            Cell::Number(node.target - node.shards.len() as f64, Unit::Number),
            count(gives[place]),
            count(value_type[place]),
            Cell::Number(last, Unit::Count),
        ];
        (SubjectRef::one(NODE, place), cells)
    };
    Table {
        title: "Nodes",
        columns: Table::columns([
            ("node", "Node"),
            ("revision", "Revision"),
            ("state", "State"),
            ("weight", "Weight"),
            ("shards", "Shards"),
            ("target", "Target"),
            ("deficit", "Deficit"),
            ("shards_out", "Leaving"),
            ("shards_in", "Arriving"),
            ("shards_after", "Afterwards"),
        ]),
        load_column: Some(4),
        rows: (0..detail.nodes.len()).filter(is_shown).map(row).collect(),
    }
}

/// Number of shards that leave each node in a round, and that land on it.
fn moved(detail: &Detail) -> (Vec<usize>, Vec<usize>) {
    let none = vec![0; detail.nodes.len()];
    let (mut gives, mut value_type) = (none.clone(), none);
    for flight in &detail.flights {
        if let Some(from) = flight.from.filter(|_| flight.left_ms >= detail.from_ms) {
            gives[from.index()] += 1;
        }
        if let Some(to) = flight
            .to
            .filter(|_| (detail.from_ms..=detail.to_ms).contains(&flight.lands_ms))
        {
            value_type[to.index()] += 1;
        }
    }
    (gives, value_type)
}
