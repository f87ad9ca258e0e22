//! The brokers: their boxes, their loads as bars, and the band of mean ± CV.

use super::super::explanation::address_name;
use super::super::ground_truth::Reachability;
use super::super::reason::Subject;
use super::super::round::BandPosition;
use super::layout::{Layout, NAMED_ROW};
use super::stage::bands;
use super::{BROKER, StageContext};
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Rect, Scene, Shape, Target, at, dashed, stroke, text};
use crate::simulator::SubjectRef;

/// Draws the walls between zones, and behind the bars the band of mean ± CV of each zone.
pub(super) fn draw_bands(
    context: &StageContext<'_>,
    layout: &Layout,
    axis: f64,
    scene: &mut Scene<SubjectRef>,
) {
    let bars = &layout.bars;
    for (zone, band) in layout.bands.iter().enumerate() {
        if zone > 0 {
            let y = band.top - 3.0;
            let wall = vec![at(layout.body.left, y), at(layout.body.right(), y)];
            scene
                .shapes
                .push(Shape::Path(wall, dashed(Ink::Grid, 1.0, 2.0, 3.0)));
        }
        if let Some(x) = layout.zone_x {
            let name: String = context
                .plan
                .world
                .zone_name(zone)
                .chars()
                .take(10)
                .collect();
            let point = at(x, band.top + band.height / 2.0);
            scene
                .shapes
                .push(text(point, name, Ink::Dim, layout.font, Anchor::Start));
        }
    }
    let x = |load: f64| bars.left + bars.width * (load / axis).clamp(0.0, 1.0);
    let all = bands(context.plan, context.round);
    let rows = all.iter().zip(&layout.boxes);
    let mut runs: Vec<((f64, f64), Rect)> = Vec::new();
    for (band, area) in rows {
        let Some((mean, variance)) = *band else {
            continue;
        };
        let half = layout.row.max(area.height) / 2.0;
        let (top, bottom) = (area.center().y - half, area.center().y + half);
        match runs.last_mut() {
            // Neighbours with the same band share one area.
            Some((same, run)) if *same == (mean, variance) && top - run.bottom() < half => {
                run.height = bottom - run.top
            }
            _ => runs.push((
                (mean, variance),
                Rect {
                    left: 0.0,
                    top,
                    width: 0.0,
                    height: bottom - top,
                },
            )),
        }
    }
    for ((mean, variance), run) in runs {
        let (low, high) = (x(mean - variance.sqrt()), x(mean + variance.sqrt()));
        let surface = Rect {
            left: low,
            top: run.top,
            width: (high - low).max(1.0),
            height: run.height,
        };
        scene.shapes.push(Shape::Fill(surface, Ink::Grid));
        let line = vec![at(x(mean), run.top), at(x(mean), run.bottom())];
        scene
            .shapes
            .push(Shape::Path(line, dashed(Ink::Text, 1.0, 4.0, 3.0)));
    }
    let ground = vec![
        at(bars.left, layout.body.top),
        at(bars.left, layout.body.bottom()),
    ];
    scene
        .shapes
        .push(Shape::Path(ground, stroke(Ink::Idle, 1.0)));
}

/// Draws the boxes and the bars.
pub(super) fn draw(
    context: &StageContext<'_>,
    layout: &Layout,
    axis: f64,
    scene: &mut Scene<SubjectRef>,
) {
    let plan = context.plan;
    let is_named = layout.row >= NAMED_ROW;
    let mut named_y = f64::NEG_INFINITY;
    for (place, area) in layout.boxes.iter().enumerate() {
        let standing = plan.ground_truth.address_at(place, context.at_us);
        let reachability = plan
            .ground_truth
            .address(standing)
            .reachability(context.at_us);
        let who = SubjectRef::one(BROKER, usize::from(standing));
        let is_selected = context.selected == Some(Subject::Broker(standing));
        let broker = context.round.brokers[place];
        let load = f64::from(broker.load_per_s);
        draw_box(area, reachability, is_selected, is_named, scene);
        let middle = area.center();
        if is_named {
            let name = address_name(plan, standing);
            let ink = Ink::Text;
            scene
                .shapes
                .push(text(middle, name, ink, layout.font, Anchor::Middle));
        }
        let length = layout.bars.width * (load / axis).clamp(0.0, 1.0);
        let bar = Rect {
            left: layout.bars.left,
            width: length,
            ..thinner(area)
        };
        let ink = match broker.band_position {
            _ if reachability != Reachability::Up => Ink::Base,
            BandPosition::Above => Ink::Source,
            BandPosition::Below => Ink::Target,
            BandPosition::Within => Ink::Idle,
        };
        if length > 0.0 {
            scene.shapes.push(Shape::Fill(bar, ink));
        }
        let is_remarkable = reachability != Reachability::Up
            || matches!(ink, Ink::Source | Ink::Target)
            || is_selected;
        if length > 0.0 && layout.row >= 4.0 && matches!(ink, Ink::Source | Ink::Target) {
            scene.shapes.push(band_arrow(&bar, ink == Ink::Source));
        }
        if is_named {
            let said = if reachability == Reachability::Up || load > 0.0 {
                format_number(load, 1)
            } else {
                "down".to_owned()
            };
            let point = at(layout.body.right(), middle.y);
            let ink = if is_remarkable { Ink::Text } else { Ink::Dim };
            scene
                .shapes
                .push(text(point, said, ink, layout.font, Anchor::End));
            if let Some(x) = layout.count_x {
                let count = broker.connections.to_string();
                scene.shapes.push(text(
                    at(x, middle.y),
                    count,
                    Ink::Dim,
                    layout.font,
                    Anchor::End,
                ));
            }
        } else if is_remarkable && middle.y - named_y >= layout.font + 1.0 && layout.row >= 4.0 {
            // In low rows, brokers outside the band have names as far as these do not touch.
            named_y = middle.y;
            let point = at(bar.right() + 8.0, middle.y);
            let still = blocked_producers(context, place as u16);
            let name = address_name(plan, standing);
            let is_wide = layout.body.width >= 540.0;
            let said = if still > 0 && is_wide {
                format!("{name}, {still} wait")
            } else {
                name.to_owned()
            };
            scene.shapes.push(text(
                point,
                said,
                Ink::Dim,
                layout.font - 1.0,
                Anchor::Start,
            ));
        }
        let target = Rect {
            left: area.left,
            top: area.top,
            width: layout.body.right() - area.left,
            height: area.height,
        };
        scene.targets.push(Target {
            area: target,
            subject: who,
        });
    }
}

