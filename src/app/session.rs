//! What the page knows, and everything that can happen to it.

use super::importer::Sources;
use super::run::Run;
use super::shared::Shared;
use crate::exchange::wire::Found;
use crate::paint::Theme;
use crate::run::Problem;
use crate::scene::stage::Order;
use crate::shedding::edit::ClusterEdit;
use crate::shedding::placement::PlacementInfo;
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
#[derive(Clone, PartialEq)]
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

    /// The same page with another scenario of the same situation, the cursor kept where it can be.
    fn rerun(mut self, scenario: Scenario) -> Self {
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
        self
    }

    fn with_lane(self, change: impl FnOnce(&mut Lane)) -> Self {
        let mut scenario = (*self.scenario).clone();
        if let Some(lane) = scenario.lanes.first_mut() {
            change(lane);
        }
        self.rerun(scenario)
    }

    fn edited(mut self, edit: &ClusterEdit) -> Self {
        match edit.apply(&self.scenario.world) {
            Ok(world) => {
                let mut scenario = (*self.scenario).clone();
                scenario.world = world;
                // Who is looked at is told by place, which the edit may have changed.
                if matches!(edit, ClusterEdit::AddBroker | ClusterEdit::RemoveBroker(_) | ClusterEdit::RenameBroker(..))
                {
                    self.selected = None;
                }
                if matches!(edit, ClusterEdit::RemoveBroker(_)) {
                    self.opened = None;
                }
                self.rerun(scenario)
            }
            Err(problem) => Self { notice: Some(problem.to_string()), discards: self.discards + 1, ..self },
        }
    }

    fn replaced(self, situation: Option<&'static str>, scenario: Shared<Scenario>) -> Self {
        let fresh = Self::opening(situation, scenario, self.theme);
        Self {
            speed: self.speed,
            order: self.order,
            has_tables: self.has_tables,
            sheet: self.sheet,
            jumps: self.jumps + 1,
            discards: self.discards + 1,
            resizes: self.resizes,
            ..fresh
        }
    }

    fn at_first_page(mut self, pages: Pages) -> Self {
        self.pages[pages as usize] = 0;
        self
    }

    fn sought(self, round: usize) -> Self {
        let round = round.min(self.last());
        let selected = self.selected.filter(|subject| matches!(subject, Subject::Broker(_) | Subject::Bundle(_)));
        Self { round, selected, jumps: self.jumps + 1, ..self }
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
        let now = self.clone();
        match action {
            Action::Fetch(id) => Session { fetching: Some(id), ..now },
            Action::Pick(id, scenario) => now.replaced(Some(id), scenario),
            Action::Apply(scenario) => now.replaced(None, scenario),
            Action::Strategy(strategy) => now.with_lane(|lane| {
                lane.placement = usual_placement(&strategy).to_owned();
                lane.strategy = strategy;
            }),
            Action::Placement(placement) if PlacementInfo::find(&placement).is_some() => {
                now.with_lane(|lane| lane.placement = placement)
            }
            Action::Placement(_) => now,
            Action::Release(release) => now.with_lane(|lane| lane.release = release),
            Action::Set(key, value) => now.with_lane(|lane| lane.settings.set(key, value)),
            Action::ResetSettings => {
                let reset = now.with_lane(|lane| lane.settings = Settings::default());
                Session { discards: reset.discards + 1, ..reset }
            }
            Action::Rounds(rounds) => {
                let scenario = Scenario { rounds, ..(*now.scenario).clone() };
                now.rerun(scenario)
            }
            Action::Seed(seed) => {
                let scenario = Scenario { seed, ..(*now.scenario).clone() };
                now.rerun(scenario)
            }
            Action::Edit(edit) if now.round > 0 => Session { offered: Some(edit), is_playing: false, ..now },
            Action::Edit(edit) => now.edited(&edit),
            Action::AcceptOffer => match now.offered.clone() {
                Some(edit) => Session { offered: None, ..now.sought(0) }.edited(&edit),
                None => now,
            },
            Action::DiscardOffer => Session { offered: None, discards: now.discards + 1, ..now },
            Action::Seek(round) => now.sought(round),
            Action::Arrive(round) => Session { round: round.min(now.last()), ..now },
            Action::Play(is_playing) if is_playing && now.round >= now.last() => {
                Session { is_playing, ..now.sought(0) }
            }
            Action::Play(is_playing) => Session { is_playing, ..now },
            Action::Speed(speed) => Session { speed, ..now },
            Action::Select(selected) => Session { selected, sheet: Sheet::Why, ..now },
            Action::Order(order) => Session { order, ..now },
            Action::Theme(theme) => Session { theme, ..now },
            Action::Tables(has_tables) => Session { has_tables, ..now },
            Action::Dialog(dialog) => {
                Session { dialog, is_playing: now.is_playing && dialog.is_none(), reading: Reading::Nothing, ..now }
            }
            Action::Sheet(sheet) => Session { sheet, ..now },
            Action::Grown => Session { computed: now.run.computed(), ..now },
            Action::Notice(notice) => Session { notice: Some(notice), fetching: None, ..now },
            Action::DismissNotice => Session { notice: None, ..now },
            Action::Resized => Session { resizes: now.resizes + 1, ..now },
            Action::Page(pages, page) => {
                let mut next = now;
                next.pages[pages as usize] = page;
                next
            }
            Action::Opened(opened) => Session { opened, ..now }.at_first_page(Pages::Bundles),
            Action::Filter(filter) => Session { filter, opened: None, ..now }.at_first_page(Pages::Brokers),
            Action::Open(sources) => {
                let reading = Reading::Waiting(sources);
                Session { reading, dialog: Some(Dialog::Open), is_playing: false, ..now }
            }
            // Who closed the dialog in the meantime does not want to know any more.
            Action::Read(reading) if now.dialog == Some(Dialog::Open) => Session { reading, ..now },
            Action::Read(_) => now,
        }
    }
}
