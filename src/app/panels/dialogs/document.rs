//! The scenario as a document: to read, to edit, to keep, and to open another.

use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::app::hooks::files::{file_name, read_text, save_text, take_chosen};
use crate::app::hooks::use_dispatch;
use crate::app::parts::{DialogFrame, NoticeBox, NoticeKind};
use crate::app::session::{Action, Handle, Request};

/// Props of [`DocumentDialog`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct DocumentDialogProps {
    /// The scenario as it is edited.
    pub document: Handle,
    /// Why the last document could not be opened.
    pub notice: Option<AttrValue>,
}

/// The document in a field of text. What is typed stays in it as long as the dialog is open.
#[component]
pub(crate) fn DocumentDialog(props: &DocumentDialogProps) -> Html {
    let dispatch = use_dispatch();
    let text = use_state_eq(|| AttrValue::from(props.document.document()));
    let problem = use_state_eq(|| None::<AttrValue>);
    // A notice from before has nothing to do with the document.
    let is_tried = use_state_eq(|| false);
    let on_close = use_callback(dispatch.clone(), |(), dispatch| {
        dispatch.emit(Action::Dialog(None))
    });
    let open = {
        let (dispatch, problem, is_tried) = (dispatch.clone(), problem.setter(), is_tried.setter());
        Callback::from(move |text: String| {
            problem.set(None);
            is_tried.set(true);
            dispatch.emit(Action::DismissNotice);
            dispatch.emit(Action::Request(Request::Document(text)));
        })
    };
    let on_apply = {
        let (open, text) = (open.clone(), text.clone());
        move |_: MouseEvent| open.emit(text.to_string())
    };
    let oninput = {
        let text = text.setter();
        move |event: InputEvent| {
            text.set(
                event
                    .target_unchecked_into::<HtmlTextAreaElement>()
                    .value()
                    .into(),
            )
        }
    };
    let on_save = {
        let (text, problem, document) = (text.clone(), problem.setter(), props.document.clone());
        move |_: MouseEvent| {
            let saved = save_text(&file_name(document.title(), "json"), &text);
            problem.set(saved.err().map(AttrValue::from));
        }
    };
    let on_file = {
        let (text, problem) = (text.setter(), problem.setter());
        move |event: Event| {
            let Some(file) = take_chosen(&event).into_iter().next() else {
                return;
            };
            let (text, problem, open) = (text.clone(), problem.clone(), open.clone());
            spawn_local(async move {
                match read_text(file).await {
                    Ok(read) => {
                        text.set(read.clone().into());
                        open.emit(read);
                    }
                    Err(refused) => problem.set(Some(refused.into())),
                }
            });
        }
    };
    let refused = (*problem)
        .clone()
        .or_else(|| props.notice.clone().filter(|_| *is_tried));
    let cancel = on_close.reform(|_: MouseEvent| ());
    html! {
        <DialogFrame title="Scenario as a document" class="document-dialog" {on_close}>
            <p>
                {"Everything that a run depends on, as JSON. Edit it here, or paste or choose another scenario. Nothing leaves this machine."}
            </p>
            <textarea
                class="code"
                rows="16"
                aria-label="Scenario as a document"
                spellcheck="false"
                value={(*text).clone()}
                {oninput}
            />
            if let Some(text) = refused {
                <NoticeBox kind={NoticeKind::Refusal} is_alert=true title="This cannot be done." {text}>
                    <p>{"What is on the screen stays as it is."}</p>
                </NoticeBox>
            }
            <div class="button-row">
                <button type="button" class="primary" onclick={on_apply}>{"Apply"}</button>
                <button type="button" onclick={on_save}>{"Save as a file"}</button>
                <label class="file-button">
                    {"Choose a file"}
                    <input type="file" accept=".json,application/json" onchange={on_file} />
                </label>
                <button type="button" onclick={cancel}>{"Cancel"}</button>
            </div>
        </DialogFrame>
    }
}
