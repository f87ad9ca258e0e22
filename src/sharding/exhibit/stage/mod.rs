//! The stage: shards as tiles in the columns of their nodes, what each should hold, and what is on its way.
//!
//! Three levels of detail: tiles; bars, where nodes or shards are many; and one stepped line for hundreds of nodes on a
//! narrow stage. Everything that moves is where its times put it.

mod arcs;
mod bars;
mod columns;
mod layout;
mod moment;
mod tags;
mod words;

use crate::scene::Scene;
use crate::sharding::Simulation;
use crate::sharding::round::Detail;
use crate::shell::{Instant, Sight, Who};

use layout::{Layout, Level};
use moment::Moment;

/// All that is drawn from.
pub struct Input<'a> {
    /// The lane.
    pub run: &'a Simulation,
    /// What the round comes to.
    pub detail: &'a Detail,
    /// How it is looked at.
    pub sight: &'a Sight,
}

/// The most that a column has to hold in a round.
pub fn needs(detail: &Detail) -> f64 {
    let mut arriving = vec![0_u32; detail.nodes.len()];
    for flight in &detail.flights {
        if let Some(to) = flight.to.filter(|_| (detail.from_ms + 1..=detail.to_ms).contains(&flight.lands_ms)) {
            arriving[to.index()] += 1;
        }
    }
    let held = detail.nodes.iter().zip(&arriving).map(|(node, more)| node.shards.len() as f64 + f64::from(*more));
    let targets = detail.nodes.iter().map(|node| node.target).filter(|target| target.is_finite());
    held.chain(targets).fold(0.0, f64::max)
}

/// Draws an instant.
pub fn draw(run: &Simulation, instant: &Instant<'_, Simulation>, sight: &Sight) -> Scene<Who> {
    let input = Input { run, detail: instant.detail, sight };
    let layout = Layout::new(&input);
    let moment = Moment::new(&input, instant.phase, layout.level == Level::Tiles);
    let mut scene = Scene::sized(sight.width, sight.height);
    words::readout(&input, &layout, &moment, &mut scene);
    arcs::rail(&layout, &mut scene);
    match layout.level {
        Level::Tiles => columns::draw(&input, &layout, &moment, &mut scene),
        Level::Bars | Level::Line => bars::draw(&input, &layout, &moment, &mut scene),
    }
    arcs::ways(&input, &layout, &moment, &mut scene);
    tags::draw(&input, &layout, &moment, &mut scene);
    arcs::chips(&input, &layout, &moment, &mut scene);
    scene
}
