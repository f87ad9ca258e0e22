//! What becomes of the state when something happens. Pure: no clock, no browser, nothing simulated.

use std::rc::Rc;

use yew::Reducible;

use super::action::{Action, Seek, Work};
use super::handle::{Handle, Shared};
use super::history::History;
use super::request::{Outcome, Request};
use super::state::{Dialog, Origin, Refusal, Sheet, State, SweepState};
use crate::simulator::{Edit, SeedMetrics, Sweep};

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = (*self).clone();
        next.apply(action);
        next.explain_at_once();
        // An equal state is the same state: nothing is rendered again.
        if next == *self { self } else { Rc::new(next) }
    }
}

impl State {
    fn apply(&mut self, action: Action) {
        match action {
            Action::Request(request) => Rc::make_mut(&mut self.requests).push_back(request),
            Action::Done(outcome) => self.finish_request(outcome),
            Action::Computed(work) => self.take_work(work),
            Action::Halt(is_halted) => self.is_halted = is_halted,
            Action::Seek(seek) => self.seek(seek),
            Action::Arrive(round) => {
                self.pending_round = None;
                self.move_cursor(round.min(self.computed.saturating_sub(1)));
            }
            Action::Play(is_playing) => {
                if is_playing && self.round >= self.last() {
                    self.seek(Seek::First);
                }
                self.is_playing = is_playing;
            }
            Action::Speed(speed) => self.speed = speed,
            Action::Explain(explained) => self.explain(explained),
            Action::Variant(variant) if variant < self.document.variants() => {
                self.variant = variant;
                self.reset_epoch += 1;
            }
            // What was pressed may belong to a variant that has been removed.
            Action::Variant(_) => {}
            Action::Select(selected) => {
                self.selected = selected;
                if selected.is_some() {
                    (self.tab, self.sheet) = (super::action::Tab::Why, Sheet::Why);
                }
            }
            Action::Order(order) => self.order = order,
            Action::Tables(shows_tables) => self.shows_tables = shows_tables,
            Action::Chart(chart) => self.chart = chart,
            Action::Theme(theme) => self.theme = theme,
            Action::Dialog(dialog) => self.show_dialog(dialog),
            Action::Drawer(drawer) => {
                self.drawer = drawer;
                if drawer.is_some() {
                    self.sheet = Sheet::Setup;
                }
            }
            Action::Tab(tab) => {
                self.tab = tab;
                self.sheet = match (self.sheet, tab) {
                    (Sheet::Setup, _) => Sheet::Setup,
                    (_, super::action::Tab::Why) => Sheet::Why,
                    (_, super::action::Tab::Results) => Sheet::Results,
                };
            }
            Action::Sheet(sheet) => {
                self.sheet = sheet;
                match sheet {
                    Sheet::Why => self.tab = super::action::Tab::Why,
                    Sheet::Results => self.tab = super::action::Tab::Results,
                    Sheet::Setup => {}
                }
            }
            Action::History(position) => self.go_to(position),
            Action::AcceptOffer => {
                if let Some(edit) = self.offered.take() {
                    self.seek(Seek::First);
                    Rc::make_mut(&mut self.requests).push_back(Request::EditAtStart(edit));
                }
            }
            Action::DiscardOffer => {
                self.offered = None;
                self.reset_epoch += 1;
            }
            Action::DismissNotice => self.notice = None,
            Action::Notice(notice) => self.notice = Some(notice.into()),
            Action::OfferDraft(draft) => self.draft = Some(Rc::new(draft)),
            Action::DiscardDraft => self.draft = None,
            Action::Sweep(Some(seeds)) => {
                self.sweeps += 1;
                self.sweep = Some(SweepState {
                    number: self.sweeps,
                    document: self.document.reopened().into(),
                    results: Shared::new(Sweep::new(seeds)),
                    is_running: true,
                    problem: None,
                });
            }
            Action::Sweep(None) => {
                if let Some(sweep) = &mut self.sweep {
                    sweep.is_running = false;
                }
            }
            Action::Swept(number, results) => self.take_seeds(number, results),
            Action::SweepFailed(number, problem) => {
                if let Some(sweep) = self.sweep.as_mut().filter(|sweep| sweep.number == number) {
                    (sweep.is_running, sweep.problem) = (false, Some(problem.into()));
                }
            }
            Action::Reading => {
                self.show_dialog(Some(Dialog::Open));
                self.is_reading = true;
            }
            Action::Read(result) if self.is_reading => {
                (self.is_reading, self.import) = (false, Some(result))
            }
            // Who has closed the dialog in the meantime does not want to know any more.
            Action::Read(_) => {}
            Action::ApplyImport => {
                if let Some(Ok(import)) = &self.import {
                    let request = Request::Document(import.document.clone());
                    Rc::make_mut(&mut self.requests).push_back(request);
                    self.show_dialog(None);
                }
            }
            Action::Exported(exports) => {
                let at_cursor = (self.shown_variant(), self.round);
                if self.dialog == Some(Dialog::Exports)
                    && (exports.variant, exports.round) == at_cursor
                {
                    self.exports = Some(exports);
                }
            }
        }
    }

    fn show_dialog(&mut self, dialog: Option<Dialog>) {
        self.is_playing &= dialog.is_none();
        self.dialog = dialog;
        (self.is_reading, self.import, self.exports) = (false, None, None);
    }

