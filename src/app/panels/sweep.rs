//! The variants over many seeds: how much of the results is chance.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::results::VariantHeads;
use crate::app::hooks::use_dispatch;
use crate::app::parts::ScrollRegion;
use crate::app::session::{Action, Handle, SweepState};
use crate::engine::format::format_value;
use crate::engine::limits::MAX_SEEDS;
use crate::engine::{At, Spread, Unit};
use crate::simulator::edit::letter;
use crate::simulator::{Edit, MetricInfo, Sweep};

/// How many seeds can be chosen.
const SEEDS: [u64; 3] = [20, 200, MAX_SEEDS];

/// Props of [`SweepPanel`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct SweepPanelProps {
    /// The scenario whose rounds are shown.
    pub run: Handle,
    /// The sweep, if one was asked for.
    pub sweep: Option<SweepState>,
    /// The seed in force.
    pub seed: u64,
}

/// Begins and stops a sweep, and shows what came of it.
#[component]
pub(crate) fn SweepPanel(props: &SweepPanelProps) -> Html {
    let dispatch = use_dispatch();
    let seeds = use_state_eq(|| SEEDS[1]);
    let sweep = props.sweep.as_ref();
    let is_running = sweep.is_some_and(|sweep| sweep.is_running);
    let action = if is_running {
        Action::Sweep(None)
    } else {
        Action::Sweep(Some(*seeds))
    };
    // One button for both, so that it keeps focus.
    let onclick = dispatch.reform(move |_: MouseEvent| action.clone());
    let onchange = {
        let seeds = seeds.clone();
        move |event: Event| {
            if let Ok(chosen) = event
                .target_unchecked_into::<HtmlSelectElement>()
                .value()
                .parse()
            {
                seeds.set(chosen);
            }
        }
    };
    let option = |count: u64| {
        html! { <option key={count} value={count.to_string()} selected={count == *seeds}>{count}</option> }
    };
    let label = if is_running {
        "Stop".to_owned()
    } else {
        format!("Run {} seeds", *seeds)
    };
    html! {
        <section class="sweep" aria-label="Over seeds">
            <h3>{"Over seeds"}</h3>
            <p class="help">{"The same variants with other random draws: how far each metric ranges."}</p>
            <div class="sweep-start">
                <label class="sweep-seeds">
                    {"Seeds "}
                    <select {onchange} disabled={is_running}>{for SEEDS.map(option)}</select>
                </label>
                <button type="button" class="small" {onclick}>{label}</button>
            </div>
            {progress(sweep)}
            if let Some(problem) = sweep.and_then(|sweep| sweep.problem.clone()) {
                <p class="problem" role="alert">{problem}</p>
            }
            if let Some(sweep) = sweep.filter(|sweep| sweep.results.progress().0 > 0) {
                <SweepTable sweep={sweep.clone()} seed={props.seed} />
            }
        </section>
    }
}

fn progress(sweep: Option<&SweepState>) -> Html {
    let Some(sweep) = sweep else { return html! {} };
    let (done, all) = sweep.results.progress();
    if sweep.is_running {
        return html! {
            <div class="sweep-progress">
                <progress aria-label="Seeds computed" max={all.to_string()} value={done.to_string()} />
                <span>{format!("{done} of {all} seeds")}</span>
            </div>
        };
    }
    let text = if done < all {
        format!("Stopped after {done} of {all} seeds.")
    } else {
        format!("{all} seeds.")
    };
    html! { <p class="help" role="status">{text}</p> }
}

#[derive(Clone, PartialEq, Properties)]
struct SweepTableProps {
    sweep: SweepState,
    seed: u64,
}

