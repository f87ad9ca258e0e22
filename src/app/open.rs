//! Open: files, drop or paste. What was understood, assumed and ignored is shown before it is applied.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, FileList, HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::session::{Action, Reading, Session};
use super::shared::Shared;
use super::{Dispatch, send};
use crate::run::limits::MAX_FILE_BYTES;

/// The dialog.
pub fn open(session: &Session, dispatch: &Dispatch) -> Html {
    let on_files = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            if let Some(list) = input.files() {
                read_all(list, dispatch.clone());
            }
            // The same file can be chosen again after it was changed.
            input.set_value("");
        })
    };
    let on_paste = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            let area =
                document().get_element_by_id("pasted").and_then(|area| area.dyn_into::<HtmlTextAreaElement>().ok());
            if let Some(area) = area {
                dispatch.dispatch(Action::Files(vec![("pasted text".to_owned(), area.value().into_bytes())]));
            }
        })
    };
    html! {
        <div class="open">
            <p>{ "A broker.conf of any version, load reports of the modular load manager, or a scenario of Shedscope; several together. Nothing leaves this machine." }</p>
            <label class="file">{ "Choose files" }<input type="file" multiple=true onchange={on_files} /></label>
            <p class="help">{ "Or drop them anywhere on the page, or paste their text:" }</p>
            <textarea id="pasted" rows="5" aria-label="Text to read" spellcheck="false" placeholder="loadBalancerLoadSheddingStrategy=…   or   {\"cpu\":{\"usage\":…" />
            <p><button type="button" onclick={on_paste}>{ "Read the text" }</button></p>
            { reading(session, dispatch) }
        </div>
    }
}

fn reading(session: &Session, dispatch: &Dispatch) -> Html {
    match &session.reading {
        Reading::Nothing => html! {},
        Reading::Refused(problem) => html! {
            <div class="refusal" role="alert">
                <strong>{ "This cannot be read. " }</strong>{ format!("{}: {}", problem.place, problem.what) }
                <p>{ "What is on the screen stays as it is." }</p>
            </div>
        },
        Reading::Read(found) => html! {
            <div class="found" role="status">
                <p><button type="button" class="primary" onclick={send(dispatch, Action::Apply(Shared::new(found.scenario.clone())))}>{ "Apply" }</button></p>
                { list("Understood", &found.understood) }
                { list("Assumed", &found.assumed) }
                { list("Ignored", &found.ignored) }
            </div>
        },
    }
}

fn list(title: &'static str, sentences: &[String]) -> Html {
    if sentences.is_empty() {
        return html! {};
    }
    html! { <><h3>{ title }</h3><ul>{ for sentences.iter().map(|sentence| html! { <li>{ sentence }</li> }) }</ul></> }
}

/// Reads every file, none of them larger than is allowed.
fn read_all(list: FileList, dispatch: Dispatch) {
    let files: Vec<gloo::file::File> = gloo::file::FileList::from(list).iter().cloned().collect();
    yew::platform::spawn_local(async move {
        let mut read = Vec::with_capacity(files.len());
        for file in files {
            // One byte more than is allowed is enough for the reader to see, and to say, that it is too much.
            let part = file.slice(0, file.size().min(MAX_FILE_BYTES as u64 + 1));
            match gloo::file::futures::read_as_bytes(&part).await {
                Ok(bytes) => read.push((file.name(), bytes)),
                Err(_) => {
                    return dispatch
                        .dispatch(Action::Notice(format!("{} could not be read by the browser.", file.name())));
                }
            }
        }
        dispatch.dispatch(Action::Files(read));
    });
}

/// Takes files that are dropped anywhere on the page. What is returned ends that.
pub fn take_drops(dispatch: Dispatch) -> Vec<EventListener> {
    let mark = |is_over: bool| {
        if let Some(body) = document().body() {
            let _ = body.class_list().toggle_with_force("drop", is_over);
        }
    };
    let listen = |name: &'static str| {
        let dispatch = dispatch.clone();
        EventListener::new_with_options(
            &document(),
            name,
            EventListenerOptions::enable_prevent_default(),
            move |event| {
                let Some(event) = event.dyn_ref::<DragEvent>() else { return };
                event.prevent_default();
                mark(event.type_() == "dragover" || (event.type_() == "dragleave" && event.related_target().is_some()));
                if event.type_() == "drop"
                    && let Some(list) =
                        event.data_transfer().and_then(|data| data.files()).filter(|list| list.length() > 0)
                {
                    read_all(list, dispatch.clone());
                }
            },
        )
    };
    ["dragover", "dragleave", "drop"].map(listen).into()
}
