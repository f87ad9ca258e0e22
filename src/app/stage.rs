//! The stage and the history in the page: canvases, the handles that drag bars, the scrubber.

use std::rc::Rc;

use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::Dispatch;
use super::player::{Nodes, Player, load};
use super::session::{Action, Session};
use crate::scene::at;
use crate::scene::history::{LEFT, RIGHT};
use crate::scene::stage::{Level, Slot, Stage};
use crate::shedding::reason::trimmed;
use crate::shedding::strategy::Scale;

/// The stage. `summary` says what it shows to those who cannot see it.
pub fn stage(
    session: &Rc<Session>,
    player: &Player,
    nodes: &Nodes,
    laid_out: Option<&Stage>,
    summary: String,
    dispatch: &Dispatch,
) -> Html {
    let point = |event: &MouseEvent| at(f64::from(event.offset_x()), f64::from(event.offset_y()));
    let onclick = {
        let (player, dispatch) = (player.clone(), dispatch.clone());
        Callback::from(move |event: MouseEvent| dispatch.dispatch(Action::Select(player.hit(point(&event)))))
    };
    let onpointermove = {
        let player = player.clone();
        Callback::from(move |event: PointerEvent| {
            let cursor = if player.hit(point(&event)).is_some() { "pointer" } else { "default" };
            let _ = event.target_unchecked_into::<HtmlElement>().style().set_property("cursor", cursor);
        })
    };
    let handles = laid_out.filter(|_| !session.is_playing).map(|stage| handles(session, player, stage, dispatch));
    html! {
        <div class="stage" ref={nodes.stage.clone()} role="group" aria-label="Stage">
            <canvas ref={nodes.still.clone()} role="img" aria-label={summary}></canvas>
            <canvas ref={nodes.moving.clone()} aria-hidden="true" {onclick} {onpointermove}></canvas>
            { for handles }
        </div>
    }
}

/// A handle on top of each bar, while there are few enough of them to grasp one.
fn handles(session: &Session, player: &Player, stage: &Stage, dispatch: &Dispatch) -> Html {
    if !matches!(stage.axis.scale, Scale::Usage | Scale::RunningUsage) || stage.level == Level::Curve {
        return html! {};
    }
    let view = session.run.view(session.round);
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
        handle(places[slot.broker.index()], usage, slot, tab, session, player, dispatch)
    };
    stage.slots.iter().map(of).collect()
}

fn handle(
    index: usize,
    usage: f64,
    slot: &Slot,
    tab: &'static str,
    session: &Session,
    player: &Player,
    dispatch: &Dispatch,
) -> Html {
    let name = session.scenario.world.brokers.get(index).map_or("", |broker| &broker.name);
    let drag = {
        let player = player.clone();
        Callback::from(move |event: PointerEvent| player.drag(&event, (index, usage)))
    };
    let onkeydown = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
            let step = match event.key().as_str() {
                "ArrowUp" | "ArrowRight" => 1.0,
                "ArrowDown" | "ArrowLeft" => -1.0,
                "PageUp" => 10.0,
                "PageDown" => -10.0,
                _ => return,
            };
            event.prevent_default();
            dispatch.dispatch(load(index, usage.round() + step));
        })
    };
    let px = |value: f64| trimmed(value, 1);
    let style = format!("left:{}px;width:{}px;top:{}px", px(slot.bar.left), px(slot.bar.width), px(slot.bar.top));
    html! {
        <div class="handle" key={name.to_owned()} role="slider" tabindex={tab} {style} aria-label={format!("Load of {name}")} aria-orientation="vertical"
            title={format!("Drag to change the load of {name}")} aria-valuemin="0" aria-valuemax="1000"
            aria-valuenow={trimmed(usage, 1)} aria-valuetext={format!("{} percent", trimmed(usage, 1))}
            onpointerdown={drag.clone()} onpointermove={drag.clone()} onpointerup={drag.clone()} onpointercancel={drag} {onkeydown}></div>
    }
}

/// The history with the scrubber on it.
pub fn history(session: &Session, nodes: &Nodes, dispatch: &Dispatch) -> Html {
    let oninput = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| {
            let value = event.target_unchecked_into::<HtmlInputElement>().value();
            dispatch.dispatch(Action::Seek(value.parse().unwrap_or(1_usize).saturating_sub(1)));
        })
    };
    let horizon = session.scenario.rounds;
    html! {
        <div class="history" ref={nodes.history.clone()} style={format!("--left:{LEFT}px;--right:{RIGHT}px")}>
            <canvas ref={nodes.chart.clone()} role="img" aria-label="Usage of every broker over the rounds; triangles mark rounds in which bundles moved"></canvas>
            <div class="cursor" ref={nodes.cursor.clone()} aria-hidden="true"><span></span></div>
            <input type="range" class="time" aria-label="Time" min="1" max={horizon.to_string()} step="1" value={(session.round + 1).to_string()}
                aria-valuetext={format!("Round {} of {horizon}", session.round + 1)} {oninput} />
            if session.computed < horizon {
                <progress class="growing" max={horizon.to_string()} value={session.computed.to_string()} aria-label="Rounds computed"></progress>
            }
        </div>
    }
}
