//! The hand-off lane, and shards that move through it: up when they are ordered to stop, along, and down where they
//! start again. A shard without a fixed destination waits above its old node until it has stopped.

use std::collections::BTreeMap;

use super::Input;
use super::layout::{Layout, Level};
use super::moment::{Moment, Moving};
use crate::scene::{
    Anchor, Ink, Point, Rect, Scene, Shape, Stroke, Target, at, dashed, stroke, text,
};
use crate::simulator::SubjectRef;
use crate::systems::sharding::NodeId;
use crate::systems::sharding::view::SHARD;

/// The nodes from and to which a shard moves.
type NodePair = (Option<NodeId>, Option<NodeId>);

/// Maximum number of shards drawn one by one.
const MAX_CHIPS: usize = 80;
/// Maximum number of paths that are drawn.
const MAX_PATHS: usize = 36;
/// Rows of shards in the lane.
const LANE_ROWS: usize = 2;
/// Fractions of a flight at which the rise ends and the descent starts.
const RISEN: f64 = 0.24;
const FALLS: f64 = 0.76;

/// Draws the lane: a quiet band.
pub(super) fn draw_lane(layout: &Layout, scene: &mut Scene<SubjectRef>) {
    let lane = &layout.lane;
    scene.shapes.push(Shape::Fill(
        Rect {
            top: lane.center().y - 0.5,
            height: 1.0,
            ..*lane
        },
        Ink::Grid,
    ));
    for y in [lane.top, lane.bottom()] {
        let line = vec![at(lane.left, y), at(lane.right(), y)];
        scene.shapes.push(Shape::Path(line, stroke(Ink::Grid, 1.0)));
    }
}

/// The shards in flight, including those about to leave.
fn shards_in_flight<'a>(input: &Input<'_>, moment: &'a Moment) -> Vec<&'a Moving> {
    let is_due =
        |moving: &&Moving| moving.flight.left_ms == input.detail.from_ms || moving.progress > 0.0;
    moment
        .moving
        .iter()
        .filter(|moving| moving.progress < 1.0)
        .filter(is_due)
        .collect()
}

/// Draws the paths of the shards in flight, or streams where there are many.
pub(super) fn draw_paths(
    input: &Input<'_>,
    layout: &Layout,
    moment: &Moment,
    scene: &mut Scene<SubjectRef>,
) {
    let flying = shards_in_flight(input, moment);
    if layout.level == Level::Line || flying.len() > MAX_CHIPS {
        return;
    }
    draw_chip_paths(layout, &flying, scene);
}

/// Draws the shards in flight.
pub(super) fn draw_shards(
    input: &Input<'_>,
    layout: &Layout,
    moment: &Moment,
    scene: &mut Scene<SubjectRef>,
) {
    let flying = shards_in_flight(input, moment);
    if flying.len() > MAX_CHIPS || layout.level == Level::Line {
        return draw_streams(input, layout, &flying, scene);
    }
    for moving in flying.iter().filter(|moving| moving.progress > 0.0) {
        draw_chip(input, layout, moving, scene);
    }
}

fn center_of(layout: &Layout, node: NodeId, slot: Option<usize>, count: u32) -> Option<Point> {
    let column = layout.column(node)?;
    match slot {
        Some(slot) if layout.level == Level::Tiles => Some(layout.tile(column, slot).center()),
        _ => Some(at(
            column.stack.center().x,
            column.stack.bottom() - layout.bar_height(f64::from(count)) - 2.0,
        )),
    }
}

/// The y of a shard in the lane, which has several rows.
fn lane_y(layout: &Layout, order: usize) -> f64 {
    let lane = &layout.lane;
    lane.top + lane.height * ((order % LANE_ROWS) as f64 + 0.5) / LANE_ROWS as f64
}

