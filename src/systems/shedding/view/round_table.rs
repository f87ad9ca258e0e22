//! A round as a table: every broker with its usage, score, hits and moves.

use super::subjects::reference;
use crate::engine::Unit;
use crate::simulator::{Cell, Table};
use crate::systems::shedding::strategy::Scale;
use crate::systems::shedding::{BrokerId, Detail, Round, Simulation, Subject};

/// The table, its rows in the order of the document.
pub(super) fn table(simulation: &Simulation, round: &Round, detail: &Detail) -> Table {
    let (world, decision) = (simulation.world(), &detail.decision);
    let (score, unit) = match decision.scale {
        Scale::Usage => ("Score", Unit::Percent),
        Scale::RunningUsage => ("Smoothed usage", Unit::Percent),
        Scale::MessageRate => ("Message rate", Unit::MsgRate),
        Scale::Throughput => ("Throughput", Unit::ByteRate),
    };
    let (mut leaving, mut landing) = (
        vec![0_u32; world.brokers.len()],
        vec![0_u32; world.brokers.len()],
    );
    for moved in &round.moves {
        leaving[moved.from.index()] += 1;
        landing[moved.to.index()] += 1;
    }
    let row = |broker: &BrokerId| {
        let index = broker.index();
        let usage = match round.usage_percent[index] {
            usage if usage.is_nan() => Cell::Missing("down"),
            usage => Cell::Number(usage, Unit::Percent),
        };
        let score = decision.scores.get(index).copied().unwrap_or(f64::NAN);
        let bundles = detail
            .load
            .brokers
            .get(index)
            .map_or(f64::NAN, |load| load.bundle_count as f64);
        let hits = decision
            .hits
            .get(index)
            .map(|hits| Cell::Text(format!("{} / {}", hits.high, hits.low)));
        let cells = vec![
            Cell::Text(world.brokers[index].name.to_string()),
            usage,
            Cell::Text(detail.resources[index].label().to_owned()),
            Cell::Number(score, unit),
            Cell::Number(bundles, Unit::Count),
            hits.unwrap_or(Cell::Missing("–")),
            Cell::Number(f64::from(leaving[index]), Unit::Count),
            Cell::Number(f64::from(landing[index]), Unit::Count),
        ];
        (reference(Subject::Broker(*broker)), cells)
    };
    Table {
        title: "Brokers in this round",
        columns: Table::columns([
            ("broker", "Broker"),
            ("usage", "Usage"),
            ("resource", "Resource"),
            ("score", score),
            ("bundles", "Bundles"),
            ("hits_high_low", "Hits high / low"),
            ("bundles_out", "Leaving"),
            ("bundles_in", "Landing"),
        ]),
        load_column: Some(1),
        rows: world.given_order.iter().map(row).collect(),
    }
}
