//! The frame of a dialog.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::button::IconButton;
use super::icon::IconKind;
use crate::app::hooks::{use_id, use_modal};

/// Props of [`DialogFrame`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct DialogFrameProps {
    /// The title.
    pub title: AttrValue,
    /// More classes.
    #[prop_or_default]
    pub class: Classes,
    /// Called when it is closed, however that is done.
    pub(crate) on_close: Callback<()>,
    /// The content.
    pub children: Html,
}

/// A modal dialog of the browser: it keeps the focus, closes on Escape and on a click beside it, and gives the focus
/// back. It is open for as long as it is mounted.
#[component]
pub(crate) fn DialogFrame(props: &DialogFrameProps) -> Html {
    let node = use_node_ref();
    use_modal(&node);
    let title_id = use_id("dialog");
    let onclose = {
        let on_close = props.on_close.clone();
        move |_: Event| on_close.emit(())
    };
    let onclick = {
        let on_close = props.on_close.clone();
        move |event: MouseEvent| {
            // The content has an element of its own: what hits the dialog itself is beside it.
            if event.target_dyn_into::<HtmlDialogElement>().is_some() {
                on_close.emit(());
            }
        }
    };
    let on_button = use_callback(props.on_close.clone(), |_: MouseEvent, on_close| {
        on_close.emit(())
    });
    html! {
        <dialog
            class={classes!("dialog", props.class.clone())}
            ref={node}
            aria-labelledby={title_id.clone()}
            {onclose}
            {onclick}
        >
            <div class="dialog-body">
                <div class="dialog-head">
                    <h2 id={title_id}>{&props.title}</h2>
                    <IconButton label="Close" key_hint={AttrValue::from("Escape")} icon={IconKind::Close} onclick={on_button} />
                </div>
                {props.children.clone()}
            </div>
        </dialog>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::parts::rendered;

    #[test]
    fn a_dialog_is_named_by_its_title() {
        let html = rendered::<DialogFrame>(|| DialogFrameProps {
            title: "Keys".into(),
            class: Classes::new(),
            on_close: Callback::noop(),
            children: html! { <p>{"Space"}</p> },
        });
        let id = html
            .split(r#"aria-labelledby=""#)
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .unwrap_or_default();
        assert!(
            !id.is_empty() && html.contains(&format!(r#"<h2 id="{id}">Keys</h2>"#)),
            "{html}"
        );
        assert!(html.contains(r#"aria-label="Close""#), "{html}");
    }
}
