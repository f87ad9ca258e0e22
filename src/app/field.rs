//! Labelled fields. What is typed stays as typed until it is good; the reason stands beside it.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::shedding::reason::trimmed;

/// A number with a label, bounds and help.
#[derive(Properties, PartialEq)]
pub struct NumberProps {
    /// What a person reads, and the field's accessible name.
    pub label: AttrValue,
    /// The value in force.
    pub value: f64,
    /// Decimals shown while nothing is being typed.
    #[prop_or(6)]
    pub decimals: usize,
    /// Reads a text, or says why it cannot be taken.
    pub check: Callback<String, Result<f64, String>>,
    /// Hears good values.
    pub on_change: Callback<f64>,
    /// The unit behind the field.
    #[prop_or_default]
    pub unit: AttrValue,
    /// One line of help.
    #[prop_or_default]
    pub help: AttrValue,
    /// The system's own key.
    #[prop_or_default]
    pub code: AttrValue,
    /// Ends and step of a slider beside the field.
    #[prop_or_default]
    pub slider: Option<(f64, f64, f64)>,
    /// Whether the label is only for those who hear it.
    #[prop_or_default]
    pub is_bare: bool,
    /// When this changes, what was typed is forgotten.
    #[prop_or_default]
    pub epoch: usize,
}

/// What is being typed, and what is wrong with it.
#[derive(Clone, Default, PartialEq)]
struct Typed {
    text: Option<String>,
    error: Option<String>,
}

#[component]
pub fn NumberField(props: &NumberProps) -> Html {
    let typed = use_state(Typed::default);
    let id = use_memo((), |()| super::unique_id("number"));
    {
        // A value from elsewhere replaces what was typed, unless it is what was typed.
        let (typed, check) = (typed.clone(), props.check.clone());
        use_effect_with((props.value, props.epoch), move |(value, _)| {
            let is_its_own = typed.text.as_ref().is_some_and(|text| check.emit(text.clone()) == Ok(*value));
            if typed.text.is_some() && !is_its_own {
                typed.set(Typed::default());
            }
        });
    }
    let take = {
        let (typed, check, on_change) = (typed.clone(), props.check.clone(), props.on_change.clone());
        Callback::from(move |text: String| match check.emit(text.clone()) {
            Ok(value) => {
                typed.set(Typed { text: Some(text), error: None });
                on_change.emit(value);
            }
            Err(error) => typed.set(Typed { text: Some(text), error: Some(error) }),
        })
    };
    let oninput = take.reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value());
    let onblur = {
        let typed = typed.clone();
        Callback::from(move |_: FocusEvent| {
            if typed.text.is_some() && typed.error.is_none() {
                typed.set(Typed::default());
            }
        })
    };
    let shown = typed.text.clone().unwrap_or_else(|| trimmed(props.value, props.decimals));
    let (error_id, help_id) = (format!("{id}-error"), format!("{id}-help"));
    let described = match (&typed.error, props.help.is_empty() && props.code.is_empty()) {
        (Some(_), true) => Some(error_id.clone()),
        (Some(_), false) => Some(format!("{error_id} {help_id}")),
        (None, false) => Some(help_id.clone()),
        (None, true) => None,
    };
    html! {
        <div class={classes!("field", props.is_bare.then_some("bare"), typed.error.is_some().then_some("bad"))}>
            <label for={(*id).clone()}>{ &props.label }</label>
            <span class="entry">
                <input id={(*id).clone()} type="text" inputmode="decimal" autocomplete="off" value={shown}
                    {oninput} {onblur}
                    aria-invalid={typed.error.is_some().then_some("true")} aria-describedby={described} />
                if !props.unit.is_empty() { <span class="unit">{ &props.unit }</span> }
            </span>
            if let Some((min, max, step)) = props.slider {
                <input type="range" class="slider" aria-label={format!("{} slider", props.label)}
                    min={min.to_string()} max={max.to_string()} step={step.to_string()} value={props.value.clamp(min, max).to_string()}
                    oninput={take.reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value())} />
            }
            if let Some(error) = &typed.error { <p class="error" id={error_id} role="alert">{ error }</p> }
            if !props.help.is_empty() || !props.code.is_empty() {
                <p class="help" id={help_id}>
                    { &props.help }
                    if !props.code.is_empty() { { " " }<code>{ &props.code }</code> }
                </p>
            }
        </div>
    }
}

