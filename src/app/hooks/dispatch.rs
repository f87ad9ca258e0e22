//! The dispatcher, from the context.

use yew::prelude::*;

use crate::app::session::{Action, Dispatch};

/// The dispatcher of the page. Outside of the app (a component rendered by itself) actions go nowhere.
#[hook]
pub(crate) fn use_dispatch() -> Callback<Action> {
    let dispatch = use_context::<Dispatch>();
    use_callback(dispatch, |action: Action, dispatch| {
        if let Some(dispatch) = dispatch {
            dispatch.dispatch(action);
        }
    })
}
