//! Buttons that show an icon alone.

use yew::prelude::*;

use super::icon::{Icon, IconKind};

/// Props of [`IconButton`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct IconButtonProps {
    /// What it does: its name for those who hear it, and its tooltip.
    pub label: AttrValue,
    /// The key that does the same, for the tooltip: "Ctrl+Z".
    #[prop_or_default]
    pub(crate) key_hint: Option<AttrValue>,
    /// The icon.
    pub(crate) icon: IconKind,
    /// Whether it can be pressed.
    #[prop_or_default]
    pub disabled: bool,
    /// Whether it is down, for one that stays down.
    #[prop_or_default]
    pub pressed: Option<bool>,
    /// More classes.
    #[prop_or_default]
    pub class: Classes,
    /// Called when it is pressed.
    pub(crate) onclick: Callback<MouseEvent>,
}

/// A button with an icon and a name.
#[component]
pub(crate) fn IconButton(props: &IconButtonProps) -> Html {
    let title = match &props.key_hint {
        Some(keys) => AttrValue::from(format!("{} ({keys})", props.label)),
        None => props.label.clone(),
    };
    html! {
        <button
            type="button"
            class={classes!("icon-button", props.class.clone())}
            aria-label={&props.label}
            aria-pressed={props.pressed.map(|pressed| pressed.to_string())}
            {title}
            disabled={props.disabled}
            onclick={&props.onclick}
        >
            <Icon kind={props.icon} />
        </button>
    }
}
