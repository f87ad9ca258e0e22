//! What an edit does to a scenario.

use super::edit::Edit;
use super::missing::not_there;
use super::system::{ScenarioOf, System};
use crate::engine::limits::MAX_ROUNDS;
use crate::engine::{Cause, Problem, Thing};

/// Checks that a variant has a field, and that the field takes a value.
///
/// # Errors
/// Where the variant or the field does not exist, or what the field takes instead.
pub(crate) fn check_field<S: System>(
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
