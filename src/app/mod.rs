//! The page: a yew app of small components around one state.
//!
//! Data flows one way: an [`session::Action`] changes the [`session::Session`], components show it, and
//! the [`player::Player`] paints it, outside of the tree, once a frame.
#![allow(missing_docs, reason = "the component macro makes items that cannot carry docs")]

mod brokers;
mod controls;
mod field;
mod grower;
mod icons;
mod keys;
mod lazy;
mod open;
mod player;
mod run;
mod session;
mod setup;
mod shared;
mod so_far;
mod stage;
mod tables;
mod target;
mod theme;
mod why;

use std::cell::Cell;
use std::rc::Rc;

use gloo::utils::document;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

use self::icons::{Icon, icon};
use self::lazy::{Lazy, View};
use self::player::{Nodes, Player};
use self::session::{Action, Dialog, Pages, Session, Sheet};
use self::shared::Shared;
use crate::paint::Theme;
use crate::run::{Digest, Unit};
use crate::scene::stage::Order;
use crate::shedding::Subject;
use crate::shedding::reason::said;
use crate::shedding::situations::SITUATIONS;

/// Where actions go.
type Dispatch = UseReducerDispatcher<Session>;

/// Mounts the app where the page has room for it.
pub fn mount() {
    match document().get_element_by_id("app") {
        Some(root) => yew::Renderer::<App>::with_root(root).render(),
        None => yew::Renderer::<App>::new().render(),
    };
}

/// An id that no other element has.
fn unique_id() -> AttrValue {
    thread_local!(static NEXT: Cell<u32> = const { Cell::new(0) });
    let number = NEXT.with(|next| next.replace(next.get() + 1));
    format!("field-{number}").into()
}

fn opening() -> Session {
    let first = &SITUATIONS[0];
    Session::opening(Some(first.id), Shared::new((first.build)()), theme::first())
}

#[component]
fn App() -> Html {
    let state = use_reducer(opening);
    let session: Rc<Session> = Rc::new((*state).clone());
    let dispatch = state.dispatcher();
    let latest = use_mut_ref(|| Rc::clone(&session));
    *latest.borrow_mut() = Rc::clone(&session);
    let nodes = use_memo((), |()| Nodes::default());
    let player = use_memo((), |()| Player::new(Rc::clone(&session), dispatch.clone(), (*nodes).clone()));
    let dialog = use_node_ref();
    let laid_out = player.follow(&session);
    use_effect({
        let (player, theme) = (player.clone(), session.theme);
        move || {
            theme::show(theme);
            player.paint();
        }
    });
    let pictured = (session.run.clone(), session.computed, session.selected, session.theme, session.resizes);
    use_effect_with(pictured, {
        let player = player.clone();
        move |_| player.paint_history()
    });
    use_effect_with((session.run.clone(), session.computed), {
        let dispatch = dispatch.clone();
        move |(run, _)| grower::grow(run.clone(), dispatch)
    });
    use_effect_with(session.dialog, {
        let dialog = dialog.clone();
        move |_| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>().filter(|dialog| !dialog.open()) {
                let _ = dialog.show_modal();
            }
        }
    });
    use_effect_with((), {
        let (latest, player, dispatch) = (latest.clone(), player.clone(), dispatch.clone());
        move |()| {
            let unobserve = player.observe();
            let keys = keys::listen(move || Rc::clone(&latest.borrow()), dispatch.clone());
            let drops = open::take_drops(dispatch);
            move || {
                unobserve();
                drop((keys, drops));
            }
        }
    });
    let view = session.run.view(session.round);
    let headline = why::tell(&session.run, &view, |telling| telling.headline());
    let lazy = |view: View, stamp: Vec<usize>| {
        html! { <Lazy {stamp} {view} session={session.clone()} dispatch={dispatch.clone()} /> }
    };
    let (scenario, run) = (session.scenario.address(), session.run.address());
    let edited = vec![scenario, session.discards];
    let tabled = vec![
        scenario,
        session.discards,
        session.page(Pages::Brokers),
        session.page(Pages::Bundles),
        session.opened.map_or(0, |index| index + 1),
        Digest::of_text(&session.filter) as usize,
    ];
    let told = vec![run, session.round, session.computed, session.page(Pages::Why), stamp_of(session.selected)];
    let shown = vec![run, session.round, session.computed, session.page(Pages::Stage), session.page(Pages::History)];
    html! {
        <div class="page" data-sheet={sheet_name(session.sheet)}>
            { header(&session, &dispatch) }
            <main>
                <div class="center">
                    { title(&session, &dispatch) }
                    { offers(&session, &dispatch) }
                    { stage::stage(&session, &player, &nodes, laid_out.as_deref(), summary(&session, &headline), &dispatch) }
                    { controls::controls(&session, &dispatch) }
                    { stage::history(&session, &nodes, &dispatch) }
                    if session.has_tables { { lazy(tables::tables, shown) } }
                    { sheet_tabs(&session, &dispatch) }
                </div>
                <section class="panel left" aria-label="Setup" data-is="setup">{ lazy(setup::setup, edited) }{ lazy(brokers::brokers, tabled) }</section>
                <div class="right">
                    <section class="panel" aria-label="Why" data-is="why">{ lazy(why::why, told.clone()) }</section>
                    <section class="panel" aria-label="So far" data-is="so-far">{ lazy(so_far::so_far, told) }</section>
                </div>
            </main>
            <p class="unseen" role="status">{ format!("Round {}. {headline}", session.round + 1) }</p>
            { dialogs(&session, &dispatch, dialog) }
        </div>
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

fn send(dispatch: &Dispatch, action: Action) -> Callback<MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |_: MouseEvent| dispatch.dispatch(action.clone()))
}

