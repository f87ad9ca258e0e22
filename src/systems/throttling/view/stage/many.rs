//! Several executors as rows, each with its writers, bucket, use and cooldown, and one server.

use super::{EFFECT_S, FLY_S, MARGIN, Pen, curve, ease, one, time_fraction};
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Point, Rect, at, dashed, stroke};
use crate::systems::throttling::limiter::Effect;
use crate::systems::throttling::reason::Actor;
use crate::systems::throttling::round::{Activity, Interval, LimiterSnapshot};
use crate::systems::throttling::settings::Key;

/// Minimum height of a row with more than a bar, in CSS pixels.
const ROOMY: f64 = 26.0;
/// Minimum height of a row, in CSS pixels; further executors continue in the next column.
const LOWEST: f64 = 13.0;

/// The layout of an executor's row.
struct Row {
    area: Rect,
    /// The bar of the limit.
    bar: Rect,
    is_roomy: bool,
}

fn row(pen: &Pen<'_>, top: f64, executor: u32) -> Row {
    let count = pen.run.executors();
    let height = pen.scene.height - top - 6.0;
    let in_column = ((height / LOWEST).floor() as u32).clamp(1, count.max(1));
    let columns = count.div_ceil(in_column);
    let (row_height, width) = (
        height / f64::from(in_column),
        (pen.scene.width * 0.62 - MARGIN) / f64::from(columns),
    );
    let left = MARGIN + width * f64::from(executor / in_column);
    let area = Rect {
        left,
        top: top + row_height * f64::from(executor % in_column),
        width: width - 6.0,
        height: row_height,
    };
    let is_roomy = columns == 1 && row_height >= ROOMY;
    // Room at the right for the ring, and for the effect of a signal.
    let left = area.left
        + area.width
            * if is_roomy {
                0.52
            } else if columns == 1 {
                0.45
            } else {
                0.2
            };
    let right = area.right() - if is_roomy { 50.0 } else { 12.0 };
    let bar_height = if is_roomy {
        (row_height * 0.26).clamp(8.0, 16.0)
    } else {
        (row_height - 5.0).clamp(4.0, 12.0)
    };
    let bar = Rect {
        left,
        top: area.center().y - bar_height / 2.0,
        width: (right - left).max(8.0),
        height: bar_height,
    };
    Row {
        area,
        bar,
        is_roomy,
    }
}

/// Draws the executors and the server.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let top = pen.head() + 2.0;
    let large = pen.is_large();
    let left = pen.scene.width * if large { 0.68 } else { 0.70 };
    let server = Rect {
        left,
        top: top + if large { pen.scene.height * 0.26 } else { 34.0 },
        width: pen.scene.width - MARGIN - left,
        height: if large {
            78.0
        } else {
            (pen.scene.height * 0.22).clamp(34.0, 60.0)
        },
    };
    for snapshot in &pen.now.limiter_snapshots {
        let row = row(pen, top, snapshot.executor);
        draw_executor(pen, &row, snapshot);
    }
    super::server::draw(pen, server);
    let many = pen.run.writers();
    for interval in &pen.now.intervals {
        let row = row(pen, top, interval.executor);
        let home = home(pen, &row, interval.writer);
        if row.is_roomy || many <= 200 {
            let actor = Actor::Writer(interval.writer);
            let radius = dot_radius(pen, &row);
            let is_selected = pen.is_selected(actor);
            one::draw_dot(pen, interval, home, radius, is_selected);
            let size = radius.max(4.0);
            let area = Rect {
                left: home.x - size,
                top: home.y - size,
                width: 2.0 * size,
                height: 2.0 * size,
            };
            pen.add_hit_area(area, actor);
        }
        match interval.activity {
            Activity::Waiting => draw_waiting(pen, &row, interval, home),
            Activity::Sending => draw_in_flight(pen, &row, interval, server),
            _ => {}
        }
    }
    let lowest = pen.scene.height - 14.0;
    let to =
        |pen: &Pen<'_>, writer: u32| home(pen, &row(pen, top, pen.run.executor_of(writer)), writer);
    super::tokens::draw(pen, server, lowest, &to);
}

/// The grid of an executor's writers, filled column by column.
fn grid(pen: &Pen<'_>, row: &Row) -> (u32, f64, f64) {
    let each = (pen.run.writers() / pen.run.executors()).max(1);
    let (width, height) = (
        row.area.width * if row.is_roomy { 0.17 } else { 0.15 },
        row.area.height - 8.0,
    );
    let rows = ((f64::from(each) * height / width).sqrt().ceil() as u32).clamp(1, each);
    let columns = each.div_ceil(rows);
    (rows, width / f64::from(columns), height / f64::from(rows))
}

