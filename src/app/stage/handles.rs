//! What can be dragged on a stage: sliders over its bars.

use yew::prelude::*;

use super::player::Handles;
use crate::app::hooks::{pointer, use_dispatch, use_gesture};
use crate::app::session::Action;
use crate::engine::format::format_number;
use crate::simulator::Handle;

/// Least height of a handle, in CSS pixels: it has to be hit by a finger.
const LEAST_HEIGHT: f64 = 24.0;
/// What the page keys change a value by, as a multiple of what the arrow keys do.
const PAGE: f64 = 10.0;

/// Props of [`StageHandles`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct StageHandlesProps {
    /// What can be dragged, if anything.
    pub handles: Option<Handles>,
}

/// The handles of a stage.
#[component]
pub(crate) fn StageHandles(props: &StageHandlesProps) -> Html {
    let handles = props.handles.as_ref().map_or(&[][..], |handles| handles);
    html! {
        <div class="stage-handles">
            for handle in handles.iter() {
                <StageHandle key={handle.label.as_str()} handle={handle.clone()} />
            }
        </div>
    }
}

/// Props of [`StageHandle`].
#[derive(Clone, PartialEq, Properties)]
struct StageHandleProps {
    /// What is dragged.
    handle: Handle,
}

/// Where a drag began.
#[derive(Clone, Copy)]
struct Grasp {
    /// Where the pointer was, in CSS pixels from the top of the window.
    from_y: f64,
    /// The value then.
    value: f64,
    /// What a pixel was worth then: the scale may change while the edited run is computed.
    value_per_px: f64,
    /// The value that the drag has set last.
    last: f64,
}

/// A slider over the upper edge of a bar. A drag, and what keys do while it has focus, are one step of undo.
#[component]
fn StageHandle(props: &StageHandleProps) -> Html {
    let dispatch = use_dispatch();
    let gestures = use_gesture();
    let grasp = use_mut_ref(|| None::<Grasp>);
    let handle = &props.handle;
    let edit = {
        let (handle, gestures) = (handle.clone(), gestures.clone());
        move |value: f64| dispatch.emit(Action::edit_in(gestures.current(), handle.edit(value)))
    };
    let onpointerdown = {
        let (grasp, gestures) = (grasp.clone(), gestures.clone());
        let (value, value_per_px) = (handle.value, handle.value_per_px);
        move |event: PointerEvent| {
            pointer::grasp(&event);
            gestures.begin();
            *grasp.borrow_mut() = Some(Grasp {
                from_y: event.client_y().into(),
                value,
                value_per_px,
                last: value,
            });
        }
    };
    let onpointermove = {
        let (grasp, edit, handle) = (grasp.clone(), edit.clone(), handle.clone());
        move |event: PointerEvent| {
            let Some(held) = &mut *grasp.borrow_mut() else {
                return;
            };
            let value =
                held.value + (held.from_y - f64::from(event.client_y())) * held.value_per_px;
            let value = tenths(value.clamp(handle.bounds.0, handle.bounds.1));
            if value != held.last {
                held.last = value;
                edit(value);
            }
        }
    };
    let release = {
        let grasp = grasp.clone();
        Callback::from(move |_: PointerEvent| *grasp.borrow_mut() = None)
    };
    let onkeydown = {
        let value = handle.value;
        move |event: KeyboardEvent| {
            let Some(step) = step(&event.key()) else {
                return;
            };
            event.prevent_default();
            event.stop_propagation();
            edit(value.round() + step);
        }
    };
    let area = &handle.area;
    let height = area.height.max(LEAST_HEIGHT);
    let (top, value) = (
        area.center().y - height / 2.0,
        format_number(handle.value, 1),
    );
    let [left, width, top, height] =
        [area.left, area.width, top, height].map(|length| format_number(length, 1));
    html! {
        <div
            class="stage-handle"
            role="slider"
            tabindex={if handle.is_in_tab_order { "0" } else { "-1" }}
            style={format!("left:{left}px;top:{top}px;width:{width}px;height:{height}px")}
            title={format!("Drag to change: {}", handle.label)}
            aria-label={handle.label.clone()}
            aria-orientation="vertical"
            aria-valuemin={format_number(handle.bounds.0, 1)}
            aria-valuemax={format_number(handle.bounds.1, 1)}
            aria-valuetext={format!("{value} {}", handle.unit).trim_end().to_owned()}
            aria-valuenow={value}
            onfocus={move |_| gestures.begin()}
            {onpointerdown}
            {onpointermove}
            onpointerup={release.clone()}
            onpointercancel={release}
            {onkeydown}
        />
    }
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// What a key changes the value by.
fn step(key: &str) -> Option<f64> {
    match key {
        "ArrowUp" | "ArrowRight" => Some(1.0),
        "ArrowDown" | "ArrowLeft" => Some(-1.0),
        "PageUp" => Some(PAGE),
        "PageDown" => Some(-PAGE),
        _ => None,
    }
}
