//! Where the focus is, and moving it.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Whether nothing that can be seen has the focus: what had it is gone or hidden.
pub(crate) fn is_focus_lost() -> bool {
    document().active_element().is_none_or(|element| {
        let size = element.get_bounding_client_rect();
        element.tag_name() == "BODY" || size.width() * size.height() == 0.0
    })
}

/// Moves the focus to the first element of a part of the page that a selector finds.
pub(crate) fn focus_in(part: &NodeRef, selector: &str) {
    let found = part
        .cast::<Element>()
        .and_then(|part| part.query_selector(selector).ok().flatten());
    if let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that cannot be focused stays without the focus.
        let _ = element.focus();
    }
}
