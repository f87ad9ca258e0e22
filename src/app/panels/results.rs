//! Results: what every variant came to up to a round.

use yew::prelude::*;

use super::moved::Moved;
use super::side::VariantChip;
use super::sweep::SweepPanel;
use crate::app::hooks::use_dispatch;
use crate::app::parts::ScrollRegion;
use crate::app::session::{Action, Dialog, Handle, SweepState};
use crate::engine::Unit;
use crate::engine::format::format_value;
use crate::simulator::MetricInfo;
use crate::simulator::edit::letter;

/// Props of [`Results`].
#[derive(Clone, PartialEq, Properties)]
pub struct ResultsProps {
    /// The scenario whose rounds are shown.
    pub run: Handle,
    /// Rounds of it that are computed.
    pub computed: usize,
    /// The variant that is explained.
    pub variant: usize,
    /// The round up to which is measured, from 0.
    pub round: usize,
    /// The sweep over seeds.
    pub sweep: Option<SweepState>,
    /// The seed in force.
    pub seed: u64,
}

/// The metrics, and the sweep over seeds.
#[component]
pub fn Results(props: &ResultsProps) -> Html {
    let dispatch = use_dispatch();
    let rounds = props.run.rounds();
    let is_complete = props.computed >= rounds;
    let is_whole = is_complete && props.round + 1 == rounds;
    let until = match is_whole {
        true => "whole run".to_owned(),
        false => format!("up to {} {}", props.run.info().round, props.round + 1),
    };
    let definitions = dispatch.reform(|_: MouseEvent| Action::Dialog(Some(Dialog::Definitions)));
    html! {
        <section class="results" aria-label="Results">
            <h2>{format!("Results, {until}")}</h2>
            if props.round < props.computed {
                <MetricsTable run={&props.run} round={props.round} {is_whole} />
                <p><button type="button" class="link" onclick={definitions}>{"What the metrics mean"}</button></p>
                <Moved run={&props.run} variant={props.variant} round={props.round} />
            } else {
                <p class="help">{"Computing…"}</p>
            }
            <Digests run={&props.run} {is_complete} />
            <SweepPanel run={&props.run} sweep={props.sweep.clone()} seed={props.seed} />
        </section>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct MetricsTableProps {
    run: Handle,
    round: usize,
    is_whole: bool,
}

/// Metrics by variants.
#[component]
fn MetricsTable(props: &MetricsTableProps) -> Html {
    let at = (props.run.clone(), props.round, props.is_whole);
    let rows = use_memo(at, |(run, round, is_whole)| measure(run, *round, *is_whole));
    let row = |row: &Measured| {
        html! {
            <tr key={row.metric.label}>
                <th scope="row" title={row.metric.definition}>{row.metric.label}</th>
                {for row.values.iter().zip(&row.best).enumerate().map(|(variant, (value, is_best))| html! {
                    <td key={variant} class={is_best.then_some("best")}>
                        {in_words(*value, row.metric.unit)}
                        if *is_best {
                            <span aria-hidden="true">{" ◂"}</span><span class="unseen">{" (best)"}</span>
                        }
                    </td>
                })}
            </tr>
        }
    };
    let has_best = rows.iter().any(|row| row.best.contains(&true));
    html! {
        <>
            <ScrollRegion label="Metrics by variant">
                <table class="results-table">
                    <caption class="unseen">{"Metrics by variant"}</caption>
                    <VariantHeads first="Metric" run={&props.run} />
                    <tbody>{for rows.iter().map(row)}</tbody>
                </table>
            </ScrollRegion>
            if has_best {
                <p class="help">{"◂ best of the variants, judged on the whole run only."}</p>
            }
        </>
    }
}

/// Props of [`VariantHeads`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct VariantHeadsProps {
    /// The head of the first column.
    pub first: &'static str,
    /// The scenario whose variants are the other columns.
    pub run: Handle,
}

/// The head of a table with a column for each variant.
#[component]
pub(crate) fn VariantHeads(props: &VariantHeadsProps) -> Html {
    let titles = use_memo(props.run.clone(), |run| {
        (0..run.variants())
            .map(|variant| AttrValue::from(run.variant_title(variant)))
            .collect::<Vec<_>>()
    });
    html! {
        <thead>
            <tr>
                <th scope="col">{props.first}</th>
                {for titles.iter().enumerate().map(|(variant, title)| html! {
                    <th key={variant} scope="col" {title}>
                        <span class="unseen">{"Variant "}</span><VariantChip {variant} />
                    </th>
                })}
            </tr>
        </thead>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct DigestsProps {
    run: Handle,
    is_complete: bool,
}

/// The digests of the variants' runs, once they are complete.
#[component]
fn Digests(props: &DigestsProps) -> Html {
    let at = (props.run.clone(), props.is_complete);
    let digests = use_memo(at, |(run, is_complete)| {
        let variants = if *is_complete { run.variants() } else { 0 };
        (0..variants)
            .filter_map(|variant| Some((variant, run.digest(variant)?)))
            .collect::<Vec<_>>()
    });
    let has_several = props.run.variants() > 1;
    html! {
        <ul class="digests" title="The same run has the same digest, on the command line too">
            {for digests.iter().map(|(variant, digest)| html! {
                <li key={*variant}>
                    {"Run digest "}
                    if has_several {
                        {format!("{} ", letter(*variant))}
                    }
                    <code>{digest}</code>
                </li>
            })}
        </ul>
    }
}

/// A metric with its values in every variant.
#[derive(Clone, Debug, PartialEq)]
struct Measured {
    metric: MetricInfo,
    values: Vec<Option<f64>>,
    best: Vec<bool>,
}

fn measure(run: &Handle, round: usize, is_whole: bool) -> Vec<Measured> {
    let by_variant: Vec<Vec<Option<f64>>> = (0..run.variants())
        .map(|variant| run.measure(variant, round))
        .collect();
    let measured =
        |(place, metric): (usize, MetricInfo)| measured(metric, place, &by_variant, is_whole);
    run.metrics()
        .into_iter()
        .enumerate()
        .map(measured)
        .collect()
}

/// The best values are marked for a complete run only.
fn measured(
    metric: MetricInfo,
    place: usize,
    by_variant: &[Vec<Option<f64>>],
    is_whole: bool,
) -> Measured {
    let values: Vec<Option<f64>> = by_variant
        .iter()
        .map(|values| values.get(place).copied().flatten())
        .collect();
    let best = if is_whole {
        metric.best(&values)
    } else {
        vec![false; values.len()]
    };
    Measured {
        metric,
        values,
        best,
    }
}

/// A value in its unit; a dash for none.
pub(super) fn in_words(value: Option<f64>, unit: Unit) -> String {
    value
        .filter(|value| value.is_finite())
        .map_or_else(|| "–".to_owned(), |value| format_value(value, unit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Better;

    const MOVES: MetricInfo = MetricInfo {
        label: "Moves",
        definition: "How many.",
        unit: Unit::Count,
        better: Better::Lower,
    };

    #[test]
    fn the_best_is_told_of_a_whole_run_only() {
        let values = [vec![None, Some(3.0)], vec![None, Some(2.0)], vec![]];
        assert_eq!(measured(MOVES, 1, &values, true).best, [false, true, false]);
        assert_eq!(measured(MOVES, 1, &values, false).best, [false; 3]);
        assert_eq!(measured(MOVES, 0, &values, true).values, [None; 3]);
    }

    #[test]
    fn what_has_no_value_is_a_dash() {
        assert_eq!(in_words(None, Unit::Count), "–");
        assert_eq!(in_words(Some(f64::NAN), Unit::Points), "–");
        assert_eq!(in_words(Some(12.84), Unit::Points), "12.84 points");
    }
}
