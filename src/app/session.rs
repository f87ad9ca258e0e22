//! What the page knows, and everything that can happen to it.

use super::importer::Sources;
use super::run::Run;
use super::shared::Shared;
use crate::exchange::wire::Found;
use crate::paint::Theme;
use crate::run::Problem;
use crate::scene::stage::Order;
use crate::shedding::cluster_edit::ClusterEdit;
use crate::shedding::settings::{Key, Settings};
use crate::shedding::strategy::ShedderInfo;
use crate::shedding::{Lane, Release, Scenario, Subject};

/// Which of the dialogs is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Open a file, drop or paste.
    Open,
    /// The list of keys.
    Keys,
    /// What the measures mean.
    Definitions,
}

/// What is shown page by page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pages {
    /// The table of brokers.
    Brokers,
    /// The table of a broker's bundles.
    Bundles,
    /// The cards of reasons: how often more were asked for.
    Why,
    /// The stage as a table.
    Stage,
    /// The history as a table.
    History,
}

/// What came of reading files.
#[derive(Clone, Default, PartialEq)]
pub enum Reading {
    /// Nothing has been read.
    #[default]
    Nothing,
    /// They are being read.
    Waiting(Shared<Sources>),
    /// They were understood, and wait to be applied.
    Read(Shared<Found>),
    /// They cannot be read.
    Refused(Problem),
}

/// The panel shown under the stage on a narrow screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// Scenario, strategy, settings, brokers.
    Setup,
    /// The reasons.
    Why,
    /// The measures.
    SoFar,
}

/// The state of the page.
#[derive(Clone)]
pub struct Session {
    /// The last good scenario.
    pub scenario: Shared<Scenario>,
    /// Its run.
    pub run: Shared<Run>,
    /// The id of the situation it came from, if it came from one.
    pub situation: Option<&'static str>,
    /// Rounds produced so far.
    pub computed: usize,
    /// The round at the cursor.
    pub round: usize,
    /// Counts jumps of the cursor, so that the player forgets its place within the round.
    pub jumps: usize,
    /// Whether time runs.
    pub is_playing: bool,
    /// How fast.
    pub speed: f64,
    /// Whose story is told.
    pub selected: Option<Subject>,
    /// In which order brokers stand.
    pub order: Order,
    /// Light or dark.
    pub theme: Theme,
    /// Whether charts are shown as tables too.
    pub has_tables: bool,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// The panel under the stage on a narrow screen.
    pub sheet: Sheet,
    /// An edit of the start that was tried at a later round.
    pub offered: Option<ClusterEdit>,
    /// The situation that is on its way.
    pub fetching: Option<&'static str>,
    /// Something the person should know.
    pub notice: Option<String>,
    /// Counts discarded edits, so that fields forget what was typed.
    pub discards: usize,
    /// Counts changes of size.
    pub resizes: usize,
    /// The pages that long tables stand at, by [`Pages`].
    pages: [usize; 5],
    /// The broker whose row is open, by its place in the scenario.
    pub opened: Option<usize>,
    /// What the names of the brokers shown in the table contain.
    pub filter: String,
    /// What came of the files that were opened.
    pub reading: Reading,
}

