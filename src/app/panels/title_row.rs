//! The row above the stage: which round, when, and how it is shown.

use yew::prelude::*;

use crate::app::hooks::use_dispatch;
use crate::app::session::{Action, Dialog};
use crate::engine::format::format_clock;
use crate::simulator::StageOrder;

/// Props of [`TitleRow`].
#[derive(Clone, PartialEq, Properties)]
pub struct TitleRowProps {
    /// The round at the cursor, from 0.
    pub round: usize,
    /// How many rounds there are.
    pub rounds: usize,
    /// What the system calls a round.
    #[prop_or("round")]
    pub round_word: &'static str,
    /// When the round begins, in seconds after the start.
    pub time_s: f64,
    /// A few words on the round; empty for none.
    pub status: AttrValue,
    /// The order of the stage.
    pub order: StageOrder,
    /// Whether there is something to sort.
    #[prop_or(true)]
    pub can_sort: bool,
    /// Whether charts are shown as tables too.
    pub shows_tables: bool,
    /// Whether the round can be exported for other programs.
    pub has_exports: bool,
    /// Whether an edit is being computed and the run before is still shown.
    pub is_pending: bool,
}

/// The row above the stage.
#[component]
pub fn TitleRow(props: &TitleRowProps) -> Html {
    let dispatch = use_dispatch();
    let send = |action: Action| dispatch.reform(move |_: MouseEvent| action.clone());
    let is_sorted = props.order == StageOrder::ByLoad;
    let order = if is_sorted {
        StageOrder::Overrides
    } else {
        StageOrder::ByLoad
    };
    html! {
        <div class="title-row">
            <h2>{format!("{} {} of {}", capitalised(props.round_word), props.round + 1, props.rounds)}</h2>
            <p class="round-status">
                <span class="clock">{format_clock(props.time_s)}</span>
                if !props.status.is_empty() {
                    <span class="status-text">{&props.status}</span>
                }
            </p>
            <p class="pending" role="status">{if props.is_pending { "Computing…" } else { "" }}</p>
            <div class="title-row-buttons">
                if props.can_sort {
                    <button
                        type="button"
                        class="small"
                        aria-pressed={is_sorted.to_string()}
                        onclick={send(Action::Order(order))}
                    >
                        {"Sort by load"}
                    </button>
                }
                <button
                    type="button"
                    class="small"
                    aria-pressed={props.shows_tables.to_string()}
                    onclick={send(Action::Tables(!props.shows_tables))}
                >
                    {"Tables"}
                </button>
                if props.has_exports {
                    <button type="button" class="small" onclick={send(Action::Dialog(Some(Dialog::Exports)))}>
                        {"Metrics…"}
                    </button>
                }
            </div>
        </div>
    }
}

/// A word with its first letter in upper case.
pub(super) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::capitalised;

    #[test]
    fn a_word_begins_with_a_capital() {
        assert_eq!(
            (capitalised("round"), capitalised("")),
            ("Round".to_owned(), String::new())
        );
    }
}
