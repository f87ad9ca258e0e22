//! The keys that move time, from anywhere but a field.

use gloo::events::EventListener;
use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::Dispatch;
use super::action::{Action, Dialog};
use super::player::Player;
use super::session::Session;
use super::view::{Tag, classed, says, tag};

/// The keys, for the list that `?` shows.
const KEYS: [(&str, &str); 10] = [
    ("Space", "play or pause"),
    ("→", "next round"),
    ("←", "round before"),
    ("Shift + →", "next round in which something moves"),
    ("Shift + ←", "the one before"),
    ("Home, End", "first round, last round"),
    ("Ctrl + Z", "undo an edit; with Shift, redo it"),
    ("T", "charts as tables"),
    ("O", "open a cluster of your own"),
    ("?", "this list"),
];

/// Listens to keys as long as the listener lives.
pub fn listen(player: Player, dispatch: Dispatch) -> EventListener {
    let options = gloo::events::EventListenerOptions::enable_prevent_default();
    EventListener::new_with_options(&window(), "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
        if let Some(place) = past_of(event, &player.session()) {
            event.prevent_default();
            return dispatch.dispatch(Action::Past(place));
        }
        if event.ctrl_key()
            || event.meta_key()
            || event.alt_key()
            || event.default_prevented()
            || belongs_to_a_field(event)
        {
            return;
        }
        if let Some(action) = action_of(event, &player.session()) {
            event.prevent_default();
            dispatch.dispatch(action);
        }
    })
}

/// The place in the history of edits that a key asks for: Ctrl+Z back, Ctrl+Shift+Z or Ctrl+Y forward.
fn past_of(event: &KeyboardEvent, session: &Session) -> Option<usize> {
    if !(event.ctrl_key() || event.meta_key()) || event.alt_key() || session.dialog.is_some() {
        return None;
    }
    let now = session.history.now();
    match (event.key().as_str(), event.shift_key()) {
        ("z" | "Z", false) => now.checked_sub(1),
        ("z" | "Z", true) | ("y" | "Y", false) => Some(now + 1),
        _ => None,
    }
}

/// Whether a key is meant for what has the focus: fields take all of them, buttons those that press them.
fn belongs_to_a_field(event: &KeyboardEvent) -> bool {
    let Some(focused) = document().active_element() else { return false };
    let is_inside = |selector: &str| Element::closest(&focused, selector).ok().flatten().is_some();
    let presses = matches!(event.key().as_str(), " " | "Enter");
    is_inside("input, select, textarea, dialog, [role=slider]") || (presses && is_inside("button, summary, a"))
}

fn action_of(event: &KeyboardEvent, session: &Session) -> Option<Action> {
    let round = session.round;
    match (event.key().as_str(), event.shift_key()) {
        (" ", _) => Some(Action::Play(!session.is_playing)),
        ("ArrowRight", true) => Some(Action::Seek(session.shedding(true)?)),
        ("ArrowLeft", true) => Some(Action::Seek(session.shedding(false)?)),
        ("ArrowRight", false) => Some(Action::Seek(round + 1)),
        ("ArrowLeft", false) => Some(Action::Seek(round.saturating_sub(1))),
        ("Home", _) => Some(Action::Seek(0)),
        ("End", _) => Some(Action::Seek(session.last())),
        ("t" | "T", _) => Some(Action::Tables(!session.has_tables)),
        ("o" | "O", _) => Some(Action::Dialog(Some(Dialog::Open))),
        ("?", _) => Some(Action::Dialog(Some(Dialog::Keys))),
        _ => None,
    }
}

/// What the signs on the stage mean.
const SIGNS: [(&str, &str); 4] = [
    ("dashed warm", "leaves its broker in this round"),
    ("dashed cool", "lands there"),
    ("circles", "hits in a row, filled: high above, low below"),
    ("bracket", "a pair, points apart: dotted rests, thin counts, thick sheds"),
];

/// The list of keys, and of signs.
pub fn list() -> Tag {
    let said = |(key, what): &(&'static str, &'static str)| [tag("dt").add(says("kbd", *key)), says("dd", *what)];
    classed("dl", "keys").add_all(KEYS.iter().chain(&SIGNS).flat_map(said))
}
