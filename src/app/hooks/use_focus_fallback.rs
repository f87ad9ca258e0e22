//! Focus of what disappears by itself.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::pointer;

/// For an element that is shown only at times: callbacks for its `onfocusin` and `onfocusout`. When it disappears
/// while it has focus, focus goes to `fallback` instead of the body of the page.
#[hook]
pub(crate) fn use_focus_fallback(
    is_shown: bool,
    fallback: &NodeRef,
) -> (Callback<FocusEvent>, Callback<FocusEvent>) {
    let has_focus = use_mut_ref(|| false);
    let onfocusin = use_callback(has_focus.clone(), |_: FocusEvent, has_focus| {
        *has_focus.borrow_mut() = true
    });
    let onfocusout = use_callback(has_focus.clone(), |event: FocusEvent, has_focus| {
        // Without a next element it is the one that disappears.
        if event.related_target().is_some() {
            *has_focus.borrow_mut() = false;
        }
    });
    use_effect_with((is_shown, fallback.clone()), move |(is_shown, fallback)| {
        if !is_shown && has_focus.take() && is_body_active() {
            pointer::focus(fallback);
        }
    });
    (onfocusin, onfocusout)
}

fn is_body_active() -> bool {
    let body = document().body().map(JsCast::unchecked_into::<HtmlElement>);
    let active = document()
        .active_element()
        .map(JsCast::unchecked_into::<HtmlElement>);
    active.is_none() || active == body
}
