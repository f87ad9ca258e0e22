//! Rounds are produced in slices, so that the page never stands still for long.

use gloo::timers::callback::Timeout;

use super::Dispatch;
use super::player::performance_now;
use super::run::Run;
use super::session::Action;
use super::shared::Shared;

/// Milliseconds of work between two breaths of the page.
const SLICE_MS: f64 = 10.0;

/// Produces a slice of rounds a moment from now and says so, unless the run is complete. What is
/// returned cancels it.
pub fn grow(run: Shared<Run>, dispatch: Dispatch) -> impl FnOnce() {
    let is_complete = run.digest().is_some();
    let timeout = (!is_complete).then(|| {
        Timeout::new(0, move || {
            run.grow(performance_now() + SLICE_MS, performance_now);
            dispatch.dispatch(Action::Grown);
        })
    });
    move || drop(timeout)
}
