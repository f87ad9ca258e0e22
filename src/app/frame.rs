//! What a player needs of the browser: canvases of the right size, the clock, and what was asked of the page.

use gloo::utils::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlCanvasElement, ResizeObserver};

use super::canvas::Canvas;
use super::view::NodeRef;
use crate::paint::{self, Theme};
use crate::scene::Shape;

/// Paints shapes onto a canvas that is cleared before.
pub fn draw<'a>(canvas: &HtmlCanvasElement, scenes: impl Iterator<Item = &'a [Shape]>, theme: Theme) {
    if let Some(mut backend) = Canvas::cleared(canvas) {
        for shapes in scenes {
            // A canvas that cannot be drawn on has nobody to tell; the tables beside it stay true.
            let _ = paint::shapes(&mut backend, shapes, theme, ratio());
        }
    }
}

/// What stands in the page's address behind a name of the query; empty where only the name stands there.
pub fn asked(name: &str) -> Option<String> {
    let query = window().location().search().unwrap_or_default();
    let mut parts = query.trim_start_matches('?').split('&');
    parts.find_map(|part| match part.split_once('=').unwrap_or((part, "")) {
        (own, value) if own == name => Some(value.to_owned()),
        _ => None,
    })
}

/// Whether the person has asked for less motion.
pub fn is_motion_reduced() -> bool {
    let reduced = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    reduced.is_some_and(|query| query.matches())
}

/// Device pixels to a CSS pixel.
fn ratio() -> f64 {
    window().device_pixel_ratio().max(1.0)
}

/// Gives a canvas as many pixels as it has on the screen.
pub fn fit(canvas: &HtmlCanvasElement, width: f64, height: f64) {
    let (width, height) = ((width * ratio()).round() as u32, (height * ratio()).round() as u32);
    if (canvas.width(), canvas.height()) != (width, height) {
        canvas.set_width(width);
        canvas.set_height(height);
    }
}

/// Calls a function whenever one of some elements changes its size, from now on.
pub fn observe(nodes: &[&NodeRef], heard: impl Fn() + 'static) {
    let on_size = Closure::<dyn Fn()>::new(heard);
    if let Ok(observer) = ResizeObserver::new(on_size.as_ref().unchecked_ref()) {
        nodes.iter().filter_map(|node| node.cast::<Element>()).for_each(|element| observer.observe(&element));
    }
    // The page has one app, which lives as long as it does.
    on_size.forget();
}

/// The page's clock, in milliseconds.
pub fn performance_now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Where a frame's work begins and ends, for anybody who reads the page's performance entries.
const BEGIN: &str = "shedscope:frame-begin";
const FRAME: &str = "shedscope:frame";

/// A frame's work begins.
pub fn mark_begin() {
    if let Some(performance) = window().performance() {
        let _ = performance.mark(BEGIN);
    }
}

/// And ends.
pub fn measure() {
    if let Some(performance) = window().performance() {
        let _ = performance.measure_with_start_mark(FRAME, BEGIN);
        performance.clear_marks_with_mark_name(BEGIN);
    }
}
