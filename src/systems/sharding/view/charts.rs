//! Charts of the rounds so far.

use crate::engine::Unit;
use crate::scene::Ink;
use crate::simulator::{Chart, Series};
use crate::systems::sharding::Simulation;
use crate::systems::sharding::round::{ABSENT, Round};

/// Inks of lines without a meaning of their own; used again as dashed lines.
const INKS: [Ink; 4] = [Ink::Text, Ink::Selected, Ink::Idle, Ink::FlightEdge];
/// Maximum number of nodes that have a line each.
const FEW_NODES: usize = 8;
/// Maximum number of revisions that have a line each.
const FEW_REVISIONS: usize = 4;

fn line(name: impl Into<String>, ink: Ink, is_dashed: bool, values: Vec<f64>) -> Series {
    Series {
        name: name.into(),
        ink,
        is_dashed,
        values,
    }
}

fn each(rounds: &[Round], read: impl Fn(&Round) -> f64) -> Vec<f64> {
    rounds.iter().map(read).collect()
}

/// All charts; the first is shown by default.
pub(super) fn charts(run: &Simulation, rounds: &[Round]) -> Vec<Chart> {
    let chart = |title, unit, series| Chart {
        title,
        unit,
        series,
        lines: Vec::new(),
    };
    let moved = vec![
        line(
            "stopped",
            Ink::Source,
            false,
            each(rounds, |round| f64::from(round.stopped)),
        ),
        line(
            "started elsewhere",
            Ink::Target,
            true,
            each(rounds, |round| f64::from(round.landed + round.appeared)),
        ),
    ];
    let mut charts = vec![
        chart(
            "Shards out of place",
            Unit::Number,
            vec![line(
                "out of place",
                Ink::Text,
                false,
                each(rounds, |round| round.misplaced),
            )],
        ),
        chart("Shards per node", Unit::Count, per_node(run, rounds)),
        chart("Shards moved", Unit::Count, moved),
    ];
    if run.has_table() || run.revisions().len() <= FEW_REVISIONS {
        charts.push(chart(
            "Share and traffic",
            Unit::Percent,
            per_revision(run, rounds),
        ));
    }
    charts
}

fn count_of(round: &Round, place: usize) -> f64 {
    let count = round.counts[place];
    if count == ABSENT {
        f64::NAN
    } else {
        f64::from(count)
    }
}

fn per_node(run: &Simulation, rounds: &[Round]) -> Vec<Series> {
    if run.nodes().len() <= FEW_NODES {
        let series = |(place, info): (usize, &crate::systems::sharding::resolve::NodeInfo)| {
            let values = each(rounds, |round| count_of(round, place));
            line(
                &*info.name,
                INKS[place % INKS.len()],
                place >= INKS.len(),
                values,
            )
        };
        return run.nodes().iter().enumerate().map(series).collect();
    }
    let of = |round: &Round, fold: fn(f64, f64) -> f64| {
        let there = round
            .counts
            .iter()
            .filter(|count| **count != ABSENT)
            .map(|count| f64::from(*count));
        there.reduce(fold).unwrap_or(f64::NAN)
    };
    let mean = |round: &Round| {
        let there: Vec<f64> = round
            .counts
            .iter()
            .filter(|count| **count != ABSENT)
            .map(|count| f64::from(*count))
            .collect();
        if there.is_empty() {
            f64::NAN
        } else {
            there.iter().sum::<f64>() / there.len() as f64
        }
    };
    vec![
        line(
            "most",
            Ink::Source,
            false,
            each(rounds, |round| of(round, f64::max)),
        ),
        line("mean", Ink::Text, true, each(rounds, mean)),
        line(
            "least",
            Ink::Target,
            false,
            each(rounds, |round| of(round, f64::min)),
        ),
    ]
}

/// Share of the shards (solid) and of the traffic (dashed) by revision; without a route table, share of the weights.
fn per_revision(run: &Simulation, rounds: &[Round]) -> Vec<Series> {
    let mut series = Vec::new();
    let traffic = if run.has_table() { "traffic" } else { "weight" };
    for (place, name) in run.revisions().iter().enumerate().take(FEW_REVISIONS) {
        let ink = INKS[place % INKS.len()];
        series.push(line(
            format!("{name} shards"),
            ink,
            false,
            each(rounds, |round| f64::from(round.shares_percent[place])),
        ));
        series.push(line(
            format!("{name} {traffic}"),
            ink,
            true,
            each(rounds, |round| f64::from(round.target_percent[place])),
        ));
    }
    series
}
