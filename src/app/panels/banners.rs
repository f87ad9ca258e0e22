//! What waits for an answer above the stage: a notice, an edit that was not applied, what an edit has become, a draft.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::hooks::{forget_draft, use_dispatch, use_focus};
use crate::app::session::{Action, Draft, Handle, Request};
use crate::engine::format::format_clock;
use crate::engine::limits::MAX_VARIANTS;
use crate::simulator::Edit;

/// The event that the last edit at a later round has become.
#[derive(Clone, Debug, PartialEq)]
pub struct WhatIf {
    /// Its id.
    pub event: u32,
    /// When it happens, in seconds after the start.
    pub at_s: f64,
    /// What happens, in a few words.
    pub text: AttrValue,
    /// Whether the run without it can be added as a variant.
    pub is_comparable: bool,
}

impl WhatIf {
    /// The event of a document; `None` where it has none with that id.
    pub fn of(document: &Handle, event: u32) -> Option<Self> {
        let found = document.events().into_iter().find(|one| one.id == event)?;
        let is_comparable = document.variants() < MAX_VARIANTS && document.can_leave_out(event);
        Some(Self {
            event,
            at_s: found.at_s,
            text: found.text.into(),
            is_comparable,
        })
    }
}

/// Props of [`Banners`].
#[derive(Clone, PartialEq, Properties)]
pub struct BannersProps {
    /// Something a person should know.
    pub notice: Option<Rc<str>>,
    /// Whether an edit was tried that can be made at the start only.
    pub is_offered: bool,
    /// The round at the cursor, from 0.
    pub round: usize,
    /// What the system calls a round.
    #[prop_or("round")]
    pub round_word: &'static str,
    /// The variant that is edited.
    pub variant: usize,
    /// What the last edit at a later round has become.
    pub what_if: Option<WhatIf>,
    /// The position in the history of edits that Undo goes to.
    pub undo: Option<usize>,
    /// A scenario from an earlier visit that can be taken up.
    pub draft: Option<Rc<Draft>>,
}

/// The banners. A button that makes its banner disappear leaves focus with the group.
#[component]
pub fn Banners(props: &BannersProps) -> Html {
    let (node, focus) = use_focus();
    let dispatch = use_dispatch();
    let act = use_callback((focus, dispatch), |action: Action, (focus, dispatch)| {
        focus.emit(());
        dispatch.emit(action);
    });
    html! {
        <div class="banners" role="group" aria-label="Notices" tabindex="-1" ref={node}>
            if let Some(notice) = &props.notice {
                {banner("alert", notice, vec![button("Dismiss", false, Action::DismissNotice, &act)])}
            }
            if props.is_offered {
                {offer(props.round, props.round_word, &act)}
            }
            if let Some(what_if) = &props.what_if {
                {kept_from(what_if, props.variant, props.undo, &act)}
            }
            if let Some(draft) = &props.draft {
                {restorable(draft, &act)}
            }
        </div>
    }
}

fn offer(round: usize, round_word: &str, act: &Callback<Action>) -> Html {
    let (text, label) = match round {
        0 => ("The edit has not been applied yet.".to_owned(), "Apply"),
        _ => {
            let number = round + 1;
            let text = format!(
                "This edit can only change the start of the run, and this is {round_word} {number}."
            );
            (text, "Go to the start and apply")
        }
    };
    let buttons = vec![
        button(label, true, Action::AcceptOffer, act),
        button("Discard", false, Action::DiscardOffer, act),
    ];
    banner("alert", &text, buttons)
}

fn kept_from(
    what_if: &WhatIf,
    variant: usize,
    undo: Option<usize>,
    act: &Callback<Action>,
) -> Html {
    let text = format!(
        "From {} on: {}.",
        format_clock(what_if.at_s),
        what_if.text.trim_end_matches('.')
    );
    let compare = Action::edit(Edit::AddVariantWithout {
        variant,
        event: what_if.event,
    });
    let mut buttons = Vec::new();
    if what_if.is_comparable {
        buttons.push(button("Compare with the original run", true, compare, act));
    }
    if let Some(position) = undo {
        buttons.push(button(
            "Undo the edit",
            false,
            Action::History(position),
            act,
        ));
    }
    banner("status", &text, buttons)
}

fn restorable(draft: &Draft, act: &Callback<Action>) -> Html {
    let text = format!(
        "An edited scenario from your last visit: “{}”.",
        draft.title
    );
    let restore = Action::Request(Request::Document(draft.document.clone()));
    let document = draft.document.clone();
    // It is forgotten by the browser's storage as well as by the page.
    let discard = act.reform(move |action: Action| {
        forget_draft(&document);
        action
    });
    let buttons = vec![
        button("Restore", true, restore, act),
        button("Discard the draft", false, Action::DiscardDraft, &discard),
    ];
    banner("status", &text, buttons)
}

fn banner(role: &'static str, text: &str, buttons: Vec<Html>) -> Html {
    html! {
        <div class="banner" {role}>
            <p>{text}</p>
            <div class="banner-buttons">{buttons}</div>
        </div>
    }
}

fn button(label: &'static str, is_primary: bool, action: Action, act: &Callback<Action>) -> Html {
    let onclick = act.reform(move |_: MouseEvent| action.clone());
    html! {
        <button key={label} type="button" class={classes!("small", is_primary.then_some("primary"))} {onclick}>
            {label}
        </button>
    }
}