fn dot_radius(pen: &Pen<'_>, row: &Row) -> f64 {
    let (_, across, down) = grid(pen, row);
    (across.min(down) / 2.0 - 0.6).clamp(1.0, 5.0)
}

fn home(pen: &Pen<'_>, row: &Row, writer: u32) -> Point {
    let number = writer / pen.run.executors();
    let (rows, across, down) = grid(pen, row);
    let left = row.area.left + row.area.width * if row.is_roomy { 0.12 } else { 0.1 };
    let (column, place) = (f64::from(number / rows), f64::from(number % rows));
    at(
        left + (column + 0.5) * across,
        row.area.top + 4.0 + (place + 0.5) * down,
    )
}

/// Draws an executor's name, bucket, use and cooldown.
fn draw_executor(pen: &mut Pen<'_>, row: &Row, snapshot: &LimiterSnapshot) {
    let actor = Actor::Limiter(snapshot.executor);
    let (area, bar) = (row.area, row.bar);
    let name = if row.is_roomy && pen.is_large() {
        format!("executor {}", snapshot.executor + 1)
    } else {
        (snapshot.executor + 1).to_string()
    };
    let ink = if pen.is_selected(actor) {
        Ink::Selected
    } else {
        Ink::Text
    };
    let size = if row.is_roomy { 11.5 } else { 10.0 };
    pen.write(
        at(area.left, area.center().y),
        name,
        ink,
        size,
        Anchor::Start,
    );
    if !snapshot.is_on {
        pen.edge(bar, dashed(Ink::Idle, 1.0, 3.0, 3.0));
        return;
    }
    let limit = snapshot.bucket.rate().max(1) as f64;
    let scale = pen.scale;
    let width_of = |rate: f64| bar.width * (rate / scale).clamp(0.0, 1.0);
    let width = width_of(limit).max(3.0);
    pen.fill(Rect { width, ..bar }, Ink::Base);
    if let Some(used) = pen.now.used(snapshot.executor) {
        let ink = if pen.raise_effect(snapshot) == Effect::Raised {
            Ink::Target
        } else {
            Ink::Idle
        };
        pen.fill(
            Rect {
                width: width_of(used as f64).min(bar.width),
                top: bar.top + 2.0,
                height: bar.height - 4.0,
                ..bar
            },
            ink,
        );
        let x = bar.left + width_of(limit * pen.now.settings.get(Key::UseThreshold));
        pen.line(
            vec![at(x, bar.top - 2.0), at(x, bar.bottom() + 2.0)],
            dashed(Ink::Text, 1.4, 2.0, 1.5),
        );
    }
    let edge = if pen.is_selected(actor) {
        stroke(Ink::Selected, 2.0)
    } else {
        stroke(Ink::Text, 1.2)
    };
    pen.edge(Rect { width, ..bar }, edge);
    if row.is_roomy {
        draw_bucket(pen, row, snapshot);
        words(pen, row, snapshot);
    }
    if pen.run.version().has_cooldown() && row.is_roomy {
        let radius = (area.height / 2.0 - 5.0).clamp(6.0, 15.0);
        pen.ring(
            snapshot,
            at(area.right() - radius - 2.0, area.center().y),
            radius,
        );
    }
    draw_effect(pen, row, snapshot);
    let reach = Rect {
        left: bar.left - 30.0,
        top: area.top,
        width: area.right() - bar.left + 30.0,
        height: area.height,
    };
    pen.add_hit_area(reach, actor);
}

/// Draws the stored permits and the debt.
fn draw_bucket(pen: &mut Pen<'_>, row: &Row, snapshot: &LimiterSnapshot) {
    let area = row.area;
    let (left, width) = (row.bar.left - 26.0, 16.0);
    let (top, bottom) = (area.top + 5.0, area.center().y + area.height * 0.18);
    let bucket = snapshot.bucket.at(pen.now.at_us);
    let share = (bucket.stored / bucket.max_stored.max(1e-9)).clamp(0.0, 1.0);
    let height = (bottom - top) * share;
    pen.fill(
        Rect {
            left,
            top: bottom - height,
            width,
            height,
        },
        Ink::TargetSoft,
    );
    let owed_s = snapshot.bucket.debt_us(pen.now.at_us) as f64 / 1e6;
    let depth = (area.bottom() - bottom - 4.0) * time_fraction(owed_s);
    if owed_s > 0.0 && depth > 0.5 {
        pen.fill(
            Rect {
                left,
                top: bottom,
                width,
                height: depth,
            },
            Ink::SourceSoft,
        );
        pen.edge(
            Rect {
                left,
                top: bottom,
                width,
                height: depth,
            },
            dashed(Ink::Source, 1.0, 2.0, 2.0),
        );
    }
    let walls = vec![
        at(left, top),
        at(left, bottom),
        at(left + width, bottom),
        at(left + width, top),
    ];
    pen.line(walls, stroke(Ink::Text, 1.4));
}

