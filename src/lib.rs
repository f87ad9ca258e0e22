//! Shedscope shows how load balancers decide.
//!
//! A scenario is a document. Running it is a pure function that yields rounds. A view is a pure
//! function of rounds and time. Everything else is input or output.
//!
//! Dependencies point one way, from the bottom of this list to its top:
//!
//! * [`engine`]: what every simulation needs: chance, checks and their explanation, scenarios, the timeline.
//! * [`scene`]: the geometry of an instant, as plain data; no system in it.
//! * [`render`]: a scene onto a canvas or into SVG.
//! * [`simulator`]: what a system gives and gets.
//! * [`systems`]: the register of systems and the systems themselves, a module each.
//! * [`app`]: the page.
//! * `cli`: the command line, natively.

pub mod app;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod engine;
pub mod render;
pub mod scene;
pub mod simulator;
pub mod systems;
