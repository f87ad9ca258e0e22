//! What the page of an exhibit knows, and what becomes of it when something happens.

use std::cell::RefCell;
use std::rc::Rc;

use super::action::{Action, Dialog};
use crate::app::action::Sheet;
use crate::app::controls::{Play, Playback};
use crate::app::frame::performance_now;
use crate::app::history::History;
use crate::app::keys::Command;
use crate::app::measured::SEEDS;
use crate::paint::Theme;
use crate::run::Problem;
use crate::shell::shown::Source;
use crate::shell::{Edit, Entry, Shown, Sweep, Who};
use crate::systems::elsewhere;

/// While time runs the panels are made anew after so many milliseconds.
const TOLD_MS: f64 = 250.0;
/// A scenario is quick while a round of all lanes is produced in so many milliseconds.
const QUICK_MS: f64 = 4.0;
/// So long an edit may take to bring the run back to where the cursor was.
const CATCH_UP_MS: f64 = 8.0;

/// What was on the page: a scenario without its run, and the story it is if it is one as it was picked.
type Past = (Source, Option<&'static str>);

/// What the reasons on the page are of.
#[derive(Clone)]
pub struct Told {
    /// The run.
    pub shown: Rc<dyn Shown>,
    /// The round.
    pub round: usize,
}

/// The state of the page.
#[derive(Clone)]
pub struct Session {
    /// The system.
    pub entry: Entry,
    /// The id of the story it is, if it is one.
    pub story: Option<&'static str>,
    /// The last good scenario, and its run.
    pub shown: Rc<dyn Shown>,
    /// What was on the page before.
    pub history: History<Past>,
    /// The main lane: the one that is edited and explained.
    pub lane: usize,
    /// Rounds produced so far in every lane.
    pub computed: usize,
    /// Whether a person has stopped the computing.
    pub is_halted: bool,
    /// The round at the cursor.
    pub round: usize,
    /// What the panels tell of: while time runs they follow the cursor a few times a second, and reasons that are
    /// many come a moment later than what they are about.
    pub told: Told,
    /// When they last did, on the page's clock.
    told_ms: f64,
    /// What producing a round of all lanes takes, in milliseconds.
    round_ms: f64,
    /// The round that the cursor goes to as soon as it is computed.
    pub wanted: Option<usize>,
    /// Counts jumps of the cursor, so that the player forgets its place within the round.
    pub jumps: usize,
    /// Whether time runs.
    pub is_playing: bool,
    /// How fast.
    pub speed: f64,
    /// Whose story is told.
    pub selected: Option<Who>,
    /// The lanes over many seeds, as far as they were asked for.
    pub sweep: Option<Rc<RefCell<Sweep>>>,
    /// Whether that is being computed.
    pub is_sweeping: bool,
    /// Light or dark.
    pub theme: Theme,
    /// Whether charts are shown as tables too.
    pub has_tables: bool,
    /// Which chart stands over the timeline.
    pub chart: usize,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// Why the document in the dialog was refused.
    pub refused: Option<String>,
    /// The panel under the stage on a narrow screen.
    pub sheet: Sheet,
    /// Something the person should know.
    pub notice: Option<String>,
    /// Counts discarded edits, so that fields forget what was typed.
    pub discards: usize,
    /// Counts changes of size.
    pub resizes: usize,
    /// The page that the stage's table stands at.
    pub page: usize,
    /// How often more reasons were asked for.
    pub more: usize,
}

impl Session {
    /// A page that opens on a story of a system, or on its first where there is none of this id.
    pub fn opening(entry: Entry, story: &str, theme: Theme) -> Self {
        let (shown, story) = open(&entry, story);
        let mut session = Self {
            entry,
            story,
            history: History::new((shown.source(), story)),
            told: Told { shown: Rc::clone(&shown), round: 0 },
            shown,
            lane: 0,
            computed: 0,
            is_halted: false,
            round: 0,
            told_ms: f64::NEG_INFINITY,
            round_ms: 0.0,
            wanted: None,
            jumps: 0,
            is_playing: false,
            speed: 1.0,
            selected: None,
            sweep: None,
            is_sweeping: false,
            theme,
            has_tables: false,
            chart: 0,
            dialog: None,
            refused: None,
            sheet: Sheet::Why,
            notice: None,
            discards: 0,
            resizes: 0,
            page: 0,
            more: 0,
        };
        session.catch_up();
        session
    }

    /// The last round there is, counted from 0.
    pub fn last(&self) -> usize {
        self.shown.rounds() - 1
    }

    /// The next round after the cursor (or before it) in which something happened, as far as is computed.
    pub fn happening(&self, is_forward: bool) -> Option<usize> {
        let happened = |index: &usize| self.shown.has_happened(*index);
        if is_forward {
            (self.round + 1..self.computed).find(happened)
        } else {
            (0..self.round.min(self.computed)).rev().find(happened)
        }
    }

    /// Where time stands, and where it can go.
    pub fn playback(&self) -> Playback {
        Playback {
            round: self.round,
            last: self.last(),
            happenings: [self.happening(false), self.happening(true)],
            happening: "happening",
            noun: self.shown.face().round,
            is_playing: self.is_playing,
            speed: self.speed,
        }
    }

    /// What a key means now.
    pub fn meant(&self, command: Command) -> Option<Action> {
        match command {
            Command::Tables => Some(Action::Tables(!self.has_tables)),
            Command::Open => Some(Action::Dialog(Some(Dialog::Document))),
            Command::Keys => Some(Action::Dialog(Some(Dialog::Keys))),
            Command::Past(_) if self.dialog.is_some() => None,
            Command::Past(true) => Some(Action::Past(self.history.now() + 1)),
            Command::Past(false) => Some(Action::Past(self.history.now().checked_sub(1)?)),
            of_time => of_time.play(&self.playback()).map(Action::Play),
        }
    }

    /// What the page knows after something has happened.
    pub fn after(&self, action: Action) -> Self {
        let mut next = self.clone();
        next.take(action);
        next
    }

    /// Produces rounds until a time on the page's clock; one at least.
    pub fn grow(&self, until_ms: f64) -> Action {
        while self.shown.advance() && performance_now() < until_ms {}
        Action::Grown
    }

    /// Plays seeds until a time on the page's clock.
    pub fn sweep_on(&self, until_ms: f64) -> Action {
        let Some(sweep) = &self.sweep else { return Action::Swept(false) };
        let mut goes_on = true;
        while goes_on && performance_now() < until_ms {
            // A scenario that runs under one seed runs under any.
            goes_on = sweep.borrow_mut().advance().unwrap_or(false);
        }
        Action::Swept(goes_on)
    }

    /// The cursor goes to a round, or as near as is computed, and on from there as more is.
    fn go(&mut self, round: usize) {
        let round = round.min(self.last());
        self.wanted = (round >= self.computed).then_some(round);
        self.round = round.min(self.computed.saturating_sub(1));
        let now_ms = performance_now();
        let is_quick = self.round_ms < QUICK_MS;
        let rests_ms = if is_quick { TOLD_MS } else { 4.0 * TOLD_MS };
        // What takes long is told a moment later, in a task of its own.
        if self.is_playing && now_ms - self.told_ms >= rests_ms || !self.is_playing && is_quick {
            self.tell();
            self.told_ms = now_ms;
        }
    }

    /// The round that panels without reasons tell of.
    pub fn round_told(&self) -> usize {
        self.told.round.min(self.computed.saturating_sub(1))
    }

    /// Whether the panels tell of the round at the cursor.
    pub fn is_told(&self) -> bool {
        self.told.round == self.round && Rc::ptr_eq(&self.told.shown, &self.shown)
    }

    /// The panels catch up with the cursor.
    fn tell(&mut self) {
        if !self.is_told() {
            (self.told, self.more) = (Told { shown: Rc::clone(&self.shown), round: self.round }, 0);
        }
    }

    fn catch_up(&mut self) {
        let round = self.wanted.unwrap_or(self.round);
        let begin_ms = performance_now();
        let (mut now_ms, mut advances) = (begin_ms, 0);
        // What takes longer goes on in slices; the page waits for a round of every lane.
        while self.shown.computed() <= round && now_ms < begin_ms + CATCH_UP_MS && self.shown.advance() {
            (now_ms, advances) = (performance_now(), advances + 1);
        }
        self.round_ms = (now_ms - begin_ms) * self.shown.lanes() as f64 / f64::from(advances.max(1));
        self.computed = self.shown.computed();
        self.go(round);
    }

    /// Another scenario is shown; the cursor stays where it can.
    fn show(&mut self, shown: Rc<dyn Shown>) {
        self.lane = self.lane.min(shown.lanes() - 1);
        // Who is looked at is told by number, which may be another one's now.
        self.selected = self.selected.filter(|who| shown.name(*who) == self.shown.name(*who));
        self.shown = shown;
        (self.notice, self.is_halted, self.sweep, self.is_sweeping) = (None, false, None, false);
        self.catch_up();
    }

    fn edit(&mut self, edit: &Edit) {
        match self.shown.edited(edit) {
            Ok(shown) => {
                self.story = None;
                let (past, what) = ((shown.source(), None), edit.said(&*self.shown));
                self.history.push(past, edit.is_gradual(), &what, performance_now());
                if let Edit::RemoveLane(lane) = edit {
                    // The main lane stays the main one while it is there.
                    self.lane -= usize::from(self.lane > *lane);
                }
                // What came of all seeds stays true whichever is looked at.
                let sweep = matches!(edit, Edit::Seed(_)).then(|| (self.sweep.clone(), self.is_sweeping));
                self.show(shown);
                if let Some(sweep) = sweep {
                    (self.sweep, self.is_sweeping) = sweep;
                }
                if matches!(edit, Edit::RemoveEvent(_) | Edit::Reset(_) | Edit::RemoveLane(_) | Edit::Compare(..)) {
                    self.discards += 1;
                }
            }
            Err(problem) => self.refuse(&problem),
        }
    }

    fn refuse(&mut self, problem: &Problem) {
        self.notice = Some(problem.to_string());
        self.discards += 1;
    }

    /// Another scenario altogether: the page begins anew, but for how it is looked at.
    fn replace(&mut self, story: Option<&'static str>, shown: Rc<dyn Shown>) {
        self.history.push((shown.source(), story), false, shown.title(), performance_now());
        (self.story, self.lane, self.round, self.wanted) = (story, 0, 0, None);
        (self.selected, self.is_playing, self.page, self.chart) = (None, false, 0, 0);
        self.jumps += 1;
        self.discards += 1;
        (self.dialog, self.refused) = (None, None);
        self.show(shown);
    }

    fn take(&mut self, action: Action) {
        match action {
            Action::Story(id) => {
                let (shown, story) = open(&self.entry, &id);
                self.replace(story, shown);
            }
            Action::Open(text) => self.open(&text),
            Action::Refused(why) => self.refused = Some(why),
            Action::Edit(edit) => self.edit(&edit),
            Action::Lane(lane) => {
                self.lane = lane.min(self.shown.lanes() - 1);
                self.discards += 1;
                // What is told may have fewer lanes.
                self.tell();
            }
            Action::Past(place) => {
                if let Some((source, story)) = self.history.go(place) {
                    self.story = story;
                    self.discards += 1;
                    self.show(source());
                }
            }
            Action::Halt(is_halted) => self.is_halted = is_halted,
            Action::Sweep(is_on) => {
                self.is_sweeping = is_on;
                if is_on {
                    self.sweep = Some(Rc::new(RefCell::new(Sweep::new(Rc::clone(&self.shown), SEEDS))));
                }
            }
            Action::Swept(goes_on) => self.is_sweeping &= goes_on,
            Action::Play(Play::Seek(round)) => {
                self.go(round);
                self.jumps += 1;
            }
            Action::Play(Play::Run(is_playing)) => {
                if is_playing && self.round >= self.last() {
                    self.go(0);
                    self.jumps += 1;
                }
                self.is_playing = is_playing;
                if !is_playing && self.round_ms < QUICK_MS {
                    self.tell();
                }
            }
            Action::Play(Play::Speed(speed)) => self.speed = speed,
            Action::Arrive(round) => self.go(round),
            Action::Select(who) => (self.selected, self.sheet) = (who, Sheet::Why),
            Action::Theme(theme) => self.theme = theme,
            Action::Tables(has_tables) => self.has_tables = has_tables,
            Action::Chart(chart) => self.chart = chart,
            Action::Dialog(dialog) => {
                self.is_playing &= dialog.is_none();
                (self.dialog, self.refused) = (dialog, None);
            }
            Action::Sheet(sheet) => self.sheet = sheet,
            Action::Tell => self.tell(),
            Action::Resume => {}
            Action::Grown => {
                self.computed = self.shown.computed();
                if let Some(round) = self.wanted {
                    self.go(round);
                }
            }
            Action::DismissNotice => self.notice = None,
            Action::Resized => self.resizes += 1,
            Action::Page(page) => self.page = page,
            Action::More => self.more += 1,
        }
    }

    /// Opens a document; one that cannot be read changes nothing and says why.
    fn open(&mut self, text: &str) {
        let opened = match elsewhere(text, self.entry.face.id) {
            Some(problem) => Err(problem),
            None => (self.entry.open)(text),
        };
        match opened {
            Ok(shown) => self.replace(None, shown),
            Err(problem) => self.refused = Some(problem.to_string()),
        }
    }
}

/// A story of a system, or its first.
fn open(entry: &Entry, story: &str) -> (Rc<dyn Shown>, Option<&'static str>) {
    let stories = (entry.stories)();
    let title = stories.iter().find(|title| title.id == story).or(stories.first());
    let found = title.and_then(|title| Some(((entry.story)(title.id)?, Some(title.id))));
    // Every system has a story: a law holds them to it.
    found.unwrap_or_else(|| wasm_bindgen::throw_str("no story"))
}
