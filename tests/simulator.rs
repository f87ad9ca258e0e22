//! What a system gets for being an exhibit, shown with one of no use.

mod toy;

use std::rc::Rc;

use shedscope::run::Unit;
use shedscope::shell::entry::system_of;
use shedscope::shell::{Cell, Edit, Entry, Measure, Shown, Sight, Sweep};
use shedscope::systems::elsewhere;

/// One line of registration.
const TOY: Entry = Entry::of::<toy::Toy>();

fn opened() -> Rc<dyn Shown> {
    (TOY.story)("nine").unwrap()
}

#[test]
fn a_system_costs_no_more_than_a_room_of_150_lines() {
    assert!(include_str!("toy/mod.rs").lines().count() <= 150);
}

#[test]
fn a_system_gets_the_timeline_the_form_reasons_and_tables() {
    let shown = opened();
    assert_eq!((shown.lanes(), shown.rounds(), shown.computed()), (2, 6, 0));
    while shown.advance() {}
    assert_eq!(shown.computed(), 6);
    assert_eq!(shown.headline(0, 1), "7 and 3 litres.");
    assert_eq!(shown.headline(1, 1), "6 and 4 litres.");
    // Back and forth.
    assert_eq!(shown.headline(0, 0), "9 and 1 litres.");
    let told = &shown.reasons(0, 0)[0];
    assert_eq!(shown.name(told.who), "Bucket 1");
    let test = told.test().unwrap();
    assert_eq!((test.left.number(), test.right.number(), test.holds), (8.0, 2.0, true));
    assert!(!shown.reasons(0, 5)[0].test().unwrap().holds);
    assert_eq!(shown.table(0, 1).rows[0].1[1], Cell::Number(7.0, Unit::Count));
    assert_eq!(shown.fields(0)[0].value, 2.0);
    assert_eq!(shown.lane_title(1), "2: By cups, cup 3");
    let sight = Sight { width: 300.0, height: 200.0, selected: None, at_least: 0.0 };
    assert!(!shown.draw(0, 2, 0.5, &sight).shapes.is_empty());
    assert_ne!(shown.digest(0), shown.digest(1));
}

#[test]
fn edits_make_another_scenario_and_bad_ones_say_why() {
    let shown = opened();
    let set = |value| shown.edited(&Edit::Set(0, "cup_litres", value));
    assert_eq!(set(3.0).unwrap().headline(0, 1), "6 and 4 litres.");
    assert_eq!(shown.headline(0, 1), "7 and 3 litres.", "the first stays as it was");
    let refused = set(9.0).err().unwrap().to_string();
    assert_eq!(refused, "cup_litres: 9 is not taken; give 0.5 to 5.");
    for (edit, place) in [
        (Edit::Set(0, "nothing", 1.0), "nothing"),
        (Edit::Rounds(0), "rounds"),
        (Edit::Variant(0, "pints".to_owned()), "variant"),
        (Edit::AddLane(7), "lane"),
        (Edit::RemoveEvent(0), "event"),
        (Edit::Push("rain".to_owned(), 1.0), "rain"),
    ] {
        assert_eq!(shown.edited(&edit).err().unwrap().place, place, "{edit:?}");
    }
    let one = shown.edited(&Edit::RemoveLane(0)).unwrap();
    assert_eq!((one.lanes(), one.headline(0, 1)), (1, "6 and 4 litres.".to_owned()));
    assert_eq!(one.edited(&Edit::RemoveLane(0)).err().unwrap().place, "lanes");
    let mut five = one;
    for _ in 0..3 {
        five = five.edited(&Edit::AddLane(0)).unwrap();
    }
    assert_eq!(five.edited(&Edit::AddLane(0)).err().unwrap().to_string(), "lanes: there are 5; give 1 to 4.");
    assert_eq!(five.edited(&Edit::Reset(1)).unwrap().fields(1)[0].value, 1.0);
}

#[test]
fn documents_go_out_and_in_and_bad_ones_are_named() {
    let document = opened().document();
    assert_eq!((TOY.open)(&document).unwrap().document(), document);
    let why = |text: &str| (TOY.open)(text).err().unwrap().to_string();
    assert!(why(&document.replace("\"toy\"", "\"joy\"")).contains("give “toy”"));
    assert_eq!(why(&document.replace("9.0", "-9.0")), "litres: give 0 to 1000000.");
    assert!(why(&document.replace("cup_litres", "cup")).contains("line"));
}

#[test]
fn a_sweep_plays_every_seed() {
    let mut sweep = Sweep::new(opened(), 3);
    let mut steps = 0;
    while sweep.advance().unwrap() {
        steps += 1;
    }
    assert_eq!((sweep.progress(), steps), ((3, 3), 3 * (2 * 6 + 1)));
    assert_eq!(sweep.spread(0, 0), None, "it measures nothing");
}

