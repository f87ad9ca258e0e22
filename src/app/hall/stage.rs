//! The stage of every lane, and the timeline with its chart and scrubber.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, KeyboardEvent, MouseEvent};

use super::Dispatch;
use super::action::Action;
use super::charts;
use super::player::{Nodes, Player};
use super::session::Session;
use crate::app::action::Sheet;
use crate::app::controls::Play;
use crate::app::target::read_number;
use crate::app::view::{On, Tag, button, classed, says, tag, target_of};
use crate::run::words::trimmed;
use crate::scene::at;
use crate::scene::chart::{LEFT, RIGHT};
use crate::shell::{Edit, Mark};

/// The lanes' stages side by side. `summary` says what they show to those who cannot see it.
pub fn stage(session: &Session, player: &Player, nodes: &Nodes, summary: &str, dispatch: &Dispatch) -> Tag {
    let count = session.shown.lanes();
    let lane = |index: usize| {
        let title = (count > 1).then(|| {
            button(dispatch, Action::Lane(index))
                .set("class", "link")
                .set("aria-pressed", if index == session.lane { "true" } else { "false" })
                .text(session.shown.lane_title(index))
        });
        let words =
            if index == session.lane { summary.to_owned() } else { session.shown.headline(index, session.round) };
        let canvas = tag("canvas").at(&nodes.lanes[index]).set("role", "img").set("aria-label", words);
        let canvas = canvas.on(On::Click, click(index, player, dispatch)).on(On::PointerMove, hover(index, player));
        classed("div", "lane-stage")
            .key(format!("lane {index} of {count}"))
            .add_some(title)
            .add(classed("div", "frame").add(canvas))
    };
    classed("div", "stage lanes-stage")
        .set("data-lanes", count.to_string())
        .at(&nodes.stage)
        .set("role", "group")
        .set("aria-label", "Stage")
        .add_all((0..count).map(lane))
}

type Heard = Rc<dyn Fn(Event)>;

fn click(lane: usize, player: &Player, dispatch: &Dispatch) -> Heard {
    let (player, dispatch) = (player.clone(), dispatch.clone());
    Rc::new(move |event: Event| {
        let mouse: &MouseEvent = event.unchecked_ref();
        let hit = player.hit(lane, at(f64::from(mouse.offset_x()), f64::from(mouse.offset_y())));
        if player.session().lane != lane {
            dispatch.dispatch(Action::Lane(lane));
        }
        dispatch.dispatch(Action::Select(hit));
    })
}

fn hover(lane: usize, player: &Player) -> Heard {
    let player = player.clone();
    Rc::new(move |event: Event| {
        let mouse: &MouseEvent = event.unchecked_ref();
        let hit = player.hit(lane, at(f64::from(mouse.offset_x()), f64::from(mouse.offset_y())));
        if let Some(canvas) = target_of::<HtmlElement>(&event) {
            let _ = canvas.style().set_property("cursor", if hit.is_some() { "pointer" } else { "default" });
        }
    })
}

/// The chart with the scrubber and the events on it.
pub fn timeline(session: &Session, nodes: &Nodes, dispatch: &Dispatch) -> Tag {
    let seek = {
        let dispatch = dispatch.clone();
        move |value: String| {
            let round = read_number(&value).map_or(0, |round| (round as usize).saturating_sub(1));
            dispatch.dispatch(Action::Play(Play::Seek(round)));
        }
    };
    let (horizon, noun) = (session.shown.rounds(), session.shown.face().round);
    let chart = tag("canvas").at(&nodes.chart).set("role", "img").set("aria-label", charts::summary(session));
    let cursor = classed("div", "cursor").at(&nodes.cursor).set("aria-hidden", "true").add(tag("span"));
    let time = classed("input", "time")
        .set("type", "range")
        .set("aria-label", "Time")
        .set("min", "1")
        .set("max", horizon.to_string())
        .set("value", (session.round + 1).to_string())
        .set("aria-valuetext", format!("{noun} {} of {horizon}", session.round + 1))
        .on_text(On::Input, seek);
    let growing = (session.computed < horizon).then(|| {
        let bar = classed("progress", "growing").set("aria-label", "Rounds computed");
        let bar = bar.set("max", horizon.to_string()).set("value", session.computed.to_string());
        let words = if session.is_halted { "Go on computing" } else { "Stop computing" };
        let halt = button(dispatch, Action::Halt(!session.is_halted)).set("class", "small").text(words);
        classed("div", "computing").add(bar).add(halt)
    });
    classed("div", "history")
        .at(&nodes.chart_frame)
        .set("style", format!("--left:{}px;--right:{}px", LEFT as u32, RIGHT as u32))
        .add(chart)
        .add(cursor)
        .add(time)
        .add_some(growing)
        .add_all(marks(session, dispatch))
}

/// Which chart stands over the timeline, where there are several.
pub fn chart_tabs(session: &Session, dispatch: &Dispatch) -> Option<Tag> {
    let titles = charts::titles(session);
    let tab = |(index, title): (usize, &'static str)| {
        button(dispatch, Action::Chart(index))
            .set("class", "small")
            .set("aria-pressed", if index == charts::chosen(session, titles.len()) { "true" } else { "false" })
            .text(title)
    };
    let tabs = || titles.iter().copied().enumerate().map(tab);
    let group = || classed("div", "chart-tabs").set("role", "group").set("aria-label", "Chart").add_all(tabs());
    (titles.len() > 1).then(group)
}

/// The events on the timeline: arrows move them, Delete takes them away.
fn marks(session: &Session, dispatch: &Dispatch) -> Vec<Tag> {
    let shown = &session.shown;
    let (first_s, last_s) = (shown.time_s(0), shown.time_s(session.last().max(1)));
    let step_s = (last_s - first_s) / session.last().max(1) as f64;
    let events = shown.events();
    let mark = |(index, event): (usize, &Mark)| {
        let share = ((event.at_s - first_s) / (last_s - first_s).max(1e-9)).clamp(0.0, 1.0);
        let row = events[..index].iter().filter(|other| other.at_s == event.at_s).count().min(3);
        let words = format!("{}: {} at {}", index + 1, event.said, super::page::clock(event.at_s));
        classed("button", "event")
            .key(format!("mark {index}"))
            .set("type", "button")
            .set("style", format!("--x:{};--row:{row}", trimmed(share, 5)))
            .set("aria-label", words.clone())
            .set("title", words)
            .on(On::KeyDown, move_by_keys(index, event.at_s, step_s, dispatch))
            .text((index + 1).to_string())
    };
    events.iter().enumerate().map(mark).collect()
}

fn move_by_keys(index: usize, at_s: f64, step_s: f64, dispatch: &Dispatch) -> Heard {
    let dispatch = dispatch.clone();
    Rc::new(move |event: Event| {
        let key: &KeyboardEvent = event.unchecked_ref();
        let action = match key.key().as_str() {
            "ArrowRight" => Action::Edit(Edit::MoveEvent(index, at_s + step_s)),
            "ArrowLeft" => Action::Edit(Edit::MoveEvent(index, (at_s - step_s).max(0.0))),
            "Delete" | "Backspace" => Action::Edit(Edit::RemoveEvent(index)),
            "Enter" => Action::Sheet(Sheet::Setup),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        dispatch.dispatch(action);
    })
}

/// A lane's title over its stage says which it is; this says what the panels tell of.
pub fn told_of(session: &Session) -> Option<Tag> {
    let words = || says("p", format!("Told of lane {}.", session.shown.lane_title(session.lane))).set("class", "help");
    (session.shown.lanes() > 1).then(words)
}