    fn finish_request(&mut self, outcome: Outcome) {
        Rc::make_mut(&mut self.requests).pop_front();
        self.performed += 1;
        match outcome {
            Outcome::Edited {
                document,
                edit,
                label,
                gesture,
                event,
            } => {
                self.history.push(&document, self.origin, &label, gesture);
                self.keep_variant(&edit);
                self.show_document(document);
                self.is_edited = true;
                (self.what_if, self.refusal) = (event, None);
                if event.is_some() {
                    self.is_playing = false;
                }
                if !matches!(
                    edit,
                    Edit::Set { .. } | Edit::SetCell { .. } | Edit::SetEvent { .. } | Edit::Seed(_)
                ) {
                    self.reset_epoch += 1;
                }
            }
            Outcome::Refused {
                edit,
                text,
                problem,
            } => {
                self.notice = text.is_none().then(|| problem.to_string().into());
                self.refusal = Some(Rc::new(Refusal {
                    edit,
                    text,
                    problem,
                }));
            }
            Outcome::OnlyAtStart(edit) => (self.offered, self.is_playing) = (Some(edit), false),
            Outcome::Opened {
                document,
                origin,
                problem,
            } => {
                let title = document.title().to_owned();
                self.history.push(&document, origin, &title, None);
                self.open(document, origin);
                if let Some(problem) = problem {
                    self.notice = Some(problem.to_string().into());
                }
            }
            Outcome::NotOpened(problem) => self.notice = Some(problem.to_string().into()),
        }
    }

    /// The variant that is looked at stays the same one where others are added or removed.
    fn keep_variant(&mut self, edit: &Edit) {
        match edit {
            Edit::RemoveVariant(removed) => self.variant -= usize::from(self.variant > *removed),
            Edit::Compare { .. } => self.variant = 0,
            _ => {}
        }
    }

    /// Another scenario: the page begins at its start.
    fn open(&mut self, document: Handle, origin: Origin) {
        (self.variant, self.round, self.explained, self.pending_round) = (0, 0, None, None);
        (self.selected, self.is_playing, self.chart, self.is_edited) = (None, false, 0, false);
        self.seek_epoch += 1;
        self.opened += 1;
        self.origin = origin;
        self.draft = None;
        // The run of another scenario has nothing to do with this one.
        (self.run, self.computed) = (document.clone(), 0);
        self.show_dialog(None);
        self.show_document(document);
        self.reset_epoch += 1;
    }

    /// The document that forms show from now on; its rounds are shown as soon as they are there.
    fn show_document(&mut self, document: Handle) {
        self.variant = self.variant.min(document.variants() - 1);
        self.document = document;
        (self.notice, self.refusal, self.offered, self.what_if) = (None, None, None, None);
        self.is_halted = false;
        self.stop_sweep_of_another();
    }

    /// What came of all seeds stays true whichever seed is looked at, and nothing else does.
    fn stop_sweep_of_another(&mut self) {
        let document = &self.document;
        self.sweep
            .take_if(|sweep| !sweep.document.is_same_but_for_seed(&**document));
    }

    fn go_to(&mut self, position: usize) {
        let Some(entry) = self.history.go(position) else {
            return;
        };
        let document: Handle = entry.document.reopened().into();
        if entry.origin == self.origin || document.info().id == self.document.info().id {
            self.origin = entry.origin;
            self.show_document(document);
        } else {
            self.open(document, entry.origin);
        }
        self.is_edited = !is_first_of_origin(&self.history);
        self.reset_epoch += 1;
    }

    fn take_work(&mut self, work: Work) {
        if work.document != self.document {
            return;
        }
        if self.run != self.document {
            if !work.is_ready {
                return;
            }
            self.show_run();
        }
        self.computed = work.computed;
        if let Some(round) = self.pending_round {
            self.go(round);
        } else if self.round >= self.computed {
            self.go(self.round);
        }
    }

    /// The edited scenario takes the place of the run before.
    fn show_run(&mut self) {
        self.selected = self
            .selected
            .and_then(|subject| self.document.find_subject(&*self.run, subject));
        self.run = self.document.clone();
        let last = self.last();
        self.round = self.round.min(last);
        self.pending_round = self.pending_round.map(|round| round.min(last));
        self.seek_epoch += 1;
    }

    fn seek(&mut self, seek: Seek) {
        let target = match seek {
            Seek::Round(round) => Some(round),
            Seek::Next => Some(self.round + 1),
            Seek::Previous => self.round.checked_sub(1),
            Seek::NextEventful => self.eventful(true),
            Seek::PreviousEventful => self.eventful(false),
            Seek::First => Some(0),
            Seek::Last => Some(self.last()),
        };
        if let Some(round) = target {
            self.go(round.min(self.last()));
            self.seek_epoch += 1;
        }
    }

    /// The cursor goes to a round, or as near as rounds are computed, and on from there as more are.
    fn go(&mut self, round: usize) {
        self.pending_round = (round >= self.computed).then_some(round);
        self.move_cursor(round.min(self.computed.saturating_sub(1)));
    }

    fn move_cursor(&mut self, round: usize) {
        if round != self.round {
            self.round = round;
            self.what_if = None;
        }
    }

    fn take_seeds(&mut self, number: u64, seeds: Vec<SeedMetrics>) {
        let Some(sweep) = self
            .sweep
            .as_mut()
            .filter(|sweep| sweep.number == number && sweep.is_running)
        else {
            return;
        };
        let mut results = (*sweep.results).clone();
        seeds.into_iter().for_each(|seed| results.add(seed));
        sweep.is_running = !results.is_complete();
        sweep.results = Shared::new(results);
    }
}

fn is_first_of_origin(history: &History) -> bool {
    let entries = history.entries();
    let position = history.position();
    position == 0 || entries[position - 1].origin != entries[position].origin
}
