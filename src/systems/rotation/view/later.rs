//! Edits at a later slice: one broker fewer or more in a zone goes down or comes back.

use super::super::Simulation;
use super::super::ground_truth::Reachability;
use super::super::round::Detail;
use super::super::scenario::Scenario;
use super::super::world::{Action, Event, FailureMode};
use super::entities::ZONES;
use super::{Rotation, entities};
use crate::engine::{Problem, event};
use crate::simulator::{Edit, LaterEdit};

/// Applies an edit in the slice of `detail`. No further edit refines the event: a broker either goes down or it does
/// not.
///
/// # Errors
/// If the edit cannot be made.
pub(super) fn edit_later(
    scenario: &Scenario,
    simulation: &Simulation,
    detail: &Detail,
    edit: &Edit,
) -> Result<LaterEdit<Rotation>, Problem> {
    let mut changed = scenario.world.clone();
    let happening = match edit {
        Edit::SetCell {
            table,
            row,
            column,
            value,
        } => {
            entities::set_cell(&mut changed, *table, *row, column, value)?;
            let is_count = (*table, *column) == (ZONES, "brokers");
            is_count
                .then(|| {
                    broker_change(
                        simulation,
                        detail.from_us,
                        *row,
                        changed.zones[*row].brokers,
                    )
                })
                .flatten()
        }
        Edit::AddRow(table) => {
            entities::add_row(&mut changed, *table)?;
            None
        }
        Edit::RemoveRow(table, row) => {
            entities::remove_row(&mut changed, *table, *row)?;
            None
        }
        _ => return Ok(LaterEdit::WholeRun),
    };
    let Some(what) = happening else {
        return Ok(LaterEdit::OnlyAtStart);
    };
    let mut scenario = scenario.clone();
    let event = event::push(
        &mut scenario.world.events,
        Event::new(detail.from_us as f64 / 1e6, what),
    );
    Ok(LaterEdit::Event { scenario, event })
}

/// The action that brings the number of live brokers in a zone to a value; `None` if it takes more than one broker, or there
/// are not enough.
fn broker_change(simulation: &Simulation, at_us: u64, zone: usize, count: u32) -> Option<Action> {
    let (ground_truth, world) = (simulation.ground_truth(), &simulation.plan().world);
    let is_up = |place: &usize| {
        ground_truth
            .address(ground_truth.address_at(*place, at_us))
            .reachability(at_us)
            == Reachability::Up
    };
    let zones = world.broker_zones();
    let of_zone = (0..zones.len()).filter(|place| usize::from(zones[*place]) == zone);
    let (up, down): (Vec<usize>, Vec<usize>) = of_zone.partition(is_up);
    let (count, now) = (count as usize, up.len());
    if count + 1 == now {
        let broker = world.broker_name(*up.last()?);
        return Some(Action::Kill {
            broker,
            how: FailureMode::Refused,
            duration_s: None,
        });
    }
    let broker = down.first().filter(|_| count == now + 1)?;
    Some(Action::Revive {
        broker: world.broker_name(*broker),
    })
}
