//! The stage: what is laid out of a round, what can be dragged, and what moves.

mod axis;
mod bars;
mod curve;
pub(super) mod flight;
mod handles;
mod labels;
mod layout;

use flight::{DEPART, Flights, progress};
use layout::Input;

use super::subjects::subject;
use crate::scene::{Rect, Scene};
use crate::simulator::{Demand, Instant, Stage, SubjectRef, Viewport};
use crate::systems::shedding::Simulation;
use crate::systems::shedding::strategy::Scale;

/// Reads something of what the stage shows of an instant.
fn with_input<T>(
    simulation: &Simulation,
    instant: &Instant<'_, Simulation>,
    viewport: &Viewport,
    read: impl FnOnce(&Input<'_>) -> T,
) -> T {
    let world = simulation.world();
    let snapshot = simulation.ground_truth().at(instant.detail.time_ms);
    read(&Input {
        world,
        snapshot: &snapshot,
        round: instant.round,
        detail: instant.detail,
        order: viewport.order,
        selected: viewport
            .selected
            .and_then(|selected| subject(world, selected)),
        is_flying: instant.phase >= DEPART && !instant.round.moves.is_empty(),
        area: Rect {
            left: 0.0,
            top: 0.0,
            width: viewport.width,
            height: viewport.height,
        },
        at_least: viewport.highest,
        below: viewport.below,
    })
}

/// What the stage asks for. Usage and running usage are on one scale.
pub(crate) fn demand(
    simulation: &Simulation,
    instant: &Instant<'_, Simulation>,
    viewport: &Viewport,
) -> Demand {
    let scale = match instant.detail.decision.scale {
        Scale::Usage | Scale::RunningUsage => 0,
        Scale::MessageRate => 1,
        Scale::Throughput => 2,
    };
    with_input(simulation, instant, viewport, |input| Demand {
        scale,
        highest: layout::highest(input),
        below: layout::room_below(input),
    })
}

/// The stage, laid out. Until they depart, bundles are in their places; from then on, those places are empty.
pub(super) fn stage(
    simulation: &Simulation,
    instant: &Instant<'_, Simulation>,
    viewport: &Viewport,
) -> Stage<Flights> {
    let waits = instant.phase < DEPART && !instant.round.moves.is_empty();
    let laid_out = with_input(simulation, instant, viewport, layout::lay_out);
    Stage {
        handles: handles::handles(simulation.world(), instant.round, &laid_out),
        still: laid_out.scene,
        holds_until: if waits { DEPART } else { 1.0 },
        layout: laid_out.flights,
    }
}

/// What is in flight.
pub(super) fn motion(phase: f64, viewport: &Viewport, flights: &Flights) -> Scene<SubjectRef> {
    let at = progress(phase);
    let (shapes, targets) = (flights.shapes(at), flights.targets(at));
    Scene {
        shapes,
        targets,
        ..Scene::sized(viewport.width, viewport.height)
    }
}
