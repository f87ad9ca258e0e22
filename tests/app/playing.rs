//! The cursor: where it goes, what waits for rounds, what is explained when.

use super::page::Page;
use shedscope::app::session::{Action, Seek};

#[test]
fn the_cursor_stays_within_the_run() {
    let mut page = Page::first("shedding");
    let last = page.0.last();
    page.does(Action::Seek(Seek::Previous));
    assert_eq!(page.0.round, 0);
    page.does(Action::Seek(Seek::Last));
    assert_eq!((page.0.round, page.0.pending_round), (last, None));
    page.does(Action::Seek(Seek::Next));
    assert_eq!(page.0.round, last);
    page.does(Action::Seek(Seek::Round(usize::MAX - 1)));
    assert_eq!(page.0.round, last);
    page.does(Action::Seek(Seek::First));
    assert_eq!(
        (page.0.round, page.0.explained.as_ref().map(|one| one.round)),
        (0, Some(0))
    );
}

#[test]
fn a_round_that_is_not_computed_yet_is_waited_for() {
    let mut page = Page::open("shedding", "two-hot-two-idle");
    assert_eq!(page.0.computed, 0);
    page.seek(9);
    assert_eq!((page.0.round, page.0.pending_round), (0, Some(9)));
    page.compute_to(4);
    assert_eq!((page.0.round, page.0.pending_round), (3, Some(9)));
    page.compute_to(12);
    assert_eq!((page.0.round, page.0.pending_round), (9, None));
}

#[test]
fn eventful_rounds_are_those_of_any_variant() {
    for system in ["shedding", "sharding", "throttling", "rotation"] {
        let mut page = Page::first(system);
        let mut visited = Vec::new();
        while let Some(next) = page.0.eventful(true) {
            page.does(Action::Seek(Seek::NextEventful));
            assert_eq!(page.0.round, next);
            visited.push(next);
        }
        let run = &page.0.run;
        let expected: Vec<usize> = (1..run.rounds())
            .filter(|round| run.is_eventful(*round))
            .collect();
        assert_eq!(visited, expected, "{system}");
        if let Some(last) = visited.last() {
            page.does(Action::Seek(Seek::Last))
                .does(Action::Seek(Seek::PreviousEventful));
            let before_the_end = visited
                .iter()
                .rev()
                .find(|round| **round < page.0.last())
                .unwrap_or(last);
            assert_eq!(page.0.round, *before_the_end);
        }
    }
}

#[test]
fn playing_ends_at_the_end_and_begins_again_at_the_start() {
    let mut page = Page::first("rotation");
    page.does(Action::Seek(Seek::Last));
    let epoch = page.0.seek_epoch;
    page.does(Action::Play(true));
    assert_eq!((page.0.round, page.0.is_playing), (0, true));
    assert!(
        page.0.seek_epoch > epoch,
        "the player begins the round again"
    );
    page.does(Action::Arrive(1));
    assert_eq!((page.0.round, page.0.is_playing), (1, true));
    page.does(Action::Play(false));
    assert!(!page.0.is_playing);
    page.does(Action::Speed(4.0));
    assert_eq!(page.0.playback().speed, 4.0);
}

#[test]
fn a_dialog_stops_time() {
    let mut page = Page::first("shedding");
    page.does(Action::Play(true))
        .does(Action::Dialog(Some(shedscope::app::session::Dialog::Keys)));
    assert!(!page.0.is_playing);
}

#[test]
fn an_action_that_changes_nothing_gives_the_same_state() {
    let mut page = Page::first("shedding");
    let before = std::rc::Rc::clone(&page.0);
    page.does(Action::Tables(false))
        .does(Action::Variant(7))
        .does(Action::DismissNotice)
        .does(Action::Select(None));
    assert!(std::rc::Rc::ptr_eq(&before, &page.0));
}
