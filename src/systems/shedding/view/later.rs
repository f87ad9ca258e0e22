//! Edits that are made at a later round: they become events, where an event can do the same.

use super::{Shedding, cells, tables};
use crate::engine::Problem;
use crate::simulator::missing::not_there;
use crate::simulator::{Edit, LaterEdit};
use crate::systems::shedding::edits::what_if::Change;
use crate::systems::shedding::settings::Setting;
use crate::systems::shedding::{Detail, Scenario, Simulation};

/// What becomes of an edit at the round of `detail`; `refined` is the event that the last such edit made.
///
/// # Errors
/// Where the edit cannot be made.
pub(crate) fn edit_later(
    scenario: &Scenario,
    simulation: &Simulation,
    detail: &Detail,
    edit: &Edit,
    refined: Option<u32>,
) -> Result<LaterEdit<Shedding>, Problem> {
    let world = &scenario.world;
    let change = match edit {
        Edit::Set { field, value, .. } => match Setting::from_name(field) {
            Some(row) if !row.key.is_of_run() => {
                row.value_type
                    .check(*value)
                    .map_err(|cause| Problem::at(*field, cause))?;
                Change::Set(row.key, *value)
            }
            _ => return Ok(LaterEdit::WholeRun),
        },
        Edit::SetCell {
            table,
            row,
            column,
            value,
        } => Change::Cluster(cells::of_cell(world, *table, *row, column, value)?),
        Edit::AddRow(table) => {
            let place = tables::Place::find(world, *table).ok_or_else(|| not_there("table"))?;
            Change::Cluster(cells::of_new_row(world, place))
        }
        Edit::RemoveRow(table, row) => Change::Cluster(cells::of_removal(world, *table, *row)?),
        _ => return Ok(LaterEdit::WholeRun),
    };
    if matches!(&change, Change::Cluster(edit) if edit.is_of_run()) {
        return Ok(LaterEdit::WholeRun);
    }
    let Some((events, event)) = simulation.with_change(world, &change, detail, refined) else {
        return Ok(LaterEdit::OnlyAtStart);
    };
    let mut scenario = scenario.clone();
    scenario.world.events = events;
    Ok(LaterEdit::Event { scenario, event })
}
