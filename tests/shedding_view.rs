//! Load shedding through the contract that every system has: presets, forms, tables, events, later edits, files, stage.

#![cfg(not(target_arch = "wasm32"))]

#[path = "shedding_view/cells.rs"]
mod cells;
#[path = "shedding_view/events.rs"]
mod events;
#[path = "shedding_view/files.rs"]
mod files;
#[path = "shedding_view/form.rs"]
mod form;
#[path = "shedding_view/later.rs"]
mod later;
#[path = "shedding_view/outcomes.rs"]
mod outcomes;
#[path = "shedding_view/presets.rs"]
mod presets;
#[path = "shedding_view/reports.rs"]
mod reports;
#[path = "shedding_view/rules.rs"]
mod rules;
#[path = "shedding_view/stage.rs"]
mod stage;
#[path = "shedding_view/transfer.rs"]
mod transfer;
#[path = "shedding_view/why.rs"]
mod why;

use shedscope::engine::{Cause, Problem, Thing};
use shedscope::simulator::{
    Edit, Field, InputValue, OpenSession, SharedSession, SystemEntry, TableRef,
};
use shedscope::systems::shedding::Scenario;
use shedscope::systems::shedding::view::Shedding;

use crate::common::play::complete;

/// One line of registration.
const SHEDDING: SystemEntry = SystemEntry::of::<Shedding>();

fn preset(id: &str) -> SharedSession {
    (SHEDDING.open_preset)(id).unwrap_or_else(|| panic!("there is no preset {id}"))
}

/// The scenario that a visit begins with.
fn opening() -> SharedSession {
    SHEDDING.open_first().unwrap()
}

fn open(scenario: Scenario) -> SharedSession {
    assert_eq!(scenario.check(), Ok(()));
    std::rc::Rc::new(OpenSession::<Shedding>::new(scenario))
}

/// The digest of a variant's whole run.
fn digest(session: &SharedSession, variant: usize) -> String {
    complete(&**session);
    session.digest(variant).unwrap()
}

fn edited(session: &SharedSession, edit: Edit) -> SharedSession {
    session
        .edited(&edit)
        .unwrap_or_else(|problem| panic!("{edit:?}: {problem}"))
}

fn refusal(session: &SharedSession, edit: &Edit) -> Problem {
    session
        .edited(edit)
        .err()
        .unwrap_or_else(|| panic!("{edit:?} is taken"))
}

/// Whether a cause is the right one.
type Judge = fn(&Cause) -> bool;

fn is_unknown(cause: &Cause, sought: Thing, wanted: &str) -> bool {
    matches!(cause, Cause::Unknown { kind, name, .. } if *kind == sought && name == wanted)
}

fn is_inconsistent(cause: &Cause, start: &str) -> bool {
    matches!(cause, Cause::Inconsistent { problem, .. } if problem.starts_with(start))
}

fn field(session: &SharedSession, variant: usize, name: &str) -> Field {
    session
        .fields(variant, None)
        .into_iter()
        .find(|field| field.name == name)
        .unwrap_or_else(|| panic!("no {name}"))
}

fn number(value: f64) -> InputValue {
    InputValue::Number(value)
}

fn text(value: &str) -> InputValue {
    InputValue::Text(value.to_owned())
}

fn cell(table: TableRef, row: usize, column: &'static str, value: InputValue) -> Edit {
    Edit::SetCell {
        table,
        row,
        column,
        value,
    }
}

/// The value of a cell that is shown.
fn value(session: &SharedSession, table: TableRef, row: usize, column: &str) -> InputValue {
    let columns = session.entity_table(table).unwrap().columns;
    let place = columns.iter().position(|other| other.id == column).unwrap();
    session.entity_rows(table, &[row])[0].cells[place].clone()
}

/// The opening scenario with a broker that is away in rounds 5 and 6.
fn restarted() -> SharedSession {
    let session = edited(
        &opening(),
        Edit::AddEvent {
            variant: 0,
            kind: "restart".to_owned(),
            at_s: 290.0,
        },
    );
    let away = edited(
        &session,
        Edit::SetEvent {
            event: 1,
            part: "seconds",
            value: number(100.0),
        },
    );
    complete(&*away);
    away
}

fn brokers() -> TableRef {
    TableRef::top("brokers")
}

/// The usage of a broker in a round, in percent, as the table of the round has it.
fn usage_percent(session: &SharedSession, index: usize, broker: &str) -> f64 {
    use shedscope::simulator::Cell;
    let table = session.table(0, index);
    let row = table
        .rows
        .iter()
        .find(|(_, cells)| cells[0] == Cell::Text(broker.to_owned()))
        .unwrap();
    match row.1[1] {
        Cell::Number(usage, _) => usage,
        Cell::Text(_) | Cell::Missing(_) => f64::NAN,
    }
}
