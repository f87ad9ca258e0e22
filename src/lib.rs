//! Shedscope shows load balancers think.
//!
//! A scenario is a document. Running it is a pure function that yields rounds. A view is a pure
//! function of rounds and time. Everything else is a door.
//!
//! * [`exchange`]: formats of others in, ours out: broker.conf, load reports.
//! * [`run`]: what all systems share: chance, tests and reasons, the timeline.
//! * [`shedding`]: Apache Pulsar's load shedding.
//! * `command`: the command line, natively.

#[cfg(not(target_arch = "wasm32"))]
pub mod command;
pub mod exchange;
pub mod run;
pub mod shedding;