#[test]
fn edits_are_said_in_the_words_of_the_form() {
    let shown = opened();
    let said = |edit: Edit| edit.said(&*shown);
    assert_eq!(said(Edit::Set(1, "cup_litres", 2.5)), "Lane 2, Cup: 2.5 l");
    assert_eq!(said(Edit::Variant(0, "cups".to_owned())), "Lane 1, Variant: By cups");
    assert_eq!(said(Edit::Seed(7)), "Seed: 7");
    assert_eq!(said(Edit::RemoveLane(1)), "Lane 2 removed");
    let one = shown.edited(&Edit::RemoveLane(1)).unwrap();
    assert_eq!(Edit::Set(0, "cup_litres", 2.5).said(&*one), "Cup: 2.5 l");
    // What is gradual has something before its value, by which two of the same are known.
    for edit in [Edit::Seed(1), Edit::Rounds(2), Edit::MoveEvent(0, 90.0), Edit::Set(0, "cup_litres", 1.0)] {
        assert!(edit.is_gradual() && edit.said(&*shown).contains(": "), "{edit:?}");
    }
    for edit in [Edit::AddLane(0), Edit::Compare(0, 0), Edit::Push(String::new(), 1.0), Edit::RemoveEvent(0)] {
        assert!(!edit.is_gradual(), "{edit:?}");
    }
}

#[test]
fn an_edit_is_refused_before_it_is_made_and_nothing_outside_the_run_happens() {
    let shown = opened();
    assert_eq!(shown.refusal(&Edit::Set(0, "cup_litres", 3.0)), None);
    assert_eq!(shown.refusal(&Edit::Set(0, "cup_litres", 9.0)).unwrap().what, "9 is not taken; give 0.5 to 5.");
    for edit in [Edit::Push("rain".to_owned(), 6.5), Edit::Push("rain".to_owned(), -1.0), Edit::MoveEvent(0, 1e9)] {
        let what = shown.refusal(&edit).unwrap().to_string();
        assert!(what.ends_with("is not within the run; give 00:00:00 to 00:00:06."), "{edit:?}: {what}");
    }
    assert_eq!(shown.refusal(&Edit::Compare(3, 0)).unwrap().place, "comparison");
}

#[test]
fn a_source_opens_the_scenario_once_more_with_nothing_run() {
    let shown = opened().edited(&Edit::Set(0, "cup_litres", 3.0)).unwrap();
    while shown.advance() {}
    let again = (shown.source())();
    assert_eq!((again.computed(), again.document()), (0, shown.document()));
    while again.advance() {}
    assert_eq!(again.digest(0), shown.digest(0));
}

