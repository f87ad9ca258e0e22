//! The data behind the charts, as tables.

use super::Dispatch;
use super::action::Pages;
use super::brokers::pager;
use super::paging::page_of;
use super::session::Session;
use super::view::{Html, Tag, classed, row, says, tag};
use crate::run::Unit;
use crate::run::words::{said, trimmed};
use crate::shedding::strategy::Scale;
use crate::shedding::{Move, Round};

/// Rows on a page.
const ROWS: usize = 25;
/// Up to so many brokers the history has a column for each.
const COLUMNS: usize = 12;

/// Both tables.
pub fn tables(session: &Session, dispatch: &Dispatch) -> Html {
    row([stage(session, dispatch), history(session, dispatch)])
}

/// A table of texts under its title; the first cell of a row is its head.
pub fn table(label: &'static str, heads: Vec<String>, rows: Vec<Vec<String>>, pages: Option<Tag>) -> Tag {
    table_with(label, heads, rows, pages, &|_, head| Html::Text(head.into()))
}

/// The same, with what stands in the head of a row, by its place and text.
pub fn table_with(
    label: &'static str,
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
    pages: Option<Tag>,
    headed: &dyn Fn(usize, String) -> Html,
) -> Tag {
    let heads = heads.into_iter().map(|head| says("th", head).set("scope", "col"));
    let line = |(index, cells): (usize, Vec<String>)| {
        let cell = |(place, cell): (usize, String)| match place {
            0 => tag("th").html(headed(index, cell)).set("scope", "row"),
            _ => says("td", cell),
        };
        tag("tr").add_all(cells.into_iter().enumerate().map(cell))
    };
    let table = classed("table", "data")
        .set("aria-label", label)
        .add(tag("thead").add(tag("tr").add_all(heads)))
        .add(tag("tbody").add_all(rows.into_iter().enumerate().map(line)));
    let frame = classed("div", "scroll").set("tabindex", "0").set("role", "group").set("aria-label", label);
    tag("div").add(says("h3", label)).add(frame.add(table)).add_some(pages)
}

/// A usage, where there is one.
fn usage(percent: f64) -> String {
    if percent.is_nan() { "down".to_owned() } else { said(percent, Unit::Percent) }
}

/// Every broker in the round at the cursor.
fn stage(session: &Session, dispatch: &Dispatch) -> Tag {
    let view = session.run.view(session.told);
    let decision = &view.detail.decision;
    let (score, unit) = match decision.scale {
        Scale::Usage => ("Score", Unit::Percent),
        Scale::RunningUsage => ("Running usage", Unit::Percent),
        Scale::MessageRate => ("Message rate", Unit::MsgRate),
        Scale::Throughput => ("Throughput", Unit::ByteRate),
    };
    let count = view.round.usage_percent.len();
    let moves = |is: &dyn Fn(&Move) -> bool| view.round.moves.iter().filter(|moved| is(moved)).count().to_string();
    let none = || "–".to_owned();
    let rows = session.run.with_rounds(|_, simulation| {
        let world = simulation.world();
        let line = |index: usize| {
            vec![
                world.brokers[index].name.to_string(),
                usage(view.round.usage_percent[index]),
                view.detail.resources[index].label().to_owned(),
                decision
                    .scores
                    .get(index)
                    .filter(|score| !score.is_nan())
                    .map_or_else(none, |score| said(*score, unit)),
                view.detail.load.brokers[index].bundle_count.to_string(),
                decision.hits.get(index).map_or_else(none, |hits| format!("{} / {}", hits.high, hits.low)),
                moves(&|moved| moved.from.index() == index),
                moves(&|moved| moved.to.index() == index),
            ]
        };
        let shown = &world.given_order[page_of(count, ROWS, session.page(Pages::Stage))];
        shown.iter().map(|broker| line(broker.index())).collect()
    });
    let heads = ["Broker", "Usage", "from", score, "Bundles", "Hits high / low", "Leaving", "Landing"];
    let pages = pager("rows", count, ROWS, Pages::Stage, session, dispatch);
    table("Stage as a table", heads.map(str::to_owned).to_vec(), rows, pages)
}

/// Every round, with each broker's usage while there are few of them.
fn history(session: &Session, dispatch: &Dispatch) -> Tag {
    session.run.with_rounds(|rounds, simulation| {
        let world = simulation.world();
        let named = if world.brokers.len() <= COLUMNS { world.given_order.as_slice() } else { &[] };
        let mut heads = ["Round", "Lowest %", "Average %", "Highest %", "Moves"].map(str::to_owned).to_vec();
        heads.extend(named.iter().map(|broker| world.brokers[broker.index()].name.to_string()));
        let line = |round: &Round| {
            let usage = &round.usage_percent;
            let lowest = usage.iter().copied().fold(f64::INFINITY, f64::min);
            let highest = usage.iter().copied().fold(0.0, f64::max);
            let up = || usage.iter().copied().filter(|usage| !usage.is_nan());
            let average = up().sum::<f64>() / up().count().max(1) as f64;
            let mut cells = vec![(round.index + 1).to_string()];
            cells.extend([lowest, average, highest].map(|value| trimmed(value, 1)));
            cells.push(round.moves.len().to_string());
            cells.extend(named.iter().map(|broker| match usage[broker.index()] {
                usage if usage.is_nan() => "down".to_owned(),
                usage => trimmed(usage, 1),
            }));
            cells
        };
        let shown = &rounds[page_of(rounds.len(), ROWS, session.page(Pages::History))];
        let pages = pager("rounds", rounds.len(), ROWS, Pages::History, session, dispatch);
        table("History as a table", heads, shown.iter().map(line).collect(), pages)
    })
}
