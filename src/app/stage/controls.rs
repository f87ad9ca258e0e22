//! Time: play, step, jump and speed.

use yew::prelude::*;

use crate::app::hooks::use_dispatch;
use crate::app::parts::{Icon, IconKind};
use crate::app::session::{Action, Playback, SPEEDS, Seek};
use crate::engine::format::format_number;

/// Props of [`Controls`].
#[derive(Clone, PartialEq, Properties)]
pub struct ControlsProps {
    /// Where the cursor is and where it can go.
    pub playback: Playback,
    /// What a round is called: "round", "second".
    pub round_noun: &'static str,
    /// What an eventful round is called, as in "Next …".
    pub eventful: &'static str,
    /// The time at the cursor, as people write it; empty for none.
    #[prop_or_default]
    pub time: AttrValue,
}

/// The row of buttons, the speed, and where the cursor is.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let ControlsProps {
        playback,
        round_noun,
        eventful,
        time,
    } = props;
    let dispatch = use_dispatch();
    let on_seek = use_callback(dispatch.clone(), |seek: Seek, dispatch| {
        dispatch.emit(Action::Seek(seek))
    });
    let onplay = use_callback(
        (dispatch.clone(), playback.is_playing),
        |_: MouseEvent, (dispatch, is_playing)| {
            dispatch.emit(Action::Play(!is_playing));
        },
    );
    let on_speed = use_callback(dispatch, |speed: f64, dispatch| {
        dispatch.emit(Action::Speed(speed))
    });
    let go = |label: String, keys: &'static str, icon: IconKind, seek: Seek, can: bool| {
        html! { <SeekButton {label} {keys} {icon} {seek} {can} on_seek={on_seek.clone()} /> }
    };
    let (is_first, is_last) = (playback.round == 0, playback.round >= playback.last);
    let (word, icon) = if playback.is_playing {
        ("Pause", IconKind::Pause)
    } else {
        ("Play", IconKind::Play)
    };
    let (previous, next) = (
        playback.previous_eventful.is_some(),
        playback.next_eventful.is_some(),
    );
    html! {
        <div class="controls" role="group" aria-label="Playback">
            { go("First".to_owned(), "Home", IconKind::First, Seek::First, !is_first) }
            { go(format!("Previous {eventful}"), "Shift+←", IconKind::PreviousEventful, Seek::PreviousEventful, previous) }
            { go("Step back".to_owned(), "←", IconKind::Previous, Seek::Previous, !is_first) }
            <button type="button" class="play" aria-label={word} title={format!("{word} (Space)")} onclick={onplay}>
                <Icon kind={icon} />
                <span class="word" aria-hidden="true">{ word }</span>
            </button>
            { go("Step".to_owned(), "→", IconKind::Next, Seek::Next, !is_last) }
            { go(format!("Next {eventful}"), "Shift+→", IconKind::NextEventful, Seek::NextEventful, next) }
            { go("Last".to_owned(), "End", IconKind::Last, Seek::Last, !is_last) }
            <SpeedSelect speed={playback.speed} {on_speed} />
            <span class="where">
                { format!("{round_noun} {} of {}", playback.round + 1, playback.last + 1) }
                if !time.is_empty() {
                    <span class="time-shown">{ format!(" · {time}") }</span>
                }
            </span>
        </div>
    }
}

/// Props of [`SeekButton`].
#[derive(Clone, PartialEq, Properties)]
struct SeekButtonProps {
    /// Its name.
    label: AttrValue,
    /// The keys that do the same.
    keys: &'static str,
    /// The icon.
    icon: IconKind,
    /// Where the cursor goes.
    seek: Seek,
    /// Whether it can go there. The button keeps focus even where it cannot.
    can: bool,
    /// Called when it is pressed.
    on_seek: Callback<Seek>,
}

/// A button that moves the cursor.
#[component]
fn SeekButton(props: &SeekButtonProps) -> Html {
    let onclick = use_callback(
        (props.on_seek.clone(), props.seek, props.can),
        |_: MouseEvent, (on_seek, seek, can)| {
            if *can {
                on_seek.emit(*seek);
            }
        },
    );
    html! {
        <button
            type="button"
            class="icon-button"
            aria-label={&props.label}
            title={format!("{} ({})", props.label, props.keys)}
            aria-disabled={(!props.can).then_some("true")}
            {onclick}
        >
            <Icon kind={props.icon} />
        </button>
    }
}

/// Props of [`SpeedSelect`].
#[derive(Clone, PartialEq, Properties)]
struct SpeedSelectProps {
    /// The speed chosen.
    speed: f64,
    /// Called with another one.
    on_speed: Callback<f64>,
}

/// The speeds to choose from.
#[component]
fn SpeedSelect(props: &SpeedSelectProps) -> Html {
    let onchange = use_callback(props.on_speed.clone(), |event: Event, on_speed| {
        let chosen = event
            .target_unchecked_into::<web_sys::HtmlSelectElement>()
            .selected_index();
        if let Some(speed) = usize::try_from(chosen)
            .ok()
            .and_then(|index| SPEEDS.get(index))
        {
            on_speed.emit(*speed);
        }
    });
    html! {
        <select class="speed" aria-label="Speed" title="Speed" {onchange}>
            for speed in SPEEDS {
                <option key={format_number(speed, 2)} selected={speed == props.speed}>{ format!("{}×", format_number(speed, 2)) }</option>
            }
        </select>
    }
}
