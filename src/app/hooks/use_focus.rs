//! Where focus goes when what had it disappears: never to the body of the page.

use web_sys::HtmlElement;
use yew::prelude::*;

/// A node, and a callback that moves focus to it. The node needs `tabindex="-1"` where it is no control.
#[hook]
pub(crate) fn use_focus() -> (NodeRef, Callback<()>) {
    let node = use_node_ref();
    let focus = use_callback(node.clone(), |(), node: &NodeRef| {
        if let Some(element) = node.cast::<HtmlElement>() {
            // An element that is not shown keeps focus where it is.
            let _ = element.focus();
        }
    });
    (node, focus)
}
