//! A second as a table, and charts of the seconds so far.

use super::now::Now;
use super::{reason, reference_to};
use crate::engine::Unit as ReasonUnit;
use crate::scene::Ink;
use crate::simulator::{Cell, Chart, ChartLine, Series, Table};
use crate::systems::throttling::explanation;
use crate::systems::throttling::round::{Activity, Detail, Interval, ROUND_US, Round};
use crate::systems::throttling::server::Answer;
use crate::systems::throttling::settings::Key;
use crate::systems::throttling::simulation::Simulation;

/// The activity of a writer in words.
pub(super) fn describe_activity(interval: &Interval) -> &'static str {
    match (interval.activity, interval.answer) {
        (Activity::Starting, _) => "starts soon",
        (Activity::Waiting, _) => "waits at the bucket",
        (Activity::Sending, Some(Answer::Rejected)) => "is being rejected",
        (Activity::Sending, Some(Answer::Unreachable)) => "finds no connection",
        (Activity::Sending, Some(Answer::TimedOut)) => "waits for an answer that comes too late",
        (Activity::Sending, _) => "waits for its answer",
        (Activity::BackingOff, _) => "backs off",
        (Activity::Pausing, _) => "pauses after a timeout",
        (Activity::Gone, _) => "is gone",
    }
}

/// The state at the end of a second.
pub(super) fn table(run: &Simulation, detail: &Detail) -> Table {
    let now = Now::new(run, detail, 1.0);
    let unit = run.unit();
    let mut rows = Vec::new();
    let server = reason::Actor::Server;
    let state = if now.condition.is_out {
        "accepts no connections"
    } else {
        "works"
    };
    rows.push((
        reference_to(server),
        vec![
            Cell::Text(explanation::name(run, server)),
            Cell::Text(state.to_owned()),
            Cell::Number(now.condition.capacity, unit.rate()),
            Cell::Number(f64::NAN, unit.rate()),
            Cell::Number(now.backlog_s(), ReasonUnit::Seconds),
        ],
    ));
    for snapshot in &now.limiter_snapshots {
        let actor = reason::Actor::Limiter(snapshot.executor);
        let used = now
            .used(snapshot.executor)
            .map_or(f64::NAN, |used| used as f64);
        let words = if snapshot.is_on {
            "limits"
        } else {
            "is switched off"
        };
        rows.push((
            reference_to(actor),
            vec![
                Cell::Text(explanation::name(run, actor)),
                Cell::Text(words.to_owned()),
                Cell::Number(snapshot.bucket.rate() as f64, unit.rate()),
                Cell::Number(used, unit.rate()),
                Cell::Number(
                    snapshot.bucket.debt_us(now.at_us) as f64 / 1e6,
                    ReasonUnit::Seconds,
                ),
            ],
        ));
    }
    for interval in &now.intervals {
        let actor = reason::Actor::Writer(interval.writer);
        rows.push((
            reference_to(actor),
            vec![
                Cell::Text(explanation::name(run, actor)),
                Cell::Text(describe_activity(interval).to_owned()),
                Cell::Number(interval.permits as f64, unit.amount()),
                Cell::Number(f64::NAN, unit.rate()),
                Cell::Number(
                    interval.to_us.saturating_sub(now.at_us) as f64 / 1e6,
                    ReasonUnit::Seconds,
                ),
            ],
        ));
    }
    let columns = Table::columns([
        ("name", "Name"),
        ("state", "State"),
        ("limit_or_size", "Limit or size"),
        ("in_use", "In use"),
        ("wait_s", "Debt or time left"),
    ]);
    Table {
        title: "State at the end of the second",
        columns,
        rows,
        load_column: None,
    }
}

fn series(
    name: &str,
    ink: Ink,
    is_dashed: bool,
    rounds: &[Round],
    value: fn(&Round) -> f64,
) -> Series {
    Series {
        name: name.to_owned(),
        ink,
        is_dashed,
        values: rounds.iter().map(value).collect(),
    }
}

/// The charts: rates on one axis, latency, and failures.
pub(super) fn charts(run: &Simulation, rounds: &[Round]) -> Vec<Chart> {
    let mut rates = vec![
        series("granted", Ink::Idle, false, rounds, |round| {
            round.granted as f64
        }),
        series("capacity", Ink::Source, true, rounds, |round| {
            round.capacity
        }),
    ];
    if run.version().has_meter() {
        rates.push(series("in use", Ink::Target, true, rounds, |round| {
            round.estimate
        }));
    }
    rates.push(series("limit", Ink::Text, false, rounds, |round| {
        round.limit
    }));
    let mut latencies = vec![
        series("mean", Ink::Idle, true, rounds, |round| {
            round.latency_mean_ms / 1000.0
        }),
        series("longest", Ink::Source, false, rounds, |round| {
            round.latency_max_ms / 1000.0
        }),
    ];
    let mut lines = Vec::new();
    if run.version().has_cooldown() {
        let slow_s = |round: usize| {
            let last_us = (round as u64 + 1) * ROUND_US - 1;
            run.settings_at(last_us).get(Key::LatencyThresholdMs) / 1000.0
        };
        let values: Vec<f64> = (0..rounds.len()).map(slow_s).collect();
        let (name, first) = ("slow".to_owned(), slow_s(0));
        // A level that events change is drawn as a line over time.
        if values.iter().all(|value| *value == first) {
            lines.push(ChartLine { name, value: first });
        } else {
            latencies.push(Series {
                name,
                ink: Ink::Dim,
                is_dashed: true,
                values,
            });
        }
    }
    vec![
        Chart {
            title: "Rates",
            unit: run.unit().rate(),
            series: rates,
            lines: Vec::new(),
        },
        Chart {
            title: "Latency of answers",
            unit: ReasonUnit::Seconds,
            series: latencies,
            lines,
        },
        Chart {
            title: "Failures per second",
            unit: ReasonUnit::Count,
            series: vec![
                series("rejections", Ink::Source, false, rounds, |round| {
                    f64::from(round.rejections)
                }),
                series("timeouts", Ink::Text, true, rounds, |round| {
                    f64::from(round.timeouts)
                }),
            ],
            lines: Vec::new(),
        },
    ]
}
