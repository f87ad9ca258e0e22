//! Drafts: what a person has made is kept in the browser's storage and offered on the next visit.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::storage::errors::StorageError;
use gloo::storage::{LocalStorage, Storage};
use gloo::timers::future::TimeoutFuture;
use gloo::utils::window;
use js_sys::{Function, JsString, Reflect};
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::js_text::JsText;
use crate::app::session::{Action, Draft, Handle, State};
use crate::engine::{Cause, Problem};

/// The list of the drafts. Their documents, which may be long, are stored as they are, each under a key of its own.
const KEY: &str = "shedscope-draft-list";
/// Drafts kept; the oldest are dropped first.
const MAX_DRAFTS: usize = 10;
/// A draft is written when nothing has been edited for this time, in milliseconds.
const QUIET_MS: u32 = 400;

/// A draft in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Listed {
    /// Which opened scenario it is of: each has one draft.
    id: String,
    /// The id of its system.
    system: String,
    /// Its title.
    title: String,
}

/// The list with a draft put first, in the place of an older one of the same scenario, and the drafts dropped for it.
fn with_draft(mut drafts: Vec<Listed>, draft: Listed) -> (Vec<Listed>, Vec<Listed>) {
    drafts.retain(|other| other.id != draft.id);
    drafts.insert(0, draft);
    let dropped = drafts.split_off(drafts.len().min(MAX_DRAFTS));
    (drafts, dropped)
}

/// The list of the drafts, empty where none has been kept.
///
/// # Errors
/// Where there is something else in its place, or no storage.
fn listed() -> Result<Vec<Listed>, StorageError> {
    match LocalStorage::get(KEY) {
        Err(StorageError::KeyNotFound(_)) => Ok(Vec::new()),
        found => found,
    }
}

fn key_of(id: &str) -> String {
    format!("shedscope-draft-{id}")
}

fn stored(id: &str) -> Option<String> {
    LocalStorage::raw().get_item(&key_of(id)).ok()?
}

/// The text of a document, for the storage.
fn text_of(document: &Handle) -> io::Result<JsString> {
    let mut text = JsText::new();
    document.write_compact_document(&mut text)?;
    text.finish()
}

/// Puts a text of the browser's into the storage. [`Storage`] itself takes texts of the app's only.
fn store(key: &str, text: &JsString) -> Result<(), JsValue> {
    let storage = LocalStorage::raw();
    let set_item: Function = Reflect::get(&storage, &"setItem".into())?.dyn_into()?;
    set_item.call2(&storage, &key.into(), text).map(|_| ())
}

/// Keeps the text of an edited scenario as a draft; `false` where the storage does not take it.
fn keep(id: &str, document: &Handle, text: &JsString) -> bool {
    if store(&key_of(id), text).is_err() {
        return false;
    }
    let (title, system) = (document.title().to_owned(), document.info().id.to_owned());
    // An unreadable list was reported when the scenario was opened; a new one takes its place.
    let (drafts, dropped) = with_draft(
        listed().unwrap_or_default(),
        Listed {
            id: id.to_owned(),
            system,
            title,
        },
    );
    dropped
        .iter()
        .for_each(|draft| LocalStorage::delete(key_of(&draft.id)));
    LocalStorage::set(KEY, drafts).is_ok()
}

/// Forgets the drafts with a document.
pub(crate) fn forget_draft(document: &str) {
    let Ok(drafts) = listed() else {
        // A list that cannot be read offers none of its drafts.
        return;
    };
    let (forgotten, kept): (Vec<_>, Vec<_>) = drafts
        .into_iter()
        .partition(|draft| stored(&draft.id).is_some_and(|text| text == document));
    forgotten
        .iter()
        .for_each(|draft| LocalStorage::delete(key_of(&draft.id)));
    // What cannot be written was not stored either.
    let _ = LocalStorage::set(KEY, kept);
}

/// The newest draft of the system of a document that is not the document itself.
///
/// # Errors
/// Where the list of the drafts is damaged.
fn draft_to_offer(document: &Handle) -> Result<Option<Draft>, Problem> {
    let drafts = match listed() {
        Ok(drafts) => drafts,
        Err(StorageError::SerdeError(error)) => {
            let cause = Cause::Damaged {
                what: "the list of what was kept here",
                error: error.to_string(),
            };
            return Err(Problem::at("drafts", cause));
        }
        // Missing storage is reported when something is to be kept.
        Err(_) => return Ok(None),
    };
    let newest = drafts
        .into_iter()
        .find(|draft| draft.system == document.info().id);
    let found = newest.and_then(|draft| {
        Some(Draft {
            document: stored(&draft.id)?,
            title: draft.title,
        })
    });
    Ok(found.filter(|draft| draft.document != document.compact_document()))
}

/// An edited scenario that is to be kept.
#[derive(Clone)]
struct Pending {
    id: Rc<str>,
    document: Handle,
    /// Whether the storage has refused an earlier state of it: it is not written again and again for nothing.
    is_refused: Rc<Cell<bool>>,
}

