//! The drawer on the left: what the scenario consists of, and how it is balanced.

use std::rc::Rc;

use yew::prelude::*;

use super::algorithm::AlgorithmPanel;
use super::cluster::ClusterPanel;
use super::events::EventsPanel;
use super::history::HistoryPanel;
use super::rail::{drawers, name};
use super::rules::{RulesPanel, has_rules};
use crate::app::hooks::focus::{focus_in, is_focus_lost};
use crate::app::hooks::{use_dispatch, use_kept_focus};
use crate::app::parts::{IconButton, IconKind};
use crate::app::session::{Action, Drawer, Handle, History, Origin, Refusal};

/// Props of [`DrawerPanel`].
#[derive(Clone, PartialEq, Properties)]
pub struct DrawerPanelProps {
    /// The open drawer. Without one the panel is there for the sheet of a narrow window only.
    pub drawer: Option<Drawer>,
    /// The scenario as it is edited.
    pub document: Handle,
    /// The scenario whose rounds are shown.
    pub run: Handle,
    /// Rounds of `run` computed in every variant.
    pub computed: usize,
    /// The variant that is edited, from 0.
    pub variant: usize,
    /// The round at the cursor, from 0.
    pub round: usize,
    /// Counts what makes fields forget what was typed.
    pub reset_epoch: usize,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
    /// What was open before.
    pub history: History,
    /// Where the document came from.
    pub origin: Origin,
    /// Whether it has been edited since.
    pub is_edited: bool,
}

/// The drawer, with tabs for the others on top where there is no rail.
#[component]
pub fn DrawerPanel(props: &DrawerPanelProps) -> Html {
    let node = use_node_ref();
    let dispatch = use_dispatch();
    let onfocusin = use_kept_focus(&node, (props.document.clone(), props.drawer));
    {
        let node = node.clone();
        let before = use_mut_ref(|| props.drawer);
        // Where the drawer takes the place of the rail, the button that opened it is hidden now.
        use_effect_with(props.drawer, move |drawer| {
            let is_opened = before.replace(*drawer).is_none() && drawer.is_some();
            if is_opened && is_focus_lost() {
                focus_in(&node, "[aria-pressed=true]");
            }
        });
    }
    let shown = props.drawer.unwrap_or(Drawer::Algorithm);
    let on_close = use_callback(dispatch.clone(), |_: MouseEvent, dispatch| {
        dispatch.emit(Action::Drawer(None))
    });
    let is_open = props.drawer.is_some();
    html! {
        <section
            class={classes!("drawer", is_open.then_some("is-open"))}
            aria-label="Setup"
            data-panel={name(shown)}
            ref={node}
            {onfocusin}
        >
            <div class="drawer-head">
                <div class="drawer-tabs" role="group" aria-label="Setup">
                    { for drawers(has_rules(&props.document)).into_iter().map(|(drawer, _, label)| {
                        let dispatch = dispatch.clone();
                        let onclick = move |_: MouseEvent| dispatch.emit(Action::Drawer(Some(drawer)));
                        html! {
                            <button
                                key={label}
                                type="button"
                                class="drawer-tab"
                                aria-pressed={(drawer == shown).to_string()}
                                {onclick}
                            >
                                {label}
                            </button>
                        }
                    }) }
                </div>
                <h2 class="drawer-title">{name(shown)}</h2>
                <IconButton class="drawer-close" label="Close the setup" icon={IconKind::Close} onclick={on_close} />
            </div>
            <div class="drawer-body" key={name(shown)}>{ panel(shown, props) }</div>
        </section>
    }
}