#[test]
fn a_document_says_its_system_even_where_it_is_broken() {
    for (text, system) in [
        (r#"{"shedscope": 1, "system": "toy", "world": {"#, "toy"),
        (r#"{"title": "system", "system" : "a b"}"#, "a b"),
        (r#"{"title": "\"system\": \"toy\""}"#, ""),
        (r#"{"system": 3}"#, ""),
        ("", ""),
    ] {
        assert_eq!(system_of(text), system, "{text}");
    }
    let own = elsewhere(r#"{"system": "sharding"}"#, "rotation").unwrap().to_string();
    assert_eq!(own, "system: this is a scenario of “Shards by weight”; open it on that page.");
    assert_eq!(elsewhere(r#"{"system": "shedding"}"#, "rotation").unwrap().place, "system");
    assert_eq!(elsewhere(r#"{"system": "rotation"}"#, "rotation"), None);
    assert_eq!(elsewhere("broker.conf", "shedding"), None);
}

#[test]
fn the_best_is_better_than_another_or_than_none() {
    let measure = |is_less_better| Measure { label: "", definition: "", unit: Unit::Count, is_less_better };
    assert_eq!(measure(Some(true)).best(&[Some(2.0), Some(1.0), None]), [false, true, false]);
    assert_eq!(measure(Some(false)).best(&[Some(2.0), Some(1.0), Some(2.0)]), [true, false, true]);
    assert_eq!(measure(Some(true)).best(&[Some(2.0), None]), [true, false], "the other never came so far");
    assert_eq!(measure(Some(true)).best(&[Some(2.0), Some(2.0)]), [false, false], "nobody is best where all are alike");
    assert_eq!(measure(None).best(&[Some(2.0), Some(1.0)]), [false, false]);
}

/// Every registered system keeps to what the shell relies on, in every story and lane.
mod registered {
    use std::collections::BTreeSet;

    use shedscope::run::Kind;
    use shedscope::scene::{Scene, Shape};
    use shedscope::shell::{Edit, Mark, Shown, Sight, Table, Who};
    use shedscope::systems::{FACES, SYSTEMS};

    fn stories(mut use_it: impl FnMut(&str, &dyn Shown)) {
        for entry in SYSTEMS {
            for title in (entry.stories)() {
                let shown = (entry.story)(title.id).unwrap();
                use_it(&format!("{}/{}", entry.face.id, title.id), &*shown);
            }
        }
    }

    #[test]
    fn each_is_announced_once_and_has_stories() {
        let ids: BTreeSet<&str> = FACES.iter().map(|face| face.id).collect();
        assert_eq!(ids.len(), FACES.len());
        for (entry, face) in SYSTEMS.iter().zip(FACES) {
            let stories = (entry.stories)();
            assert_eq!(entry.face, *face);
            assert!(!stories.is_empty(), "{}", face.id);
            assert_eq!(stories.iter().map(|story| story.id).collect::<BTreeSet<_>>().len(), stories.len());
            assert!(face.claim.ends_with('.') && face.screen_ds.0 > 0 && face.screen_ds.1 > 0);
            assert!((entry.story)("none such").is_none());
        }
    }

    #[test]
    fn documents_come_back_as_they_went_and_run_alike() {
        stories(|path, shown| {
            let entry = SYSTEMS.iter().find(|entry| entry.face == shown.face()).unwrap();
            let again = (entry.open)(&shown.document()).unwrap_or_else(|problem| panic!("{path}: {problem}"));
            assert_eq!(again.document(), shown.document(), "{path}");
            while shown.advance() {}
            while again.advance() {}
            let last = shown.rounds() - 1;
            for lane in 0..shown.lanes() {
                assert_eq!(shown.digest(lane), again.digest(lane), "{path}");
                // What the last round came to is the same whether it is still there or found again.
                let said = |table: Table| format!("{:?}", table.rows);
                let (there, _, found) = (shown.table(lane, last), shown.table(lane, 0), shown.table(lane, last));
                assert_eq!(said(there), said(found), "{path}, lane {lane}");
            }
        });
    }

    #[test]
    fn fields_take_their_own_values_and_give_them_back() {
        stories(|path, shown| {
            for lane in 0..shown.lanes() {
                for field in shown.fields(lane) {
                    let path = format!("{path}, lane {lane}, {}", field.name);
                    assert_eq!(field.takes.check(field.value), Ok(()), "{path}");
                    assert_eq!(field.takes.check(field.default), Ok(()), "{path}");
                    assert!(field.help.ends_with('.') && !field.label.is_empty(), "{path}");
                    assert_eq!(field.takes.parse(&field.takes.format(field.value)), Ok(field.value), "{path}");
                    let next = match field.takes.kind {
                        Kind::Switch => 1.0 - field.value,
                        _ if field.value < field.takes.max => (field.value + 1.0).min(field.takes.max),
                        _ => field.takes.min,
                    };
                    // One that does not go with the others says why, and is the only other way.
                    match shown.edited(&Edit::Set(lane, field.name, next)) {
                        Ok(edited) => {
                            let now = edited.fields(lane).into_iter().find(|other| other.name == field.name);
                            assert_eq!(now.map(|now| now.value), Some(next), "{path}");
                        }
                        Err(problem) => assert!(problem.what.ends_with('.'), "{path}: {problem}"),
                    }
                }
                for variant in shown.variants() {
                    let edited = shown.edited(&Edit::Variant(lane, variant.id.to_owned()));
                    assert_eq!(edited.map(|edited| edited.variant(lane)).ok(), Some(variant.id), "{path}");
                }
            }
        });
    }

    #[test]
    fn rounds_are_told_in_whole_sentences() {
        stories(|path, shown| {
            for lane in 0..shown.lanes() {
                let (measured, charts) = (shown.measured(lane, 0), shown.charts(lane));
                assert_eq!(measured.len(), shown.measures().len(), "{path}: before any round");
                assert!(charts.iter().flat_map(|chart| &chart.series).all(|series| series.values.is_empty()), "{path}");
            }
            let mut last_s = f64::NEG_INFINITY;
            for index in (0..shown.rounds()).step_by(1 + shown.rounds() / 25) {
                let path = format!("{path}, round {index}");
                assert!(shown.time_s(index) > last_s, "{path}");
                last_s = shown.time_s(index);
                for lane in 0..shown.lanes() {
                    let headline = shown.headline(lane, index);
                    assert!(headline.ends_with('.') && !headline.contains(['{', '}']), "{path}: {headline}");
                    for told in shown.reasons(lane, index).iter() {
                        let sentence = &told.sentence;
                        assert!(sentence.ends_with('.') && !sentence.contains(['{', '}']), "{path}: {sentence}");
                        assert!(!shown.name(told.who).is_empty(), "{path}: {:?}", told.who);
                    }
                    let table = shown.table(lane, index);
                    assert!(table.rows.iter().all(|(_, cells)| cells.len() == table.heads.len()), "{path}");
                }
            }
            for lane in 0..shown.lanes() {
                assert_eq!(shown.measured(lane, shown.rounds()).len(), shown.measures().len(), "{path}");
                for chart in shown.charts(lane).iter() {
                    let lengths: BTreeSet<usize> = chart.series.iter().map(|series| series.values.len()).collect();
                    assert!(lengths.len() <= 1, "{path}: {}", chart.title);
                }
            }
        });
    }

    #[test]
    fn what_happened_moves_goes_away_and_leaves_no_trace() {
        let (mut moves, mut refusals) = (0, 0);
        stories(|path, shown| {
            let at_s = shown.time_s(shown.rounds() / 3);
            for push in shown.pushes() {
                let path = format!("{path}, {}", push.label);
                let pushed = match shown.edited(&Edit::Push(push.id.clone(), at_s)) {
                    Ok(pushed) => pushed,
                    Err(problem) => {
                        assert!(problem.what.ends_with('.'), "{path}: {problem}");
                        continue;
                    }
                };
                let (before, after) = (shown.events(), pushed.events());
                assert!(after.len() > before.len(), "{path}");
                // Far enough for it to have happened; what it comes to is each system's own to test.
                for _ in 0..shown.rounds() / 2 * shown.lanes() {
                    pushed.advance();
                }
                let mut back = pushed;
                let count = |events: &[Mark], event: &Mark| events.iter().filter(|other| *other == event).count();
                let surplus =
                    |events: &[Mark]| events.iter().position(|event| count(events, event) > count(&before, event));
                while let Some(index) = surplus(&back.events()) {
                    back = back.edited(&Edit::RemoveEvent(index)).unwrap_or_else(|problem| panic!("{path}: {problem}"));
                }
                assert_eq!(back.document(), shown.document(), "{path}");
            }
            for index in 0..shown.events().len() {
                let path = format!("{path}, event {index}");
                match shown.edited(&Edit::MoveEvent(index, at_s)) {
                    Ok(moved) => {
                        assert!(moved.events().iter().any(|event| event.at_s == at_s), "{path}");
                        moves += 1;
                    }
                    Err(problem) => {
                        assert!(problem.what.ends_with('.'), "{path}: {problem}");
                        refusals += 1;
                    }
                }
            }
        });
        // What depends on another event cannot come before it; most can go anywhere.
        assert!(moves > 5 * refusals, "{moves} moved, {refusals} refused");
    }

    #[test]
    fn stages_are_drawn_within_their_bounds_at_any_size() {
        stories(|path, shown| {
            for (width, height) in [(1000.0, 420.0), (480.0, 200.0), (360.0, 320.0)] {
                for index in (0..shown.rounds()).step_by(1 + shown.rounds() / 6) {
                    for (lane, phase) in (0..shown.lanes()).flat_map(|lane| [0.0, 0.3, 0.7, 1.0].map(|at| (lane, at))) {
                        let at_least = shown.needs(lane, index, phase);
                        // Whoever is looked at may be of another kind in another system, or there no more.
                        let who = Who::one(1 + (index % 4) as u8, if index % 3 == 0 { 0 } else { 60_000 });
                        let sight = Sight { width, height, selected: Some(who), at_least };
                        let path = format!("{path}, lane {lane}, round {index} at {phase}, {width} by {height}");
                        check(&path, &shown.draw(lane, index, phase, &sight));
                    }
                }
            }
        });
    }

    fn check(path: &str, scene: &Scene<Who>) {
        let (most, slack) = (4000, 2.0);
        assert!(scene.shapes.len() <= most, "{path}: {} shapes", scene.shapes.len());
        let within = |x: f64, y: f64, what: &Shape| {
            let is_within = (-slack..=scene.width + slack).contains(&x) && (-slack..=scene.height + slack).contains(&y);
            assert!(is_within, "{path}: ({x}, {y}) of {what:?}");
        };
        for shape in &scene.shapes {
            match shape {
                Shape::Fill(area, _) | Shape::Edge(area, _) => {
                    within(area.left, area.top, shape);
                    within(area.right(), area.bottom(), shape);
                }
                Shape::Path(points, _) | Shape::Area(points, _) => {
                    points.iter().for_each(|point| within(point.x, point.y, shape));
                }
                Shape::Disc(center, ..) | Shape::Ring(center, ..) => within(center.x, center.y, shape),
                Shape::Text { at, .. } => within(at.x, at.y, shape),
            }
        }
    }
}
