//! The list of keys, and of the signs on the stage.

use yew::prelude::*;

use crate::app::hooks::use_dispatch;
use crate::app::parts::DialogFrame;
use crate::app::session::Action;
use crate::simulator::SystemInfo;

/// Props of [`KeysDialog`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct KeysDialogProps {
    /// How the system is announced.
    pub info: SystemInfo,
    /// What the signs on the stage mean.
    pub legend: &'static [(&'static str, &'static str)],
}

/// The keys and the signs.
#[component]
pub(crate) fn KeysDialog(props: &KeysDialogProps) -> Html {
    let dispatch = use_dispatch();
    let on_close = use_callback(dispatch, |(), dispatch| dispatch.emit(Action::Dialog(None)));
    html! {
        <DialogFrame title="Help: shortcuts and legend" class="keys-dialog" {on_close}>
            <h3>{"Keys"}</h3>
            <dl class="keys">
                { for keys(&props.info).into_iter().map(|(key, meaning)| html! {
                    <div key={key}><dt><kbd>{key}</kbd></dt><dd>{meaning}</dd></div>
                }) }
            </dl>
            if !props.legend.is_empty() {
                <h3>{"Signs on the stage"}</h3>
                <dl class="keys">
                    { for props.legend.iter().map(|(sign, meaning)| html! {
                        <div key={*sign}><dt>{*sign}</dt><dd>{*meaning}</dd></div>
                    }) }
                </dl>
            }
        </DialogFrame>
    }
}

/// The keys, in the system's terms.
fn keys(info: &SystemInfo) -> [(&'static str, String); 10] {
    let SystemInfo {
        round, eventful, ..
    } = info;
    [
        ("Space", "Play or pause".to_owned()),
        ("→", format!("Next {round}")),
        ("←", format!("Previous {round}")),
        ("Shift + →", format!("Next {eventful}")),
        ("Shift + ←", format!("Previous {eventful}")),
        ("Home, End", format!("First {round}, last {round}")),
        ("Ctrl + Z", "Undo an edit; with Shift, redo it".to_owned()),
        ("T", "Charts as tables".to_owned()),
        ("O", "Open a cluster".to_owned()),
        ("?", "This list".to_owned()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::parts::rendered;

    #[test]
    fn keys_are_told_in_the_terms_of_the_system() {
        let html = rendered::<KeysDialog>(|| KeysDialogProps {
            info: SystemInfo {
                id: "shedding",
                title: "Load shedding",
                product: "Apache Pulsar",
                claim: "",
                round: "round",
                eventful: "shedding",
                moved: None,
                screen_ds: (1, 1),
            },
            legend: &[("- - -", "a threshold")],
        });
        assert!(
            html.contains("<dt><kbd>Shift + →</kbd></dt><dd>Next shedding</dd>"),
            "{html}"
        );
        assert!(
            html.contains("<dt>- - -</dt><dd>a threshold</dd>"),
            "{html}"
        );
    }
}
