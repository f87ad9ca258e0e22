//! The page: a yew app of small components around one state.
//!
//! Data flows one way: an [`session::Action`] changes the [`session::Session`], components show it, and
//! the [`player::Player`] paints it, outside of the tree, once a frame.
#![allow(missing_docs, reason = "the component macro makes items that cannot carry docs")]

mod brokers;
mod bundles;
mod controls;
mod dialog;
mod field;
mod grower;
mod history_view;
mod icons;
mod keys;
mod open;
mod pager;
mod player;
mod run;
mod session;
mod setup;
mod shared;
mod so_far;
mod stage_view;
mod tables;
mod theme;
mod why;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::utils::document;
use yew::prelude::*;

use self::controls::Controls;
use self::dialog::Modal;
use self::history_view::HistoryView;
use self::icons::{Icon, icon};
use self::player::Player;
use self::session::{Action, Dialog, Session, Sheet};
use self::shared::Shared;
use self::stage_view::StageView;
use crate::paint::Theme;
use crate::run::Unit;
use crate::scene::stage::Order;
use crate::shedding::reason::said;
use crate::shedding::situations::SITUATIONS;

/// Mounts the app where the page has room for it.
pub fn mount() {
    match document().get_element_by_id("app") {
        Some(root) => yew::Renderer::<App>::with_root(root).render(),
        None => yew::Renderer::<App>::new().render(),
    };
}

/// An id that no other element has.
fn unique_id(kind: &str) -> AttrValue {
    thread_local!(static NEXT: Cell<u32> = const { Cell::new(0) });
    let number = NEXT.with(|next| next.replace(next.get() + 1));
    format!("{kind}-{number}").into()
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
    let player = use_memo((), |()| Player::new(Rc::clone(&session), dispatch.clone()));
    use_effect_with(session.theme, |theme| theme::show(*theme));
    use_effect_with((session.run.clone(), session.computed), {
        let dispatch = dispatch.clone();
        move |(run, _)| grower::grow(run.clone(), dispatch)
    });
    use_effect_with((), {
        let (latest, dispatch): (Rc<RefCell<Rc<Session>>>, _) = (latest.clone(), dispatch.clone());
        move |()| {
            let listener = keys::listen(move || Rc::clone(&latest.borrow()), dispatch);
            move || drop(listener)
        }
    });
    let view = session.run.view(session.round);
    let headline = why::tell(&session.run, &view, |telling| telling.headline());
    html! {
        <div class="page" data-sheet={sheet_name(session.sheet)}>
            { header(&session, &dispatch) }
            <main>
                <section class="panel left" aria-label="Setup" data-is="setup">
                    <setup::Setup scenario={session.scenario.clone()} situation={session.situation} epoch={session.discards} dispatch={dispatch.clone()} />
                    <brokers::Brokers scenario={session.scenario.clone()} epoch={session.discards} dispatch={dispatch.clone()} />
                </section>
                <div class="center">
                    { title_line(&session) }
                    { offers(&session, &dispatch) }
                    <StageView session={session.clone()} player={(*player).clone()} summary={summary(&session, &headline)} dispatch={dispatch.clone()} />
                    <Controls round={session.round} last={session.last()} is_playing={session.is_playing} speed={session.speed}
                        next_shedding={session.shedding(true)} previous_shedding={session.shedding(false)} dispatch={dispatch.clone()} />
                    <HistoryView run={session.run.clone()} computed={session.computed} horizon={session.scenario.rounds} round={session.round} jumps={session.jumps}
                        selected={session.selected} theme={session.theme} player={(*player).clone()} headline={headline.clone()} dispatch={dispatch.clone()} />
                    if session.has_tables {
                        <tables::StageTable run={session.run.clone()} round={session.round} computed={session.computed} />
                        <tables::HistoryTable run={session.run.clone()} round={session.round} computed={session.computed} />
                    }
                    { sheet_tabs(&session, &dispatch) }
                </div>
                <div class="right">
                    <section class="panel" aria-label="Why" data-is="why">
                        <h2>{ format!("Why, round {}", session.round + 1) }</h2>
                        <why::Why run={session.run.clone()} round={session.round} computed={session.computed} selected={session.selected} dispatch={dispatch.clone()} />
                    </section>
                    <section class="panel" aria-label="So far" data-is="so-far">
                        <h2>{ "So far" }</h2>
                        <so_far::SoFar run={session.run.clone()} round={session.round} computed={session.computed} dispatch={dispatch.clone()} />
                    </section>
                </div>
            </main>
            <p class="unseen" role="status">{ format!("Round {}. {headline}", session.round + 1) }</p>
            { dialogs(&session, &dispatch) }
            <open::Drop dispatch={dispatch.clone()} />
        </div>
    }
}

type Dispatch = UseReducerDispatcher<Session>;

fn send(dispatch: &Dispatch, action: Action) -> Callback<MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |_: MouseEvent| dispatch.dispatch(action.clone()))
}

fn header(session: &Session, dispatch: &Dispatch) -> Html {
    let other = if session.theme == Theme::Light { Theme::Dark } else { Theme::Light };
    let switch = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            theme::remember(other);
            dispatch.dispatch(Action::Theme(other));
        })
    };
    let label = if other == Theme::Dark { "Dark theme" } else { "Light theme" };
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
            <button type="button" class="primary" onclick={send(dispatch, Action::Dialog(Some(Dialog::Open)))}>{ icon(Icon::Open) }{ "Open" }</button>
            <button type="button" aria-label="Keys" title="Keys (?)" onclick={send(dispatch, Action::Dialog(Some(Dialog::Keys)))}>{ icon(Icon::Keys) }</button>
            <button type="button" aria-label={label} title={label} onclick={switch}>{ icon(Icon::Theme) }</button>
        </header>
    }
}

fn title_line(session: &Session) -> Html {
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
    html! { <div class="title"><h2>{ format!("Round {}", session.round + 1) }</h2><span>{ clock }</span><span class="space"></span><span>{ spread }</span></div> }
}

/// What waits for an answer: an edit that was tried at a later round, or something that went wrong.
fn offers(session: &Session, dispatch: &Dispatch) -> Html {
    let by_load = session.order == Order::ByLoad;
    let order = if by_load { Order::Given } else { Order::ByLoad };
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
            <div class="toggles">
                <button type="button" class="small" aria-pressed={by_load.to_string()} onclick={send(dispatch, Action::Order(order))}>{ "Sort by load" }</button>
                <button type="button" class="small" aria-pressed={session.has_tables.to_string()} onclick={send(dispatch, Action::Tables(!session.has_tables))}>{ "Tables" }</button>
            </div>
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

fn dialogs(session: &Session, dispatch: &Dispatch) -> Html {
    let on_close = {
        let dispatch = dispatch.clone();
        Callback::from(move |()| dispatch.dispatch(Action::Dialog(None)))
    };
    match session.dialog {
        None => html! {},
        Some(Dialog::Keys) => html! { <Modal title="Keys" {on_close}><keys::KeyList /></Modal> },
        Some(Dialog::Definitions) => {
            html! { <Modal title="What the measures mean" {on_close}><so_far::Definitions /></Modal> }
        }
        Some(Dialog::Open) => html! {
            <Modal title="Open a cluster" {on_close}><open::Open scenario={session.scenario.clone()} dispatch={dispatch.clone()} /></Modal>
        },
    }
}
