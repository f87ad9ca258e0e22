//! The page: small views around one state.
//!
//! Data flows one way: an `session::Action` changes the `session::Session`, views show it, and
//! the `player::Player` paints it, outside of the tree, once a frame.

mod brokers;
mod canvas;
mod controls;
mod dom;
mod edits;
mod events;
mod field;
mod grower;
mod history;
mod icons;
mod importer;
mod keys;
mod lanes;
mod metrics;
mod open;
mod player;
mod run;
mod session;
mod setup;
mod shared;
mod so_far;
mod stage;
mod sweep;
mod tables;
mod target;
mod theme;
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

use self::dom::Live;
use self::icons::{Icon, icon};
use self::player::{Nodes, Player};
use self::session::{Action, Dialog, Pages, Reading, Session, Sheet};
use self::shared::Shared;
use self::view::{Html, NodeRef, On, Part, Tag, Text, button, classed, says, tag};
use crate::paint::Theme;
use crate::run::Digest;
use crate::scene::stage::Order;
use crate::shedding::event::Kind;
use crate::shedding::reason::trimmed;
use crate::shedding::situations::{self, SITUATIONS};
use crate::shedding::{Round, Subject};

/// Where actions go.
#[derive(Clone)]
pub struct Dispatch(Rc<dyn Fn(Action)>);

impl Dispatch {
    fn dispatch(&self, action: Action) {
        (self.0)(action);
    }
}

/// Rounds that nobody waits for are shown together with those of so many milliseconds.
const GROWN_MS: f64 = 150.0;

