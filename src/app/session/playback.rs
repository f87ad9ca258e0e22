//! Where the cursor is and where it can go.

/// The speeds that can be chosen.
pub(crate) const SPEEDS: [f64; 6] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0];

/// The cursor as the controls show it. Rounds count from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    /// The round at the cursor.
    pub round: usize,
    /// The last round.
    pub last: usize,
    /// The nearest eventful round before the cursor, as far as rounds are computed.
    pub previous_eventful: Option<usize>,
    /// The nearest eventful round after the cursor, as far as rounds are computed.
    pub next_eventful: Option<usize>,
    /// Whether time runs.
    pub is_playing: bool,
    /// Factor on the pace of playing.
    pub speed: f64,
}
