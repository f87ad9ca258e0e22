//! A menu that opens below its button, and closes when one looks elsewhere.

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::Node;
use yew::prelude::*;

use super::use_focus::use_focus;

/// A menu and its button.
pub(crate) struct Disclosure {
    /// Whether the menu is shown.
    pub(crate) is_open: bool,
    /// The element around the button and the menu.
    pub(crate) frame: NodeRef,
    /// The button; focus returns to it.
    pub button: NodeRef,
    /// For the button: shows the menu, or hides it.
    pub(crate) toggle: Callback<MouseEvent>,
    /// Hides the menu and gives focus back to the button.
    pub close: Callback<()>,
    /// For the frame: Escape closes the menu.
    pub(crate) onkeydown: Callback<KeyboardEvent>,
    /// For the frame: the menu closes when focus leaves it.
    pub(crate) onfocusout: Callback<FocusEvent>,
}

/// The state of a menu. A press of the pointer outside of the frame closes it too.
#[hook]
pub(crate) fn use_disclosure() -> Disclosure {
    let is_open = use_state_eq(|| false);
    let frame = use_node_ref();
    let (button, focus) = use_focus();
    let toggle = use_callback(is_open.clone(), |_: MouseEvent, is_open| {
        is_open.set(!**is_open)
    });
    let close = use_callback((is_open.setter(), focus), |(), (is_open, focus)| {
        is_open.set(false);
        focus.emit(());
    });
    let onkeydown = use_callback(
        (*is_open, close.clone()),
        |event: KeyboardEvent, (is_open, close)| {
            if *is_open && event.key() == "Escape" {
                event.stop_propagation();
                close.emit(());
            }
        },
    );
    let onfocusout = use_callback(
        (is_open.setter(), frame.clone()),
        |event: FocusEvent, (is_open, frame)| {
            // Without a next element the window has lost focus, or the pointer is down, which is heard below.
            if event
                .related_target()
                .is_some_and(|next| !contains(frame, &next))
            {
                is_open.set(false);
            }
        },
    );
    use_effect_with((*is_open, frame.clone()), {
        let setter = is_open.setter();
        move |(is_open, frame): &(bool, NodeRef)| {
            let frame = frame.clone();
            let outside = is_open.then(|| {
                EventListener::new(&gloo::utils::document(), "pointerdown", move |event| {
                    if event
                        .target()
                        .is_some_and(|target| !contains(&frame, &target))
                    {
                        setter.set(false);
                    }
                })
            });
            move || drop(outside)
        }
    });
    Disclosure {
        is_open: *is_open,
        frame,
        button,
        toggle,
        close,
        onkeydown,
        onfocusout,
    }
}

fn contains(frame: &NodeRef, target: &web_sys::EventTarget) -> bool {
    frame
        .get()
        .is_some_and(|frame| frame.contains(target.dyn_ref::<Node>()))
}
