//! What is written under and on the bars: names and values, ages of reports, hits, pairs.

use super::axis::Axis;
use super::bars::{axis_value, main_part};
use super::layout::{Input, Slot};
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Rect, Scene, Shape, Target, at, dashed, stroke, text};
use crate::simulator::SubjectRef;
use crate::systems::shedding::Subject;
use crate::systems::shedding::settings::Key;
use crate::systems::shedding::strategy::Pair;
use crate::systems::shedding::view::subjects::reference;

/// Height of a row of pips.
const PIP_ROW: f64 = 13.0;
/// Distance between brackets.
const BRACKET_STEP: f64 = 15.0;
/// Most pips in a row; more hits are written as a fraction.
const MOST_PIPS: u32 = 8;

/// The room that names, hits and brackets take under the plot.
pub(crate) fn room_below(input: &Input<'_>) -> f64 {
    let hits = if input.detail.decision.hits.is_empty() {
        0.0
    } else {
        PIP_ROW * 2.0
    };
    let pairs = input.detail.decision.pairs.len().min(8) as f64;
    let ages = if has_ages(input) { PIP_ROW } else { 0.0 };
    26.0 + ages
        + hits
        + if pairs > 0.0 {
            pairs * BRACKET_STEP + 8.0
        } else {
            0.0
        }
}

/// Whether any report is older than the moment.
fn has_ages(input: &Input<'_>) -> bool {
    !input.detail.reported.is_empty()
}

/// How old a report is, in few characters.
fn said_age(age_s: f64) -> String {
    if age_s < 120.0 {
        format!("{} s old", format_number(age_s, 0))
    } else {
        format!("{} min old", format_number(age_s / 60.0, 0))
    }
}

/// Writes a broker's value, name, age of its report and hits.
pub(crate) fn draw_labels(
    input: &Input<'_>,
    slot: &Slot,
    axis: &Axis,
    plot: &Rect,
    scene: &mut Scene<SubjectRef>,
) {
    let main = main_part(input, slot);
    let center = slot.area.center().x;
    let is_down = input.round.usage_percent[slot.broker.index()].is_nan();
    let value = if is_down {
        "down".to_owned()
    } else {
        axis.label(axis_value(input, slot.broker), 1)
    };
    // On a ground of its own, so that it is read where something lands behind it.
    let width = value.chars().count() as f64 * 7.6 + 6.0;
    let ground = Rect {
        left: main.center().x - width / 2.0,
        top: main.top - 18.0,
        width,
        height: 16.0,
    };
    scene.shapes.push(Shape::Fill(ground, Ink::Ground));
    scene.shapes.push(Shape::Text {
        at: at(main.center().x, main.top - 10.0),
        text: value,
        ink: Ink::Text,
        size: 12.5,
        anchor: Anchor::Middle,
        bold: true,
    });
    let name = &input.world.brokers[slot.broker.index()].name;
    let (size, each) = if slot.area.width < 70.0 {
        (10.5, 5.8)
    } else {
        (12.0, 6.3)
    };
    let most = (slot.area.width / each).max(4.0) as usize;
    let label = text(
        at(center, plot.bottom() + 15.0),
        shortened(name, most),
        Ink::Text,
        size,
        Anchor::Middle,
    );
    scene.shapes.push(label);
    let mut y = plot.bottom() + 31.0;
    if has_ages(input) {
        let load = input.detail.load.brokers.get(slot.broker.index());
        if let Some(load) = load.filter(|load| load.is_reported && load.age_s > 0.0) {
            scene.shapes.push(text(
                at(center, y - 2.0),
                said_age(load.age_s),
                Ink::Dim,
                10.5,
                Anchor::Middle,
            ));
        }
        y += PIP_ROW;
    }
    let Some(hits) = input.detail.decision.hits.get(slot.broker.index()) else {
        return;
    };
    let needed = |key: Key| input.detail.settings.get(key).max(0.0) as u32;
    pips(
        hits.high,
        needed(Key::AvgHitCountHigh),
        4.0,
        Ink::Source,
        "high",
        center,
        y,
        slot.area.width,
        scene,
    );
    pips(
        hits.low,
        needed(Key::AvgHitCountLow),
        3.0,
        Ink::Dim,
        "low",
        center,
        y + PIP_ROW,
        slot.area.width,
        scene,
    );
}

/// Hits as filled pips among those needed; too many of them are written as a fraction.
#[allow(clippy::too_many_arguments)]
fn pips(
    hits: u32,
    needed: u32,
    radius: f64,
    ink: Ink,
    word: &str,
    x: f64,
    y: f64,
    room: f64,
    scene: &mut Scene<SubjectRef>,
) {
    let step = radius * 2.0 + 2.5;
    if needed > MOST_PIPS || step * f64::from(needed) > room || hits > needed {
        let content = format!("{word} {hits}/{needed}");
        scene.shapes.push(text(
            at(x, y),
            content,
            if hits > 0 { Ink::Text } else { Ink::Dim },
            10.5,
            Anchor::Middle,
        ));
        return;
    }
    let left = x - step * (f64::from(needed) - 1.0) / 2.0;
    for pip in 0..needed {
        let center = at(left + step * f64::from(pip), y);
        if pip < hits {
            scene.shapes.push(Shape::Disc(center, radius, ink));
        }
        scene
            .shapes
            .push(Shape::Ring(center, radius, stroke(ink, 1.1)));
    }
}

