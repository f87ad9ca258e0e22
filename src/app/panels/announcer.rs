//! Says the round at the cursor to those who hear the page.

use yew::prelude::*;

use super::title_row::capitalised;
use crate::app::session::Handle;

/// Props of [`Announcer`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct AnnouncerProps {
    /// The scenario whose rounds are shown.
    pub run: Handle,
    /// Rounds of it that are computed.
    pub computed: usize,
    /// The variant that is explained.
    pub variant: usize,
    /// The round that is explained, from 0.
    pub round: usize,
    /// Whether time runs.
    pub is_playing: bool,
    /// Factor on the pace of playing.
    pub speed: f64,
}

/// Announces the round and its headline, unless rounds pass faster than they can be read out.
#[component]
pub(crate) fn Announcer(props: &AnnouncerProps) -> Html {
    let info = props.run.info();
    let is_said = props.round < props.computed
        && (!props.is_playing || can_follow(info.screen_ds, props.speed));
    let text = use_memo(
        (props.run.clone(), props.variant, props.round, is_said),
        move |(run, variant, round, is_said)| match is_said {
            true => format!(
                "{} {}. {}",
                capitalised(info.round),
                round + 1,
                run.headline(*variant, *round)
            ),
            false => String::new(),
        },
    );
    html! { <p class="announcer unseen" role="status">{&*text}</p> }
}

/// Whether an eventful round is shown for at least a second.
fn can_follow(screen_ds: (u32, u32), speed: f64) -> bool {
    f64::from(screen_ds.0) / 10.0 / speed >= 1.0
}

#[cfg(test)]
mod tests {
    use super::can_follow;

    #[test]
    fn rounds_that_pass_within_a_second_are_not_said() {
        assert!(can_follow((20, 5), 1.0) && can_follow((20, 5), 2.0));
        assert!(!can_follow((20, 5), 4.0) && !can_follow((9, 9), 1.0));
    }
}
