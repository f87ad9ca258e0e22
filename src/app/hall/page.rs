//! The page of an exhibit: its frame, its header, and which part shows what.

use std::rc::Rc;

use super::Dispatch;
use super::action::{Action, Dialog};
use super::player::{Nodes, Player};
use super::session::Session;
use super::{charts, document, panels, setup, stage, why};
use crate::app::action::Sheet;
use crate::app::controls::{Playback, controls};
use crate::app::icons::{Icon, icon};
use crate::app::page::{logo, sheet_name, theme_button};
use crate::app::view::{Html, NodeRef, On, Part, Tag, button, classed, says, tag};
use crate::app::{edits, keys, systems};
use crate::run::words::clock;

/// The whole page.
pub fn page(session: &Rc<Session>, dispatch: &Dispatch, player: &Player, nodes: &Nodes, dialog: &NodeRef) -> Tag {
    player.follow(session);
    let headline = session.shown.headline(session.lane, session.round);
    let lazy = |view: fn(&Session, &Dispatch) -> Html, stamp: Vec<usize>| {
        let (session, dispatch) = (Rc::clone(session), dispatch.clone());
        Html::Part(Part { stamp, view: Box::new(move || view(&session, &dispatch)) })
    };
    let shown = Rc::as_ptr(&session.shown).cast::<u8>() as usize;
    let (told, lane) = (session.told, session.lane);
    let swept = session.sweep.as_ref().map_or(0, |sweep| sweep.borrow().progress().0 as usize + 1);
    let is_complete = usize::from(session.computed >= session.shown.rounds());
    let edited = vec![shown, lane, told, session.discards, session.history.now()];
    let asked = session.selected.map_or([0; 4], |who| [1, who.kind.into(), who.a as usize, who.b as usize]);
    let reasons = [&[shown, lane, told, session.more], &asked[..]].concat();
    let measured = vec![shown, lane, told, is_complete, swept, usize::from(session.is_sweeping)];
    let panel = |label: &'static str, is: &'static str, content: Html| {
        tag("section")
            .set("aria-label", label)
            .set("data-is", is)
            .set("class", if is == "setup" { "panel left" } else { "panel" })
            .html(content)
    };
    let charts = session.shown.charts(lane);
    let tables = session.has_tables.then(|| {
        let chart = charts::as_table(session, &charts);
        tag("div").add(panels::stage_table(session, dispatch)).add_some(chart)
    });
    let center = classed("div", "center")
        .add(title(session, dispatch))
        .add(notice(session, dispatch))
        .add(stage::stage(session, player, nodes, &headline, dispatch))
        .add(controls(&playback(session), dispatch))
        .add_some(stage::chart_tabs(session, &charts, dispatch))
        .add(stage::timeline(session, &charts, nodes, dispatch))
        .add_some(tables)
        .add(sheet_tabs(session, dispatch));
    let right = classed("div", "right").add(panel("Why", "why", lazy(why::why, reasons))).add(panel(
        "So far",
        "so-far",
        lazy(panels::so_far, measured),
    ));
    let noun = session.shown.face().round;
    let said = classed("p", "unseen").set("role", "status").text(format!("{noun} {}. {headline}", session.round + 1));
    classed("div", "page")
        .set("data-sheet", sheet_name(session.sheet))
        .add(header(session, dispatch))
        .add(tag("main").add(center).add(panel("Setup", "setup", lazy(setup::setup, edited))).add(right))
        .add(said)
        .add_some(dialogs(session, dispatch, dialog))
}

fn playback(session: &Session) -> Playback {
    Playback {
        round: session.round,
        last: session.last(),
        happenings: [session.happening(false), session.happening(true)],
        happening: "happening",
        noun: session.shown.face().round,
        is_playing: session.is_playing,
        speed: session.speed,
    }
}

fn header(session: &Session, dispatch: &Dispatch) -> Tag {
    let opens = |dialog: Dialog| button(dispatch, Action::Dialog(Some(dialog)));
    tag("header")
        .add(tag("h1").add(logo()).text("Shedscope"))
        .add(systems::choice(session.shown.face().id, dispatch))
        .add(classed("p", "claim").text(session.shown.face().claim))
        .add(classed("span", "space"))
        .add_all(edits::buttons(&session.history, dispatch, Action::Past))
        .add(opens(Dialog::Document).add(icon(Icon::Open)).text("Open"))
        .add(
            opens(Dialog::Keys)
                .set("class", "keys-button")
                .set("aria-label", "Keys")
                .set("title", "Keys (?)")
                .add(icon(Icon::Keys)),
        )
        .add(theme_button(session.theme, dispatch, Action::Theme))
}

fn title(session: &Session, dispatch: &Dispatch) -> Tag {
    let noun = session.shown.face().round;
    let mut name = noun.to_owned();
    name[..1].make_ascii_uppercase();
    let tables = button(dispatch, Action::Tables(!session.has_tables))
        .set("class", "small")
        .set("aria-pressed", if session.has_tables { "true" } else { "false" })
        .text("Tables");
    classed("div", "title")
        .add(says("h2", format!("{name} {}", session.round + 1)))
        .add(says("span", clock(session.shown.time_s(session.round))))
        .add(classed("span", "of").text(session.shown.headline(session.lane, session.round)))
        .add(classed("span", "space"))
        .add(tables)
}

/// Something that went wrong, and waits to be read.
fn notice(session: &Session, dispatch: &Dispatch) -> Tag {
    let shown = session.notice.clone().map(|notice| {
        let dismiss = button(dispatch, Action::DismissNotice).text("Dismiss");
        classed("div", "offer").set("role", "alert").add(says("p", notice)).add(dismiss)
    });
    tag("div").add_some(shown)
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
        Dialog::Keys => {
            ("Keys", keys::list(session.shown.face().round, "something happens", "a scenario as a document", &[]))
        }
        Dialog::Definitions => ("What the measures mean", panels::definitions(session)),
        Dialog::Document => ("The scenario as a document", document::dialog(session, dispatch)),
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
