//! Brokers as bars of stacked bundles: what is leaving, what is landing, hits and pairs.

use super::axis::Axis;
use super::flight::{Flight, Flights, STREAM_FROM};
use super::layout::{Input, Level, Slot, size_of};
use crate::run::words::trimmed;
use crate::scene::{Anchor, Ink, Rect, Scene, Shape, Target, at, dashed, stroke, text};
use crate::shedding::Move;
use crate::shedding::settings::Key;
use crate::shedding::strategy::{Pair, Scale};
use crate::shedding::view::subjects::reference;
use crate::shedding::{BrokerId, BundleId, Subject};
use crate::simulator::SubjectRef;

/// Segments lower than this are drawn as one.
const THINNEST: f64 = 1.5;
/// Height of a row of pips.
const PIP_ROW: f64 = 13.0;
/// Distance between brackets.
const BRACKET_STEP: f64 = 15.0;
/// Most pips in a row; more hits are written as a fraction.
const MOST_PIPS: u32 = 8;

/// A piece of a broker's bar.
struct Segment {
    /// The bundle it stands for; none for the base and for bundles too thin to tell apart.
    bundle: Option<BundleId>,
    is_base: bool,
    area: Rect,
}

/// The room that names, hits and brackets take under the plot.
pub fn room_below(input: &Input<'_>) -> f64 {
    let hits = if input.detail.decision.hits.is_empty() { 0.0 } else { PIP_ROW * 2.0 };
    let pairs = input.detail.decision.pairs.len().min(8) as f64;
    let ages = if has_ages(input) { PIP_ROW } else { 0.0 };
    26.0 + ages + hits + if pairs > 0.0 { pairs * BRACKET_STEP + 8.0 } else { 0.0 }
}

/// Whether any report is older than the moment.
fn has_ages(input: &Input<'_>) -> bool {
    !input.detail.reported.is_empty()
}

/// Draws every bar and returns what flies.
pub fn draw(
    input: &Input<'_>,
    slots: &[Slot],
    axis: &Axis,
    plot: &Rect,
    level: Level,
    scene: &mut Scene<SubjectRef>,
) -> Flights {
    let mut stacks: Vec<Vec<BundleId>> = vec![Vec::new(); slots.len()];
    let mut place = vec![0_usize; slots.len()];
    for (index, slot) in slots.iter().enumerate() {
        place[slot.broker.index()] = index;
    }
    for (index, owner) in input.detail.owners.iter().enumerate() {
        let bundle = BundleId(index as u32);
        // What is on its way is nowhere yet.
        if let Some(place) = place.get(owner.index()).filter(|_| input.detail.transit.binary_search(&bundle).is_err()) {
            stacks[*place].push(bundle);
        }
    }
    let mut leaves: Vec<Option<&Move>> = vec![None; input.world.bundles.len()];
    for moved in &input.round.moves {
        leaves[moved.bundle.index()] = Some(moved);
    }
    let mut departures: Vec<(Move, Rect)> = Vec::with_capacity(input.round.moves.len());
    for (slot, stack) in slots.iter().zip(&stacks) {
        scene.targets.push(Target { area: slot.area, subject: reference(Subject::Broker(slot.broker)) });
        let main = main_part(input, slot);
        let segments = segments(input, slot.broker, stack, &main);
        for segment in &segments {
            let leaving = segment.bundle.and_then(|bundle| leaves[bundle.index()]);
            draw_segment(input, segment, leaving.is_some(), level, scene);
            if let Some(moved) = leaving {
                departures.push((*moved, segment.area));
            }
        }
        draw_running(input, slot, axis, plot, level, scene);
        draw_report(input, slot, axis, plot, scene);
        if input.selected == Some(Subject::Broker(slot.broker)) {
            scene.shapes.push(Shape::Edge(slot.area, stroke(Ink::Selected, 2.0)));
        }
    }
    let flights = flights(input, slots, &place, axis, level, departures, scene);
    if level == Level::Labelled {
        slots.iter().for_each(|slot| draw_labels(input, slot, axis, plot, scene));
        draw_brackets(input, slots, &place, plot, scene);
    } else {
        label_ends(input, slots, plot, scene);
    }
    flights
}

