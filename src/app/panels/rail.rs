//! The rail on the left: which drawer is open.

use yew::prelude::*;

use crate::app::hooks::focus::{focus_in, is_focus_lost};
use crate::app::hooks::use_dispatch;
use crate::app::parts::{Icon, IconKind};
use crate::app::session::{Action, Drawer};

/// The drawers of a scenario, with their icons and names.
pub fn drawers(has_rules: bool) -> Vec<(Drawer, IconKind, &'static str)> {
    let all = [
        (Drawer::Cluster, IconKind::Cluster, "Cluster"),
        (Drawer::Algorithm, IconKind::Algorithm, "Algorithm"),
        (Drawer::Events, IconKind::Events, "Events"),
        (Drawer::Rules, IconKind::Rules, "Rules"),
        (Drawer::History, IconKind::History, "History"),
    ];
    all.into_iter()
        .filter(|(drawer, ..)| has_rules || *drawer != Drawer::Rules)
        .collect()
}

/// The name of a drawer.
pub fn name(drawer: Drawer) -> &'static str {
    drawers(true)
        .into_iter()
        .find(|(other, ..)| *other == drawer)
        .map_or("", |(.., name)| name)
}

/// Props of [`Rail`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct RailProps {
    /// The open drawer.
    pub drawer: Option<Drawer>,
    /// Whether the scenario has rules.
    pub(crate) has_rules: bool,
}

/// Buttons that open and close the drawers.
#[component]
pub(crate) fn Rail(props: &RailProps) -> Html {
    let node = use_node_ref();
    let dispatch = use_dispatch();
    {
        let node = node.clone();
        let before = use_mut_ref(|| props.drawer);
        // A drawer that closes takes the focus with it; the button that opens it again gets it.
        use_effect_with(props.drawer, move |drawer| {
            let closed = before.replace(*drawer).filter(|_| drawer.is_none());
            if let Some(closed) = closed.filter(|_| is_focus_lost()) {
                focus_in(&node, &format!("[data-drawer={}]", name(closed)));
            }
        });
    }
    html! {
        <nav class="rail" aria-label="Setup panels" ref={node}>
            { for drawers(props.has_rules).into_iter().map(|(drawer, icon, label)| {
                let is_open = props.drawer == Some(drawer);
                let dispatch = dispatch.clone();
                let onclick = move |_: MouseEvent| dispatch.emit(Action::Drawer((!is_open).then_some(drawer)));
                html! {
                    <button
                        key={label}
                        type="button"
                        class="rail-button"
                        data-drawer={label}
                        aria-pressed={is_open.to_string()}
                        {onclick}
                    >
                        <Icon kind={icon} />
                        {label}
                    </button>
                }
            }) }
        </nav>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::parts::rendered;

    #[test]
    fn the_open_drawer_is_pressed_and_rules_are_there_where_a_scenario_has_some() {
        let html = rendered::<Rail>(|| RailProps {
            drawer: Some(Drawer::Events),
            has_rules: false,
        });
        assert_eq!(html.matches(r#"aria-pressed="true""#).count(), 1, "{html}");
        assert!(
            html.contains(r#"data-drawer="Events" aria-pressed="true""#),
            "{html}"
        );
        assert!(!html.contains("Rules"), "{html}");
        assert!(
            rendered::<Rail>(|| RailProps {
                drawer: None,
                has_rules: true
            })
            .contains("Rules")
        );
    }
}
