//! Ids of elements, for labels and descriptions.

use std::cell::Cell;

use yew::prelude::*;

thread_local! {
    static LAST: Cell<u64> = const { Cell::new(0) };
}

/// An id that no other element has, for as long as the component is there.
#[hook]
pub(crate) fn use_id(prefix: &'static str) -> AttrValue {
    let id = use_state(|| {
        LAST.with(|last| last.set(last.get() + 1));
        AttrValue::from(format!("{prefix}-{}", LAST.with(Cell::get)))
    });
    (*id).clone()
}
