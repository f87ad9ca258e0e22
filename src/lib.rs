//! Shedscope shows how load balancers decide.
//!
//! A scenario is a document. Running it is a pure function that yields rounds. A view is a pure
//! function of rounds and time. Everything else is input or output.
//!
//! * [`run`]: what all systems share: chance, tests and reasons, the timeline.
//! * [`sharding`]: shards by weight, and Akka’s own strategies.
//! * [`shedding`]: Apache Pulsar's load shedding.
//! * [`throttling`]: adaptive rate control of OpenSearch bulk writes.
//! * [`rotation`]: MemQ's producers and their write endpoints.
//! * [`exchange`]: formats of others in, ours out: broker.conf, load reports.
//! * [`scene`]: the geometry of an instant, as plain data.
//! * [`simulator`]: what every system gives and gets.
//! * [`paint`]: a scene onto a canvas or into SVG.
//! * [`systems`]: the register of systems.
//! * [`app`]: the page.
//! * `command`: the command line, natively.

pub mod app;
#[cfg(not(target_arch = "wasm32"))]
pub mod command;
pub mod exchange;
pub mod paint;
pub mod rotation;
pub mod run;
pub mod scene;
pub mod sharding;
pub mod shedding;
pub mod simulator;
pub mod systems;
pub mod throttling;