/// Mounts the app where the page has room for it. Actions are gathered and taken together when the
/// browser has done with what it is doing, so that nothing is shown twice and nobody is interrupted.
pub fn mount() {
    let root = document().get_element_by_id("app").unwrap_or_else(|| body().into());
    root.set_text_content(None);
    let waiting: Rc<RefCell<Vec<Action>>> = Rc::default();
    let app: Rc<RefCell<Option<App>>> = Rc::default();
    let take = {
        let (waiting, app) = (Rc::clone(&waiting), Rc::clone(&app));
        Closure::<dyn FnMut(JsValue)>::new(move |_| {
            let actions = waiting.take();
            if let Some(app) = &mut *app.borrow_mut() {
                let has_only_grown = actions.iter().all(|action| matches!(action, Action::Grown));
                actions.into_iter().for_each(|action| app.update(action));
                if has_only_grown && app.shows_soon_enough() {
                    app.grow();
                } else {
                    app.show();
                }
            }
        })
    };
    let soon = js_sys::Promise::resolve(&JsValue::NULL);
    let dispatch = Dispatch(Rc::new(move |action| {
        let is_first = waiting.borrow().is_empty();
        waiting.borrow_mut().push(action);
        if is_first {
            let _ = soon.then(&take);
        }
    }));
    let mut made = App::new(root, dispatch);
    made.show();
    *app.borrow_mut() = Some(made);
    // The page has one app, which lives as long as it does.
    std::mem::forget(app);
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
            growing: None,
            sweeping: None,
            telling: None,
            listeners: Vec::new(),
        }
    }

    fn update(&mut self, action: Action) {
        let next = self.session.after(action);
        // The browser gives the focus back when a dialog is closed, not when it is taken away.
        if let Some(dialog) = self.dialog.cast::<HtmlDialogElement>().filter(|_| next.dialog.is_none()) {
            dialog.close();
        }
        self.session = Rc::new(next);
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

    /// Makes the document show the state, and does what follows from it.
    fn show(&mut self) {
        self.shown_ms = player::performance_now();
        let (page, is_first) = (self.page(), self.live.is_none());
        self.live = Some(dom::show(&self.root, self.live.take(), page.into(), None));
        self.rendered(is_first);
    }

    /// Does what follows from a change and is no part of the page's tree.
    fn rendered(&mut self, is_first: bool) {
        if is_first {
            self.player.observe();
            self.listeners = open::take_drops(self.dispatch.clone());
            self.listeners.push(keys::listen(self.player.clone(), self.dispatch.clone()));
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

    fn page(&self) -> Tag {
        let Self { session, dispatch, player, nodes, dialog, .. } = self;
        let laid_out = player.follow(session);
        let headline = match session.told == session.round {
            true => why::tell(&session.run, &session.run.view(session.round), |telling| telling.headline()),
            false => String::new(),
        };
        let lazy = |view: fn(&Session, &Dispatch) -> Html, stamp: Vec<usize>| {
            Html::Part(Part { stamp, view, session: session.clone(), dispatch: dispatch.clone() })
        };
        let (scenario, run) = (session.scenario.address(), session.run.address());
        // A setting that an event changes shows what is in force at the cursor.
        let has_set = session.scenario.world.events.iter().any(|event| event.kind == Kind::Set);
        let moment = if has_set { session.round + 1 } else { 0 };
        let edited = vec![scenario, session.discards, usize::from(session.notice.is_some()), session.lane, moment];
        let tabled = vec![
            scenario,
            session.discards,
            session.page(Pages::Brokers),
            session.page(Pages::Bundles),
            session.opened.map_or(0, |index| index + 1),
            Digest::of_text(&session.filter) as usize,
        ];
        let is_complete = usize::from(session.computed >= session.scenario.rounds);
        let swept = session.sweep.as_ref().map_or(0, |sweep| sweep.borrow().progress().0 as usize + 1);
        let measured = vec![run, session.told, is_complete, session.lane, swept, usize::from(session.is_sweeping)];
        let told = vec![run, session.told, is_complete, session.page(Pages::Why), stamp_of(session.selected)];
        let shown = vec![run, session.told, session.computed, session.page(Pages::Stage), session.page(Pages::History)];
        let panel = |label: &'static str, is: &'static str| {
            tag("section")
                .set("aria-label", label)
                .set("data-is", is)
                .set("class", if is == "setup" { "panel left" } else { "panel" })
        };
        let center = classed("div", "center")
            .add(title(session, dispatch))
            .add(offers(session, dispatch))
            .add(stage::stage(session, player, nodes, laid_out.as_deref(), summary(session, &headline), dispatch))
            .add(controls::controls(session, dispatch))
            .add(stage::history(session, nodes, dispatch))
            .html(if session.has_tables { lazy(tables::tables, shown) } else { Html::default() })
            .add(sheet_tabs(session, dispatch));
        let happens = vec![scenario, session.discards, session.told, run];
        let setup = panel("Setup", "setup")
            .html(lazy(setup::setup, edited.clone()))
            .html(lazy(lanes::lanes, edited.clone()))
            .html(lazy(setup::settings, edited))
            .html(lazy(events::events, happens))
            .html(lazy(brokers::brokers, tabled))
            .html(edits::list(session, dispatch));
        let right = classed("div", "right")
            .add(panel("Why", "why").html(lazy(why::why, told.clone())))
            .add(panel("So far", "so-far").html(lazy(so_far::so_far, measured)));
        let said =
            classed("p", "unseen").set("role", "status").text(format!("Round {}. {headline}", session.round + 1));
        classed("div", "page")
            .set("data-sheet", sheet_name(session.sheet))
            .add(header(session, dispatch))
            .add(tag("main").add(center).add(setup).add(right))
            .add(said)
            .add_some(dialogs(session, dispatch, dialog))
    }
}

/// Tells one subject from another.
fn stamp_of(subject: Option<Subject>) -> usize {
    let (kind, a, b) = match subject {
        None => return 0,
        Some(Subject::Round) => (1, 0, 0),
        Some(Subject::Broker(broker)) => (2, broker.0, 0),
        Some(Subject::Pair(high, low)) => (3, high.0, low.0),
        Some(Subject::Bundle(bundle)) => (4, bundle.0, 0),
        Some(Subject::Candidate { bundle, broker }) => (5, bundle.0, broker.0),
    };
    let mut digest = Digest::default();
    for part in [kind, a, b] {
        digest.number(u64::from(part));
    }
    digest.value() as usize
}

fn header(session: &Session, dispatch: &Dispatch) -> Tag {
    let (other, label) = match session.theme {
        Theme::Light => (Theme::Dark, "Dark theme"),
        Theme::Dark => (Theme::Light, "Light theme"),
    };
    let bar = |class: &'static str, x: &'static str, y: &'static str, height: &'static str| {
        classed("rect", class).set("x", x).set("y", y).set("width", "4").set("height", height).set("rx", "1")
    };
    let logo = tag("svg")
        .set("width", "22")
        .set("height", "22")
        .set("viewBox", "0 0 20 20")
        .set("aria-hidden", "true")
        .add(bar("warm", "1", "4", "15"))
        .add(bar("rest", "8", "9", "10"))
        .add(bar("cool", "15", "12", "7"))
        .add(tag("path").set("d", "M3 3Q10-1 17 9"));
    let opens = |dialog: Dialog| button(dispatch, Action::Dialog(Some(dialog)));
    tag("header")
        .add(tag("h1").add(logo).text("Shedscope"))
        .add(classed("p", "claim").text("Watch Pulsar’s load balancing think"))
        .add(classed("span", "space"))
        .add_all(edits::buttons(session, dispatch))
        .add(opens(Dialog::Open).add(icon(Icon::Open)).text("Open"))
        .add(
            opens(Dialog::Keys)
                .set("class", "keys-button")
                .set("aria-label", "Keys")
                .set("title", "Keys (?)")
                .add(icon(Icon::Keys)),
        )
        .add(button(dispatch, Action::Theme(other)).set("aria-label", label).set("title", label).add(icon(Icon::Theme)))
}

fn title(session: &Session, dispatch: &Dispatch) -> Tag {
    let (time_min, spread, next) = session.run.with_rounds(|rounds, _| {
        let spread = |round: &Round| {
            let usage = &round.usage_percent;
            usage.iter().copied().fold(0.0, f64::max) - usage.iter().copied().fold(f64::INFINITY, f64::min)
        };
        let round = rounds.get(session.round);
        (round.map_or(0.0, |round| round.time_min), round.map(spread), rounds.get(session.round + 1).map(spread))
    });
    let minutes = time_min as u64;
    let clock = format!("{:02}:{:02}:00", minutes / 60, minutes % 60);
    let spread = match (spread, next) {
        (Some(now), Some(next)) if (now - next).abs() > 0.05 => {
            format!("spread {} → {} points", trimmed(now, 1), trimmed(next, 1))
        }
        (Some(now), _) if now.is_finite() => format!("spread {} points", trimmed(now, 1)),
        _ => String::new(),
    };
    let by_load = session.order == Order::ByLoad;
    let order = if by_load { Order::Given } else { Order::ByLoad };
    classed("div", "title")
        .add(says("h2", format!("Round {}", session.round + 1)))
        .add(says("span", clock))
        .add(says("span", spread))
        .add(classed("span", "space"))
        .add(toggle(dispatch, Action::Order(order), by_load, "Sort by load"))
        .add(toggle(dispatch, Action::Tables(!session.has_tables), session.has_tables, "Tables"))
}

/// A small button that is down or up.
fn toggle(dispatch: &Dispatch, action: Action, is_down: bool, words: &'static str) -> Tag {
    let pressed = if is_down { "true" } else { "false" };
    button(dispatch, action).set("class", "small").set("aria-pressed", pressed).text(words)
}

/// What waits for an answer: an edit that was tried at a later round, or something that went wrong.
fn offers(session: &Session, dispatch: &Dispatch) -> Tag {
    let alert = |words: String| classed("div", "offer").set("role", "alert").add(says("p", words));
    let offer = session.offered.is_some().then(|| {
        let (words, yes) = match session.round {
            0 => ("The edit has not been applied yet.".to_owned(), "Apply"),
            round => {
                let words = format!("This edit can only change the start of the run, and this is round {}.", round + 1);
                (words, "Go to the start and apply")
            }
        };
        alert(words)
            .add(button(dispatch, Action::AcceptOffer).set("class", "primary").text(yes))
            .add(button(dispatch, Action::DiscardOffer).text("Discard"))
    });
    let notice =
        session.notice.clone().map(|notice| alert(notice).add(button(dispatch, Action::DismissNotice).text("Dismiss")));
    tag("div").add_some(offer).add_some(notice).add_some(edits::what_if(session, dispatch))
}

/// What the stage shows, for those who hear it.
fn summary(session: &Session, headline: &str) -> String {
    let brokers = session.scenario.world.brokers.len();
    format!("Usage of {brokers} brokers in round {}. {headline}", session.round + 1)
}

fn sheet_name(sheet: Sheet) -> &'static str {
    match sheet {
        Sheet::Setup => "setup",
        Sheet::Why => "why",
        Sheet::SoFar => "so-far",
    }
}

/// On a narrow screen the panels are sheets under the stage; these choose one.
fn sheet_tabs(session: &Session, dispatch: &Dispatch) -> Tag {
    let tab = |sheet: Sheet, words: &'static str| {
        let pressed = if session.sheet == sheet { "true" } else { "false" };
        button(dispatch, Action::Sheet(sheet)).set("aria-pressed", pressed).text(words)
    };
    classed("div", "tabs")
        .set("role", "group")
        .set("aria-label", "Panels")
        .add(tab(Sheet::Why, "Why"))
        .add(tab(Sheet::SoFar, "So far"))
        .add(tab(Sheet::Setup, "Setup"))
}

/// A dialog of the browser's own: it keeps focus, closes on Escape and gives focus back.
fn dialogs(session: &Session, dispatch: &Dispatch, node: &NodeRef) -> Option<Tag> {
    let (title, content) = match session.dialog? {
        Dialog::Keys => ("Keys and signs", keys::list()),
        Dialog::Definitions => ("What the measures mean", so_far::definitions()),
        Dialog::Metrics => ("Metrics", metrics::metrics(session, dispatch)),
        Dialog::Open => ("Open a cluster", open::open(session, dispatch)),
    };
    let on_close = {
        let dispatch = dispatch.clone();
        move |_: web_sys::Event| dispatch.dispatch(Action::Dialog(None))
    };
    let close = button(dispatch, Action::Dialog(None)).set("class", "small").set("aria-label", "Close");
    let head = classed("div", "dialog-head").add(says("h2", title)).add(close.add(icon(Icon::Close)));
    let dialog = tag("dialog").at(node).set("aria-label", title).on(On::Close, Rc::new(on_close));
    Some(dialog.add(head).add(content))
}
