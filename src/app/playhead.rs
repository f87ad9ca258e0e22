//! Where playing has come to: a round, and how much of it has passed. It is ahead of what the page shows by as long as
//! the page takes to follow.

use web_sys::HtmlElement;

use super::view::NodeRef;
use crate::run::words::trimmed;

/// A longer gap between frames than this does not move time further: the page was away.
const LONGEST_FRAME_S: f64 = 0.1;

/// The place of the cursor between rounds.
#[derive(Clone, Copy, Debug)]
pub struct Playhead {
    /// The round that is played.
    pub round: usize,
    /// How much of it has passed, 0 to 1.
    pub phase: f64,
    last_frame_ms: Option<f64>,
}

/// Where the cursor came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrived {
    /// At the beginning of another round.
    At(usize),
    /// At the end of the last.
    AtTheEnd,
}

/// How far playing can go, and how fast.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The last round there is.
    pub last: usize,
    /// Rounds there are so far.
    pub computed: usize,
    /// Seconds of screen time that the round takes at the speed chosen.
    pub takes_s: f64,
}

impl Playhead {
    /// At the beginning of a round.
    pub fn at(round: usize) -> Self {
        Self { round, phase: 0.0, last_frame_ms: None }
    }

    /// Time begins to run with the next frame.
    pub fn start(&mut self) {
        self.last_frame_ms = None;
    }

    /// Seconds since the frame before; what comes after counts from this one.
    pub fn passed_s(&mut self, now_ms: f64) -> f64 {
        let passed_s = self.last_frame_ms.map_or(0.0, |last| (now_ms - last) / 1000.0).clamp(0.0, LONGEST_FRAME_S);
        self.last_frame_ms = Some(now_ms);
        passed_s
    }

    /// Moves on by so many seconds.
    pub fn advance(&mut self, passed_s: f64, way: Way) -> Option<Arrived> {
        self.phase += passed_s / way.takes_s;
        if self.phase < 1.0 {
            return None;
        }
        self.phase = 1.0;
        if self.round >= way.last {
            return Some(Arrived::AtTheEnd);
        }
        if self.round + 1 >= way.computed {
            // The rounds are not there yet; the cursor waits for them.
            return None;
        }
        *self = Self { round: self.round + 1, phase: 0.0, ..*self };
        Some(Arrived::At(self.round))
    }

    /// Moves the cursor's line there, past the page's tree.
    pub fn show(&self, cursor: &NodeRef, rounds: usize) {
        if let Some(line) = cursor.cast::<HtmlElement>() {
            let at = ((self.round as f64 + self.phase) / (rounds.max(2) - 1) as f64).min(1.0);
            let _ = line.style().set_property("--at", &trimmed(at, 5));
        }
    }
}
