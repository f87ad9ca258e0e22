//! The hall: the page of every system that is an exhibit. It knows none of them; what it shows comes from
//! [`crate::shell::Shown`], and whatever pages have in common it shares with the page of load shedding.

mod action;
mod charts;
mod document;
mod form;
mod page;
mod panels;
mod player;
mod session;
mod setup;
mod stage;
mod why;

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{body, document as dom_document, window};
use wasm_bindgen::JsValue;
use web_sys::{Element, HtmlDialogElement};

use self::action::Action;
use self::player::{Nodes, Player};
use self::session::Session;
use super::dom::{self, Live};
use super::frame::{asked, performance_now};
use super::open::take_drops;
use super::view::NodeRef;
use super::{gather, keys, theme};
use crate::shell::Entry;

/// Where actions go.
type Dispatch = super::Dispatch<Action>;

/// Milliseconds of computing between two breaths of the page.
const SLICE_MS: f64 = 10.0;
/// After so many milliseconds of other work it takes one, too.
const BREATH_MS: f64 = 6.0;
/// Rounds and seeds that nobody waits for are shown together with those of so many milliseconds.
const GROWN_MS: f64 = 150.0;

/// Mounts the page of a system; the address says which story comes first.
pub fn mount(entry: Entry) {
    let root = dom_document().get_element_by_id("app").unwrap_or_else(|| body().into());
    root.set_text_content(None);
    let app: Rc<RefCell<Option<App>>> = Rc::default();
    let dispatch = gather(&app, App::take);
    let mut made = App::new(root, entry, dispatch);
    made.go_on(performance_now());
    *app.borrow_mut() = Some(made);
    // The page has one app, which lives as long as it does.
    std::mem::forget(app);
}

/// What is to be done after a change, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The document is made like the state.
    Show,
    /// The canvases are painted.
    Paint,
    /// Nothing; rounds are produced.
    Rest,
}

/// The app: one state, shown anew after every action.
struct App {
    root: Element,
    live: Option<Live>,
    session: Rc<Session>,
    dispatch: Dispatch,
    player: Player,
    nodes: Nodes,
    dialog: NodeRef,
    settled: Option<Rc<Session>>,
    /// When the document was made like the state last, on the page's clock.
    shown_ms: f64,
    /// What is still to be done after the last change.
    step: Step,
    /// Goes on with it after a breath.
    breathing: Option<Timeout>,
    telling: Option<Timeout>,
    working: Option<Timeout>,
    listeners: Vec<EventListener>,
}

impl App {
    fn new(root: Element, entry: Entry, dispatch: Dispatch) -> Self {
        let session = Rc::new(Session::opening(entry, &asked("story").unwrap_or_default(), theme::first()));
        let nodes = Nodes::default();
        Self {
            root,
            live: None,
            player: Player::new(Rc::clone(&session), dispatch.clone(), nodes.clone()),
            session,
            dispatch,
            nodes,
            dialog: NodeRef::default(),
            settled: None,
            shown_ms: 0.0,
            step: Step::Show,
            breathing: None,
            telling: None,
            working: None,
            listeners: Vec::new(),
        }
    }

    fn take(&mut self, actions: Vec<Action>) {
        let begin_ms = performance_now();
        let has_only_worked = actions.iter().all(|action| matches!(action, Action::Grown | Action::Swept(true)));
        let has_only_resumed = actions.iter().all(|action| matches!(action, Action::Resume));
        for action in actions {
            let next = self.session.after(action);
            // The browser gives the focus back when a dialog is closed, not when it is taken away.
            if let Some(dialog) = self.dialog.cast::<HtmlDialogElement>().filter(|_| next.dialog.is_none()) {
                dialog.close();
            }
            self.session = Rc::new(next);
        }
        let now = &self.session;
        let grows = now.computed < now.shown.rounds();
        let is_waited_for = grows && (now.wanted.is_some() || now.round + 1 >= now.computed);
        let is_soon_enough = performance_now() - self.shown_ms < GROWN_MS;
        if has_only_worked && (grows || now.is_sweeping) && !is_waited_for && is_soon_enough {
            return self.work();
        }
        if !has_only_resumed {
            self.step = Step::Show;
        }
        if self.session.computed == 0 {
            // Nothing is shown of a run before every lane has a round.
            return self.work();
        }
        self.go_on(begin_ms);
    }