fn ease(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

fn between(a: Point, b: Point, share: f64) -> Point {
    at(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
}

/// The corners of a path: start, the lane above it, the lane above the end, end.
fn corners(layout: &Layout, moving: &Moving) -> [Point; 4] {
    let y = lane_y(layout, moving.rank);
    let to = moving
        .flight
        .to
        .and_then(|to| center_of(layout, to, moving.to_slot, moving.to_count));
    let from = moving
        .flight
        .from
        .and_then(|from| center_of(layout, from, moving.from_slot, moving.from_count));
    let (start, end) = match (from, to) {
        (Some(from), Some(to)) => (from, to),
        (Some(from), None) => (from, at(from.x, y)),
        (None, Some(to)) => (at(to.x, layout.lane.top - 6.0), to),
        (None, None) => (layout.lane.center(), layout.lane.center()),
    };
    // Waiting shards are drawn side by side.
    let aside = if moving.flight.is_named || moving.flight.from.is_none() {
        0.0
    } else {
        let (place, all) = (
            (moving.rank / LANE_ROWS) as f64,
            moving.source_total.div_ceil(LANE_ROWS) as f64,
        );
        (place - (all - 1.0) / 2.0) * chip_size(layout) * 1.25
    };
    let up = (start.x + aside).clamp(
        layout.lane.left + 8.0,
        (layout.lane.right() - 8.0).max(layout.lane.left + 8.0),
    );
    [start, at(up, y), at(end.x, y), end]
}

/// The edge length of a shard in flight.
fn chip_size(layout: &Layout) -> f64 {
    let variant = layout.lane.height / LANE_ROWS as f64 - 2.0;
    if layout.level == Level::Tiles {
        (layout.pitch - layout.gap()).clamp(5.0, variant)
    } else {
        8.0_f64.min(variant)
    }
}

/// The position of a shard on its path.
fn position(layout: &Layout, moving: &Moving, progress: f64) -> Point {
    let [start, up, over, end] = corners(layout, moving);
    // They leave one after another, and all arrive in time.
    let late = 0.24 * moving.order as f64 / moving.total as f64;
    let share = ((progress - late) / (1.0 - late)).clamp(0.0, 1.0);
    if moving.flight.from.is_none() {
        return between(start, end, ease(share));
    }
    // The destination is unknown until the shard has stopped.
    let (risen, falls) = if moving.flight.is_named {
        (RISEN, FALLS)
    } else {
        (0.18, 0.9)
    };
    let goes = if moving.flight.is_named { risen } else { 0.72 };
    if share < risen {
        between(start, up, ease(share / risen))
    } else if share < goes {
        up
    } else if share < falls {
        between(up, over, ease((share - goes) / (falls - goes)))
    } else {
        between(over, end, ease((share - falls) / (1.0 - falls)))
    }
}

/// Draws a dotted path with an arrow head for each pair of nodes.
fn draw_chip_paths(layout: &Layout, flying: &[&Moving], scene: &mut Scene<SubjectRef>) {
    let mut seen: BTreeMap<NodePair, &Moving> = BTreeMap::new();
    for moving in flying {
        let to = moving
            .flight
            .to
            .filter(|_| moving.flight.is_named || moving.progress > 0.72);
        if moving.flight.from.is_some() {
            seen.entry((moving.flight.from, to)).or_insert(moving);
        }
    }
    for ((_, to), moving) in seen.iter().take(MAX_PATHS) {
        let [start, _, over, end] = corners(layout, moving);
        let middle = layout.lane.center().y;
        let over = at(over.x, middle);
        let way = if to.is_some() {
            vec![start, at(start.x, middle), over, end]
        } else {
            vec![start, at(start.x, middle)]
        };
        scene
            .shapes
            .push(Shape::Path(way, dashed(Ink::Source, 1.0, 2.0, 4.0)));
        if to.is_some() {
            let tip = at(end.x, end.y - 1.0);
            let head = vec![
                tip,
                at(tip.x - 3.5, tip.y - 7.0),
                at(tip.x + 3.5, tip.y - 7.0),
            ];
            scene.shapes.push(Shape::Area(head, Ink::Source));
        }
    }
}

fn draw_chip(input: &Input<'_>, layout: &Layout, moving: &Moving, scene: &mut Scene<SubjectRef>) {
    let center = position(layout, moving, moving.progress);
    let size = chip_size(layout);
    let left = (center.x - size / 2.0).clamp(0.0, (input.viewport.width - size).max(0.0));
    let area = Rect {
        left,
        top: center.y - size / 2.0,
        width: size,
        height: size,
    };
    scene.shapes.push(Shape::Fill(area, Ink::Flight));
    scene
        .shapes
        .push(Shape::Edge(area, stroke(Ink::FlightEdge, 1.0)));
    let who = SubjectRef::one(SHARD, moving.flight.shard.0 as usize);
    scene.targets.push(Target {
        area: super::columns::grown(area, 3.0),
        subject: who,
    });
    if input.viewport.selected == Some(who) {
        scene.shapes.push(Shape::Edge(
            super::columns::grown(area, 1.5),
            stroke(Ink::Selected, 2.0),
        ));
    }
}

/// Draws hundreds of shards as streams, one for each pair of nodes, as wide as their number; with too many pairs, as one bar
/// in the lane, as long as their share of all shards.
fn draw_streams(
    input: &Input<'_>,
    layout: &Layout,
    flying: &[&Moving],
    scene: &mut Scene<SubjectRef>,
) {
    let left: Vec<&Moving> = flying
        .iter()
        .filter(|moving| moving.progress > 0.0)
        .copied()
        .collect();
    let mut pairs: BTreeMap<NodePair, (usize, f64, Moving)> = BTreeMap::new();
    for moving in &left {
        let key = (moving.flight.from, moving.flight.to);
        let entry = pairs.entry(key).or_insert((
            0,
            0.0,
            Moving {
                rank: 0,
                order: 0,
                source_total: 1,
                ..**moving
            },
        ));
        entry.0 += 1;
        entry.1 += moving.progress;
        // Above this number paths cannot be told apart.
        if pairs.len() > MAX_PATHS {
            break;
        }
    }
    if pairs.len() <= MAX_PATHS && layout.level != Level::Line {
        for (_, (count, progress, moving)) in pairs.iter() {
            draw_stream(layout, *count, progress / *count as f64, moving, scene);
        }
    }
    if !left.is_empty() {
        draw_count_bar(input, layout, left.len(), scene);
    }
}

fn draw_stream(
    layout: &Layout,
    count: usize,
    share: f64,
    moving: &Moving,
    scene: &mut Scene<SubjectRef>,
) {
    let width = (count as f64).sqrt().clamp(1.5, 7.0);
    scene.shapes.push(Shape::Path(
        corners(layout, moving).into(),
        stroke(Ink::SourceSoft, width),
    ));
    let back = |step: i32| (share - 0.14 + 0.02 * f64::from(step)).max(0.0);
    let tail = (0..=7).map(|step| position(layout, moving, back(step)));
    scene.shapes.push(Shape::Path(
        tail.collect(),
        Stroke {
            ink: Ink::Flight,
            width: width + 2.0,
            dash: None,
        },
    ));
    scene.shapes.push(Shape::Disc(
        position(layout, moving, share),
        width.max(2.5),
        Ink::FlightEdge,
    ));
}

/// Draws the number of shards in the lane, as a bar of their share of all shards.
fn draw_count_bar(input: &Input<'_>, layout: &Layout, count: usize, scene: &mut Scene<SubjectRef>) {
    let all: usize = input
        .detail
        .nodes
        .iter()
        .map(|node| node.shards.len())
        .sum::<usize>()
        .max(count);
    let lane = &layout.lane;
    let wide = lane.width * count as f64 / all.max(1) as f64;
    let bar = Rect {
        left: lane.center().x - wide / 2.0,
        top: lane.top + 2.0,
        width: wide,
        height: lane.height - 4.0,
    };
    scene.shapes.push(Shape::Fill(bar, Ink::Flight));
    scene
        .shapes
        .push(Shape::Edge(bar, stroke(Ink::FlightEdge, 1.0)));
    let words = crate::systems::sharding::explanation::shards(count as u64);
    let room = words.len() as f64 * 6.6 + 8.0;
    if room <= wide {
        scene.shapes.push(text(
            lane.center(),
            words,
            Ink::FlightText,
            11.0,
            Anchor::Middle,
        ));
    } else {
        let beside = at(bar.right() + 6.0, lane.center().y);
        scene
            .shapes
            .push(text(beside, words, Ink::Text, 11.0, Anchor::Start));
    }
}
