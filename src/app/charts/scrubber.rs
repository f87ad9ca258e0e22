//! The scrubber: a slider over the rounds, lined up with the chart.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::hooks::use_dispatch;
use crate::app::session::{Action, Seek};

/// Props of [`Scrubber`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ScrubberProps {
    /// The element.
    pub input: NodeRef,
    /// The round at the cursor, from 0.
    pub round: usize,
    /// How many there are.
    pub rounds: usize,
    /// What a round is called.
    pub noun: &'static str,
}

/// The slider of time.
#[component]
pub(crate) fn Scrubber(props: &ScrubberProps) -> Html {
    let dispatch = use_dispatch();
    let oninput = use_callback(dispatch, |event: InputEvent, dispatch| {
        let value = event
            .target_unchecked_into::<HtmlInputElement>()
            .value_as_number();
        if value >= 1.0 {
            dispatch.emit(Action::Seek(Seek::Round(value as usize - 1)));
        }
    });
    let (number, rounds) = (props.round + 1, props.rounds);
    html! {
        <input
            type="range"
            class="scrubber"
            ref={&props.input}
            aria-label="Time"
            aria-valuetext={format!("{} {number} of {rounds}", props.noun)}
            min="1"
            max={rounds.to_string()}
            value={number.to_string()}
            {oninput}
        />
    }
}
