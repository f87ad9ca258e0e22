//! The page of an exhibit: its frame, its header, and which part shows what.

use std::rc::Rc;

use super::Dispatch;
use super::action::{Action, Dialog};
use super::player::{Nodes, Player};
use super::session::Session;
use super::{charts, document, panels, setup, stage, why};
use crate::app::chrome::{Header, dialog, notice, panel, sheet_name, sheet_tabs, toggle};
use crate::app::controls::controls;
use crate::app::keys;
use crate::app::view::{Html, NodeRef, Part, Tag, classed, says, tag};
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
    let of_told = Rc::as_ptr(&session.told.shown).cast::<u8>() as usize;
    let (told, lane) = (session.round_told(), session.lane);
    let swept = session.sweep.as_ref().map_or(0, |sweep| sweep.borrow().progress().0 as usize + 1);
    let is_complete = usize::from(session.computed >= session.shown.rounds());
    let edited = vec![shown, lane, told, session.discards, session.history.now()];
    let asked = session.selected.map_or([0; 4], |who| [1, who.kind.into(), who.a as usize, who.b as usize]);
    let reasons = [&[of_told, lane, session.told.round, session.more], &asked[..]].concat();
    let measured = vec![shown, lane, told, is_complete, swept, usize::from(session.is_sweeping)];
    let charts = session.shown.charts(lane);
    let tables = session.has_tables.then(|| {
        let chart = charts::as_table(session, &charts);
        tag("div").add(panels::stage_table(session, dispatch)).add_some(chart)
    });
    let center = classed("div", "center")
        .add(title(session, dispatch))
        .add(tag("div").add_some(notice(session.notice.as_ref(), Action::DismissNotice, dispatch)))
        .add(stage::stage(session, player, nodes, &headline, dispatch))
        .add(controls(&session.playback(), dispatch))
        .add_some(stage::chart_tabs(session, &charts, dispatch))
        .add(stage::timeline(session, &charts, nodes, dispatch))
        .add_some(tables)
        .add(sheet_tabs(session.sheet, dispatch, Action::Sheet));
    let is_old = !Rc::ptr_eq(&session.told.shown, &session.shown);
    let why_panel = panel("Why", "why").set_if(is_old, "aria-busy", "true");
    let right = classed("div", "right")
        .add(why_panel.html(lazy(why::why, reasons)))
        .add(panel("So far", "so-far").html(lazy(panels::so_far, measured)));
    let noun = session.shown.face().round;
    let said = classed("p", "unseen").set("role", "status").text(format!("{noun} {}. {headline}", session.round + 1));
    classed("div", "page")
        .set("data-sheet", sheet_name(session.sheet))
        .add(header(session, dispatch))
        .add(tag("main").add(center).add(panel("Setup", "setup").html(lazy(setup::setup, edited))).add(right))
        .add(said)
        .add_some(dialogs(session, dispatch, dialog))
}

fn header(session: &Session, dispatch: &Dispatch) -> Tag {
    let face = session.shown.face();
    let header = Header {
        system: face.id,
        claim: face.claim,
        history: &session.history,
        past: Action::Past,
        open: Action::Dialog(Some(Dialog::Document)),
        keys: Action::Dialog(Some(Dialog::Keys)),
        theme: session.theme,
        to_theme: Action::Theme,
    };
    header.shown(dispatch)
}

fn title(session: &Session, dispatch: &Dispatch) -> Tag {
    let noun = session.shown.face().round;
    let mut name = noun.to_owned();
    name[..1].make_ascii_uppercase();
    let tables = toggle(dispatch, Action::Tables(!session.has_tables), session.has_tables, "Tables");
    classed("div", "title")
        .add(says("h2", format!("{name} {}", session.round + 1)))
        .add(says("span", clock(session.shown.time_s(session.round))))
        .add(classed("span", "of").text(session.shown.headline(session.lane, session.round)))
        .add(classed("span", "space"))
        .add(tables)
}

fn dialogs(session: &Session, dispatch: &Dispatch, node: &NodeRef) -> Option<Tag> {
    let (title, content) = match session.dialog? {
        Dialog::Keys => {
            let noun = session.shown.face().round;
            ("Keys", keys::list(noun, "something happens", "a scenario as a document", &[]))
        }
        Dialog::Definitions => ("What the measures mean", panels::definitions(session)),
        Dialog::Document => ("The scenario as a document", document::dialog(session, dispatch)),
    };
    Some(dialog(title, content, Action::Dialog(None), node, dispatch))
}
