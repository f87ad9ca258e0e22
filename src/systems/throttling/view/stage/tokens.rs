//! Returning answers: a ring with a mark for each kind, so that they differ by more than colour.

use super::{FLY_S, Pen, curve, ease};
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Point, Rect, Shape, at, stroke};
use crate::systems::throttling::reason::Actor;
use crate::systems::throttling::round::{Activity, ECHO_US, Interval};
use crate::systems::throttling::server::Answer;

/// Number of answers from which they are drawn small.
const MANY: usize = 24;
/// Maximum number of answers that are drawn; this many look like a stream.
const MAX_DRAWN: usize = 160;

/// Draws the answers on their way from the server to the writers.
pub(super) fn draw(
    pen: &mut Pen<'_>,
    server: Rect,
    lowest: f64,
    home: &dyn Fn(&Pen<'_>, u32) -> Point,
) {
    let now = pen.now;
    let is_out = |interval: &&Interval| interval.activity == Activity::Sending;
    let all: Vec<Interval> = now
        .intervals
        .iter()
        .filter(is_out)
        .chain(&now.echoes)
        .copied()
        .collect();
    let coming: Vec<(Interval, f64)> = all
        .into_iter()
        .filter_map(|interval| share(pen, &interval).map(|share| (interval, share)))
        .collect();
    let is_small = coming.len() > MANY || !pen.is_large();
    for (interval, share) in coming.into_iter().take(MAX_DRAWN) {
        let to = home(pen, interval.writer);
        let Some(answer) = interval.answer else {
            continue;
        };
        let center = if answer.is_exception() {
            // A timeout starts at the writer: no answer is on the way.
            at(to.x + 12.0, to.y)
        } else {
            spot(server, lowest, to, ease(share))
        };
        token(pen, &interval, answer, center, is_small);
    }
}

/// The position on the path from the server to a writer, at a fraction of it.
fn spot(server: Rect, lowest: f64, to: Point, share: f64) -> Point {
    let from = at(server.right() - 12.0, server.bottom());
    // Half-way it passes below the bucket.
    let pull = at((from.x + to.x) / 2.0, 2.0 * lowest - (from.y + to.y) / 2.0);
    let point = curve(from, pull, to, share);
    at(point.x, point.y.min(lowest))
}

/// The path as a polyline.
pub(super) fn way(server: Rect, lowest: f64, to: Point) -> Vec<Point> {
    (0..=24)
        .map(|piece| spot(server, lowest, to, f64::from(piece) / 24.0))
        .collect()
}

/// The progress of an answer, 0 to 1; `None` before it leaves and after it arrives.
fn share(pen: &Pen<'_>, interval: &Interval) -> Option<f64> {
    let now_us = pen.now.at_us;
    let answer = interval.answer?;
    let end_us = interval.to_us + ECHO_US;
    let begin_us = if answer.is_exception() {
        interval.to_us
    } else {
        // Not before the request is shown to arrive.
        interval
            .worked_us
            .max(interval.from_us + (FLY_S * 1e6) as u64)
            .min(interval.to_us)
    };
    (begin_us..end_us)
        .contains(&now_us)
        .then(|| (now_us - begin_us) as f64 / (end_us - begin_us) as f64)
}

fn token(pen: &mut Pen<'_>, interval: &Interval, answer: Answer, center: Point, is_small: bool) {
    let (ink, word) = match answer {
        Answer::Success => (Ink::Good, "ok".to_owned()),
        Answer::Rejected => (Ink::Source, "429".to_owned()),
        Answer::TimedOut | Answer::Unreachable => (
            Ink::Dim,
            format!(
                "{} s",
                format_number((interval.to_us - interval.from_us) as f64 / 1e6, 0)
            ),
        ),
    };
    let radius = if is_small { 4.5 } else { 11.0 };
    let shapes = &mut pen.scene.shapes;
    if !is_small {
        shapes.push(Shape::Disc(center, radius, Ink::Ground));
        shapes.push(Shape::Ring(center, radius, stroke(ink, 1.8)));
        pen.write(center, word, ink, 9.5, Anchor::Middle);
    } else {
        match answer {
            // Filled, crossed out, and hollow.
            Answer::Success => shapes.push(Shape::Disc(center, radius, ink)),
            Answer::Rejected => {
                for sign in [1.0, -1.0] {
                    let ends = vec![
                        at(center.x - 4.0, center.y - 4.0 * sign),
                        at(center.x + 4.0, center.y + 4.0 * sign),
                    ];
                    shapes.push(Shape::Path(ends, stroke(ink, 2.2)));
                }
            }
            Answer::TimedOut | Answer::Unreachable => {
                shapes.push(Shape::Ring(center, radius, stroke(ink, 1.6)))
            }
        }
    }
    let size = radius.max(7.0);
    let area = Rect {
        left: center.x - size,
        top: center.y - size,
        width: 2.0 * size,
        height: 2.0 * size,
    };
    pen.add_hit_area(area, Actor::Writer(interval.writer));
}
