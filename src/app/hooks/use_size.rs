//! The sizes of elements, in CSS pixels.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// Width and height in CSS pixels; 0 while the element is not laid out.
pub type Size = (f64, f64);

/// The size of an element, now and whenever it changes.
#[hook]
pub(crate) fn use_size(node: &NodeRef) -> Size {
    let sizes = use_sizes(std::slice::from_ref(node));
    sizes.first().copied().unwrap_or_default()
}

/// The sizes of some elements; those that change together are heard of together.
#[hook]
pub(crate) fn use_sizes(nodes: &[NodeRef]) -> Rc<[Size]> {
    let sizes = use_state_eq(|| {
        nodes
            .iter()
            .map(|_| Size::default())
            .collect::<Rc<[Size]>>()
    });
    let setter = sizes.setter();
    use_effect_with(nodes.to_vec(), move |nodes: &Vec<NodeRef>| {
        let nodes = nodes.clone();
        let elements: Vec<Element> = nodes.iter().filter_map(NodeRef::cast).collect();
        let on_size =
            Closure::<dyn Fn()>::new(move || setter.set(nodes.iter().map(size).collect()));
        let observer = ResizeObserver::new(on_size.as_ref().unchecked_ref()).ok();
        if let Some(observer) = &observer {
            elements
                .iter()
                .for_each(|element| observer.observe(element));
        }
        move || {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop(on_size);
        }
    });
    (*sizes).clone()
}

fn size(node: &NodeRef) -> Size {
    let element = node.cast::<Element>();
    element.map_or_else(Size::default, |element| {
        (
            element.client_width().into(),
            element.client_height().into(),
        )
    })
}
