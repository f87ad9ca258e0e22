//! What the page knows.

use std::collections::VecDeque;
use std::rc::Rc;

use super::explained::Explained;
use super::handle::{Handle, Shared};
use super::history::History;
use super::playback::Playback;
use super::request::Request;
use crate::engine::Problem;
use crate::render::Theme;
use crate::simulator::{Edit, Export, Findings, StageOrder, SubjectRef, Sweep, SystemInfo};

/// Where a scenario came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The id of its system.
    pub system: &'static str,
    /// The id of its preset; none for a scenario of a person's own.
    pub preset: Option<&'static str>,
}

/// Which dialog is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Open files, dropped or pasted texts.
    Open,
    /// The scenario as a document.
    Document,
    /// The list of keys and signs.
    Keys,
    /// What the metrics mean.
    Definitions,
    /// The round for other programs.
    Exports,
}

/// A drawer on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawer {
    /// What the scenario consists of.
    Cluster,
    /// Variants, choices and settings.
    Algorithm,
    /// Events.
    Events,
    /// Rules, and whatever else is a list of records.
    Rules,
    /// The history of edits.
    History,
}

/// The panel under the stage in a narrow window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sheet {
    /// The reasons.
    #[default]
    Why,
    /// The metrics.
    Results,
    /// The drawers.
    Setup,
}

/// An edit that was refused, for the field that it was made in.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The edit.
    pub edit: Edit,
    /// What was typed.
    pub text: Option<String>,
    /// Why it cannot be made.
    pub problem: Problem,
}

/// A scenario read from files, waiting to be applied.
#[derive(Debug)]
pub struct Import {
    /// The document.
    pub document: String,
    /// What became of each thing that was read.
    pub findings: Findings,
}

/// The texts for other programs of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundExports {
    /// The variant, from 0.
    pub variant: usize,
    /// The round, from 0.
    pub round: usize,
    /// The texts, or why there are none.
    pub texts: Result<Shared<Vec<Export>>, String>,
}

/// A scenario kept from an earlier visit.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Draft {
    /// Its title.
    pub title: String,
    /// The document.
    pub document: String,
}

/// The sweep over seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepState {
    /// Tells it from the sweeps before; results of another are ignored.
    pub number: u64,
    /// The scenario that it is of.
    pub document: Handle,
    /// What has come of it so far.
    pub results: Shared<Sweep>,
    /// Whether it goes on.
    pub is_running: bool,
    /// Why it stopped, if it failed.
    pub problem: Option<Rc<str>>,
}

/// The state of the page. Cloning it is cheap.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The scenario as it is edited: what forms show.
    pub document: Handle,
    /// The scenario whose rounds are shown: the one before, until the edited one has been computed as far as needed.
    pub run: Handle,
    /// Where the document came from.
    pub origin: Origin,
    /// Whether it has been edited since it was opened.
    pub is_edited: bool,
    /// Rounds of `run` computed in every variant.
    pub computed: usize,
    /// Requests that wait to be performed, first in first out.
    pub requests: Rc<VecDeque<Request>>,
    /// Counts requests that have been performed.
    pub performed: usize,
    /// Counts scenarios that have been opened.
    pub opened: usize,
    /// The variant that is edited and explained.
    pub variant: usize,
    /// The round at the cursor, from 0.
    pub round: usize,
    /// What the panels explain; `None` until a round is there.
    pub explained: Option<Explained>,
    /// The round that the cursor goes to as soon as it is computed.
    pub pending_round: Option<usize>,
    /// Counts jumps of the cursor, so that the player begins the round again.
    pub seek_epoch: usize,
    /// Whether time runs.
    pub is_playing: bool,
    /// Factor on the pace of playing.
    pub speed: f64,
    /// Whether a person has stopped the computing.
    pub is_halted: bool,
    /// The selected subject.
    pub selected: Option<SubjectRef>,
    /// The order of the stage.
    pub order: StageOrder,
    /// What was open before.
    pub history: History,
    /// The event that the last edit at a later round has become.
    pub what_if: Option<u32>,
    /// An edit that can be made at the start only, tried at a later round.
    pub offered: Option<Edit>,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
    /// Something a person should know.
    pub notice: Option<Rc<str>>,
    /// A scenario from an earlier visit that can be taken up.
    pub draft: Option<Rc<Draft>>,
    /// Counts what makes fields forget what was typed into them.
    pub reset_epoch: usize,
    /// Light or dark.
    pub theme: Theme,
    /// Whether charts are shown as tables too.
    pub shows_tables: bool,
    /// Which chart the timeline shows.
    pub chart: usize,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// The open drawer.
    pub drawer: Option<Drawer>,
    /// The tab of the right panel.
    pub tab: super::action::Tab,
    /// The panel under the stage in a narrow window.
    pub sheet: Sheet,
    /// The sweep over seeds, if one was asked for.
    pub sweep: Option<SweepState>,
    /// Counts sweeps.
    pub(crate) sweeps: u64,
    /// Whether files are being read.
    pub is_reading: bool,
    /// What came of reading files.
    pub import: Option<super::action::ImportResult>,
    /// The texts for other programs, once they are there.
    pub exports: Option<RoundExports>,
}

impl State {
    /// A page that opens on a scenario of which nothing is simulated yet.
    pub fn new(document: Handle, origin: Origin, theme: Theme) -> Self {
        Self {
            history: History::new(&document, origin),
            run: document.clone(),
            document,
            origin,
            is_edited: false,
            computed: 0,
            requests: Rc::default(),
            performed: 0,
            opened: 0,
            variant: 0,
            round: 0,
            explained: None,
            pending_round: None,
            seek_epoch: 0,
            is_playing: false,
            speed: 1.0,
            is_halted: false,
            selected: None,
            order: StageOrder::Overrides,
            what_if: None,
            offered: None,
            refusal: None,
            notice: None,
            draft: None,
            reset_epoch: 0,
            theme,
            shows_tables: false,
            chart: 0,
            dialog: None,
            drawer: None,
            tab: super::action::Tab::Why,
            sheet: Sheet::Why,
            sweep: None,
            sweeps: 0,
            is_reading: false,
            import: None,
            exports: None,
        }
    }

    /// How the system is announced.
    pub fn info(&self) -> SystemInfo {
        self.document.info()
    }

    /// The last round, from 0.
    pub fn last(&self) -> usize {
        self.run.rounds() - 1
    }

    /// Whether there is a round to show.
    pub(crate) fn has_rounds(&self) -> bool {
        self.computed > 0
    }

    /// The variant of the run that is shown: while an edit is computed, the run before may have fewer.
    pub fn shown_variant(&self) -> usize {
        self.variant.min(self.run.variants() - 1)
    }

    /// The nearest eventful round after the cursor, or before it, as far as rounds are computed.
    pub fn eventful(&self, is_forward: bool) -> Option<usize> {
        let is_eventful = |index: &usize| self.run.is_eventful(*index);
        if is_forward {
            (self.round + 1..self.computed).find(is_eventful)
        } else {
            (0..self.round.min(self.computed)).rev().find(is_eventful)
        }
    }

    /// The cursor as the controls show it.
    pub fn playback(&self) -> Playback {
        Playback {
            round: self.round,
            last: self.last(),
            previous_eventful: self.eventful(false),
            next_eventful: self.eventful(true),
            is_playing: self.is_playing,
            speed: self.speed,
        }
    }
}
