//! What the panels explain.

use super::handle::Handle;
use super::state::State;
use crate::simulator::SubjectRef;

/// A round of a run as the panels explain it. Of large runs it follows the cursor a moment later, and stays with the
/// run before until that of an edit has been looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Explained {
    /// The run.
    pub run: Handle,
    /// The variant, from 0.
    pub variant: usize,
    /// The round, from 0; it is computed.
    pub round: usize,
    /// The subject that is asked about.
    pub selected: Option<SubjectRef>,
}

impl State {
    /// What is to be explained: the round at the cursor, once it is computed.
    pub(crate) fn at_cursor(&self) -> Option<Explained> {
        (self.round < self.computed).then(|| Explained {
            run: self.run.clone(),
            variant: self.shown_variant(),
            round: self.round,
            selected: self.selected,
        })
    }

    /// What the panels explain, or are about to.
    pub(crate) fn explained_or_next(&self) -> Explained {
        self.explained.clone().unwrap_or_else(|| Explained {
            run: self.run.clone(),
            variant: self.shown_variant(),
            round: self.round,
            selected: self.selected,
        })
    }

    /// Rounds computed of the run that is explained; 0 while nothing is.
    pub(crate) fn explained_rounds(&self) -> usize {
        match &self.explained {
            Some(explained) if explained.run == self.run => self.computed,
            Some(explained) => explained.run.computed(),
            None => 0,
        }
    }

    /// What takes no time is explained at once.
    pub(super) fn explain_at_once(&mut self) {
        if !self.run.is_large() {
            self.explained = self.at_cursor();
        }
    }

    /// Large runs are explained when the reasons are at hand, if the cursor is still there.
    pub(super) fn explain(&mut self, explained: Explained) {
        let explained = Some(explained);
        if explained == self.at_cursor() {
            self.explained = explained;
        }
    }
}
