//! Which scenario is open: picking another, what to look for, title, length and seed.

use std::rc::Rc;

use yew::prelude::*;

use super::edit_target::EditTarget;
use super::value_control::ValueControl;
use crate::app::hooks::use_dispatch;
use crate::app::parts::FieldInput;
use crate::app::session::{Action, Handle, Origin, Refusal, Request};
use crate::engine::limits::MAX_ROUNDS;
use crate::engine::{Kind, ValueType};
use crate::simulator::{InputType, InputValue, PresetInfo};
use crate::systems;

/// Props of [`PresetPicker`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct PresetPickerProps {
    /// The title of the scenario.
    pub title: AttrValue,
    /// Where it came from.
    pub origin: Origin,
    /// Whether it has been edited since.
    pub is_edited: bool,
}

/// The scenarios that come with the system, to open one.
#[component]
pub(crate) fn PresetPicker(props: &PresetPickerProps) -> Html {
    let dispatch = use_dispatch();
    let Origin { system, preset } = props.origin;
    let presets = use_memo(system, |system| {
        systems::find(system).map_or_else(Vec::new, |entry| (entry.presets)())
    });
    let item = |one: &PresetInfo| {
        let dispatch = dispatch.clone();
        let request = Request::Preset {
            system: system.to_owned(),
            preset: one.id.to_owned(),
        };
        let onclick = move |_: MouseEvent| dispatch.emit(Action::Request(request.clone()));
        html! {
            <li key={one.id}>
                <button
                    type="button"
                    class="list-button"
                    aria-current={(preset == Some(one.id)).then_some("true")}
                    {onclick}
                >
                    {one.title}
                </button>
            </li>
        }
    };
    html! {
        <div class="preset-picker">
            <p class="scenario-title">
                <strong>{&props.title}</strong>
                if props.is_edited {
                    {" "}<span class="badge">{"edited"}</span>
                }
            </p>
            if !presets.is_empty() {
                <details class="menu">
                    <summary>{"Other scenarios"}</summary>
                    { for presets.chunk_by(|a, b| a.group == b.group).map(|group| html! {
                        <div key={group[0].group}>
                            if !group[0].group.is_empty() {
                                <h3>{group[0].group}</h3>
                            }
                            <ul>{ for group.iter().map(item) }</ul>
                        </div>
                    }) }
                </details>
            }
        </div>
    }
}

/// Props of [`Notes`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct NotesProps {
    /// The scenario as it is edited.
    pub document: Handle,
    /// Whether it has been edited since it was opened, so that the notes may no longer hold.
    pub is_edited: bool,
}

/// What to look for.
#[component]
pub(crate) fn Notes(props: &NotesProps) -> Html {
    let notes = props.document.notes();
    html! {
        <div class={classes!("notes", props.is_edited.then_some("is-edited"))}>
            if !notes.is_empty() {
                <h3>{"What to look for"}</h3>
                if props.is_edited {
                    <p class="field-help">{"Written for the scenario before it was edited."}</p>
                }
                <ul>{ for notes.iter().enumerate().map(|(index, note)| html! { <li key={index}>{note}</li> }) }</ul>
            }
        </div>
    }
}

/// Props of [`RunFields`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct RunFieldsProps {
    /// The scenario as it is edited.
    pub document: Handle,
    /// Where this changes, what was typed is forgotten.
    pub epoch: usize,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
}

/// Title, length and seed.
#[component]
pub(crate) fn RunFields(props: &RunFieldsProps) -> Html {
    let RunFieldsProps {
        document,
        epoch,
        refusal,
    } = props.clone();
    let round = document.info().round;
    let length = ValueType {
        kind: Kind::Whole,
        min: 1.0,
        max: MAX_ROUNDS as f64,
    };
    html! {
        <fieldset class="field-group">
            <legend>{"Run"}</legend>
            <ValueControl
                target={EditTarget::Title}
                label="Title"
                input={FieldInput::Value(InputType::Text)}
                value={InputValue::Text(document.title().to_owned())}
                {epoch}
                refusal={refusal.clone()}
            />
            <ValueControl
                target={EditTarget::Rounds}
                label="Length"
                unit={format!("{round}s")}
                help={format!("How many {round}s the run has, 1 to {MAX_ROUNDS}.")}
                input={FieldInput::Value(InputType::Number(length))}
                value={InputValue::Number(document.rounds() as f64)}
                {epoch}
                refusal={refusal.clone()}
            />
            <ValueControl
                target={EditTarget::Seed}
                label="Seed"
                help="Decides everything that is left to chance. The same seed gives the same run."
                input={FieldInput::Whole64}
                value={InputValue::Text(document.seed().to_string())}
                {epoch}
                {refusal}
            />
        </fieldset>
    }
}