/// Pairs as brackets under the bars, the narrow ones nearest.
pub(crate) fn draw_brackets(
    input: &Input<'_>,
    slots: &[Slot],
    place: &[usize],
    plot: &Rect,
    scene: &mut Scene<SubjectRef>,
) {
    let hits = if input.detail.decision.hits.is_empty() {
        0.0
    } else {
        PIP_ROW * 2.0
    };
    let top = plot.bottom() + 26.0 + hits + if has_ages(input) { PIP_ROW } else { 0.0 };
    let span = |pair: &Pair| {
        let (a, b) = (place[pair.high.index()], place[pair.low.index()]);
        (a.min(b), a.max(b))
    };
    let mut pairs: Vec<&Pair> = input
        .detail
        .decision
        .pairs
        .iter()
        .filter(|pair| pair.high != pair.low)
        .collect();
    let width = |pair: &Pair| (span(pair).1 - span(pair).0, span(pair));
    pairs.sort_by_key(|pair| width(pair));
    let mut rows: Vec<Vec<(usize, usize)>> = Vec::new();
    for pair in pairs {
        let (first, last) = span(pair);
        let is_free = |row: &Vec<(usize, usize)>| row.iter().all(|(a, b)| last < *a || first > *b);
        // Below everything it encloses: a bracket never crosses another's end.
        let lowest = rows
            .iter()
            .rposition(|row| !is_free(row))
            .map_or(0, |at| at + 1);
        if lowest == rows.len() {
            rows.push(Vec::new());
        }
        rows[lowest].push((first, last));
        let y = top + BRACKET_STEP * lowest as f64 + 8.0;
        if y <= input.area.bottom() - 2.0 {
            bracket(
                input,
                pair,
                slots[first].area.center().x,
                slots[last].area.center().x,
                top,
                y,
                scene,
            );
        }
    }
}

fn bracket(
    input: &Input<'_>,
    pair: &Pair,
    left: f64,
    right: f64,
    top: f64,
    y: f64,
    scene: &mut Scene<SubjectRef>,
) {
    let style = match (pair.is_due, pair.is_kept) {
        (true, _) => stroke(Ink::Source, 1.8),
        (false, true) => stroke(Ink::Dim, 1.4),
        (false, false) => dashed(Ink::Dim, 1.0, 2.0, 3.0),
    };
    let subject = Subject::Pair(pair.high, pair.low);
    let style = if input.selected == Some(subject) {
        stroke(Ink::Selected, 2.2)
    } else {
        style
    };
    scene.shapes.push(Shape::Path(
        vec![at(left, top), at(left, y), at(right, y), at(right, top)],
        style,
    ));
    let content = format!("{} points", format_number(pair.difference, 1));
    let width = content.chars().count() as f64 * 6.0 + 8.0;
    let label = Rect {
        left: (left + right) / 2.0 - width / 2.0,
        top: y - 7.0,
        width,
        height: 14.0,
    };
    scene.shapes.push(Shape::Fill(label, Ink::Ground));
    let ink = if pair.is_due { Ink::Source } else { Ink::Dim };
    scene.shapes.push(text(
        at(label.center().x, y),
        content,
        ink,
        10.5,
        Anchor::Middle,
    ));
    let area = Rect {
        left,
        top: y - 7.0,
        width: (right - left).max(label.width),
        height: 14.0,
    };
    scene.targets.push(Target {
        area,
        subject: reference(subject),
    });
}

/// Slim bars have no room for names; the ends are named, and how many there are.
pub(crate) fn label_ends(
    input: &Input<'_>,
    slots: &[Slot],
    plot: &Rect,
    scene: &mut Scene<SubjectRef>,
) {
    let (Some(first), Some(last)) = (slots.first(), slots.last()) else {
        return;
    };
    let name = |slot: &Slot| shortened(&input.world.brokers[slot.broker.index()].name, 22);
    let y = plot.bottom() + 13.0;
    scene.shapes.push(text(
        at(plot.left, y),
        name(first),
        Ink::Dim,
        11.0,
        Anchor::Start,
    ));
    scene.shapes.push(text(
        at(plot.right(), y),
        name(last),
        Ink::Dim,
        11.0,
        Anchor::End,
    ));
    let count = format!("{} brokers", slots.len());
    scene.shapes.push(text(
        at(plot.center().x, y),
        count,
        Ink::Dim,
        11.0,
        Anchor::Middle,
    ));
}

/// A name with its middle left out when it is longer than `most` characters.
pub(crate) fn shortened(name: &str, most: usize) -> String {
    let count = name.chars().count();
    if count <= most || most < 4 {
        return name.to_owned();
    }
    let (head, tail) = ((most - 1) / 2, most / 2);
    name.chars()
        .take(head)
        .chain("…".chars())
        .chain(name.chars().skip(count - tail))
        .collect()
}
