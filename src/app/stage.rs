//! The stage and the history in the page: canvases, the handles that drag bars, the scrubber.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, KeyboardEvent, MouseEvent, PointerEvent};

use super::Dispatch;
use super::action::Action;
use super::player::{Nodes, Player, load};
use super::session::Session;
use super::timeline::Timeline;
use super::view::{On, Tag, classed, tag, target_of};
use crate::run::words::trimmed;
use crate::scene::history::{LEFT, RIGHT};
use crate::scene::stage::{Level, Slot, Stage};
use crate::scene::{Point, at};
use crate::shedding::strategy::Scale;

const CHART: &str = "Usage over the rounds; triangles mark rounds with moves";

/// Where on the stage an event of the pointer took place.
fn point(event: &Event) -> Point {
    let event: &MouseEvent = event.unchecked_ref();
    at(f64::from(event.offset_x()), f64::from(event.offset_y()))
}

/// The stage. `summary` says what it shows to those who cannot see it.
pub fn stage(
    session: &Session,
    player: &Player,
    nodes: &Nodes,
    laid_out: Option<&Stage>,
    summary: String,
    dispatch: &Dispatch,
) -> Tag {
    let click = {
        let (player, dispatch) = (player.clone(), dispatch.clone());
        move |event: Event| {
            let hit = player.hit(point(&event));
            if let Some((lane, _)) = hit.filter(|(lane, _)| *lane != player.session().lane) {
                dispatch.dispatch(Action::Lane(lane));
            }
            dispatch.dispatch(Action::Select(hit.map(|(_, subject)| subject)));
        }
    };
    let hover = {
        let player = player.clone();
        move |event: Event| {
            let cursor = if player.hit(point(&event)).is_some() { "pointer" } else { "default" };
            if let Some(canvas) = target_of::<HtmlElement>(&event) {
                let _ = canvas.style().set_property("cursor", cursor);
            }
        }
    };
    let still = tag("canvas").at(&nodes.still).set("role", "img").set("aria-label", summary);
    let moving = tag("canvas").at(&nodes.moving).set("aria-hidden", "true");
    let moving = moving.on(On::Click, Rc::new(click)).on(On::PointerMove, Rc::new(hover));
    let handles = laid_out.filter(|_| !session.is_playing).map(|stage| handles(session, player, stage, dispatch));
    classed("div", "stage")
        .set("style", format!("--lanes:{}", session.lanes.len()))
        .at(&nodes.stage)
        .set("role", "group")
        .set("aria-label", "Stage")
        .add(still)
        .add(moving)
        .add_all(handles.unwrap_or_default())
}

/// A handle on top of each bar, while there are few enough of them to grasp one.
fn handles(session: &Session, player: &Player, stage: &Stage, dispatch: &Dispatch) -> Vec<Tag> {
    if !matches!(stage.axis.scale, Scale::Usage | Scale::RunningUsage) || stage.level == Level::Curve {
        return Vec::new();
    }
    let view = session.see(&session.run, session.round);
    let places = session.run.with_rounds(|_, simulation| {
        let mut places = vec![0; stage.slots.len()];
        for (place, broker) in simulation.world().given_order.iter().enumerate() {
            places[broker.index()] = place;
        }
        places
    });
    let tab = if stage.level == Level::Labelled { "0" } else { "-1" };
    let of = |slot: &Slot| {
        let usage = view.round.usage_percent.get(slot.broker.index()).copied().unwrap_or_default();
        handle(places[slot.broker.index()], usage, slot, session, player, dispatch).set("tabindex", tab)
    };
    let is_up = |slot: &&Slot| view.round.usage_percent.get(slot.broker.index()).is_some_and(|usage| !usage.is_nan());
    stage.slots.iter().filter(is_up).map(of).collect()
}

fn handle(index: usize, usage: f64, slot: &Slot, session: &Session, player: &Player, dispatch: &Dispatch) -> Tag {
    let name = session.scenario.world.brokers.get(index).map_or("", |broker| &broker.name);
    let drag: Rc<dyn Fn(Event)> = {
        let player = player.clone();
        Rc::new(move |event: Event| player.drag(event.unchecked_ref::<PointerEvent>(), (index, usage)))
    };
    let nudge = {
        let dispatch = dispatch.clone();
        move |event: Event| {
            let step = match event.unchecked_ref::<KeyboardEvent>().key().as_str() {
                "ArrowUp" | "ArrowRight" => 1.0,
                "ArrowDown" | "ArrowLeft" => -1.0,
                "PageUp" => 10.0,
                "PageDown" => -10.0,
                _ => return,
            };
            event.prevent_default();
            dispatch.dispatch(load(index, usage.round() + step));
        }
    };
    let [left, width, top] = [slot.bar.left, slot.bar.width, slot.bar.top].map(|value| trimmed(value, 1));
    let percent = trimmed(usage, 1);
    classed("div", "handle")
        .key(name.to_owned())
        .set("role", "slider")
        .set("style", format!("left:{left}px;width:{width}px;top:{top}px"))
        .set("aria-label", format!("Load of {name}"))
        .set("title", format!("Drag to change the load of {name}"))
        .set("aria-orientation", "vertical")
        .set("aria-valuemin", "0")
        .set("aria-valuemax", "1000")
        .set("aria-valuetext", format!("{percent} percent"))
        .set("aria-valuenow", percent)
        .on(On::PointerDown, drag.clone())
        .on(On::PointerMove, drag.clone())
        .on(On::PointerUp, drag.clone())
        .on(On::PointerCancel, drag)
        .on(On::KeyDown, Rc::new(nudge))
}

/// The history with the scrubber on it.
pub fn history(session: &Session, nodes: &Nodes, dispatch: &Dispatch) -> Tag {
    let timeline = Timeline {
        class: "history",
        nodes: [&nodes.history, &nodes.chart, &nodes.cursor],
        label: CHART.into(),
        room: (LEFT, RIGHT),
        round: session.round,
        horizon: session.scenario.rounds,
        noun: "Round",
        computed: session.computed,
        is_halted: session.is_halted,
    };
    timeline.shown(Action::Halt, super::events::marks(session, dispatch), dispatch)
}