/// The bar, less the room for the running usage beside it.
fn main_part(input: &Input<'_>, slot: &Slot) -> Rect {
    let share = if input.detail.decision.scale == Scale::RunningUsage { 0.74 } else { 1.0 };
    Rect { width: slot.bar.width * share, ..slot.bar }
}

/// Stacks what a broker carries: what no bundle makes at the bottom, then bundles, largest first.
fn segments(input: &Input<'_>, broker: BrokerId, stack: &[BundleId], bar: &Rect) -> Vec<Segment> {
    let mut sized: Vec<(f64, BundleId)> =
        stack.iter().map(|bundle| (size_of(input, *bundle, broker), *bundle)).collect();
    let carried: f64 = sized.iter().map(|(size, _)| size).sum();
    // Bars that are cut off at the top of the plot keep their proportions.
    let whole = axis_value(input, broker);
    let per_unit = if whole > 0.0 && whole.is_finite() { bar.height / whole } else { 0.0 };
    let base = (whole - carried).max(0.0) * per_unit;
    let mut segments = Vec::with_capacity(stack.len() + 1);
    let mut y = bar.bottom();
    let mut push = |bundle: Option<BundleId>, is_base: bool, height: f64| {
        y -= height;
        segments.push(Segment { bundle, is_base, area: Rect { left: bar.left, top: y, width: bar.width, height } });
    };
    if base >= 0.5 {
        push(None, true, base);
    }
    let moving = |bundle: &BundleId| {
        input.round.moves.len() < STREAM_FROM && input.round.moves.iter().any(|m| m.bundle == *bundle)
    };
    let is_seen = |(size, bundle): &(f64, BundleId)| size * per_unit >= THINNEST || moving(bundle);
    let rest: f64 = sized.iter().filter(|one| !is_seen(one)).map(|(size, _)| size * per_unit).sum();
    sized.retain(is_seen);
    sized.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (size, bundle) in sized {
        push(Some(bundle), false, size * per_unit);
    }
    if rest > 0.0 {
        push(None, false, rest);
    }
    segments
}

fn axis_value(input: &Input<'_>, broker: BrokerId) -> f64 {
    match input.detail.decision.scale {
        Scale::Usage | Scale::RunningUsage => input.round.usage_percent[broker.index()].max(0.0),
        Scale::MessageRate => input.detail.rates[broker.index()].msg_rate(),
        Scale::Throughput => input.detail.rates[broker.index()].throughput(),
    }
}

fn draw_segment(input: &Input<'_>, segment: &Segment, is_leaving: bool, level: Level, scene: &mut Scene<SubjectRef>) {
    let gap = if segment.area.height > 4.0 && level == Level::Labelled {
        1.5
    } else if segment.area.height > 3.0 {
        1.0
    } else {
        0.0
    };
    let area = Rect { top: segment.area.top + gap / 2.0, height: (segment.area.height - gap).max(0.5), ..segment.area };
    if is_leaving {
        if !input.is_flying {
            scene.shapes.push(Shape::Fill(area, Ink::GivingSoft));
        }
        scene.shapes.push(Shape::Edge(area, dashed(Ink::Giving, 1.3, 3.0, 3.0)));
    } else {
        scene.shapes.push(Shape::Fill(area, if segment.is_base { Ink::Base } else { Ink::Rest }));
    }
    if let Some(bundle) = segment.bundle {
        scene.targets.push(Target { area: segment.area, subject: reference(Subject::Bundle(bundle)) });
        if input.selected == Some(Subject::Bundle(bundle)) {
            scene.shapes.push(Shape::Edge(area, stroke(Ink::Selected, 2.0)));
        }
    }
}

