//! The control that fits a value: a field, a switch or a choice.

use std::rc::Rc;

use yew::prelude::*;

use super::edit_target::EditTarget;
use crate::app::hooks::{next_gesture, use_dispatch};
use crate::app::parts::{
    ChoiceItem, Field, FieldEdit, FieldInput, Refused, SelectField, SliderRange, Switch,
};
use crate::app::session::{Action, Refusal};
use crate::engine::format::format_number;
use crate::engine::{Kind, ValueType};
use crate::simulator::{InputType, InputValue};

/// Props of [`ValueControl`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ValueControlProps {
    /// What it edits.
    pub target: EditTarget,
    /// What a person reads, and the name of the control.
    pub label: AttrValue,
    /// Whether the label is for those only who hear it.
    #[prop_or_default]
    pub(crate) is_bare: bool,
    /// What it takes.
    pub input: FieldInput,
    /// The value in force.
    pub value: InputValue,
    /// The unit behind the value.
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
    /// Where this changes, what was typed is forgotten.
    pub epoch: usize,
    /// The edit that was refused last.
    #[prop_or_default]
    pub refusal: Option<Rc<Refusal>>,
}

/// A control for a value of the scenario. It dispatches the edits itself and shows why one was refused.
#[component]
pub(crate) fn ValueControl(props: &ValueControlProps) -> Html {
    let dispatch = use_dispatch();
    let on_edit = use_callback(
        (props.target, dispatch),
        |edit: FieldEdit, (target, dispatch)| {
            if let Some(action) = action(*target, edit) {
                dispatch.emit(action);
            }
        },
    );
    let refusal = props
        .refusal
        .as_ref()
        .filter(|refusal| EditTarget::of(&refusal.edit) == Some(props.target));
    let problem = refusal.map(|refusal| AttrValue::from(refusal.problem.message()));
    let ValueControlProps {
        label,
        is_bare,
        help,
        code,
        ..
    } = props.clone();
    if is_switch(&props.input) {
        let on_toggle =
            on_edit.reform(|is_on: bool| chosen(InputValue::Number(f64::from(u8::from(is_on)))));
        let is_on = props.value.number().is_some_and(|value| value != 0.0);
        return html! { <Switch {label} {is_bare} {help} {code} {is_on} {problem} {on_toggle} /> };
    }
    if let Some((items, selected)) = options(&props.input, &props.value) {
        let input = props.input.clone();
        let on_select = on_edit.reform(move |id: AttrValue| chosen(selected_value(&input, &id)));
        return html! { <SelectField {label} {is_bare} {help} {code} {items} {selected} {problem} {on_select} /> };
    }
    let refused = refusal.zip(problem).and_then(|(refusal, problem)| {
        Some(Refused {
            text: refusal.text.clone()?.into(),
            problem,
        })
    });
    let value = match (&props.input, &props.value) {
        (
            FieldInput::Value(InputType::Number(ValueType {
                kind: Kind::Real, ..
            })),
            InputValue::Number(number),
        ) if is_bare => AttrValue::from(cell_text(*number)),
        (input, value) => AttrValue::from(value_text(input, value)),
    };
    html! {
        <Field
            {label}
            {is_bare}
            {help}
            {code}
            {value}
            {refused}
            {on_edit}
            input={props.input.clone()}
            unit={props.unit.clone()}
            slider={props.slider}
            epoch={props.epoch}
        />
    }
}

/// The action of an edit.
fn action(
    target: EditTarget,
    FieldEdit {
        value,
        text,
        gesture,
    }: FieldEdit,
) -> Option<Action> {
    let edit = target.edit(value)?;
    Some(match text {
        Some(text) => Action::edit_typed(gesture, edit, text),
        None => Action::edit_in(gesture, edit),
    })
}

/// A choice is a gesture of its own.
fn chosen(value: InputValue) -> FieldEdit {
    FieldEdit {
        value,
        text: None,
        gesture: next_gesture(),
    }
}

fn is_switch(input: &FieldInput) -> bool {
    matches!(input, FieldInput::Value(input) if input.is_switch())
}

