//! The hand-off lane, and shards on their way through it: up when they are ordered to stop, along, and down where they
//! start again. One whose taker is not named waits above its old node until it has stopped.

use std::collections::BTreeMap;

use super::Input;
use super::layout::{Layout, Level};
use super::moment::{Moment, Moving};
use crate::scene::{Anchor, Ink, Point, Rect, Scene, Shape, Stroke, Target, at, dashed, stroke, text};
use crate::sharding::NodeId;
use crate::sharding::exhibit::SHARD;
use crate::shell::Who;

/// Most shards that fly one by one.
const MOST_CHIPS: usize = 80;
/// Most ways that are drawn.
const MOST_WAYS: usize = 36;
/// Shares of a flight at which it has risen, and begins to come down.
const RISEN: f64 = 0.24;
const FALLS: f64 = 0.76;

/// The lane's rails.
pub fn rail(layout: &Layout, scene: &mut Scene<Who>) {
    let rail = &layout.rail;
    for y in [rail.top, rail.bottom()] {
        let line = vec![at(rail.left, y), at(rail.right(), y)];
        scene.shapes.push(Shape::Path(line, dashed(Ink::Grid, 1.0, 1.0, 4.0)));
    }
}

/// Everything on its way.
pub fn draw(input: &Input<'_>, layout: &Layout, moment: &Moment, scene: &mut Scene<Who>) {
    let flying: Vec<&Moving> = moment.moving.iter().filter(|moving| moving.progress < 1.0).collect();
    if layout.level == Level::Line {
        return;
    }
    let announced = |moving: &&&Moving| moving.flight.left_ms == input.detail.from_ms || moving.progress > 0.0;
    let ways: Vec<&Moving> = flying.iter().filter(announced).copied().collect();
    if ways.len() <= MOST_CHIPS {
        ways_of_chips(layout, moment, &ways, scene);
        for moving in ways.iter().filter(|moving| moving.progress > 0.0) {
            chip(input, layout, moving, scene);
        }
    } else {
        streams(layout, &ways, scene);
    }
}

fn center_of(layout: &Layout, node: NodeId, slot: Option<usize>) -> Option<Point> {
    let column = layout.column(node)?;
    match slot {
        Some(slot) if layout.level == Level::Tiles => Some(layout.tile(column, slot).center()),
        _ => Some(at(column.stack.center().x, column.stack.bottom() - column.stack.height * 0.5)),
    }
}

/// The lane's height for a shard: several share it.
fn lane_y(layout: &Layout, order: usize) -> f64 {
    let rail = &layout.rail;
    let rows = if layout.is_small { 2 } else { 3 };
    rail.top + rail.height * ((order % rows) as f64 + 0.5) / rows as f64
}

