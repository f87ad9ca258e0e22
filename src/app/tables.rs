//! The data behind the charts, as tables.

use yew::prelude::*;

use super::pager::Pager;
use super::run::Run;
use super::shared::Shared;
use crate::run::Unit;
use crate::shedding::reason::{said, trimmed};
use crate::shedding::strategy::Scale;

/// Rows on a page.
const PAGE: usize = 25;

/// What the tables need.
#[derive(Properties, PartialEq)]
pub struct TablesProps {
    /// The run.
    pub run: Shared<Run>,
    /// The round at the cursor, from 0.
    pub round: usize,
    /// Rounds produced so far.
    pub computed: usize,
}

/// The stage as a table: every broker in the round at the cursor.
#[component]
pub fn StageTable(props: &TablesProps) -> Html {
    let page = use_state(|| 0_usize);
    let view = props.run.view(props.round);
    let decision = &view.detail.decision;
    let unit = match decision.scale {
        Scale::Usage | Scale::RunningUsage => Unit::Percent,
        Scale::MessageRate => Unit::MsgRate,
        Scale::Throughput => Unit::ByteRate,
    };
    let count = view.round.usage_percent.len();
    let at = (*page).min(count.div_ceil(PAGE).saturating_sub(1));
    let (mut leaving, mut landing) = (vec![0_u32; count], vec![0_u32; count]);
    for moved in &view.round.moves {
        leaving[moved.from.index()] += 1;
        landing[moved.to.index()] += 1;
    }
    let rows = props.run.with_rounds(|_, simulation| {
        let order = &simulation.world().given_order;
        order
            .iter()
            .skip(at * PAGE)
            .take(PAGE)
            .map(|broker| {
                let index = broker.index();
                let score = decision.scores.get(index).map_or_else(|| "–".to_owned(), |score| said(*score, unit));
                let hits = decision.hits.get(index).map(|hits| (hits.high, hits.low));
                html! {
                    <tr>
                        <th scope="row">{ &*simulation.world().brokers[index].name }</th>
                        <td>{ said(view.round.usage_percent[index], Unit::Percent) }</td>
                        <td>{ view.detail.resources[index].label() }</td>
                        <td>{ score }</td>
                        <td>{ view.detail.load.brokers[index].bundle_count }</td>
                        <td>{ hits.map_or_else(|| "–".to_owned(), |(high, low)| format!("{high} / {low}")) }</td>
                        <td>{ leaving[index] }</td>
                        <td>{ landing[index] }</td>
                    </tr>
                }
            })
            .collect::<Html>()
    });
    let score = match decision.scale {
        Scale::Usage => "Score",
        Scale::RunningUsage => "Running usage",
        Scale::MessageRate => "Message rate",
        Scale::Throughput => "Throughput",
    };
    html! {
        <div class="scroll">
            <table class="data" aria-label="Stage as a table">
                <thead><tr>
                    <th scope="col">{ "Broker" }</th><th scope="col">{ "Usage" }</th><th scope="col">{ "from" }</th><th scope="col">{ score }</th>
                    <th scope="col">{ "Bundles" }</th><th scope="col">{ "Hits high / low" }</th><th scope="col">{ "Leaving" }</th><th scope="col">{ "Landing" }</th>
                </tr></thead>
                <tbody>{ rows }</tbody>
            </table>
            <Pager what="stage rows" {count} page_size={PAGE} page={at} on_page={let page = page.clone(); Callback::from(move |at| page.set(at))} />
        </div>
    }
}

/// The history as a table: every round, with each broker's usage while there are few of them.
#[component]
pub fn HistoryTable(props: &TablesProps) -> Html {
    let page = use_state(|| 0_usize);
    props.run.with_rounds(|rounds, simulation| {
        let world = simulation.world();
        let named = if world.brokers.len() <= 12 { world.given_order.as_slice() } else { &[] };
        let at = (*page).min(rounds.len().div_ceil(PAGE).saturating_sub(1));
        let rows = rounds.iter().skip(at * PAGE).take(PAGE).map(|round| {
            let usage = &round.usage_percent;
            let (lowest, highest) = usage.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(*value), high.max(*value)));
            let average = usage.iter().sum::<f64>() / usage.len().max(1) as f64;
            html! {
                <tr>
                    <th scope="row">{ round.index + 1 }</th>
                    <td>{ trimmed(lowest, 1) }</td><td>{ trimmed(average, 1) }</td><td>{ trimmed(highest, 1) }</td>
                    <td>{ round.moves.len() }</td>
                    { for named.iter().map(|broker| html! { <td>{ trimmed(usage[broker.index()], 1) }</td> }) }
                </tr>
            }
        });
        html! {
            <div class="scroll">
                <table class="data" aria-label="History as a table">
                    <thead><tr>
                        <th scope="col">{ "Round" }</th><th scope="col">{ "Lowest %" }</th><th scope="col">{ "Average %" }</th><th scope="col">{ "Highest %" }</th><th scope="col">{ "Moves" }</th>
                        { for named.iter().map(|broker| html! { <th scope="col">{ &*world.brokers[broker.index()].name }</th> }) }
                    </tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
                <Pager what="rounds" count={rounds.len()} page_size={PAGE} page={at} on_page={let page = page.clone(); Callback::from(move |at| page.set(at))} />
            </div>
        }
    })
}
