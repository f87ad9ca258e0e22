//! Adaptive rate limiting: recorded runs, laws, published cases, presets, and bad input.

#![cfg(not(target_arch = "wasm32"))]

#[path = "throttling/bad_input.rs"]
mod bad_input;
#[path = "throttling/cases.rs"]
mod cases;
#[path = "throttling/closed.rs"]
mod closed;
#[path = "throttling/facts.rs"]
mod facts;
#[path = "throttling/golden.rs"]
mod golden;
#[path = "throttling/laws.rs"]
mod laws;
#[path = "throttling/presets.rs"]
mod presets;
mod session;
#[path = "throttling/settings.rs"]
mod settings;
#[path = "throttling/view.rs"]
mod view;
#[path = "throttling/worlds.rs"]
mod worlds;
