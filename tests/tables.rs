//! Tables agree with each other and with the stage: the brokers of the form, the chart's values, the best results.

use std::collections::HashMap;

use futures::executor::block_on;
use shedscope::app::panels::results::ResultsProps;
use shedscope::app::panels::tables::TablesPanelProps;
use shedscope::app::panels::{Results, TablesPanel};
use shedscope::app::session::Handle;
use shedscope::engine::Better;
use shedscope::engine::Unit;
use shedscope::engine::format::format_value;
use shedscope::simulator::{Cell, InputValue, Session, SubjectRef, TableRef};
use shedscope::systems::{self, SYSTEMS};
use yew::prelude::*;

use crate::common::play::open_complete;

fn render<C: BaseComponent>(props: impl FnOnce() -> C::Properties + Send + 'static) -> String {
    block_on(
        yew::ServerRenderer::<C>::with_props(props)
            .hydratable(false)
            .render(),
    )
}

/// The cells of the rows of a table's body, each with its text.
fn body_rows(table: &str) -> Vec<Vec<String>> {
    let body = table
        .split("<tbody")
        .nth(1)
        .unwrap()
        .split("</tbody>")
        .next()
        .unwrap();
    let text = |html: &str| -> String {
        html.split('<')
            .map(|part| part.rsplit('>').next().unwrap())
            .collect()
    };
    let cells = |row: &str| -> Vec<String> {
        let ends = row.replace("</td>", "</th>");
        let cells = ends
            .split("</th>")
            .filter(|cell| cell.contains("<th") || cell.contains("<td"));
        cells
            .map(|cell| text(&cell[cell.find("<t").unwrap()..]))
            .collect()
    };
    body.split("<tr")
        .skip(1)
        .map(|row| cells(&format!("<tr{row}")[4..]))
        .collect()
}

/// The column of the stage's table in a round, by the broker.
fn stage_column(
    run: &dyn Session,
    variant: usize,
    index: usize,
    head: &str,
) -> HashMap<String, Cell> {
    let table = run.table(variant, index);
    let place = table
        .labels()
        .iter()
        .position(|other| *other == head)
        .unwrap();
    let name = |cell: &Cell| match cell {
        Cell::Text(name) => name.clone(),
        other => panic!("{other:?} is not a name"),
    };
    table
        .rows
        .iter()
        .map(|(_, cells)| (name(&cells[0]), cells[place].clone()))
        .collect()
}

/// The usages of the brokers that are up, in percent.
fn stage_usages(run: &dyn Session, variant: usize, index: usize) -> Vec<f64> {
    let usage = |cell: &Cell| match cell {
        Cell::Number(usage, Unit::Percent) => Some(*usage),
        Cell::Missing("down") => None,
        other => panic!("{other:?}"),
    };
    stage_column(run, variant, index, "Usage")
        .values()
        .filter_map(usage)
        .collect()
}

