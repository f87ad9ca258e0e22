//! Keys of the whole page.

use std::cell::Cell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use crate::app::session::{Action, Dialog, Seek, State};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Play or pause.
    Toggle,
    /// The cursor goes somewhere.
    Seek(Seek),
    /// Charts as tables.
    Tables,
    /// Open files.
    Open,
    /// The list of keys.
    Keys,
    /// Undo.
    Undo,
    /// Redo.
    Redo,
}

/// A key press, without the browser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeyPress {
    /// The key, as browsers name it.
    pub key: String,
    /// Whether Shift is down.
    pub shift: bool,
    /// Whether Ctrl or the command key is down.
    pub(crate) ctrl: bool,
    /// Whether Alt is down.
    pub(crate) alt: bool,
}

/// What a key press asks for, wherever the focus is.
pub(crate) fn command_of(press: &KeyPress) -> Option<Command> {
    if press.alt {
        return None;
    }
    if press.ctrl {
        return match (press.key.as_str(), press.shift) {
            ("z" | "Z", false) => Some(Command::Undo),
            ("z" | "Z", true) | ("y" | "Y", false) => Some(Command::Redo),
            _ => None,
        };
    }
    Some(match press.key.as_str() {
        " " => Command::Toggle,
        "ArrowRight" if press.shift => Command::Seek(Seek::NextEventful),
        "ArrowLeft" if press.shift => Command::Seek(Seek::PreviousEventful),
        "ArrowRight" => Command::Seek(Seek::Next),
        "ArrowLeft" => Command::Seek(Seek::Previous),
        "Home" => Command::Seek(Seek::First),
        "End" => Command::Seek(Seek::Last),
        "t" | "T" => Command::Tables,
        "o" | "O" => Command::Open,
        "?" => Command::Keys,
        _ => return None,
    })
}

/// The action that a command is in a state; `None` where it asks for nothing.
pub(crate) fn action_of(command: Command, state: &State) -> Option<Action> {
    match command {
        Command::Tables => Some(Action::Tables(!state.shows_tables)),
        Command::Open => Some(Action::Dialog(Some(Dialog::Open))),
        Command::Keys => Some(Action::Dialog(Some(Dialog::Keys))),
        Command::Undo | Command::Redo if state.dialog.is_some() => None,
        Command::Undo => state.history.undo().map(Action::History),
        Command::Redo => state.history.redo().map(Action::History),
        Command::Toggle => Some(Action::Play(!state.is_playing)),
        Command::Seek(seek) => Some(Action::Seek(seek)),
    }
}

/// Listens to keys as long as the app lives.
#[hook]
pub(crate) fn use_keys(state: &UseReducerHandle<State>) {
    let latest = use_mut_ref(|| Rc::new((**state).clone()));
    *latest.borrow_mut() = Rc::new((**state).clone());
    let dispatcher = state.dispatcher();
    use_effect_with((), move |()| {
        let is_by_keyboard = Rc::new(Cell::new(true));
        let on_pointer = EventListener::new(&window(), "pointerdown", {
            let is_by_keyboard = Rc::clone(&is_by_keyboard);
            move |_| is_by_keyboard.set(false)
        });
        let options = EventListenerOptions::enable_prevent_default();
        let listener =
            EventListener::new_with_options(&window(), "keydown", options, move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                    return;
                };
                let press = KeyPress {
                    key: event.key(),
                    shift: event.shift_key(),
                    ctrl: event.ctrl_key() || event.meta_key(),
                    alt: event.alt_key(),
                };
                if press.key == "Tab" {
                    is_by_keyboard.set(true);
                }
                if !press.ctrl
                    && (event.default_prevented()
                        || belongs_to_focus(&press.key, is_by_keyboard.get()))
                {
                    return;
                }
                let Some(command) = command_of(&press) else {
                    return;
                };
                let state = latest.borrow().clone();
                let action = action_of(command, &state);
                // With nothing to undo the browser would undo what was typed into some field.
                if action.is_some() || state.dialog.is_none() {
                    event.prevent_default();
                }
                if let Some(action) = action {
                    dispatcher.dispatch(action);
                }
            });
        move || drop((listener, on_pointer))
    });
}

/// Whether a key is meant for what has the focus: where text is typed, all keys are; a button, a link and a summary
/// take the Enter key, and Space where a person has moved to them by keyboard: after a click it plays.
fn belongs_to_focus(key: &str, is_by_keyboard: bool) -> bool {
    let Some(focused) = document().active_element() else {
        return false;
    };
    let is_inside = |selector: &str| {
        Element::closest(&focused, selector)
            .ok()
            .flatten()
            .is_some()
    };
    let takes_text = "input:not([type=checkbox]):not([type=range]), select, textarea, dialog";
    match key {
        _ if is_inside(takes_text) => true,
        "Enter" => is_inside("button, summary, a"),
        " " => {
            is_inside("input[type=checkbox]") || (is_by_keyboard && is_inside("button, summary, a"))
        }
        _ => is_inside("[role=slider], [role=tab], input"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(key: &str, ctrl: bool, shift: bool) -> Option<Command> {
        command_of(&KeyPress {
            key: key.to_owned(),
            shift,
            ctrl,
            alt: false,
        })
    }

    #[test]
    fn keys_are_commands() {
        assert_eq!(pressed(" ", false, false), Some(Command::Toggle));
        assert_eq!(
            pressed("ArrowRight", false, true),
            Some(Command::Seek(Seek::NextEventful))
        );
        assert_eq!(pressed("z", true, false), Some(Command::Undo));
        assert_eq!(pressed("Z", true, true), Some(Command::Redo));
        assert_eq!(pressed("y", true, false), Some(Command::Redo));
        assert_eq!(pressed("t", true, false), None, "the browser's own");
        assert_eq!(pressed("q", false, false), None);
        assert_eq!(
            command_of(&KeyPress {
                key: " ".to_owned(),
                alt: true,
                ..KeyPress::default()
            }),
            None
        );
    }
}