impl Pending {
    /// Keeps the scenario when nothing has been edited for a while; `false` where the storage does not take it.
    /// Writing the document, which may be large, and storing it are tasks of their own.
    async fn keep_when_quiet(self, is_wanted: Rc<Cell<bool>>) -> bool {
        TimeoutFuture::new(QUIET_MS).await;
        if !is_wanted.get() || self.is_refused.get() {
            return true;
        }
        let text = text_of(&self.document);
        TimeoutFuture::new(0).await;
        let is_kept =
            !is_wanted.get() || text.is_ok_and(|text| keep(&self.id, &self.document, &text));
        self.is_refused.set(!is_kept);
        is_kept
    }

    /// Keeps the scenario at once. The page is being left, so a refusal of the storage cannot be shown.
    fn keep_now(&self) {
        if let Ok(text) = text_of(&self.document) {
            keep(&self.id, &self.document, &text);
        }
    }
}

/// Keeps what is edited, and offers what was kept when a system is opened.
#[hook]
pub(crate) fn use_drafts(state: &UseReducerHandle<State>) {
    let is_of_person = state.is_edited || state.origin.preset.is_none();
    let latest = use_mut_ref(|| None::<Pending>);
    let id = use_memo(state.opened, |opened| {
        Rc::<str>::from(format!("{}-{opened}", js_sys::Date::now()))
    });
    let is_refused = use_memo(state.opened, |_| Rc::new(Cell::new(false)));

    let dispatcher = state.dispatcher();
    {
        let latest = latest.clone();
        let deps = (is_of_person.then(|| state.document.clone()), state.opened);
        use_effect_with(deps, move |(document, _)| {
            let (id, is_refused) = ((*id).clone(), (*is_refused).clone());
            // What waits here must not keep a run alive that has been replaced.
            let reopen = |document: &Handle| Handle::from(document.reopened());
            let pending = document.as_ref().map(|document| Pending {
                id,
                document: reopen(document),
                is_refused,
            });
            let before = latest.replace(pending.clone());
            let is_of_another = |one: &Pending| pending.as_ref().is_none_or(|now| now.id != one.id);
            if let Some(left) = before.filter(|one| is_of_another(one) && !one.is_refused.get()) {
                // Something else has been opened, perhaps sooner than this was written. What the storage does not take
                // has been reported when it was edited; the history of edits still has it.
                left.keep_now();
            }
            let is_wanted = Rc::new(Cell::new(true));
            if let Some(pending) = pending {
                let is_wanted = Rc::clone(&is_wanted);
                spawn_local(async move {
                    if !pending.keep_when_quiet(is_wanted).await {
                        let notice = "This scenario is too large to be kept in the browser's storage, or the storage is switched off. Save it as a file.";
                        dispatcher.dispatch(Action::Notice(notice.to_owned()));
                    }
                });
            }
            move || is_wanted.set(false)
        });
    }

    // Leaving the page before a draft is written loses nothing.
    use_effect_with((), move |()| {
        let listener = EventListener::new(&window(), "pagehide", move |_| {
            if let Some(pending) = latest.borrow().as_ref().filter(|one| !one.is_refused.get()) {
                pending.keep_now();
            }
        });
        move || drop(listener)
    });

    let dispatcher = state.dispatcher();
    let document = state
        .origin
        .preset
        .is_some()
        .then(|| state.document.clone());
    use_effect_with(state.opened, move |_| {
        match document.map(|document| draft_to_offer(&document)) {
            Some(Ok(Some(draft))) => dispatcher.dispatch(Action::OfferDraft(draft)),
            Some(Err(problem)) => dispatcher.dispatch(Action::Notice(problem.to_string())),
            Some(Ok(None)) | None => {}
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(id: &str, title: &str) -> Listed {
        Listed {
            id: id.to_owned(),
            system: "shedding".to_owned(),
            title: title.to_owned(),
        }
    }

    #[test]
    fn a_scenario_has_one_draft_and_the_newest_comes_first() {
        let (drafts, _) = with_draft(vec![draft("2", "a")], draft("1", "b"));
        let (drafts, dropped) = with_draft(drafts, draft("2", "c"));
        assert_eq!(
            (drafts, dropped),
            (vec![draft("2", "c"), draft("1", "b")], Vec::new())
        );
    }

    #[test]
    fn the_oldest_drafts_are_dropped() {
        let mut drafts = Vec::new();
        for id in 0..20_usize {
            let (kept, dropped) = with_draft(drafts, draft(&id.to_string(), ""));
            let oldest = id
                .checked_sub(MAX_DRAFTS)
                .map(|id| draft(&id.to_string(), ""));
            assert_eq!(dropped, Vec::from_iter(oldest));
            drafts = kept;
        }
        assert_eq!((drafts.len(), &*drafts[0].id), (MAX_DRAFTS, "19"));
    }

    #[test]
    fn the_list_is_read_as_it_was_stored() {
        let drafts = vec![draft("1", "\u{201c}a\u{201d}")];
        let text = serde_json::to_string(&drafts).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Listed>>(&text).unwrap(), drafts);
    }
}
