//! The stage of every lane, and the timeline with its chart and scrubber.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, MouseEvent};

use super::Dispatch;
use super::action::Action;
use super::charts;
use super::player::{Nodes, Player};
use super::session::Session;
use crate::app::action::Sheet;
use crate::app::chrome::toggle;
use crate::app::marks::{self, Mark, Scale};
use crate::app::timeline::Timeline;
use crate::app::view::{On, Tag, button, classed, says, tag, target_of};
use crate::scene::at;
use crate::scene::chart::{LEFT, RIGHT};
use crate::shell::{self, Chart, Edit};

/// The lanes' stages side by side. `summary` says what they show to those who cannot see it.
pub fn stage(session: &Session, player: &Player, nodes: &Nodes, summary: &str, dispatch: &Dispatch) -> Tag {
    let count = session.shown.lanes();
    let lane = |index: usize| {
        let title = (count > 1).then(|| {
            button(dispatch, Action::Lane(index))
                .set("class", "link")
                .set("aria-pressed", if index == session.lane { "true" } else { "false" })
                .set("title", session.shown.lane_title(index))
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
        .set("style", format!("--lanes:{count}"))
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
pub fn timeline(session: &Session, charts: &[Chart], nodes: &Nodes, dispatch: &Dispatch) -> Tag {
    let timeline = Timeline {
        class: "history charted",
        nodes: [&nodes.chart_frame, &nodes.chart, &nodes.cursor],
        label: charts::summary(session, charts).into(),
        room: (LEFT, RIGHT),
        round: session.round,
        horizon: session.shown.rounds(),
        noun: session.shown.face().round,
        computed: session.computed,
        is_halted: session.is_halted,
    };
    timeline.shown(Action::Halt, event_marks(session, dispatch), dispatch)
}

/// Which chart stands over the timeline, where there are several.
pub fn chart_tabs(session: &Session, charts: &[Chart], dispatch: &Dispatch) -> Option<Tag> {
    let chosen = session.chart.min(charts.len().saturating_sub(1));
    let tab = |(index, chart): (usize, &Chart)| toggle(dispatch, Action::Chart(index), index == chosen, chart.title);
    let tabs = || charts.iter().enumerate().map(tab);
    let group = || classed("div", "chart-tabs").set("role", "group").set("aria-label", "Chart").add_all(tabs());
    (charts.len() > 1).then(group)
}

/// The events on the timeline.
fn event_marks(session: &Session, dispatch: &Dispatch) -> Vec<Tag> {
    let shown = &session.shown;
    let (first_s, length_s) = (shown.time_s(0), shown.time_s(session.last().max(1)) - shown.time_s(0));
    let interval_s = length_s / session.last().max(1) as f64;
    let scale = Scale { first_s, interval_s, length_s, left: LEFT, right: RIGHT };
    let mark = |(index, event): (usize, &shell::Mark)| Mark {
        number: index + 1,
        at_s: event.at_s,
        words: event.said.clone(),
        clock: crate::run::words::clock(event.at_s),
        to: Rc::new(move |at_s: f64| Action::Edit(Edit::MoveEvent(index, at_s))),
        remove: Action::Edit(Edit::RemoveEvent(index)),
    };
    let marks = shown.events().iter().enumerate().map(mark).collect();
    marks::marks(marks, scale, Action::Sheet(Sheet::Setup), dispatch)
}

/// A lane's title over its stage says which it is; this says what the panels tell of.
pub fn told_of(session: &Session) -> Option<Tag> {
    let shown = &session.told.shown;
    let words = || says("p", format!("Told of lane {}.", shown.lane_title(session.lane))).set("class", "help");
    (shown.lanes() > 1).then(words)
}