fn panel(shown: Drawer, props: &DrawerPanelProps) -> Html {
    let DrawerPanelProps {
        document,
        variant,
        reset_epoch: epoch,
        refusal,
        origin,
        is_edited,
        ..
    } = props.clone();
    match shown {
        Drawer::Cluster => {
            html! { <ClusterPanel {document} {variant} {epoch} {refusal} {origin} {is_edited} /> }
        }
        Drawer::Algorithm => {
            let in_force_at = in_force_at(props);
            html! { <AlgorithmPanel {document} {variant} {in_force_at} {epoch} {refusal} /> }
        }
        Drawer::Events => {
            let at_s = props.run.time_s(props.round.min(props.run.rounds() - 1));
            html! { <EventsPanel {document} {variant} {at_s} {epoch} {refusal} /> }
        }
        Drawer::Rules => html! { <RulesPanel {document} {epoch} {refusal} /> },
        Drawer::History => html! { <HistoryPanel history={props.history.clone()} /> },
    }
}

/// The round whose settings in force are shown: the one at the cursor, where it belongs to the document and an event
/// can have changed a setting by then.
fn in_force_at(props: &DrawerPanelProps) -> Option<usize> {
    let is_shown = props.document == props.run && props.round < props.computed && props.round > 0;
    (is_shown && !props.document.events().is_empty()).then_some(props.round)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::app::parts::rendered;
    use crate::systems::SYSTEMS;

    fn drawer(system: usize, preset: usize, drawer: Drawer) -> String {
        rendered::<DrawerPanel>(move || {
            let entry = &SYSTEMS[system];
            let preset = &(entry.presets)()[preset];
            let document: Handle = (entry.open_preset)(preset.id)
                .expect("a preset opens")
                .into();
            let origin = Origin {
                system: entry.info.id,
                preset: Some(preset.id),
            };
            DrawerPanelProps {
                drawer: Some(drawer),
                run: document.clone(),
                computed: 0,
                variant: 0,
                round: 0,
                reset_epoch: 0,
                refusal: None,
                history: History::new(&document, origin),
                origin,
                is_edited: false,
                document,
            }
        })
    }

    /// The values of an attribute.
    fn attributes<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
        let start = format!(" {name}=\"");
        html.split(&start)
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect()
    }

    #[test]
    fn every_drawer_of_every_preset_names_its_controls() {
        for (system, entry) in SYSTEMS.iter().enumerate() {
            for (preset, info) in (entry.presets)().iter().enumerate() {
                for (kind, ..) in drawers(true) {
                    let html = drawer(system, preset, kind);
                    let place = format!("{} of {}: {html}", name(kind), info.id);
                    let labelled: BTreeSet<&str> = attributes(&html, "for").into_iter().collect();
                    let ids: Vec<&str> = attributes(&html, "id");
                    assert_eq!(
                        ids.iter().collect::<BTreeSet<_>>().len(),
                        ids.len(),
                        "{place}"
                    );
                    let is_control = |id: &&str| {
                        ["field-", "choice-", "switch-"]
                            .iter()
                            .any(|kind| id.starts_with(kind))
                    };
                    for id in ids
                        .iter()
                        .filter(|id| is_control(id) && id.matches('-').count() == 1)
                    {
                        assert!(labelled.contains(id), "{id} in {place}");
                    }
                    for described in attributes(&html, "aria-describedby")
                        .iter()
                        .flat_map(|ids| ids.split(' '))
                    {
                        assert!(ids.contains(&described), "{described} in {place}");
                    }
                }
            }
        }
    }

    #[test]
    fn cells_are_named_by_their_columns_and_rows() {
        let html = drawer(0, 0, Drawer::Cluster);
        for label in [
            "Name of broker-1",
            "CPU of broker-1",
            "Network in of broker-1",
            "Bundles of broker-1",
        ] {
            assert!(
                html.contains(&format!(">{label}</label>")),
                "{label} in {html}"
            );
        }
        assert!(html.contains(r#"aria-label="More of broker-1""#), "{html}");
    }

    #[test]
    fn settings_show_their_keys_and_defaults() {
        let html = drawer(0, 0, Drawer::Algorithm);
        assert!(
            html.contains("<code>loadBalancer") && html.contains("default "),
            "{html}"
        );
        assert!(
            html.contains("Add a variant like this one") && html.contains("Compare…"),
            "{html}"
        );
    }
}
