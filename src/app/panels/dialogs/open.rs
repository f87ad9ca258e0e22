//! Opens files: what was understood, assumed and ignored is shown before it is applied.

use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::findings::FindingsList;
use crate::app::hooks::files::{pasted, read_files, take_chosen};
use crate::app::hooks::use_dispatch;
use crate::app::parts::{DialogFrame, NoticeBox, NoticeKind};
use crate::app::session::{Action, ImportResult};
use crate::simulator::Source;

/// Props of [`OpenDialog`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct OpenDialogProps {
    /// What files can be opened, in a sentence.
    pub imports: AttrValue,
    /// Whether files are being read.
    pub is_reading: bool,
    /// What came of it.
    pub import: Option<ImportResult>,
    /// Called with files and pasted texts to be read.
    pub(crate) on_sources: Callback<Vec<Source>>,
}

/// Files to choose, a text to paste, and what came of reading them.
#[component]
pub(crate) fn OpenDialog(props: &OpenDialogProps) -> Html {
    let dispatch = use_dispatch();
    let area = use_node_ref();
    let on_close = use_callback(dispatch.clone(), |(), dispatch| {
        dispatch.emit(Action::Dialog(None))
    });
    let on_files = {
        let (dispatch, on_sources) = (dispatch.clone(), props.on_sources.clone());
        move |event: Event| {
            let files = take_chosen(&event);
            if files.is_empty() {
                return;
            }
            dispatch.emit(Action::Reading);
            let (dispatch, on_sources) = (dispatch.clone(), on_sources.clone());
            spawn_local(async move {
                match read_files(files).await {
                    Ok(sources) => on_sources.emit(sources),
                    Err(problem) => dispatch.emit(Action::Read(Err(problem))),
                }
            });
        }
    };
    let on_text = {
        let (area, on_sources) = (area.clone(), props.on_sources.clone());
        move |_: MouseEvent| {
            let text = area
                .cast::<HtmlTextAreaElement>()
                .map_or_else(String::new, |area| area.value());
            if !text.trim().is_empty() {
                on_sources.emit(vec![pasted(text)]);
            }
        }
    };
    html! {
        <DialogFrame title="Open a cluster" class="open-dialog" {on_close}>
            <p>{&props.imports}</p>
            <p class="field-help">{"Several files are read together. Nothing leaves this machine."}</p>
            <label class="file-button">
                {"Choose files"}
                <input type="file" multiple=true onchange={on_files} />
            </label>
            <p class="field-help" id="paste-hint">{"Or drop them anywhere on the page, or paste their text:"}</p>
            <textarea
                ref={area}
                rows="5"
                aria-label="Text to read"
                aria-describedby="paste-hint"
                spellcheck="false"
            />
            <p class="button-row"><button type="button" onclick={on_text}>{"Parse"}</button></p>
            <Outcome is_reading={props.is_reading} import={props.import.clone()} />
        </DialogFrame>
    }
}

/// Props of [`Outcome`].
#[derive(Clone, PartialEq, Properties)]
pub struct OutcomeProps {
    /// Whether files are being read.
    pub is_reading: bool,
    /// What came of it.
    pub import: Option<ImportResult>,
}

/// What came of reading: findings that can be applied, or why nothing could be read.
#[component]
pub fn Outcome(props: &OutcomeProps) -> Html {
    let dispatch = use_dispatch();
    let on_apply = move |_: MouseEvent| dispatch.emit(Action::ApplyImport);
    html! {
        <div class="outcome">
            if props.is_reading {
                <p role="status">{"Reading…"}</p>
            }
            if let Some(Err(problem)) = &props.import {
                <NoticeBox kind={NoticeKind::Refusal} is_alert=true title="This cannot be read." text={problem.clone()}>
                    <p>{"What is on the screen stays as it is."}</p>
                </NoticeBox>
            }
            if let Some(Ok(import)) = &props.import {
                <FindingsList import={import.clone()} />
                <p class="button-row"><button type="button" class="primary" onclick={on_apply}>{"Apply"}</button></p>
            }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::parts::rendered;
    use crate::app::session::{Import, Shared};
    use crate::simulator::Findings;

    fn dialog(is_reading: bool, import: fn() -> Option<ImportResult>) -> String {
        rendered::<OpenDialog>(move || OpenDialogProps {
            imports: "A broker.conf, or load reports.".into(),
            is_reading,
            import: import(),
            on_sources: Callback::noop(),
        })
    }

    #[test]
    fn what_is_refused_is_explained_and_changes_nothing() {
        let html = dialog(false, || Some(Err("a.conf, line 3: …".to_owned())));
        assert!(
            html.contains(r#"role="alert""#) && html.contains("a.conf, line 3: …"),
            "{html}"
        );
        assert!(
            html.contains("What is on the screen stays as it is."),
            "{html}"
        );
        assert!(!html.contains("Apply"), "{html}");
    }

    #[test]
    fn what_was_read_can_be_applied() {
        assert!(dialog(true, || None).contains(r#"<p role="status">Reading…</p>"#));
        let html = dialog(false, || {
            let findings = Findings {
                understood: vec!["3 brokers.".to_owned()],
                ..Findings::default()
            };
            Some(Ok(Shared::new(Import {
                document: String::new(),
                findings,
            })))
        });
        assert!(
            html.contains("3 brokers.") && html.contains(">Apply</button>"),
            "{html}"
        );
    }
}