    /// Does what is still to be done after a change. Where that takes long the page breathes in between.
    fn go_on(&mut self, begin_ms: f64) {
        while self.step != Step::Rest {
            if performance_now() - begin_ms > BREATH_MS {
                let dispatch = self.dispatch.clone();
                self.breathing = Some(Timeout::new(0, move || dispatch.dispatch(Action::Resume)));
                return;
            }
            self.step = match self.step {
                Step::Show => {
                    self.show();
                    Step::Paint
                }
                Step::Paint | Step::Rest => {
                    self.paint();
                    Step::Rest
                }
            };
        }
        self.work();
    }

    /// Makes the document show the state.
    fn show(&mut self) {
        self.shown_ms = performance_now();
        let page = page::page(&self.session, &self.dispatch, &self.player, &self.nodes, &self.dialog);
        let is_first = self.live.is_none();
        self.live = Some(dom::show(&self.root, self.live.take(), page.into(), None));
        if is_first {
            self.player.observe();
            let (player, dispatch) = (self.player.clone(), self.dispatch.clone());
            let dropped = dispatch.clone();
            self.listeners.push(keys::listen(move |command| {
                let action = player.session().meant(command);
                action.map(|action| dispatch.dispatch(action)).is_some()
            }));
            self.listeners.extend(take_drops(move |files| document::drop(files, &dropped)));
        }
    }

    /// Paints what the document has room for, and does what else follows from a change.
    fn paint(&mut self) {
        let (now, was) = (Rc::clone(&self.session), self.settled.replace(Rc::clone(&self.session)));
        let is_news = |differs: fn(&Session, &Session) -> bool| was.as_ref().is_none_or(|was| differs(was, &now));
        if is_news(|was, now| was.theme != now.theme) {
            theme::show(now.theme);
        }
        if is_news(|was, now| !Rc::ptr_eq(&was.shown, &now.shown)) {
            dom_document().set_title(&format!("{} · Shedscope", now.shown.title()));
            remember(&now);
        }
        self.player.paint();
        if is_news(|was, now| {
            !Rc::ptr_eq(&was.shown, &now.shown)
                || (was.lane, was.computed, was.chart, was.theme, was.resizes)
                    != (now.lane, now.computed, now.chart, now.theme, now.resizes)
        }) {
            self.player.paint_chart();
        }
        if !now.is_told() && !now.is_playing {
            let dispatch = self.dispatch.clone();
            self.telling = Some(Timeout::new(0, move || dispatch.dispatch(Action::Tell)));
        }
        // Once: one that a person has just closed must not come back before that is heard.
        let shown = self.dialog.cast::<HtmlDialogElement>().filter(|_| is_news(|was, now| was.dialog != now.dialog));
        if let Some(dialog) = shown.filter(|dialog| !dialog.open()) {
            let _ = dialog.show_modal();
        }
    }

    /// Works a slice a moment from now, if there is something to do: rounds first, then seeds.
    fn work(&mut self) {
        let (session, dispatch) = (Rc::clone(&self.session), self.dispatch.clone());
        let is_halted = session.is_halted && session.computed > 0;
        let grows = session.computed < session.shown.rounds() && !is_halted;
        self.working = (grows || session.is_sweeping).then(|| {
            Timeout::new(0, move || {
                let until_ms = performance_now() + SLICE_MS;
                dispatch.dispatch(if grows { session.grow(until_ms) } else { session.sweep_on(until_ms) });
            })
        });
    }
}

/// The page's address says which story is shown, so that it can be handed on.
fn remember(session: &Session) {
    let address = session.story.map_or_else(|| "?".to_owned(), |story| format!("?story={story}"));
    // An address that cannot be changed keeps what it says.
    let _ = window().history().map(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&address)));
}
