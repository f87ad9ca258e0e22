//! The systems, a module each, and their register, a line each.

pub mod rotation;
pub mod sharding;
pub mod shedding;
pub mod throttling;

use crate::engine::{Cause, Problem, Thing};
use crate::simulator::registry::system_of;
use crate::simulator::{SharedSession, SystemEntry};

/// Every system. The first is the one that a visit begins with.
pub static SYSTEMS: &[SystemEntry] = &[
    SystemEntry::of::<shedding::view::Shedding>(),
    SystemEntry::of::<sharding::view::Sharding>(),
    SystemEntry::of::<throttling::view::Throttling>(),
    SystemEntry::of::<rotation::view::Rotation>(),
];

/// The system of an id.
pub fn find(id: &str) -> Option<&'static SystemEntry> {
    SYSTEMS.iter().find(|entry| entry.info.id == id)
}

/// Opens a document of whichever system it is of.
///
/// # Errors
/// With the place and what would be right.
pub fn open(document: &str) -> Result<SharedSession, Problem> {
    let system = system_of(document);
    let entry = find(system).ok_or_else(|| unknown(system))?;
    (entry.open)(document)
}

/// The problem that there is no system of an id, or that a document names none.
pub fn unknown(system: &str) -> Problem {
    let known: Vec<&str> = SYSTEMS.iter().map(|entry| entry.info.id).collect();
    let cause = if system.is_empty() {
        let problem = "this is not a scenario of Shedscope: it does not say which system it is of";
        Cause::other(problem, format!("give {}", known.join(", ")))
    } else {
        Cause::unknown_among(Thing::System, system, &known)
    };
    Problem::at("system", cause)
}

/// The problem that a document belongs to another system than the one of an id, if it does.
pub fn elsewhere(document: &str, own: &str) -> Option<Problem> {
    let system = system_of(document);
    let known = SYSTEMS
        .iter()
        .map(|entry| (entry.info.id, entry.info.title));
    let (_, title) = known
        .into_iter()
        .find(|(id, _)| *id == system && *id != own)?;
    Some(Problem::at(
        "system",
        Cause::OtherSystem {
            title: title.to_owned(),
        },
    ))
}
