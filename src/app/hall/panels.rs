//! So far: what every lane came to, and how that ranges over seeds. And the stage as a table.

use super::Dispatch;
use super::action::{Action, Dialog};
use super::session::Session;
use crate::app::paging::{page_of, pager};
use crate::app::tables::table_with;
use crate::app::view::{Html, Tag, button, classed, row, says, tag};
use crate::run::words::said;
use crate::run::{At, Unit};
use crate::shell::{Cell, Edit, Measure};

/// Rows on a page of the stage's table.
const ROWS: usize = 25;

/// The panel.
pub fn so_far(session: &Session, dispatch: &Dispatch) -> Html {
    let measures = session.shown.measures();
    let lanes = session.shown.lanes();
    let values: Vec<Vec<Option<f64>>> = (0..lanes).map(|lane| session.shown.measured(lane, session.told)).collect();
    let list = match lanes {
        1 => classed("dl", "measures").add_all(measures.iter().zip(&values[0]).map(|(measure, value)| {
            let words = says("dd", in_words(*value, measure.unit));
            tag("div").set("title", measure.definition).add(says("dt", measure.label)).add(words)
        })),
        _ => lanes_table(session, &measures, &values),
    };
    let fingerprint = |digest: String| {
        let title = "Fingerprint of the run, the same on the command line";
        classed("span", "digest").set("title", title).text("run ").add(says("code", digest))
    };
    let definitions = button(dispatch, Action::Dialog(Some(Dialog::Definitions))).set("class", "link");
    let digest = session.shown.digest(session.lane).map(fingerprint);
    row([
        says("h2", "So far"),
        list,
        tag("p").add(definitions.text("What these mean")).add_some(digest),
        sweep(session, &measures, dispatch),
    ])
}

fn in_words(value: Option<f64>, unit: Unit) -> String {
    match value {
        Some(value) if value.is_finite() => said(value, unit),
        _ => "–".to_owned(),
    }
}

fn heads(session: &Session, first: &'static str) -> Tag {
    let head = |lane: usize| {
        says("th", format!("Lane {}", lane + 1)).set("scope", "col").set("title", session.shown.lane_title(lane))
    };
    let lanes = (0..session.shown.lanes()).map(head);
    tag("thead").add(tag("tr").add(says("th", first).set("scope", "col")).add_all(lanes))
}

fn framed(label: &'static str, table: Tag) -> Tag {
    let table = table.set("aria-label", label);
    classed("div", "scroll").set("tabindex", "0").set("role", "group").set("aria-label", label).add(table)
}

fn lanes_table(session: &Session, measures: &[Measure], values: &[Vec<Option<f64>>]) -> Tag {
    let line = |(place, measure): (usize, &Measure)| {
        let own: Vec<Option<f64>> = values.iter().map(|lane| lane.get(place).copied().flatten()).collect();
        let best = measure.best(&own);
        let cell = |(value, is_best): (&Option<f64>, bool)| {
            let mark = is_best.then(|| classed("span", "best").text("best"));
            let words = tag(if is_best { "strong" } else { "span" }).text(in_words(*value, measure.unit));
            tag("td").add(words).add_some(mark)
        };
        let head = says("th", measure.label).set("scope", "row").set("title", measure.definition);
        tag("tr").add(head).add_all(own.iter().zip(best).map(cell))
    };
    let body = tag("tbody").add_all(measures.iter().enumerate().map(line));
    framed("Measures of the lanes", classed("table", "data lanes-table").add(heads(session, "Measure")).add(body))
}

/// The button that begins a sweep, its progress, and what came of it.
fn sweep(session: &Session, measures: &[Measure], dispatch: &Dispatch) -> Tag {
    let panel = classed("section", "sweep").set("aria-label", "Over many seeds").add(says("h3", "Over 200 seeds"));
    let start = button(dispatch, Action::Sweep(true)).text("Run 200 seeds");
    let Some(sweep) = &session.sweep else {
        let help = "The same lanes with other draws: how far each measure ranges.";
        return panel.add(classed("p", "help").text(help)).add(tag("p").add(start));
    };
    let sweep = sweep.borrow();
    let (done, total) = sweep.progress();
    let status = if session.is_sweeping {
        let bar = tag("progress").set("aria-label", "Seeds computed").set("max", total.to_string());
        let bar = bar.set("value", done.to_string());
        tag("p").add(bar).add(button(dispatch, Action::Sweep(false)).text("Cancel"))
    } else {
        let again = if done < total { "Cancelled; what is shown is of the seeds so far. " } else { "" };
        tag("p").text(again).add(start)
    };
    let cell = |lane: usize, place: usize, unit: Unit| {
        let Some(spread) = sweep.spread(lane, place) else { return says("td", "–") };
        let link = |at: At| {
            button(dispatch, Action::Edit(Edit::Seed(at.seed)))
                .set("class", "link")
                .set("title", format!("Open seed {}", at.seed))
                .text(said(at.value, unit))
        };
        tag("td").add(link(spread.lowest)).add(tag("strong").add(link(spread.median))).add(link(spread.highest))
    };
    let line = |(place, measure): (usize, &Measure)| {
        let cells = (0..session.shown.lanes()).map(|lane| cell(lane, place, measure.unit));
        tag("tr").add(says("th", measure.label).set("scope", "row")).add_all(cells)
    };
    let body = tag("tbody").add_all(measures.iter().enumerate().map(line));
    let table = classed("table", "data").add(heads(session, "Lowest, median, highest")).add(body);
    panel.add(status).add(framed("Lowest, median and highest over the seeds", table))
}

/// The definitions of the measures.
pub fn definitions(session: &Session) -> Tag {
    let measures = session.shown.measures();
    let said = |measure: &Measure| [says("dt", measure.label), says("dd", measure.definition)];
    classed("dl", "definitions").add_all(measures.iter().flat_map(said))
}

/// The stage as a table. The head of a row asks for its story, as a click on the stage does.
pub fn stage_table(session: &Session, dispatch: &Dispatch) -> Tag {
    let shown = session.shown.table(session.lane, session.told);
    let count = shown.rows.len();
    let cell = |cell: &Cell| match cell {
        Cell::Text(text) => text.clone(),
        Cell::Number(number, unit) => in_words(Some(*number), *unit),
    };
    let rows = &shown.rows[page_of(count, ROWS, session.page)];
    let texts = rows.iter().map(|(_, cells)| cells.iter().map(cell).collect()).collect();
    let heads = shown.heads.iter().map(|head| (*head).to_owned()).collect();
    let pages = pager("rows", count, ROWS, session.page, dispatch, Action::Page);
    let ask = |index: usize, head: String| {
        button(dispatch, Action::Select(Some(rows[index].0))).set("class", "link").text(head).into()
    };
    table_with(shown.title, heads, texts, pages, &ask)
}
