//! The scenario as a document: to read, to edit, to hand on, and to open another.

use std::rc::Rc;

use gloo::utils::document as dom_document;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, FileList, HtmlInputElement, HtmlTextAreaElement};

use super::Dispatch;
use super::action::{Action, Dialog};
use super::session::Session;
use crate::app::importer::call;
use crate::app::view::{Html, On, Part, Tag, button, classed, says, tag, target_of};
use crate::run::limits::MAX_FILE_BYTES;

const WHAT: &str = "All that a run depends on, as JSON. Edit it here, or paste or choose another scenario. Nothing leaves this machine.";

/// The dialog.
pub fn dialog(session: &Session, dispatch: &Dispatch) -> Tag {
    let apply = {
        let dispatch = dispatch.clone();
        Rc::new(move |_: Event| {
            if let Some(text) = typed() {
                dispatch.dispatch(Action::Open(text));
            }
        })
    };
    let on_file = {
        let dispatch = dispatch.clone();
        Rc::new(move |event: Event| {
            let Some(input) = target_of::<HtmlInputElement>(&event) else { return };
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                read(&file, dispatch.clone());
            }
            // The same file can be chosen again after it was changed.
            input.set_value("");
        })
    };
    let save = {
        let name = format!("{}.json", session.shown.face().id);
        Rc::new(move |_: Event| {
            if let Some(text) = typed() {
                call("shedscopeSave", &[&JsValue::from_str(&name), &JsValue::from_str(&text)], |_| {});
            }
        })
    };
    let does = |words: &'static str, handle: Rc<dyn Fn(Event)>| {
        tag("button").set("type", "button").on(On::Click, handle).text(words)
    };
    // A child is the text before anybody types; what is typed stays as long as the dialog is open.
    let text = {
        let shown = Rc::clone(&session.shown);
        let stamp = vec![Rc::as_ptr(&shown).cast::<u8>() as usize];
        Html::Part(Part { stamp, view: Box::new(move || Html::Text(shown.document().into())) })
    };
    let area = tag("textarea")
        .set("id", "document")
        .set("rows", "16")
        .set("aria-label", "Scenario as a document")
        .set("spellcheck", "false")
        .html(text);
    let file = tag("input").set("type", "file").set("accept", ".json,application/json").on(On::Change, on_file);
    let refused = session.refused.as_ref().map(|why| {
        classed("div", "refusal")
            .set("role", "alert")
            .add(says("strong", "This cannot be opened. "))
            .text(why.clone())
            .add(says("p", "What is on the screen stays as it is."))
    });
    classed("div", "open")
        .add(says("p", WHAT))
        .add(area)
        .add_some(refused)
        .add(
            classed("p", "row")
                .add(does("Apply", apply).set("class", "primary"))
                .add(does("Save as a file", save))
                .add(button(dispatch, Action::Dialog(None)).text("Cancel")),
        )
        .add(classed("label", "file").text("Choose a file").add(file))
}

/// What stands in the dialog.
fn typed() -> Option<String> {
    let area = dom_document().get_element_by_id("document")?;
    Some(area.dyn_into::<HtmlTextAreaElement>().ok()?.value())
}

/// Opens the first of the files that were dropped on the page.
pub fn drop(files: &FileList, dispatch: &Dispatch) {
    if let Some(file) = files.get(0) {
        // What is refused is refused in the dialog, beside what is on the page.
        dispatch.dispatch(Action::Dialog(Some(Dialog::Document)));
        read(&file, dispatch.clone());
    }
}

/// Reads a file and opens what it says.
fn read(file: &web_sys::File, dispatch: Dispatch) {
    if file.size() > MAX_FILE_BYTES as f64 {
        let what = format!("{} is larger than the {MAX_FILE_BYTES} bytes that are read.", file.name());
        return dispatch.dispatch(Action::Refused(what));
    }
    let refuse = {
        let (dispatch, name) = (dispatch.clone(), file.name());
        Closure::once(move |_: JsValue| {
            dispatch.dispatch(Action::Refused(format!("{name} cannot be read by the browser.")));
        })
    };
    let take = Closure::once(move |text: JsValue| {
        dispatch.dispatch(Action::Open(text.as_string().unwrap_or_default()));
    });
    let _ = file.text().then2(&take, &refuse);
    // The browser calls one of them, later.
    take.forget();
    refuse.forget();
}
