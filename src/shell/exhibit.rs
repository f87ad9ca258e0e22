//! What a system gives the shell.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::form::{Field, Push, Variant};
use super::shown::{Chart, Measure, Table};
use crate::run::{Problem, Reason, Scenario, System};
use crate::scene::Scene;

/// How a system is announced, and its own words for what all have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// The `system` of its documents, and its address on the page.
    pub id: &'static str,
    /// Its name: "Shards by weight".
    pub title: &'static str,
    /// What it lets a person watch, in one sentence.
    pub claim: &'static str,
    /// What a round is called: "round", "second".
    pub round: &'static str,
    /// Tenths of a second of screen time for a round in which something happened, and for one without.
    pub screen_ds: (u32, u32),
}

/// Whom a reason, a row of a table or a place on the stage is about, for those who do not know the system: a kind
/// and one or two numbers, as the system counts. The round as a whole is [`Who::ROUND`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Who {
    /// The kind, from 1 as the system numbers them.
    pub kind: u8,
    /// Which one.
    pub a: u32,
    /// And which other, where two are meant.
    pub b: u32,
}

impl Who {
    /// The round as a whole.
    pub const ROUND: Self = Self { kind: 0, a: 0, b: 0 };

    /// One of a kind.
    pub fn one(kind: u8, a: usize) -> Self {
        Self { kind, a: a as u32, b: 0 }
    }
}

/// A story: a scenario with something to see.
pub struct Story<E: Exhibit> {
    /// Its name in addresses.
    pub id: &'static str,
    /// What a person reads.
    pub title: &'static str,
    /// The heading under which it is listed.
    pub group: &'static str,
    /// Makes the scenario, with its title and what to look for.
    pub make: fn() -> Scenario<E::World, E::Lane>,
}

/// Something that happens at a time of the scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// When, in seconds after the start.
    pub at_s: f64,
    /// What, in a few words.
    pub said: String,
}

/// What is drawn: a round, and how much of it has passed.
pub struct Instant<'a, S: System> {
    /// Which round, from 0.
    pub index: usize,
    /// What is kept of it.
    pub round: &'a S::Round,
    /// What else it came to.
    pub detail: &'a S::Detail,
    /// How much of it has passed, 0 to 1.
    pub phase: f64,
}

/// How it is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Width of the stage in CSS pixels.
    pub width: f64,
    /// Height of the stage in CSS pixels.
    pub height: f64,
    /// Whose story is told.
    pub selected: Option<Who>,
    /// The greatest value on the stage's scale that any lane needs, for lanes side by side; 0 for one lane.
    pub at_least: f64,
}

/// The reason of a round of an exhibit.
pub type ReasonOf<E> = Reason<<<E as Exhibit>::Run as System>::Subject, <<E as Exhibit>::Run as System>::Rule>;
/// What is kept of a round of an exhibit.
pub type RoundOf<E> = <<E as Exhibit>::Run as System>::Round;
/// What else a round of an exhibit comes to.
pub type DetailOf<E> = <<E as Exhibit>::Run as System>::Detail;
/// The document of an exhibit.
pub type ScenarioOf<E> = Scenario<<E as Exhibit>::World, <E as Exhibit>::Lane>;

