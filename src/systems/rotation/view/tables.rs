//! The data of the stage as a table, and charts of the rounds so far.

use super::super::explanation::address_name;
use super::super::plan::Plan;
use super::super::round::{BrokerRound, Detail, Round};
use super::BROKER;
use crate::engine::Unit;
use crate::scene::Ink;
use crate::simulator::{Cell, Chart, Series, SubjectRef, Table};

/// Maximum number of brokers that have a line each.
const MAX_SERIES: usize = 8;

/// The brokers of a slice.
pub(super) fn table(plan: &Plan, round: &Round, detail: &Detail) -> Table {
    let last_us = detail.until_us - 1;
    let row = |(place, broker): (usize, &BrokerRound)| {
        let standing = plan.ground_truth.address_at(place, last_us);
        let zone = usize::from(plan.ground_truth.address(standing).zone);
        let load = f64::from(broker.load_per_s);
        let mean = round.measured.mean;
        let over = if broker.is_up && mean > 0.0 {
            load / mean
        } else {
            f64::NAN
        };
        let cells = vec![
            Cell::Text(address_name(plan, standing).to_owned()),
            Cell::Text(plan.world.zone_name(zone)),
            Cell::Text(if broker.is_up { "up" } else { "down" }.to_owned()),
            Cell::Number(f64::from(broker.requests), Unit::Count),
            Cell::Number(load, Unit::PerSecond),
            Cell::Number(over, Unit::Times),
            Cell::Number(f64::from(broker.connections), Unit::Count),
        ];
        (SubjectRef::one(BROKER, usize::from(standing)), cells)
    };
    Table {
        title: "Brokers",
        columns: Table::columns([
            ("broker", "Broker"),
            ("zone", "Zone"),
            ("state", "State"),
            ("requests", "Requests"),
            ("load", "Load"),
            ("load_over_mean", "Load / mean"),
            ("connections", "Connections"),
        ]),
        load_column: Some(4),
        rows: round.brokers.iter().enumerate().map(row).collect(),
    }
}

fn series(
    name: &str,
    ink: Ink,
    is_dashed: bool,
    rounds: &[Round],
    of: impl Fn(&Round) -> f64,
) -> Series {
    Series {
        name: name.to_owned(),
        ink,
        is_dashed,
        values: rounds.iter().map(of).collect(),
    }
}

/// The loads of the brokers that are up, by index.
fn loads(round: &Round) -> impl Iterator<Item = f64> + '_ {
    round
        .brokers
        .iter()
        .filter(|broker| broker.is_up)
        .map(|broker| f64::from(broker.load_per_s))
}

/// The charts of the rounds so far.
pub(super) fn charts(plan: &Plan, rounds: &[Round]) -> Vec<Chart> {
    let band = |sign: f64| {
        move |round: &Round| {
            let line = round.expected.mean * (1.0 + sign * round.expected.cv);
            if round.expected.mean > 0.0 {
                line.max(0.0)
            } else {
                f64::NAN
            }
        }
    };
    let mut load = Vec::new();
    if plan.ground_truth.places <= MAX_SERIES {
        for place in 0..plan.ground_truth.places {
            let own = move |round: &Round| match round.brokers[place] {
                broker if broker.is_up => f64::from(broker.load_per_s),
                _ => f64::NAN,
            };
            load.push(series(
                &plan.world.broker_name(place),
                Ink::Idle,
                false,
                rounds,
                own,
            ));
        }
    } else {
        let some = |value: f64| if value.is_finite() { value } else { f64::NAN };
        let highest = move |round: &Round| some(loads(round).fold(f64::NEG_INFINITY, f64::max));
        let lowest = move |round: &Round| some(loads(round).fold(f64::INFINITY, f64::min));
        load.push(series("highest", Ink::Source, false, rounds, highest));
        load.push(series("lowest", Ink::Target, false, rounds, lowest));
    }
    load.push(series("mean", Ink::Text, false, rounds, |round| {
        round.measured.mean
    }));
    load.push(series(
        "mean + CV, closed form",
        Ink::Dim,
        true,
        rounds,
        band(1.0),
    ));
    load.push(series(
        "mean − CV, closed form",
        Ink::Dim,
        true,
        rounds,
        band(-1.0),
    ));
    let spread = vec![
        series("measured", Ink::Text, false, rounds, |round| {
            round.measured.cv
        }),
        series("closed form", Ink::Dim, true, rounds, |round| {
            round.expected.cv
        }),
    ];
    let most = |round: &Round| {
        round
            .brokers
            .iter()
            .map(|broker| broker.connections)
            .max()
            .unwrap_or_default()
    };
    let connections = vec![
        series("all", Ink::Text, false, rounds, |round| {
            f64::from(round.connections())
        }),
        series(
            "most on a broker",
            Ink::Source,
            true,
            rounds,
            move |round| f64::from(most(round)),
        ),
    ];
    let trouble = vec![
        series("blocked producers", Ink::Idle, false, rounds, |round| {
            f64::from(round.counts.stalled)
        }),
        series("sends that fail", Ink::Source, false, rounds, |round| {
            f64::from(round.counts.failed())
        }),
        series("requests sent again", Ink::Flight, true, rounds, |round| {
            f64::from(round.counts.resent)
        }),
    ];
    let chart = |title, unit, series| Chart {
        title,
        unit,
        series,
        lines: Vec::new(),
    };
    vec![
        chart("Load of a broker", Unit::PerSecond, load),
        chart(
            "CV of load: measured and by the closed form",
            Unit::Fraction,
            spread,
        ),
        chart("Connections", Unit::Count, connections),
        chart("Blocked, failed, sent again", Unit::Count, trouble),
    ]
}