fn ease(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

fn between(a: Point, b: Point, share: f64) -> Point {
    at(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
}

/// The corners of a way: where it leaves, the lane above, the lane above where it lands, and there.
fn corners(layout: &Layout, moving: &Moving) -> [Point; 4] {
    let y = lane_y(layout, moving.order);
    let to = moving.flight.to.and_then(|to| center_of(layout, to, moving.to_slot));
    let from = moving.flight.from.and_then(|from| center_of(layout, from, moving.from_slot));
    let (start, end) = match (from, to) {
        (Some(from), Some(to)) => (from, to),
        (Some(from), None) => (from, at(from.x, y)),
        (None, Some(to)) => (at(to.x, layout.rail.top - 6.0), to),
        (None, None) => (layout.rail.center(), layout.rail.center()),
    };
    [start, at(start.x, y), at(end.x, y), end]
}

/// Where a shard is on its way.
fn position(layout: &Layout, moving: &Moving, progress: f64) -> Point {
    let [start, up, over, end] = corners(layout, moving);
    // They leave one after the other, and are all there in time.
    let late = 0.16 * (moving.order % 12) as f64 / 12.0;
    let share = ((progress - late) / (1.0 - late)).clamp(0.0, 1.0);
    if moving.flight.from.is_none() {
        return between(start, end, ease(share));
    }
    // Nobody knows where it goes before it has stopped.
    let (risen, falls) = if moving.flight.is_named { (RISEN, FALLS) } else { (0.18, 0.9) };
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

/// Ways, once for each pair: dotted, with a head where they end.
fn ways_of_chips(layout: &Layout, moment: &Moment, flying: &[&Moving], scene: &mut Scene<Who>) {
    let mut seen: BTreeMap<(Option<NodeId>, Option<NodeId>), &Moving> = BTreeMap::new();
    for moving in flying {
        let to = moving.flight.to.filter(|_| moving.flight.is_named || moving.progress > 0.72);
        if moving.flight.from.is_some() {
            seen.entry((moving.flight.from, to)).or_insert(moving);
        }
    }
    for ((_, to), moving) in seen.into_iter().take(MOST_WAYS) {
        let [start, up, over, end] = corners(layout, moving);
        let middle = layout.rail.center().y;
        let (up, over) = (at(up.x, middle), at(over.x, middle));
        let way = if to.is_some() { vec![start, up, over, end] } else { vec![start, up] };
        scene.shapes.push(Shape::Path(way, dashed(Ink::Giving, 1.0, 2.0, 4.0)));
        if to.is_some() {
            let tip = at(end.x, end.y - 1.0);
            let head = vec![tip, at(tip.x - 3.5, tip.y - 7.0), at(tip.x + 3.5, tip.y - 7.0)];
            scene.shapes.push(Shape::Area(head, Ink::Giving));
        }
    }
    let _ = moment;
}

fn chip(input: &Input<'_>, layout: &Layout, moving: &Moving, scene: &mut Scene<Who>) {
    let center = position(layout, moving, moving.progress);
    let size = if layout.level == Level::Tiles { (layout.pitch - layout.gap()).clamp(6.0, 16.0) } else { 8.0 };
    let left = (center.x - size / 2.0).clamp(0.0, (input.sight.width - size).max(0.0));
    let area = Rect { left, top: center.y - size / 2.0, width: size, height: size };
    scene.shapes.push(Shape::Fill(area, Ink::Flight));
    scene.shapes.push(Shape::Edge(area, stroke(Ink::FlightEdge, 1.0)));
    let who = Who::one(SHARD, moving.flight.shard.0 as usize);
    scene.targets.push(Target { area: super::columns::grown(area, 3.0), subject: who });
    if input.sight.selected == Some(who) {
        scene.shapes.push(Shape::Edge(super::columns::grown(area, 1.5), stroke(Ink::Selected, 2.0)));
    }
}

/// From which node and to which, where there is one.
type Way = (Option<NodeId>, Option<NodeId>);

/// Hundreds of shards fly as streams, one for each pair of nodes, as wide as they are many.
fn streams(layout: &Layout, flying: &[&Moving], scene: &mut Scene<Who>) {
    let mut pairs: BTreeMap<Way, (usize, f64, Moving)> = BTreeMap::new();
    for moving in flying {
        let key = (moving.flight.from, moving.flight.to);
        let entry = pairs.entry(key).or_insert((0, 0.0, **moving));
        entry.0 += 1;
        entry.1 += moving.progress;
    }
    let mut all: Vec<(usize, f64, Moving)> = pairs.into_values().collect();
    crate::run::sort_by(&mut all, |a, b| b.0.cmp(&a.0));
    let is_crowd = all.len() > MOST_WAYS;
    for (count, progress, moving) in all.into_iter().take(MOST_WAYS) {
        let share = progress / count as f64;
        let width = if is_crowd { 1.0 } else { (count as f64).sqrt().clamp(1.5, 7.0) };
        let [start, up, over, end] = corners(layout, &moving);
        scene.shapes.push(Shape::Path(vec![start, up, over, end], stroke(Ink::GivingSoft, width)));
        if share > 0.0 {
            let steps = (0..=6).map(|step| position(layout, &moving, (share - 0.12 + 0.02 * f64::from(step)).max(0.0)));
            let tail = Stroke { ink: Ink::Flight, width: width + 2.0, dash: None };
            scene.shapes.push(Shape::Path(steps.collect(), tail));
            scene.shapes.push(Shape::Disc(position(layout, &moving, share), width.max(2.5), Ink::FlightEdge));
        }
    }
    let words = format!("{} shards", flying.len());
    let wide = words.len() as f64 * 6.4 + 10.0;
    let rail = &layout.rail;
    let ground = Rect { left: rail.center().x - wide / 2.0, top: rail.center().y - 8.0, width: wide, height: 16.0 };
    scene.shapes.push(Shape::Fill(ground, Ink::Flight));
    scene.shapes.push(Shape::Edge(ground, stroke(Ink::FlightEdge, 1.0)));
    scene.shapes.push(text(rail.center(), words, Ink::FlightText, 11.0, Anchor::Middle));
}
