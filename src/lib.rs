//! Shedscope shows how load balancers decide.
//!
//! A scenario is a document. Running it is a pure function that yields rounds. A view is a pure
//! function of rounds and time. Everything else is input or output.
//!
//! # Example
//!
//! Run a preset, and print what its first eventful round decided and why:
//!
//! ```
//! use shedscope::systems;
//!
//! let shedding = systems::find("shedding").expect("a registered system");
//! let session = (shedding.open_preset)("two-hot-two-idle").expect("a preset");
//! while session.advance() {}
//!
//! let round = (0..session.rounds()).find(|round| session.is_eventful(*round)).expect("a round that unloads");
//! println!("{}", session.headline(0, round));
//! for reason in session.reasons(0, round) {
//!     println!("{}", reason.sentence);
//! }
//! # assert!(session.headline(0, round).contains("bundle"));
//! # assert!(!session.reasons(0, round).is_empty());
//! ```
//!
//! # Modules
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
