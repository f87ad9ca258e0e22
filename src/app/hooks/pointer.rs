//! Dragging: whatever handlers of the pointer need of the elements that they hear.

use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// An element takes hold of the pointer, and of focus: its moves are heard wherever it goes.
pub(crate) fn grasp(event: &PointerEvent) {
    // Otherwise texts would be selected, and focus would go elsewhere.
    event.prevent_default();
    let element: HtmlElement = event.target_unchecked_into();
    let _ = element.set_pointer_capture(event.pointer_id());
    let _ = element.focus();
}

/// Whether the element that hears the pointer has hold of it.
pub(crate) fn is_grasped(event: &PointerEvent) -> bool {
    event
        .target_unchecked_into::<Element>()
        .has_pointer_capture(event.pointer_id())
}

/// Where the pointer is across the parent of the element that hears it: 0 at the left edge, 1 at the right, after
/// some CSS pixels have been taken off on both sides. `None` where the parent has no width.
pub(crate) fn share_across(event: &PointerEvent, left: f64, right: f64) -> Option<f64> {
    let area = event
        .target_unchecked_into::<Element>()
        .parent_element()?
        .get_bounding_client_rect();
    let width = area.width() - left - right;
    (width > 0.0)
        .then(|| ((f64::from(event.client_x()) - area.left() - left) / width).clamp(0.0, 1.0))
}

/// Gives focus to an element, if it is there.
pub(crate) fn focus(node: &NodeRef) {
    if let Some(element) = node.cast::<HtmlElement>() {
        let _ = element.focus();
    }
}
