//! Performs what actions ask for, outside of the reducer.

use yew::prelude::*;

use crate::app::session::{Action, State, perform};

/// Performs the requests of the state, one after the other, each on the state that the one before has made.
#[hook]
pub(crate) fn use_requests(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    let deps = (state.performed, state.requests.is_empty());
    let state = state.clone();
    use_effect_with(deps, move |_| {
        if let Some(request) = state.requests.front() {
            dispatcher.dispatch(Action::Done(perform(&state, request)));
        }
    });
}
