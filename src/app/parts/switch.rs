//! A checkbox: on or off.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::field::FieldHelp;
use crate::app::hooks::use_id;

/// Props of [`Switch`].
#[derive(Clone, PartialEq, Properties)]
pub struct SwitchProps {
    /// What a person reads, and the name of the switch.
    pub label: AttrValue,
    /// Whether the label is for those only who hear it.
    #[prop_or_default]
    pub(crate) is_bare: bool,
    /// Whether it is on.
    pub is_on: bool,
    /// What it means, in a sentence or two.
    #[prop_or_default]
    pub help: AttrValue,
    /// The system's own key.
    #[prop_or_default]
    pub code: AttrValue,
    /// Why the last change was refused.
    #[prop_or_default]
    pub problem: Option<AttrValue>,
    /// Called with what it should become.
    pub(crate) on_toggle: Callback<bool>,
}

/// A checkbox with a label.
#[component]
pub fn Switch(props: &SwitchProps) -> Html {
    let id = use_id("switch");
    let renders = use_force_update();
    let onchange = {
        let on_toggle = props.on_toggle.clone();
        move |event: Event| {
            on_toggle.emit(event.target_unchecked_into::<HtmlInputElement>().checked());
            // A refused change leaves the value as it is, and the box has to show that.
            renders.force_update();
        }
    };
    let has_help = !props.help.is_empty() || !props.code.is_empty();
    let help_id = format!("{id}-help");
    html! {
        <div class={classes!("field", "switch", props.is_bare.then_some("is-bare"))}>
            <label for={id.clone()}>
                <input
                    {id}
                    type="checkbox"
                    checked={props.is_on}
                    aria-describedby={has_help.then(|| help_id.clone())}
                    {onchange}
                />
                <span class={props.is_bare.then_some("visually-hidden")}>{&props.label}</span>
            </label>
            if let Some(problem) = &props.problem {
                <p class="field-problem" role="alert">{problem}</p>
            }
            if has_help {
                <FieldHelp id={help_id} help={&props.help} code={&props.code} />
            }
        </div>
    }
}