/// A system as the shell sees it. Everything is a pure function; what has a default here is optional.
pub trait Exhibit: Sized + 'static {
    /// What is run: the `world` of the document, with its events.
    type World: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// How it is run: one of the `lanes` of the document.
    type Lane: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// A lane that runs.
    type Run: System;

    /// How it is announced.
    const FACE: Face;

    /// Its stories; the first is what a visit begins with. At least one.
    fn stories() -> Vec<Story<Self>>;

    /// Checks what [`Scenario::from_json`] does not: the world, the lanes, bounds.
    ///
    /// # Errors
    /// With place and remedy.
    fn check(scenario: &ScenarioOf<Self>) -> Result<(), Problem>;

    /// A lane of a checked scenario, ready to run.
    fn run(scenario: &ScenarioOf<Self>, lane: usize) -> Self::Run;

    /// The variants a lane can choose from.
    fn variants() -> Vec<Variant>;

    /// The id of the variant that a lane has chosen.
    fn variant(lane: &Self::Lane) -> &'static str;

    /// Chooses a variant; what was set for another stays as far as it is read.
    fn choose(lane: &mut Self::Lane, variant: &'static str);

    /// The form of a lane and the world: what is read, in the order of the form.
    fn fields(scenario: &ScenarioOf<Self>, lane: usize) -> Vec<Field>;

    /// Sets a field that has been checked against its bounds.
    ///
    /// # Errors
    /// Where the value cannot go with others; nothing has changed then.
    fn set(scenario: &mut ScenarioOf<Self>, lane: usize, name: &str, value: f64) -> Result<(), Problem>;

    /// What was decided where the sources are silent or contradict each other: question and answer.
    fn readings() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Ready-made comparisons on whatever world is open: a title, and the lanes made from the main one.
    fn comparisons(_main: &Self::Lane) -> Vec<(&'static str, Vec<Self::Lane>)> {
        Vec::new()
    }

    /// What happens in the world at times, in the order of the document.
    fn events(_world: &Self::World) -> Vec<Mark> {
        Vec::new()
    }

    /// Moves an event to another time, in seconds.
    fn move_event(_world: &mut Self::World, _index: usize, _at_s: f64) {}

    /// Takes an event away.
    fn remove_event(_world: &mut Self::World, _index: usize) {}

    /// What a person can make happen at the cursor.
    fn pushes(_world: &Self::World) -> Vec<Push> {
        Vec::new()
    }

    /// Makes it happen at a time, in seconds.
    ///
    /// # Errors
    /// Where it cannot happen; nothing has changed then.
    fn push(_world: &mut Self::World, id: &str, _at_s: f64) -> Result<(), Problem> {
        Err(Problem::at(id, "there is nothing of this name that can happen."))
    }

    /// When a round begins, in seconds after the start.
    fn time_s(run: &Self::Run, index: usize) -> f64;

    /// Whether something happened in a round that is worth stopping at.
    fn has_happened(round: &RoundOf<Self>) -> bool;

    /// The round in one sentence.
    fn headline(run: &Self::Run, index: usize, round: &RoundOf<Self>, detail: &DetailOf<Self>) -> String;

    /// Whom a subject is for those who do not know the system.
    fn who(subject: &<Self::Run as System>::Subject) -> Who;

    /// What a person calls it.
    fn name(run: &Self::Run, who: Who) -> String;

    /// A reason as a sentence.
    fn said(run: &Self::Run, reason: &ReasonOf<Self>) -> String;

    /// A round as a table: the data behind the stage.
    fn table(run: &Self::Run, index: usize, round: &RoundOf<Self>, detail: &DetailOf<Self>) -> Table;

    /// The rounds so far as charts; every series has a value for each round, NaN for none.
    fn charts(_run: &Self::Run, _rounds: &[RoundOf<Self>]) -> Vec<Chart> {
        Vec::new()
    }

    /// What is measured of a run.
    fn measures() -> Vec<Measure> {
        Vec::new()
    }

    /// The measures of the rounds given (those up to the cursor), in the order of [`Exhibit::measures`]. The run's horizon says whether
    /// these are all.
    fn measured(_run: &Self::Run, _rounds: &[RoundOf<Self>]) -> Vec<Option<f64>> {
        Vec::new()
    }

    /// The greatest value on the scale of the stage; lanes side by side share the greatest of theirs.
    fn needs(_run: &Self::Run, _instant: &Instant<'_, Self::Run>) -> f64 {
        0.0
    }

    /// The stage at an instant. It is drawn for every frame: what stands and what flies alike. Places that answer
    /// to the pointer are the scene's targets.
    fn draw(run: &Self::Run, instant: &Instant<'_, Self::Run>, sight: &Sight) -> Scene<Who>;
}
