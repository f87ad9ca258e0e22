//! What a variant chooses among named options, with descriptions and warnings.

use yew::prelude::*;

use crate::app::hooks::use_dispatch;
use crate::app::parts::{ChoiceItem, NoticeBox, NoticeKind, SelectField};
use crate::app::session::{Action, Handle};
use crate::simulator::{Choice, Edit, Severity, Warning};

/// Props of [`Choices`], [`Warnings`] and [`Assumptions`].
#[derive(Clone, PartialEq, Properties)]
pub struct OfVariantProps {
    /// The scenario as it is edited.
    pub document: Handle,
    /// The variant that is edited, from 0.
    pub variant: usize,
}

/// The choices of a variant.
#[component]
pub fn Choices(props: &OfVariantProps) -> Html {
    let choices = props.document.choices(props.variant);
    html! {
        <div class="choices">
            { for choices.iter().map(|choice| html! {
                <ChoiceControl key={choice.id} variant={props.variant} choice={choice.clone()} />
            }) }
        </div>
    }
}

/// Props of [`ChoiceControl`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ChoiceControlProps {
    /// The variant, from 0.
    pub variant: usize,
    /// The choice.
    pub choice: Choice,
}

/// A choice, with how faithful the chosen option is and what it does.
#[component]
pub(crate) fn ChoiceControl(props: &ChoiceControlProps) -> Html {
    let dispatch = use_dispatch();
    let ChoiceControlProps { variant, choice } = props.clone();
    let id = choice.id;
    let on_select = use_callback(
        (variant, id, dispatch),
        |option: AttrValue, (variant, choice, dispatch)| {
            let edit = Edit::Choose {
                variant: *variant,
                choice,
                option: option.to_string(),
            };
            dispatch.emit(Action::edit(edit));
        },
    );
    let option = choice.option().cloned();
    html! {
        <div class="choice-control">
            <SelectField label={choice.label} items={items(&choice)} selected={choice.selected.clone()} {on_select} />
            if let Some(option) = option {
                <p class="field-help">
                    if let Some(fidelity) = option.fidelity {
                        <span class="fidelity" data-fidelity={fidelity.label()} title={fidelity.about()}>{fidelity.label()}</span>
                        {" "}
                    }
                    {option.about}
                </p>
            }
        </div>
    }
}

/// The options of a choice. One that is in force and known to no table is among them.
fn items(choice: &Choice) -> Vec<ChoiceItem> {
    let items = choice.options.iter().map(|option| {
        let label = match option.fidelity {
            Some(fidelity) => format!("{} · {}", option.label, fidelity.label()),
            None => option.label.clone(),
        };
        ChoiceItem::new(option.id.clone(), label).under(option.group)
    });
    items.collect()
}

/// What a person should know of the variant as it is set up, with the remedies.
#[component]
pub(crate) fn Warnings(props: &OfVariantProps) -> Html {
    let dispatch = use_dispatch();
    let warnings = props.document.warnings(props.variant);
    html! {
        <div class="warnings" role="status">
            { for warnings.into_iter().enumerate().map(|(index, Warning { severity, text, remedy })| {
                let (kind, title) = match severity {
                    Severity::Refused => (NoticeKind::Refusal, "The release refuses this setup."),
                    Severity::Remark => (NoticeKind::Remark, ""),
                };
                let button = remedy.map(|remedy| {
                    let dispatch = dispatch.clone();
                    let onclick = move |_: MouseEvent| dispatch.emit(Action::edit(remedy.edit.clone()));
                    html! { <button type="button" {onclick}>{remedy.label}</button> }
                });
                html! { <NoticeBox key={index} {kind} {title} {text}>{button.unwrap_or_default()}</NoticeBox> }
            }) }
        </div>
    }
}

/// What had to be decided where the sources say nothing.
#[component]
pub fn Assumptions(props: &OfVariantProps) -> Html {
    let assumptions = props.document.assumptions(props.variant);
    html! {
        <div class="assumptions">
            if !assumptions.is_empty() {
                <details>
                    <summary>{format!("Assumptions ({})", assumptions.len())}</summary>
                    <p class="field-help">{"What had to be decided where the sources say nothing."}</p>
                    <dl class="definitions">
                        { for assumptions.into_iter().map(|(question, answer)| html! {
                            <div key={question}><dt>{question}</dt><dd>{answer}</dd></div>
                        }) }
                    </dl>
                </details>
            }
        </div>
    }
}
