//! Nodes as bars, or as one line where hundreds share a narrow stage.

use super::Input;
use super::layout::{Column, Layout, Level, TICK_GAP, TICK_SIZE, TICKS, tick};
use super::moment::Moment;
use crate::scene::{Anchor, Ink, Point, Rect, Scene, Shape, at, dashed, stroke, text};
use crate::simulator::SubjectRef;
use crate::systems::sharding::round::Phase;

/// Draws all nodes.
pub(super) fn draw(
    input: &Input<'_>,
    layout: &Layout,
    moment: &Moment,
    scene: &mut Scene<SubjectRef>,
) {
    if layout.level == Level::Line {
        return line(input, layout, moment, scene);
    }
    for column in &layout.columns {
        bar(layout, moment, column, scene);
    }
    for column in &layout.columns {
        let node = &input.detail.nodes[column.node.index()];
        if node.target.is_finite() && node.phase.is_present() {
            mark(layout, column, node.target, node.whole_target, scene);
        }
    }
}

/// Draws the scale beside the bars: the counts at half and full height.
pub(super) fn scale(layout: &Layout, scene: &mut Scene<SubjectRef>) {
    let (Some(first), Some(last)) = (layout.columns.first(), layout.columns.last()) else {
        return;
    };
    let left = first.area.left;
    let y = |share: f64| first.stack.bottom() - first.stack.height * share;
    for share in [0.0].into_iter().chain(TICKS) {
        let line = vec![at(left, y(share)), at(last.area.right(), y(share))];
        scene.shapes.push(Shape::Path(line, stroke(Ink::Grid, 1.0)));
    }
    for share in TICKS {
        let words = tick(layout.capacity, share);
        scene.shapes.push(text(
            at(left - TICK_GAP, y(share)),
            words,
            Ink::Dim,
            TICK_SIZE,
            Anchor::End,
        ));
    }
}

fn rect(column: &Column, from: f64, to: f64) -> Rect {
    let bottom = column.stack.bottom();
    Rect {
        left: column.stack.left,
        top: bottom - to,
        width: column.stack.width,
        height: to - from,
    }
}

fn bar(layout: &Layout, moment: &Moment, column: &Column, scene: &mut Scene<SubjectRef>) {
    let node = column.node.index();
    let (count, landed, left) = (moment.counts[node], moment.landed[node], moment.left[node]);
    let height = |shards: u32| layout.bar_height(f64::from(shards));
    let still = height(count.saturating_sub(landed));
    if moment.phases[node] == Phase::Dead {
        scene.shapes.push(Shape::Edge(
            rect(column, 0.0, still),
            dashed(Ink::Dim, 1.0, 2.0, 2.0),
        ));
    } else if count > landed {
        scene
            .shapes
            .push(Shape::Fill(rect(column, 0.0, still), Ink::Idle));
    }
    if landed > 0 {
        scene
            .shapes
            .push(Shape::Fill(rect(column, still, height(count)), Ink::Target));
    }
    let leaving = if moment.is_announcing {
        moment.stops[node]
    } else {
        left
    };
    if leaving > 0 {
        let (low, high) = if moment.is_announcing {
            (height(count.saturating_sub(leaving)), height(count))
        } else {
            (height(count), height(count + leaving))
        };
        if moment.is_announcing {
            scene
                .shapes
                .push(Shape::Fill(rect(column, low, high), Ink::SourceSoft));
        }
        if column.stack.width >= 4.0 {
            scene.shapes.push(Shape::Edge(
                rect(column, low, high),
                dashed(Ink::Source, 1.0, 2.0, 2.0),
            ));
        } else {
            scene
                .shapes
                .push(Shape::Fill(rect(column, high - 1.0, high), Ink::Source));
        }
    }
}

/// Draws the targets as short lines: the exact one dashed, the whole one solid.
fn mark(layout: &Layout, column: &Column, real: f64, whole: u64, scene: &mut Scene<SubjectRef>) {
    let over = (column.area.width - column.stack.width) / 2.0;
    let (left, right) = (column.stack.left - over, column.stack.right() + over);
    let y = |shards: f64| column.stack.bottom() - layout.bar_height(shards);
    if column.stack.width >= 10.0 && (real - whole as f64).abs() > 1e-9 {
        let whole = vec![at(left, y(whole as f64)), at(right, y(whole as f64))];
        scene
            .shapes
            .push(Shape::Path(whole, stroke(Ink::Text, 1.0)));
        let real = vec![at(left, y(real)), at(right, y(real))];
        scene
            .shapes
            .push(Shape::Path(real, dashed(Ink::Target, 2.0, 4.0, 3.0)));
    } else {
        scene.shapes.push(Shape::Path(
            vec![at(left, y(real)), at(right, y(real))],
            stroke(Ink::Text, 1.4),
        ));
    }
}

/// Draws all nodes as a stepped area, with a stepped line of their targets.
fn line(input: &Input<'_>, layout: &Layout, moment: &Moment, scene: &mut Scene<SubjectRef>) {
    let bottom = |column: &Column| column.stack.bottom();
    let Some(first) = layout.columns.first() else {
        return;
    };
    let mut surface: Vec<Point> = vec![at(first.area.left, bottom(first))];
    let mut targets: Vec<Point> = Vec::new();
    for column in &layout.columns {
        let node = column.node.index();
        let (left, right) = (column.area.left, column.area.right());
        let y = bottom(column) - layout.bar_height(f64::from(moment.counts[node]));
        surface.extend([at(left, y), at(right, y)]);
        let target = input.detail.nodes[node].target;
        if target.is_finite() {
            let y = bottom(column) - layout.bar_height(target);
            targets.extend([at(left, y), at(right, y)]);
        }
    }
    let last = layout.columns.last().unwrap_or(first);
    surface.push(at(last.area.right(), bottom(last)));
    scene.shapes.push(Shape::Area(surface, Ink::Idle));
    if targets.len() > 1 {
        scene
            .shapes
            .push(Shape::Path(targets, stroke(Ink::Text, 1.4)));
    }
}
