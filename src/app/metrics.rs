//! What brokers and leader would expose to Prometheus in the round at the cursor. The texts are made by
//! the importer, which plays the lane up to that round.

use super::Dispatch;
use super::action::Action;
use super::importer;
use super::session::Session;
use super::view::{Html, On, Tag, Text, button, classed, row, says, tag};
use std::rc::Rc;

/// Names with their texts: everything, the leader, each broker.
pub type Texts = Vec<(Text, Text)>;

/// The dialog.
pub fn metrics(session: &Session, dispatch: &Dispatch) -> Tag {
    let help = format!(
        "Round {} of lane {}, as each broker and the leader would say it.",
        session.round + 1,
        session.lane + 1
    );
    let content = match &session.metrics {
        None => row([says("p", "Working it out…").set("role", "status")]),
        Some(texts) => shown(texts, session.exposed.min(texts.len().saturating_sub(1)), dispatch),
    };
    classed("div", "metrics").add(says("p", help)).html(content)
}

fn shown(texts: &Texts, place: usize, dispatch: &Dispatch) -> Html {
    let Some((name, text)) = texts.get(place) else {
        return row([says("p", importer::NOT_THERE).set("role", "alert")]);
    };
    let choose = {
        let dispatch = dispatch.clone();
        move |value: String| dispatch.dispatch(Action::Exposed(value.parse().unwrap_or_default()))
    };
    let option = |(index, (name, _)): (usize, &(Text, Text))| {
        says("option", name.clone()).set("value", index.to_string()).set_if(index == place, "selected", "")
    };
    let pick = tag("select").on_text(On::Change, choose).add_all(texts.iter().enumerate().map(option));
    let act = |label: &'static str, function: &'static str| {
        let (name, text) = (name.clone(), text.clone());
        let handle = Rc::new(move |_| importer::say(function, &format!("{}.prom", &*name), &text));
        tag("button").set("type", "button").on(On::Click, handle).text(label)
    };
    let area =
        tag("textarea").set("readonly", "").set("rows", "16").set("aria-label", "Metrics").set("value", text.clone());
    let close = button(dispatch, Action::Dialog(None)).text("Close");
    row([
        classed("label", "choice").text("Who").add(pick),
        area,
        tag("p").add(act("Copy", "shedscopeCopy")).add(act("Download", "shedscopeSave")).add(close),
    ])
}
