//! Shedscope shows load balancers think.
//!
//! A scenario is a document. Running it is a pure function that yields rounds. A view is a pure
//! function of rounds and time. Everything else is a door.
//!
//! * `app`: the page, in the browser alone.
//! * [`run`]: what all systems share: chance, tests and reasons, the timeline.
//! * [`shedding`]: Apache Pulsar's load shedding.
//! * [`paint`]: a scene onto a canvas or into SVG.
//! * [`scene`]: the geometry of an instant, as plain data.

#[cfg(target_arch = "wasm32")]
pub mod app;
pub mod exchange;
pub mod paint;
pub mod run;
pub mod scene;
pub mod shedding;
