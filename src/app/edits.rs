//! The history of edits as a list to jump in, and what is offered after an edit at a later time.

use super::Dispatch;
use super::action::Action;
use super::events::clock;
use super::history::{History, Past};
use super::icons::{Icon, icon};
use super::session::Session;
use super::view::{Html, Tag, button, classed, row, says, tag};
use crate::run::limits::MAX_LANES;

/// Undo and redo.
pub fn buttons<T: Clone, A: Clone + 'static>(
    history: &History<T>,
    dispatch: &Dispatch<A>,
    to: fn(usize) -> A,
) -> [Tag; 2] {
    let go = |label: &'static str, keys: &'static str, shape: Icon, place: Option<usize>| {
        let is_there = place.is_some_and(|place| place < history.past().len());
        button(dispatch, to(place.unwrap_or_default()))
            .set("aria-label", label)
            .set("title", format!("{label} ({keys})"))
            .set_if(!is_there, "disabled", "")
            .add(icon(shape))
    };
    [
        go("Undo", "Ctrl+Z", Icon::Undo, history.now().checked_sub(1)),
        go("Redo", "Ctrl+Shift+Z", Icon::Redo, Some(history.now() + 1)),
    ]
}

/// Every edit, newest first.
pub fn list<T: Clone, A: Clone + 'static>(history: &History<T>, dispatch: &Dispatch<A>, to: fn(usize) -> A) -> Html {
    let now = history.now();
    let one = |(place, past): (usize, &Past<T>)| {
        let words = button(dispatch, to(place)).set("class", "link").text(past.what.to_string());
        tag("li").add(if place == now { words.set("aria-current", "true") } else { words })
    };
    let past = history.past().iter().enumerate();
    let list = classed("ol", "edits").set("reversed", "").add_all(past.map(one).collect::<Vec<_>>().into_iter().rev());
    row([tag("details").add(says("summary", "History of edits")).add(list)])
}

/// What the last edit at a later time has become, and what can be done with it.
pub fn what_if(session: &Session, dispatch: &Dispatch) -> Option<Tag> {
    let id = session.what_if?;
    let event = session.scenario.world.events.iter().find(|event| event.id == id)?;
    let words = format!("What if: from {} on, {}.", clock(event.at_s), event.said());
    let compare = (session.lanes.len() < MAX_LANES)
        .then(|| button(dispatch, Action::CompareWithBefore).set("class", "primary").text("Compare with before"));
    let undo = session.history.now().checked_sub(1).map(|place| button(dispatch, Action::Past(place)).text("Undo"));
    Some(classed("div", "offer").set("role", "status").add(says("p", words)).add_some(compare).add_some(undo))
}
