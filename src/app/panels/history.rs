//! The history of edits.

use yew::prelude::*;

use crate::app::hooks::use_dispatch;
use crate::app::session::{Action, History};

/// Props of [`HistoryPanel`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct HistoryPanelProps {
    /// What was open before.
    pub history: History,
}

/// Every edit, the newest first, and the way back to each.
#[component]
pub(crate) fn HistoryPanel(props: &HistoryPanelProps) -> Html {
    let dispatch = use_dispatch();
    let position = props.history.position();
    html! {
        <div class="history-panel">
            <p class="field-help">{"Go back to any edit, and on again, until you make another one."}</p>
            <ol class="history-list" reversed=true>
                { for props.history.entries().iter().enumerate().rev().map(|(index, entry)| {
                    let dispatch = dispatch.clone();
                    let onclick = move |_: MouseEvent| dispatch.emit(Action::History(index));
                    let is_undone = index > position;
                    html! {
                        <li key={index}>
                            <button
                                type="button"
                                class={classes!("list-button", is_undone.then_some("is-undone"))}
                                aria-current={(index == position).then_some("true")}
                                {onclick}
                            >
                                {entry.label.to_string()}
                            </button>
                        </li>
                    }
                }) }
            </ol>
        </div>
    }
}