/// The options of a value that is chosen, and the id of the one in force. Words of a number are called by their places.
fn options(input: &FieldInput, value: &InputValue) -> Option<(Vec<ChoiceItem>, AttrValue)> {
    match input {
        FieldInput::Value(InputType::Options(options)) => {
            let mut items: Vec<ChoiceItem> = options
                .iter()
                .map(|(id, label)| ChoiceItem::new(id.clone(), label.clone()))
                .collect();
            // What is in force is shown although it is not one of the options.
            if !options.iter().any(|(id, _)| id == value.text()) {
                items.insert(
                    0,
                    ChoiceItem::new(value.text().to_owned(), value.text().to_owned()),
                );
            }
            Some((items, value.text().to_owned().into()))
        }
        FieldInput::Value(InputType::Number(ValueType {
            kind: Kind::Choice(words),
            ..
        })) => {
            let item =
                |(place, word): (usize, &&'static str)| ChoiceItem::new(place.to_string(), *word);
            let selected = value.number().unwrap_or_default() as usize;
            Some((
                words.iter().enumerate().map(item).collect(),
                selected.to_string().into(),
            ))
        }
        _ => None,
    }
}

fn selected_value(input: &FieldInput, id: &str) -> InputValue {
    match (input, id.parse()) {
        (FieldInput::Value(InputType::Number(_)), Ok(place)) => InputValue::Number(place),
        _ => InputValue::Text(id.to_owned()),
    }
}

/// A value as a field shows it.
pub(crate) fn value_text(input: &FieldInput, value: &InputValue) -> String {
    match (input, value) {
        (FieldInput::Value(input), value) => input.format(value),
        (FieldInput::Whole64, InputValue::Text(text)) => text.clone(),
        (FieldInput::Whole64, InputValue::Number(number)) => number.to_string(),
    }
}

/// A number in a cell, where there is little room: two decimals, or four of one that is less than 1.
fn cell_text(number: f64) -> String {
    format_number(number, if number.abs() < 1.0 { 4 } else { 2 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::parts::rendered;
    use crate::engine::{Cause, Problem};
    use crate::simulator::Edit;

    fn number(kind: Kind) -> FieldInput {
        FieldInput::Value(InputType::Number(ValueType {
            kind,
            min: 0.0,
            max: 100.0,
        }))
    }

    #[test]
    fn options_are_called_by_their_ids_and_words_by_their_places() {
        let options_of = FieldInput::Value(InputType::Options(vec![("a".into(), "Zone A".into())]));
        let (items, selected) =
            options(&options_of, &InputValue::Text("gone".into())).unwrap_or_default();
        assert_eq!(
            (items.len(), selected.as_str()),
            (2, "gone"),
            "what is in force is among the options"
        );
        assert_eq!(
            selected_value(&options_of, "a"),
            InputValue::Text("a".into())
        );
        let words = number(Kind::Choice(&["fresh", "stale"]));
        let (items, selected) = options(&words, &InputValue::Number(1.0)).unwrap_or_default();
        assert_eq!((items[1].label.as_str(), selected.as_str()), ("stale", "1"));
        assert_eq!(selected_value(&words, "1"), InputValue::Number(1.0));
        assert_eq!(options(&number(Kind::Real), &InputValue::Number(1.0)), None);
    }

    #[test]
    fn a_number_in_a_cell_is_short() {
        assert_eq!(
            [6.636012, 27.0, 0.12345, 0.0].map(cell_text),
            ["6.64", "27", "0.1235", "0"]
        );
    }

    #[test]
    fn a_typed_edit_keeps_its_text_and_a_slider_has_none() {
        let edit = |text: Option<&str>| FieldEdit {
            value: InputValue::Number(7.0),
            text: text.map(str::to_owned),
            gesture: 3,
        };
        let rounds = || Edit::Rounds(7);
        assert_eq!(
            action(EditTarget::Rounds, edit(Some("7"))),
            Some(Action::edit_typed(3, rounds(), "7".into()))
        );
        assert_eq!(
            action(EditTarget::Rounds, edit(None)),
            Some(Action::edit_in(3, rounds()))
        );
    }

    fn control(target: EditTarget) -> String {
        rendered::<ValueControl>(move || {
            let refusal = Refusal {
                edit: Edit::Set {
                    variant: 0,
                    field: "a",
                    value: 90.0,
                },
                text: Some("90".into()),
                problem: Problem::at("a", Cause::other("It is too much", "give less")),
            };
            ValueControlProps {
                target,
                label: "Share".into(),
                is_bare: false,
                input: number(Kind::Real),
                value: InputValue::Number(40.0),
                unit: "%".into(),
                help: AttrValue::default(),
                code: AttrValue::default(),
                slider: None,
                epoch: 0,
                refusal: Some(Rc::new(refusal)),
            }
        })
    }

    #[test]
    fn a_refusal_is_shown_by_its_own_control_only() {
        let html = control(EditTarget::Field {
            variant: 0,
            field: "a",
        });
        assert!(
            html.contains("It is too much; give less.") && html.contains(r#"value="90""#),
            "{html}"
        );
        let html = control(EditTarget::Field {
            variant: 1,
            field: "a",
        });
        assert!(
            !html.contains("too much") && html.contains(r#"value="40""#),
            "{html}"
        );
    }
}
