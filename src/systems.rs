//! The register of the systems that the shell shows. A system is one room and one line here.

use crate::shell::{Entry, Exhibit, Face};

macro_rules! systems {
    ($($room:ident: $exhibit:ident),* $(,)?) => {
        /// Every system but Pulsar's load shedding, which has a page of its own.
        pub static SYSTEMS: &[Entry] = &[$(Entry::of::<crate::$room::exhibit::$exhibit>()),*];
        /// How they are announced: for those who name them and need not carry them.
        pub static FACES: &[Face] = &[$(<crate::$room::exhibit::$exhibit as Exhibit>::FACE),*];

        /// The system of an id. Where the id is known when this is compiled, the others are not compiled in: every
        /// page carries one system.
        #[inline(always)]
        pub fn only(id: &str) -> Option<Entry> {
            match id {
                $(stringify!($room) => Some(Entry::of::<crate::$room::exhibit::$exhibit>()),)*
                _ => None,
            }
        }
    };
}

systems! {
    sharding: Shards,
    throttling: Throttling,
    rotation: Rotation,
}
