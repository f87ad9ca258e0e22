//! Shedscope shows load balancers think.
//!
//! A scenario is a document. Running it is a pure function that yields rounds. A view is a pure
//! function of rounds and time. Everything else is a door.
//!
//! * [`run`]: what all systems share: chance, tests and reasons, the timeline.
//! * [`shedding`]: Apache Pulsar's load shedding.
//! * [`scene`]: the geometry of an instant, as plain data.

pub mod paint;
pub mod run;
pub mod scene;
pub mod shedding;
