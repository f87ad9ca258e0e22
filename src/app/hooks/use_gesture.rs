//! Numbers for gestures: the edits of one gesture are one step of undo.

use std::cell::Cell;
use std::rc::Rc;

use yew::prelude::*;

use crate::app::session::Gesture;

thread_local! {
    static LAST: Cell<Gesture> = const { Cell::new(0) };
}

/// A number that no other gesture has.
pub(crate) fn next_gesture() -> Gesture {
    LAST.with(|last| {
        last.set(last.get() + 1);
        last.get()
    })
}

/// The gestures of one control, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Gestures(Rc<Cell<Option<Gesture>>>);

impl Gestures {
    /// The gesture that is going on; one begins if none is.
    pub(crate) fn current(&self) -> Gesture {
        let gesture = self.0.get().unwrap_or_else(next_gesture);
        self.0.set(Some(gesture));
        gesture
    }

    /// Begins another gesture: a press of the pointer, or focus.
    pub(crate) fn begin(&self) {
        self.0.set(Some(next_gesture()));
    }

    /// Ends the gesture: what follows belongs to another one.
    pub(crate) fn end(&self) {
        self.0.set(None);
    }
}

/// The gestures of a control, for as long as it is there.
#[hook]
pub(crate) fn use_gesture() -> Gestures {
    let gestures = use_state(Gestures::default);
    (*gestures).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gesture_keeps_its_number_until_it_ends() {
        let (one, other) = (Gestures::default(), Gestures::default());
        let first = one.current();
        assert_eq!(one.current(), first);
        assert_ne!(other.current(), first);
        one.end();
        assert_ne!(one.current(), first);
        let second = one.current();
        one.begin();
        assert!(one.current() != second && one.current() != other.current());
    }
}
