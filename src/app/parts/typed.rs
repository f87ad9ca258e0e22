//! What is being typed into a field. Pure.

use std::rc::Rc;

use yew::prelude::*;

use crate::engine::Cause;
use crate::simulator::{InputType, InputValue};

/// What a field takes.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldInput {
    /// A value of a type.
    Value(InputType),
    /// A whole number up to the largest one of 64 bits, which a float does not hold. Its value is a text of digits.
    Whole64,
}

impl FieldInput {
    /// Reads a text.
    ///
    /// # Errors
    /// What is wrong with it, and what would be right.
    pub fn parse(&self, text: &str) -> Result<InputValue, Cause> {
        match self {
            Self::Value(input) => input.parse(text),
            Self::Whole64 => match text.trim().parse::<u64>() {
                Ok(number) => Ok(InputValue::Text(number.to_string())),
                Err(_) => Err(Cause::NotGiven {
                    expected: format!("a whole number, 0 to {}", u64::MAX),
                }),
            },
        }
    }

    /// Whether a text is edited as soon as it can be read. Names and times mean something else letter by letter: they
    /// are edited when they are finished.
    pub(crate) fn is_edited_while_typing(&self) -> bool {
        matches!(self, Self::Whole64 | Self::Value(InputType::Number(_)))
    }

    /// The keyboard of a phone that fits.
    pub(crate) fn input_mode(&self) -> &'static str {
        match self {
            Self::Value(InputType::Number(_)) => "decimal",
            Self::Whole64 => "numeric",
            Self::Value(_) => "text",
        }
    }
}

/// An edit that was refused after its text had been sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// What was typed.
    pub text: AttrValue,
    /// Why it cannot be made, and what would be right.
    pub problem: AttrValue,
}

/// What became of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// It is an edit.
    Edit(InputValue),
    /// It may become one when it is finished.
    Unfinished,
    /// It was sent already.
    Sent,
    /// What is wrong with it.
    Problem(AttrValue),
}

/// What was typed into a field, and what became of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Typed {
    /// The text, as long as it stays as it was typed.
    text: Option<AttrValue>,
    /// What is wrong with it.
    problem: Option<AttrValue>,
    /// The text that was sent as an edit last, as long as it is being typed on.
    sent: Option<AttrValue>,
    /// A refusal that has been read: the field has been restored since.
    dismissed: Option<Refused>,
}

/// What happens to a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TypedAction {
    /// A text was typed or finished, and this became of it.
    Text {
        /// The text.
        text: AttrValue,
        /// Whether it is finished.
        is_finished: bool,
        /// What became of it.
        reading: Reading,
    },
    /// There is another value in the scenario.
    Value(AttrValue),
    /// What was typed is dropped, and so is a refusal.
    Restore(Option<Refused>),
}

impl Typed {
    /// What becomes of a text.
    pub(crate) fn read(&self, input: &FieldInput, text: &str, is_finished: bool) -> Reading {
        match input.parse(text) {
            Err(problem) => Reading::Problem(problem.to_string().into()),
            Ok(_) if !is_finished && !input.is_edited_while_typing() => Reading::Unfinished,
            Ok(_) if self.sent.as_deref() == Some(text) => Reading::Sent,
            Ok(value) => Reading::Edit(value),
        }
    }

    /// Whether there is something to restore.
    pub(crate) fn is_restorable(&self, refused: Option<&Refused>) -> bool {
        self.text.is_some()
            || refused.is_some_and(|refused| self.dismissed.as_ref() != Some(refused))
    }

    /// The text that the field shows.
    pub(crate) fn text<'a>(
        &'a self,
        value: &'a AttrValue,
        refused: Option<&'a Refused>,
    ) -> &'a AttrValue {
        let refused = refused.filter(|refused| self.dismissed.as_ref() != Some(refused));
        self.text
            .as_ref()
            .or(refused.map(|refused| &refused.text))
            .unwrap_or(value)
    }

    /// What is wrong with the text that the field shows.
    pub(crate) fn problem<'a>(
        &'a self,
        value: &'a AttrValue,
        refused: Option<&'a Refused>,
    ) -> Option<&'a AttrValue> {
        let refused = refused.filter(|refused| self.dismissed.as_ref() != Some(refused));
        let is_shown = |refused: &&Refused| self.text(value, Some(refused)) == &refused.text;
        self.problem
            .as_ref()
            .or(refused.filter(is_shown).map(|refused| &refused.problem))
    }

    fn apply(&mut self, action: TypedAction) {
        match action {
            TypedAction::Text {
                text,
                is_finished,
                reading,
            } => {
                self.dismissed = None;
                if is_finished {
                    self.sent = None;
                } else if matches!(reading, Reading::Edit(_)) {
                    self.sent = Some(text.clone());
                }
                self.problem = match reading {
                    Reading::Problem(problem) => Some(problem),
                    Reading::Edit(_) | Reading::Unfinished | Reading::Sent => None,
                };
                // A finished text that was read is shown as the value that it became.
                self.text = (self.problem.is_some() || !is_finished).then_some(text);
            }
            TypedAction::Value(value) => {
                if !self
                    .sent
                    .as_deref()
                    .is_some_and(|sent| means_the_same(sent, &value))
                {
                    *self = Self {
                        dismissed: self.dismissed.take(),
                        ..Self::default()
                    };
                }
            }
            TypedAction::Restore(refused) => {
                *self = Self {
                    dismissed: refused,
                    ..Self::default()
                }
            }
        }
    }
}

