//! The right panel: the reasons or the results, of one of the variants.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::hooks::use_dispatch;
use crate::app::session::{Action, Tab};
use crate::simulator::edit::letter;

/// Props of [`SidePanel`].
#[derive(Clone, PartialEq, Properties)]
pub struct SidePanelProps {
    /// The tab that is shown.
    pub tab: Tab,
    /// The titles of the variants.
    pub variants: Rc<[AttrValue]>,
    /// The variant that is explained, from 0.
    pub variant: usize,
    /// The panel of the tab.
    pub children: Html,
}

/// The right panel.
#[component]
pub fn SidePanel(props: &SidePanelProps) -> Html {
    let dispatch = use_dispatch();
    let tab = |(tab, label): (Tab, &'static str)| {
        let is_shown = tab == props.tab;
        let onclick = dispatch.reform(move |_: MouseEvent| Action::Tab(tab));
        html! {
            <button key={label} type="button" class="tab" aria-pressed={is_shown.to_string()} {onclick}>{label}</button>
        }
    };
    html! {
        <aside class="side-panel" aria-label="Explanation">
            <div class="side-head">
                <div class="side-tabs" role="group" aria-label="Why or results">
                    {for [(Tab::Why, "Why"), (Tab::Results, "Results")].map(tab)}
                </div>
                if props.variants.len() > 1 {
                    <VariantSwitch variants={&props.variants} variant={props.variant} />
                }
            </div>
            <div class="side-body">{props.children.clone()}</div>
        </aside>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct VariantSwitchProps {
    variants: Rc<[AttrValue]>,
    variant: usize,
}

/// Which variant is explained.
#[component]
fn VariantSwitch(props: &VariantSwitchProps) -> Html {
    let dispatch = use_dispatch();
    let chip = |(variant, title): (usize, &AttrValue)| {
        let onclick = dispatch.reform(move |_: MouseEvent| Action::Variant(variant));
        html! {
            <button
                key={variant}
                type="button"
                class="variant-switch-button"
                aria-pressed={(variant == props.variant).to_string()}
                aria-label={format!("Explain variant {}", letter(variant))}
                {title}
                {onclick}
            >
                <VariantChip {variant} />
            </button>
        }
    };
    html! {
        <div class="variant-switch" role="group" aria-label="Explained variant">
            {for props.variants.iter().enumerate().map(chip)}
        </div>
    }
}

/// Props of [`VariantChip`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct VariantChipProps {
    /// The variant, from 0.
    pub variant: usize,
}

/// The letter of a variant on its colour.
#[component]
pub(crate) fn VariantChip(props: &VariantChipProps) -> Html {
    let name = letter(props.variant);
    html! { <span class="variant-chip" data-variant={name.to_ascii_lowercase().to_string()}>{name}</span> }
}
