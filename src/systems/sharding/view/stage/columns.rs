//! Columns of tiles, with the exact and the whole target.

use super::Input;
use super::layout::{Column, Layout};
use super::moment::Moment;
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Point, Rect, Scene, Shape, Target, at, dashed, stroke, text};
use crate::simulator::SubjectRef;
use crate::systems::sharding::round::Phase;
use crate::systems::sharding::view::{NODE, SHARD};

/// Adds every column as a hit area.
pub(super) fn targets(layout: &Layout, scene: &mut Scene<SubjectRef>) {
    let target = |column: &Column| Target {
        area: column.area,
        subject: SubjectRef::one(NODE, column.node.index()),
    };
    scene.targets.extend(layout.columns.iter().map(target));
}

/// Draws every column.
pub(super) fn draw(
    input: &Input<'_>,
    layout: &Layout,
    moment: &Moment,
    scene: &mut Scene<SubjectRef>,
) {
    for column in &layout.columns {
        floor(moment, column, scene);
    }
    let mut gone: Vec<(usize, usize)> = Vec::new();
    for moving in &moment.moving {
        if let (Some(from), Some(slot)) = (moving.flight.from, moving.from_slot) {
            let is_leaving = moving.progress > 0.0 || moment.is_announcing;
            let is_of_round =
                super::moment::stands_until_it_moves(&moving.flight, input.detail.from_ms);
            if is_leaving
                && is_of_round
                && (moving.progress > 0.0 || moving.flight.left_ms == input.detail.from_ms)
            {
                gone.push((from.index(), slot));
            }
        }
    }
    gone.sort_unstable();
    for column in &layout.columns {
        tiles(input, layout, moment, column, &gone, scene);
    }
    landed(input, layout, moment, scene);
    for column in &layout.columns {
        marks(input, layout, column, scene);
    }
}

/// Draws the line under the tiles; dotted for a node that is not present.
fn floor(moment: &Moment, column: &Column, scene: &mut Scene<SubjectRef>) {
    let y = column.stack.bottom() + 1.0;
    let line = vec![at(column.stack.left, y), at(column.stack.right(), y)];
    let is_present = moment.phases[column.node.index()].is_present();
    let style = if is_present {
        stroke(Ink::Dim, 1.0)
    } else {
        dashed(Ink::Grid, 1.0, 2.0, 3.0)
    };
    scene.shapes.push(Shape::Path(line, style));
}

fn tiles(
    input: &Input<'_>,
    layout: &Layout,
    moment: &Moment,
    column: &Column,
    gone: &[(usize, usize)],
    scene: &mut Scene<SubjectRef>,
) {
    let node = column.node.index();
    let shards = &input.detail.nodes[node].shards;
    let is_dead = moment.phases[node] == Phase::Dead;
    for (age, shard) in shards.iter().enumerate() {
        let slot = shards.len() - 1 - age;
        let tile = layout.tile(column, slot);
        let who = SubjectRef::one(SHARD, shard.0 as usize);
        if gone.binary_search(&(node, slot)).is_ok() {
            if moment.is_announcing {
                scene.shapes.push(Shape::Fill(tile, Ink::SourceSoft));
            }
            scene
                .shapes
                .push(Shape::Edge(tile, dashed(Ink::Source, 1.0, 2.0, 2.0)));
        } else if is_dead {
            scene.shapes.push(Shape::Edge(tile, stroke(Ink::Dim, 1.0)));
            let (left, right) = (at(tile.left, tile.bottom()), at(tile.right(), tile.top));
            scene
                .shapes
                .push(Shape::Path(vec![left, right], stroke(Ink::Dim, 1.0)));
        } else {
            scene.shapes.push(Shape::Fill(tile, Ink::Idle));
        }
        if layout.pitch >= 7.0 {
            scene.targets.push(Target {
                area: tile,
                subject: who,
            });
        }
        if input.viewport.selected == Some(who) {
            scene
                .shapes
                .push(Shape::Edge(grown(tile, 1.5), stroke(Ink::Selected, 2.0)));
        }
    }
}

