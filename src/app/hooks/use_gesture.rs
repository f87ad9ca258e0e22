//! Numbers of gestures: the edits of a drag, or of the keys pressed on one control, are one step of undo.

use std::cell::Cell;
use std::rc::Rc;

use yew::prelude::*;

use crate::app::session::Gesture;

thread_local! {
    static LAST: Cell<Gesture> = const { Cell::new(0) };
}

/// The gestures of a control.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gestures(Rc<Cell<Gesture>>);

impl Gestures {
    /// A new gesture begins: a press of the pointer, or focus.
    pub fn begin(&self) {
        let next = LAST.get() + 1;
        LAST.set(next);
        self.0.set(next);
    }

    /// The number of the gesture that goes on; no other control of the page has it.
    pub fn current(&self) -> Gesture {
        if self.0.get() == 0 {
            self.begin();
        }
        self.0.get()
    }
}

/// The gestures of a control, for its life.
#[hook]
pub fn use_gesture() -> Gestures {
    (*use_memo((), |()| Gestures::default())).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gestures_of_two_controls_are_never_the_same() {
        let (one, other) = (Gestures::default(), Gestures::default());
        let first = one.current();
        assert_eq!(one.current(), first);
        assert_ne!(other.current(), first);
        one.begin();
        assert!(one.current() != first && one.current() != other.current());
    }
}
