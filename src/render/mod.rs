//! Painting: a scene onto any plotters backend, be it a canvas in the page or SVG text.

mod theme;

use plotters::backend::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontFamily, FontStyle, RGBAColor, ShapeStyle, TextStyle};
use plotters_backend::DrawingErrorKind;

use crate::scene::{Anchor, Point, Rect, Shape, Stroke};

pub use theme::Theme;

/// The font of pictures: one that nearly every machine has, so that texts are as wide as they were laid out.
pub(crate) const FONT: &str =
    "-apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif";

/// Paints shapes onto a backend whose pixels are `ratio` to a CSS pixel.
///
/// # Errors
/// What the backend reports.
pub fn shapes<B: DrawingBackend>(
    backend: &mut B,
    shapes: &[Shape],
    theme: Theme,
    ratio: f64,
) -> Result<(), DrawingErrorKind<B::ErrorType>> {
    let mut brush = Brush {
        backend,
        theme,
        ratio,
    };
    shapes.iter().try_for_each(|shape| brush.shape(shape))
}

struct Brush<'a, B> {
    backend: &'a mut B,
    theme: Theme,
    ratio: f64,
}

impl<B: DrawingBackend> Brush<'_, B> {
    fn pixel(&self, point: Point) -> (i32, i32) {
        (
            (point.x * self.ratio).round() as i32,
            (point.y * self.ratio).round() as i32,
        )
    }

    fn corners(&self, area: &Rect) -> ((i32, i32), (i32, i32)) {
        let upper_left = self.pixel(Point {
            x: area.left,
            y: area.top,
        });
        let lower_right = self.pixel(Point {
            x: area.right(),
            y: area.bottom(),
        });
        // Nothing vanishes: what is thinner than a pixel is drawn as one.
        (
            upper_left,
            (
                lower_right.0.max(upper_left.0 + 1),
                lower_right.1.max(upper_left.1 + 1),
            ),
        )
    }

    fn line_style(&self, stroke: &Stroke) -> ShapeStyle {
        let width = (stroke.width * self.ratio).round().max(1.0) as u32;
        self.theme.color(stroke.ink).stroke_width(width)
    }

    fn shape(&mut self, shape: &Shape) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        match shape {
            Shape::Fill(area, ink) => {
                let (upper_left, lower_right) = self.corners(area);
                self.backend
                    .draw_rect(upper_left, lower_right, &self.theme.color(*ink), true)
            }
            Shape::Edge(area, stroke) => {
                let corner = |x, y| Point { x, y };
                let (right, bottom) = (area.right(), area.bottom());
                let around = [
                    (area.left, area.top),
                    (right, area.top),
                    (right, bottom),
                    (area.left, bottom),
                    (area.left, area.top),
                ];
                self.path(&around.map(|(x, y)| corner(x, y)), stroke)
            }
            Shape::Path(points, stroke) => self.path(points, stroke),
            Shape::Area(points, ink) => {
                let pixels: Vec<(i32, i32)> =
                    points.iter().map(|point| self.pixel(*point)).collect();
                self.backend.fill_polygon(pixels, &self.theme.color(*ink))
            }
            Shape::Disc(center, radius, ink) => {
                let radius = (radius * self.ratio).round().max(1.0) as u32;
                self.backend
                    .draw_circle(self.pixel(*center), radius, &self.theme.color(*ink), true)
            }
            Shape::Ring(center, radius, stroke) => {
                let radius = (radius * self.ratio).round().max(1.0) as u32;
                self.backend.draw_circle(
                    self.pixel(*center),
                    radius,
                    &self.line_style(stroke),
                    false,
                )
            }
            Shape::Text {
                at,
                text,
                ink,
                size,
                anchor,
                bold,
            } => self.text(*at, text, self.theme.color(*ink), *size, *anchor, *bold),
        }
    }

    fn text(
        &mut self,
        at: Point,
        text: &str,
        color: RGBAColor,
        size: f64,
        anchor: Anchor,
        bold: bool,
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        let style = if bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        };
        let font = (FontFamily::Name(FONT), size * self.ratio, style);
        let across = match anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let style = TextStyle::from(font)
            .color(&color)
            .pos(Pos::new(across, VPos::Center));
        self.backend.draw_text(text, &style, self.pixel(at))
    }

    /// Backends know no dashes, so a dashed path is cut into pieces here.
    fn path(
        &mut self,
        points: &[Point],
        stroke: &Stroke,
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        let style = self.line_style(stroke);
        let Some((dash, gap)) = stroke.dash else {
            let pixels: Vec<(i32, i32)> = points.iter().map(|point| self.pixel(*point)).collect();
            return match pixels[..] {
                // A single upright or level line is set on the middle of its pixels by the backend.
                [from, to] => self.backend.draw_line(from, to, &style),
                _ => self.backend.draw_path(pixels, &style),
            };
        };
        dashes(points, dash, gap)
            .into_iter()
            .try_for_each(|(from, to)| {
                self.backend
                    .draw_line(self.pixel(from), self.pixel(to), &style)
            })
    }
}