/// A name, checked before it is taken.
#[derive(Properties, PartialEq)]
pub struct TextProps {
    /// The field's accessible name.
    pub label: AttrValue,
    /// The value in force.
    pub value: AttrValue,
    /// Says why a text cannot be taken.
    pub check: Callback<String, Result<(), String>>,
    /// Hears good values.
    pub on_change: Callback<String>,
    /// When this changes, what was typed is forgotten.
    #[prop_or_default]
    pub epoch: usize,
}

#[component]
pub fn TextField(props: &TextProps) -> Html {
    let typed = use_state(Typed::default);
    let id = use_memo((), |()| super::unique_id("text"));
    {
        let typed = typed.clone();
        use_effect_with((props.value.clone(), props.epoch), move |_| typed.set(Typed::default()));
    }
    // A name is taken when it is finished, not letter by letter: each of those would be another broker.
    let oninput = {
        let (typed, check) = (typed.clone(), props.check.clone());
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            let error = check.emit(text.clone()).err();
            typed.set(Typed { text: Some(text), error });
        })
    };
    let onchange = {
        let (check, on_change) = (props.check.clone(), props.on_change.clone());
        Callback::from(move |event: Event| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            if check.emit(text.clone()).is_ok() {
                on_change.emit(text);
            }
        })
    };
    let shown = typed.text.clone().unwrap_or_else(|| props.value.to_string());
    let error_id = format!("{id}-error");
    html! {
        <div class={classes!("field", "bare", typed.error.is_some().then_some("bad"))}>
            <label for={(*id).clone()}>{ &props.label }</label>
            <input id={(*id).clone()} class="name" type="text" autocomplete="off" spellcheck="false" value={shown} title={props.value.clone()}
                {oninput} {onchange}
                aria-invalid={typed.error.is_some().then_some("true")}
                aria-describedby={typed.error.is_some().then(|| error_id.clone())} />
            if let Some(error) = &typed.error { <p class="error" id={error_id} role="alert">{ error }</p> }
        </div>
    }
}

/// An entry of a [`Choice`].
#[derive(Clone, PartialEq)]
pub struct Entry {
    /// What is chosen.
    pub value: AttrValue,
    /// What a person reads.
    pub label: AttrValue,
    /// Under which heading it stands; entries of a heading follow one another.
    pub group: AttrValue,
}

/// A combobox with a label.
#[derive(Properties, PartialEq)]
pub struct ChoiceProps {
    /// What a person reads, and the accessible name.
    pub label: AttrValue,
    /// What is chosen.
    pub value: AttrValue,
    /// What there is to choose from.
    pub entries: Vec<Entry>,
    /// Hears the choice.
    pub on_change: Callback<String>,
}

#[component]
pub fn Choice(props: &ChoiceProps) -> Html {
    let id = use_memo((), |()| super::unique_id("choice"));
    let node = use_node_ref();
    {
        // The browser keeps its own idea of what is selected when the entries change.
        let node = node.clone();
        use_effect_with((props.value.clone(), props.entries.len()), move |(value, _)| {
            if let Some(select) = node.cast::<HtmlSelectElement>() {
                select.set_value(value);
            }
        });
    }
    let onchange = props.on_change.reform(|event: Event| event.target_unchecked_into::<HtmlSelectElement>().value());
    let option = |entry: &Entry| {
        html! { <option value={entry.value.clone()} selected={entry.value == props.value}>{ &entry.label }</option> }
    };
    let groups = props.entries.chunk_by(|a, b| a.group == b.group).map(|entries| {
        if entries[0].group.is_empty() {
            entries.iter().map(option).collect::<Html>()
        } else {
            html! { <optgroup label={entries[0].group.clone()}>{ for entries.iter().map(option) }</optgroup> }
        }
    });
    html! {
        <div class="field choice">
            <label for={(*id).clone()}>{ &props.label }</label>
            <select id={(*id).clone()} ref={node} {onchange}>{ for groups }</select>
        </div>
    }
}
