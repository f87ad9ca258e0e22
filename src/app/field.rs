//! Labelled fields. What is typed stays as typed until it is good; the reason stands beside it.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::Dispatch;
use super::session::Action;
use super::shared::Shared;
use super::target::Target;
use crate::shedding::Scenario;

/// A field for a number or a name.
#[derive(Properties, PartialEq)]
pub struct FieldProps {
    /// What it edits.
    pub target: Target,
    /// What a person reads, and the field's accessible name.
    pub label: AttrValue,
    /// The value in force, as text.
    pub value: AttrValue,
    /// The unit behind the field.
    pub unit: &'static str,
    /// One line of help.
    pub help: AttrValue,
    /// The system's own key.
    pub code: &'static str,
    /// Ends and step of a slider below the field.
    pub slider: Option<[f64; 3]>,
    /// Whether the label is only for those who hear it.
    pub is_bare: bool,
    /// When this changes, what was typed is forgotten.
    pub epoch: usize,
    /// What names are checked against.
    pub scenario: Shared<Scenario>,
    /// Where actions go.
    pub dispatch: Dispatch,
}

/// What is being typed, and what is wrong with it.
#[derive(Clone, Default, PartialEq)]
struct Typed {
    text: Option<String>,
    error: Option<String>,
}

/// Reads a text; says what is wrong, or sends what it means.
fn take(props: &FieldProps, text: &str, is_finished: bool) -> Option<String> {
    match props.target.read(text, &props.scenario) {
        Err(error) => Some(error),
        Ok(action) => {
            if is_finished || !props.target.is_name() {
                props.dispatch.dispatch(action);
            }
            None
        }
    }
}

#[component]
pub fn Field(props: &FieldProps) -> Html {
    let typed = use_state(Typed::default);
    let id = use_memo((), |()| super::unique_id());
    let latest = use_mut_ref(|| None::<AttrValue>);
    {
        // A value from elsewhere replaces what was typed, unless it is what was typed.
        let (typed, latest) = (typed.clone(), latest.clone());
        use_effect_with((props.value.clone(), props.epoch), move |(value, _)| {
            let is_its_own = latest.borrow_mut().take().is_some();
            if typed.text.is_some() && !is_its_own && typed.text.as_deref() != Some(&**value) {
                typed.set(Typed::default());
            }
        });
    }
    let on_text = |is_finished: bool| {
        let typed = typed.clone();
        let props = FieldProps {
            label: props.label.clone(),
            value: props.value.clone(),
            help: props.help.clone(),
            scenario: props.scenario.clone(),
            dispatch: props.dispatch.clone(),
            ..*props
        };
        let latest = latest.clone();
        move |input: HtmlInputElement| {
            let text = input.value();
            let error = take(&props, &text, is_finished);
            if error.is_none() {
                *latest.borrow_mut() = Some(props.value.clone());
            }
            // A finished text that was good is shown as the value it became.
            let text = (error.is_some() || !is_finished).then_some(text);
            typed.set(Typed { text, error });
        }
    };
    let (typing, finished) = (on_text(false), on_text(true));
    let oninput = Callback::from(move |event: InputEvent| typing(event.target_unchecked_into()));
    let onchange = Callback::from(move |event: Event| finished(event.target_unchecked_into()));
    let shown = typed.text.clone().map_or_else(|| props.value.clone(), AttrValue::from);
    let has_help = !props.help.is_empty() || !props.code.is_empty();
    let described = match (&typed.error, has_help) {
        (None, false) => None,
        (None, true) => Some(format!("{id}h")),
        (Some(_), _) => Some(format!("{id}e {id}h")),
    };
    let class = classes!(
        "field",
        props.is_bare.then_some("bare"),
        typed.error.is_some().then_some("bad"),
        props.target.is_name().then_some("name")
    );
    html! {
        <div {class}>
            <label for={(*id).clone()}>{ &props.label }</label>
            <span class="entry">
                <input id={(*id).clone()} type="text" inputmode={if props.target.is_name() { "text" } else { "decimal" }} autocomplete="off" spellcheck="false"
                    value={shown} oninput={oninput.clone()} {onchange}
                    aria-invalid={typed.error.is_some().then_some("true")} aria-describedby={described} />
                if !props.unit.is_empty() { <span class="unit">{ props.unit }</span> }
            </span>
            if let Some([min, max, step]) = props.slider {
                <input type="range" class="slider" aria-label={format!("{} slider", props.label)}
                    min={min.to_string()} max={max.to_string()} step={step.to_string()} value={props.value.clone()} {oninput} />
            }
            if let Some(error) = &typed.error { <p class="error" id={format!("{id}e")} role="alert">{ error }</p> }
            if has_help {
                <p class="help" id={format!("{id}h")}>{ &props.help }if !props.code.is_empty() { { " " }<code>{ props.code }</code> }</p>
            }
        </div>
    }
}

/// A plain field of a table or form.
pub fn field(
    target: Target,
    label: impl Into<AttrValue>,
    value: String,
    session: &super::session::Session,
    dispatch: &Dispatch,
) -> FieldProps {
    FieldProps {
        target,
        label: label.into(),
        value: value.into(),
        unit: "",
        help: "".into(),
        code: "",
        slider: None,
        is_bare: false,
        epoch: session.discards,
        scenario: session.scenario.clone(),
        dispatch: dispatch.clone(),
    }
}

/// A field as part of the page.
pub fn shown(props: FieldProps) -> Html {
    html! { <Field ..props /> }
}

/// An entry of a [`choice`]: value, label, heading.
pub type Entry = (String, String, &'static str);

/// A combobox with a label. Entries of a heading follow one another.
pub fn choice(
    label: &'static str,
    value: &str,
    entries: &[Entry],
    make: fn(String) -> Option<Action>,
    dispatch: &Dispatch,
) -> Html {
    let dispatch = dispatch.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(action) = make(event.target_unchecked_into::<web_sys::HtmlSelectElement>().value()) {
            dispatch.dispatch(action);
        }
    });
    let option = |(entry, label, _): &Entry| {
        html! { <option value={entry.clone()} selected={entry == value} key={entry.clone()}>{ label }</option> }
    };
    let groups = entries.chunk_by(|a, b| a.2 == b.2).map(|entries| {
        let options: Html = entries.iter().map(option).collect();
        if entries[0].2.is_empty() {
            options
        } else {
            html! { <optgroup label={entries[0].2} key={entries[0].2}>{ options }</optgroup> }
        }
    });
    html! { <label class="choice">{ label }<select {onchange}>{ for groups }</select></label> }
}
