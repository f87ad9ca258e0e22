//! One executor in detail: writers, waiting batches, the bucket, and the strip of the meter.

use super::{FLY_S, MARGIN, Pen, bucket, curve, ease, time_fraction};
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Point, Rect, Shape, at, dashed, stroke};
use crate::systems::throttling::reason::Actor;
use crate::systems::throttling::round::{Activity, ECHO_US, Interval};

/// The layout of the stage.
pub(super) struct Layout {
    /// Right edge of the writers.
    pub(crate) writers_right: f64,
    /// Upper and lower edge of their rows.
    pub rows: (f64, f64),
    /// The bucket; its full height is the top of the scale.
    pub bucket: Rect,
    /// Height of the debt below the bucket.
    pub(crate) owed: f64,
    /// The server's queue.
    pub server: Rect,
    /// The strip of the meter.
    pub(crate) strip: Rect,
}

impl Layout {
    fn new(pen: &Pen<'_>, top: f64) -> Self {
        let (width, height, large) = (pen.scene.width, pen.scene.height, pen.is_large());
        let strip_height = if large {
            92.0
        } else {
            (height * 0.22).clamp(40.0, 64.0)
        };
        let strip_top = height - strip_height - 4.0;
        let strip = Rect {
            left: MARGIN,
            top: strip_top,
            width: width - 2.0 * MARGIN,
            height: strip_height,
        };
        let inner = width - 2.0 * MARGIN;
        let owed = if large {
            64.0
        } else {
            (height * 0.13).clamp(24.0, 40.0)
        };
        let bucket_width = if large {
            (inner * 0.085).clamp(66.0, 96.0)
        } else {
            (inner * 0.13).clamp(44.0, 60.0)
        };
        let bucket_left = MARGIN + inner * if large { 0.40 } else { 0.36 };
        let bucket_top = top + if large { 34.0 } else { 20.0 };
        let bucket = Rect {
            left: bucket_left,
            top: bucket_top,
            width: bucket_width,
            height: (strip_top - owed - bucket_top).max(20.0),
        };
        let server_left = MARGIN + inner * if large { 0.62 } else { 0.63 };
        let server_height = if large {
            84.0
        } else {
            (height * 0.16).clamp(28.0, 44.0)
        };
        let server = Rect {
            left: server_left,
            top: top + if large { 44.0 } else { 30.0 },
            width: width - MARGIN - server_left,
            height: server_height,
        };
        let writers_right = MARGIN + if large { 70.0 } else { 8.0 };
        Self {
            writers_right,
            rows: (top + if large { 22.0 } else { 8.0 }, strip_top - 6.0),
            bucket,
            owed,
            server,
            strip,
        }
    }

    /// The y of a writer's row.
    pub(super) fn row(&self, pen: &Pen<'_>, writer: u32) -> f64 {
        let count = f64::from(pen.run.writers().max(1));
        self.rows.0 + (f64::from(writer) + 0.5) * (self.rows.1 - self.rows.0) / count
    }

    fn row_height(&self, pen: &Pen<'_>) -> f64 {
        (self.rows.1 - self.rows.0) / f64::from(pen.run.writers().max(1))
    }

    /// The y of a rate on the bucket's scale; small limits keep a visible bucket.
    pub(super) fn y(&self, pen: &Pen<'_>, rate: f64) -> f64 {
        let least = 0.16 * self.bucket.height;
        self.bucket.bottom()
            - least
            - (self.bucket.height - least) * (rate / pen.scale).clamp(0.0, 1.0)
    }

    /// The point at which batches pass the rim.
    fn mouth(&self, rim: f64) -> Point {
        at(self.bucket.left - 6.0, rim - 3.0)
    }

    /// The point at which requests reach the server.
    pub(super) fn door(&self) -> Point {
        at(self.server.left, self.server.center().y)
    }
}

