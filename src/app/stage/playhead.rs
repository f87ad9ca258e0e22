//! Where playing has come to: a round, and how much of it has passed. Pure. It is ahead of what the page shows by as
//! long as the page takes to follow.

/// A longer gap between frames than this, in seconds, does not move time further: the page was not shown.
const LONGEST_FRAME_S: f64 = 0.1;

/// The position of the cursor between rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Playhead {
    /// The round that is played, from 0.
    pub round: usize,
    /// How much of it has passed, 0 to 1.
    pub phase: f64,
    last_frame_ms: Option<f64>,
}

/// Where the cursor arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrived {
    /// At the beginning of another round.
    At(usize),
    /// At the end of the last round.
    AtTheEnd,
}

/// How far playing can go, and how fast.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// The last round, from 0.
    pub last: usize,
    /// Rounds computed so far.
    pub computed: usize,
    /// Seconds of screen time that the round takes at the speed chosen; above 0.
    pub(crate) takes_s: f64,
}

impl Playhead {
    /// At the beginning of a round.
    pub(crate) fn at(round: usize) -> Self {
        Self {
            round,
            phase: 0.0,
            last_frame_ms: None,
        }
    }

    /// Time begins to run with the next frame.
    pub(crate) fn start(&mut self) {
        self.last_frame_ms = None;
    }

    /// Seconds since the frame before, given the time of this one; later frames count from this one.
    pub(crate) fn passed_s(&mut self, now_ms: f64) -> f64 {
        let passed_s = self
            .last_frame_ms
            .map_or(0.0, |last| (now_ms - last) / 1000.0)
            .clamp(0.0, LONGEST_FRAME_S);
        self.last_frame_ms = Some(now_ms);
        passed_s
    }

    /// Moves on by some seconds. At the end of a round the cursor waits until the next one is computed.
    pub(crate) fn advance(&mut self, passed_s: f64, way: Way) -> Option<Arrived> {
        if self.round >= way.computed {
            return None;
        }
        self.phase += passed_s / way.takes_s;
        if self.phase < 1.0 {
            return None;
        }
        self.phase = 1.0;
        if self.round >= way.last {
            return Some(Arrived::AtTheEnd);
        }
        if self.round + 1 >= way.computed {
            return None;
        }
        (self.round, self.phase) = (self.round + 1, 0.0);
        Some(Arrived::At(self.round))
    }

    /// The share of the timeline before the cursor, 0 at the first of some rounds and 1 at the last.
    pub(crate) fn share(&self, rounds: usize) -> f64 {
        ((self.round as f64 + self.phase) / (rounds.max(2) - 1) as f64).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAY: Way = Way {
        last: 3,
        computed: 4,
        takes_s: 0.5,
    };

    #[test]
    fn it_arrives_at_each_round_once_and_then_at_the_end() {
        let mut head = Playhead::at(0);
        let arrived: Vec<Arrived> = (0..40)
            .filter_map(|_| head.advance(0.1, WAY))
            .take(4)
            .collect();
        assert_eq!(
            arrived,
            [
                Arrived::At(1),
                Arrived::At(2),
                Arrived::At(3),
                Arrived::AtTheEnd
            ]
        );
        assert_eq!((head.round, head.phase), (3, 1.0));
    }

    #[test]
    fn it_waits_for_rounds_that_are_not_computed() {
        let mut head = Playhead::at(1);
        let way = Way { computed: 2, ..WAY };
        assert!((0..40).all(|_| head.advance(0.1, way).is_none()));
        assert_eq!((head.round, head.phase), (1, 1.0));
        assert_eq!(head.advance(0.0, WAY), Some(Arrived::At(2)));
        // Before the first round is there, nothing passes.
        let mut head = Playhead::at(0);
        assert_eq!(head.advance(9.0, Way { computed: 0, ..WAY }), None);
        assert_eq!(head, Playhead::at(0));
    }

    #[test]
    fn a_long_gap_between_frames_does_not_move_time_further() {
        let mut head = Playhead::at(0);
        assert_eq!(
            head.passed_s(1000.0),
            0.0,
            "the first frame only starts the clock"
        );
        assert_eq!(head.passed_s(1050.0), 0.05);
        assert_eq!(head.passed_s(61_050.0), LONGEST_FRAME_S);
        assert_eq!(head.passed_s(61_000.0), 0.0, "clocks may go back");
        head.start();
        assert_eq!(head.passed_s(90_000.0), 0.0);
    }

    #[test]
    fn the_timeline_begins_at_the_first_round_and_ends_at_the_last() {
        assert_eq!(Playhead::at(0).share(5), 0.0);
        assert_eq!(Playhead::at(2).share(5), 0.5);
        assert_eq!(
            Playhead {
                phase: 1.0,
                ..Playhead::at(4)
            }
            .share(5),
            1.0
        );
        assert_eq!(
            Playhead {
                phase: 0.5,
                ..Playhead::at(0)
            }
            .share(1),
            0.5
        );
    }
}
