//! A dialog of the browser's own: it traps focus, closes on Escape and gives focus back.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::icons::{Icon, icon};

/// What a dialog shows.
#[derive(Properties, PartialEq)]
pub struct ModalProps {
    /// Its heading and accessible name.
    pub title: AttrValue,
    /// Hears that it was closed.
    pub on_close: Callback<()>,
    /// What is in it.
    pub children: Html,
}

#[component]
pub fn Modal(props: &ModalProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            if let Some(dialog) = node.cast::<HtmlDialogElement>() {
                let _ = dialog.show_modal();
            }
        });
    }
    let onclose = props.on_close.reform(|_: Event| ());
    let close = {
        let node = node.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(dialog) = node.cast::<HtmlDialogElement>() {
                dialog.close();
            }
        })
    };
    html! {
        <dialog ref={node} aria-label={props.title.clone()} {onclose}>
            <div class="dialog-head">
                <h2>{ &props.title }</h2>
                <button type="button" class="small" aria-label="Close" onclick={close}>{ icon(Icon::Close) }</button>
            </div>
            { props.children.clone() }
        </dialog>
    }
}