#[test]
fn the_stage_begins_with_the_usages_that_the_form_has() {
    let entry = systems::find("shedding").unwrap();
    let mut compared = 0;
    for preset in (entry.presets)() {
        let run = (entry.open_preset)(preset.id).unwrap();
        let first_s = run.time_s(0);
        let document = run.document();
        let is_still = !["\"fluctuation_percent\"", "\"unplaced\""]
            .iter()
            .any(|key| document.contains(key));
        if run.is_large() || !is_still || run.events().iter().any(|event| event.at_s <= first_s) {
            continue;
        }
        let (usages, from) = (
            stage_column(&*run, 0, 0, "Usage"),
            stage_column(&*run, 0, 0, "Resource"),
        );
        let brokers = run.entity_table(TableRef::top("brokers")).unwrap();
        let place = |id: &str| {
            brokers
                .columns
                .iter()
                .position(|column| column.id == id)
                .unwrap()
        };
        // Those that count unless weights say otherwise.
        let resources = [
            ("cpu", "CPU"),
            ("bandwidth_in", "network in"),
            ("bandwidth_out", "network out"),
        ];
        for row in run.entity_rows(brokers.table, &(0..brokers.rows).collect::<Vec<_>>()) {
            let percent = |id: &str| match &row.cells[place(id)] {
                InputValue::Number(percent) => *percent,
                InputValue::Text(text) => panic!("{text}"),
            };
            let highest = resources
                .iter()
                .map(|(id, _)| percent(id))
                .fold(0.0, f64::max);
            let which = resources
                .iter()
                .find(|(id, _)| percent(id) == highest)
                .map_or("CPU", |(_, label)| label);
            let at = format!("{}, {}", preset.id, row.name);
            let Cell::Number(usage, Unit::Percent) = usages[&row.name] else {
                panic!("{at}: {:?}", usages[&row.name])
            };
            assert!(
                (usage - highest).abs() < 1e-9,
                "{at}: {usage} on the stage, {highest} in the form"
            );
            assert_eq!(from[&row.name], Cell::Text(which.to_owned()), "{at}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared} brokers");
}

/// The chart's table beside the stage's, at the last round.
fn last_chart_row(
    preset: &'static str,
    variant: usize,
    selected: Option<SubjectRef>,
    chart: usize,
) -> Vec<String> {
    let html = render::<TablesPanel>(move || {
        let run: Handle = open_complete("shedding", preset).into();
        let (computed, round) = (run.computed(), run.rounds() - 1);
        TablesPanelProps {
            run,
            computed,
            variant,
            round,
            selected,
            chart,
        }
    });
    body_rows(html.split("chart-table").nth(1).unwrap())
        .pop()
        .unwrap()
}

#[test]
fn the_last_row_of_a_chart_is_what_the_stage_says_of_the_last_round() {
    for preset in ["two-hot-two-idle", "late-reports", "restart-rolling"] {
        let run: Handle = open_complete("shedding", preset).into();
        let last = run.rounds() - 1;
        for variant in 0..run.variants() {
            let usages = stage_usages(&*run, variant, last);
            let highest = usages.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let lowest = usages.iter().copied().fold(f64::INFINITY, f64::min);
            let mean = usages.iter().sum::<f64>() / usages.len() as f64;
            let (subject, cells) = run.table(variant, last).rows.swap_remove(0);
            let Cell::Number(own, _) = cells[1] else {
                panic!("{:?}", cells[1])
            };
            let number = (last + 1).to_string();
            let percents =
                [highest, mean, lowest, own].map(|usage| format_value(usage, Unit::Percent));
            let expected: Vec<String> = std::iter::once(number.clone()).chain(percents).collect();
            assert_eq!(
                last_chart_row(preset, variant, Some(subject), 0),
                expected,
                "{preset}, variant {variant}"
            );
            let leaving = stage_column(&*run, variant, last, "Leaving");
            let moved: f64 = leaving
                .values()
                .map(|cell| {
                    if let Cell::Number(n, _) = cell {
                        *n
                    } else {
                        0.0
                    }
                })
                .sum();
            assert_eq!(
                last_chart_row(preset, variant, None, 1),
                [number, format_value(moved, Unit::Count)],
                "{preset}"
            );
        }
    }
}

/// Which cells are marked as best, metric by metric, once the run is complete.
fn marked(system: &'static str, preset: &'static str) -> Vec<Vec<bool>> {
    let html = render::<Results>(move || {
        let run: Handle = open_complete(system, preset).into();
        let (computed, round) = (run.computed(), run.rounds() - 1);
        ResultsProps {
            computed,
            seed: run.seed(),
            run,
            variant: 0,
            round,
            sweep: None,
        }
    });
    let table = html.split("results-table").nth(1).unwrap();
    let is_marked = |cell: &String| cell.ends_with("(best)");
    body_rows(table)
        .iter()
        .map(|row| row[1..].iter().map(is_marked).collect())
        .collect()
}

#[test]
fn the_best_of_the_variants_are_marked_and_no_others() {
    let (mut best, mut alike, mut unfinished) = (0, 0, 0);
    for entry in SYSTEMS {
        let several = (entry.presets)().into_iter().filter(|preset| {
            let session = (entry.open_preset)(preset.id).unwrap();
            session.variants() > 1 && !session.is_large()
        });
        for preset in several.take(12) {
            let run = open_complete(entry.info.id, preset.id);
            let marked = marked(entry.info.id, preset.id);
            let values: Vec<_> = (0..run.variants())
                .map(|variant| run.measure(variant, run.rounds() - 1))
                .collect();
            assert_eq!(marked.len(), run.metrics().len());
            for (place, metric) in run.metrics().iter().enumerate() {
                let values: Vec<Option<f64>> = values.iter().map(|values| values[place]).collect();
                let mut known: Vec<f64> = values.iter().copied().flatten().collect();
                known.sort_by(f64::total_cmp);
                let winner = match metric.better {
                    Better::Lower => known.first(),
                    Better::Higher => known.last(),
                    Better::Neither => None,
                };
                let is_alike = values.iter().all(|value| *value == values[0]);
                let expected = values
                    .iter()
                    .map(|value| !is_alike && value.is_some() && value.as_ref() == winner);
                let expected: Vec<bool> = expected.collect();
                let at = format!(
                    "{}/{}, {}: {values:?}",
                    entry.info.id, preset.id, metric.label
                );
                assert_eq!(marked[place], expected, "{at}");
                best += expected.iter().filter(|is_best| **is_best).count();
                alike += usize::from(is_alike);
                unfinished += usize::from(known.len() < values.len());
            }
        }
    }
    assert!(
        best > 20 && alike > 5 && unfinished > 0,
        "{best} best, {alike} alike, {unfinished} without a value"
    );
}
