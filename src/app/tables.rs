//! The data behind the charts, as tables.

use yew::prelude::*;

use super::Dispatch;
use super::brokers::{page_of, pager};
use super::session::{Pages, Session};
use crate::run::Unit;
use crate::shedding::reason::{said, trimmed};
use crate::shedding::strategy::Scale;

/// Rows on a page.
const ROWS: usize = 25;
/// Up to so many brokers the history has a column for each.
const COLUMNS: usize = 12;

/// Both tables.
pub fn tables(session: &Session, dispatch: &Dispatch) -> Html {
    html! { <>{ stage(session, dispatch) }{ history(session, dispatch) }</> }
}

fn table(label: &'static str, heads: Vec<String>, rows: Vec<Vec<String>>, pages: Html) -> Html {
    let row = |cells: Vec<String>| {
        let mut cells = cells.into_iter();
        let head = cells.next();
        html! { <tr><th scope="row">{ head }</th>{ for cells.map(|cell| html! { <td>{ cell }</td> }) }</tr> }
    };
    html! {
        <>
            <div class="scroll" tabindex="0" role="region" aria-label={label}>
                <table class="data" aria-label={label}>
                    <thead><tr>{ for heads.into_iter().map(|head| html! { <th scope="col">{ head }</th> }) }</tr></thead>
                    <tbody>{ for rows.into_iter().map(row) }</tbody>
                </table>
            </div>
            { pages }
        </>
    }
}

/// Every broker in the round at the cursor.
fn stage(session: &Session, dispatch: &Dispatch) -> Html {
    let view = session.run.view(session.round);
    let decision = &view.detail.decision;
    let (score, unit) = match decision.scale {
        Scale::Usage => ("Score", Unit::Percent),
        Scale::RunningUsage => ("Running usage", Unit::Percent),
        Scale::MessageRate => ("Message rate", Unit::MsgRate),
        Scale::Throughput => ("Throughput", Unit::ByteRate),
    };
    let count = view.round.usage_percent.len();
    let moves = |of: fn(&crate::shedding::Move) -> usize, index: usize| {
        view.round.moves.iter().filter(|moved| of(moved) == index).count()
    };
    let rows = session.run.with_rounds(|_, simulation| {
        let world = simulation.world();
        let shown = &world.given_order[page_of(count, ROWS, session.page(Pages::Stage))];
        let row = |index: usize| {
            vec![
                world.brokers[index].name.to_string(),
                said(view.round.usage_percent[index], Unit::Percent),
                view.detail.resources[index].label().to_owned(),
                decision.scores.get(index).map_or_else(|| "–".to_owned(), |score| said(*score, unit)),
                view.detail.load.brokers[index].bundle_count.to_string(),
                decision.hits.get(index).map_or_else(|| "–".to_owned(), |hits| format!("{} / {}", hits.high, hits.low)),
                moves(|moved| moved.from.index(), index).to_string(),
                moves(|moved| moved.to.index(), index).to_string(),
            ]
        };
        shown.iter().map(|broker| row(broker.index())).collect()
    });
    let heads = ["Broker", "Usage", "from", score, "Bundles", "Hits high / low", "Leaving", "Landing"];
    let pages = pager("rows", count, ROWS, Pages::Stage, session, dispatch);
    table("Stage as a table", heads.map(str::to_owned).to_vec(), rows, pages)
}

/// Every round, with each broker's usage while there are few of them.
fn history(session: &Session, dispatch: &Dispatch) -> Html {
    session.run.with_rounds(|rounds, simulation| {
        let world = simulation.world();
        let named = if world.brokers.len() <= COLUMNS { world.given_order.as_slice() } else { &[] };
        let mut heads = ["Round", "Lowest %", "Average %", "Highest %", "Moves"].map(str::to_owned).to_vec();
        heads.extend(named.iter().map(|broker| world.brokers[broker.index()].name.to_string()));
        let shown = &rounds[page_of(rounds.len(), ROWS, session.page(Pages::History))];
        let row = |round: &crate::shedding::Round| {
            let usage = &round.usage_percent;
            let lowest = usage.iter().copied().fold(f64::INFINITY, f64::min);
            let highest = usage.iter().copied().fold(0.0, f64::max);
            let average = usage.iter().sum::<f64>() / usage.len().max(1) as f64;
            let mut cells = vec![
                (round.index + 1).to_string(),
                trimmed(lowest, 1),
                trimmed(average, 1),
                trimmed(highest, 1),
                round.moves.len().to_string(),
            ];
            cells.extend(named.iter().map(|broker| trimmed(usage[broker.index()], 1)));
            cells
        };
        let pages = pager("rounds", rounds.len(), ROWS, Pages::History, session, dispatch);
        table("History as a table", heads, shown.iter().map(row).collect(), pages)
    })
}
