//! What a system gets for being an exhibit, shown with one of no use.

mod toy;

use std::rc::Rc;

use shedscope::run::Unit;
use shedscope::shell::{Cell, Edit, Entry, Shown, Sight, Sweep, Who};

/// One line of registration.
const TOY: Entry = Entry::of::<toy::Toy>();

fn opened() -> Rc<dyn Shown> {
    (TOY.story)("nine").unwrap()
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
    assert_eq!(Who::ROUND, Who::default());
}
