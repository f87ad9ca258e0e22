//! How far rounds are computed.

use yew::prelude::*;

use crate::app::hooks::{use_dispatch, use_focus_fallback};
use crate::app::session::Action;

/// Props of [`ComputingProgress`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ComputingProgressProps {
    /// Rounds computed so far.
    pub computed: usize,
    /// How many there will be.
    pub rounds: usize,
    /// Whether an edit is being computed that is not shown yet.
    pub pending: bool,
    /// Whether a person has stopped the computing.
    pub is_halted: bool,
    /// What gets focus when computing ends while its button has it.
    pub(crate) fallback: NodeRef,
}

/// A bar while rounds are being computed, and a button that stops that.
#[component]
pub(crate) fn ComputingProgress(props: &ComputingProgressProps) -> Html {
    let dispatch = use_dispatch();
    let ComputingProgressProps {
        computed,
        rounds,
        pending,
        is_halted,
        ..
    } = *props;
    let is_shown = pending || computed < rounds;
    let (onfocusin, onfocusout) = use_focus_fallback(is_shown, &props.fallback);
    let onclick = use_callback(
        (dispatch, is_halted),
        |_: MouseEvent, (dispatch, is_halted)| {
            dispatch.emit(Action::Halt(!is_halted));
        },
    );
    // Of an edit that is not shown yet, nobody knows how far it is.
    let value = (!pending).then(|| computed.to_string());
    html! {
        <div class="computing-progress" {onfocusin} {onfocusout}>
            if is_shown {
                <progress aria-label="Rounds computed" max={rounds.to_string()} {value} />
                <button type="button" {onclick}>
                    { if is_halted { "Go on computing" } else { "Stop computing" } }
                </button>
            }
        </div>
    }
}
