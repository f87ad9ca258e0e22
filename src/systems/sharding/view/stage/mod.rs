//! The stage: shards as tiles in the columns of their nodes, the targets, and shards in flight.
//!
//! Three levels of detail: tiles; bars, for many nodes or shards; and one stepped line, for hundreds of nodes on a
//! narrow stage. Positions follow from the recorded times.

mod arcs;
mod bars;
mod columns;
mod layout;
mod moment;
mod readout;
mod tags;

use crate::scene::Scene;
use crate::simulator::{self, Instant, SubjectRef, Viewport};
use crate::systems::sharding::Simulation;
use crate::systems::sharding::round::Detail;

pub(super) use layout::Layout;
use layout::Level;
use moment::Moment;

/// The data that the stage is drawn from.
pub struct Input<'a> {
    /// The simulation of the variant.
    pub run: &'a Simulation,
    /// The detail of the round.
    pub detail: &'a Detail,
    /// The size and selection of the stage.
    pub viewport: &'a Viewport,
}

/// The highest number of shards in a column during a round.
pub(super) fn highest(detail: &Detail) -> f64 {
    let mut arriving = vec![0_u32; detail.nodes.len()];
    for flight in &detail.flights {
        if let Some(to) = flight
            .to
            .filter(|_| (detail.from_ms + 1..=detail.to_ms).contains(&flight.lands_ms))
        {
            arriving[to.index()] += 1;
        }
    }
    let held = detail
        .nodes
        .iter()
        .zip(&arriving)
        .map(|(node, more)| node.shards.len() as f64 + f64::from(*more));
    let targets = detail
        .nodes
        .iter()
        .map(|node| node.target)
        .filter(|target| target.is_finite());
    held.chain(targets).fold(0.0, f64::max)
}

/// The static part of the stage: the hand-off lane, the scale, and the columns as hit areas.
pub(super) fn stage(
    run: &Simulation,
    instant: &Instant<'_, Simulation>,
    viewport: &Viewport,
) -> simulator::Stage<Layout> {
    let layout = Layout::new(&Input {
        run,
        detail: instant.detail,
        viewport,
    });
    let mut still = Scene::sized(viewport.width, viewport.height);
    arcs::draw_lane(&layout, &mut still);
    columns::targets(&layout, &mut still);
    if layout.level != Level::Tiles {
        bars::scale(&layout, &mut still);
    }
    simulator::Stage {
        still,
        ..simulator::Stage::moving(viewport, layout)
    }
}

/// The moving part of the stage at an instant.
pub(super) fn motion(
    run: &Simulation,
    instant: &Instant<'_, Simulation>,
    viewport: &Viewport,
    layout: &Layout,
) -> Scene<SubjectRef> {
    let input = Input {
        run,
        detail: instant.detail,
        viewport,
    };
    let moment = Moment::new(&input, instant.phase, layout.level == Level::Tiles);
    let mut scene = Scene::sized(viewport.width, viewport.height);
    readout::readout(&input, layout, &moment, &mut scene);
    match layout.level {
        Level::Tiles => columns::draw(&input, layout, &moment, &mut scene),
        Level::Bars | Level::Line => bars::draw(&input, layout, &moment, &mut scene),
    }
    arcs::draw_paths(&input, layout, &moment, &mut scene);
    tags::draw(&input, layout, &moment, &mut scene);
    arcs::draw_shards(&input, layout, &moment, &mut scene);
    scene
}
