//! The edits that every system has, as data: what they are called, and what they do.

use super::entity::TableRef;
use super::input::InputValue;
use super::session::Session;
use super::system::{ScenarioOf, System, not_there};
use crate::engine::format::{format_clock, format_number};
use crate::engine::limits::MAX_ROUNDS;
use crate::engine::{Cause, Problem, Thing};

/// A change of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The title.
    Title(String),
    /// The seed.
    Seed(u64),
    /// The number of rounds.
    Rounds(usize),
    /// Another option of a choice.
    Choose {
        /// The variant, from 0.
        variant: usize,
        /// The id of the choice.
        choice: &'static str,
        /// The id of the option.
        option: String,
    },
    /// A field of a variant or of the world.
    Set {
        /// The variant, from 0.
        variant: usize,
        /// The name of the field.
        field: &'static str,
        /// The value.
        value: f64,
    },
    /// Every setting of a variant back to its default.
    Reset(usize),
    /// One more variant, like the one given.
    AddVariant(usize),
    /// Removes a variant.
    RemoveVariant(usize),
    /// The variants of a ready-made comparison, by its place, made from the variant given.
    Compare {
        /// The place of the comparison in the list.
        comparison: usize,
        /// The variant that the others are made from.
        variant: usize,
    },
    /// One more variant, like the one given but without an event.
    AddVariantWithout {
        /// The variant, from 0.
        variant: usize,
        /// The id of the event.
        event: u32,
    },
    /// Adds an event of a kind.
    AddEvent {
        /// The variant that the event begins from, where that matters.
        variant: usize,
        /// The id of the kind.
        kind: String,
        /// When, in seconds after the start.
        at_s: f64,
    },
    /// Sets a part of an event.
    SetEvent {
        /// The id of the event.
        event: u32,
        /// The id of the part.
        part: &'static str,
        /// The value.
        value: InputValue,
    },
    /// Moves an event to another time.
    MoveEvent {
        /// The id of the event.
        event: u32,
        /// When, in seconds after the start.
        at_s: f64,
    },
    /// Removes an event.
    RemoveEvent(u32),
    /// Sets a cell of a table.
    SetCell {
        /// The table.
        table: TableRef,
        /// The row, from 0.
        row: usize,
        /// The id of the column; it need not be one that is shown.
        column: &'static str,
        /// The value.
        value: InputValue,
    },
    /// Adds a row to a table.
    AddRow(TableRef),
    /// Removes a row from a table.
    RemoveRow(TableRef, usize),
}

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

/// The letter of a variant: A, B, C, D.
pub fn letter(variant: usize) -> char {
    char::from(b'A' + (variant % 26) as u8)
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Checks that a variant has a field, and that the field takes a value.
///
/// # Errors
/// Where the variant or the field does not exist, or what the field takes instead.
pub fn check_field<S: System>(
    scenario: &ScenarioOf<S>,
    variant: usize,
    field: &str,
    value: f64,
) -> Result<(), Problem> {
    if variant >= scenario.variants.len() {
        return Err(not_there("variant"));
    }
    let fields = S::fields(scenario, variant);
    let row = fields.iter().find(|row| row.name == field).ok_or_else(|| {
        let names: Vec<&str> = fields.iter().map(|row| row.name).collect();
        Problem::at(field, Cause::unknown_among(Thing::Setting, field, &names))
    })?;
    row.value_type
        .check(value)
        .map_err(|cause| Problem::at(field, cause))
}

/// Makes an edit; the result has still to be validated.
pub(super) fn apply<S: System>(scenario: &mut ScenarioOf<S>, edit: &Edit) -> Result<(), Problem> {
    let variants = scenario.variants.len();
    let there = |variant: usize| {
        if variant < variants {
            Ok(variant)
        } else {
            Err(not_there("variant"))
        }
    };
    match edit {
        Edit::Title(title) => scenario.title.clone_from(title),
        Edit::Seed(seed) => scenario.seed = *seed,
        Edit::Rounds(rounds) if (1..=MAX_ROUNDS).contains(rounds) => scenario.rounds = *rounds,
        Edit::Rounds(rounds) => {
            return Err(Problem::at(
                "rounds",
                Cause::out_of_bounds(rounds, format!("1 to {MAX_ROUNDS}")),
            ));
        }
        Edit::Choose {
            variant,
            choice,
            option,
        } => {
            S::choose(&mut scenario.variants[there(*variant)?], choice, option)?;
        }
        Edit::Set {
            variant,
            field,
            value,
        } => {
            check_field::<S>(scenario, *variant, field, *value)?;
            S::set(scenario, *variant, field, *value)?;
        }
        Edit::Reset(variant) => {
            S::reset(scenario, there(*variant)?)?;
        }
        Edit::AddVariant(variant) => {
            let like = scenario.variants[there(*variant)?].clone();
            scenario.variants.push(like);
        }
        Edit::RemoveVariant(variant) => drop(scenario.variants.remove(there(*variant)?)),
        Edit::Compare {
            comparison,
            variant,
        } => {
            let mut all = S::comparisons(&scenario.variants[there(*variant)?]);
            if *comparison >= all.len() {
                return Err(not_there("comparison"));
            }
            scenario.variants = all.swap_remove(*comparison).1;
        }
        Edit::AddVariantWithout { variant, event } => {
            let mut without = scenario.variants[there(*variant)?].clone();
            let ignored_events =
                S::ignored_events(&mut without).ok_or_else(|| not_there("event"))?;
            if !ignored_events.contains(event) {
                ignored_events.push(*event);
            }
            scenario.variants.push(without);
        }
        Edit::AddEvent {
            variant,
            kind,
            at_s,
        } => S::add_event(scenario, there(*variant)?, kind, *at_s)?,
        Edit::SetEvent { event, part, value } => {
            S::set_event(&mut scenario.world, *event, part, value)?
        }
        Edit::MoveEvent { event, at_s } => S::move_event(&mut scenario.world, *event, *at_s)?,
        Edit::RemoveEvent(event) => {
            S::remove_event(scenario, *event)?;
            let ignored_events = scenario.variants.iter_mut().filter_map(S::ignored_events);
            ignored_events.for_each(|ignored_events| ignored_events.retain(|other| other != event));
        }
        Edit::SetCell {
            table,
            row,
            column,
            value,
        } => S::set_cell(&mut scenario.world, *table, *row, column, value)?,
        Edit::AddRow(table) => S::add_row(&mut scenario.world, *table)?,
        Edit::RemoveRow(table, row) => S::remove_row(&mut scenario.world, *table, *row)?,
    }
    Ok(())
}