/// Draws the executor.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let top = pen.head();
    let layout = Layout::new(pen, top);
    let Some(snapshot) = pen.now.limiter_snapshots.first().copied() else {
        return;
    };
    let rim = layout.y(pen, snapshot.bucket.max_stored);
    draw_wait_scale(pen, &layout);
    draw_writers(pen, &layout);
    bucket::capacity(pen, &layout);
    if snapshot.is_on {
        bucket::draw(pen, &layout, &snapshot, rim);
        bucket::draw_effect(pen, &layout, &snapshot, rim);
    } else {
        let around = layout.bucket;
        pen.edge(around, dashed(Ink::Idle, 1.2, 4.0, 4.0));
        pen.write(around.center(), "off", Ink::Dim, 12.0, Anchor::Middle);
    }
    draw_paths(pen, &layout, layout.mouth(rim));
    super::server::draw(pen, layout.server);
    let mouth = layout.mouth(rim);
    for interval in &pen.now.intervals {
        match interval.activity {
            Activity::Waiting => draw_waiting(pen, &layout, interval, mouth),
            Activity::Sending => draw_in_flight(pen, &layout, interval, mouth),
            _ => {}
        }
    }
    let home = |pen: &Pen<'_>, writer: u32| at(layout.writers_right + 4.0, layout.row(pen, writer));
    super::tokens::draw(pen, layout.server, layout.strip.top - 8.0, &home);
    super::strip::draw(pen, layout.strip, &snapshot);
}

/// Draws the paths of requests and answers, which are visible even without motion.
fn draw_paths(pen: &mut Pen<'_>, layout: &Layout, mouth: Point) {
    let door = layout.door();
    let pull = control_point(layout, mouth);
    let there = (0..=20)
        .map(|piece| curve(mouth, pull, door, f64::from(piece) / 20.0))
        .collect();
    pen.line(there, dashed(Ink::Idle, 1.0, 1.0, 4.0));
    let home = at(
        layout.writers_right + 8.0,
        (layout.rows.0 + layout.rows.1) / 2.0,
    );
    let back = super::tokens::way(layout.server, layout.strip.top - 8.0, home);
    pen.line(back, dashed(Ink::Idle, 1.0, 1.0, 4.0));
}

/// The control point of the path to the server.
fn control_point(layout: &Layout, mouth: Point) -> Point {
    let door = layout.door();
    at(
        (mouth.x + door.x) / 2.0,
        (mouth.y.min(door.y) - 46.0).max(layout.rows.0 - 4.0),
    )
}

/// Draws the scale of the waiting batches: the time until they are granted.
fn draw_wait_scale(pen: &mut Pen<'_>, layout: &Layout) {
    let (left, right) = (layout.writers_right + 10.0, layout.bucket.left - 6.0);
    for seconds in [1.0, 3.0, 10.0] {
        let x = right - time_fraction(seconds) * (right - left);
        pen.line(
            vec![at(x, layout.rows.0), at(x, layout.rows.1)],
            dashed(Ink::Grid, 1.0, 2.0, 4.0),
        );
        if pen.is_large() {
            pen.write(
                at(x, layout.rows.0 - 9.0),
                format!("{} s", format_number(seconds, 0)),
                Ink::Dim,
                10.5,
                Anchor::Middle,
            );
        }
    }
    if pen.is_large() {
        pen.write(
            at(layout.writers_right, layout.rows.0 - 9.0),
            "granted in",
            Ink::Dim,
            10.5,
            Anchor::End,
        );
    }
}

/// Draws the writers at the left, each in its row.
fn draw_writers(pen: &mut Pen<'_>, layout: &Layout) {
    let row_height = layout.row_height(pen);
    let has_names = pen.is_large() && row_height >= 15.0;
    for interval in &pen.now.intervals {
        let y = layout.row(pen, interval.writer);
        let actor = Actor::Writer(interval.writer);
        let is_selected = pen.is_selected(actor);
        if has_names {
            let height = (row_height - 4.0).min(20.0);
            let area = Rect {
                left: MARGIN,
                top: y - height / 2.0,
                width: layout.writers_right - MARGIN,
                height,
            };
            let style = match interval.activity {
                _ if is_selected => stroke(Ink::Selected, 2.2),
                Activity::BackingOff => dashed(Ink::Source, 1.4, 3.0, 2.0),
                Activity::Pausing => dashed(Ink::Idle, 1.4, 3.0, 2.0),
                Activity::Waiting => stroke(Ink::FlightEdge, 1.2),
                _ => stroke(Ink::Idle, 1.0),
            };
            pen.edge(area, style);
            pen.write(
                area.center(),
                pen.run.writer_name(interval.writer),
                Ink::Text,
                11.0,
                Anchor::Middle,
            );
            draw_pause(pen, interval, at(layout.writers_right + 6.0, y));
        } else {
            draw_dot(
                pen,
                interval,
                at(MARGIN + 3.0, y),
                (row_height / 2.0 - 0.4).clamp(1.2, 4.0),
                is_selected,
            );
        }
        let height = row_height.max(6.0);
        pen.add_hit_area(
            Rect {
                left: 0.0,
                top: y - height / 2.0,
                width: layout.writers_right + 6.0,
                height,
            },
            actor,
        );
    }
}

