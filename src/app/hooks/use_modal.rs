//! Shows a dialog as a modal one.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::prelude::*;

/// Shows a dialog as a modal one for as long as it is mounted, and gives the focus back after that.
#[hook]
pub(crate) fn use_modal(node: &NodeRef) {
    use_effect_with(node.clone(), |node| {
        let before = document()
            .active_element()
            .and_then(|element| element.dyn_into::<HtmlElement>().ok());
        let dialog = node.cast::<HtmlDialogElement>();
        if let Some(dialog) = dialog.as_ref().filter(|dialog| !dialog.open()) {
            // Refused only where the dialog is not in the page, or open already.
            let _ = dialog.show_modal();
        }
        move || {
            if let Some(dialog) = dialog.filter(HtmlDialogElement::open) {
                dialog.close();
            }
            if let Some(before) = before.filter(|element| element.is_connected()) {
                let _ = before.focus();
            }
        }
    });
}
