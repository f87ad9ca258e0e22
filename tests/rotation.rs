//! Endpoints in rotation: recorded runs, facts, laws, statistics, cases and bad input.

#![cfg(not(target_arch = "wasm32"))]

#[path = "rotation/golden.rs"]
mod golden;
#[path = "rotation/facts.rs"]
mod facts;
#[path = "rotation/restarts.rs"]
mod restarts;
