//! What a round of load shedding did, as data.

use crate::simulator::{NotMoved, RoundOutcome, Transfer};
use crate::systems::shedding::model::load_data::{BrokerId, NOBODY};
use crate::systems::shedding::model::world::World;
use crate::systems::shedding::{BundleId, Round};

/// The bundles that were assigned since the round before, those that moved in it, and those that were selected and
/// stayed.
pub(super) fn outcome(world: &World, round: &Round) -> RoundOutcome {
    let bundle = |id: BundleId| world.bundles[id.index()].name.to_string();
    let broker = |id: BrokerId| (id != NOBODY).then(|| world.brokers[id.index()].name.to_string());
    let assigned = round.assignments.iter().map(|placed| Transfer {
        item: bundle(placed.bundle),
        from: broker(placed.from),
        to: broker(placed.to),
        at_s: placed.at_ms as f64 / 1000.0,
        reason: placed.cause.phrase(),
        is_planned: false,
    });
    let moved = round.moves.iter().map(|moved| Transfer {
        item: bundle(moved.bundle),
        from: broker(moved.from),
        to: broker(moved.to),
        at_s: round.time_min * 60.0,
        reason: "it was shed",
        is_planned: moved.is_planned,
    });
    let not_moved = round.not_moved.iter().map(|not_moved| NotMoved {
        item: bundle(not_moved.bundle),
        owner: broker(not_moved.owner),
        reason: not_moved.reason.phrase(),
    });
    RoundOutcome {
        end_reason: round.end_reason.map(|reason| reason.sentence()),
        transfers: assigned.chain(moved).collect(),
        not_moved: not_moved.collect(),
    }
}
