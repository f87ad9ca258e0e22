//! Every native test in one binary, so that the crate is linked once.

#![cfg(not(target_arch = "wasm32"))]
// Nothing outside of a test binary uses what is in it.
#![allow(unreachable_pub)]
// Modules are named after what they test, and each takes the helpers that it needs.
#![allow(clippy::duplicate_mod, clippy::module_inception)]

#[path = "app.rs"]
mod app;
#[path = "architecture.rs"]
mod architecture;
#[path = "cases.rs"]
mod cases;
#[path = "command.rs"]
mod command;
mod common;
#[path = "digests.rs"]
mod digests;
#[path = "documents.rs"]
mod documents;
#[path = "drawers.rs"]
mod drawers;
#[path = "exchange.rs"]
mod exchange;
#[path = "exchange_generated.rs"]
mod exchange_generated;
#[path = "golden.rs"]
mod golden;
#[path = "laws.rs"]
mod laws;
#[path = "metrics.rs"]
mod metrics;
#[path = "mutations.rs"]
mod mutations;
#[path = "panels.rs"]
mod panels;
#[path = "presets.rs"]
mod presets;
#[path = "rotation.rs"]
mod rotation;
#[path = "sharding.rs"]
mod sharding;
#[path = "shedding_view.rs"]
mod shedding_view;
#[path = "simulator.rs"]
mod simulator;
#[path = "stage.rs"]
mod stage;
#[path = "tables.rs"]
mod tables;
#[path = "throttling.rs"]
mod throttling;
#[path = "transfer.rs"]
mod transfer;
#[path = "transfer_runs.rs"]
mod transfer_runs;