/// Median, lowest and highest of every metric; a value takes up the seed that it came out under.
#[component]
fn SweepTable(props: &SweepTableProps) -> Html {
    let dispatch = use_dispatch();
    let document = &props.sweep.document;
    let at = (document.clone(), props.sweep.results.clone());
    let rows = use_memo(at, |(document, results)| {
        spreads(&document.metrics(), document.variants(), results)
    });
    let take = |at: At, unit: Unit| {
        let onclick = dispatch.reform(move |_: MouseEvent| Action::edit(Edit::Seed(at.seed)));
        let value = format_value(at.value, unit);
        let label = format!("{value}, use seed {}", at.seed);
        let current = (at.seed == props.seed).then_some("true");
        html! {
            <button
                type="button"
                class="link"
                title={format!("Use seed {}", at.seed)}
                aria-label={label}
                aria-current={current}
                {onclick}
            >
                {value}
            </button>
        }
    };
    let cell = |(variant, spread): (usize, &Option<Spread>), unit: Unit| {
        html! {
            <td key={variant} data-variant={letter(variant).to_ascii_lowercase().to_string()}>
                if let Some(spread) = spread {
                    <span class="median">{take(spread.median, unit)}</span>
                    <span class="range">{"("}{take(spread.lowest, unit)}{" – "}{take(spread.highest, unit)}{")"}</span>
                } else {
                    {"–"}
                }
            </td>
        }
    };
    if props.sweep.results.is_complete() && is_without_chance(&rows) {
        return html! { <p class="help">{"All seeds agree: nothing random happens in this scenario."}</p> };
    }
    html! {
        <ScrollRegion label="Median, lowest and highest over the seeds">
            <table class="results-table">
                <caption class="unseen">{"Median, lowest and highest over the seeds"}</caption>
                <VariantHeads first="Median (lowest – highest)" run={document} />
                <tbody>
                    {for rows.iter().map(|row| html! {
                        <tr key={row.metric.label}>
                            <th scope="row" title={row.metric.definition}>{row.metric.label}</th>
                            {for row.spreads.iter().enumerate().map(|spread| cell(spread, row.metric.unit))}
                        </tr>
                    })}
                </tbody>
            </table>
        </ScrollRegion>
    }
}

/// A metric with its spread in every variant.
#[derive(Clone, Debug, PartialEq)]
struct MetricSpread {
    metric: MetricInfo,
    spreads: Vec<Option<Spread>>,
}

fn spreads(metrics: &[MetricInfo], variants: usize, results: &Sweep) -> Vec<MetricSpread> {
    let row = |(place, metric): (usize, &MetricInfo)| MetricSpread {
        metric: *metric,
        spreads: (0..variants)
            .map(|variant| results.spread(variant, place))
            .collect(),
    };
    metrics.iter().enumerate().map(row).collect()
}

/// Whether every seed came to the same values.
fn is_without_chance(rows: &[MetricSpread]) -> bool {
    rows.iter()
        .flat_map(|row| row.spreads.iter().flatten())
        .all(|spread| spread.lowest.value == spread.highest.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Better;
    use crate::simulator::SeedMetrics;

    #[test]
    fn seeds_that_agree_leave_nothing_to_chance() {
        let metric = MetricInfo {
            label: "Moves",
            definition: "How many.",
            unit: Unit::Count,
            better: Better::Neither,
        };
        let mut results = Sweep::new(2);
        results.add(SeedMetrics {
            seed: 1,
            values: vec![vec![Some(4.0)], vec![None]],
        });
        results.add(SeedMetrics {
            seed: 2,
            values: vec![vec![Some(4.0)], vec![None]],
        });
        let rows = spreads(&[metric], 2, &results);
        assert_eq!(
            rows[0]
                .spreads
                .iter()
                .map(Option::is_some)
                .collect::<Vec<_>>(),
            [true, false]
        );
        assert!(is_without_chance(&rows));
        results.add(SeedMetrics {
            seed: 2,
            values: vec![vec![Some(5.0)], vec![None]],
        });
        assert!(!is_without_chance(&spreads(&[metric], 2, &results)));
    }
}
