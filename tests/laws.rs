//! Laws that hold for every world, every strategy, placement and release, and any settings.
//!
//! Worlds are generated, always the same ones, and a case that breaks a law is shrunk before it is
//! shown: the law, the path of loads that led there, and the scenario to open.

#![cfg(not(target_arch = "wasm32"))]

mod law;
