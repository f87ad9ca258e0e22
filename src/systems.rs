//! The register of the systems that the shell shows. A system is one room and one line here.

use crate::run::Problem;
use crate::shell::entry::system_of;
use crate::shell::{Entry, Exhibit, Face};

/// How Pulsar's load shedding is announced, which has a page of its own: its id in documents, and its title.
pub const SHEDDING: (&str, &str) = (crate::shedding::scenario::SYSTEM, "Load shedding");

/// That a document is of another system than the one of an id, if it is.
pub fn elsewhere(document: &str, own: &str) -> Option<Problem> {
    let system = system_of(document);
    let known = FACES.iter().map(|face| (face.id, face.title)).chain([SHEDDING]);
    let (_, title) = known.into_iter().find(|(id, _)| *id == system && *id != own)?;
    Some(Problem::at("system", format!("this is a scenario of “{title}”; open it on that page.")))
}

macro_rules! systems {
    ($($room:ident: $exhibit:ident),* $(,)?) => {
        /// Every system but Pulsar's load shedding, which has a page of its own.
        pub static SYSTEMS: &[Entry] = &[$(Entry::of::<crate::$room::exhibit::$exhibit>()),*];
        /// How they are announced.
        pub static FACES: &[Face] = &[$(<crate::$room::exhibit::$exhibit as Exhibit>::FACE),*];
    };
}

/// The system of an id.
pub fn only(id: &str) -> Option<Entry> {
    SYSTEMS.iter().find(|entry| entry.face.id == id).copied()
}

systems! {
    sharding: Shards,
    throttling: Throttling,
    rotation: Rotation,
}
