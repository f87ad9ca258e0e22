//! The register of systems: one line for each.

use crate::engine::Problem;
use crate::simulator::registry::system_of;
use crate::simulator::{SharedSession, SystemEntry};

/// Every system. The first is the one that a visit begins with.
pub static SYSTEMS: &[SystemEntry] = &[
    SystemEntry::of::<crate::systems::shedding::view::Shedding>(),
    SystemEntry::of::<crate::systems::sharding::view::Sharding>(),
    SystemEntry::of::<crate::systems::throttling::view::Throttling>(),
    SystemEntry::of::<crate::systems::rotation::view::Rotation>(),
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
    let Some(entry) = find(system) else {
        let known: Vec<&str> = SYSTEMS.iter().map(|entry| entry.info.id).collect();
        let what = if system.is_empty() {
            "this is no scenario of Shedscope: it does not say which system it is of.".to_owned()
        } else {
            format!("“{system}” is not known; give {}.", known.join(", "))
        };
        return Err(Problem::at("system", what));
    };
    (entry.open)(document)
}

/// The problem that a document belongs to another system than the one of an id, if it does.
pub fn elsewhere(document: &str, own: &str) -> Option<Problem> {
    let system = system_of(document);
    let known = SYSTEMS.iter().map(|entry| (entry.info.id, entry.info.title));
    let (_, title) = known.into_iter().find(|(id, _)| *id == system && *id != own)?;
    Some(Problem::at("system", format!("this is a scenario of “{title}”; open it there.")))
}
