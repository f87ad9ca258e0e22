//! What the page knows, and what becomes of it when something happens.

use std::cell::RefCell;
use std::rc::Rc;

use super::action::{Action, Dialog, Pages, Reading, Sheet};
use super::controls::{Play, Playback};
use super::editing::usual_placement;
use super::history::History;
use super::keys::Command;
use super::measured::SEEDS;
use super::metrics::Texts;
use super::run::{Run, View};
use super::shared::Shared;
use super::sweep::Swept;
use crate::paint::Theme;
use crate::scene::stage::Order;
use crate::shedding::cluster_edit::ClusterEdit;
use crate::shedding::comparisons::lane_title;
use crate::shedding::settings::{SETTINGS, Settings};
use crate::shedding::sweep::Sweep;
use crate::shedding::what_if::Change;
use crate::shedding::{Lane, Scenario, Subject};

/// Up to so many bundles in all lanes the panels keep up with the cursor.
const QUICK: usize = 8000;

/// The state of the page.
#[derive(Clone)]
pub struct Session {
    /// The last good scenario.
    pub scenario: Shared<Scenario>,
    /// The run of every lane.
    pub lanes: Vec<Shared<Run>>,
    /// The main lane: the one that is edited and explained.
    pub lane: usize,
    /// Its run.
    pub run: Shared<Run>,
    /// What was on the page before.
    pub history: History<(Shared<Scenario>, Option<&'static str>)>,
    /// The round that the panels tell of: in large runs it follows the cursor a moment later.
    pub told: usize,
    /// The round that the cursor goes to as soon as it is computed.
    pub wanted: Option<usize>,
    /// Whether a person has stopped the computing.
    pub is_halted: bool,
    /// The event that the last edit at a later time has become.
    pub what_if: Option<u32>,
    /// The lanes over many seeds, as far as they were asked for.
    pub sweep: Option<Swept>,
    /// Whether that is being computed.
    pub is_sweeping: bool,
    /// What would be exposed in the round, once it has been worked out.
    pub metrics: Option<Shared<Texts>>,
    /// Whose text of it is shown.
    pub exposed: usize,
    /// The id of the situation it came from, if it came from one.
    pub situation: Option<&'static str>,
    /// Rounds produced so far in every lane.
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
    /// An edit that only the start can have, tried at a later round.
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

impl Session {
    /// A page that opens on a scenario.
    pub fn opening(situation: Option<&'static str>, scenario: Shared<Scenario>, theme: Theme) -> Self {
        let lanes = Run::of_lanes(&scenario);
        Self {
            history: History::new((scenario.clone(), situation)),
            computed: 1,
            scenario,
            lane: 0,
            run: lanes[0].clone(),
            lanes,
            told: 0,
            wanted: None,
            is_halted: false,
            what_if: None,
            sweep: None,
            is_sweeping: false,
            metrics: None,
            exposed: 0,
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

    pub(super) fn least_computed(&self) -> usize {
        self.lanes.iter().map(|run| run.computed()).min().unwrap_or(1)
    }

    /// The cursor goes to a round, or as near as is computed, and on from there as more is.
    pub(super) fn go(&mut self, round: usize) {
        self.wanted = (round >= self.computed).then_some(round);
        self.round = round.min(self.computed.saturating_sub(1));
        self.tell_soon();
    }

    /// Whether a round can be played once more in no time.
    pub fn is_quick(&self) -> bool {
        self.scenario.world.bundle_count() * self.lanes.len() <= QUICK
    }

    /// What is quickly told is told at once.
    fn tell_soon(&mut self) {
        if self.is_quick() {
            self.told = self.round;
        }
    }

    /// A round of a lane, as much of it as is quickly seen.
    pub fn see(&self, run: &Run, round: usize) -> Rc<View> {
        if self.is_quick() { run.glance(round) } else { run.sketch(round) }
    }

    /// The lane that is edited and explained.
    pub fn main_lane(&self) -> &Lane {
        &self.scenario.lanes[self.lane]
    }

    /// What tells a lane from the others.
    pub fn lane_title(&self, lane: usize) -> String {
        let lanes = &self.scenario.lanes;
        format!("{}: {}", lane + 1, lane_title(&lanes[lane], lanes))
    }

    /// The settings in force at the cursor.
    pub fn settings(&self) -> Rc<Settings> {
        Rc::clone(&self.run.glance(self.round).detail.settings)
    }

    /// Where time stands, and where it can go.
    pub fn playback(&self) -> Playback {
        Playback {
            round: self.round,
            last: self.last(),
            happenings: [self.shedding(false), self.shedding(true)],
            happening: "shedding",
            noun: "round",
            is_playing: self.is_playing,
            speed: self.speed,
        }
    }

    /// What a key means now.
    pub fn meant(&self, command: Command) -> Option<Action> {
        match command {
            Command::Tables => Some(Action::Tables(!self.has_tables)),
            Command::Open => Some(Action::Dialog(Some(Dialog::Open))),
            Command::Keys => Some(Action::Dialog(Some(Dialog::Keys))),
            Command::Past(_) if self.dialog.is_some() => None,
            Command::Past(true) => Some(Action::Past(self.history.now() + 1)),
            Command::Past(false) => Some(Action::Past(self.history.now().checked_sub(1)?)),
            of_time => of_time.play(&self.playback()).map(Action::Play),
        }
    }

    /// Another lane becomes the main one.
    pub(super) fn turn_to(&mut self, lane: usize) {
        self.lane = lane.min(self.lanes.len() - 1);
        self.run = self.lanes[self.lane].clone();
    }

    fn seek(&mut self, round: usize) {
        self.go(round.min(self.last()));
        self.selected = self.selected.filter(|subject| matches!(subject, Subject::Broker(_) | Subject::Bundle(_)));
        self.jumps += 1;
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
            Action::Strategy(strategy) => self.change_lane(&format!("Strategy: {strategy}"), &mut |lane| {
                lane.placement = usual_placement(&strategy).to_owned();
                lane.strategy.clone_from(&strategy);
            }),
            Action::Placement(placement) => {
                self.change_lane(&format!("Placement: {placement}"), &mut |lane| lane.placement.clone_from(&placement));
            }
            Action::Release(release) => {
                self.change_lane(&format!("Release: {}", release.name()), &mut |lane| lane.release = release);
            }
            Action::Set(key, value) => self.set(key, value),
            Action::ResetSettings => {
                let mut scenario = (*self.scenario).clone();
                SETTINGS.iter().for_each(|row| scenario.set(self.lane, row.key, row.default));
                self.rerun(scenario, "Settings reset");
                self.discards += 1;
            }
            Action::Rounds(rounds) => {
                self.rerun(Scenario { rounds, ..(*self.scenario).clone() }, &format!("Rounds: {rounds}"));
            }
            Action::Seed(seed) => {
                // What came of all seeds stays true whichever is looked at.
                let sweep = (self.sweep.clone(), self.is_sweeping);
                self.rerun(Scenario { seed, ..(*self.scenario).clone() }, &format!("Seed: {seed}"));
                (self.sweep, self.is_sweeping) = sweep;
            }
            Action::Edit(edit) if self.round == 0 || edit.is_of_run() => self.edit(&edit),
            Action::Edit(edit) => {
                self.is_playing = false;
                let what = edit.said(&self.scenario.world);
                if !self.change_now(&Change::Cluster(edit.clone()), &what) {
                    self.offered = Some(edit);
                }
            }
            Action::Event(event) => self.put_event(&event),
            Action::RemoveEvent(id) => self.remove_event(id),
            Action::Lane(lane) => {
                self.turn_to(lane);
                self.discards += 1;
            }
            Action::Lanes(lanes) => {
                self.rerun(Scenario { lanes, ..(*self.scenario).clone() }, "Other lanes");
            }
            // Here and below: what was pressed may be of a page that is no more.
            Action::RemoveLane(lane) if lane < self.lanes.len() => {
                let mut lanes = self.scenario.lanes.clone();
                lanes.remove(lane);
                // The main lane stays the main one while it is there.
                let main = self.lane - usize::from(self.lane > lane);
                if self.rerun(Scenario { lanes, ..(*self.scenario).clone() }, "Lane removed") {
                    self.turn_to(main);
                }
            }
            Action::RemoveLane(_) => {}
            Action::CompareWithBefore => self.compare_with_before(),
            Action::Past(place) => self.go_back(place),
            Action::Halt(is_halted) => self.is_halted = is_halted,
            Action::Sweep(is_on) => {
                self.is_sweeping = is_on;
                if is_on {
                    self.sweep = Some(Shared::new(RefCell::new(Sweep::new(&self.scenario, SEEDS))));
                }
            }
            Action::Swept(goes_on) => self.is_sweeping &= goes_on,
            Action::Metrics(lane, round, texts) => {
                // Who has gone elsewhere in the meantime asks anew there.
                if (lane, round) == (self.lane, self.round) {
                    self.metrics = Some(texts);
                }
            }
            Action::Exposed(place) => self.exposed = place,
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
            Action::Play(Play::Seek(round)) => self.seek(round),
            Action::Arrive(round) => {
                (self.round, self.wanted) = (round.min(self.computed.saturating_sub(1)), None);
                self.tell_soon();
            }
            Action::Tell => self.told = self.round,
            Action::Play(Play::Run(is_playing)) => {
                if is_playing && self.round >= self.last() {
                    self.seek(0);
                }
                self.is_playing = is_playing;
            }
            Action::Play(Play::Speed(speed)) => self.speed = speed,
            Action::Select(selected) => {
                let is_there =
                    |subject: &Subject| self.run.with_rounds(|_, simulation| simulation.world().has(*subject));
                (self.selected, self.sheet) = (selected.filter(is_there), Sheet::Why);
            }
            Action::Order(order) => self.order = order,
            Action::Theme(theme) => self.theme = theme,
            Action::Tables(has_tables) => self.has_tables = has_tables,
            Action::Dialog(dialog) => {
                self.is_playing &= dialog.is_none();
                (self.dialog, self.reading, self.metrics) = (dialog, Reading::Nothing, None);
            }
            Action::Sheet(sheet) => self.sheet = sheet,
            Action::Grown => {
                self.computed = self.least_computed();
                if let Some(round) = self.wanted {
                    self.go(round);
                }
            }
            Action::Notice(notice) => (self.notice, self.fetching) = (Some(notice), None),
            Action::Show => {}
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
