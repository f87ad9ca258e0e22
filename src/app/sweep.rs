//! The same lanes over many seeds: computed in slices, shown as ranges, any seed a click away.

use std::cell::RefCell;

use gloo::timers::callback::Timeout;

use super::Dispatch;
use super::action::Action;
use super::player::performance_now;
use super::session::Session;
use super::shared::Shared;
use super::view::{Tag, button, classed, says, tag};
use crate::run::words::said;
use crate::shedding::measures::{MEASURES, Measure};
use crate::shedding::sweep::{At, Sweep};

/// So many seeds.
pub const SEEDS: u64 = 200;
/// Milliseconds of work between two breaths of the page.
const SLICE_MS: f64 = 14.0;

/// A sweep that is shared by whoever shows it.
pub type Swept = Shared<RefCell<Sweep>>;

/// Works a slice a moment from now. What is returned cancels it when it is dropped.
pub fn go_on(session: &Session, dispatch: Dispatch) -> Option<Timeout> {
    let sweep = session.sweep.clone().filter(|_| session.is_sweeping)?;
    Some(Timeout::new(0, move || {
        let until_ms = performance_now() + SLICE_MS;
        let mut goes_on = true;
        while goes_on && performance_now() < until_ms {
            goes_on = sweep.borrow_mut().advance();
        }
        dispatch.dispatch(Action::Swept(goes_on));
    }))
}

/// The button that begins it, its progress, and what came of it.
pub fn panel(session: &Session, dispatch: &Dispatch) -> Tag {
    let panel = classed("section", "sweep").set("aria-label", "Over many seeds").add(says("h3", "Over 200 seeds"));
    let start = button(dispatch, Action::Sweep(true)).text("Run 200 seeds");
    let Some(sweep) = &session.sweep else {
        let help = "The same lanes with other draws: how far each measure ranges.";
        return panel.add(classed("p", "help").text(help)).add(tag("p").add(start));
    };
    let sweep = sweep.borrow();
    let (done, total) = sweep.progress();
    let status = if session.is_sweeping {
        let bar = tag("progress")
            .set("aria-label", "Seeds computed")
            .set("max", total.to_string())
            .set("value", done.to_string());
        tag("p").add(bar).add(button(dispatch, Action::Sweep(false)).text("Cancel"))
    } else {
        let again = if done < total { "Cancelled; what is shown is of the seeds so far. " } else { "" };
        tag("p").text(again).add(start)
    };
    panel.add(status).add(table(session, &sweep, dispatch))
}

fn table(session: &Session, sweep: &Sweep, dispatch: &Dispatch) -> Tag {
    let lanes = session.scenario.lanes.len();
    let heads = (0..lanes).map(|lane| {
        says("th", format!("Lane {}", lane + 1)).set("scope", "col").set("title", session.lane_title(lane))
    });
    let cell = |measure: &Measure, lane: usize| {
        let Some(spread) = sweep.spread(lane, measure) else { return says("td", "–") };
        let link = |at: At| {
            button(dispatch, Action::Seed(at.seed))
                .set("class", "link")
                .set("title", format!("Open seed {}", at.seed))
                .text(said(at.value, measure.unit))
        };
        tag("td").add(link(spread.lowest)).add(tag("strong").add(link(spread.median))).add(link(spread.highest))
    };
    let line = |measure: &Measure| {
        tag("tr").add(says("th", measure.label).set("scope", "row")).add_all((0..lanes).map(|lane| cell(measure, lane)))
    };
    let label = "Lowest, median and highest over the seeds";
    let table = classed("table", "data")
        .set("aria-label", label)
        .add(tag("thead").add(tag("tr").add(says("th", "Lowest, median, highest").set("scope", "col")).add_all(heads)))
        .add(tag("tbody").add_all(MEASURES.iter().map(line)));
    classed("div", "scroll").set("tabindex", "0").set("role", "group").set("aria-label", label).add(table)
}
