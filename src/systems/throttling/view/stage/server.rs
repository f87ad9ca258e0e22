//! The server: its queue by processing time, and the point from which it rejects.

use super::{Pen, between, time_fraction};
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Rect, at, dashed, stroke};
use crate::systems::throttling::reason::Actor;
use crate::systems::throttling::round::Activity;
use crate::systems::throttling::server::Answer;
use crate::systems::throttling::settings::Key;

/// Gap between the queue and the box around it.
const INSET: f64 = 5.0;

/// The x of work that is done after a number of seconds: the next is at the right.
fn x_of(area: &Rect, seconds: f64) -> f64 {
    area.right() - INSET - time_fraction(seconds) * (area.width - 2.0 * INSET)
}

/// Draws the server.
pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let (condition, large) = (pen.now.condition, pen.is_large());
    let is_selected = pen.is_selected(Actor::Server);
    draw_work(pen, area);
    let style = match (is_selected, condition.is_out) {
        (true, _) => stroke(Ink::Selected, 2.2),
        (_, true) => dashed(Ink::Source, 1.8, 5.0, 4.0),
        _ => stroke(Ink::Text, 1.4),
    };
    pen.edge(area, style);
    draw_head(pen, area);
    let limit_s = pen.now.settings.get(Key::BacklogLimitS);
    let y = area.bottom() + if large { 9.0 } else { 7.0 };
    if limit_s >= 0.0 {
        let x = x_of(&area, limit_s);
        pen.line(
            vec![at(x, area.top - 3.0), at(x, area.bottom() + 3.0)],
            dashed(Ink::Source, 1.6, 3.0, 2.0),
        );
        let words = if large {
            format!("429 beyond {} s", format_number(limit_s, 1))
        } else {
            format!("{} s", format_number(limit_s, 1))
        };
        // Keeps the label inside the box at either end.
        let wide = words.chars().count() as f64 * 3.0;
        let x = between(x, area.left + wide, area.right() - wide);
        pen.write(at(x, y), words, Ink::Source, 10.5, Anchor::Middle);
    }
    if large {
        draw_requests(pen, area, y + 17.0);
    }
    pen.add_hit_area(area, Actor::Server);
}

/// Draws the queue: blocks as wide as their processing time, dashed if nobody waits for the answer any more.
fn draw_work(pen: &mut Pen<'_>, area: Rect) {
    let now_us = pen.now.at_us;
    let (top, height) = (area.top + INSET, area.height - 2.0 * INSET);
    // Blocks that are too thin to see are merged.
    let mut rest: Option<(f64, f64)> = None;
    for work in &pen.now.works {
        let until = |at_us: u64| at_us.saturating_sub(now_us) as f64 / 1e6;
        let (right, left) = (
            x_of(&area, until(work.from_us)),
            x_of(&area, until(work.to_us)),
        );
        if right - left < 2.0 {
            rest = Some((left, rest.map_or(right, |(_, right)| right)));
            continue;
        }
        let block = Rect {
            left: left + 1.0,
            top,
            width: right - left - 1.0,
            height,
        };
        let actor = Actor::Writer(work.writer);
        if work.is_abandoned {
            pen.fill(block, Ink::Base);
            pen.edge(block, dashed(Ink::Dim, 1.0, 2.0, 2.0));
        } else {
            pen.fill(block, Ink::Idle);
        }
        if pen.is_selected(actor) {
            pen.edge(block, stroke(Ink::Selected, 2.0));
        }
    }
    if let Some((left, right)) = rest {
        pen.fill(
            Rect {
                left,
                top,
                width: (right - left).max(1.0),
                height,
            },
            Ink::Idle,
        );
    }
}

fn draw_head(pen: &mut Pen<'_>, area: Rect) {
    let (condition, large) = (pen.now.condition, pen.is_large());
    let usual = condition.full_capacity;
    let backlog = pen.now.backlog_s();
    let y = area.top - 9.0;
    if condition.is_out {
        pen.write_bold(
            at(area.left, y),
            "no connection".to_owned(),
            Ink::Source,
            11.5,
            Anchor::Start,
        );
        return;
    }
    let rate = pen.rate(condition.capacity);
    let waiting = if backlog > 0.0 {
        format!("{} s of work", format_number(backlog, 2))
    } else {
        "idle".to_owned()
    };
    if !large {
        // A phone has room for one line of either.
        pen.write(
            at(area.left, y),
            rate,
            if condition.capacity < usual {
                Ink::Source
            } else {
                Ink::Text
            },
            11.0,
            Anchor::Start,
        );
        let words = if backlog > 0.0 {
            waiting
        } else {
            String::new()
        };
        pen.write(
            at(area.right(), area.bottom() + 20.0),
            words,
            Ink::Dim,
            10.5,
            Anchor::End,
        );
        return;
    }
    pen.write_bold(
        at(area.left, y),
        format!("server {rate}"),
        Ink::Text,
        11.5,
        Anchor::Start,
    );
    pen.write(at(area.right(), y), waiting, Ink::Text, 11.5, Anchor::End);
    if condition.capacity < usual {
        let percent = format_number(condition.capacity / usual * 100.0, 1);
        let words = format!("{percent} % of its capacity");
        pen.write(
            at(area.left, y - 16.0),
            words,
            Ink::Source,
            11.0,
            Anchor::Start,
        );
    }
}

/// Draws the number of requests on the way, by their answer.
fn draw_requests(pen: &mut Pen<'_>, area: Rect, y: f64) {
    let mut counts = [0_u32; 3];
    for interval in pen
        .now
        .intervals
        .iter()
        .filter(|interval| interval.activity == Activity::Sending)
    {
        match interval.answer {
            Some(Answer::Success) => counts[0] += 1,
            Some(Answer::Rejected) => counts[1] += 1,
            _ => counts[2] += 1,
        }
    }
    let mut parts = Vec::new();
    for (count, what) in counts
        .into_iter()
        .zip(["will succeed", "rejected", "will time out"])
    {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    let words = if parts.is_empty() {
        "nothing on the way".to_owned()
    } else {
        format!("on the way: {}", parts.join(", "))
    };
    pen.write(at(area.left, y), words, Ink::Dim, 11.0, Anchor::Start);
}
