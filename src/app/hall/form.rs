//! Fields of an exhibit's form.

use std::rc::Rc;

use super::Dispatch;
use super::action::Action;
use super::session::Session;
use crate::app::field::{Entry, FieldProps, choice, shown};
use crate::app::view::{Tag, classed, input, tag};
use crate::run::Kind;
use crate::run::words::trimmed;
use crate::shell::{Edit, Field};

/// A field that edits something written as a number or a time: `read` says which edit a text means. What cannot be
/// edited so stays as it was typed, and the reason stands beside it.
pub fn number(
    label: &'static str,
    value: String,
    help: String,
    session: &Session,
    dispatch: &Dispatch,
    read: impl Fn(&str) -> Result<Edit, String> + 'static,
) -> FieldProps {
    let (dispatch, now) = (dispatch.clone(), Rc::clone(&session.shown));
    let read = move |text: &str| {
        let (edit, dispatch) = (read(text)?, dispatch.clone());
        if let Some(problem) = now.refusal(&edit) {
            return Err(problem.what);
        }
        Ok(Box::new(move || dispatch.dispatch(Action::Edit(edit))) as Box<dyn FnOnce()>)
    };
    FieldProps {
        read: Rc::new(read),
        is_name: false,
        label: label.into(),
        value: value.into(),
        unit: "",
        help: help.into(),
        code: "",
        slider: None,
        is_bare: false,
        epoch: session.discards,
    }
}

/// A row of the form.
pub fn row(field: &Field, session: &Session, dispatch: &Dispatch) -> Tag {
    let (lane, name) = (session.lane, field.name);
    let set = move |value: f64| Edit::Set(lane, name, value);
    let key = format!("{name} {}", session.lane);
    match field.takes.kind {
        Kind::Switch => {
            let flip = Action::Edit(set(f64::from(u8::from(field.value == 0.0))));
            let tick = input(dispatch, flip).set("type", "checkbox").ticked(field.value != 0.0);
            let help = format!("{} Default {}.", field.help, field.takes.format(field.default));
            classed("div", "field switch")
                .key(key)
                .add(tag("label").add(tick).text(field.label))
                .add(classed("p", "help").text(help))
        }
        Kind::Choice(words) => {
            let entries = words.iter().map(|word| Entry::new(word, (*word).to_owned(), "")).collect();
            let find = move |word: String| {
                let place = words.iter().position(|other| *other == word)?;
                Some(Action::Edit(set(place as f64)))
            };
            let help = format!("{} Default {}.", field.help, field.takes.format(field.default));
            let chosen = choice(field.label, &field.takes.format(field.value), entries, dispatch, find);
            tag("div").key(key).add(chosen).add(classed("p", "help").text(help))
        }
        Kind::Whole | Kind::Real => {
            let bounds = [field.takes.min, field.takes.max, field.default].map(|value| trimmed(value, 6));
            let help = format!("{} {} to {}, default {}.", field.help, bounds[0], bounds[1], bounds[2]);
            let own = field.takes;
            let read = move |text: &str| own.parse(text).map(set);
            let props = number(field.label, field.takes.format(field.value), help, session, dispatch, read);
            tag("div").key(key).add(shown(FieldProps { unit: field.unit, ..props }))
        }
    }
}
