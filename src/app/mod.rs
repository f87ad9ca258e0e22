//! The page: one app for all systems.
//!
//! Data flows one way. Components dispatch an [`session::Action`]; the reducer, which is pure, makes the next
//! [`session::State`] of it; components get slices of the state as props. Whatever needs the browser or the clock is a
//! hook (`hooks`), the player, or the canvas (`stage`).

pub mod charts;
pub mod hooks;
pub mod jobs;
pub mod panels;
pub mod parts;
pub mod place;
pub mod session;
pub mod stage;
