//! The address follows the state, and the state follows the address: Back, reload, links.

use gloo::events::EventListener;
use gloo::utils::window;
use wasm_bindgen::JsValue;
use yew::prelude::*;

use crate::app::place::Place;
use crate::app::session::{Action, Origin, Request, Seek, State};

/// The place that the address names.
pub(crate) fn current_place() -> Place {
    Place::from_hash(&window().location().hash().unwrap_or_default())
}

fn place_of(origin: Origin, round: usize) -> Place {
    let preset = origin.preset.unwrap_or_default().to_owned();
    Place {
        system: origin.system.to_owned(),
        preset,
        round: Some(round + 1),
    }
}

/// Keeps address and state together. Another scenario is a new entry of the browser's history; another round is not.
#[hook]
pub(crate) fn use_place(state: &UseReducerHandle<State>) {
    let latest = use_mut_ref(|| state.origin);
    *latest.borrow_mut() = state.origin;

    let dispatcher = state.dispatcher();
    use_effect_with((), {
        let latest = latest.clone();
        move |()| {
            let listener = EventListener::new(&window(), "popstate", move |_| {
                let place = current_place();
                let now = place_of(*latest.borrow(), 0);
                if (&place.system, &place.preset) == (&now.system, &now.preset) {
                    dispatcher.dispatch(Action::Seek(Seek::Round(place.round.unwrap_or(1) - 1)));
                } else {
                    let (system, preset) = (place.system, place.preset);
                    dispatcher.dispatch(Action::Request(Request::Preset { system, preset }));
                }
            });
            move || drop(listener)
        }
    });

    let is_first = use_mut_ref(|| true);
    let dispatcher = state.dispatcher();
    use_effect_with(state.origin, move |origin| {
        let is_first = is_first.replace(false);
        let (there, here) = (current_place(), place_of(*origin, 0));
        if (&there.system, &there.preset) != (&here.system, &here.preset) {
            // An address that names the system alone is completed; it is not another place to come back to.
            let completes = there.system == here.system && there.preset.is_empty();
            write(&here, is_first || completes);
        } else if let Some(round) = there.round.filter(|_| !is_first) {
            // A link inside the page names the round that it means.
            dispatcher.dispatch(Action::Seek(Seek::Round(round - 1)));
        }
    });

    let deps = (
        state.origin,
        state.round,
        state.is_playing || state.pending_round.is_some(),
    );
    use_effect_with(deps, move |(origin, round, is_moving)| {
        let place = place_of(*origin, *round);
        let is_here = current_place().to_string() == place.to_string();
        if !is_moving && !is_here {
            write(&place, true);
        }
    });
}

fn write(place: &Place, replaces: bool) {
    let Ok(history) = window().history() else {
        return;
    };
    let address = place.to_string();
    // A browser that refuses (it limits how often) keeps the old address, which is a place of this page too.
    let _ = if replaces {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&address))
    } else {
        history.push_state_with_url(&JsValue::NULL, "", Some(&address))
    };
}
