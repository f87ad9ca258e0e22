//! Which system is shown, and the way to the others.

use gloo::utils::window;

use super::Dispatch;
use super::field::{Entry, choice as combobox};
use super::view::Tag;
use crate::systems::FACES;

/// How load shedding, which has a page of its own, is known here.
pub const PULSAR: &str = "";

/// A combobox of all systems. `here` makes the action that shows one on this page; the others are elsewhere.
pub fn choice<A: 'static>(now: &str, dispatch: &Dispatch<A>, here: impl Fn(&str) -> Option<A> + 'static) -> Tag {
    let pulsar = Entry::new(PULSAR, "Load shedding".to_owned(), "");
    let others = FACES.iter().map(|face| Entry::new(face.id, face.title.to_owned(), ""));
    let go = move |id: String| {
        let action = here(&id);
        if action.is_none() {
            let address = if id == PULSAR { "./".to_owned() } else { format!("systems.html?system={id}") };
            // A browser that stays where it is shows what it showed.
            let _ = window().location().set_href(&address);
        }
        action
    };
    combobox("System", now, std::iter::once(pulsar).chain(others).collect(), dispatch, go).set("class", "choice system")
}
