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
    /// What is edited, and behind a colon how.
    pub fn said(&self) -> String {
        match self {
            Self::Seed(seed) => format!("Seed: {seed}"),
            Self::Rounds(rounds) => format!("Length: {rounds}"),
            Self::Variant(_, id) => format!("Variant: {id}"),
            Self::Set(_, name, value) => format!("{name}: {}", crate::run::words::trimmed(*value, 3)),
            Self::Reset(_) => "Settings reset".to_owned(),
            Self::AddLane(_) => "Lane added".to_owned(),
            Self::RemoveLane(_) => "Lane removed".to_owned(),
            Self::Compare(..) => "Other lanes".to_owned(),
            Self::Push(id, _) => format!("Event: {id}"),
            Self::MoveEvent(index, _) => format!("Event {} moved", index + 1),
            Self::RemoveEvent(index) => format!("Event {} removed", index + 1),
        }
    }
}
