//! Undo and redo: the documents that were open, and the way back to them.

use std::rc::Rc;

use super::action::Gesture;
use super::handle::Handle;
use super::state::Origin;

/// Documents kept; the oldest are dropped first.
const MAX_ENTRIES: usize = 100;

/// A document that was open.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The document. Nothing of it is ever simulated: opening it again makes a session of its own.
    pub document: Handle,
    /// Where it came from.
    pub origin: Origin,
    /// The edit that made it, in a few words.
    pub label: Rc<str>,
    /// The gesture that the edit belongs to.
    gesture: Option<Gesture>,
}

/// The documents that were open, and which of them is open now.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    entries: Rc<Vec<Entry>>,
    position: usize,
}

impl History {
    /// Begins with a document.
    pub fn new(document: &Handle, origin: Origin) -> Self {
        let entry = Entry {
            document: reopen(document),
            origin,
            label: "Opened".into(),
            gesture: None,
        };
        Self {
            entries: Rc::new(vec![entry]),
            position: 0,
        }
    }

    /// Adds a document; what was undone is dropped. The edits of one gesture are one entry.
    pub fn push(
        &mut self,
        document: &Handle,
        origin: Origin,
        label: &str,
        gesture: Option<Gesture>,
    ) {
        let entries = Rc::make_mut(&mut self.entries);
        entries.truncate(self.position + 1);
        if gesture.is_some() && self.position > 0 && entries[self.position].gesture == gesture {
            entries.pop();
        }
        entries.push(Entry {
            document: reopen(document),
            origin,
            label: label.into(),
            gesture,
        });
        if entries.len() > MAX_ENTRIES {
            entries.remove(0);
        }
        self.position = entries.len() - 1;
    }

    /// Every document, oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The position of the one that is open.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The position of the one before, if there is one.
    pub fn undo(&self) -> Option<usize> {
        self.position.checked_sub(1)
    }

    /// The position of the one after, if there is one.
    pub fn redo(&self) -> Option<usize> {
        Some(self.position + 1).filter(|position| *position < self.entries.len())
    }

    /// Goes to a position and gives the entry there; `None` where it is the present one, or does not exist.
    pub fn go(&mut self, position: usize) -> Option<Entry> {
        let entry = self
            .entries
            .get(position)
            .filter(|_| position != self.position)?
            .clone();
        self.position = position;
        Some(entry)
    }
}

/// The document with nothing of it simulated.
fn reopen(document: &Handle) -> Handle {
    document.reopened().into()
}
