//! The variants of a scenario.

use yew::prelude::*;

use crate::app::hooks::use_dispatch;
use crate::app::session::{Action, Handle};
use crate::engine::limits::MAX_VARIANTS;
use crate::simulator::Edit;
use crate::simulator::edit::letter;

/// Props of [`Variants`].
#[derive(Clone, PartialEq, Properties)]
pub struct VariantsProps {
    /// The scenario as it is edited.
    pub document: Handle,
    /// The variant that is edited, from 0.
    pub variant: usize,
}

/// The variants, one of which is edited; adding, removing, and ready-made comparisons.
#[component]
pub fn Variants(props: &VariantsProps) -> Html {
    let VariantsProps { document, variant } = props.clone();
    let dispatch = use_dispatch();
    let count = document.variants();
    let button = |action: Action| {
        let dispatch = dispatch.clone();
        move |_: MouseEvent| dispatch.emit(action.clone())
    };
    let comparisons = document.comparisons(variant);
    html! {
        <div class="variants">
            <h3>{"Variants"}</h3>
            <ul class="variant-list">
                { for (0..count).map(|index| html! {
                    <li key={index}>
                        <button
                            type="button"
                            class="list-button variant"
                            aria-pressed={(index == variant).to_string()}
                            onclick={button(Action::Variant(index))}
                        >
                            <span
                                class="variant-chip"
                                data-variant={letter(index).to_ascii_lowercase().to_string()}
                                aria-hidden="true"
                            >
                                {letter(index)}
                            </span>
                            <span>{document.variant_title(index)}</span>
                        </button>
                        if count > 1 {
                            <button
                                type="button"
                                class="small"
                                aria-label={format!("Remove variant {}", letter(index))}
                                onclick={button(Action::edit(Edit::RemoveVariant(index)))}
                            >
                                {"Remove"}
                            </button>
                        }
                    </li>
                }) }
            </ul>
            if count < MAX_VARIANTS {
                <button type="button" onclick={button(Action::edit(Edit::AddVariant(variant)))}>
                    {"Add a variant like this one"}
                </button>
            }
            if !comparisons.is_empty() {
                <details class="menu">
                    <summary>{"Compare…"}</summary>
                    <ul>
                        { for comparisons.into_iter().enumerate().map(|(comparison, title)| html! {
                            <li key={comparison}>
                                <button
                                    type="button"
                                    class="list-button"
                                    onclick={button(Action::edit(Edit::Compare { comparison, variant }))}
                                >
                                    {title}
                                </button>
                            </li>
                        }) }
                    </ul>
                </details>
            }
        </div>
    }
}
