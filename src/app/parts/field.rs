//! A labelled field for a number, a time or a text.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::typed::{FieldInput, Reading, Refused, Typed, TypedAction};
use crate::app::hooks::{use_gesture, use_id};
use crate::app::session::Gesture;
use crate::simulator::InputValue;

/// An edit made with a control.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FieldEdit {
    /// The value.
    pub value: InputValue,
    /// What was typed, where it was typed.
    pub text: Option<String>,
    /// The gesture that it belongs to.
    pub(crate) gesture: Gesture,
}

/// Ends and step of a slider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SliderRange {
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// The distance of two values.
    pub step: f64,
}

/// Props of [`Field`].
#[derive(Clone, PartialEq, Properties)]
pub struct FieldProps {
    /// What a person reads, and the name of the field.
    pub label: AttrValue,
    /// Whether the label is for those only who hear it: the head of a column says the same.
    #[prop_or_default]
    pub(crate) is_bare: bool,
    /// What it takes.
    pub input: FieldInput,
    /// The value in force, as text.
    pub value: AttrValue,
    /// The unit behind the field.
    #[prop_or_default]
    pub unit: AttrValue,
    /// What it means, in a sentence or two.
    #[prop_or_default]
    pub help: AttrValue,
    /// The system's own key.
    #[prop_or_default]
    pub code: AttrValue,
    /// A slider below the field.
    #[prop_or_default]
    pub(crate) slider: Option<SliderRange>,
    /// An edit of this field that was refused.
    #[prop_or_default]
    pub refused: Option<Refused>,
    /// Where this changes, what was typed is forgotten.
    #[prop_or_default]
    pub epoch: usize,
    /// Called with every edit.
    pub(crate) on_edit: Callback<FieldEdit>,
}

/// A labelled field. What is typed stays in it until it is a value, or until another value comes from elsewhere; what
/// cannot be taken is explained below it and changes nothing. Escape restores the value.
#[component]
pub fn Field(props: &FieldProps) -> Html {
    let typed = use_reducer_eq(Typed::default);
    let id = use_id("field");
    let gestures = use_gesture();
    {
        let typed = typed.dispatcher();
        use_effect_with(props.value.clone(), move |value| {
            typed.dispatch(TypedAction::Value(value.clone()))
        });
    }
    {
        let (typed, refused) = (typed.dispatcher(), props.refused.clone());
        let mounted = use_mut_ref(|| props.epoch);
        use_effect_with(props.epoch, move |epoch| {
            if mounted.replace(*epoch) != *epoch {
                typed.dispatch(TypedAction::Restore(refused));
            }
        });
    }
    let on_text = {
        let (typed, gestures) = (typed.clone(), gestures.clone());
        let (input, on_edit) = (props.input.clone(), props.on_edit.clone());
        Rc::new(move |text: String, is_finished: bool| {
            let reading = typed.read(&input, &text, is_finished);
            if let Reading::Edit(value) = &reading {
                on_edit.emit(FieldEdit {
                    value: value.clone(),
                    text: Some(text.clone()),
                    gesture: gestures.current(),
                });
            }
            if is_finished {
                gestures.end();
            }
            typed.dispatch(TypedAction::Text {
                text: text.into(),
                is_finished,
                reading,
            });
        })
    };
    let oninput = {
        let on_text = on_text.clone();
        move |event: InputEvent| {
            on_text(
                event.target_unchecked_into::<HtmlInputElement>().value(),
                false,
            )
        }
    };
    let onchange = move |event: Event| {
        on_text(
            event.target_unchecked_into::<HtmlInputElement>().value(),
            true,
        )
    };
    let onkeydown = {
        let (typed, refused) = (typed.clone(), props.refused.clone());
        move |event: KeyboardEvent| {
            if event.key() == "Escape" && typed.is_restorable(refused.as_ref()) {
                // It would also close what is around the field.
                event.prevent_default();
                event.stop_propagation();
                typed.dispatch(TypedAction::Restore(refused.clone()));
            }
        }
    };
    let problem = typed.problem(&props.value, props.refused.as_ref()).cloned();
    let text = typed.text(&props.value, props.refused.as_ref()).clone();
    let (help_id, problem_id) = (format!("{id}-help"), format!("{id}-problem"));
    let has_help = !props.help.is_empty() || !props.code.is_empty();
    let described = [(problem.is_some(), &problem_id), (has_help, &help_id)];
    let described: Vec<&str> = described
        .into_iter()
        .filter(|(is, _)| *is)
        .map(|(_, id)| &**id)
        .collect();
    let is_text = !props.input.is_edited_while_typing();
    let class = classes!(
        "field",
        props.is_bare.then_some("is-bare"),
        is_text.then_some("is-text"),
        problem.is_some().then_some("is-wrong")
    );
    html! {
        <div {class}>
            <label for={id.clone()} class={props.is_bare.then_some("visually-hidden")}>{&props.label}</label>
            <span class="field-entry">
                <input
                    id={id.clone()}
                    type="text"
                    inputmode={props.input.input_mode()}
                    autocomplete="off"
                    spellcheck="false"
                    value={text}
                    aria-invalid={problem.is_some().then_some("true")}
                    aria-describedby={(!described.is_empty()).then(|| described.join(" "))}
                    {oninput}
                    {onchange}
                    {onkeydown}
                />
                if !props.unit.is_empty() {
                    <span class="field-unit">{&props.unit}</span>
                }
            </span>
            if let Some(range) = props.slider {
                <Slider label={props.label.clone()} value={props.value.clone()} {range} on_edit={&props.on_edit} />
            }
            if let Some(problem) = problem {
                <p class="field-problem" id={problem_id} role="alert">{problem}</p>
            }
            if has_help {
                <FieldHelp id={help_id} help={&props.help} code={&props.code} />
            }
        </div>
    }
}