/// Draws the tiles that landed in this round: cool, with an edge.
fn landed(input: &Input<'_>, layout: &Layout, moment: &Moment, scene: &mut Scene<SubjectRef>) {
    for moving in moment.moving.iter().filter(|moving| moving.progress >= 1.0) {
        let (Some(to), Some(slot)) = (moving.flight.to, moving.to_slot) else {
            continue;
        };
        let Some(column) = layout.column(to) else {
            continue;
        };
        let tile = layout.tile(column, slot);
        let who = SubjectRef::one(SHARD, moving.flight.shard.0 as usize);
        scene.shapes.push(Shape::Fill(tile, Ink::TargetSoft));
        scene
            .shapes
            .push(Shape::Edge(tile, stroke(Ink::Target, 1.0)));
        scene.targets.push(Target {
            area: tile,
            subject: who,
        });
        if input.viewport.selected == Some(who) {
            scene
                .shapes
                .push(Shape::Edge(grown(tile, 1.5), stroke(Ink::Selected, 2.0)));
        }
    }
}

pub(super) fn grown(area: Rect, by: f64) -> Rect {
    Rect {
        left: area.left - by,
        top: area.top - by,
        width: area.width + by * 2.0,
        height: area.height + by * 2.0,
    }
}

/// The border above this many tiles: a step, and within a tile at its fraction.
fn step(layout: &Layout, column: &Column, shards: f64, over: f64) -> Vec<Point> {
    let (rows, width) = (layout.in_row as f64, layout.pitch * layout.in_row as f64);
    let left = column.stack.left + (column.stack.width - width) / 2.0;
    let full = (shards / rows).floor();
    let rest = shards - full * rows;
    let y = |row: f64| (column.stack.bottom() - row * layout.pitch).max(column.stack.top);
    let (start, end) = (left - over, left + width + over);
    if rest < 1e-9 {
        return vec![at(start, y(full)), at(end, y(full))];
    }
    let x = left + rest * layout.pitch;
    vec![
        at(start, y(full + 1.0)),
        at(x, y(full + 1.0)),
        at(x, y(full)),
        at(end, y(full)),
    ]
}

fn marks(input: &Input<'_>, layout: &Layout, column: &Column, scene: &mut Scene<SubjectRef>) {
    let node = &input.detail.nodes[column.node.index()];
    if !node.target.is_finite() || !node.phase.is_present() {
        return;
    }
    let is_whole = (node.target - node.whole_target as f64).abs() < 1e-9;
    // The whole target extends further out, so that it can be seen beside the exact one.
    let (over, wings) = overhang(layout, column, is_whole);
    let whole = step(layout, column, node.whole_target as f64, wings);
    scene
        .shapes
        .push(Shape::Path(whole.clone(), stroke(Ink::Ground, 3.5)));
    scene
        .shapes
        .push(Shape::Path(whole, stroke(Ink::Text, 1.6)));
    if !is_whole {
        let real = step(layout, column, node.target, over);
        scene
            .shapes
            .push(Shape::Path(real.clone(), stroke(Ink::Ground, 4.0)));
        scene
            .shapes
            .push(Shape::Path(real, dashed(Ink::Target, 1.8, 5.0, 3.0)));
    }
    if let Some((place, words)) = target_label(layout, column, node.target, node.whole_target) {
        scene
            .shapes
            .push(text(place, words, Ink::Dim, 10.5, Anchor::Start));
    }
}

/// How far the dashed line and the solid line extend beyond the tiles.
fn overhang(layout: &Layout, column: &Column, is_whole: bool) -> (f64, f64) {
    let room = (column.area.width - layout.pitch * layout.in_row as f64) / 2.0 - 1.0;
    let over = 5.0_f64.min(room);
    (over, if is_whole { over } else { 13.0_f64.min(room) })
}

/// The label of the target and its position; `None` where there is no room.
pub(super) fn target_label(
    layout: &Layout,
    column: &Column,
    real: f64,
    whole: u64,
) -> Option<(Point, String)> {
    let real_text = format_number(real, 2);
    let is_whole = real_text == whole.to_string();
    let words = if is_whole {
        real_text
    } else {
        format!("{real_text} → {whole}")
    };
    let (_, wings) = overhang(layout, column, is_whole);
    let wide = words.chars().count() as f64 * 5.9;
    let right = column.stack.left
        + (column.stack.width + layout.pitch * layout.in_row as f64) / 2.0
        + wings
        + 3.0;
    if layout.is_small || right + wide > column.area.right() - 5.0 {
        return None;
    }
    let rows = (real / layout.in_row as f64).floor();
    let y = (column.stack.bottom() - rows * layout.pitch)
        .max(column.stack.top)
        .min(column.stack.bottom() - 6.0);
    Some((at(right, y), words))
}
