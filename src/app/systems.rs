//! Which system is shown, and the way to the others: each has a page of its own.

use gloo::utils::window;

use super::Dispatch;
use super::field::{Entry, choice as combobox};
use super::view::Tag;
use crate::systems::{FACES, SHEDDING};

/// How load shedding is known here.
pub const PULSAR: &str = "";

/// A combobox of all systems, which goes to the page of the one that is chosen.
pub fn choice<A: 'static>(now: &str, dispatch: &Dispatch<A>) -> Tag {
    let pulsar = Entry::new(PULSAR, SHEDDING.1.to_owned(), "");
    let others = FACES.iter().map(|face| Entry::new(face.id, face.title.to_owned(), ""));
    let go = move |id: String| {
        let address = if id == PULSAR { "./".to_owned() } else { format!("{id}.html") };
        // A browser that stays where it is shows what it showed.
        let _ = window().location().set_href(&address);
        None
    };
    combobox("System", now, std::iter::once(pulsar).chain(others).collect(), dispatch, go).set("class", "choice system")
}
