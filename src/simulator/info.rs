//! How a system is announced, its presets, and how its subjects are referred to.

/// How a system is announced, and its own terms for what all systems have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemInfo {
    /// The `system` of its documents, and its part of the address.
    pub id: &'static str,
    /// Its name: "Load shedding".
    pub title: &'static str,
    /// The product whose decisions are simulated: "Apache Pulsar".
    pub product: &'static str,
    /// What a person can watch, in one sentence.
    pub claim: &'static str,
    /// What a round is called: "round", "second".
    pub round: &'static str,
    /// What an eventful round is called, as in "Next …": "shedding", "change".
    pub eventful: &'static str,
    /// What moves in a round, in the plural, where that can be compared between variants: "bundles".
    pub moved: Option<&'static str>,
    /// Tenths of a second of screen time for an eventful round, and for one without events.
    pub screen_ds: (u32, u32),
}

impl SystemInfo {
    /// A system whose rounds are called rounds, an eventful one a change, and of which nothing moves that is compared
    /// between variants.
    pub const fn new(
        id: &'static str,
        title: &'static str,
        product: &'static str,
        claim: &'static str,
    ) -> Self {
        let (round, eventful, moved, screen_ds) = ("round", "change", None, (20, 8));
        Self {
            id,
            title,
            product,
            claim,
            round,
            eventful,
            moved,
            screen_ds,
        }
    }
}

/// Type-erased reference to a subject: a kind and one or two indices, as the system counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubjectRef {
    /// The kind; 0 is the round as a whole, the system numbers the others from 1.
    pub kind: u8,
    /// Index of the subject.
    pub a: u32,
    /// Index of the second of a pair; 0 otherwise.
    pub b: u32,
}

impl SubjectRef {
    /// The round as a whole.
    pub const ROUND: Self = Self {
        kind: 0,
        a: 0,
        b: 0,
    };

    /// One subject of a kind.
    pub fn one(kind: u8, a: usize) -> Self {
        Self {
            kind,
            a: a as u32,
            b: 0,
        }
    }

    /// A pair of a kind.
    pub fn pair(kind: u8, a: usize, b: usize) -> Self {
        Self {
            kind,
            a: a as u32,
            b: b as u32,
        }
    }
}

/// A scenario that comes with the program; `D` is the system's document.
#[derive(Clone, Copy, Debug)]
pub struct Preset<D> {
    /// Its name in addresses.
    pub id: &'static str,
    /// What a person reads.
    pub title: &'static str,
    /// The heading under which it is listed; presets of one group follow one another.
    pub group: &'static str,
    /// Makes the scenario, with title and notes.
    pub make: fn() -> D,
}

impl<D> Preset<D> {
    /// The preset of an id in a list.
    pub fn find<'a>(presets: &'a [Self], id: &str) -> Option<&'a Self> {
        presets.iter().find(|preset| preset.id == id)
    }

    /// Makes the scenario.
    pub fn build(&self) -> D {
        (self.make)()
    }
}

/// A preset without its scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresetInfo {
    /// Its name in addresses.
    pub id: &'static str,
    /// What a person reads.
    pub title: &'static str,
    /// The heading under which it is listed.
    pub group: &'static str,
}
