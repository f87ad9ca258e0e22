//! Drafts: what a person has made is kept in the browser's storage and offered on the next visit.

use gloo::events::EventListener;
use gloo::storage::{LocalStorage, Storage};
use gloo::timers::callback::Timeout;
use gloo::utils::window;
use serde::{Deserialize, Serialize};
use yew::prelude::*;

use crate::app::session::{Action, Draft, Handle, State};

const KEY: &str = "shedscope-drafts";
/// Drafts kept; the oldest are dropped first.
const MAX_DRAFTS: usize = 10;
/// A draft is written when nothing has been edited for this time, in milliseconds.
const QUIET_MS: u32 = 400;

/// A draft as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredDraft {
    /// Which opened scenario it is of: each has one draft.
    pub id: String,
    /// The id of its system.
    pub system: String,
    /// The draft.
    #[serde(flatten)]
    pub draft: Draft,
}

/// The drafts with one put first, in the place of an older one of the same scenario.
pub fn with_draft(mut drafts: Vec<StoredDraft>, draft: StoredDraft) -> Vec<StoredDraft> {
    drafts.retain(|other| other.id != draft.id);
    drafts.insert(0, draft);
    drafts.truncate(MAX_DRAFTS);
    drafts
}

/// The newest draft of a system that is not the document itself.
pub fn draft_to_offer<'a>(drafts: &'a [StoredDraft], system: &str, document: &str) -> Option<&'a StoredDraft> {
    drafts.iter().find(|stored| stored.system == system).filter(|stored| stored.draft.document != document)
}

fn stored() -> Vec<StoredDraft> {
    LocalStorage::get(KEY).unwrap_or_default()
}

/// Keeps an edited scenario as a draft; `false` where the storage does not take it.
fn keep(id: &str, document: &Handle) -> bool {
    let draft = Draft { title: document.title().to_owned(), document: document.document() };
    let stored_draft = StoredDraft { id: id.to_owned(), system: document.info().id.to_owned(), draft };
    LocalStorage::set(KEY, with_draft(stored(), stored_draft)).is_ok()
}

/// Forgets the drafts with a document.
pub fn forget_draft(document: &str) {
    let mut drafts = stored();
    drafts.retain(|stored| stored.draft.document != document);
    // What cannot be written was not stored either.
    let _ = LocalStorage::set(KEY, drafts);
}

/// Keeps what is edited, and offers what was kept when a system is opened.
#[hook]
pub fn use_drafts(state: &UseReducerHandle<State>) {
    let is_of_person = state.is_edited || state.origin.preset.is_none();
    let latest = use_mut_ref(|| None::<(String, Handle)>);
    let id = use_memo(state.opened, |opened| format!("{}-{opened}", js_sys::Date::now()));

    let dispatcher = state.dispatcher();
    {
        let latest = latest.clone();
        let deps = (is_of_person.then(|| state.document.clone()), state.opened);
        use_effect_with(deps, move |(document, _)| {
            let pending = document.clone().map(|document| ((*id).clone(), document));
            let before = latest.replace(pending.clone());
            if let Some((left, document)) = before.filter(|(before, _)| *before != *id) {
                // Something else has been opened, perhaps sooner than this was written. What the storage does not take
                // has been said where it was edited; the history of edits still has it.
                keep(&left, &document);
            }
            let timeout = pending.map(|(id, document)| {
                Timeout::new(QUIET_MS, move || {
                    if !keep(&id, &document) {
                        let notice = "This scenario is too large to be kept in the browser's storage, or the storage is switched off. Save it as a file.";
                        dispatcher.dispatch(Action::Notice(notice.to_owned()));
                    }
                })
            });
            move || drop(timeout)
        });
    }

    // Whoever leaves sooner than a draft is written loses nothing.
    use_effect_with((), move |()| {
        let listener = EventListener::new(&window(), "pagehide", move |_| {
            if let Some((id, document)) = &*latest.borrow() {
                keep(id, document);
            }
        });
        move || drop(listener)
    });

    let dispatcher = state.dispatcher();
    let document = state.document.clone();
    let is_preset = state.origin.preset.is_some();
    use_effect_with(state.opened, move |_| {
        let drafts = stored();
        if let Some(stored) = draft_to_offer(&drafts, document.info().id, &document.document()).filter(|_| is_preset) {
            dispatcher.dispatch(Action::OfferDraft(stored.draft.clone()));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(id: &str, system: &str, document: &str) -> StoredDraft {
        let draft = Draft { title: id.to_owned(), document: document.to_owned() };
        StoredDraft { id: id.to_owned(), system: system.to_owned(), draft }
    }

    #[test]
    fn a_scenario_has_one_draft_and_the_newest_is_offered() {
        let drafts = with_draft(with_draft(Vec::new(), draft("1", "shedding", "a")), draft("2", "rotation", "b"));
        let drafts = with_draft(drafts, draft("1", "shedding", "c"));
        assert_eq!(drafts.len(), 2);
        assert_eq!(draft_to_offer(&drafts, "shedding", "x").unwrap().draft.document, "c");
        assert_eq!(draft_to_offer(&drafts, "shedding", "c"), None, "it is open already");
        assert_eq!(draft_to_offer(&drafts, "throttling", "x"), None);
    }

    #[test]
    fn the_oldest_drafts_are_dropped() {
        let drafts = (0..20).fold(Vec::new(), |drafts, id| with_draft(drafts, draft(&id.to_string(), "shedding", "a")));
        assert_eq!(drafts.len(), MAX_DRAFTS);
        assert_eq!(drafts[0].id, "19");
    }

    #[test]
    fn a_draft_is_read_as_it_was_stored() {
        let drafts = vec![draft("1", "shedding", "{}")];
        let text = serde_json::to_string(&drafts).unwrap();
        assert_eq!(serde_json::from_str::<Vec<StoredDraft>>(&text).unwrap(), drafts);
    }
}
