//! The stage and the timeline's chart as tables.

use std::rc::Rc;

use yew::prelude::*;

use super::paged_table::{PagedRow, PagedTable};
use super::results::in_words;
use super::title_row::capitalised;
use crate::app::hooks::use_dispatch;
use crate::app::session::{Action, Handle, Shared};
use crate::simulator::{Cell, Chart, SubjectRef, Table};

/// Most rows of the table of a chart.
const MAX_CHART_ROWS: usize = 60;

/// Props of [`TablesPanel`].
#[derive(Clone, PartialEq, Properties)]
pub struct TablesPanelProps {
    /// The scenario whose rounds are shown.
    pub run: Handle,
    /// Rounds of it that are computed.
    pub computed: usize,
    /// The variant that is shown.
    pub variant: usize,
    /// The round of the stage's table, from 0.
    pub round: usize,
    /// The selected subject, which some charts show.
    pub selected: Option<SubjectRef>,
    /// Which chart the timeline shows.
    pub chart: usize,
}

/// Both tables.
#[component]
pub fn TablesPanel(props: &TablesPanelProps) -> Html {
    html! {
        <section class="tables-panel" aria-label="Tables">
            if props.round < props.computed {
                <StageTable run={&props.run} variant={props.variant} round={props.round} />
                <ChartTable
                    run={&props.run}
                    computed={props.computed}
                    variant={props.variant}
                    selected={props.selected}
                    chart={props.chart}
                />
            }
        </section>
    }
}

/// A table in words.
#[derive(Debug, PartialEq)]
struct InWords {
    title: AttrValue,
    heads: Rc<[AttrValue]>,
    rows: Shared<Vec<PagedRow>>,
}

#[derive(Clone, PartialEq, Properties)]
struct StageTableProps {
    run: Handle,
    variant: usize,
    round: usize,
}

#[component]
fn StageTable(props: &StageTableProps) -> Html {
    let dispatch = use_dispatch();
    let on_select = use_callback(dispatch, |subject, dispatch| {
        dispatch.emit(Action::Select(Some(subject)))
    });
    let at = (props.run.clone(), props.variant, props.round);
    let table = use_memo(at, |(run, variant, round)| {
        stage_in_words(&run.table(*variant, *round))
    });
    html! { <PagedTable title={&table.title} heads={table.heads.clone()} rows={&table.rows} {on_select} /> }
}

fn stage_in_words(table: &Table) -> InWords {
    let cell = |cell: &Cell| match cell {
        Cell::Text(text) => AttrValue::from(text.clone()),
        Cell::Number(number, unit) => in_words(Some(*number), *unit).into(),
        Cell::Missing(word) => AttrValue::from(*word),
    };
    let row = |(subject, cells): &(SubjectRef, Vec<Cell>)| PagedRow {
        subject: Some(*subject),
        cells: cells.iter().map(cell).collect(),
    };
    InWords {
        title: table.title.into(),
        heads: table.labels().into_iter().map(AttrValue::from).collect(),
        rows: Shared::new(table.rows.iter().map(row).collect()),
    }
}

#[derive(Clone, PartialEq, Properties)]
struct ChartTableProps {
    run: Handle,
    computed: usize,
    variant: usize,
    selected: Option<SubjectRef>,
    chart: usize,
}

#[component]
fn ChartTable(props: &ChartTableProps) -> Html {
    let at = (
        props.run.clone(),
        props.computed,
        props.variant,
        props.selected,
        props.chart,
    );
    let table = use_memo(at, |(run, computed, variant, selected, chart)| {
        let charts = run.charts(*variant, *selected);
        let chart = charts.get(*chart).or(charts.first())?;
        Some(chart_in_words(chart, run.info().round, *computed))
    });
    html! {
        <div class="chart-table">
            if let Some(table) = &*table {
                <PagedTable title={&table.title} heads={table.heads.clone()} rows={&table.rows} page_size={MAX_CHART_ROWS + 1} />
            }
        </div>
    }
}

fn chart_in_words(chart: &Chart, round_word: &str, computed: usize) -> InWords {
    let rounds = chart
        .series
        .iter()
        .map(|series| series.values.len())
        .max()
        .unwrap_or(0)
        .min(computed);
    let heads = chart
        .series
        .iter()
        .map(|series| AttrValue::from(series.name.clone()));
    let row = |round: usize| {
        let value =
            |values: &Vec<f64>| AttrValue::from(in_words(values.get(round).copied(), chart.unit));
        let number = AttrValue::from((round + 1).to_string());
        let cells =
            std::iter::once(number).chain(chart.series.iter().map(|series| value(&series.values)));
        PagedRow {
            subject: None,
            cells: cells.collect(),
        }
    };
    InWords {
        title: chart.title.into(),
        heads: std::iter::once(capitalised(round_word).into())
            .chain(heads)
            .collect(),
        rows: Shared::new(
            sampled(rounds, MAX_CHART_ROWS)
                .into_iter()
                .map(row)
                .collect(),
        ),
    }
}

/// The rounds of a run of `rounds` that the table lists: every n-th and the last, at most `most` in all.
fn sampled(rounds: usize, most: usize) -> Vec<usize> {
    let Some(last) = rounds.checked_sub(1) else {
        return Vec::new();
    };
    let step = last.div_ceil(most - 1).max(1);
    (0..last).step_by(step).chain([last]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Unit;
    use crate::scene::Ink;
    use crate::simulator::Series;

    #[test]
    fn a_long_run_is_sampled_up_to_its_last_round() {
        assert_eq!(sampled(0, 60), [0; 0]);
        assert_eq!(sampled(1, 60), [0]);
        assert_eq!(sampled(60, 60), (0..60).collect::<Vec<_>>());
        for rounds in [61, 62, 119, 120, 1000, 10_000] {
            let sampled = sampled(rounds, 60);
            assert!(
                sampled.len() <= 60 && sampled.len() > 29,
                "{rounds}: {}",
                sampled.len()
            );
            assert_eq!((sampled[0], *sampled.last().unwrap()), (0, rounds - 1));
        }
    }

    #[test]
    fn a_chart_is_told_as_far_as_it_is_computed() {
        let series = |name: &str, values: Vec<f64>| Series {
            name: name.to_owned(),
            ink: Ink::Text,
            is_dashed: false,
            values,
        };
        let chart = Chart {
            title: "Load over time",
            unit: Unit::Percent,
            series: vec![
                series("broker-1", vec![88.0, 72.5, 60.0]),
                series("broker-2", vec![f64::NAN]),
            ],
            lines: Vec::new(),
        };
        let told = chart_in_words(&chart, "round", 2);
        assert_eq!(told.heads.join("|"), "Round|broker-1|broker-2");
        let rows: Vec<String> = told.rows.iter().map(|row| row.cells.join("|")).collect();
        assert_eq!(rows, ["1|88 %|–", "2|72.5 %|–"]);
    }
}
