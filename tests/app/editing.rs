//! Edits: at the start and later, undo and redo, what is refused.

use super::page::Page;
use shedscope::app::session::{Action, Request};
use shedscope::simulator::entity::TableRef;
use shedscope::simulator::{Edit, InputValue};

const BROKERS: TableRef = TableRef::top("brokers");

fn load(percent: f64) -> Edit {
    Edit::SetCell {
        table: BROKERS,
        row: 0,
        column: "load",
        value: InputValue::Number(percent),
    }
}

fn labels(page: &Page) -> Vec<String> {
    page.0
        .history
        .entries()
        .iter()
        .map(|entry| entry.label.to_string())
        .collect()
}

#[test]
fn an_edit_is_shown_when_it_is_computed_and_the_run_before_until_then() {
    let mut page = Page::first("shedding");
    let before = page.0.run.clone();
    page.does(Action::edit(load(20.0)));
    assert!(
        page.0.document != before && page.0.run == before,
        "forms show the edit, the stage the run before"
    );
    page.report(false);
    assert_eq!(page.0.run, before);
    page.compute();
    assert_eq!(page.0.run, page.0.document);
    assert_eq!(page.0.computed, page.0.run.rounds());
    assert!(page.0.is_edited);
}

#[test]
fn the_work_of_a_document_that_is_gone_is_ignored() {
    let mut page = Page::first("shedding");
    let stale = page.0.document.clone();
    page.does(Action::edit(load(20.0)));
    let computed = stale.computed();
    page.does(Action::Computed(shedscope::app::session::Work {
        document: stale.clone(),
        computed,
        is_ready: true,
    }));
    assert_eq!(page.0.run, stale);
}

#[test]
fn undo_keeps_every_edit_apart_but_those_of_one_gesture() {
    let mut page = Page::first("shedding");
    page.edit(load(20.0)).edit(load(21.0));
    for percent in [30.0, 31.0, 32.0] {
        page.does(Action::edit_in(7, load(percent))).compute();
    }
    page.does(Action::edit_in(8, load(40.0))).compute();
    assert_eq!(page.0.history.entries().len(), 5, "{:?}", labels(&page));
    let documents: Vec<String> = page
        .0
        .history
        .entries()
        .iter()
        .map(|entry| entry.document.document())
        .collect();
    for position in (0..4).rev() {
        assert_eq!(page.0.history.undo(), Some(position));
        page.does(Action::History(position)).compute();
        assert_eq!(page.0.document.document(), documents[position]);
    }
    assert!(!page.0.is_edited);
    assert_eq!(page.0.history.undo(), None);
    page.does(Action::History(4)).compute();
    assert_eq!(page.0.document.document(), documents[4]);
    assert_eq!(page.0.history.redo(), None);
    page.does(Action::History(2)).compute().edit(load(50.0));
    assert_eq!(
        page.0.history.entries().len(),
        4,
        "what was undone is dropped"
    );
}

#[test]
fn what_comes_back_has_the_same_rounds() {
    for system in ["shedding", "sharding", "throttling", "rotation"] {
        let mut page = Page::first(system);
        let digest = page.0.run.digest(0).unwrap();
        page.edit(Edit::Seed(99)).does(Action::History(0)).compute();
        assert_eq!(page.0.run.digest(0).unwrap(), digest, "{system}");
    }
}

#[test]
fn a_bad_edit_changes_nothing_and_is_explained_where_it_was_made() {
    let mut page = Page::first("shedding");
    let before = page.0.document.clone();
    let edit = Edit::Rounds(0);
    page.does(Action::edit_typed(3, edit.clone(), "0".to_owned()));
    assert_eq!(page.0.document, before);
    let refusal = page.0.refusal.clone().unwrap();
    assert_eq!(
        (refusal.edit.clone(), refusal.text.as_deref()),
        (edit, Some("0"))
    );
    assert_eq!(page.0.notice, None, "the field says it");
    page.does(Action::edit(Edit::Rounds(0)));
    assert!(
        page.0.notice.as_deref().unwrap().starts_with("rounds:"),
        "{:?}",
        page.0.notice
    );
    page.edit(load(20.0));
    assert_eq!(
        (page.0.refusal.clone(), page.0.notice.clone()),
        (None, None)
    );
}

#[test]
fn an_edit_at_a_later_round_becomes_an_event_that_can_be_compared_with_the_run_before() {
    let mut page = Page::first("shedding");
    let before = page.0.run.digest(0).unwrap();
    page.seek(9).edit(load(95.0));
    let event = page.0.what_if.expect("an event");
    assert_eq!(page.0.document.events().len(), 1);
    assert_eq!(page.0.round, 9, "the cursor stays");
    assert!(page.0.document.can_leave_out(event));
    page.edit(load(99.0));
    assert_eq!(
        page.0.document.events().len(),
        1,
        "a further change of the same is the same event"
    );
    page.edit(Edit::AddVariantWithout { variant: 0, event });
    assert_eq!(page.0.run.variants(), 2);
    assert_eq!(page.0.run.digest(1).unwrap(), before);
    page.does(Action::History(0)).compute();
    assert_eq!(page.0.document.events().len(), 0);
}

