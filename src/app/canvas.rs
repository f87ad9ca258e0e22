//! A plotters backend on a canvas. It sets a style only where it differs from the last one, and formats
//! no float: the page's share of plotters stays small, and a frame's too.

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::run::words::trimmed;

type Outcome = Result<(), DrawingErrorKind<std::io::Error>>;

/// A canvas, cleared and ready to be drawn on.
pub struct Canvas {
    context: CanvasRenderingContext2d,
    size: (u32, u32),
    fill: Option<(u8, u8, u8)>,
    stroke: Option<((u8, u8, u8), u32)>,
    font: String,
}

fn css((red, green, blue): (u8, u8, u8)) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

impl Canvas {
    /// The canvas with nothing on it; none where the browser gives no context.
    pub fn cleared(canvas: &HtmlCanvasElement) -> Option<Self> {
        let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        let size = (canvas.width(), canvas.height());
        context.clear_rect(0.0, 0.0, f64::from(size.0), f64::from(size.1));
        Some(Self { context, size, fill: None, stroke: None, font: String::new() })
    }

    fn fill_with(&mut self, color: BackendColor) {
        if self.fill.replace(color.rgb) != Some(color.rgb) {
            self.context.set_fill_style_str(&css(color.rgb));
        }
    }

    fn stroke_with(&mut self, style: &impl BackendStyle) {
        let wanted = (style.color().rgb, style.stroke_width());
        if self.stroke.replace(wanted) != Some(wanted) {
            self.context.set_stroke_style_str(&css(wanted.0));
            self.context.set_line_width(f64::from(wanted.1));
        }
    }

    fn trace(&self, path: impl IntoIterator<Item = BackendCoord>) {
        self.context.begin_path();
        for (x, y) in path {
            // The first of them moves there: a path has to begin somewhere.
            self.context.line_to(f64::from(x), f64::from(y));
        }
    }
}

impl DrawingBackend for Canvas {
    type ErrorType = std::io::Error;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Outcome {
        Ok(())
    }

    fn present(&mut self) -> Outcome {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Outcome {
        self.fill_with(color);
        self.context.fill_rect(f64::from(x), f64::from(y), 1.0, 1.0);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Outcome {
        self.stroke_with(style);
        // An upright or level line of an odd width is sharp on the middle of its pixels.
        let middle = if style.stroke_width() % 2 == 1 { 0.5 } else { 0.0 };
        let (dx, dy) = (if from.0 == to.0 { middle } else { 0.0 }, if from.1 == to.1 { middle } else { 0.0 });
        self.context.begin_path();
        self.context.move_to(f64::from(from.0) + dx, f64::from(from.1) + dy);
        self.context.line_to(f64::from(to.0) + dx, f64::from(to.1) + dy);
        self.context.stroke();
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Outcome {
        let (left, top) = (f64::from(from.0), f64::from(from.1));
        let (width, height) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        if fill {
            self.fill_with(style.color());
            self.context.fill_rect(left, top, width, height);
        } else {
            self.stroke_with(style);
            self.context.stroke_rect(left, top, width, height);
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome {
        self.stroke_with(style);
        self.trace(path);
        self.context.stroke();
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome {
        self.fill_with(style.color());
        self.trace(path);
        self.context.fill();
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Outcome {
        self.context.begin_path();
        let (x, y, whole) = (f64::from(center.0), f64::from(center.1), std::f64::consts::TAU);
        // Only a negative radius is refused.
        let _ = self.context.arc(x, y, f64::from(radius), 0.0, whole);
        if fill {
            self.fill_with(style.color());
            self.context.fill();
        } else {
            self.stroke_with(style);
            self.context.stroke();
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Outcome {
        let font = format!("{} {}px {}", style.style().as_str(), trimmed(style.size(), 1), style.family().as_str());
        if self.font != font {
            self.context.set_font(&font);
            self.font = font;
        }
        self.context.set_text_align(match style.anchor().h_pos {
            HPos::Left => "left",
            HPos::Center => "center",
            HPos::Right => "right",
        });
        self.context.set_text_baseline(match style.anchor().v_pos {
            VPos::Top => "top",
            VPos::Center => "middle",
            VPos::Bottom => "bottom",
        });
        self.fill_with(style.color());
        // A text that cannot be drawn stands in the tables.
        let _ = self.context.fill_text(text, f64::from(x), f64::from(y));
        Ok(())
    }
}
