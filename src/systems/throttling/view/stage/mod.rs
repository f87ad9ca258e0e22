//! The stage: batches that wait at a bucket, its stored permits and debt, the server's queue, and returning answers.
//!
//! One executor is drawn in detail (`one`, `bucket`); several as rows, and very many as small rows in columns (`many`), with
//! one server for all. Positions follow from recorded times: no decision is made here.

mod bucket;
mod many;
mod one;
mod server;
mod strip;
mod tokens;

use super::now::Now;
use super::reference_to;
use crate::engine::Explain;
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Point, Rect, Scene, Shape, Stroke, Target, at, text};
use crate::simulator::{SubjectRef, Viewport};
use crate::systems::throttling::format;
use crate::systems::throttling::limiter::Effect;
use crate::systems::throttling::limiter_version::Unit;
use crate::systems::throttling::reason::{self, ReasonRecorder};
use crate::systems::throttling::round::LimiterSnapshot;
use crate::systems::throttling::settings::Key;
use crate::systems::throttling::simulation::Simulation;

/// Margin at the sides, in CSS pixels.
const MARGIN: f64 = 12.0;
/// Time for which a request is drawn on its way to the server, in seconds.
const FLY_S: f64 = 0.2;
/// Waits and work are drawn at t / (t + this), in seconds: near ones have room, and distant ones stay on the stage.
const HALF_S: f64 = 3.0;
/// Time for which a change of the limit is shown beside the bucket, in seconds.
const EFFECT_S: f64 = 0.9;

/// The level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// Names and all numbers.
    Large,
    /// For a phone, or one of several variants.
    Small,
}

/// The context for drawing: simulation, state and scene.
struct Pen<'a> {
    scene: Scene<SubjectRef>,
    run: &'a Simulation,
    now: &'a Now<'a>,
    level: Level,
    selected: Option<SubjectRef>,
    /// The rate at the top of the scale, in permits per second.
    scale: f64,
    unit: Unit,
}

/// The highest rate that the stage shows, in permits per second.
pub(super) fn highest(now: &Now<'_>) -> f64 {
    let (max, capacity) = (now.settings.get(Key::Max), now.condition.full_capacity);
    let most = if max > 0.0 {
        max.min(2.0 * capacity)
    } else {
        2.0 * capacity
    };
    // The capacity is on the scale too, unless limits would become flat.
    let most = if capacity <= 1.6 * most {
        most.max(capacity * 1.05)
    } else {
        most
    };
    now.limiter_snapshots
        .iter()
        .map(|snapshot| snapshot.bucket.max_stored)
        .fold(most.max(now.settings.get(Key::Min)), f64::max)
}

/// Draws the stage at an instant.
pub(super) fn draw(run: &Simulation, now: &Now<'_>, viewport: &Viewport) -> Scene<SubjectRef> {
    let is_small = viewport.width < 640.0 || viewport.height < 280.0;
    let mut pen = Pen {
        scene: Scene::sized(viewport.width, viewport.height),
        run,
        now,
        level: if is_small { Level::Small } else { Level::Large },
        selected: viewport.selected,
        scale: highest(now).max(viewport.highest).max(1.0),
        unit: run.unit(),
    };
    if run.executors() == 1 {
        one::draw(&mut pen);
    } else {
        many::draw(&mut pen);
    }
    pen.scene
}

/// Clamps a value; returns the middle where the bounds cross.
fn between(value: f64, least: f64, most: f64) -> f64 {
    if least <= most {
        value.max(least).min(most)
    } else {
        (least + most) / 2.0
    }
}

/// The position of a future time between 0 (now) and 1 (never).
fn time_fraction(seconds: f64) -> f64 {
    seconds / (seconds + HALF_S)
}

/// A point on the quadratic curve from one point to another with a control point.
fn curve(from: Point, pull: Point, to: Point, share: f64) -> Point {
    let (a, b, c) = (
        (1.0 - share) * (1.0 - share),
        2.0 * share * (1.0 - share),
        share * share,
    );
    at(
        a * from.x + b * pull.x + c * to.x,
        a * from.y + b * pull.y + c * to.y,
    )
}

