//! Open: files, drop or paste. What was understood, assumed and ignored is shown before it is applied.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::file::futures::read_as_bytes;
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, FileList, HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::session::{Action, Dialog, Session};
use super::shared::Shared;
use crate::exchange::import::{Import, import};
use crate::run::Problem;
use crate::run::limits::MAX_FILE_BYTES;
use crate::shedding::Scenario;

/// Files as they come in: name and content.
type Files = Vec<(String, Vec<u8>)>;

thread_local! {
    /// Files dropped anywhere on the page, until the dialog that they open picks them up.
    static DROPPED: std::cell::RefCell<Option<Files>> = const { std::cell::RefCell::new(None) };
}

/// What came of reading.
#[derive(Clone, PartialEq)]
enum Reading {
    Nothing,
    Read(Shared<Import>),
    Refused(Problem),
}

/// What the dialog needs.
#[derive(Properties, PartialEq)]
pub struct OpenProps {
    /// The scenario on screen, which an import changes.
    pub scenario: Shared<Scenario>,
    /// Where actions go.
    pub dispatch: UseReducerDispatcher<Session>,
}

#[component]
pub fn Open(props: &OpenProps) -> Html {
    let reading = use_state(|| Reading::Nothing);
    let take = {
        let (reading, scenario) = (reading.clone(), props.scenario.clone());
        Callback::from(move |files: Files| {
            if !files.is_empty() {
                reading.set(match import(&files, &scenario) {
                    Ok(found) => Reading::Read(Shared::new(found)),
                    Err(problem) => Reading::Refused(problem),
                });
            }
        })
    };
    {
        let take = take.clone();
        use_effect_with((), move |()| {
            if let Some(files) = DROPPED.with_borrow_mut(Option::take) {
                take.emit(files);
            }
        });
    }
    let on_files = {
        let (take, reading) = (take.clone(), reading.clone());
        Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            let (take, reading) = (take.clone(), reading.clone());
            if let Some(list) = input.files() {
                read_all(list, move |files| match files {
                    Ok(files) => take.emit(files),
                    Err(problem) => reading.set(Reading::Refused(problem)),
                });
            }
            // The same file can be chosen again after it was changed.
            input.set_value("");
        })
    };
    let pasted = use_node_ref();
    let on_paste = {
        let (take, pasted) = (take.clone(), pasted.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(area) = pasted.cast::<HtmlTextAreaElement>() {
                take.emit(vec![("pasted text".to_owned(), area.value().into_bytes())]);
            }
        })
    };
    html! {
        <div class="open">
            <p>{ "A broker.conf of any version, load reports of the modular load manager, or a scenario of Shedscope; several together. Nothing leaves this machine." }</p>
            <label class="file">{ "Choose files" }<input type="file" multiple=true onchange={on_files} /></label>
            <p class="help">{ "Or drop them anywhere on the page, or paste their text:" }</p>
            <textarea ref={pasted} rows="5" aria-label="Text to read" spellcheck="false"
                placeholder="loadBalancerLoadSheddingStrategy=…   or   {\"cpu\":{\"usage\":…" />
            <p><button type="button" onclick={on_paste}>{ "Read the text" }</button></p>
            { shown(&reading, &props.dispatch) }
        </div>
    }
}

fn shown(reading: &Reading, dispatch: &UseReducerDispatcher<Session>) -> Html {
    match reading {
        Reading::Nothing => html! {},
        Reading::Refused(problem) => html! {
            <div class="refusal" role="alert">
                <strong>{ "This cannot be read. " }</strong>{ format!("{}: {}", problem.place, problem.what) }
                <p>{ "What is on the screen stays as it is." }</p>
            </div>
        },
        Reading::Read(found) => {
            let apply = {
                let (dispatch, found) = (dispatch.clone(), found.clone());
                Callback::from(move |_: MouseEvent| {
                    dispatch.dispatch(Action::Apply(Shared::new(found.scenario.clone())))
                })
            };
            html! {
                <div class="found" role="status">
                    { list("Understood", &found.understood) }
                    { list("Assumed", &found.assumed) }
                    { list("Ignored", &found.ignored) }
                    <p><button type="button" class="primary" onclick={apply}>{ "Apply" }</button></p>
                </div>
            }
        }
    }
}

fn list(title: &'static str, sentences: &[String]) -> Html {
    if sentences.is_empty() {
        return html! {};
    }
    html! { <><h3>{ title }</h3><ul>{ for sentences.iter().map(|sentence| html! { <li>{ sentence }</li> }) }</ul></> }
}

/// Reads every file, none of them larger than is allowed.
fn read_all(list: FileList, then: impl FnOnce(Result<Files, Problem>) + 'static) {
    let files = gloo::file::FileList::from(list);
    let files: Vec<gloo::file::File> = files.iter().cloned().collect();
    yew::platform::spawn_local(async move {
        let mut read = Vec::with_capacity(files.len());
        for file in files {
            let name = file.name();
            if file.size() > MAX_FILE_BYTES as u64 {
                return then(Err(Problem::at(
                    name,
                    format!("it has {} bytes, more than the {MAX_FILE_BYTES} that are read.", file.size()),
                )));
            }
            match read_as_bytes(&file).await {
                Ok(bytes) => read.push((name, bytes)),
                Err(_) => return then(Err(Problem::at(name, "the browser could not read it."))),
            }
        }
        then(Ok(read));
    });
}

/// Where actions go.
#[derive(Properties, PartialEq)]
pub struct DropProps {
    /// Where actions go.
    pub dispatch: UseReducerDispatcher<Session>,
}

/// Takes files that are dropped anywhere on the page.
#[component]
pub fn Drop(props: &DropProps) -> Html {
    let is_over = use_state(|| false);
    {
        let (dispatch, is_over) = (props.dispatch.clone(), is_over.clone());
        use_effect_with((), move |()| {
            let listen = |name: &'static str, act: Box<dyn Fn(&DragEvent)>| {
                EventListener::new_with_options(
                    &document(),
                    name,
                    EventListenerOptions::enable_prevent_default(),
                    move |event| {
                        if let Some(event) = event.dyn_ref::<DragEvent>() {
                            event.prevent_default();
                            act(event);
                        }
                    },
                )
            };
            let (over, leave, drop_over) = (is_over.clone(), is_over.clone(), is_over);
            let listeners = [
                listen("dragover", Box::new(move |_| over.set(true))),
                listen(
                    "dragleave",
                    Box::new(move |event| {
                        if event.related_target().is_none() {
                            leave.set(false)
                        }
                    }),
                ),
                listen(
                    "drop",
                    Box::new(move |event| {
                        drop_over.set(false);
                        let dispatch = dispatch.clone();
                        if let Some(list) = event.data_transfer().and_then(|data| data.files()) {
                            read_all(list, move |files| {
                                if let Ok(files) = files {
                                    DROPPED.with_borrow_mut(|dropped| *dropped = Some(files));
                                    // Closed first, so that an open dialog picks up what was dropped.
                                    dispatch.dispatch(Action::Dialog(None));
                                    dispatch.dispatch(Action::Dialog(Some(Dialog::Open)));
                                }
                            });
                        }
                    }),
                ),
            ];
            move || drop(listeners)
        });
    }
    html! { if *is_over { <div class="drop" aria-hidden="true">{ "Drop to open" }</div> } }
}
