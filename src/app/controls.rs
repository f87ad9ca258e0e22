//! Time: play, step, jump and speed.

use super::Dispatch;
use super::action::Action;
use super::icons::{Icon, icon};
use super::session::Session;
use super::view::{On, Tag, button, classed, says, tag};
use crate::shedding::reason::trimmed;

/// The speeds there are, in words.
const SPEEDS: [&str; 6] = ["0.25", "0.5", "1", "2", "4", "8"];

/// The row of buttons.
pub fn controls(session: &Session, dispatch: &Dispatch) -> Tag {
    let (round, last) = (session.round, session.last());
    let go = |label: &'static str, keys: &'static str, shape: Icon, to: Option<usize>| {
        let target = to.filter(|target| *target != round && *target <= last);
        button(dispatch, Action::Seek(target.unwrap_or(round)))
            .set("aria-label", label)
            .set("title", format!("{label} ({keys})"))
            .set_if(target.is_none(), "disabled", "")
            .add(icon(shape))
    };
    let (word, shape) = if session.is_playing { ("Pause", Icon::Pause) } else { ("Play", Icon::Play) };
    let play = button(dispatch, Action::Play(!session.is_playing))
        .set("class", "play")
        .set("aria-label", word)
        .set("title", format!("{word} (Space)"))
        .add(icon(shape))
        .add(classed("span", "word").set("aria-hidden", "true").text(word));
    classed("div", "controls")
        .set("role", "group")
        .set("aria-label", "Playback")
        .add(go("First", "Home", Icon::First, Some(0)))
        .add(go("Previous shedding", "Shift+←", Icon::PreviousShedding, session.shedding(false)))
        .add(go("Step back", "←", Icon::StepBack, round.checked_sub(1)))
        .add(play)
        .add(go("Step", "→", Icon::Step, Some(round + 1)))
        .add(go("Next shedding", "Shift+→", Icon::NextShedding, session.shedding(true)))
        .add(go("Last", "End", Icon::Last, Some(last)))
        .add(speeds(session, dispatch))
        .add(classed("span", "where").text(format!("round {} of {}", round + 1, last + 1)))
}

fn speeds(session: &Session, dispatch: &Dispatch) -> Tag {
    let now = trimmed(session.speed, 2);
    let option = |speed: &'static str| {
        says("option", format!("{speed}×")).set("value", speed).set_if(*speed == *now, "selected", "")
    };
    let dispatch = dispatch.clone();
    let choose = move |value: String| {
        dispatch.dispatch(Action::Speed(super::target::read_number(&value).unwrap_or(1.0)));
    };
    tag("select")
        .set("class", "speed")
        .set("aria-label", "Speed")
        .on_text(On::Change, choose)
        .add_all(SPEEDS.map(option))
}
