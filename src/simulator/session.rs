//! A scenario that is open, its system erased.

use std::any::Any;
use std::io;
use std::rc::Rc;

use super::choice::Choice;
use super::edit::Edit;
use super::entity::{EntityRow, EntityTable, TableRef};
use super::event::{EventKind, ScheduledEvent};
use super::explanation::{Card, Explanation};
use super::field::Field;
use super::info::{SubjectRef, SystemInfo};
use super::outcome::RoundOutcome;
use super::stage::{Handle, Viewport};
use super::table::Table;
use super::warning::Warning;
use super::{Chart, MetricInfo};
use crate::engine::Problem;
use crate::scene::Scene;

/// An open scenario, shared by everything that shows it.
pub type SharedSession = Rc<dyn Session>;

/// What became of an edit at a round.
pub enum Edited {
    /// The scenario after it, with nothing of it simulated yet.
    Session {
        /// The scenario.
        session: SharedSession,
        /// The event that the edit has become, if it was made later than the start.
        event: Option<u32>,
    },
    /// It can be made at the start of the run only.
    OnlyAtStart,
}

/// The stage of a variant, laid out.
pub struct StageLayout {
    /// What stays as it is.
    pub still: Scene<SubjectRef>,
    /// What can be dragged.
    pub handles: Vec<Handle>,
    /// Which round it is of, from 0.
    pub index: usize,
    /// The share of the round from which on it holds.
    pub holds_from: f64,
    /// The share of the round up to which it holds.
    pub holds_until: f64,
    /// How it is looked at.
    pub viewport: Viewport,
    /// What the moving layer is drawn from.
    pub(super) layout: Box<dyn Any>,
}

/// A scenario that is open: its document, its variants, and their rounds as far as they have been computed. What is
/// asked of a round that has not been computed yet is computed for it. Variants and rounds count from 0.
pub trait Session {
    /// How its system is announced.
    fn info(&self) -> SystemInfo;
    /// Its title.
    fn title(&self) -> &str;
    /// What to look for, a line each.
    fn notes(&self) -> &[String];
    /// The document as text.
    fn document(&self) -> String;
    /// The document as text for storage and workers, which nobody reads: without blanks.
    fn compact_document(&self) -> String;
    /// Writes the text of [`Session::compact_document`], in pieces of 64 kB.
    ///
    /// # Errors
    /// Where the writer fails.
    fn write_compact_document(&self, to: &mut dyn io::Write) -> io::Result<()>;
    /// The random seed.
    fn seed(&self) -> u64;
    /// How many rounds there are; at least 1.
    fn rounds(&self) -> usize;
    /// How many variants there are; at least 1.
    fn variants(&self) -> usize;
    /// A variant as the document has it.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn variant_document(&self, variant: usize) -> Result<serde_json::Value, Problem>;
    /// What tells a variant from the others.
    fn variant_title(&self, variant: usize) -> String;
    /// What a variant chooses among named options.
    fn choices(&self, variant: usize) -> Vec<Choice>;
    /// The form of a variant and the world; with the values in force in a round, where one is given that has been
    /// computed.
    fn fields(&self, variant: usize, in_force_at: Option<usize>) -> Vec<Field>;
    /// Question and answer where the sources are silent.
    fn assumptions(&self, variant: usize) -> Vec<(&'static str, &'static str)>;
    /// What a person should know of a variant as it is set up.
    fn warnings(&self, variant: usize) -> Vec<Warning>;
    /// The titles of the ready-made comparisons.
    fn comparisons(&self, variant: usize) -> Vec<&'static str>;
    /// The kinds of events that can be added.
    fn event_kinds(&self) -> Vec<EventKind>;
    /// The events.
    fn events(&self) -> Vec<ScheduledEvent>;
    /// Whether variants can leave out an event.
    fn can_leave_out(&self, event: u32) -> bool;
    /// The tables of the world.
    fn entities(&self) -> Vec<EntityTable>;
    /// A table, or one nested in a row.
    fn entity_table(&self, table: TableRef) -> Option<EntityTable>;
    /// What a row of a table is called.
    fn entity_name(&self, table: TableRef, row: usize) -> String;
    /// The rows of a table whose names contain a text, by their places; upper and lower case are alike.
    fn find_entities(&self, table: TableRef, text: &str) -> Vec<usize>;
    /// Rows of a table.
    fn entity_rows(&self, table: TableRef, rows: &[usize]) -> Vec<EntityRow>;
    /// What files can be opened, in a sentence.
    fn imports(&self) -> &'static str;
    /// Whether the stage can show subjects in the order of their load.
    fn can_sort(&self) -> bool;
    /// Whether a round can be exported for other programs.
    fn has_exports(&self) -> bool;
    /// What the signs on the stage mean: sign and meaning.
    fn legend(&self) -> &'static [(&'static str, &'static str)];

