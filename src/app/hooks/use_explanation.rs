//! Lets the panels catch up with the cursor where explaining a round takes time.

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::app::session::{Action, State};

/// Asks for the round at the cursor to be explained, once the page has had its turn.
#[hook]
pub fn use_explanation(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    let deps = (state.explained_round != state.round, state.round, state.run.clone());
    use_effect_with(deps, move |(is_behind, ..)| {
        let timeout = is_behind.then(|| Timeout::new(0, move || dispatcher.dispatch(Action::Explain)));
        move || drop(timeout)
    });
}
