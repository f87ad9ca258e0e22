//! The strip below: grants within the window, the share of the limit in use, and the cooldown.

use super::{Pen, between};
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Rect, at, dashed, stroke};
use crate::systems::throttling::format;
use crate::systems::throttling::limiter::Effect;
use crate::systems::throttling::reason::Actor;
use crate::systems::throttling::round::LimiterSnapshot;
use crate::systems::throttling::settings::Key;

/// The right end of the bar, as a multiple of the limit.
const MAX_USE: f64 = 1.25;
/// Number of grants from which neighbouring ones are merged.
const MANY: usize = 200;

/// Draws the strip.
pub(super) fn draw(pen: &mut Pen<'_>, area: Rect, snapshot: &LimiterSnapshot) {
    let large = pen.is_large();
    let version = pen.run.version();
    if !snapshot.is_on {
        let words = if large {
            "The limiter is switched off: requests do not wait, and nothing is measured"
        } else {
            "limiter off"
        };
        pen.write(
            at(area.left, area.center().y),
            words,
            Ink::Dim,
            11.0,
            Anchor::Start,
        );
        return;
    }
    let radius = if large {
        25.0
    } else {
        (area.height * 0.28).clamp(11.0, 16.0)
    };
    let mut bar = area;
    if version.has_cooldown() {
        bar.width -= 2.0 * radius + if large { 44.0 } else { 16.0 };
        let center = at(
            area.right() - radius - if large { 16.0 } else { 3.0 },
            area.top + radius + if large { 8.0 } else { 6.0 },
        );
        pen.ring(snapshot, center, radius);
        let is_paused = pen.now.cooldown_s(snapshot) > 0.0;
        let words = match (is_paused, version.pauses_raises()) {
            _ if !large => "",
            (true, true) => "all paused",
            (true, false) => "cuts paused",
            (false, _) => "cuts allowed",
        };
        let ink = if is_paused { Ink::Source } else { Ink::Dim };
        pen.write(
            at(center.x, center.y + radius + 14.0),
            words,
            ink,
            11.0,
            Anchor::Middle,
        );
        let around = Rect {
            left: center.x - radius,
            top: center.y - radius,
            width: 2.0 * radius,
            height: 2.0 * radius,
        };
        pen.add_hit_area(around, Actor::Limiter(snapshot.executor));
    }
    if !version.has_meter() {
        let step = pen.rate(pen.now.settings.get(Key::Step));
        let words = if large {
            format!(
                "v1011 has no meter and no cooldown: every success raises by {step}, every 429 cuts"
            )
        } else {
            "v1011: no meter, no cooldown".to_owned()
        };
        pen.write(
            at(area.left, area.center().y),
            words,
            Ink::Dim,
            11.0,
            Anchor::Start,
        );
        return;
    }
    let use_height = if large { 15.0 } else { 10.0 };
    let use_top = if large {
        bar.bottom() - 36.0
    } else {
        bar.bottom() - 14.0
    };
    let window = Rect {
        top: bar.top + 15.0,
        height: (use_top - bar.top - 15.0 - if large { 4.0 } else { 2.0 }).max(6.0),
        ..bar
    };
    draw_grants(pen, window, snapshot);
    draw_use(
        pen,
        Rect {
            top: use_top,
            height: use_height,
            ..bar
        },
        snapshot,
    );
    pen.add_hit_area(bar, Actor::Limiter(snapshot.executor));
}