/// Something that happens.
#[derive(Clone)]
pub enum Action {
    /// A situation is picked; it has to come first.
    Fetch(&'static str),
    /// A situation has come.
    Pick(&'static str, Shared<Scenario>),
    /// A scenario from elsewhere is applied.
    Apply(Shared<Scenario>),
    /// Another shedder, with the placement that usually goes with it.
    Strategy(String),
    /// Another placement.
    Placement(String),
    /// Another release.
    Release(Release),
    /// A setting.
    Set(Key, f64),
    /// Every setting back to its default.
    ResetSettings,
    /// How many rounds.
    Rounds(usize),
    /// The seed.
    Seed(u64),
    /// An edit of the start.
    Edit(ClusterEdit),
    /// Go to the start and make the edit that was offered.
    AcceptOffer,
    /// Forget the edit that was offered.
    DiscardOffer,
    /// The cursor goes to a round.
    Seek(usize),
    /// The cursor arrives at a round by playing.
    Arrive(usize),
    /// Time runs or stands.
    Play(bool),
    /// How fast.
    Speed(f64),
    /// Whose story.
    Select(Option<Subject>),
    /// In which order.
    Order(Order),
    /// Light or dark.
    Theme(Theme),
    /// Tables beside charts.
    Tables(bool),
    /// Opens or closes a dialog.
    Dialog(Option<Dialog>),
    /// The panel on a narrow screen.
    Sheet(Sheet),
    /// More rounds have been produced.
    Grown,
    /// Something is the matter.
    Notice(String),
    /// A notice has been read.
    DismissNotice,
    /// The stage or the history has another size.
    Resized,
    /// A long table goes to a page.
    Page(Pages, usize),
    /// A broker's row is opened or closed.
    Opened(Option<usize>),
    /// The table of brokers shows some of them.
    Filter(String),
    /// Files or texts are opened.
    Open(Shared<Sources>),
    /// Files were read, or cannot be.
    Read(Reading),
}

impl Session {
    /// A page that opens on a scenario.
    pub fn opening(situation: Option<&'static str>, scenario: Shared<Scenario>, theme: Theme) -> Self {
        let run = Shared::new(Run::new(&scenario));
        Self {
            computed: run.computed(),
            scenario,
            run,
            situation,
            round: 0,
            jumps: 0,
            is_playing: false,
            speed: 1.0,
            selected: None,
            order: Order::Given,
            theme,
            has_tables: false,
            dialog: None,
            sheet: Sheet::Why,
            offered: None,
            fetching: None,
            notice: None,
            discards: 0,
            resizes: 0,
            pages: [0; 5],
            opened: None,
            filter: String::new(),
            reading: Reading::Nothing,
        }
    }

    /// The page that a long table stands at.
    pub fn page(&self, pages: Pages) -> usize {
        self.pages[pages as usize]
    }

    /// The last round there is, counted from 0.
    pub fn last(&self) -> usize {
        self.scenario.rounds.saturating_sub(1)
    }

    /// The next round after the cursor (or before it) in which something moved, as far as is computed.
    pub fn shedding(&self, is_forward: bool) -> Option<usize> {
        self.run.with_rounds(|rounds, _| {
            let moved = |index: &usize| !rounds[*index].moves.is_empty();
            if is_forward {
                (self.round + 1..rounds.len()).find(moved)
            } else {
                (0..self.round.min(rounds.len())).rev().find(moved)
            }
        })
    }

    /// Another scenario of the same situation; the cursor stays where it can. One that cannot be run
    /// changes nothing.
    fn rerun(&mut self, scenario: Scenario) {
        match scenario.check() {
            Ok(()) => {
                self.run = Shared::new(Run::new(&scenario));
                self.computed = self.run.computed();
                self.scenario = Shared::new(scenario);
                self.round = self.round.min(self.last());
                self.notice = None;
            }
            Err(problem) => self.notice = Some(problem.to_string()),
        }
    }

    fn change_lane(&mut self, change: &mut dyn FnMut(&mut Lane)) {
        let mut scenario = (*self.scenario).clone();
        scenario.lanes.iter_mut().for_each(change);
        self.rerun(scenario);
    }

    fn edit(&mut self, edit: &ClusterEdit) {
        match edit.apply(&self.scenario.world) {
            Ok(world) => {
                // Who is looked at is told by place, which the edit may have changed.
                if matches!(edit, ClusterEdit::AddBroker | ClusterEdit::RemoveBroker(_) | ClusterEdit::RenameBroker(..))
                {
                    self.selected = None;
                }
                if matches!(edit, ClusterEdit::RemoveBroker(_)) {
                    self.opened = None;
                }
                self.rerun(Scenario { world, ..(*self.scenario).clone() });
            }
            Err(problem) => {
                self.notice = Some(problem.to_string());
                self.discards += 1;
            }
        }
    }

    /// Another scenario altogether: the page begins anew, but for how it is looked at.
    fn replace(&mut self, situation: Option<&'static str>, scenario: Shared<Scenario>) {
        let old = std::mem::replace(self, Self::opening(situation, scenario, self.theme));
        (self.speed, self.order, self.has_tables, self.sheet) = (old.speed, old.order, old.has_tables, old.sheet);
        (self.jumps, self.discards, self.resizes) = (old.jumps + 1, old.discards + 1, old.resizes);
    }

    fn seek(&mut self, round: usize) {
        self.round = round.min(self.last());
        self.selected = self.selected.filter(|subject| matches!(subject, Subject::Broker(_) | Subject::Bundle(_)));
        self.jumps += 1;
    }
}

/// The placement that usually goes with a shedder.
pub fn usual_placement(strategy: &str) -> &'static str {
    match ShedderInfo::find(strategy) {
        Some(row) if row.id == "AvgShedder" => "AvgShedder",
        Some(row) if row.names_targets => "planned",
        _ => "LeastLongTermMessageRate",
    }
}

impl Session {
    /// What the page knows after something has happened.
    pub fn after(&self, action: Action) -> Self {
        let mut next = self.clone();
        next.take(action);
        next
    }

