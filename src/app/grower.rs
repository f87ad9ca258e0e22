//! Rounds are produced in slices, so that the page never stands still for long.

use gloo::timers::callback::Timeout;

use super::Dispatch;
use super::action::Action;
use super::player::performance_now;
use super::run::Run;
use super::session::Session;
use super::shared::Shared;

/// Milliseconds of work between two breaths of the page.
const SLICE_MS: f64 = 10.0;
/// So many rounds of a lane before the next lane has its turn.
const TURN: usize = 16;

/// Produces a slice of rounds of every lane a moment from now and says so, unless all are complete or the
/// person has stopped it. What is returned cancels it when it is dropped.
pub fn grow(session: &Session, dispatch: Dispatch) -> Option<Timeout> {
    let (lanes, horizon) = (session.lanes.clone(), session.scenario.rounds);
    let goes_on = session.computed < horizon && !session.is_halted;
    goes_on.then(|| {
        Timeout::new(0, move || {
            slice(&lanes, horizon, performance_now() + SLICE_MS);
            dispatch.dispatch(Action::Grown);
        })
    })
}

/// Produces rounds of all lanes alike until `until_ms` on the page's clock.
pub fn slice(lanes: &[Shared<Run>], horizon: usize, until_ms: f64) {
    loop {
        let least = lanes.iter().map(|run| run.computed()).min().unwrap_or(horizon);
        if least >= horizon {
            return;
        }
        // A round at least, whatever the clock says: who waits for more would wait for ever.
        lanes.iter().for_each(|run| run.grow((least + TURN).min(horizon), until_ms));
        if performance_now() >= until_ms {
            return;
        }
    }
}