/// Number of producers that are blocked by a broker.
fn blocked_producers(context: &StageContext<'_>, place: u16) -> usize {
    let is_now = |one: &&super::super::round::Try| {
        (one.from_us..one.until_us).contains(&context.at_us)
            && context.plan.ground_truth.address(one.address).place == place
    };
    context.detail.tries.iter().filter(is_now).count()
}

/// An arrow head at the end of a bar outside the band: outward above it, inward below it.
fn band_arrow(bar: &Rect, is_above: bool) -> Shape {
    let (half, depth) = (bar.height / 2.0, bar.height.min(8.0) * 0.8);
    let (base, tip) = if is_above {
        (bar.right(), bar.right() + depth)
    } else {
        (bar.right() + depth + 1.0, bar.right() + 1.0)
    };
    let y = bar.center().y;
    let ink = if is_above { Ink::Source } else { Ink::Target };
    Shape::Area(
        vec![at(base, y - half), at(tip, y), at(base, y + half)],
        ink,
    )
}

fn thinner(area: &Rect) -> Rect {
    let height = (area.height * 0.72).max(1.0);
    Rect {
        top: area.center().y - height / 2.0,
        height,
        ..*area
    }
}

fn draw_box(
    area: &Rect,
    reachability: Reachability,
    is_selected: bool,
    is_named: bool,
    scene: &mut Scene<SubjectRef>,
) {
    if !is_named {
        let ink = if reachability == Reachability::Up {
            Ink::Dim
        } else {
            Ink::Source
        };
        scene.shapes.push(Shape::Fill(
            *area,
            if is_selected { Ink::Selected } else { ink },
        ));
        if reachability != Reachability::Up {
            // Dead brokers are hollow.
            let inner = Rect {
                left: area.left + 2.0,
                width: area.width - 4.0,
                top: area.top + 1.0,
                height: area.height - 2.0,
            };
            if inner.height >= 1.0 {
                scene.shapes.push(Shape::Fill(inner, Ink::Ground));
            }
        }
        return;
    }
    scene.shapes.push(Shape::Fill(*area, Ink::Ground));
    let edge = match reachability {
        _ if is_selected => stroke(Ink::Selected, 2.0),
        Reachability::Up => stroke(Ink::Dim, 1.0),
        Reachability::Refused => dashed(Ink::Source, 1.4, 3.0, 2.0),
        Reachability::BlackHole => dashed(Ink::Source, 1.4, 1.0, 3.0),
    };
    scene.shapes.push(Shape::Edge(*area, edge));
    if reachability == Reachability::Up {
        return;
    }
    let (left, right) = (area.left + 3.0, area.right() - 3.0);
    let (top, bottom) = (area.top + 3.0, area.bottom() - 3.0);
    // A refusing broker is crossed out; a silent one is struck through once.
    scene.shapes.push(Shape::Path(
        vec![at(left, bottom), at(right, top)],
        stroke(Ink::SourceSoft, 1.4),
    ));
    if reachability == Reachability::Refused {
        scene.shapes.push(Shape::Path(
            vec![at(left, top), at(right, bottom)],
            stroke(Ink::SourceSoft, 1.4),
        ));
    }
}
