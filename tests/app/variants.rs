//! The same scenario balanced in several ways: one cursor, one seed, and every variant for itself.

use std::collections::BTreeSet;

use shedscope::app::session::Action;
use shedscope::simulator::{Edit, Session, SubjectRef};
use shedscope::systems::SYSTEMS;

use super::page::Page;

fn digests(page: &Page) -> Vec<String> {
    (0..page.0.run.variants())
        .map(|variant| page.0.run.digest(variant).unwrap())
        .collect()
}

fn titles(session: &dyn Session) -> Vec<String> {
    (0..session.variants())
        .map(|variant| session.variant_title(variant))
        .collect()
}

/// A page with one variant of the first preset of load shedding, and ThresholdShedder as the second.
fn two() -> Page {
    let mut page = Page::first("shedding");
    page.edit(Edit::AddVariant(0));
    page.edit(Edit::Choose {
        variant: 1,
        choice: "strategy",
        option: "ThresholdShedder".to_owned(),
    });
    page
}

#[test]
fn every_comparison_of_every_system_is_undone_to_the_same_run() {
    for entry in SYSTEMS {
        let mut page = Page::first(entry.info.id);
        let before = (titles(&*page.0.run), digests(&page));
        let comparisons = page.0.run.comparisons(0);
        assert!(!comparisons.is_empty(), "{}", entry.info.id);
        for (comparison, title) in comparisons.into_iter().enumerate() {
            page.edit(Edit::Compare {
                comparison,
                variant: 0,
            });
            let titles_now = titles(&*page.0.run);
            assert!((1..=4).contains(&titles_now.len()), "{title}");
            assert_eq!(
                titles_now
                    .iter()
                    .map(|one| &one[2..])
                    .collect::<BTreeSet<_>>()
                    .len(),
                titles_now.len(),
                "{title}"
            );
            assert_eq!(
                digests(&page).len(),
                titles_now.len(),
                "{title}: every variant is computed"
            );
            let position = page.0.history.undo().unwrap();
            page.does(Action::History(position)).compute();
            assert_eq!((titles(&*page.0.run), digests(&page)), before, "{title}");
        }
    }
}

#[test]
fn variants_are_added_up_to_four_and_removed_down_to_one() {
    for entry in SYSTEMS {
        let mut page = Page::first(entry.info.id);
        while page.0.run.variants() > 1 {
            page.edit(Edit::RemoveVariant(1));
        }
        let before = digests(&page);
        for count in [2, 3, 4] {
            page.edit(Edit::AddVariant(0));
            assert_eq!(
                digests(&page),
                vec![before[0].clone(); count],
                "{}: variants that are alike run alike",
                entry.info.id
            );
        }
        page.edit(Edit::AddVariant(0));
        assert_eq!(
            page.0.run.variants(),
            4,
            "{}: there is no fifth",
            entry.info.id
        );
        for count in [3, 2, 1] {
            page.edit(Edit::RemoveVariant(1));
            assert_eq!(page.0.run.variants(), count);
        }
        page.edit(Edit::RemoveVariant(0));
        assert_eq!(
            digests(&page),
            before,
            "{}: the last one stays",
            entry.info.id
        );
    }
}

#[test]
fn variants_that_are_alike_draw_alike_whatever_the_seed() {
    let mut page = Page::open("shedding", "four-random");
    page.compute().edit(Edit::AddVariant(0));
    let mut seen = BTreeSet::new();
    for seed in [1, 2, 77] {
        let now = digests(page.edit(Edit::Seed(seed)));
        assert_eq!(now[0], now[1], "seed {seed}");
        seen.insert(now[0].clone());
    }
    assert_eq!(seen.len(), 3, "seeds matter");
}

#[test]
fn a_setting_of_one_variant_leaves_the_others_as_they_were() {
    let mut page = two();
    let before = digests(&page);
    assert_ne!(before[0], before[1]);
    let field = page
        .0
        .run
        .fields(1, None)
        .into_iter()
        .find(|field| field.label == "Threshold above average")
        .unwrap();
    page.edit(Edit::Set {
        variant: 1,
        field: field.name,
        value: 40.0,
    });
    let after = digests(&page);
    assert_eq!(after[0], before[0]);
    assert_ne!(after[1], before[1]);
}

#[test]
fn a_variant_measures_what_it_measures_alone() {
    let page = two();
    let alone = Page::first("shedding");
    for index in [0, 3, 59] {
        assert_eq!(
            page.0.run.measure(0, index),
            alone.0.run.measure(0, index),
            "round {index}"
        );
    }
}

#[test]
fn what_moved_in_a_round_is_listed_once_and_in_order() {
    let mut page = Page::first("shedding");
    let comparison = page
        .0
        .run
        .comparisons(0)
        .iter()
        .position(|title| *title == "Main threshold at four values");
    page.edit(Edit::Compare {
        comparison: comparison.unwrap(),
        variant: 0,
    });
    let mut all = 0;
    for index in 0..8 {
        for variant in 0..4 {
            let moved: Vec<SubjectRef> = page.0.run.moved(variant, index);
            assert!(
                moved.windows(2).all(|pair| pair[0] < pair[1]),
                "round {index}, variant {variant}"
            );
            all += moved.len();
        }
    }
    assert!(all > 0, "something moves");
}

#[test]
fn another_scenario_at_the_same_cursor_keeps_its_variant_where_there_is_one() {
    let mut page = two();
    page.seek(1).does(Action::Variant(1));
    assert_eq!((page.0.variant, page.0.round), (1, 1), "the cursor stays");
    page.does(Action::Variant(9));
    assert!(page.0.shown_variant() < 2, "there is no such variant");
}
