//! Producer endpoint rotation: recorded runs, facts, laws, statistics, cases and bad input.

#![cfg(not(target_arch = "wasm32"))]

#[path = "rotation/bad.rs"]
mod bad;
#[path = "rotation/cases.rs"]
mod cases;
#[path = "rotation/facts.rs"]
mod facts;
#[path = "rotation/golden.rs"]
mod golden;
#[path = "rotation/laws.rs"]
mod laws;
#[path = "rotation/loads.rs"]
mod loads;
#[path = "rotation/play.rs"]
mod play;
#[path = "rotation/presets.rs"]
mod presets;
#[path = "rotation/restarts.rs"]
mod restarts;
#[path = "rotation/sends.rs"]
mod sends;
mod session;
#[path = "rotation/shown.rs"]
mod shown;
#[path = "rotation/view.rs"]
mod view;
