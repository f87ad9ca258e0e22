//! The app: one state, small views of it, and what follows from a change.
//!
//! Data flows one way: an `session::Action` changes the `session::Session`, views show it, and
//! the `player::Player` paints it, outside of the tree, once a frame.

mod action;
mod brokers;
mod canvas;
mod chrome;
mod controls;
mod dom;
mod editing;
mod edits;
mod events;
mod field;
mod frame;
mod grower;
pub mod hall;
mod history;
mod icons;
mod importer;
mod keys;
mod lanes;
mod marks;
mod measured;
mod metrics;
mod open;
mod page;
mod paging;
mod player;
mod playhead;
mod rules;
mod run;
mod session;
mod setup;
mod shared;
mod so_far;
mod stage;
mod sweep;
mod systems;
mod tables;
mod target;
mod theme;
mod timeline;
mod view;
mod why;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{body, document};
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlDialogElement};

use self::action::{Action, Dialog, Reading};
use self::dom::Live;
use self::player::{Nodes, Player};
use self::session::Session;
use self::shared::Shared;
use self::view::{NodeRef, Text};
use crate::shedding::situations::{self, SITUATIONS};

/// Where actions go.
pub struct Dispatch<A = Action>(Rc<dyn Fn(A)>);

impl<A> Clone for Dispatch<A> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<A> Dispatch<A> {
    fn dispatch(&self, action: A) {
        (self.0)(action);
    }
}

/// With a large scenario the page takes a breath after so many milliseconds of work before it goes on.
const BREATH_MS: f64 = 20.0;
/// Rounds that nobody waits for are shown together with those of so many milliseconds.
const GROWN_MS: f64 = 150.0;

/// Mounts the app where the page has room for it.
pub fn mount() {
    let root = document().get_element_by_id("app").unwrap_or_else(|| body().into());
    root.set_text_content(None);
    let app: Rc<RefCell<Option<App>>> = Rc::default();
    let dispatch = gather(&app, App::take);
    let mut made = App::new(root, dispatch);
    made.show();
    *app.borrow_mut() = Some(made);
    // The page has one app, which lives as long as it does.
    std::mem::forget(app);
}

/// Where actions go that are gathered, and taken together when the browser has done with what it is doing: nothing is
/// shown twice and nobody is interrupted. They wait until `app` is there.
fn gather<A: 'static, T: 'static>(app: &Rc<RefCell<Option<T>>>, take: fn(&mut T, Vec<A>)) -> Dispatch<A> {
    let waiting: Rc<RefCell<Vec<A>>> = Rc::default();
    let taken = {
        let (waiting, app) = (Rc::clone(&waiting), Rc::clone(app));
        Closure::<dyn FnMut(JsValue)>::new(move |_| {
            let actions = waiting.take();
            if let Some(app) = &mut *app.borrow_mut() {
                take(app, actions);
            }
        })
    };
    let soon = js_sys::Promise::resolve(&JsValue::NULL);
    Dispatch(Rc::new(move |action| {
        let is_first = waiting.borrow().is_empty();
        waiting.borrow_mut().push(action);
        if is_first {
            let _ = soon.then(&taken);
        }
    }))
}

/// An id that no other element has.
fn unique_id() -> Text {
    thread_local!(static NEXT: Cell<u32> = const { Cell::new(0) });
    let number = NEXT.with(|next| next.replace(next.get() + 1));
    format!("field-{number}").into()
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
    /// The state as it was when what follows from it was last done.
    settled: Option<Rc<Session>>,
    /// When the document was made like the state last, on the page's clock.
    shown_ms: f64,
    /// Goes on after a breath.
    breathing: Option<Timeout>,
    /// Whether what follows from what is shown waits for that.
    has_shown: bool,
    growing: Option<Timeout>,
    sweeping: Option<Timeout>,
    telling: Option<Timeout>,
    /// What listens as long as the app lives.
    listeners: Vec<EventListener>,
}

