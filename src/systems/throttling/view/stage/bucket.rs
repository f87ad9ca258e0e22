//! The bucket in detail: its rim is the limit, with the server's capacity on the same scale.

use super::one::Layout;
use super::{EFFECT_S, Pen, ease, time_fraction};
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Rect, at, dashed, stroke};
use crate::systems::throttling::format;
use crate::systems::throttling::limiter::Effect;
use crate::systems::throttling::reason::Actor;
use crate::systems::throttling::round::LimiterSnapshot;

/// Draws the server's capacity on the bucket's scale.
pub(super) fn capacity(pen: &mut Pen<'_>, layout: &Layout) {
    let capacity = pen.now.condition.capacity;
    if pen.now.condition.is_out {
        return;
    }
    let (left, right) = (layout.bucket.left - 12.0, layout.bucket.right() + 12.0);
    let y = layout.y(pen, capacity);
    if capacity <= pen.scale {
        pen.line(
            vec![at(left, y), at(right, y)],
            dashed(Ink::Source, 1.4, 4.0, 3.0),
        );
    }
    if pen.is_large() {
        let arrow = if capacity > pen.scale { " ↑" } else { "" };
        let words = format!("capacity{arrow}");
        pen.write(at(right + 4.0, y), words, Ink::Source, 11.0, Anchor::Start);
    }
}

/// Draws the bucket: its rim is the limit, its content the stored permits, up to one second of the limit; below it, the debt.
pub(super) fn draw(pen: &mut Pen<'_>, layout: &Layout, snapshot: &LimiterSnapshot, rim: f64) {
    let Rect { left, width, .. } = layout.bucket;
    let (right, bottom) = (layout.bucket.right(), layout.bucket.bottom());
    let bucket = snapshot.bucket.at(pen.now.at_us);
    let share = if bucket.max_stored > 0.0 {
        (bucket.stored / bucket.max_stored).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let surface = bottom - (bottom - rim) * share;
    pen.fill(
        Rect {
            left,
            top: surface,
            width,
            height: bottom - surface,
        },
        Ink::TargetSoft,
    );
    if share > 0.0 {
        pen.line(
            vec![at(left, surface), at(right, surface)],
            stroke(Ink::Target, 1.6),
        );
    }
    let owed_s = snapshot.bucket.debt_us(pen.now.at_us) as f64 / 1e6;
    // Room for the label, and for answers that pass below it.
    let label_height = if pen.is_large() { 26.0 } else { 16.0 };
    let depth = (layout.owed - label_height) * time_fraction(owed_s);
    if owed_s > 0.0 {
        let area = Rect {
            left,
            top: bottom,
            width,
            height: depth.max(1.0),
        };
        pen.fill(area, Ink::SourceSoft);
        pen.edge(area, dashed(Ink::Source, 1.2, 3.0, 2.0));
    }
    let actor = Actor::Limiter(snapshot.executor);
    let wall = if pen.is_selected(actor) {
        stroke(Ink::Selected, 2.6)
    } else {
        stroke(Ink::Text, 2.2)
    };
    pen.line(
        vec![
            at(left, rim),
            at(left, bottom),
            at(right, bottom),
            at(right, rim),
        ],
        wall,
    );
    let middle = left + width / 2.0;
    let (words, ink) = match share > 0.0 {
        true => (format!("{} %", format_number(share * 100.0, 0)), Ink::Text),
        false => ("empty".to_owned(), Ink::Dim),
    };
    if bottom - rim > 15.0 {
        let y = (bottom + rim) / 2.0;
        let has_unit = share > 0.0 && pen.is_large() && bottom - rim > 45.0;
        pen.write(
            at(middle, if has_unit { y - 7.0 } else { y }),
            words,
            ink,
            11.0,
            Anchor::Middle,
        );
        if has_unit {
            pen.write(
                at(middle, y + 7.0),
                "of 1 s".to_owned(),
                Ink::Dim,
                11.0,
                Anchor::Middle,
            );
        }
    }
    let owed = if owed_s > 0.0 {
        format!("owed {} s", format_number(owed_s, 2))
    } else {
        "nothing owed".to_owned()
    };
    let ink = if owed_s > 0.0 { Ink::Source } else { Ink::Dim };
    pen.write(
        at(middle, bottom + depth + 9.0),
        owed,
        ink,
        11.0,
        Anchor::Middle,
    );
    let limit = pen.rate(snapshot.bucket.rate() as f64);
    pen.write_bold(
        at(middle, rim - 9.0),
        limit,
        Ink::Text,
        11.5,
        Anchor::Middle,
    );
    let area = Rect {
        left: left - 4.0,
        top: rim - 16.0,
        width: width + 8.0,
        height: bottom - rim + 16.0 + layout.owed,
    };
    pen.add_hit_area(area, actor);
}

/// Draws the effect of the last signal on the limit, for a moment.
pub(super) fn draw_effect(
    pen: &mut Pen<'_>,
    layout: &Layout,
    snapshot: &LimiterSnapshot,
    rim: f64,
) {
    let Some(last) = snapshot.last else {
        return;
    };
    let ago_s = pen.now.ago_s(last.at_us);
    if ago_s > EFFECT_S {
        return;
    }
    let change = format::rate(last.change.abs(), pen.unit);
    let (words, ink) = match last.effect {
        Effect::Raised => (format!("▲ +{change}"), Ink::Target),
        Effect::Cut => (format!("▼ −{change}"), Ink::Source),
        Effect::Ignored => ("ignored".to_owned(), Ink::Dim),
        Effect::Paused => ("raise paused".to_owned(), Ink::Dim),
        Effect::Unhandled => ("not handled".to_owned(), Ink::Dim),
        Effect::Blocked | Effect::AtBound => return,
    };
    let rise = if pen.is_large() {
        6.0 * ease(ago_s / EFFECT_S)
    } else {
        0.0
    };
    // Below the head, or beside the bucket where there is no room above.
    let y = rim - 23.0 - rise;
    if y > layout.bucket.top - 30.0 && pen.is_large() {
        pen.write_bold(
            at(layout.bucket.center().x, y),
            words,
            ink,
            12.0,
            Anchor::Middle,
        );
    } else {
        let sign: String = words.chars().take(1).collect();
        let short = if matches!(last.effect, Effect::Raised | Effect::Cut) {
            sign
        } else {
            String::new()
        };
        pen.write_bold(
            at(layout.bucket.right() + 6.0, rim + 8.0),
            short,
            ink,
            12.0,
            Anchor::Start,
        );
    }
}
