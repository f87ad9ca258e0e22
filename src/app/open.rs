//! Open: files, drop or paste. What was understood, assumed and ignored is shown before it is applied.

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DragEvent, FileList, HtmlInputElement, HtmlTextAreaElement};

use super::Dispatch;
use super::action::{Action, Reading};
use super::importer::Sources;
use super::session::Session;
use super::shared::Shared;
use super::view::{On, Tag, button, classed, says, tag, target_of};

const WHAT: &str = "A broker.conf, load reports, Prometheus metrics, or a scenario of Shedscope; several together. Nothing leaves this machine.";
const LIKE: &str = "loadBalancerLoadSheddingStrategy=…   or   {\"cpu\":{\"usage\":…";

/// The dialog.
pub fn open(session: &Session, dispatch: &Dispatch) -> Tag {
    let on_files = {
        let dispatch = dispatch.clone();
        Rc::new(move |event: web_sys::Event| {
            let Some(input) = target_of::<HtmlInputElement>(&event) else { return };
            if let Some(list) = input.files() {
                take(&list, &dispatch);
            }
            // The same file can be chosen again after it was changed.
            input.set_value("");
        })
    };
    let on_paste = {
        let dispatch = dispatch.clone();
        Rc::new(move |_: web_sys::Event| {
            let area = document().get_element_by_id("pasted");
            if let Some(area) = area.and_then(|area| area.dyn_into::<HtmlTextAreaElement>().ok()) {
                let text = JsValue::from_str(&area.value());
                dispatch.dispatch(Action::Open(Shared::new(Sources::of1(&text))));
            }
        })
    };
    let choose = tag("input").set("type", "file").set("multiple", "").on(On::Change, on_files);
    let text = tag("textarea").set("id", "pasted").set("rows", "5").set("aria-label", "Text to read");
    let read = tag("button").set("type", "button").on(On::Click, on_paste).text("Read the text");
    classed("div", "open")
        .add(says("p", WHAT))
        .add(classed("label", "file").text("Choose files").add(choose))
        .add(classed("p", "help").text("Or drop them anywhere on the page, or paste their text:"))
        .add(text.set("spellcheck", "false").set("placeholder", LIKE))
        .add(tag("p").add(read))
        .add(reading(session, dispatch))
}

fn reading(session: &Session, dispatch: &Dispatch) -> Tag {
    match &session.reading {
        Reading::Nothing => tag("div"),
        Reading::Waiting(_) => classed("p", "help").set("role", "status").text("Reading…"),
        Reading::Refused(problem) => classed("div", "refusal")
            .set("role", "alert")
            .add(says("strong", "This cannot be read. "))
            .text(problem.to_string())
            .add(says("p", "What is on the screen stays as it is.")),
        Reading::Read(found) => {
            let apply = button(dispatch, Action::Apply(Shared::new(found.scenario.clone()))).set("class", "primary");
            classed("div", "found")
                .set("role", "status")
                .add(list("Understood", &found.understood))
                .add(list("Assumed", &found.assumed))
                .add(list("Ignored", &found.ignored))
                .add(tag("p").add(apply.text("Apply")))
        }
    }
}

fn list(title: &'static str, sentences: &[String]) -> Tag {
    let lines = sentences.iter().map(|sentence| says("li", sentence.clone()));
    let head = (!sentences.is_empty()).then(|| says("h3", title));
    tag("div").add_some(head).add(tag("ul").add_all(lines))
}

/// Files that a person gave.
pub fn take(list: &FileList, dispatch: &Dispatch) {
    let files = Sources::from(list);
    if files.length() > 0 {
        dispatch.dispatch(Action::Open(Shared::new(files)));
    }
}

/// Gives on files that are dropped anywhere on the page. What is returned ends that.
pub fn take_drops(take: impl Fn(&FileList) + 'static) -> Vec<EventListener> {
    let take = Rc::new(take);
    let mark = |is_over: bool| {
        if let Some(body) = document().body() {
            let _ = body.class_list().toggle_with_force("drop", is_over);
        }
    };
    let listen = |name: &'static str| {
        let take = Rc::clone(&take);
        let options = EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(&document(), name, options, move |event| {
            let Some(event) = event.dyn_ref::<DragEvent>() else { return };
            event.prevent_default();
            let kind = event.type_();
            mark(kind == "dragover" || (kind == "dragleave" && event.related_target().is_some()));
            let list = event.data_transfer().and_then(|data| data.files());
            if let Some(list) = list.filter(|_| kind == "drop") {
                take(&list);
            }
        })
    };
    ["dragover", "dragleave", "drop"].map(listen).into()
}
