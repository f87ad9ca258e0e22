//! What can be dragged on the stage: the upper edge of every bar that shows a usage.

use super::layout::{Level, StageScene};
use crate::scene::Rect;
use crate::simulator::Handle;
use crate::systems::shedding::manager::round::Round;
use crate::systems::shedding::model::world::World;
use crate::systems::shedding::view::tables::{BROKERS, LOAD};

/// Height of a handle, in CSS pixels.
const HEIGHT: f64 = 16.0;
/// Least and greatest usage that a bar can be dragged to, in percent.
const BOUNDS: (f64, f64) = (0.0, 1000.0);

/// A handle for each bar whose broker is up and in the table of brokers, while the bars show usages and are wide
/// enough to be grasped.
pub(super) fn handles(world: &World, round: &Round, stage: &StageScene) -> Vec<Handle> {
    if !stage.axis.scale.is_usage() || stage.level == Level::Curve {
        return Vec::new();
    }
    let mut places = vec![None; world.brokers.len()];
    for (place, broker) in world.given_order.iter().enumerate() {
        // Those that events add are not in the table.
        places[broker.index()] = Some(place).filter(|_| !world.brokers[broker.index()].is_added);
    }
    let handle = |slot: &super::layout::Slot| {
        let index = slot.broker.index();
        let (row, value) = (places[index]?, *round.usage_percent.get(index)?);
        let area = Rect {
            top: slot.bar.top - HEIGHT / 2.0,
            height: HEIGHT,
            ..slot.bar
        };
        (!value.is_nan()).then(|| Handle {
            label: format!("Load of {}", world.brokers[index].name),
            area,
            value,
            bounds: BOUNDS,
            unit: "percent",
            value_per_px: stage.axis.max / stage.plot.height,
            is_in_tab_order: stage.level == Level::Labelled,
            cell: (BROKERS, row, LOAD),
        })
    };
    stage.slots.iter().filter_map(handle).collect()
}