/// The running usage beside the true one: where it differs, it is what decides.
fn draw_running(input: &Input<'_>, slot: &Slot, axis: &Axis, plot: &Rect, level: Level, scene: &mut Scene<SubjectRef>) {
    if input.detail.decision.scale != Scale::RunningUsage {
        return;
    }
    let Some(&score) = input.detail.decision.scores.get(slot.broker.index()) else { return };
    let (left, width) = (slot.bar.left + slot.bar.width * 0.8, slot.bar.width * 0.2);
    let area = Rect { left, top: axis.y(score, plot), width, height: axis.height(score, plot) };
    scene.shapes.push(Shape::Fill(area, Ink::Base));
    scene.shapes.push(Shape::Edge(area, stroke(Ink::Dim, 1.0)));
    if level == Level::Labelled {
        let content = trimmed(score, 1);
        scene.shapes.push(text(at(area.center().x, area.top - 8.0), content, Ink::Dim, 10.5, Anchor::Middle));
    }
}

/// What a broker last reported, as a line across its bar: that is what the leader knows.
fn draw_report(input: &Input<'_>, slot: &Slot, axis: &Axis, plot: &Rect, scene: &mut Scene<SubjectRef>) {
    if let Some(reported) = reported(input, slot.broker) {
        let (y, main) = (axis.y(reported, plot), main_part(input, slot));
        let line = vec![at(main.left - 3.0, y), at(main.right() + 3.0, y)];
        scene.shapes.push(Shape::Path(line.clone(), stroke(Ink::Ground, 4.0)));
        scene.shapes.push(Shape::Path(line, stroke(Ink::Text, 2.0)));
    }
}

/// What the leader knows of a broker's load, where that is not the truth of this moment.
pub fn reported(input: &Input<'_>, broker: BrokerId) -> Option<f64> {
    let is_up = !input.round.usage_percent[broker.index()].is_nan();
    input.detail.reported.get(broker.index()).copied().filter(|_| is_up)
}

/// How old a report is, in few characters.
fn said_age(age_s: f64) -> String {
    if age_s < 120.0 { format!("{} s old", trimmed(age_s, 0)) } else { format!("{} min old", trimmed(age_s / 60.0, 0)) }
}

fn draw_labels(input: &Input<'_>, slot: &Slot, axis: &Axis, plot: &Rect, scene: &mut Scene<SubjectRef>) {
    let main = main_part(input, slot);
    let center = slot.area.center().x;
    let is_down = input.round.usage_percent[slot.broker.index()].is_nan();
    let value = if is_down { "down".to_owned() } else { axis.label(axis_value(input, slot.broker), 1) };
    // On a ground of its own, so that it is read where something lands behind it.
    let width = value.chars().count() as f64 * 7.6 + 6.0;
    let ground = Rect { left: main.center().x - width / 2.0, top: main.top - 18.0, width, height: 16.0 };
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
    let (size, each) = if slot.area.width < 70.0 { (10.5, 5.8) } else { (12.0, 6.3) };
    let most = (slot.area.width / each).max(4.0) as usize;
    let label = text(at(center, plot.bottom() + 15.0), shortened(name, most), Ink::Text, size, Anchor::Middle);
    scene.shapes.push(label);
    let mut y = plot.bottom() + 31.0;
    if has_ages(input) {
        let load = input.detail.load.brokers.get(slot.broker.index());
        if let Some(load) = load.filter(|load| load.is_reported && load.age_s > 0.0) {
            scene.shapes.push(text(at(center, y - 2.0), said_age(load.age_s), Ink::Dim, 10.5, Anchor::Middle));
        }
        y += PIP_ROW;
    }
    let Some(hits) = input.detail.decision.hits.get(slot.broker.index()) else { return };
    let needed = |key: Key| input.detail.settings.get(key).max(0.0) as u32;
    pips(hits.high, needed(Key::AvgHitCountHigh), 4.0, Ink::Giving, "high", center, y, slot.area.width, scene);
    pips(hits.low, needed(Key::AvgHitCountLow), 3.0, Ink::Dim, "low", center, y + PIP_ROW, slot.area.width, scene);
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
        scene.shapes.push(text(at(x, y), content, if hits > 0 { Ink::Text } else { Ink::Dim }, 10.5, Anchor::Middle));
        return;
    }
    let left = x - step * (f64::from(needed) - 1.0) / 2.0;
    for pip in 0..needed {
        let center = at(left + step * f64::from(pip), y);
        if pip < hits {
            scene.shapes.push(Shape::Disc(center, radius, ink));
        }
        scene.shapes.push(Shape::Ring(center, radius, stroke(ink, 1.1)));
    }
}

