//! Events on the timeline: pins that are dragged, moved by keys, and removed.

use yew::prelude::*;

use super::chart::{LEFT, RIGHT};
use super::time_scale::{TimeScale, rows};
use crate::app::hooks::{pointer, use_dispatch, use_gesture};
use crate::app::session::{Action, Drawer, Handle};
use crate::engine::format::{format_clock, format_number};
use crate::simulator::Edit;

/// Least distance of two pins in a row, in CSS pixels.
const DISTANCE: f64 = 28.0;
/// Most rows of pins.
const MOST_ROWS: usize = 3;

/// Props of [`EventPins`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct EventPinsProps {
    /// The scenario whose events they are.
    pub document: Handle,
    /// Where times are.
    pub scale: TimeScale,
    /// Width of the timeline, in CSS pixels.
    pub width: f64,
    /// What gets focus when a pin that has it is removed.
    pub(crate) fallback: NodeRef,
}

/// The events of a scenario, on its timeline.
#[component]
pub(crate) fn EventPins(props: &EventPinsProps) -> Html {
    let events = use_memo(props.document.clone(), |document| document.events());
    let shares: Vec<f64> = events
        .iter()
        .map(|event| props.scale.share(event.at_s))
        .collect();
    let rows = rows(&shares, props.width - LEFT - RIGHT, DISTANCE, MOST_ROWS);
    html! {
        <div class="event-pins" role="group" aria-label="Events">
            for (index, event) in events.iter().enumerate() {
                <EventPin
                    key={event.id}
                    number={index + 1}
                    id={event.id}
                    at_s={event.at_s}
                    text={event.text.clone()}
                    row={rows[index]}
                    scale={props.scale}
                    fallback={props.fallback.clone()}
                />
            }
        </div>
    }
}

/// Props of [`EventPin`].
#[derive(Clone, PartialEq, Properties)]
struct EventPinProps {
    /// What the event is called by, from 1.
    number: usize,
    /// Its id.
    id: u32,
    /// When it happens, in seconds after the start.
    at_s: f64,
    /// What happens.
    text: AttrValue,
    /// Its row, from below.
    row: usize,
    /// Where times are.
    scale: TimeScale,
    /// What gets focus when it is removed.
    fallback: NodeRef,
}

/// An event. A drag, and what keys do while it has focus, are one step of undo.
#[component]
fn EventPin(props: &EventPinProps) -> Html {
    let dispatch = use_dispatch();
    let gestures = use_gesture();
    // Where a drag has moved the event; a press that moves nothing is a click.
    let dragged_to = use_mut_ref(|| None::<f64>);
    let EventPinProps {
        number,
        id,
        at_s,
        row,
        scale,
        ..
    } = *props;
    let edit = {
        let (dispatch, gestures) = (dispatch.clone(), gestures.clone());
        move |to_s: f64| {
            let edit = Edit::MoveEvent {
                event: id,
                at_s: to_s,
            };
            dispatch.emit(Action::edit_in(gestures.current(), edit));
        }
    };
    let onpointerdown = {
        let (gestures, dragged_to) = (gestures.clone(), dragged_to.clone());
        move |event: PointerEvent| {
            pointer::grasp(&event);
            gestures.begin();
            *dragged_to.borrow_mut() = None;
        }
    };
    let onpointermove = {
        let (edit, dragged_to) = (edit.clone(), dragged_to.clone());
        move |event: PointerEvent| {
            let share = if pointer::is_grasped(&event) {
                pointer::share_across(&event, LEFT, RIGHT)
            } else {
                None
            };
            let Some(to_s) = share.map(|share| scale.time_at(share)) else {
                return;
            };
            // A trembling hand does not move an event that is not on the grain.
            let from_s = dragged_to
                .borrow()
                .unwrap_or(scale.time_at(scale.share(at_s)));
            if to_s != from_s {
                *dragged_to.borrow_mut() = Some(to_s);
                edit(to_s);
            }
        }
    };
    let onclick = {
        let (dispatch, dragged_to) = (dispatch.clone(), dragged_to.clone());
        move |event: MouseEvent| {
            // Clicks that keys make have no count.
            if event.detail() > 0 && dragged_to.borrow_mut().take().is_none() {
                dispatch.emit(Action::Drawer(Some(Drawer::Events)));
            }
        }
    };
    let onkeydown = {
        let fallback = props.fallback.clone();
        move |event: KeyboardEvent| {
            match event.key().as_str() {
                key @ ("ArrowRight" | "ArrowLeft") => {
                    let to_s = scale.moved(at_s, key == "ArrowRight", event.shift_key());
                    if to_s != at_s {
                        edit(to_s);
                    }
                }
                "Delete" | "Backspace" => {
                    pointer::focus(&fallback);
                    dispatch.emit(Action::edit(Edit::RemoveEvent(id)));
                }
                "Enter" | " " => dispatch.emit(Action::Drawer(Some(Drawer::Events))),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        }
    };
    let name = format!("{number}: {} at {}", props.text, format_clock(at_s));
    html! {
        <button
            type="button"
            class="event-pin"
            style={format!("--x:{};--row:{row}", format_number(scale.share(at_s), 5))}
            aria-label={name.clone()}
            title={name}
            onfocus={move |_| gestures.begin()}
            {onpointerdown}
            {onpointermove}
            {onclick}
            {onkeydown}
        >
            { number }
        </button>
    }
}
