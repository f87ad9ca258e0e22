//! Whether the content of an element is wider than the element.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// Whether what is inside an element does not fit its width, so that it scrolls sideways.
#[hook]
pub(crate) fn use_overflow(node: &NodeRef) -> bool {
    let overflows = use_state_eq(|| false);
    {
        let overflows = overflows.setter();
        use_effect_with(node.clone(), move |node| {
            observe(node.cast::<Element>(), overflows)
        });
    }
    *overflows
}

fn observe(element: Option<Element>, overflows: UseStateSetter<bool>) -> impl FnOnce() {
    let measured = element.clone();
    let measure = Closure::<dyn Fn()>::new(move || {
        if let Some(element) = &measured {
            overflows.set(element.scroll_width() > element.client_width() + 1);
        }
    });
    let observer = ResizeObserver::new(measure.as_ref().unchecked_ref()).ok();
    if let (Some(observer), Some(element)) = (&observer, &element) {
        observer.observe(element);
        if let Some(content) = element.first_element_child() {
            observer.observe(&content);
        }
    }
    move || {
        if let Some(observer) = observer {
            observer.disconnect();
        }
        drop(measure);
    }
}
