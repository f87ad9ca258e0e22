//! What can happen to the page.

use yew::UseReducerDispatcher;

use super::explained::Explained;
use super::handle::{Handle, Shared};
use super::request::{Outcome, Request};
use super::state::{Dialog, Draft, Drawer, Import, RoundExports, Sheet, State};
use crate::render::Theme;
use crate::simulator::{Edit, SeedMetrics, StageOrder, SubjectRef};

/// Sends actions; equal for the life of the page, so that a context of it never renders anything again.
pub(crate) type Dispatch = UseReducerDispatcher<State>;

/// A drag, a slider's move, or the typing in one field: its edits are one step of undo.
pub(crate) type Gesture = u64;

/// Where the cursor goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seek {
    /// To a round, from 0.
    Round(usize),
    /// One round on.
    Next,
    /// One round back.
    Previous,
    /// To the next eventful round.
    NextEventful,
    /// To the eventful round before.
    PreviousEventful,
    /// To the first round.
    First,
    /// To the last round.
    Last,
}

/// A tab of the right panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The reasons of the round.
    #[default]
    Why,
    /// The metrics, and the sweep over seeds.
    Results,
}

/// What has been computed of a scenario, as the computation reports it.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// The scenario that it is of; reports of another are ignored.
    pub document: Handle,
    /// Rounds computed in every variant.
    pub computed: usize,
    /// Whether there is enough of it to show it in place of the run before.
    pub is_ready: bool,
}

/// What came of reading files: the opened document with its findings, or why not.
pub(crate) type ImportResult = Result<Shared<Import>, String>;

/// Something that happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Something is asked for that the reducer does not do itself.
    Request(Request),
    /// What came of the request that is first in the queue.
    Done(Outcome),
    /// More rounds have been computed.
    Computed(Work),
    /// Stops computing, or goes on with it.
    Halt(bool),
    /// The cursor goes somewhere.
    Seek(Seek),
    /// The cursor arrives at a round by playing.
    Arrive(usize),
    /// Time runs or stops.
    Play(bool),
    /// Another speed.
    Speed(f64),
    /// The panels catch up with the cursor: the reasons of this round are at hand.
    Explain(Explained),
    /// Another variant is the one that is edited and explained.
    Variant(usize),
    /// A subject is selected, or none.
    Select(Option<SubjectRef>),
    /// Another order of the stage.
    Order(StageOrder),
    /// Tables beside the charts, or not.
    Tables(bool),
    /// Which chart the timeline shows.
    Chart(usize),
    /// Light or dark.
    Theme(Theme),
    /// Opens or closes a dialog.
    Dialog(Option<Dialog>),
    /// Opens or closes a drawer on the left.
    Drawer(Option<Drawer>),
    /// A tab of the right panel.
    Tab(Tab),
    /// The sheet of a narrow window.
    Sheet(Sheet),
    /// To a position in the history of edits.
    History(usize),
    /// Goes to the start and makes the edit that was offered.
    AcceptOffer,
    /// Drops the edit that was offered.
    DiscardOffer,
    /// A notice has been read.
    DismissNotice,
    /// Something a person should know.
    Notice(String),
    /// A draft from an earlier visit is there to be taken up.
    OfferDraft(Draft),
    /// Drops the draft that was offered.
    DiscardDraft,
    /// Begins a sweep over a number of seeds, or stops the one that runs.
    Sweep(Option<u64>),
    /// The results of some seeds of the sweep with a number.
    Swept(u64, Vec<SeedMetrics>),
    /// The sweep with a number cannot go on.
    SweepFailed(u64, String),
    /// Files or texts are being read.
    Reading,
    /// What came of reading them.
    Read(ImportResult),
    /// Applies what has been read.
    ApplyImport,
    /// The texts for other programs have been made.
    Exported(RoundExports),
}

impl Action {
    /// An edit that stands by itself.
    pub fn edit(edit: Edit) -> Self {
        Self::Request(Request::Edit {
            edit,
            gesture: None,
            text: None,
        })
    }

    /// An edit that belongs to a gesture.
    pub fn edit_in(gesture: Gesture, edit: Edit) -> Self {
        Self::Request(Request::Edit {
            edit,
            gesture: Some(gesture),
            text: None,
        })
    }

    /// An edit that was typed, with the text, so that a refused one stays in its field.
    pub fn edit_typed(gesture: Gesture, edit: Edit, text: String) -> Self {
        Self::Request(Request::Edit {
            edit,
            gesture: Some(gesture),
            text: Some(text),
        })
    }
}