    /// The scenario after an edit, with nothing of it simulated yet.
    ///
    /// # Errors
    /// Why the edit cannot be made; nothing has changed.
    fn edited(&self, edit: &Edit) -> Result<SharedSession, Problem>;
    /// The scenario after an edit that is made in a variant at a round. `refined` is the event that the last such
    /// edit made.
    ///
    /// # Errors
    /// Why the edit cannot be made; nothing has changed.
    fn edited_at(
        &self,
        edit: &Edit,
        variant: usize,
        index: usize,
        refined: Option<u32>,
    ) -> Result<Edited, Problem>;
    /// The same scenario with nothing of it simulated: it takes no more memory than the document.
    fn reopened(&self) -> SharedSession;

    /// Gives back the memory of what can be found again of its rounds: for a run that is about to be replaced.
    fn release(&self);

    /// Whether another scenario is the same, whatever their seeds.
    fn is_same_but_for_seed(&self, other: &dyn Session) -> bool;

    /// Does the next piece of work: prepares a variant, or computes a round of the variant that is behind; `false`
    /// once all are complete.
    fn advance(&self) -> bool;
    /// Does the next piece of work towards the headline, the overview, the cards and the table of a round; `false` once
    /// these can be asked for without a long wait. Asked for before that, they do all of the work at once.
    fn approach(&self, variant: usize, index: usize) -> bool;
    /// Rounds computed in every variant.
    fn computed(&self) -> usize;
    /// The digest of a variant's rounds, once all are computed.
    fn digest(&self, variant: usize) -> Option<String>;
    /// When a round begins, in seconds after the start.
    fn time_s(&self, index: usize) -> f64;
    /// Whether the reasons of a round may follow the cursor a moment later.
    fn is_large(&self) -> bool;
    /// Whether something happened in a round of any variant.
    fn is_eventful(&self, index: usize) -> bool;
    /// A round in one sentence.
    fn headline(&self, variant: usize, index: usize) -> String;
    /// A few words on a round, beside its number.
    fn status(&self, variant: usize, index: usize) -> String;
    /// What comes after a round, in a sentence.
    fn outlook(&self, variant: usize, index: usize) -> String;
    /// What a subject is, in data: "broker", "pair".
    fn subject_kind(&self, subject: SubjectRef) -> &'static str;
    /// What a person calls a subject.
    fn subject_name(&self, subject: SubjectRef) -> String;
    /// The subject of another session of the same system, in this one; `None` where it is gone.
    fn find_subject(&self, other: &dyn Session, subject: SubjectRef) -> Option<SubjectRef>;
    /// The subjects of a round that have reasons, those that act first.
    fn overview(&self, variant: usize, index: usize) -> Rc<[SubjectRef]>;
    /// What a round says about a subject, in at most `most` lines.
    fn card(&self, variant: usize, index: usize, subject: SubjectRef, most: usize) -> Card;
    /// All reasons of a round, in the order in which they arose; also those that are given on demand elsewhere.
    fn reasons(&self, variant: usize, index: usize) -> Vec<Explanation>;
    /// What a round did, as data.
    fn outcome(&self, variant: usize, index: usize) -> RoundOutcome;
    /// A round as a table.
    fn table(&self, variant: usize, index: usize) -> Table;
    /// The rounds computed so far as charts.
    fn charts(&self, variant: usize, selected: Option<SubjectRef>) -> Rc<[Chart]>;
    /// What is measured.
    fn metrics(&self) -> Vec<MetricInfo>;
    /// The metrics of a variant up to and including a round, as far as it is computed.
    fn measure(&self, variant: usize, index: usize) -> Vec<Option<f64>>;
    /// What moved in a round, sorted.
    fn moved(&self, variant: usize, index: usize) -> Vec<SubjectRef>;
    /// The stages of the first variants, as many as there are viewports, laid out from a share of the round on.
    fn stages(&self, index: usize, phase: f64, viewports: &[Viewport]) -> Vec<StageLayout>;
    /// What moves at an instant of a stage's round.
    fn motion(&self, variant: usize, phase: f64, stage: &StageLayout) -> Scene<SubjectRef>;

    /// The implementation, for comparing two sessions of one system.
    fn as_any(&self) -> &dyn Any;
}
