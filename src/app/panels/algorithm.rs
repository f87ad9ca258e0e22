//! How the scenario is balanced: variants, choices and settings.

use std::rc::Rc;

use yew::prelude::*;

use super::choices::{Assumptions, Choices, Warnings};
use super::setting_form::SettingForm;
use super::variants::Variants;
use crate::app::hooks::use_dispatch;
use crate::app::session::{Action, Handle, Refusal};
use crate::simulator::{Edit, Field};

/// Props of [`AlgorithmPanel`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct AlgorithmPanelProps {
    /// The scenario as it is edited.
    pub document: Handle,
    /// The variant that is edited, from 0.
    pub variant: usize,
    /// The round whose settings in force are shown; those of the document where there is none.
    pub(crate) in_force_at: Option<usize>,
    /// Where this changes, what was typed is forgotten.
    pub epoch: usize,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
}

/// Variants, and what the one that is edited chooses and sets.
#[component]
pub(crate) fn AlgorithmPanel(props: &AlgorithmPanelProps) -> Html {
    let AlgorithmPanelProps {
        document,
        variant,
        in_force_at,
        epoch,
        refusal,
    } = props.clone();
    let variant = variant.min(document.variants() - 1);
    let dispatch = use_dispatch();
    let fields = use_memo(
        (document.clone(), variant, in_force_at),
        |(document, variant, in_force_at)| {
            let fields = document.fields(*variant, *in_force_at);
            fields
                .into_iter()
                .filter(|field| field.is_of_variant)
                .collect::<Vec<Field>>()
        },
    );
    let changed = fields
        .iter()
        .filter(|field| field.value != field.default)
        .count();
    let on_reset = move |_: MouseEvent| dispatch.emit(Action::edit(Edit::Reset(variant)));
    html! {
        <div class="algorithm-panel">
            <Variants document={document.clone()} {variant} />
            <Choices document={document.clone()} {variant} />
            <Warnings document={document.clone()} {variant} />
            <Assumptions document={document.clone()} {variant} />
            <div class="settings">
                if !fields.is_empty() {
                    <h3>{"Settings"}</h3>
                }
                <SettingForm key={variant} fields={(*fields).clone()} {variant} {epoch} {refusal} />
                if changed > 0 {
                    <button type="button" onclick={on_reset}>{reset_label(changed)}</button>
                }
            </div>
        </div>
    }
}

fn reset_label(changed: usize) -> String {
    match changed {
        1 => "Reset 1 changed setting".to_owned(),
        _ => format!("Reset {changed} changed settings"),
    }
}