/// Draws the remaining time of a writer's pause, once its answer has arrived.
fn draw_pause(pen: &mut Pen<'_>, interval: &Interval, point: Point) {
    if pen.now.at_us < interval.from_us + ECHO_US {
        return;
    }
    let left = format_number(pen.now.until_s(interval.to_us), 1);
    let (words, ink) = match interval.activity {
        Activity::BackingOff => (format!("retry {} in {left} s", interval.retry), Ink::Source),
        Activity::Pausing => (format!("pauses, {left} s"), Ink::Dim),
        _ => return,
    };
    pen.write(point, words, ink, 11.0, Anchor::Start);
}

/// Draws a writer as a dot: filled while it works, a ring while it pauses.
pub(super) fn draw_dot(
    pen: &mut Pen<'_>,
    interval: &Interval,
    center: Point,
    radius: f64,
    is_selected: bool,
) {
    let shape = match interval.activity {
        _ if is_selected => Shape::Disc(center, radius + 1.0, Ink::Selected),
        Activity::Waiting => Shape::Disc(center, radius, Ink::Flight),
        Activity::BackingOff => Shape::Ring(center, radius, stroke(Ink::Source, 1.4)),
        Activity::Pausing => Shape::Ring(center, radius, stroke(Ink::Dim, 1.2)),
        _ => Shape::Disc(center, radius, Ink::Idle),
    };
    pen.scene.shapes.push(shape);
}

/// Draws a batch that waits for permits: the nearer the bucket, the sooner it is granted.
fn draw_waiting(pen: &mut Pen<'_>, layout: &Layout, interval: &Interval, mouth: Point) {
    let away = time_fraction(pen.now.until_s(interval.to_us));
    let left = layout.writers_right + 10.0;
    // It leaves its row only near the bucket.
    let near = ease(1.0 - away / 0.25);
    let row = layout.row(pen, interval.writer);
    let x = mouth.x - 10.0 - away * (mouth.x - 10.0 - left);
    let start = ease(pen.now.ago_s(interval.from_us) / 0.15);
    let x = layout.writers_right + (x - layout.writers_right) * start;
    let center = at(x, row + (mouth.y - row) * near);
    draw_batch(pen, layout, interval, center);
}

/// Draws a request on its way to the server, for a moment; after that it is work in the queue.
fn draw_in_flight(pen: &mut Pen<'_>, layout: &Layout, interval: &Interval, mouth: Point) {
    let share = pen.now.ago_s(interval.from_us) / FLY_S;
    if share < 1.0 {
        let door = layout.door();
        draw_batch(
            pen,
            layout,
            interval,
            curve(mouth, control_point(layout, mouth), door, ease(share)),
        );
    }
}

/// Draws a batch.
fn draw_batch(pen: &mut Pen<'_>, layout: &Layout, interval: &Interval, center: Point) {
    let height = (layout.row_height(pen) - 2.0).clamp(3.0, 14.0);
    let width = if pen.is_large() { 20.0 } else { 11.0 };
    let area = Rect {
        left: center.x - width / 2.0,
        top: center.y - height / 2.0,
        width,
        height,
    };
    pen.fill(area, Ink::Flight);
    let actor = Actor::Writer(interval.writer);
    let edge = if pen.is_selected(actor) {
        stroke(Ink::Selected, 2.0)
    } else {
        stroke(Ink::FlightEdge, 1.0)
    };
    pen.edge(area, edge);
    if interval.retry > 0 && pen.is_large() && height >= 11.0 {
        pen.write(
            center,
            format!("r{}", interval.retry),
            Ink::FlightText,
            9.5,
            Anchor::Middle,
        );
    }
    pen.add_hit_area(area, actor);
}
