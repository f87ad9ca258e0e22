//! The register of the systems that the shell shows. A system is one room and one line here.

use crate::shell::{Entry, Face};

macro_rules! systems {
    ($($exhibit:ty),* $(,)?) => {
        /// Every system but Pulsar's load shedding, which has a page of its own.
        pub static SYSTEMS: &[Entry] = &[$(Entry::of::<$exhibit>()),*];
        /// How they are announced: for those who name them and need not carry them.
        pub static FACES: &[Face] = &[$(<$exhibit as crate::shell::Exhibit>::FACE),*];
    };
}

systems! {
    crate::sharding::exhibit::Shards,
    crate::throttling::exhibit::Throttling,
}