impl Reducible for Typed {
    type Action = TypedAction;

    fn reduce(self: Rc<Self>, action: TypedAction) -> Rc<Self> {
        let mut next = (*self).clone();
        next.apply(action);
        if next == *self { self } else { Rc::new(next) }
    }
}

/// Whether a typed text and a shown value mean the same: shown numbers are rounded.
fn means_the_same(typed: &str, shown: &str) -> bool {
    let number = |text: &str| text.trim().replace(',', ".").parse::<f64>().ok();
    match (number(typed), number(shown)) {
        (Some(typed), Some(shown)) => {
            (typed - shown).abs() <= 0.006_f64.min(shown.abs() * 0.01 + 1e-6)
        }
        _ => typed.trim() == shown.trim(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Kind, ValueType};

    fn percent() -> FieldInput {
        FieldInput::Value(InputType::Number(ValueType {
            kind: Kind::Real,
            min: 0.0,
            max: 100.0,
        }))
    }

    fn type_into(
        typed: &mut Typed,
        input: &FieldInput,
        text: &'static str,
        is_finished: bool,
    ) -> Reading {
        let reading = typed.read(input, text, is_finished);
        typed.apply(TypedAction::Text {
            text: text.into(),
            is_finished,
            reading: reading.clone(),
        });
        reading
    }

    #[test]
    fn a_number_is_edited_while_it_is_typed_and_once_only() {
        let mut typed = Typed::default();
        let value = AttrValue::from("40");
        assert_eq!(
            type_into(&mut typed, &percent(), "4.", false),
            Reading::Edit(InputValue::Number(4.0))
        );
        assert_eq!(
            type_into(&mut typed, &percent(), "4.5", false),
            Reading::Edit(InputValue::Number(4.5))
        );
        // The values arrive while the next key is pressed; the text stays as it was typed.
        typed.apply(TypedAction::Value("4.5".into()));
        assert_eq!(typed.text(&value, None), "4.5");
        assert_eq!(
            type_into(&mut typed, &percent(), "4.5", true),
            Reading::Sent
        );
        assert_eq!(
            typed.text(&value, None),
            "40",
            "a finished text gives way to the value"
        );
        assert!(
            matches!(
                type_into(&mut typed, &percent(), "4.5", false),
                Reading::Edit(_)
            ),
            "it can be typed again"
        );
    }

    #[test]
    fn a_name_and_a_time_are_edited_when_they_are_finished() {
        for (input, text) in [(InputType::Text, "broker-1"), (InputType::Time, "1:30")] {
            let input = FieldInput::Value(input);
            let mut typed = Typed::default();
            assert_eq!(
                type_into(&mut typed, &input, text, false),
                Reading::Unfinished
            );
            assert!(matches!(
                type_into(&mut typed, &input, text, true),
                Reading::Edit(_)
            ));
        }
    }

    #[test]
    fn what_cannot_be_read_stays_with_its_problem_until_it_is_restored() {
        let mut typed = Typed::default();
        let value = AttrValue::from("40");
        assert!(matches!(
            type_into(&mut typed, &percent(), "", false),
            Reading::Problem(_)
        ));
        assert!(matches!(
            type_into(&mut typed, &percent(), "abc", true),
            Reading::Problem(_)
        ));
        assert_eq!(typed.text(&value, None), "abc");
        assert!(
            typed
                .problem(&value, None)
                .is_some_and(|problem| problem.contains("abc"))
        );
        typed.apply(TypedAction::Restore(None));
        assert_eq!(
            (
                typed.text(&value, None).as_str(),
                typed.problem(&value, None)
            ),
            ("40", None)
        );
    }

    #[test]
    fn a_value_from_elsewhere_replaces_what_was_typed() {
        let mut typed = Typed::default();
        type_into(&mut typed, &percent(), "200", false);
        typed.apply(TypedAction::Value("50".into()));
        assert_eq!(typed, Typed::default());
    }

    #[test]
    fn a_refused_text_is_shown_until_another_is_typed() {
        let (mut typed, value) = (Typed::default(), AttrValue::from("a"));
        let refused = Refused {
            text: "b".into(),
            problem: "there is a b already".into(),
        };
        assert_eq!(typed.text(&value, Some(&refused)), "b");
        assert_eq!(
            typed.problem(&value, Some(&refused)),
            Some(&refused.problem)
        );
        type_into(&mut typed, &FieldInput::Value(InputType::Text), "bc", false);
        assert_eq!(typed.text(&value, Some(&refused)), "bc");
        assert_eq!(typed.problem(&value, Some(&refused)), None);
        typed.apply(TypedAction::Restore(Some(refused.clone())));
        assert_eq!(typed.text(&value, Some(&refused)), "a");
        assert_eq!(typed.problem(&value, Some(&refused)), None);
    }

    #[test]
    fn a_seed_is_read_to_the_last_digit() {
        let largest = u64::MAX.to_string();
        assert_eq!(
            FieldInput::Whole64.parse(&format!(" {largest} ")),
            Ok(InputValue::Text(largest))
        );
        for text in ["", "-1", "1.5", "18446744073709551616"] {
            assert!(FieldInput::Whole64.parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn small_numbers_that_differ_do_not_mean_the_same() {
        assert!(means_the_same("1,50", "1.5"));
        assert!(means_the_same("0.3333333333", "0.333333"));
        assert!(!means_the_same("0.001", "0.002"));
        assert!(!means_the_same("a", "b"));
    }
}
