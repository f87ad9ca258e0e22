//! Cells and rows of the tables as edits of the cluster.

use super::tables::{COUNT, LOAD, MIN_AVAILABLE, Place, value_type};
use crate::engine::limits::MAX_BUNDLES;
use crate::engine::{Cause, Kind, Problem};
use crate::simulator::missing::not_there;
use crate::simulator::{InputType, InputValue, TableRef};
use crate::systems::shedding::edits::cluster::{BundleField, ClusterEdit};
use crate::systems::shedding::edits::rules::{NameList, RuleId};
use crate::systems::shedding::model::cluster::{Cluster, UNPLACED};
use crate::systems::shedding::model::usage::Resource;

/// Most percent that a bar can be dragged to.
const MAX_LOAD_PERCENT: f64 = 1000.0;

/// The edit that sets a cell to a value that has been checked against its bounds.
///
/// # Errors
/// Where the cell does not exist, or does not take the value.
pub(crate) fn of_cell(
    world: &Cluster,
    table: TableRef,
    row: usize,
    column: &str,
    value: &InputValue,
) -> Result<ClusterEdit, Problem> {
    let place = Place::find(world, table).ok_or_else(|| not_there("table"))?;
    if place == Place::Bundles(UNPLACED) && column == COUNT {
        return count(world, UNPLACED, value);
    }
    let name = place.name(world, row).ok_or_else(|| not_there("row"))?;
    let text = || value.text().trim().to_owned();
    let edit = match place {
        Place::Brokers => {
            broker_cell(world, row, column, value).map_err(|problem| problem.within(&name))?
        }
        Place::Bundles(owner) => match (column, bundle_field(column)) {
            ("name", _) => ClusterEdit::RenameBundle(owner, row, text()),
            (_, Some(field)) => {
                let amount =
                    checked(place, column, value).map_err(|problem| problem.within(&name))?;
                ClusterEdit::SetBundle(owner, row, field, amount)
            }
            _ => return Err(not_there(column)),
        },
        Place::Isolation if column == MIN_AVAILABLE => {
            let least = checked(place, column, value).map_err(|problem| problem.within(&name))?;
            ClusterEdit::SetMinAvailable(row, least as u32)
        }
        Place::Isolation | Place::AntiAffinity => {
            let list = name_list(place, column).ok_or_else(|| not_there(column))?;
            ClusterEdit::SetNames(rule(place, row), list, text())
        }
    };
    edit.apply_name(world)?;
    Ok(edit)
}

fn broker_cell(
    world: &Cluster,
    row: usize,
    column: &str,
    value: &InputValue,
) -> Result<ClusterEdit, Problem> {
    if column == "name" {
        return Ok(ClusterEdit::RenameBroker(
            row,
            value.text().trim().to_owned(),
        ));
    }
    if column == "bundles" {
        return count(world, row, value);
    }
    if column == LOAD {
        return Ok(ClusterEdit::Load(
            row,
            number(LOAD, &value_type(Kind::Real, 0.0, MAX_LOAD_PERCENT), value)?,
        ));
    }
    let number = checked(Place::Brokers, column, value)?;
    Ok(match column {
        "cpu" => ClusterEdit::Usage(row, Resource::Cpu, number),
        "bandwidth_in" => ClusterEdit::Usage(row, Resource::BandwidthIn, number),
        "bandwidth_out" => ClusterEdit::Usage(row, Resource::BandwidthOut, number),
        "direct_memory" => ClusterEdit::Usage(row, Resource::DirectMemory, number),
        "memory" => ClusterEdit::Usage(row, Resource::StrategyMemory, number),
        "base_cpu" => ClusterEdit::Base(row, Resource::Cpu, number),
        "capacity" => ClusterEdit::Capacity(row, number),
        "skew" => ClusterEdit::Skew(row, number),
        _ => return Err(not_there(column)),
    })
}

/// How many bundles share the load of an owner.
fn count(world: &Cluster, owner: usize, value: &InputValue) -> Result<ClusterEdit, Problem> {
    let others = world.bundle_count() - world.bundles_of(owner).map_or(0, <[_]>::len);
    let most = MAX_BUNDLES.saturating_sub(others) as f64;
    Ok(ClusterEdit::BundleCount(
        owner,
        number("bundles", &value_type(Kind::Whole, 0.0, most), value)? as usize,
    ))
}

/// The number for a column that is shown.
fn checked(place: Place, column: &str, value: &InputValue) -> Result<f64, Problem> {
    let found = place
        .columns()
        .into_iter()
        .find(|one| one.id == column)
        .ok_or_else(|| not_there(column))?;
    number(
        column,
        found.input.as_ref().unwrap_or(&InputType::Text),
        value,
    )
}

fn number(column: &str, input: &InputType, value: &InputValue) -> Result<f64, Problem> {
    match (input, value) {
        (InputType::Number(value_type), InputValue::Number(number)) => value_type
            .check(*number)
            .map(|()| *number)
            .map_err(|cause| Problem::at(column, cause)),
        _ => Err(Problem::at(column, Cause::needs("a number"))),
    }
}

fn bundle_field(column: &str) -> Option<BundleField> {
    Some(match column {
        "cpu" => BundleField::Cpu,
        "msg_rate_in" => BundleField::MsgRateIn,
        "msg_rate_out" => BundleField::MsgRateOut,
        "msg_throughput_in" => BundleField::ThroughputIn,
        "msg_throughput_out" => BundleField::ThroughputOut,
        _ => return None,
    })
}

fn name_list(place: Place, column: &str) -> Option<NameList> {
    match (place, column) {
        (_, "namespaces") => Some(NameList::Namespaces),
        (Place::Isolation, "primary") => Some(NameList::Primary),
        (Place::Isolation, "secondary") => Some(NameList::Secondary),
        _ => None,
    }
}

fn rule(place: Place, row: usize) -> RuleId {
    if place == Place::AntiAffinity {
        RuleId::Group(row)
    } else {
        RuleId::Isolation(row)
    }
}

/// The edit that adds a row.
pub(crate) fn of_new_row(world: &Cluster, place: Place) -> ClusterEdit {
    match place {
        Place::Brokers => ClusterEdit::AddBroker,
        Place::Bundles(owner) => ClusterEdit::AddBundle(owner),
        Place::Isolation | Place::AntiAffinity => {
            ClusterEdit::AddRule(rule(place, place.rows(world)))
        }
    }
}

/// The edit that removes a row.
///
/// # Errors
/// Where there is no such row.
pub(crate) fn of_removal(
    world: &Cluster,
    table: TableRef,
    row: usize,
) -> Result<ClusterEdit, Problem> {
    let place = Place::find(world, table).ok_or_else(|| not_there("table"))?;
    if row >= place.rows(world) {
        return Err(not_there("row"));
    }
    Ok(match place {
        Place::Brokers => ClusterEdit::RemoveBroker(row),
        Place::Bundles(owner) => ClusterEdit::RemoveBundle(owner, row),
        Place::Isolation | Place::AntiAffinity => ClusterEdit::RemoveRule(rule(place, row)),
    })
}
