//! The edits that every system has, as data.

/// What a person changes of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The seed.
    Seed(u64),
    /// How many rounds.
    Rounds(usize),
    /// A lane's variant.
    Variant(usize, String),
    /// A field of a lane, or of the world, by its name.
    Set(usize, &'static str, f64),
    /// Every field of a lane back to its default.
    Reset(usize),
    /// One more lane, like the one given.
    AddLane(usize),
    /// One lane less.
    RemoveLane(usize),
    /// The lanes of a ready-made comparison, by its place, made from the lane given.
    Compare(usize, usize),
    /// Something happens at a time, in seconds.
    Push(String, f64),
    /// An event moves to another time, in seconds.
    MoveEvent(usize, f64),
    /// An event less.
    RemoveEvent(usize),
}

impl Edit {
    /// Whether a person makes it in steps, which together are one edit: a number that is typed, a mark that is dragged.
    pub fn is_gradual(&self) -> bool {
        matches!(self, Self::Seed(_) | Self::Rounds(_) | Self::Variant(..) | Self::Set(..) | Self::MoveEvent(..))
    }
}
