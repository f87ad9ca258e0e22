//! What the shell sees of a scenario that is open, whichever system it is of.

use std::rc::Rc;

use super::edit::Edit;
use super::exhibit::{Face, Mark, Sight, Who};
use super::form::{Field, Push, Variant};
pub use crate::run::compared::Measure;
use crate::run::reason::{Because, Test};
use crate::run::{Problem, Unit};
use crate::scene::Scene;
pub use crate::scene::chart::{Chart, Line, Series};

/// A row's cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A text.
    Text(String),
    /// A number in its unit; NaN for none.
    Number(f64, Unit),
}

/// Data to be read row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What it shows.
    pub title: &'static str,
    /// The head of every column.
    pub heads: Vec<&'static str>,
    /// Its rows: whom each is about, and its cells.
    pub rows: Vec<(Who, Vec<Cell>)>,
}

/// A reason, told.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// Whom it is about.
    pub who: Who,
    /// The reason as a sentence.
    pub sentence: String,
    /// What it consists of.
    pub because: Because,
}

impl Told {
    /// The comparison that was made, if it was one.
    pub fn test(&self) -> Option<&Test> {
        match &self.because {
            Because::Test(test) => Some(test),
            Because::Change { .. } | Because::Fact { .. } => None,
        }
    }
}

/// Opens a scenario once more, with nothing of it run: it keeps the document and no rounds.
pub type Source = Rc<dyn Fn() -> Rc<dyn Shown>>;

/// A scenario of some system, open: its document, its lanes, and their rounds as far as they have been produced.
/// What is asked of a round that has not been produced yet is produced for it.
pub trait Shown {
    /// How its system is announced.
    fn face(&self) -> Face;
    /// Its title.
    fn title(&self) -> &str;
    /// What to look for.
    fn look_for(&self) -> &[String];
    /// The document as text.
    fn document(&self) -> String;
    /// The seed of all chance.
    fn seed(&self) -> u64;
    /// How many rounds there are.
    fn rounds(&self) -> usize;
    /// How many lanes there are; at least one.
    fn lanes(&self) -> usize;
    /// What tells a lane from the others.
    fn lane_title(&self, lane: usize) -> String;
    /// The variants a lane can choose from.
    fn variants(&self) -> Vec<Variant>;
    /// The variant of a lane.
    fn variant(&self, lane: usize) -> &'static str;
    /// The form of a lane and the world.
    fn fields(&self, lane: usize) -> Vec<Field>;
    /// Question and answer where the sources are silent.
    fn readings(&self) -> &'static [(&'static str, &'static str)];
    /// The titles of the ready-made comparisons.
    fn comparisons(&self, lane: usize) -> Vec<&'static str>;
    /// What happens at times.
    fn events(&self) -> Vec<Mark>;
    /// What a person can make happen.
    fn pushes(&self) -> Vec<Push>;
    /// The scenario after an edit, with nothing of it run yet.
    ///
    /// # Errors
    /// Why the edit cannot be made; nothing has changed.
    fn edited(&self, edit: &Edit) -> Result<Rc<dyn Shown>, Problem>;
    /// Why an edit cannot be made; none where it can.
    fn refusal(&self, edit: &Edit) -> Option<Problem>;
    /// What opens the scenario once more.
    fn source(&self) -> Source;

    /// Produces the next round of the lane that is behind the others; `false` once all are at the horizon.
    fn advance(&self) -> bool;
    /// Rounds produced in every lane.
    fn computed(&self) -> usize;
    /// The fingerprint of a lane's rounds, once all are produced.
    fn digest(&self, lane: usize) -> Option<String>;
    /// When a round begins, in seconds after the start.
    fn time_s(&self, index: usize) -> f64;
    /// Whether something happened in a round of any lane.
    fn has_happened(&self, index: usize) -> bool;
    /// A round in one sentence.
    fn headline(&self, lane: usize, index: usize) -> String;
    /// What a person calls somebody.
    fn name(&self, who: Who) -> String;
    /// Whom the reasons of a round are about, in the order in which they come up, and how many there are of each.
    fn subjects(&self, lane: usize, index: usize) -> Vec<(Who, usize)>;
    /// The reasons of a round about some, in the order in which it was decided; the first so many of them.
    fn reasons_of(&self, lane: usize, index: usize, is_meant: &dyn Fn(Who) -> bool, most: usize) -> Vec<Told>;
    /// All reasons of a round.
    fn reasons(&self, lane: usize, index: usize) -> Vec<Told> {
        self.reasons_of(lane, index, &|_| true, usize::MAX)
    }
    /// A round as a table.
    fn table(&self, lane: usize, index: usize) -> Table;
    /// The rounds so far as charts.
    fn charts(&self, lane: usize) -> Rc<[Chart]>;
    /// What is measured.
    fn measures(&self) -> Vec<Measure>;
    /// The measures of a lane up to and including a round, as far as it is produced.
    fn measured(&self, lane: usize, index: usize) -> Vec<Option<f64>>;
    /// The greatest value that a lane's stage needs.
    fn needs(&self, lane: usize, index: usize, phase: f64) -> f64;
    /// A lane's stage at an instant.
    fn draw(&self, lane: usize, index: usize, phase: f64, sight: &Sight) -> Scene<Who>;
}
