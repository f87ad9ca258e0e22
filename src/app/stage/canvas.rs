//! A plotters backend on a 2D canvas, in device pixels. Plotters has none for high resolutions and sixty frames a
//! second: this one sets a style only where it differs from the last one, draws odd lines on the middle of their
//! pixels, and lets the canvas measure texts.

use std::cell::RefCell;
use std::convert::Infallible;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontStyle, FontTransform,
};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};
use yew::NodeRef;

use crate::engine::format::format_number;

type Outcome = Result<(), DrawingErrorKind<Infallible>>;

/// The height of a line of text, as a multiple of its size.
const LINE_HEIGHT: f64 = 1.2;

/// A canvas to draw on.
pub(crate) struct Canvas {
    context: CanvasRenderingContext2d,
    size: (u32, u32),
    fill: Option<[u8; 4]>,
    stroke: Option<([u8; 4], u32)>,
    font: RefCell<Font>,
}

/// The font that is set: measuring sets it too.
#[derive(Default)]
struct Font {
    is_bold: bool,
    is_italic: bool,
    size: f64,
    family: String,
}

impl Canvas {
    /// A canvas of a size in CSS pixels with as many pixels as the screen shows, `ratio` to a CSS pixel, and nothing
    /// on it; `None` where the element is not there or the browser gives no context.
    pub(crate) fn fitted(node: &NodeRef, (width, height): (f64, f64), ratio: f64) -> Option<Self> {
        let canvas = node.cast::<HtmlCanvasElement>()?;
        fit(&canvas, (width, height), ratio);
        Self::cleared(&canvas)
    }

    /// A canvas with nothing on it; `None` where the browser gives no context.
    pub(crate) fn cleared(canvas: &HtmlCanvasElement) -> Option<Self> {
        let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        let size = (canvas.width(), canvas.height());
        context.clear_rect(0.0, 0.0, f64::from(size.0), f64::from(size.1));
        Some(Self {
            context,
            size,
            fill: None,
            stroke: None,
            font: RefCell::default(),
        })
    }

    fn fill_with(&mut self, color: BackendColor) {
        let wanted = rgba(color);
        if self.fill.replace(wanted) != Some(wanted) {
            self.context.set_fill_style_str(&css(wanted));
        }
    }

    fn stroke_with(&mut self, style: &impl BackendStyle) {
        let wanted = (rgba(style.color()), style.stroke_width());
        if self.stroke.replace(wanted) != Some(wanted) {
            self.context.set_stroke_style_str(&css(wanted.0));
            self.context.set_line_width(f64::from(wanted.1));
        }
    }

    fn write_with(&self, style: &impl BackendTextStyle) {
        let (is_bold, is_italic) = match style.style() {
            FontStyle::Bold => (true, false),
            FontStyle::Italic | FontStyle::Oblique => (false, true),
            FontStyle::Normal => (false, false),
        };
        let family = style.family();
        let (size, family) = (style.size(), family.as_str());
        let mut font = self.font.borrow_mut();
        let is_set = (font.is_bold, font.is_italic, font.size) == (is_bold, is_italic, size)
            && font.family == family;
        if is_set {
            return;
        }
        let style = if is_italic { "italic" } else { "normal" };
        let weight = if is_bold { "bold " } else { "" };
        self.context.set_font(&format!(
            "{style} {weight}{}px {family}",
            format_number(size, 1)
        ));
        *font = Font {
            is_bold,
            is_italic,
            size,
            family: family.to_owned(),
        };
    }

    /// Makes a path of points moved by an offset on both axes. One that ends where it began is closed.
    fn trace(&self, path: impl IntoIterator<Item = BackendCoord>, offset: f64) {
        self.context.begin_path();
        let (mut first, mut last, mut count) = (None, None, 0_usize);
        for (x, y) in path {
            // The first of them moves there: a path has to begin somewhere.
            self.context
                .line_to(f64::from(x) + offset, f64::from(y) + offset);
            first = first.or(Some((x, y)));
            last = Some((x, y));
            count += 1;
        }
        if count > 2 && first == last {
            self.context.close_path();
        }
    }
}