fn words(pen: &mut Pen<'_>, row: &Row, snapshot: &LimiterSnapshot) {
    let bar = row.bar;
    if row.area.height < 40.0 {
        return;
    }
    let limit = snapshot.bucket.rate().max(1) as f64;
    pen.write_bold(
        at(bar.left, bar.top - 9.0),
        pen.rate(limit),
        Ink::Text,
        11.0,
        Anchor::Start,
    );
    let owed_s = snapshot.bucket.debt_us(pen.now.at_us) as f64 / 1e6;
    let mut parts = Vec::new();
    if let Some(used) = pen.now.used(snapshot.executor) {
        parts.push(format!(
            "{} % in use",
            format_number(used as f64 / limit * 100.0, 0)
        ));
    }
    if owed_s > 0.0 && pen.is_large() {
        parts.push(format!("owed {} s", format_number(owed_s, 1)));
    }
    pen.write(
        at(bar.left, bar.bottom() + 9.0),
        parts.join(" · "),
        Ink::Dim,
        10.5,
        Anchor::Start,
    );
}

/// Draws the effect of the last signal on the limit, for a moment.
fn draw_effect(pen: &mut Pen<'_>, row: &Row, snapshot: &LimiterSnapshot) {
    let Some(last) = snapshot
        .last
        .filter(|last| pen.now.ago_s(last.at_us) <= EFFECT_S)
    else {
        return;
    };
    let (sign, ink) = match last.effect {
        Effect::Raised => ("▲", Ink::Target),
        Effect::Cut => ("▼", Ink::Source),
        Effect::Ignored => ("ignored", Ink::Dim),
        _ => return,
    };
    let has_room = row.is_roomy && row.area.height >= 40.0 && pen.is_large();
    let sign = if last.effect == Effect::Ignored && !has_room {
        "–"
    } else {
        sign
    };
    let spot = if has_room {
        at(row.bar.left + row.bar.width * 0.62, row.bar.top - 9.0)
    } else {
        let width = row.bar.width * (snapshot.bucket.max_stored / pen.scale).clamp(0.0, 1.0);
        at(row.bar.left + width + 4.0, row.bar.center().y)
    };
    pen.write_bold(spot, sign.to_owned(), ink, 11.0, Anchor::Start);
}

/// Draws a batch that waits for permits.
fn draw_waiting(pen: &mut Pen<'_>, row: &Row, interval: &Interval, home: Point) {
    if !row.is_roomy {
        return;
    }
    let right = row.bar.left - 32.0;
    let left = row.area.left + row.area.width * 0.30;
    let away = time_fraction(pen.now.until_s(interval.to_us));
    let x = right - away * (right - left).max(0.0);
    let (width, height) = if pen.is_large() {
        (9.0, (dot_radius(pen, row) * 2.0).clamp(3.0, 7.0))
    } else {
        (5.0, 4.0)
    };
    let area = Rect {
        left: x - width / 2.0,
        top: home.y - height / 2.0,
        width,
        height,
    };
    pen.fill(area, Ink::Flight);
    let edge = if pen.is_selected(Actor::Writer(interval.writer)) {
        stroke(Ink::Selected, 1.6)
    } else {
        stroke(Ink::FlightEdge, 1.0)
    };
    pen.edge(area, edge);
    pen.add_hit_area(area, Actor::Writer(interval.writer));
}

/// Draws a request on its way to the server, for a moment.
fn draw_in_flight(pen: &mut Pen<'_>, row: &Row, interval: &Interval, server: Rect) {
    let share = pen.now.ago_s(interval.from_us) / FLY_S;
    if share >= 1.0 {
        return;
    }
    let (from, to) = (
        at(row.bar.left - 10.0, row.area.center().y),
        at(server.left, server.center().y),
    );
    let pull = at((from.x + to.x) / 2.0, from.y);
    let center = curve(from, pull, to, ease(share));
    let area = Rect {
        left: center.x - 5.0,
        top: center.y - 3.5,
        width: 10.0,
        height: 7.0,
    };
    pen.fill(area, Ink::Flight);
    pen.edge(area, stroke(Ink::FlightEdge, 1.0));
}
