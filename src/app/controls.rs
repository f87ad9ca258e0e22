//! Time: play, step, jump, speed, and the scrubber over the history.

use yew::prelude::*;

use super::icons::{Icon, icon};
use super::session::{Action, Session};
use crate::shedding::reason::trimmed;

/// The speeds there are.
pub const SPEEDS: [f64; 6] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0];

/// What the buttons need to know.
#[derive(Properties, PartialEq)]
pub struct ControlsProps {
    /// The round at the cursor, from 0.
    pub round: usize,
    /// The last round, from 0.
    pub last: usize,
    /// Whether time runs.
    pub is_playing: bool,
    /// How fast.
    pub speed: f64,
    /// The next round with moves, if one is known.
    pub next_shedding: Option<usize>,
    /// The one before.
    pub previous_shedding: Option<usize>,
    /// Where actions go.
    pub dispatch: UseReducerDispatcher<Session>,
}

#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let send = |action: Action| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(action.clone()))
    };
    let button = |label: &'static str, shape: Icon, is_off: bool, action: Action, keys: &'static str| {
        html! {
            <button type="button" aria-label={label} title={format!("{label} ({keys})")} disabled={is_off} onclick={send(action)}>{ icon(shape) }</button>
        }
    };
    let (round, last) = (props.round, props.last);
    let to = |target: Option<usize>| Action::Seek(target.unwrap_or(round));
    let on_speed = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: Event| {
            let value = event.target_unchecked_into::<web_sys::HtmlSelectElement>().value();
            if let Ok(speed) = value.parse::<f64>() {
                dispatch.dispatch(Action::Speed(speed));
            }
        })
    };
    let play = if props.is_playing { ("Pause", Icon::Pause) } else { ("Play", Icon::Play) };
    html! {
        <div class="controls" role="group" aria-label="Playback">
            { button("First", Icon::First, round == 0, Action::Seek(0), "Home") }
            { button("Previous shedding", Icon::PreviousShedding, props.previous_shedding.is_none(), to(props.previous_shedding), "Shift+←") }
            { button("Step back", Icon::StepBack, round == 0, Action::Seek(round.saturating_sub(1)), "←") }
            <button type="button" class="play" aria-label={play.0} title={format!("{} (Space)", play.0)} onclick={send(Action::Play(!props.is_playing))}>
                { icon(play.1) }<span class="word" aria-hidden="true">{ play.0 }</span>
            </button>
            { button("Step", Icon::Step, round >= last, Action::Seek(round + 1), "→") }
            { button("Next shedding", Icon::NextShedding, props.next_shedding.is_none(), to(props.next_shedding), "Shift+→") }
            { button("Last", Icon::Last, round >= last, Action::Seek(last), "End") }
            <select class="speed" aria-label="Speed" onchange={on_speed}>
                { for SPEEDS.iter().map(|speed| html! {
                    <option value={speed.to_string()} selected={*speed == props.speed}>{ format!("{}×", trimmed(*speed, 2)) }</option>
                }) }
            </select>
            <span class="where">{ format!("round {} of {}", round + 1, last + 1) }</span>
        </div>
    }
}
