//! The register of systems: one line for each.

use crate::run::Problem;
use crate::simulator::SystemEntry;
use crate::simulator::registry::system_of;

/// Id and title of Pulsar's load shedding, which is not registered yet.
pub const SHEDDING: (&str, &str) = (crate::shedding::scenario::SYSTEM, "Load shedding");

/// Every system. The first is the one that a visit begins with.
pub static SYSTEMS: &[SystemEntry] = &[
    // `crate::shedding::view::Shedding` comes first.
    SystemEntry::of::<crate::sharding::view::Sharding>(),
    SystemEntry::of::<crate::throttling::view::Throttling>(),
    SystemEntry::of::<crate::rotation::view::Rotation>(),
];

/// The system of an id.
pub fn find(id: &str) -> Option<&'static SystemEntry> {
    SYSTEMS.iter().find(|entry| entry.info.id == id)
}

/// The problem that a document belongs to another system than the one of an id, if it does.
pub fn elsewhere(document: &str, own: &str) -> Option<Problem> {
    let system = system_of(document);
    let known = SYSTEMS.iter().map(|entry| (entry.info.id, entry.info.title)).chain([SHEDDING]);
    let (_, title) = known.into_iter().find(|(id, _)| *id == system && *id != own)?;
    Some(Problem::at("system", format!("this is a scenario of “{title}”; open it there.")))
}