#[test]
fn a_later_edit_of_any_system_can_be_compared_and_undone() {
    let number = InputValue::Number;
    let cell = |table: &'static str, column, value| Edit::SetCell {
        table: TableRef::top(table),
        row: 0,
        column,
        value,
    };
    for (system, edit, further) in [
        (
            "throttling",
            Edit::Set {
                variant: 0,
                field: "batch",
                value: 500_000.0,
            },
            Some(Edit::Set {
                variant: 0,
                field: "batch",
                value: 900_000.0,
            }),
        ),
        (
            "sharding",
            cell("routes", "percent", number(40.0)),
            Some(cell("routes", "percent", number(70.0))),
        ),
        ("rotation", cell("zones", "brokers", number(11.0)), None),
    ] {
        let mut page = Page::first(system);
        while page.0.run.variants() > 1 {
            page.edit(Edit::RemoveVariant(1));
        }
        let (before, position) = (page.0.document.clone(), page.0.history.entries().len() - 1);
        let digest = page.0.run.digest(0).unwrap();
        page.seek(9).edit(edit);
        let event = page.0.what_if.expect("an event");
        if let Some(further) = further {
            page.edit(further);
            assert_eq!(page.0.what_if, Some(event), "{system}");
        }
        assert_eq!(
            page.0.document.events().len(),
            before.events().len() + 1,
            "{system}"
        );
        assert_ne!(page.0.run.digest(0).unwrap(), digest, "{system}");
        page.edit(Edit::AddVariantWithout { variant: 0, event });
        assert_eq!(
            (page.0.run.variants(), page.0.run.digest(1).unwrap()),
            (2, digest.clone()),
            "{system}"
        );
        page.does(Action::History(position)).compute();
        assert_eq!(page.0.document.document(), before.document(), "{system}");
        assert_eq!(page.0.run.digest(0).unwrap(), digest, "{system}");
    }
}

#[test]
fn the_offer_to_go_on_from_an_event_ends_where_the_cursor_leaves_it() {
    let mut page = Page::first("shedding");
    page.seek(9).edit(load(95.0)).seek(12).edit(load(99.0));
    assert_eq!(page.0.document.events().len(), 2);
}

#[test]
fn an_edit_of_the_start_is_offered_at_a_later_round() {
    let mut page = Page::first("shedding");
    page.seek(9);
    let rename = Edit::SetCell {
        table: BROKERS,
        row: 0,
        column: "name",
        value: InputValue::Text("renamed".to_owned()),
    };
    let before = page.0.document.clone();
    page.does(Action::edit(rename.clone()));
    assert_eq!(
        (page.0.offered.clone(), &page.0.document),
        (Some(rename.clone()), &before)
    );
    page.does(Action::DiscardOffer);
    assert_eq!(page.0.offered, None);
    page.does(Action::edit(rename))
        .does(Action::AcceptOffer)
        .compute();
    assert_eq!((page.0.round, page.0.offered.clone()), (0, None));
    assert_eq!(page.0.document.entity_name(BROKERS, 0), "renamed");
}

#[test]
fn variants_come_and_go_and_the_main_one_stays_the_main_one() {
    let mut page = Page::first("sharding");
    while page.0.run.variants() > 1 {
        page.edit(Edit::RemoveVariant(1));
    }
    page.edit(Edit::AddVariant(0)).edit(Edit::AddVariant(0));
    page.does(Action::Variant(2));
    assert_eq!(page.0.variant, 2);
    page.edit(Edit::RemoveVariant(0));
    assert_eq!((page.0.variant, page.0.run.variants()), (1, 2));
    page.edit(Edit::Compare {
        comparison: 1,
        variant: 1,
    });
    assert_eq!(page.0.variant, 0);
    assert_eq!(page.0.run.variants(), 3);
}

#[test]
fn a_selected_subject_stays_selected_where_it_still_exists() {
    let mut page = Page::first("shedding");
    let subject = page.0.run.overview(0, 0)[0];
    page.does(Action::Select(Some(subject))).edit(load(20.0));
    assert!(page.0.selected.is_some());
}

#[test]
fn every_edit_of_the_history_says_what_it_did() {
    let mut page = Page::first("shedding");
    page.edit(Edit::Seed(5))
        .edit(load(20.0))
        .edit(Edit::AddVariant(0))
        .edit(Edit::RemoveVariant(1));
    page.edit(Edit::Title("Mine".to_owned()))
        .edit(Edit::AddRow(BROKERS));
    let labels = labels(&page);
    assert!(labels.iter().all(|label| !label.is_empty()), "{labels:?}");
    assert_eq!(&labels[..2], ["Opened", "Seed: 5"]);
    assert_eq!(labels[5], "Title: Mine");
}

#[test]
fn requests_are_performed_in_their_order() {
    let mut page = Page::first("shedding");
    // Both are asked for before either is performed.
    let state = std::rc::Rc::clone(&page.0);
    let both = yew::Reducible::reduce(state, Action::edit(Edit::Seed(5)));
    page.0 = yew::Reducible::reduce(
        both,
        Action::Request(Request::EditAtStart(Edit::Rounds(30))),
    );
    assert_eq!(page.0.requests.len(), 2);
    page.does(Action::DismissNotice).compute();
    assert_eq!((page.0.document.seed(), page.0.document.rounds()), (5, 30));
}
