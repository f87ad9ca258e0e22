//! What an edit is called in the history of edits.

use super::edit::{Edit, letter};
use super::input::InputValue;
use super::session::Session;
use crate::engine::format::{format_clock, format_number};

impl Edit {
    /// The edit in a few words, as the history of edits lists it, in the terms of the scenario that is edited.
    pub fn label(&self, session: &dyn Session) -> String {
        let in_variant = |variant: usize| match session.variants() {
            0 | 1 => String::new(),
            _ => format!("Variant {}, ", letter(variant)),
        };
        let event_name = |id: u32| {
            let events = session.events();
            events
                .into_iter()
                .find(|event| event.id == id)
                .map_or_else(|| "Event".to_owned(), |event| event.text)
        };
        match self {
            Self::Title(title) => format!("Title: {title}"),
            Self::Seed(seed) => format!("Seed: {seed}"),
            Self::Rounds(rounds) => format!("Length: {rounds}"),
            Self::Choose {
                variant,
                choice,
                option,
            } => {
                let choices = if *variant < session.variants() {
                    session.choices(*variant)
                } else {
                    Vec::new()
                };
                let choice = choices.iter().find(|one| one.id == *choice);
                let chosen =
                    choice.and_then(|one| one.options.iter().find(|other| other.id == *option));
                let (label, option) = (
                    choice.map_or("Choice", |one| one.label),
                    chosen.map_or(option, |one| &one.label),
                );
                format!("{}{label}: {option}", in_variant(*variant))
            }
            Self::Set {
                variant,
                field,
                value,
            } => {
                let fields = if *variant < session.variants() {
                    session.fields(*variant, None)
                } else {
                    Vec::new()
                };
                let Some(row) = fields.iter().find(|row| row.name == *field) else {
                    return (*field).to_owned();
                };
                let variant = if row.is_of_variant {
                    in_variant(*variant)
                } else {
                    String::new()
                };
                format!(
                    "{variant}{}: {} {}",
                    row.label,
                    row.value_type.format(*value),
                    row.unit
                )
                .trim_end()
                .to_owned()
            }
            Self::Reset(variant) => format!("{}Settings reset", in_variant(*variant)),
            Self::AddVariant(_) => "Variant added".to_owned(),
            Self::RemoveVariant(variant) => format!("Variant {} removed", letter(*variant)),
            Self::Compare {
                comparison,
                variant,
            } => {
                let titles = if *variant < session.variants() {
                    session.comparisons(*variant)
                } else {
                    Vec::new()
                };
                format!(
                    "Compare: {}",
                    titles.get(*comparison).copied().unwrap_or_default()
                )
            }
            Self::AddVariantWithout { event, .. } => {
                format!("Compared with the run without “{}”", event_name(*event))
            }
            Self::AddEvent { kind, at_s, .. } => {
                let kinds = session.event_kinds();
                let label = kinds
                    .iter()
                    .find(|one| one.id == *kind)
                    .map_or(kind, |one| &one.label);
                format!("{label} at {}", format_clock(*at_s))
            }
            Self::SetEvent { event, part, value } => {
                let events = session.events();
                let found = events.iter().find(|one| one.id == *event);
                let part = found.and_then(|one| one.parts.iter().find(|other| other.id == *part));
                match (found, part) {
                    (Some(event), Some(part)) => {
                        format!(
                            "{}, {}: {}",
                            event.kind,
                            part.label,
                            part.input.format(value)
                        )
                    }
                    _ => "Event edited".to_owned(),
                }
            }
            Self::MoveEvent { event, at_s } => {
                format!("{} moved to {}", event_name(*event), format_clock(*at_s))
            }
            Self::RemoveEvent(event) => format!("{} removed", event_name(*event)),
            Self::SetCell {
                table,
                row,
                column,
                value,
            } => {
                let name = session.entity_name(*table, *row);
                let described = session.entity_table(*table);
                if let (Some(counted), InputValue::Number(count)) = (&described, value)
                    && counted.count_column == Some(*column)
                {
                    return format!("{}: {}", counted.title, format_number(*count, 0));
                }
                let found = described
                    .as_ref()
                    .and_then(|one| one.columns.iter().find(|other| other.id == *column));
                let shown = found.map(|one| {
                    if one.cell_label.is_empty() {
                        one.label
                    } else {
                        one.cell_label
                    }
                });
                let label = shown.map_or_else(|| capitalised(column), str::to_owned);
                let value = match (found.and_then(|one| one.input.as_ref()), value) {
                    (Some(input), value) => input.format(value),
                    (None, InputValue::Number(number)) => format_number(*number, 1),
                    (None, InputValue::Text(text)) => text.clone(),
                };
                format!("{label} of {name}: {value}")
            }
            Self::AddRow(table) => match session.entity_table(*table) {
                Some(described) => format!("{} added", capitalised(described.noun.0)),
                None => "Row added".to_owned(),
            },
            Self::RemoveRow(table, row) => format!("{} removed", session.entity_name(*table, *row)),
        }
    }
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
