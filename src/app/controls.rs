//! Time: play, step, jump and speed.

use super::Dispatch;
use super::icons::{Icon, icon};
use super::view::{On, Tag, button, classed, says, tag};
use crate::run::words::trimmed;

/// The speeds there are, in words.
const SPEEDS: [&str; 6] = ["0.25", "0.5", "1", "2", "4", "8"];

/// Where time stands, and where it can go.
pub struct Playback {
    /// The round at the cursor.
    pub round: usize,
    /// The last round there is.
    pub last: usize,
    /// The nearest rounds, before and after, in which something happened.
    pub happenings: [Option<usize>; 2],
    /// What such a round is called.
    pub happening: &'static str,
    /// What a round is called.
    pub noun: &'static str,
    /// Whether time runs.
    pub is_playing: bool,
    /// How fast.
    pub speed: f64,
}

/// What can be done with time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Play {
    /// The cursor goes to a round.
    Seek(usize),
    /// Time runs or stands.
    Run(bool),
    /// How fast.
    Speed(f64),
}

/// The row of buttons.
pub fn controls<A: From<Play> + Clone + 'static>(playback: &Playback, dispatch: &Dispatch<A>) -> Tag {
    let (round, last) = (playback.round, playback.last);
    let go = |label: String, keys: &'static str, shape: Icon, to: Option<usize>| {
        let target = to.filter(|target| *target != round && *target <= last);
        button(dispatch, Play::Seek(target.unwrap_or(round)).into())
            .set("title", format!("{label} ({keys})"))
            .set("aria-label", label)
            .set_if(target.is_none(), "disabled", "")
            .add(icon(shape))
    };
    let (word, shape) = if playback.is_playing { ("Pause", Icon::Pause) } else { ("Play", Icon::Play) };
    let play = button(dispatch, Play::Run(!playback.is_playing).into())
        .set("class", "play")
        .set("aria-label", word)
        .set("title", format!("{word} (Space)"))
        .add(icon(shape))
        .add(classed("span", "word").set("aria-hidden", "true").text(word));
    let (happening, [before, after]) = (playback.happening, playback.happenings);
    classed("div", "controls")
        .set("role", "group")
        .set("aria-label", "Playback")
        .add(go("First".to_owned(), "Home", Icon::First, Some(0)))
        .add(go(format!("Previous {happening}"), "Shift+←", Icon::PreviousShedding, before))
        .add(go("Step back".to_owned(), "←", Icon::StepBack, round.checked_sub(1)))
        .add(play)
        .add(go("Step".to_owned(), "→", Icon::Step, Some(round + 1)))
        .add(go(format!("Next {happening}"), "Shift+→", Icon::NextShedding, after))
        .add(go("Last".to_owned(), "End", Icon::Last, Some(last)))
        .add(speeds(playback.speed, dispatch))
        .add(classed("span", "where").text(format!("{} {} of {}", playback.noun, round + 1, last + 1)))
}

fn speeds<A: From<Play> + 'static>(speed: f64, dispatch: &Dispatch<A>) -> Tag {
    let now = trimmed(speed, 2);
    let option = |speed: &'static str| {
        says("option", format!("{speed}×")).set("value", speed).set_if(*speed == *now, "selected", "")
    };
    let dispatch = dispatch.clone();
    let choose = move |value: String| {
        dispatch.dispatch(Play::Speed(super::target::read_number(&value).unwrap_or(1.0)).into());
    };
    tag("select")
        .set("class", "speed")
        .set("aria-label", "Speed")
        .on_text(On::Change, choose)
        .add_all(SPEEDS.map(option))
}
