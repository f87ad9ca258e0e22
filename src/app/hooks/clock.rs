//! The page's clock.

use gloo::utils::window;

/// Milliseconds since the page was opened.
pub(crate) fn now_ms() -> f64 {
    window()
        .performance()
        .map_or(0.0, |performance| performance.now())
}
