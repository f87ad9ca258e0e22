//! The same lanes over many seeds, computed in slices.

use std::cell::RefCell;

use gloo::timers::callback::Timeout;

use super::Dispatch;
use super::action::Action;
use super::player::performance_now;
use super::session::Session;
use super::shared::Shared;
use crate::shedding::sweep::Sweep;

/// Milliseconds of work between two breaths of the page.
const SLICE_MS: f64 = 14.0;

/// A sweep that is shared by whoever shows it.
pub type Swept = Shared<RefCell<Sweep>>;

/// Works a slice a moment from now. What is returned cancels it when it is dropped.
pub fn go_on(session: &Session, dispatch: Dispatch) -> Option<Timeout> {
    let sweep = session.sweep.clone().filter(|_| session.is_sweeping)?;
    Some(Timeout::new(0, move || {
        let until_ms = performance_now() + SLICE_MS;
        let mut goes_on = true;
        while goes_on && performance_now() < until_ms {
            goes_on = sweep.borrow_mut().advance();
        }
        dispatch.dispatch(Action::Swept(goes_on));
    }))
}
