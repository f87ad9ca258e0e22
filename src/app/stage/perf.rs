//! How long frames take, as performance entries of the page.

use gloo::utils::window;
use web_sys::Performance;

/// The mark at which a frame's work begins.
const BEGIN: &str = "shedscope:frame-begin";
/// The measure of a frame's work.
const FRAME: &str = "shedscope:frame";

/// Marks of frames, where the address asks for them by `?perf`.
#[derive(Default)]
pub(crate) struct FrameMarks {
    /// `None` until the first frame asks.
    performance: Option<Option<Performance>>,
}

impl FrameMarks {
    /// A frame's work begins.
    pub(super) fn begin(&mut self) {
        let performance = self
            .performance
            .get_or_insert_with(|| window().performance().filter(|_| is_asked_for()));
        if let Some(performance) = performance {
            let _ = performance.mark(BEGIN);
        }
    }

    /// A frame's work ends.
    pub(super) fn end(&self) {
        if let Some(Some(performance)) = &self.performance {
            let _ = performance.measure_with_start_mark(FRAME, BEGIN);
            performance.clear_marks_with_mark_name(BEGIN);
        }
    }
}

fn is_asked_for() -> bool {
    let query = window().location().search().unwrap_or_default();
    query
        .trim_start_matches('?')
        .split('&')
        .any(|part| part == "perf" || part.starts_with("perf="))
}
