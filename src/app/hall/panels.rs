//! So far: what every lane came to, and how that ranges over seeds. And the stage as a table.

use super::Dispatch;
use super::action::{Action, Dialog};
use super::session::Session;
use crate::app::measured::{self, Measured, Swept, in_words};
use crate::app::paging::{page_of, pager};
use crate::app::tables::table_with;
use crate::app::view::{Html, Tag, button};
use crate::shell::{Cell, Edit, Measure};

/// Rows on a page of the stage's table.
const ROWS: usize = 25;

/// The panel.
pub fn so_far(session: &Session, dispatch: &Dispatch) -> Html {
    let lanes = session.shown.lanes();
    let values: Vec<Vec<Option<f64>>> =
        (0..lanes).map(|lane| session.shown.measured(lane, session.round_told())).collect();
    let row = |(place, measure): (usize, &Measure)| {
        let values: Vec<Option<f64>> = values.iter().map(|lane| lane.get(place).copied().flatten()).collect();
        let best = measure.best(&values);
        Measured { label: measure.label, definition: measure.definition, unit: measure.unit, values, best }
    };
    let rows: Vec<Measured> = session.shown.measures().iter().enumerate().map(row).collect();
    let titles: Vec<String> = (0..lanes).map(|lane| session.shown.lane_title(lane)).collect();
    let swept = session.sweep.as_ref().map(|sweep| {
        let sweep = sweep.borrow();
        let spread = |measure: usize| (0..lanes).map(|lane| sweep.spread(lane, measure)).collect();
        let spreads = (0..rows.len()).map(spread).collect();
        Swept { progress: sweep.progress(), is_on: session.is_sweeping, spreads }
    });
    let definitions = Action::Dialog(Some(Dialog::Definitions));
    let seed: fn(u64) -> Action = |seed| Action::Edit(Edit::Seed(seed));
    measured::panel(
        measured::measures(&rows, &titles),
        None,
        measured::meaning(session.shown.digest(session.lane), definitions, dispatch),
        measured::sweep(swept.as_ref(), &rows, &titles, Action::Sweep, seed, dispatch),
        None,
    )
}

/// The definitions of the measures.
pub fn definitions(session: &Session) -> Tag {
    measured::definitions(session.shown.measures().into_iter().map(|measure| (measure.label, measure.definition)))
}

/// The stage as a table. The head of a row asks for its story, as a click on the stage does.
pub fn stage_table(session: &Session, dispatch: &Dispatch) -> Tag {
    let shown = session.shown.table(session.lane, session.round_told());
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
