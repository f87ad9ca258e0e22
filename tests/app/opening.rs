//! Opening presets and documents; drafts; what stays.

use super::page::Page;
use shedscope::app::session::{Action, Draft, Outcome, Request, Sheet, Tab, open_preset};
use shedscope::engine::{Cause, Thing};
use shedscope::simulator::{Edit, StageOrder};
use shedscope::systems;

fn preset(system: &str, preset: &str) -> Action {
    Action::Request(Request::Preset {
        system: system.to_owned(),
        preset: preset.to_owned(),
    })
}

#[test]
fn every_preset_of_every_system_opens_at_its_start() {
    let mut page = Page::first("shedding");
    for entry in systems::SYSTEMS {
        for info in (entry.presets)() {
            page.does(preset(entry.info.id, info.id));
            assert_eq!(
                (page.0.origin.system, page.0.origin.preset),
                (entry.info.id, Some(info.id))
            );
            assert_eq!(
                (page.0.round, page.0.computed, page.0.is_edited),
                (0, 0, false)
            );
            assert_eq!(page.0.notice, None);
        }
    }
}

#[test]
fn an_unknown_preset_opens_the_first_and_says_so() {
    let mut page = Page::first("shedding");
    page.does(preset("rotation", "nothing of this name"));
    let first = (systems::find("rotation").unwrap().presets)()[0].id;
    assert_eq!(
        (page.0.origin.system, page.0.origin.preset),
        ("rotation", Some(first))
    );
    let notice = page.0.notice.as_deref();
    assert_eq!(
        notice,
        Some(
            "scenario: there is no scenario “nothing of this name”; the first one is open instead."
        )
    );
    page.does(preset("rotation", ""));
    assert_eq!(page.0.notice, None, "the first was asked for");
    page.does(preset("no system", ""));
    assert_eq!(page.0.origin.system, systems::SYSTEMS[0].info.id);
    assert_eq!(
        page.0.notice.as_deref(),
        Some("system: “no system” is not known; the first one is open instead.")
    );
    let problem_of = |system: &str, preset: &str| match open_preset(system, preset) {
        Outcome::Opened { problem, .. } => problem.map(|problem| problem.cause),
        other => panic!("{other:?}"),
    };
    let unknown =
        |kind: Thing, name: &str| Some(Cause::unknown(kind, name, "the first one is open instead"));
    assert_eq!(
        problem_of("rotation", "none"),
        unknown(Thing::Scenario, "none")
    );
    assert_eq!(problem_of("none", "two"), unknown(Thing::System, "none"));
    assert_eq!(
        (problem_of("", ""), problem_of("sharding", "")),
        (None, None)
    );
}

#[test]
fn opening_something_else_is_undone_across_systems() {
    let mut page = Page::first("shedding");
    page.edit(Edit::Seed(5));
    let document = page.0.document.document();
    page.does(preset("throttling", "")).compute();
    page.does(Action::History(page.0.history.undo().unwrap()))
        .compute();
    assert_eq!(page.0.document.document(), document);
    assert_eq!((page.0.origin.system, page.0.is_edited), ("shedding", true));
}

#[test]
fn a_document_of_any_system_opens_and_a_broken_one_changes_nothing() {
    let mut page = Page::first("shedding");
    for entry in systems::SYSTEMS {
        let text = entry.open_first().unwrap().document();
        page.document(&text);
        assert_eq!(
            (page.0.origin.system, page.0.origin.preset),
            (entry.info.id, None)
        );
        assert_eq!(page.0.document.document(), text);
    }
    let before = page.0.document.clone();
    for broken in [
        "",
        "{",
        r#"{"system": "nothing"}"#,
        r#"{"system": "shedding"}"#,
    ] {
        page.document(broken);
        assert_eq!(page.0.document, before, "{broken}");
        assert!(page.0.notice.is_some(), "{broken}");
        page.does(Action::DismissNotice);
    }
}

#[test]
fn how_it_is_looked_at_stays_when_another_scenario_is_opened() {
    let mut page = Page::first("shedding");
    page.does(Action::Order(StageOrder::ByLoad))
        .does(Action::Speed(2.0))
        .does(Action::Tables(true));
    page.does(preset("rotation", "")).compute();
    assert_eq!(
        (page.0.order, page.0.speed, page.0.shows_tables),
        (StageOrder::ByLoad, 2.0, true)
    );
}

#[test]
fn a_draft_is_taken_up_or_dropped() {
    let mut page = Page::first("shedding");
    let document = page.0.document.edited(&Edit::Seed(77)).unwrap().document();
    let draft = Draft {
        title: "Mine".to_owned(),
        document: document.clone(),
    };
    page.does(Action::OfferDraft(draft.clone()));
    assert_eq!(page.0.draft.as_deref(), Some(&draft));
    page.does(Action::DiscardDraft);
    assert_eq!(page.0.draft, None);
    page.does(Action::OfferDraft(draft)).document(&document);
    assert_eq!((page.0.draft.clone(), page.0.document.seed()), (None, 77));
}

#[test]
fn sheets_and_tabs_follow_each_other() {
    let mut page = Page::first("shedding");
    page.does(Action::Sheet(Sheet::Results));
    assert_eq!(page.0.tab, Tab::Results);
    let subject = page.0.run.overview(0, 0)[0];
    page.does(Action::Select(Some(subject)));
    assert_eq!((page.0.tab, page.0.sheet), (Tab::Why, Sheet::Why));
}
