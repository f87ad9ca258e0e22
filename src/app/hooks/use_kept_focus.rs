//! Keeps the focus where a person works when the control that they pressed goes away.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};
use yew::prelude::*;

use super::focus::is_focus_lost;

const FOCUSABLE: &str =
    "button:not([disabled]), input:not([disabled]), select, textarea, summary, a[href], [tabindex]";

/// The pressed control, and everything around it from the inside out.
type Pressed = Vec<Element>;

/// Watches a part of the page. Where the control that has the focus is moved in its list after `when` has changed, it
/// takes the focus again; where the one that was pressed last is gone, and the focus with it, the nearest control that is
/// left takes it. The callback belongs to `onfocusin` of the part.
#[hook]
pub(crate) fn use_kept_focus<T: PartialEq + 'static>(
    node: &NodeRef,
    when: T,
) -> Callback<FocusEvent> {
    let pressed = use_mut_ref(Pressed::new);
    // Nothing has been moved or removed yet.
    let focused = node.cast::<Element>().and_then(|whole| focused_in(&whole));
    {
        let (pressed, node) = (pressed.clone(), node.clone());
        use_effect_with(when, move |_| {
            // What gets the focus is noted at once, so that the list cannot be lent meanwhile.
            let pressed = pressed.borrow().clone();
            restore(focused.as_ref(), &pressed, &node);
        });
    }
    use_callback(node.clone(), move |event: FocusEvent, node| {
        *pressed.borrow_mut() = ancestors(event.target_dyn_into::<Element>(), node);
    })
}

fn focused_in(whole: &Element) -> Option<HtmlElement> {
    let focused = document()
        .active_element()
        .filter(|element| whole.contains(Some(element)))?;
    focused.dyn_into().ok()
}

fn ancestors(from: Option<Element>, node: &NodeRef) -> Pressed {
    let Some(whole) = node.cast::<Element>() else {
        return Pressed::new();
    };
    let is_inside = |element: &Element| whole.contains(Some(element.unchecked_ref::<Node>()));
    std::iter::successors(from.filter(is_inside), |element: &Element| {
        element.parent_element()
    })
    .take_while(is_inside)
    .collect()
}

fn restore(focused: Option<&HtmlElement>, pressed: &[Element], node: &NodeRef) {
    if !is_focus_lost() {
        return;
    }
    if let Some(moved) = focused.filter(|element| element.is_connected()) {
        let _ = moved.focus();
        return;
    }
    if pressed.first().is_none_or(|element| element.is_connected()) {
        return;
    }
    let left = pressed.iter().filter(|element| element.is_connected());
    let mut focusable = left.filter_map(|element| element.query_selector(FOCUSABLE).ok().flatten());
    let target = focusable
        .next()
        .or_else(|| node.cast::<Element>())
        .and_then(|one| one.dyn_into::<HtmlElement>().ok());
    if let Some(target) = target {
        let _ = target.focus();
    }
}
