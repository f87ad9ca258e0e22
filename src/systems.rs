//! The register of the systems that the shell shows. A system is one room and one line here.

use crate::shell::Entry;

/// Every system but Pulsar's load shedding, which has a page of its own.
pub const SYSTEMS: &[Entry] = &[];