/// Smooth interpolation, slow at both ends.
fn ease(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

impl Pen<'_> {
    fn is_large(&self) -> bool {
        self.level == Level::Large
    }

    fn rate(&self, value: f64) -> String {
        format::rate(value, self.unit)
    }

    fn fill(&mut self, area: Rect, ink: Ink) {
        if area.width > 0.0 && area.height > 0.0 {
            self.scene.shapes.push(Shape::Fill(area, ink));
        }
    }

    fn edge(&mut self, area: Rect, stroke: Stroke) {
        self.scene.shapes.push(Shape::Edge(area, stroke));
    }

    fn line(&mut self, points: Vec<Point>, stroke: Stroke) {
        self.scene.shapes.push(Shape::Path(points, stroke));
    }

    fn write(
        &mut self,
        point: Point,
        words: impl Into<String>,
        ink: Ink,
        size: f64,
        anchor: Anchor,
    ) {
        self.scene
            .shapes
            .push(text(point, words, ink, size, anchor));
    }

    fn write_bold(&mut self, point: Point, words: String, ink: Ink, size: f64, anchor: Anchor) {
        self.scene.shapes.push(Shape::Text {
            at: point,
            text: words,
            ink,
            size,
            anchor,
            bold: true,
        });
    }

    /// Adds a hit area.
    fn add_hit_area(&mut self, area: Rect, actor: reason::Actor) {
        self.scene.targets.push(Target {
            area,
            subject: reference_to(actor),
        });
    }

    fn is_selected(&self, actor: reason::Actor) -> bool {
        self.selected == Some(reference_to(actor))
    }

    /// Draws the line at the top: the limit, how much of it is in use, and what that allows. Returns its lower edge.
    fn head(&mut self) -> f64 {
        let (y, size) = if self.is_large() {
            (17.0, 13.0)
        } else {
            (11.0, 11.0)
        };
        let words = self.head_words();
        self.write_bold(at(MARGIN, y), words, Ink::Text, size, Anchor::Start);
        y + size - 1.0
    }

    fn head_words(&self) -> String {
        let limiter_snapshots = &self.now.limiter_snapshots;
        if limiter_snapshots.iter().any(|snapshot| !snapshot.is_on) {
            return "no limiter is on".to_owned();
        }
        let limit: f64 = limiter_snapshots
            .iter()
            .map(|snapshot| snapshot.bucket.rate() as f64)
            .sum();
        let used: Option<u64> = limiter_snapshots
            .iter()
            .map(|snapshot| self.now.used(snapshot.executor))
            .sum();
        let label = if limiter_snapshots.len() == 1 {
            "limit"
        } else {
            "limits together"
        };
        let mut words = format!("{label} {}", self.rate(limit));
        if let Some(used) = used {
            words.push_str(&format!(
                " · {} % in use",
                format_number(used as f64 / limit.max(1.0) * 100.0, 0)
            ));
        }
        if let [snapshot] = limiter_snapshots[..]
            && self.is_large()
        {
            words.push_str(match self.raise_effect(&snapshot) {
                Effect::Blocked => ": too little for a raise",
                Effect::Paused => ": raises are paused",
                Effect::AtBound => ": at its maximum",
                _ => ": a success raises it",
            });
            let paused_s = self.now.cooldown_s(&snapshot);
            if paused_s > 0.0 {
                words.push_str(&format!(
                    " · cuts are paused for {} s",
                    format_number(paused_s, 1)
                ));
            }
        }
        words
    }

    /// The effect that a success would have now.
    fn raise_effect(&self, snapshot: &LimiterSnapshot) -> Effect {
        let mut explain = Explain::disabled();
        let mut recorder = ReasonRecorder {
            explain: &mut explain,
            at_us: self.now.at_us,
            writer: reason::NO_WRITER,
            unit: self.unit,
        };
        self.now
            .status(snapshot)
            .success_effect(self.now.settings, &mut recorder)
    }

    /// Draws a ring that empties while the cooldown of cuts runs, with the remaining seconds.
    fn ring(&mut self, snapshot: &LimiterSnapshot, center: Point, radius: f64) {
        let left_s = self.now.cooldown_s(snapshot);
        let whole_s = (self.now.settings.get(Key::CooldownMs) / 1000.0).max(0.001);
        let width = (radius * 0.28).max(2.0);
        self.scene.shapes.push(Shape::Ring(
            center,
            radius,
            crate::scene::stroke(Ink::Grid, width),
        ));
        if left_s <= 0.0 {
            return;
        }
        let share = (left_s / whole_s).min(1.0);
        let pieces = (share * 48.0).ceil().max(1.0) as usize;
        let spot = |piece: usize, radius: f64| {
            // Clockwise from the top; sines from libm, for equal results on all platforms.
            let angle = std::f64::consts::TAU * share * piece as f64 / pieces as f64;
            at(
                center.x + radius * libm::sin(angle),
                center.y - radius * libm::cos(angle),
            )
        };
        let outer = (0..=pieces).map(|piece| spot(piece, radius + width / 2.0));
        let inner = (0..=pieces)
            .rev()
            .map(|piece| spot(piece, radius - width / 2.0));
        self.scene
            .shapes
            .push(Shape::Area(outer.chain(inner).collect(), Ink::Source));
        if radius >= 11.0 {
            let digits = if left_s < 9.95 { 1 } else { 0 };
            let size = (radius * 0.55).clamp(9.0, 13.0);
            let words = if radius >= 20.0 {
                format!("{} s", format_number(left_s, digits))
            } else {
                format_number(left_s, 0)
            };
            self.write(center, words, Ink::Text, size, Anchor::Middle);
        }
    }
}
