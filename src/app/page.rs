//! The page: its frame, its header, and which part shows what.

use std::rc::Rc;

use super::action::{Action, Dialog, Pages};
use super::chrome::{Header, dialog, notice, panel, sheet_name, sheet_tabs, toggle};
use super::player::{Nodes, Player};
use super::session::Session;
use super::view::{Html, NodeRef, Part, Tag, button, classed, says, tag};
use super::{
    Dispatch, brokers, controls, edits, events, keys, lanes, metrics, open, rules, setup, so_far, stage, systems,
    tables, why,
};
use crate::run::Digest;
use crate::run::words::trimmed;
use crate::scene::stage::Order;
use crate::shedding::event::Kind;
use crate::shedding::{Round, Subject};

/// The whole page.
pub fn page(session: &Rc<Session>, dispatch: &Dispatch, player: &Player, nodes: &Nodes, dialog: &NodeRef) -> Tag {
    let laid_out = player.follow(session);
    let headline = match session.told == session.round {
        true => why::tell(&session.run, &session.run.view(session.round), |telling| telling.headline()),
        false => String::new(),
    };
    let lazy = |view: fn(&Session, &Dispatch) -> Html, stamp: Vec<usize>| {
        let (session, dispatch) = (session.clone(), dispatch.clone());
        Html::Part(Part { stamp, view: Box::new(move || view(&session, &dispatch)) })
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
        session.opened.map_or(0, |owner| owner.wrapping_add(2)),
        Digest::of_text(&session.filter) as usize,
    ];
    let is_complete = usize::from(session.computed >= session.scenario.rounds);
    let swept = session.sweep.as_ref().map_or(0, |sweep| sweep.borrow().progress().0 as usize + 1);
    let measured = vec![run, session.told, is_complete, session.lane, swept, usize::from(session.is_sweeping)];
    let told = vec![run, session.told, is_complete, session.page(Pages::Why), stamp_of(session.selected)];
    let shown = vec![run, session.told, session.computed, session.page(Pages::Stage), session.page(Pages::History)];
    let center = classed("div", "center")
        .add(title(session, dispatch))
        .add(offers(session, dispatch))
        .add(stage::stage(session, player, nodes, laid_out.as_deref(), summary(session, &headline), dispatch))
        .add(controls::controls(&session.playback(), dispatch))
        .add(stage::history(session, nodes, dispatch))
        .html(if session.has_tables { lazy(tables::tables, shown) } else { Html::default() })
        .add(sheet_tabs(session.sheet, dispatch, Action::Sheet));
    let happens = vec![scenario, session.discards, session.told, run];
    let setup = panel("Setup", "setup")
        .html(lazy(setup::setup, edited.clone()))
        .html(lazy(lanes::lanes, edited.clone()))
        .html(lazy(setup::settings, edited.clone()))
        .html(lazy(events::events, happens))
        .html(lazy(rules::rules, edited))
        .html(lazy(brokers::brokers, tabled))
        .html(edits::list(&session.history, dispatch, Action::Past));
    let right = classed("div", "right")
        .add(panel("Why", "why").html(lazy(why::why, told.clone())))
        .add(panel("So far", "so-far").html(lazy(so_far::so_far, measured)));
    let said = classed("p", "unseen").set("role", "status").text(format!("Round {}. {headline}", session.round + 1));
    classed("div", "page")
        .set("data-sheet", sheet_name(session.sheet))
        .add(header(session, dispatch))
        .add(tag("main").add(center).add(setup).add(right))
        .add(said)
        .add_some(dialogs(session, dispatch, dialog))
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
    let header = Header {
        system: systems::PULSAR,
        claim: "Watch Pulsar’s load balancing think",
        history: &session.history,
        past: Action::Past,
        open: Action::Dialog(Some(Dialog::Open)),
        keys: Action::Dialog(Some(Dialog::Keys)),
        theme: session.theme,
        to_theme: Action::Theme,
    };
    header.shown(dispatch)
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

/// What the signs on the stage mean.
const SIGNS: [(&str, &str); 4] = [
    ("dashed warm", "leaves its broker in this round"),
    ("dashed cool", "lands there"),
    ("circles", "hits in a row, filled: high above, low below"),
    ("bracket", "a pair, points apart: dotted rests, thin counts, thick sheds"),
];

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
    let notice = notice(session.notice.as_ref(), Action::DismissNotice, dispatch);
    tag("div").add_some(offer).add_some(notice).add_some(edits::what_if(session, dispatch))
}

/// What the stage shows, for those who hear it.
fn summary(session: &Session, headline: &str) -> String {
    let brokers = session.scenario.world.brokers.len();
    format!("Usage of {brokers} brokers in round {}. {headline}", session.round + 1)
}

fn dialogs(session: &Session, dispatch: &Dispatch, node: &NodeRef) -> Option<Tag> {
    let (title, content) = match session.dialog? {
        Dialog::Keys => ("Keys and signs", keys::list("round", "something moves", "a cluster of your own", &SIGNS)),
        Dialog::Definitions => ("What the measures mean", so_far::definitions()),
        Dialog::Metrics => ("Metrics", metrics::metrics(session, dispatch)),
        Dialog::Open => ("Open a cluster", open::open(session, dispatch)),
    };
    Some(dialog(title, content, Action::Dialog(None), node, dispatch))
}
