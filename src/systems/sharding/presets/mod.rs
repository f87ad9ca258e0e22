//! Presets: scenarios that each show one thing, with notes on what to see.
//!
//! Every number in the notes comes from the run; a test holds them to it.

mod baselines;
mod revisions;
mod weights;

use super::scenario::{Scenario, Variant};
use super::settings::Key;
use super::strategy::Strategy;
use super::world::{Action, Event, Nodes, World};
use crate::simulator;

/// A preset of this system.
pub type Preset = simulator::Preset<Scenario>;

const REVISIONS: &str = "Revisions and traffic";
const WEIGHTS: &str = "Weights and when to stop";
const BASELINES: &str = "Akka’s own strategies";
const MEMBERSHIP: &str = "Nodes come and go";

/// Every preset; the first is opened by default.
pub const PRESETS: &[Preset] = &[
    Preset {
        id: "canary",
        title: "A canary with 10 % of the traffic",
        group: REVISIONS,
        make: revisions::canary,
    },
    Preset {
        id: "retire",
        title: "A revision retires, and its last shard",
        group: REVISIONS,
        make: revisions::retire,
    },
    Preset {
        id: "no-nodes",
        title: "Traffic for a revision without nodes",
        group: REVISIONS,
        make: revisions::no_nodes,
    },
    Preset {
        id: "old-table",
        title: "A route table that grows old",
        group: REVISIONS,
        make: revisions::old_table,
    },
    Preset {
        id: "shift",
        title: "Traffic shifts in steps",
        group: REVISIONS,
        make: revisions::shift,
    },
    Preset {
        id: "two-versions",
        title: "Two versions stop everything",
        group: REVISIONS,
        make: revisions::two_versions,
    },
    Preset {
        id: "eight",
        title: "Eight nodes, one loaded",
        group: WEIGHTS,
        make: weights::eight,
    },
    Preset {
        id: "four-five-three",
        title: "Weights 4, 5 and 3",
        group: WEIGHTS,
        make: weights::four_five_three,
    },
    Preset {
        id: "two-thirds",
        title: "One shard from the nearest",
        group: WEIGHTS,
        make: weights::two_thirds,
    },
    Preset {
        id: "hundred",
        title: "100 and 0: fifty rounds or five",
        group: BASELINES,
        make: baselines::hundred,
    },
    Preset {
        id: "threshold",
        title: "Threshold 10: nineteen beside ten",
        group: BASELINES,
        make: baselines::threshold,
    },
    Preset {
        id: "ring",
        title: "A ring of hashes is uneven",
        group: BASELINES,
        make: baselines::ring,
    },
    Preset {
        id: "pinned",
        title: "A client names the nodes",
        group: BASELINES,
        make: baselines::pinned,
    },
    Preset {
        id: "slow",
        title: "Hand-offs longer than a round",
        group: MEMBERSHIP,
        make: baselines::slow,
    },
    Preset {
        id: "death",
        title: "A node dies, another is drained",
        group: MEMBERSHIP,
        make: baselines::death,
    },
    Preset {
        id: "large",
        title: "200 nodes, 10 000 shards",
        group: MEMBERSHIP,
        make: revisions::large,
    },
];

/// A variant with a strategy.
fn variant(strategy: Strategy) -> Variant {
    Variant::new(strategy)
}

/// A variant whose limits of a round never apply.
fn unlimited(strategy: Strategy) -> Variant {
    variant(strategy)
        .with(Key::AbsoluteLimit, 1000.0)
        .with(Key::RelativeLimit, 1.0)
}

fn world(nodes: Vec<Nodes>) -> World {
    World {
        nodes,
        ..World::default()
    }
}

/// A route table.
fn table(parts: &[(&str, u32)]) -> std::collections::BTreeMap<String, u32> {
    parts
        .iter()
        .map(|(name, percent)| ((*name).to_owned(), *percent))
        .collect()
}

/// An event at a time in seconds.
fn at(at_s: f64, what: Action) -> Event {
    Event::new(at_s, what)
}