/// Gives a canvas as many pixels as it has on the screen. Where they are others than before, it becomes empty.
fn fit(canvas: &HtmlCanvasElement, (width, height): (f64, f64), ratio: f64) {
    let (width, height) = (
        (width * ratio).round() as u32,
        (height * ratio).round() as u32,
    );
    if (canvas.width(), canvas.height()) != (width, height) {
        canvas.set_width(width);
        canvas.set_height(height);
    }
}

fn rgba(color: BackendColor) -> [u8; 4] {
    let (red, green, blue) = color.rgb;
    [
        red,
        green,
        blue,
        (color.alpha.clamp(0.0, 1.0) * 255.0).round() as u8,
    ]
}

/// A colour in CSS.
fn css([red, green, blue, alpha]: [u8; 4]) -> String {
    let opaque = format!("#{red:02x}{green:02x}{blue:02x}");
    if alpha == 255 {
        opaque
    } else {
        format!("{opaque}{alpha:02x}")
    }
}

/// Half a pixel for lines of an odd width: on the middle of their pixels they are sharp.
fn middle(width: u32) -> f64 {
    if width % 2 == 1 { 0.5 } else { 0.0 }
}

impl DrawingBackend for Canvas {
    type ErrorType = Infallible;

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

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Outcome {
        self.stroke_with(style);
        let middle = middle(style.stroke_width());
        let (dx, dy) = (
            if from.0 == to.0 { middle } else { 0.0 },
            if from.1 == to.1 { middle } else { 0.0 },
        );
        self.context.begin_path();
        self.context
            .move_to(f64::from(from.0) + dx, f64::from(from.1) + dy);
        self.context
            .line_to(f64::from(to.0) + dx, f64::from(to.1) + dy);
        self.context.stroke();
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Outcome {
        let (left, top) = (f64::from(from.0), f64::from(from.1));
        let (width, height) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        if fill {
            self.fill_with(style.color());
            self.context.fill_rect(left, top, width, height);
        } else {
            self.stroke_with(style);
            let middle = middle(style.stroke_width());
            self.context
                .stroke_rect(left + middle, top + middle, width, height);
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Outcome {
        let mut path = path.into_iter();
        let (Some(first), Some(second)) = (path.next(), path.next()) else {
            return Ok(());
        };
        let Some(third) = path.next() else {
            return self.draw_line(first, second, style);
        };
        self.stroke_with(style);
        self.trace(
            [first, second, third].into_iter().chain(path),
            middle(style.stroke_width()),
        );
        self.context.stroke();
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Outcome {
        self.fill_with(style.color());
        self.trace(path, 0.0);
        self.context.fill();
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Outcome {
        self.context.begin_path();
        let (x, y, whole) = (
            f64::from(center.0),
            f64::from(center.1),
            std::f64::consts::TAU,
        );
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

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> Outcome {
        self.write_with(style);
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
        let quarters = match style.transform() {
            FontTransform::None => 0.0,
            FontTransform::Rotate90 => 1.0,
            FontTransform::Rotate180 => 2.0,
            FontTransform::Rotate270 => 3.0,
        };
        // What cannot be written or turned is also in the tables.
        if quarters == 0.0 {
            let _ = self.context.fill_text(text, f64::from(x), f64::from(y));
        } else {
            self.context.save();
            let _ = self.context.translate(f64::from(x), f64::from(y));
            let _ = self.context.rotate(quarters * std::f64::consts::FRAC_PI_2);
            let _ = self.context.fill_text(text, 0.0, 0.0);
            self.context.restore();
        }
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        self.write_with(style);
        let width = self
            .context
            .measure_text(text)
            .map_or(0.0, |metrics| metrics.width());
        Ok((
            width.ceil() as u32,
            (style.size() * LINE_HEIGHT).ceil() as u32,
        ))
    }
}
