//! Files that are dropped anywhere on the page.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, FileList};
use yew::prelude::*;

/// Gives on files that are dropped on the page, and marks the page while files are held over it.
#[hook]
pub(crate) fn use_drops(on_files: Callback<FileList>) {
    // The listeners live as long as the page; what they call may change.
    let latest = use_mut_ref(|| on_files.clone());
    latest.borrow_mut().clone_from(&on_files);
    use_effect_with((), move |()| {
        let listen = |name: &'static str| {
            let latest = latest.clone();
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&document(), name, options, move |event| {
                if let Some(event) = event.dyn_ref::<DragEvent>() {
                    let on_files = latest.borrow().clone();
                    take(event, &on_files);
                }
            })
        };
        let listeners = ["dragover", "dragleave", "drop"].map(listen);
        move || drop(listeners)
    });
}

fn take(event: &DragEvent, on_files: &Callback<FileList>) {
    let files = event.data_transfer().and_then(|data| data.files());
    let has_files = event
        .data_transfer()
        .is_some_and(|data| data.types().includes(&"Files".into(), 0));
    if !has_files {
        return;
    }
    event.prevent_default();
    let kind = event.type_();
    let is_over = kind == "dragover" || (kind == "dragleave" && event.related_target().is_some());
    if let Some(body) = document().body() {
        // A class of this name is always taken.
        let _ = body.class_list().toggle_with_force("drop", is_over);
    }
    if let Some(files) = files.filter(|files| kind == "drop" && files.length() > 0) {
        on_files.emit(files);
    }
}
