//! Why: the reasons of the round at the cursor, and the story of whoever is looked at.

use super::Dispatch;
use super::action::Action;
use super::session::Session;
use crate::app::icons::{Icon, icon};
use crate::app::view::{Html, Tag, button, classed, row, says, tag};
use crate::app::why::more_reasons;
use crate::run::words::said_side;
use crate::shell::{Told, Who};

/// Cards shown at first, and how many more each time.
const CARDS: usize = 12;
/// Reasons shown of a card; the story of whoever is asked about has all of them.
const LINES: usize = 6;
/// Reasons of a story at most.
const MOST_LINES: usize = 200;

/// The panel.
pub fn why(session: &Session, dispatch: &Dispatch) -> Html {
    let (lane, told) = (session.lane, &session.told);
    let noun = told.shown.face().round;
    let headline = told.shown.headline(lane, told.round);
    let subjects = told.shown.subjects(lane, told.round);
    let mut parts = vec![
        Some(says("h2", format!("Why, {noun} {}", told.round + 1))),
        Some(classed("p", "headline").text(headline)),
        super::stage::told_of(session),
    ];
    let tell = |who: Who, most: usize| told.shown.reasons_of(lane, told.round, &|other| other == who, most);
    parts.push(session.selected.map(|who| {
        let close = button(dispatch, Action::Select(None)).set("class", "small").set("aria-label", "Close the story");
        let head = classed("div", "told-head").add(says("h3", "You asked about")).add(close.add(icon(Icon::Close)));
        // What is about it together with another belongs to its story.
        let is_meant = |other: Who| other.kind == who.kind && other.a == who.a;
        let own = told.shown.reasons_of(lane, told.round, &is_meant, MOST_LINES);
        let count = subjects.iter().filter(|(who, _)| is_meant(*who)).map(|(_, count)| count).sum();
        classed("div", "told").add(head).add(card(who, &own, count, true, session, dispatch))
    }));
    let most = CARDS * (1 + session.more * 4);
    let some = |&(who, count): &(Who, usize)| Some(card(who, &tell(who, LINES), count, false, session, dispatch));
    parts.extend(subjects.iter().take(most).map(some));
    if subjects.len() > most {
        let words = format!("Show more ({most} of {})", subjects.len());
        parts.push(Some(tag("p").add(button(dispatch, Action::More).text(words))));
    }
    if subjects.is_empty() {
        parts.push(Some(classed("p", "help").text("Nothing was decided here.")));
    }
    row(parts)
}

fn card(who: Who, own: &[Told], count: usize, is_whole: bool, session: &Session, dispatch: &Dispatch) -> Tag {
    let hidden = count - own.len();
    let ask = || {
        let whole = button(dispatch, Action::Select(Some(who))).set("class", "link").text("whole story");
        classed("ul", "parts").add(tag("li").add(whole))
    };
    let nothing = own.is_empty().then(|| classed("p", "help").text("Nothing was decided about it here."));
    classed("details", "card resting")
        .key(format!("{is_whole} {} {} {}", who.kind, who.a, who.b))
        .set("open", "")
        .add(tag("summary").add(says("strong", session.told.shown.name(who))))
        .add(classed("ul", "reasons").add_all(own.iter().map(line)))
        .add_some((hidden > 0).then(|| classed("p", "help").text(more_reasons(hidden))))
        .add_some(nothing)
        .add_some((!is_whole && who != Who::ROUND).then(ask))
}

fn line(told: &Told) -> Tag {
    let item = says("li", told.sentence.clone());
    let Some(test) = told.test() else { return item };
    let sign = if test.holds { test.op.sign() } else { test.op.opposite_sign() };
    let (left, right) = (said_side(&test.left, test.unit), said_side(&test.right, test.unit));
    let title = format!("{} compared with {}", test.left.what, test.right.what);
    let item =
        item.text(" ").add(classed("span", "numbers").set("title", title).text(format!("{left} {sign} {right}")));
    match test.left.setting.or(test.right.setting) {
        Some(setting) => item.text(" ").add(says("code", setting)),
        None => item,
    }
}
