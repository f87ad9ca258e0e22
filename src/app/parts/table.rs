//! Tables of data.

use yew::prelude::*;

use crate::app::hooks::use_overflow;

/// Props of [`ScrollRegion`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ScrollRegionProps {
    /// What is inside.
    pub label: AttrValue,
    /// The content.
    pub children: Html,
}

/// Scrolls what is wider than the room for it. Where it does, it can be focused, so that keys scroll it.
#[component]
pub(crate) fn ScrollRegion(props: &ScrollRegionProps) -> Html {
    let node = use_node_ref();
    let overflows = use_overflow(&node);
    html! {
        <div
            class="scroll-region"
            ref={node}
            role={overflows.then_some("region")}
            aria-label={overflows.then(|| props.label.clone())}
            tabindex={overflows.then_some("0")}
        >
            {props.children.clone()}
        </div>
    }
}