impl App {
    fn new(root: Element, dispatch: Dispatch) -> Self {
        let first = Shared::new(situations::opening());
        let session = Rc::new(Session::opening(Some(SITUATIONS[0].id), first, theme::first()));
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
            breathing: None,
            has_shown: false,
            growing: None,
            sweeping: None,
            telling: None,
            listeners: Vec::new(),
        }
    }

    fn take(&mut self, actions: Vec<Action>) {
        let since = player::performance_now();
        let has_only_grown = actions.iter().all(|action| matches!(action, Action::Grown));
        let has_breathed = actions.iter().any(|action| matches!(action, Action::Show));
        if has_breathed {
            self.breathing = None;
        }
        actions.into_iter().for_each(|action| self.update(action));
        if has_only_grown && self.shows_soon_enough() {
            self.grow();
        } else if !has_breathed && self.has_worked_long(since) {
            self.breathe();
        } else if self.breathing.is_none() {
            self.show();
        }
    }

    fn has_worked_long(&self, since: f64) -> bool {
        !self.session.is_quick() && player::performance_now() - since > BREATH_MS
    }

    /// Shows the state once the browser has had its turn.
    fn breathe(&mut self) {
        let dispatch = self.dispatch.clone();
        self.breathing = Some(Timeout::new(0, move || dispatch.dispatch(Action::Show)));
    }

    fn update(&mut self, action: Action) {
        self.session = Rc::new(self.session.after(action));
    }

    /// Whether what has been computed can be shown a little later, with more of it.
    fn shows_soon_enough(&self) -> bool {
        let now = &self.session;
        let is_waited_for = now.wanted.is_some() || now.told + 1 >= now.computed;
        now.computed < now.scenario.rounds && !is_waited_for && player::performance_now() - self.shown_ms < GROWN_MS
    }

    fn grow(&mut self) {
        self.growing = grower::grow(&self.session, self.dispatch.clone());
    }

    /// Makes the document show the state, and does what follows from it: after a breath, where that took long.
    fn show(&mut self) {
        self.shown_ms = player::performance_now();
        // The browser gives the focus back when a dialog is closed, not when it is taken away.
        if let Some(dialog) = self.dialog.cast::<HtmlDialogElement>().filter(|_| self.session.dialog.is_none()) {
            dialog.close();
        }
        let Self { session, dispatch, player, nodes, dialog, .. } = self;
        let (page, is_first) = (page::page(session, dispatch, player, nodes, dialog), self.live.is_none());
        self.live = Some(dom::show(&self.root, self.live.take(), page.into(), None));
        self.has_shown = !is_first && !self.has_shown && self.has_worked_long(self.shown_ms);
        if self.has_shown {
            self.breathe();
        } else {
            self.rendered(is_first);
        }
    }

    /// Does what follows from a change and is no part of the page's tree.
    fn rendered(&mut self, is_first: bool) {
        if is_first {
            self.player.observe();
            let dropped = self.dispatch.clone();
            self.listeners = open::take_drops(move |files| open::take(files, &dropped));
            let (player, dispatch) = (self.player.clone(), self.dispatch.clone());
            self.listeners.push(keys::listen(move |command| {
                let action = player.session().meant(command);
                action.map(|action| dispatch.dispatch(action)).is_some()
            }));
        }
        let (now, was) = (Rc::clone(&self.session), self.settled.replace(Rc::clone(&self.session)));
        let is_news = |differs: fn(&Session, &Session) -> bool| was.as_ref().is_none_or(|was| differs(was, &now));
        if is_news(|was, now| was.theme != now.theme) {
            theme::show(now.theme);
        }
        self.player.paint();
        if is_news(|was, now| was.scenario != now.scenario) {
            document().set_title(&format!("{} · Shedscope", now.scenario.title));
        }
        let is_other_run = is_news(|was, now| {
            (&was.lanes, &was.run, was.computed, was.is_halted) != (&now.lanes, &now.run, now.computed, now.is_halted)
        });
        if is_other_run
            || is_news(|was, now| (was.selected, was.theme, was.resizes) != (now.selected, now.theme, now.resizes))
        {
            self.player.paint_history();
        }
        if is_other_run {
            self.grow();
        }
        if now.told != now.round {
            let dispatch = self.dispatch.clone();
            self.telling = Some(Timeout::new(0, move || dispatch.dispatch(Action::Tell)));
        }
        if now.is_sweeping {
            self.sweeping = sweep::go_on(&now, self.dispatch.clone());
        }
        if now.dialog == Some(Dialog::Metrics) && is_news(|was, now| was.dialog != now.dialog) {
            importer::expose(&now, self.dispatch.clone());
        }
        if let Reading::Waiting(sources) = &now.reading
            && is_news(|was, now| was.reading != now.reading)
        {
            importer::import(sources, &now.scenario, self.dispatch.clone());
        }
        if let Some(id) = now.fetching
            && is_news(|was, now| was.fetching != now.fetching)
        {
            importer::fetch(id, self.dispatch.clone());
        }
        // Once: one that a person has just closed must not come back before that is heard.
        let shown = self.dialog.cast::<HtmlDialogElement>().filter(|_| is_news(|was, now| was.dialog != now.dialog));
        if let Some(dialog) = shown.filter(|dialog| !dialog.open()) {
            let _ = dialog.show_modal();
        }
    }
}
