//! Time: play, step, jump and speed.

use yew::prelude::*;

use super::icons::{Icon, icon};
use super::session::{Action, Session};
use super::{Dispatch, send};
use crate::shedding::reason::trimmed;

/// The speeds there are.
const SPEEDS: [f64; 6] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0];

/// The row of buttons.
pub fn controls(session: &Session, dispatch: &Dispatch) -> Html {
    let (round, last) = (session.round, session.last());
    let (next, previous) = (session.shedding(true), session.shedding(false));
    let button = |label: &'static str, keys: &'static str, shape: Icon, to: Option<usize>| {
        let target = to.filter(|target| *target != round && *target <= last);
        html! {
            <button type="button" aria-label={label} title={format!("{label} ({keys})")} disabled={target.is_none()}
                onclick={send(dispatch, Action::Seek(target.unwrap_or(round)))}>{ icon(shape) }</button>
        }
    };
    let on_speed = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let value = event.target_unchecked_into::<web_sys::HtmlSelectElement>().value();
            dispatch.dispatch(Action::Speed(value.parse().unwrap_or(1.0)));
        })
    };
    let (word, shape) = if session.is_playing { ("Pause", Icon::Pause) } else { ("Play", Icon::Play) };
    html! {
        <div class="controls" role="group" aria-label="Playback">
            { button("First", "Home", Icon::First, Some(0)) }
            { button("Previous shedding", "Shift+←", Icon::PreviousShedding, previous) }
            { button("Step back", "←", Icon::StepBack, round.checked_sub(1)) }
            <button type="button" class="play" aria-label={word} title={format!("{word} (Space)")} onclick={send(dispatch, Action::Play(!session.is_playing))}>
                { icon(shape) }<span class="word" aria-hidden="true">{ word }</span>
            </button>
            { button("Step", "→", Icon::Step, Some(round + 1)) }
            { button("Next shedding", "Shift+→", Icon::NextShedding, next) }
            { button("Last", "End", Icon::Last, Some(last)) }
            <select class="speed" aria-label="Speed" onchange={on_speed}>
                { for SPEEDS.iter().map(|speed| html! {
                    <option value={speed.to_string()} selected={*speed == session.speed}>{ format!("{}×", trimmed(*speed, 2)) }</option>
                }) }
            </select>
            <span class="where">{ format!("round {} of {}", round + 1, last + 1) }</span>
        </div>
    }
}