/// Props of [`FieldHelp`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct FieldHelpProps {
    /// The id that the control refers to.
    pub id: AttrValue,
    /// What it means.
    pub help: AttrValue,
    /// The system's own key.
    #[prop_or_default]
    pub code: AttrValue,
}

/// The help below a control, with the system's own key.
#[component]
pub(crate) fn FieldHelp(props: &FieldHelpProps) -> Html {
    html! {
        <p class="field-help" id={&props.id}>
            {&props.help}
            if !props.code.is_empty() {
                {" "}<code>{&props.code}</code>
            }
        </p>
    }
}

/// Props of [`Slider`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct SliderProps {
    /// The label of the field that it belongs to.
    pub label: AttrValue,
    /// The value in force, as text.
    pub value: AttrValue,
    /// Ends and step.
    pub range: SliderRange,
    /// Called with every edit; the edits of one move are one gesture.
    pub(crate) on_edit: Callback<FieldEdit>,
}

/// A slider below a field.
#[component]
pub(crate) fn Slider(props: &SliderProps) -> Html {
    let gestures = use_gesture();
    let oninput = {
        let (gestures, on_edit) = (gestures.clone(), props.on_edit.clone());
        move |event: InputEvent| {
            if let Ok(number) = event
                .target_unchecked_into::<HtmlInputElement>()
                .value()
                .parse()
            {
                let value = InputValue::Number(number);
                on_edit.emit(FieldEdit {
                    value,
                    text: None,
                    gesture: gestures.current(),
                });
            }
        }
    };
    let onchange = move |_: Event| gestures.end();
    let SliderRange { min, max, step } = props.range;
    html! {
        <input
            class="slider"
            type="range"
            aria-label={format!("{} slider", props.label)}
            min={min.to_string()}
            max={max.to_string()}
            step={step.to_string()}
            value={&props.value}
            {oninput}
            {onchange}
        />
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::parts::rendered;
    use crate::engine::{Kind, ValueType};
    use crate::simulator::InputType;

    fn props() -> FieldProps {
        let value_type = ValueType {
            kind: Kind::Real,
            min: 0.0,
            max: 100.0,
        };
        FieldProps {
            label: "CPU of broker-1".into(),
            is_bare: false,
            input: FieldInput::Value(InputType::Number(value_type)),
            value: "40".into(),
            unit: "%".into(),
            help: "How busy it is.".into(),
            code: "cpu".into(),
            slider: Some(SliderRange {
                min: 0.0,
                max: 100.0,
                step: 1.0,
            }),
            refused: None,
            epoch: 0,
            on_edit: Callback::noop(),
        }
    }

    #[test]
    fn a_field_has_a_name_a_unit_help_and_a_slider() {
        let html = rendered::<Field>(props);
        let id = html
            .split(r#"<label for=""#)
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .unwrap_or_default();
        assert!(
            html.contains(&format!(r#"<label for="{id}">CPU of broker-1</label>"#)),
            "{html}"
        );
        assert!(
            html.contains(&format!(r#"aria-describedby="{id}-help""#)),
            "{html}"
        );
        let help =
            format!(r#"<p id="{id}-help" class="field-help">How busy it is. <code>cpu</code></p>"#);
        assert!(html.contains(&help), "{html}");
        assert!(
            html.contains(r#"<span class="field-unit">%</span>"#),
            "{html}"
        );
        assert!(
            html.contains(r#"aria-label="CPU of broker-1 slider""#),
            "{html}"
        );
        assert!(
            !html.contains("alert") && !html.contains("aria-invalid"),
            "{html}"
        );
    }

    #[test]
    fn a_refused_text_stays_in_its_field_with_the_reason() {
        let refused = || {
            Some(Refused {
                text: "90".into(),
                problem: "The network is full.".into(),
            })
        };
        let html = rendered::<Field>(move || FieldProps {
            refused: refused(),
            is_bare: true,
            ..props()
        });
        assert!(
            html.contains(r#"value="90""#) && html.contains(r#"aria-invalid="true""#),
            "{html}"
        );
        assert!(
            html.contains("The network is full.</p>") && html.contains(r#"role="alert""#),
            "{html}"
        );
        assert!(html.contains(r#"class="visually-hidden""#), "{html}");
    }
}
