//! Lets the panels catch up with the cursor where explaining a round takes time.

use std::cell::Cell;
use std::rc::Rc;

use gloo::timers::future::TimeoutFuture;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::clock::now_ms;
use crate::app::session::{Action, Dispatch, Explained, State};

/// Milliseconds of work between two turns of the page.
const SLICE_MS: f64 = 8.0;

/// Explains the round at the cursor in tasks of their own, then tells the panels. A cursor that moves on ends it.
#[hook]
pub(crate) fn use_explanation(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    let wanted = state
        .at_cursor()
        .filter(|wanted| state.explained.as_ref() != Some(wanted));
    use_effect_with(wanted, move |wanted| {
        let is_wanted = Rc::new(Cell::new(true));
        if let Some(wanted) = wanted.clone() {
            spawn_local(explain(wanted, Rc::clone(&is_wanted), dispatcher));
        }
        move || is_wanted.set(false)
    });
}

/// Each of these is a task: the way to the round in slices, its reasons, what they say of the selected subject, and
/// showing all that, for which nothing has to be simulated any more.
async fn explain(wanted: Explained, is_wanted: Rc<Cell<bool>>, dispatcher: Dispatch) {
    let Explained {
        run,
        variant,
        round,
        selected,
    } = &wanted;
    TimeoutFuture::new(0).await;
    while is_wanted.get() && approach_slice(&wanted) {
        TimeoutFuture::new(0).await;
    }
    if is_wanted.get() {
        run.headline(*variant, *round);
        TimeoutFuture::new(0).await;
    }
    if let Some(subject) = selected.filter(|_| is_wanted.get()) {
        run.card(*variant, *round, subject, 0);
        TimeoutFuture::new(0).await;
    }
    if is_wanted.get() {
        dispatcher.dispatch(Action::Explain(wanted));
    }
}

/// Works for a slice of time; `false` once the round is at hand.
fn approach_slice(wanted: &Explained) -> bool {
    let until_ms = now_ms() + SLICE_MS;
    while wanted.run.approach(wanted.variant, wanted.round) {
        if now_ms() >= until_ms {
            return true;
        }
    }
    false
}