/// Pairs as brackets under the bars, the narrow ones nearest.
fn draw_brackets(input: &Input<'_>, slots: &[Slot], place: &[usize], plot: &Rect, scene: &mut Scene<SubjectRef>) {
    let hits = if input.detail.decision.hits.is_empty() { 0.0 } else { PIP_ROW * 2.0 };
    let top = plot.bottom() + 26.0 + hits + if has_ages(input) { PIP_ROW } else { 0.0 };
    let span = |pair: &Pair| {
        let (a, b) = (place[pair.high.index()], place[pair.low.index()]);
        (a.min(b), a.max(b))
    };
    let mut pairs: Vec<&Pair> = input.detail.decision.pairs.iter().filter(|pair| pair.high != pair.low).collect();
    let width = |pair: &Pair| (span(pair).1 - span(pair).0, span(pair));
    pairs.sort_by_key(|pair| width(pair));
    let mut rows: Vec<Vec<(usize, usize)>> = Vec::new();
    for pair in pairs {
        let (first, last) = span(pair);
        let is_free = |row: &Vec<(usize, usize)>| row.iter().all(|(a, b)| last < *a || first > *b);
        // Below everything it encloses: a bracket never crosses another's end.
        let lowest = rows.iter().rposition(|row| !is_free(row)).map_or(0, |at| at + 1);
        if lowest == rows.len() {
            rows.push(Vec::new());
        }
        rows[lowest].push((first, last));
        let y = top + BRACKET_STEP * lowest as f64 + 8.0;
        if y <= input.area.bottom() - 2.0 {
            bracket(input, pair, slots[first].area.center().x, slots[last].area.center().x, top, y, scene);
        }
    }
}

fn bracket(input: &Input<'_>, pair: &Pair, left: f64, right: f64, top: f64, y: f64, scene: &mut Scene<SubjectRef>) {
    let style = match (pair.is_due, pair.is_kept) {
        (true, _) => stroke(Ink::Giving, 1.8),
        (false, true) => stroke(Ink::Dim, 1.4),
        (false, false) => dashed(Ink::Dim, 1.0, 2.0, 3.0),
    };
    let subject = Subject::Pair(pair.high, pair.low);
    let style = if input.selected == Some(subject) { stroke(Ink::Selected, 2.2) } else { style };
    scene.shapes.push(Shape::Path(vec![at(left, top), at(left, y), at(right, y), at(right, top)], style));
    let content = format!("{} pts", trimmed(pair.difference, 1));
    let width = content.chars().count() as f64 * 6.0 + 8.0;
    let label = Rect { left: (left + right) / 2.0 - width / 2.0, top: y - 7.0, width, height: 14.0 };
    scene.shapes.push(Shape::Fill(label, Ink::Ground));
    let ink = if pair.is_due { Ink::Giving } else { Ink::Dim };
    scene.shapes.push(text(at(label.center().x, y), content, ink, 10.5, Anchor::Middle));
    let area = Rect { left, top: y - 7.0, width: (right - left).max(label.width), height: 14.0 };
    scene.targets.push(Target { area, subject: reference(subject) });
}

