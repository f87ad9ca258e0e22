//! Bundles on their way: from their place in the source's stack along an arc to their place in the
//! target's. Hundreds of them fly as streams, as wide as their traffic.

use crate::scene::{Anchor, Ink, Point, Rect, Shape, Stroke, Target, at, dashed, stroke, text};
use crate::simulator::SubjectRef;

/// From how many moves on they fly as streams.
pub(crate) const STREAM_FROM: usize = 40;
/// The part of a round's time in which nothing has left yet: what will leave is marked.
pub(crate) const DEPART: f64 = 0.18;
/// The part of a round's time at which everything has landed.
pub(crate) const ARRIVE: f64 = 0.9;
/// No arc rises above this height of the stage, in CSS pixels.
const HIGHEST: f64 = 12.0;
/// Straight pieces of which an arc is made.
const ARC_PIECES: usize = 28;

/// One bundle, or one stream of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    /// Where it leaves.
    pub from: Point,
    /// Where it lands.
    pub to: Point,
    /// The chip's size, or a stream's width (then the height is 0).
    pub size: (f64, f64),
    /// What is written on it.
    pub label: Option<String>,
    /// The subject that it stands for.
    pub subject: SubjectRef,
}

/// Everything that flies in a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flights {
    /// In the order of departure.
    pub flights: Vec<Flight>,
    /// Whether they are streams.
    pub(crate) are_streams: bool,
    /// The left edge of the stage, which nothing leaves.
    pub left: f64,
    /// Its right edge.
    pub right: f64,
}

/// How far the flights of a round are at a phase of it: 0 before departure, 1 after landing.
pub(crate) fn progress(phase: f64) -> f64 {
    ((phase - DEPART) / (ARRIVE - DEPART)).clamp(0.0, 1.0)
}

impl Flight {
    /// The point on the arc at a share of the way.
    pub fn point(&self, share: f64) -> Point {
        // A parabola through both ends, its top above the higher of them.
        let rise = 26.0 + (self.to.x - self.from.x).abs() * 0.16;
        let top = self.from.y.min(self.to.y) - rise;
        // No higher than where its top would leave the stage.
        let ceiling = HIGHEST;
        let below = |point: Point| (point.y - ceiling).max(0.0);
        let highest = ceiling - (below(self.from) * below(self.to)).sqrt();
        let control_y = (top * 2.0 - (self.from.y + self.to.y) / 2.0).max(highest);
        let control = at((self.from.x + self.to.x) / 2.0, control_y);
        let (a, b, c) = (
            (1.0 - share) * (1.0 - share),
            2.0 * share * (1.0 - share),
            share * share,
        );
        let y = a * self.from.y + b * control.y + c * self.to.y;
        at(a * self.from.x + b * control.x + c * self.to.x, y)
    }

    /// The arc between two shares of the way.
    pub(crate) fn arc(&self, from: f64, to: f64) -> Vec<Point> {
        let pieces = ((to - from) * ARC_PIECES as f64).ceil().max(1.0) as usize;
        (0..=pieces)
            .map(|i| self.point(from + (to - from) * i as f64 / pieces as f64))
            .collect()
    }
}

/// Slow out of the stack and slow into it.
fn ease(share: f64) -> f64 {
    share * share * (3.0 - 2.0 * share)
}

impl Flights {
    /// How far flight `index` is when the whole is at `progress`: they leave one after the other.
    pub fn share(&self, index: usize, progress: f64) -> f64 {
        let spread = 0.35;
        let start = spread * index as f64 / self.flights.len().max(1) as f64;
        ease(((progress - start) / (1.0 - spread)).clamp(0.0, 1.0))
    }

    /// The shapes of a moment. At progress 0 the ways are shown, at 1 nothing is left to draw.
    pub fn shapes(&self, progress: f64) -> Vec<Shape> {
        if progress >= 1.0 {
            return Vec::new();
        }
        if self.are_streams {
            self.stream_shapes(progress)
        } else {
            self.chip_shapes(progress)
        }
    }