    fn take(&mut self, action: Action) {
        match action {
            Action::Fetch(id) => (self.fetching, self.notice) = (Some(id), None),
            Action::Pick(id, scenario) => self.replace(Some(id), scenario),
            Action::Apply(scenario) => self.replace(None, scenario),
            Action::Strategy(strategy) => self.change_lane(&mut |lane| {
                lane.placement = usual_placement(&strategy).to_owned();
                lane.strategy.clone_from(&strategy);
            }),
            Action::Placement(placement) => self.change_lane(&mut |lane| lane.placement.clone_from(&placement)),
            Action::Release(release) => self.change_lane(&mut |lane| lane.release = release),
            Action::Set(key, value) => self.change_lane(&mut |lane| lane.settings.set(key, value)),
            Action::ResetSettings => {
                self.change_lane(&mut |lane| lane.settings = Settings::default());
                self.discards += 1;
            }
            Action::Rounds(rounds) => self.rerun(Scenario { rounds, ..(*self.scenario).clone() }),
            Action::Seed(seed) => self.rerun(Scenario { seed, ..(*self.scenario).clone() }),
            Action::Edit(edit) if self.round > 0 => {
                self.offered = Some(edit);
                self.is_playing = false;
            }
            Action::Edit(edit) => self.edit(&edit),
            Action::AcceptOffer => {
                if let Some(edit) = self.offered.take() {
                    self.seek(0);
                    self.edit(&edit);
                }
            }
            Action::DiscardOffer => {
                self.offered = None;
                self.discards += 1;
            }
            Action::Seek(round) => self.seek(round),
            Action::Arrive(round) => self.round = round.min(self.last()),
            Action::Play(is_playing) => {
                if is_playing && self.round >= self.last() {
                    self.seek(0);
                }
                self.is_playing = is_playing;
            }
            Action::Speed(speed) => self.speed = speed,
            Action::Select(selected) => (self.selected, self.sheet) = (selected, Sheet::Why),
            Action::Order(order) => self.order = order,
            Action::Theme(theme) => self.theme = theme,
            Action::Tables(has_tables) => self.has_tables = has_tables,
            Action::Dialog(dialog) => {
                self.is_playing &= dialog.is_none();
                (self.dialog, self.reading) = (dialog, Reading::Nothing);
            }
            Action::Sheet(sheet) => self.sheet = sheet,
            Action::Grown => self.computed = self.run.computed(),
            Action::Notice(notice) => (self.notice, self.fetching) = (Some(notice), None),
            Action::DismissNotice => self.notice = None,
            Action::Resized => self.resizes += 1,
            Action::Page(pages, page) => self.pages[pages as usize] = page,
            Action::Opened(opened) => {
                self.opened = opened;
                self.pages[Pages::Bundles as usize] = 0;
            }
            Action::Filter(filter) => {
                (self.filter, self.opened) = (filter, None);
                self.pages[Pages::Brokers as usize] = 0;
            }
            Action::Open(sources) => {
                (self.reading, self.dialog) = (Reading::Waiting(sources), Some(Dialog::Open));
                self.is_playing = false;
            }
            // Who closed the dialog in the meantime does not want to know any more.
            Action::Read(reading) if self.dialog == Some(Dialog::Open) => self.reading = reading,
            Action::Read(_) => {}
        }
    }
}