/// Slim bars have no room for names; the ends are named, and how many there are.
fn label_ends(input: &Input<'_>, slots: &[Slot], plot: &Rect, scene: &mut Scene<SubjectRef>) {
    let (Some(first), Some(last)) = (slots.first(), slots.last()) else { return };
    let name = |slot: &Slot| shortened(&input.world.brokers[slot.broker.index()].name, 22);
    let y = plot.bottom() + 13.0;
    scene.shapes.push(text(at(plot.left, y), name(first), Ink::Dim, 11.0, Anchor::Start));
    scene.shapes.push(text(at(plot.right(), y), name(last), Ink::Dim, 11.0, Anchor::End));
    let count = format!("{} brokers", slots.len());
    scene.shapes.push(text(at(plot.center().x, y), count, Ink::Dim, 11.0, Anchor::Middle));
}

/// The flights of the round, and the marked places where they will land.
fn flights(
    input: &Input<'_>,
    slots: &[Slot],
    place: &[usize],
    axis: &Axis,
    level: Level,
    departures: Vec<(Move, Rect)>,
    scene: &mut Scene<SubjectRef>,
) -> Flights {
    let mut tops: Vec<f64> = slots.iter().map(|slot| slot.bar.top).collect();
    let are_streams = input.round.moves.len() >= STREAM_FROM;
    let has_labels = level == Level::Labelled && departures.len() <= 12;
    let mut flights = Vec::with_capacity(departures.len());
    for moved in &input.round.moves {
        let index = place[moved.to.index()];
        let bar = main_part(input, &slots[index]);
        let size = size_of(input, moved.bundle, moved.to);
        let height = size / axis.max * slots[index].area.height;
        tops[index] -= height;
        let subject = reference(Subject::Bundle(moved.bundle));
        let landing = Rect { left: bar.left, top: tops[index], width: bar.width, height: height.max(1.0) };
        if !are_streams {
            scene.shapes.push(Shape::Edge(landing, dashed(Ink::Taking, 1.3, 3.0, 3.0)));
            scene.targets.push(Target { area: landing, subject });
        }
        let source = departures.iter().find(|(other, _)| other.bundle == moved.bundle).map(|(_, area)| *area);
        let from = source.unwrap_or(slots[place[moved.from.index()]].bar).center();
        let width_of = |label: &String| label.chars().count() as f64 * 6.2 + 10.0;
        let label = has_labels.then(|| {
            let amount = axis.label(size, 1);
            let whole = format!("{} {amount}", short_name(&input.world.bundles[moved.bundle.index()].name));
            // The outer bars have a little more room than their own.
            if width_of(&whole) <= slots[index].area.width + 24.0 { whole } else { amount }
        });
        let width = label.as_ref().map_or_else(|| (bar.width * 0.6).clamp(6.0, 46.0), width_of);
        let height = if has_labels { 19.0 } else { height.clamp(5.0, 16.0) };
        flights.push(Flight { from, to: landing.center(), size: (width, height), label, subject });
    }
    if are_streams {
        flights = super::curve::streams(input, slots, place);
    }
    Flights { flights, are_streams, left: input.area.left, right: input.area.right() }
}

/// What tells a bundle from others in few letters: the last part of its namespace.
fn short_name(bundle: &str) -> String {
    let namespace = crate::shedding::load_data::namespace_of(bundle);
    shortened(namespace.rsplit('/').next().unwrap_or(bundle), 12)
}

/// A name with its middle left out when it is longer than `most` characters.
pub fn shortened(name: &str, most: usize) -> String {
    let count = name.chars().count();
    if count <= most || most < 4 {
        return name.to_owned();
    }
    let (head, tail) = ((most - 1) / 2, most / 2);
    name.chars().take(head).chain("…".chars()).chain(name.chars().skip(count - tail)).collect()
}
