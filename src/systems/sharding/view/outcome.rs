//! The outcome of a round as data.

use crate::simulator::{RoundOutcome, Transfer};
use crate::systems::sharding::Simulation;
use crate::systems::sharding::reason::NodeId;
use crate::systems::sharding::round::{Detail, Flight};

/// The shards that start on a node in the round, after a hand-off or for the first time.
pub(super) fn outcome(simulation: &Simulation, detail: &Detail) -> RoundOutcome {
    let node = |id: NodeId| simulation.nodes()[id.index()].name.to_string();
    let lands = |flight: &&Flight| {
        !flight.fails && (detail.from_ms..detail.to_ms).contains(&flight.lands_ms)
    };
    let transfer = |flight: &Flight| Transfer {
        item: format!("Shard {}", flight.shard.0),
        from: flight.from.map(node),
        to: flight.to.map(node),
        at_s: flight.lands_ms as f64 / 1000.0,
        reason: match (flight.from, flight.is_sudden) {
            (None, _) => "it is new",
            (Some(_), true) => "its node died",
            (Some(_), false) => "it was handed off",
        },
        is_planned: flight.is_named,
    };
    RoundOutcome {
        transfers: detail.flights.iter().filter(lands).map(transfer).collect(),
        ..RoundOutcome::default()
    }
}
