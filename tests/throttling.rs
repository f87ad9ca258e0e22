//! Rates by feedback: recorded runs, laws, published cases, stories, and bad input.

#![cfg(not(target_arch = "wasm32"))]

#[path = "throttling/closed.rs"]
mod closed;
#[path = "throttling/facts.rs"]
mod facts;
#[path = "throttling/golden.rs"]
mod golden;