/// Draws the grants, sliding out of the window to the left.
fn draw_grants(pen: &mut Pen<'_>, area: Rect, snapshot: &LimiterSnapshot) {
    let window_ms = pen.now.settings.get(Key::WindowMs);
    let now_ms = pen.now.at_us as f64 / 1000.0;
    let mut points: Vec<(f64, u64)> = Vec::new();
    let all: Vec<_> = pen.now.points(snapshot.executor).collect();
    // Bins are fixed in time, so that they slide without flickering.
    let bin_ms = if all.len() > MANY {
        window_ms / MANY as f64
    } else {
        0.0
    };
    for point in &all {
        let at_ms = point.at_ms as f64;
        let at_ms = if bin_ms > 0.0 {
            (at_ms / bin_ms).floor() * bin_ms
        } else {
            at_ms
        };
        match points.last_mut() {
            Some((last, permits)) if *last == at_ms && bin_ms > 0.0 => *permits += point.permits,
            _ => points.push((at_ms, point.permits)),
        }
    }
    let most = points
        .iter()
        .map(|(_, permits)| *permits)
        .max()
        .unwrap_or(1) as f64;
    pen.line(
        vec![
            at(area.left, area.bottom()),
            at(area.right(), area.bottom()),
        ],
        stroke(Ink::Grid, 1.0),
    );
    let width = (area.width / 120.0).clamp(2.0, 5.0);
    for (at_ms, permits) in points {
        let x = area.right() - (now_ms - at_ms) / window_ms * area.width;
        let height = (area.height * permits as f64 / most).max(1.5);
        let left = between(x - width, area.left, area.right() - width);
        pen.fill(
            Rect {
                left,
                top: area.bottom() - height,
                width,
                height,
            },
            Ink::Idle,
        );
    }
    let sum: u64 = all.iter().map(|point| point.permits).sum();
    let window = format_number(window_ms / 1000.0, 1);
    let words = if pen.is_large() {
        format!(
            "granted in the last {window} s: {}",
            format::amount(sum as f64, pen.unit)
        )
    } else {
        format!("last {window} s: {}", format::amount(sum as f64, pen.unit))
    };
    pen.write(
        at(area.left, area.top - 8.0),
        words,
        Ink::Dim,
        if pen.is_large() { 11.0 } else { 10.5 },
        Anchor::Start,
    );
}

/// Draws the share of the limit in use, against the share that allows a raise.
fn draw_use(pen: &mut Pen<'_>, area: Rect, snapshot: &LimiterSnapshot) {
    let limit = snapshot.bucket.rate().max(1) as f64;
    let used = pen.now.used(snapshot.executor).unwrap_or(0) as f64;
    let threshold = pen.now.settings.get(Key::UseThreshold);
    let x_of = |share: f64| area.left + area.width * (share / MAX_USE).clamp(0.0, 1.0);
    pen.fill(area, Ink::Base);
    let raise_effect = pen.raise_effect(snapshot);
    let is_enough = raise_effect != Effect::Blocked;
    let ink = if raise_effect == Effect::Raised {
        Ink::Target
    } else {
        Ink::Idle
    };
    pen.fill(
        Rect {
            width: x_of(used / limit) - area.left,
            ..area
        },
        ink,
    );
    let bar = x_of(threshold);
    pen.line(
        vec![at(bar, area.top - 3.0), at(bar, area.bottom() + 3.0)],
        dashed(Ink::Text, 1.8, 3.0, 2.0),
    );
    let end = x_of(1.0);
    pen.line(
        vec![at(end, area.top), at(end, area.bottom())],
        stroke(Ink::Text, 1.6),
    );
    let percent = format_number(used / limit * 100.0, 0);
    let needed = format_number(threshold * 100.0, 0);
    if pen.is_large() {
        let y = area.bottom() + 11.0;
        let verdict = match raise_effect {
            Effect::Blocked => "too little for a raise",
            Effect::Paused => "enough, raises paused",
            Effect::AtBound => "at its maximum",
            _ => "enough for a raise",
        };
        let words = format!(
            "{} in use: {percent} % of the limit, {verdict}",
            pen.rate(used)
        );
        pen.write(
            at(area.left, y),
            words,
            if raise_effect == Effect::Raised {
                Ink::Target
            } else {
                Ink::Text
            },
            11.0,
            Anchor::Start,
        );
        pen.write(
            at(bar, y),
            format!("{needed} %"),
            Ink::Text,
            11.0,
            Anchor::Middle,
        );
        pen.write(at(end, y), "limit", Ink::Text, 11.0, Anchor::Middle);
    } else {
        let sign = if is_enough { "≥" } else { "<" };
        let words = format!("{percent} % {sign} {needed} %");
        pen.write(
            at(bar - 5.0, area.center().y),
            words,
            if raise_effect == Effect::Raised {
                Ink::Ground
            } else {
                Ink::Text
            },
            10.0,
            Anchor::End,
        );
    }
}