fn header(session: &Session, dispatch: &Dispatch) -> Html {
    let (other, label) =
        if session.theme == Theme::Light { (Theme::Dark, "Dark theme") } else { (Theme::Light, "Light theme") };
    html! {
        <header>
            <h1>
                <svg width="22" height="22" viewBox="0 0 20 20" aria-hidden="true">
                    <rect class="warm" x="1" y="4" width="4" height="15" rx="1" /><rect class="rest" x="8" y="9" width="4" height="10" rx="1" />
                    <rect class="cool" x="15" y="12" width="4" height="7" rx="1" /><path d="M3 3Q10-1 17 9" />
                </svg>
                { "Shedscope" }
            </h1>
            <p class="claim">{ "Watch Pulsar’s load balancing think" }</p>
            <span class="space"></span>
            <button type="button" onclick={send(dispatch, Action::Dialog(Some(Dialog::Open)))}>{ icon(Icon::Open) }{ "Open" }</button>
            <button type="button" aria-label="Keys" title="Keys (?)" onclick={send(dispatch, Action::Dialog(Some(Dialog::Keys)))}>{ icon(Icon::Keys) }</button>
            <button type="button" aria-label={label} title={label} onclick={send(dispatch, Action::Theme(other))}>{ icon(Icon::Theme) }</button>
        </header>
    }
}

fn title(session: &Session, dispatch: &Dispatch) -> Html {
    let (time_min, spread, next) = session.run.with_rounds(|rounds, _| {
        let spread = |round: &crate::shedding::Round| {
            let usage = &round.usage_percent;
            usage.iter().copied().fold(0.0, f64::max) - usage.iter().copied().fold(f64::INFINITY, f64::min)
        };
        let round = rounds.get(session.round);
        (round.map_or(0.0, |round| round.time_min), round.map(spread), rounds.get(session.round + 1).map(spread))
    });
    let clock = format!("{:02}:{:02}:00", (time_min / 60.0) as u64, (time_min % 60.0) as u64);
    let spread = match (spread, next) {
        (Some(now), Some(next)) if (now - next).abs() > 0.05 => {
            format!("spread {} → {}", said(now, Unit::Points), said(next, Unit::Points))
        }
        (Some(now), _) if now.is_finite() => format!("spread {}", said(now, Unit::Points)),
        _ => String::new(),
    };
    let by_load = session.order == Order::ByLoad;
    let order = if by_load { Order::Given } else { Order::ByLoad };
    html! {
        <div class="title">
            <h2>{ format!("Round {}", session.round + 1) }</h2><span>{ clock }</span><span>{ spread }</span><span class="space"></span>
            <button type="button" class="small" aria-pressed={by_load.to_string()} onclick={send(dispatch, Action::Order(order))}>{ "Sort by load" }</button>
            <button type="button" class="small" aria-pressed={session.has_tables.to_string()} title="The charts as tables (T)" onclick={send(dispatch, Action::Tables(!session.has_tables))}>{ "Tables" }</button>
        </div>
    }
}

/// What waits for an answer: an edit that was tried at a later round, or something that went wrong.
fn offers(session: &Session, dispatch: &Dispatch) -> Html {
    html! {
        <>
            if session.offered.is_some() {
                <div class="offer" role="alert">
                    <p>{ format!("Edits change the start of the run, and this is round {}.", session.round + 1) }</p>
                    <button type="button" class="primary" onclick={send(dispatch, Action::AcceptOffer)}>{ "Go to the start and apply" }</button>
                    <button type="button" onclick={send(dispatch, Action::DiscardOffer)}>{ "Discard" }</button>
                </div>
            }
            if let Some(notice) = &session.notice {
                <div class="offer" role="alert">
                    <p>{ notice }</p>
                    <button type="button" onclick={send(dispatch, Action::DismissNotice)}>{ "Dismiss" }</button>
                </div>
            }
        </>
    }
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
fn sheet_tabs(session: &Session, dispatch: &Dispatch) -> Html {
    let tab = |sheet: Sheet, words: &'static str| {
        html! { <button type="button" aria-pressed={(session.sheet == sheet).to_string()} onclick={send(dispatch, Action::Sheet(sheet))}>{ words }</button> }
    };
    html! {
        <div class="tabs" role="group" aria-label="Panels">
            { tab(Sheet::Why, "Why") }{ tab(Sheet::SoFar, "So far") }{ tab(Sheet::Setup, "Setup") }
        </div>
    }
}

/// A dialog of the browser's own: it keeps focus, closes on Escape and gives focus back.
fn dialogs(session: &Session, dispatch: &Dispatch, node: NodeRef) -> Html {
    let (title, content) = match session.dialog {
        None => return html! {},
        Some(Dialog::Keys) => ("Keys", keys::list()),
        Some(Dialog::Definitions) => ("What the measures mean", so_far::definitions()),
        Some(Dialog::Open) => ("Open a cluster", open::open(session, dispatch)),
    };
    let onclose = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: Event| dispatch.dispatch(Action::Dialog(None)))
    };
    html! {
        <dialog ref={node} aria-label={title} {onclose}>
            <div class="dialog-head">
                <h2>{ title }</h2>
                <button type="button" class="small" aria-label="Close" onclick={send(dispatch, Action::Dialog(None))}>{ icon(Icon::Close) }</button>
            </div>
            { content }
        </dialog>
    }
}