    fn chip_shapes(&self, progress: f64) -> Vec<Shape> {
        let mut shapes = Vec::with_capacity(self.flights.len() * 4);
        let thin = if self.flights.len() > 12 { 0.8 } else { 1.2 };
        for (index, flight) in self.flights.iter().enumerate() {
            let share = self.share(index, progress);
            if share < 1.0 {
                shapes.push(Shape::Path(
                    flight.arc(share, 1.0),
                    dashed(Ink::Source, thin, 2.0, 4.0),
                ));
            }
        }
        if progress <= 0.0 {
            for flight in &self.flights {
                shapes.extend(arrow_head(flight));
            }
            return shapes;
        }
        for (index, flight) in self.flights.iter().enumerate() {
            let mut center = flight.point(self.share(index, progress));
            let half = flight.size.0 / 2.0 + 1.0;
            center.x = center.x.min(self.right - half).max(self.left + half);
            chip(flight, center, &mut shapes);
        }
        shapes
    }

    fn stream_shapes(&self, progress: f64) -> Vec<Shape> {
        let mut shapes = Vec::with_capacity(self.flights.len() * 2);
        for (index, flight) in self.flights.iter().enumerate() {
            let share = self.share(index, progress);
            let width = flight.size.0;
            shapes.push(Shape::Path(
                flight.arc(0.0, 1.0),
                stroke(Ink::SourceSoft, (width * 0.5).max(1.0)),
            ));
            if progress > 0.0 {
                let tail = (share - 0.3).max(0.0);
                shapes.push(Shape::Path(
                    flight.arc(tail, share),
                    Stroke {
                        ink: Ink::Flight,
                        width,
                        dash: None,
                    },
                ));
                shapes.push(Shape::Disc(
                    flight.point(share),
                    (width / 2.0).max(2.0),
                    Ink::Source,
                ));
            }
        }
        shapes
    }

    /// The places that answer to the pointer at a moment: the chips, and the ways they take.
    pub fn targets(&self, progress: f64) -> Vec<Target<SubjectRef>> {
        let mut targets = Vec::new();
        for (index, flight) in self.flights.iter().enumerate() {
            let share = self.share(index, progress);
            let mut spot = |center: Point, width: f64, height: f64| {
                let area = Rect {
                    left: center.x - width / 2.0,
                    top: center.y - height / 2.0,
                    width,
                    height,
                };
                targets.push(Target {
                    area,
                    subject: flight.subject,
                });
            };
            if progress < 1.0 {
                flight
                    .arc(share, 1.0)
                    .into_iter()
                    .for_each(|point| spot(point, 12.0, 12.0));
                spot(
                    flight.point(share),
                    flight.size.0.max(16.0),
                    flight.size.1.max(16.0),
                );
            }
        }
        targets
    }
}

fn chip(flight: &Flight, center: Point, shapes: &mut Vec<Shape>) {
    let (width, height) = flight.size;
    let area = Rect {
        left: center.x - width / 2.0,
        top: center.y - height / 2.0,
        width,
        height,
    };
    shapes.push(Shape::Fill(area, Ink::Flight));
    shapes.push(Shape::Edge(area, stroke(Ink::FlightEdge, 1.0)));
    if let Some(label) = &flight.label {
        shapes.push(text(
            center,
            label.clone(),
            Ink::FlightText,
            10.5,
            Anchor::Middle,
        ));
    }
}

/// A small head where a way ends, so that its direction is seen without motion or colour.
fn arrow_head(flight: &Flight) -> Option<Shape> {
    let (tip, before) = (flight.point(1.0), flight.point(0.93));
    let (dx, dy) = (tip.x - before.x, tip.y - before.y);
    let length = (dx * dx + dy * dy).sqrt();
    if length < 0.5 {
        return None;
    }
    let (ux, uy) = (dx / length * 7.0, dy / length * 7.0);
    let side = |sign: f64| at(tip.x - ux - uy * 0.5 * sign, tip.y - uy + ux * 0.5 * sign);
    Some(Shape::Area(vec![tip, side(1.0), side(-1.0)], Ink::Source))
}
