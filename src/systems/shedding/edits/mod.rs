//! Edits of a scenario: of its cluster, its isolation rules, and its settings, and what an edit becomes at a later round.

pub mod cluster;
pub mod rules;
pub mod scenario;
pub mod what_if;
