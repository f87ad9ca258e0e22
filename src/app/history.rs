//! The history of edits: every scenario that was on the page, and the way back to it.

use std::rc::Rc;

/// Scenarios kept; the oldest go first.
const MOST: usize = 100;
/// Edits of the same kind closer together than this are one: a bar that is dragged, a number that is typed.
const TOGETHER_MS: f64 = 1500.0;

/// Something that was on the page.
#[derive(Clone)]
pub struct Past<T> {
    /// What it was.
    pub is: T,
    /// What made it, in a few words.
    pub what: Rc<str>,
    /// When it was made, on the page's clock.
    at_ms: f64,
    /// Whether a gradual edit made it; titles of scenarios have colons too.
    is_gradual: bool,
}

/// Every scenario that was on the page, and which of them is on it.
#[derive(Clone)]
pub struct History<T> {
    past: Rc<Vec<Past<T>>>,
    now: usize,
}

impl<T: Clone> History<T> {
    /// Begins with a scenario.
    pub fn new(is: T) -> Self {
        let first = Past { is, what: "Opened".into(), at_ms: f64::NEG_INFINITY, is_gradual: false };
        Self { past: Rc::new(vec![first]), now: 0 }
    }

    /// Adds a scenario. What was undone before it is forgotten. One that a gradual edit has made takes the place of
    /// that which an edit of the same has just made; what stands before the last colon of `what` is the same then.
    pub fn push(&mut self, is: T, is_gradual: bool, what: &str, at_ms: f64) {
        let past = Rc::make_mut(&mut self.past);
        past.truncate(self.now + 1);
        // The words of an edit end in its value; what stands before it tells what was edited.
        let subject = |what: &str| {
            let end = what.as_bytes().windows(2).rposition(|two| two == b": ")?;
            what.get(..end).map(str::to_owned)
        };
        let last = &past[past.len() - 1];
        if is_gradual
            && last.is_gradual
            && self.now > 0
            && at_ms - last.at_ms < TOGETHER_MS
            && subject(what).is_some_and(|one| Some(one) == subject(&last.what))
        {
            past.pop();
        }
        past.push(Past { is, what: what.into(), at_ms, is_gradual });
        if past.len() > MOST {
            past.remove(0);
        }
        self.now = past.len() - 1;
    }

    /// Every scenario, oldest first.
    pub fn past(&self) -> &[Past<T>] {
        &self.past
    }

    /// The place of the one that is on the page.
    pub fn now(&self) -> usize {
        self.now
    }

    /// Goes to a place, if there is one and it is another.
    pub fn go(&mut self, place: usize) -> Option<T> {
        let past = self.past.get(place).filter(|_| place != self.now)?;
        self.now = place;
        Some(past.is.clone())
    }
}