/// The dashes of a path, running on round its corners.
fn dashes(points: &[Point], dash: f64, gap: f64) -> Vec<(Point, Point)> {
    let mut pieces = Vec::new();
    let period = dash + gap;
    let mut run = 0.0;
    for pair in points.windows(2) {
        let (dx, dy) = (pair[1].x - pair[0].x, pair[1].y - pair[0].y);
        let length = (dx * dx + dy * dy).sqrt();
        if length <= 0.0 || !length.is_finite() {
            continue;
        }
        let along = |at: f64| Point {
            x: pair[0].x + dx * at / length,
            y: pair[0].y + dy * at / length,
        };
        let mut at = 0.0;
        while at < length {
            let phase = run + at - ((run + at) / period).floor() * period;
            let (is_dash, rest) = if phase < dash {
                (true, dash - phase)
            } else {
                (false, period - phase)
            };
            let end = (at + rest.max(1e-6)).min(length);
            if is_dash {
                pieces.push((along(at), along(end)));
            }
            at = end;
        }
        run += length;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;
    use crate::scene::{Ink, at, dashed, text};

    /// A scene as a standalone SVG text.
    ///
    /// # Errors
    /// What plotters reports.
    fn svg<S>(scene: &Scene<S>, theme: Theme) -> Result<String, DrawingErrorKind<std::io::Error>> {
        let mut text = String::new();
        {
            let size = (scene.width.ceil() as u32, scene.height.ceil() as u32);
            let mut backend = plotters::backend::SVGBackend::with_string(&mut text, size);
            let ground = Rect {
                left: 0.0,
                top: 0.0,
                width: scene.width,
                height: scene.height,
            };
            let mut all = vec![Shape::Fill(ground, crate::scene::Ink::Ground)];
            all.extend(scene.shapes.iter().cloned());
            shapes(&mut backend, &all, theme, 1.0)?;
            backend.present()?;
        }
        Ok(text)
    }

    #[test]
    fn dashes_cover_the_share_of_the_way_that_they_should() {
        let pieces = dashes(&[at(0.0, 0.0), at(70.0, 0.0), at(70.0, 50.0)], 3.0, 3.0);
        let length: f64 = pieces
            .iter()
            .map(|(a, b)| (b.x - a.x).abs() + (b.y - a.y).abs())
            .sum();
        assert!((length - 60.0).abs() < 3.1, "{length}");
    }

    #[test]
    fn a_scene_becomes_svg_with_its_texts_escaped() {
        let scene: Scene<()> = Scene {
            width: 60.0,
            height: 30.0,
            shapes: vec![
                Shape::Fill(
                    Rect {
                        left: 1.0,
                        top: 1.0,
                        width: 9.0,
                        height: 9.0,
                    },
                    Ink::Idle,
                ),
                Shape::Edge(
                    Rect {
                        left: 1.0,
                        top: 1.0,
                        width: 9.0,
                        height: 9.0,
                    },
                    dashed(Ink::Source, 1.0, 2.0, 2.0),
                ),
                text(at(30.0, 15.0), "<script>", Ink::Text, 12.0, Anchor::Middle),
            ],
            targets: Vec::new(),
        };
        for theme in [Theme::Light, Theme::Dark] {
            let svg = svg(&scene, theme).unwrap();
            assert!(
                svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"),
                "{svg}"
            );
            assert!(
                svg.contains("&lt;script&gt;") && !svg.contains("<script>"),
                "{svg}"
            );
        }
    }
}
