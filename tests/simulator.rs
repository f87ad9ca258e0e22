//! What a system gets for its implementation of the traits, shown with one of no use.

#[path = "simulator/later.rs"]
pub mod later;
#[path = "simulator/page.rs"]
mod page;
#[path = "simulator/registered.rs"]
mod registered;
mod session;
mod toy;

use session::{add, draw, move_to, set, viewport};
use shedscope::engine::Better;
use shedscope::engine::{Evidence, Unit};
use shedscope::simulator::registry::system_of;
use shedscope::simulator::sweep::measure_seed;
use shedscope::simulator::{
    Cell, Edit, Edited, InputValue, MetricInfo, SharedSession, Sweep, SystemEntry, TableRef,
};
use shedscope::systems::{self, elsewhere};

use crate::common::play::complete;

/// One line of registration.
const TOY: SystemEntry = SystemEntry::of::<toy::Toy>();

fn opened() -> SharedSession {
    (TOY.open_preset)("nine").unwrap()
}

/// The first preset of a system.
fn first(system: &str) -> SharedSession {
    systems::find(system).unwrap().open_first().unwrap()
}

#[test]
fn a_system_gets_the_timeline_the_form_reasons_and_tables() {
    let session = opened();
    assert_eq!(
        (session.variants(), session.rounds(), session.computed()),
        (2, 6, 0)
    );
    complete(&*session);
    assert_eq!(session.computed(), 6);
    assert_eq!(session.headline(0, 1), "7 and 3 litres.");
    assert_eq!(session.headline(1, 1), "6 and 4 litres.");
    // Back and forth.
    assert_eq!(session.headline(0, 0), "9 and 1 litres.");
    let told = &session.reasons(0, 0)[0];
    assert_eq!(session.subject_name(told.subject), "Bucket 1");
    let Evidence::Check(test) = &told.evidence else {
        panic!("{told:?}")
    };
    assert_eq!(
        (test.left.number(), test.right.number(), test.holds),
        (8.0, 2.0, true)
    );
    let overview = session.overview(0, 0);
    assert_eq!(*overview, [told.subject]);
    let card = session.card(0, 0, overview[0], 5);
    assert_eq!(
        (&*card.title, card.lines.len(), card.omitted),
        ("Bucket 1", 1, 0)
    );
    let comparison = card.lines[0].comparison.clone().unwrap();
    assert_eq!(
        (
            &*comparison.numbers,
            comparison.holds,
            card.lines[0].setting
        ),
        ("8 > 2", true, Some("cup_litres"))
    );
    assert_eq!(
        (
            session.card(0, 0, overview[0], 0).omitted,
            session.card(0, 0, overview[0], 0).lines.len()
        ),
        (1, 0)
    );
    assert!(
        !session.card(0, 5, overview[0], 5).lines[0]
            .comparison
            .as_ref()
            .unwrap()
            .holds
    );
    assert_eq!(
        session.table(0, 1).rows[0].1[1],
        Cell::Number(7.0, Unit::Count)
    );
    assert_eq!(session.fields(0, None)[0].value, 2.0);
    assert_eq!(session.variant_title(1), "B: By cups, cup 3");
    assert!(
        !draw(&*session, 0, 2, 0.5, &viewport(300.0, 200.0, None))
            .shapes
            .is_empty()
    );
    assert_ne!(session.digest(0), session.digest(1));
}

#[test]
fn work_is_done_in_pieces_the_variant_that_is_behind_first() {
    let session = opened();
    // What variants share, two simulations, and twice six rounds.
    let mut pieces = 0;
    while session.advance() {
        pieces += 1;
    }
    assert_eq!((pieces, session.computed()), (1 + 2 + 2 * 6, 6));
    let session = opened();
    for _ in 0..5 {
        session.advance();
    }
    assert_eq!(session.computed(), 1);
}

#[test]
fn edits_make_another_scenario_and_bad_ones_say_why() {
    let session = opened();
    let cup = |value| session.edited(&set(0, "cup_litres", value));
    assert_eq!(cup(3.0).unwrap().headline(0, 1), "6 and 4 litres.");
    assert_eq!(
        session.headline(0, 1),
        "7 and 3 litres.",
        "the first stays as it was"
    );
    let refused = cup(9.0).err().unwrap().to_string();
    assert_eq!(refused, "cup_litres: 9 is out of bounds; give 0.5 to 5.");
    let choose = |choice, option: &str| Edit::Choose {
        variant: 0,
        choice,
        option: option.to_owned(),
    };
    let number = InputValue::Number(1.0);
    let buckets = TableRef::top("buckets");
    for (edit, place) in [
        (set(0, "nothing", 1.0), "nothing"),
        (set(7, "cup_litres", 1.0), "variant"),
        (Edit::Rounds(0), "rounds"),
        (Edit::AddVariant(7), "variant"),
        (Edit::RemoveVariant(7), "variant"),
        (
            Edit::Compare {
                comparison: 3,
                variant: 0,
            },
            "comparison",
        ),
        (
            Edit::AddVariantWithout {
                variant: 0,
                event: 0,
            },
            "event",
        ),
        (Edit::RemoveEvent(0), "event"),
        (move_to(0, 1.0), "event"),
        (
            Edit::SetEvent {
                event: 0,
                part: "litres",
                value: number.clone(),
            },
            "event",
        ),
        (add("rain", 1.0), "rain"),
        (
            Edit::SetCell {
                table: buckets,
                row: 0,
                column: "litres",
                value: number,
            },
            "table",
        ),
        (Edit::AddRow(buckets), "table"),
        (Edit::RemoveRow(buckets, 0), "table"),
    ] {
        let problem = session
            .edited(&edit)
            .err()
            .unwrap_or_else(|| panic!("{edit:?}"));
        assert!(
            problem.place == place && problem.message().ends_with('.'),
            "{edit:?}: {problem}"
        );
    }
    let [pints, nothing] =
        [choose("rule", "pints"), choose("taste", "cups")].map(|edit| session.edited(&edit).err());
    assert_eq!(
        [pints, nothing].map(|problem| problem.map(|problem| problem.place)),
        ["rule", "taste"].map(|place| Some(place.to_owned()))
    );
    let one = session.edited(&Edit::RemoveVariant(0)).unwrap();
    assert_eq!(
        (one.variants(), one.headline(0, 1)),
        (1, "6 and 4 litres.".to_owned())
    );
    assert_eq!(
        one.edited(&Edit::RemoveVariant(0)).err().unwrap().place,
        "variants"
    );
    let mut five = one;
    for _ in 0..3 {
        five = five.edited(&Edit::AddVariant(0)).unwrap();
    }
    assert_eq!(
        five.edited(&Edit::AddVariant(0)).err().unwrap().to_string(),
        "variants: there are 5; give 1 to 4."
    );
    assert_eq!(
        five.edited(&Edit::Reset(1)).unwrap().fields(1, None)[0].value,
        1.0
    );
}

#[test]
fn documents_go_out_and_in_and_bad_ones_are_named() {
    let document = opened().document();
    assert_eq!((TOY.open)(&document).unwrap().document(), document);
    let why = |text: &str| (TOY.open)(text).err().unwrap().to_string();
    assert!(why(&document.replace("\"toy\"", "\"joy\"")).contains("give “toy”"));
    assert_eq!(
        why(&document.replace("9.0", "-9.0")),
        "litres: give 0 to 1000000."
    );
    assert!(why(&document.replace("cup_litres", "cup")).contains("line"));
    let source = |text: &str| shedscope::simulator::Source {
        name: "two.json".to_owned(),
        bytes: text.into(),
    };
    let imported = (TOY.import)(&document, &[source(&document.replace("9.0", "8.0"))]).unwrap();
    assert_eq!(
        imported.findings.understood,
        ["two.json: a scenario of Shedscope."]
    );
    assert_eq!(
        (TOY.open)(&imported.document).unwrap().headline(0, 0),
        "8 and 1 litres."
    );
    let refused = (TOY.import)(&document, &[source(&document.replace("9.0", "-9.0"))]).unwrap_err();
    assert_eq!(refused.to_string(), "two.json, litres: give 0 to 1000000.");
    assert_eq!((TOY.import)(&document, &[]).unwrap_err().place, "files");
}

#[test]
fn a_sweep_gathers_the_metrics_of_seeds_in_any_order() {
    let session = first("throttling");
    let document = session.document();
    let entry = systems::find("throttling").unwrap();
    let mut sweep = Sweep::new(3);
    for (seed, done) in [(3, 1), (1, 2), (4, 2), (2, 3)] {
        assert!(!sweep.is_complete());
        sweep.add((entry.measure_seed)(&document, seed).unwrap());
        assert_eq!(sweep.progress(), (done, 3), "seed {seed}");
    }
    assert!(sweep.is_complete() && sweep.spread(0, 0).is_some());
    assert_eq!((sweep.spread(0, 99), sweep.spread(9, 0)), (None, None));
    let of_toy = measure_seed(&*opened(), 7).unwrap();
    assert_eq!(
        (of_toy.seed, of_toy.values),
        (7, vec![Vec::new(); 2]),
        "it measures nothing"
    );
}

#[test]
fn edits_are_labelled_in_the_terms_of_the_form() {
    let session = opened();
    let label = |edit: Edit| edit.label(&*session);
    let choose = |option: &str| Edit::Choose {
        variant: 0,
        choice: "rule",
        option: option.to_owned(),
    };
    assert_eq!(label(set(1, "cup_litres", 2.5)), "Variant B, Cup: 2.5 l");
    assert_eq!(label(choose("cups")), "Variant A, Rule: By cups");
    assert_eq!(label(choose("pints")), "Variant A, Rule: pints");
    assert_eq!(label(Edit::Title("Ten".to_owned())), "Title: Ten");
    assert_eq!(label(Edit::Seed(7)), "Seed: 7");
    assert_eq!(label(Edit::Rounds(9)), "Length: 9");
    assert_eq!(label(Edit::Reset(1)), "Variant B, Settings reset");
    assert_eq!(label(Edit::AddVariant(0)), "Variant added");
    assert_eq!(label(Edit::RemoveVariant(1)), "Variant B removed");
    let one = session.edited(&Edit::RemoveVariant(1)).unwrap();
    assert_eq!(set(0, "cup_litres", 2.5).label(&*one), "Cup: 2.5 l");
}

#[test]
fn edits_of_events_and_tables_are_labelled_too() {
    let session = first("rotation").edited(&add("kill:B", 30.0)).unwrap();
    let label = |edit: Edit| edit.label(&*session);
    let event = session.events().last().unwrap().id;
    let zones = TableRef::top("zones");
    let number = InputValue::Number(7.0);
    assert_eq!(label(add("kill:B", 30.0)), "B down at 00:00:30");
    let back = Edit::SetEvent {
        event,
        part: "comes_back",
        value: InputValue::Number(1.0),
    };
    assert_eq!(label(back), "Broker down, Comes back: on");
    assert_eq!(
        label(move_to(event, 90.0)),
        "B goes down (refuses) moved to 00:01:30"
    );
    assert_eq!(
        label(Edit::RemoveEvent(event)),
        "B goes down (refuses) removed"
    );
    assert_eq!(
        label(Edit::SetCell {
            table: zones,
            row: 0,
            column: "brokers",
            value: number
        }),
        "Brokers of az1: 7"
    );
    assert_eq!(label(Edit::AddRow(zones)), "Zone added");
    assert_eq!(label(Edit::RemoveRow(zones, 0)), "az1 removed");
    assert_eq!(
        label(Edit::Compare {
            comparison: 0,
            variant: 0
        }),
        "Compare: One broker against three in rotation"
    );
    // What is not there any more is still said somehow.
    assert_eq!(label(Edit::RemoveEvent(999)), "Event removed");
    assert_eq!(label(Edit::AddRow(TableRef::top("moons"))), "Row added");
}

#[test]
fn an_edit_is_refused_before_it_is_made_and_nothing_outside_the_run_happens() {
    let session = opened();
    for edit in [
        add("rain", 6.5),
        add("rain", -1.0),
        move_to(0, 1e9),
        add("rain", f64::NAN),
    ] {
        let what = session.edited(&edit).err().unwrap().to_string();
        assert!(
            what.ends_with("is not within the run; give 0 to 6 s (00:00:06)."),
            "{edit:?}: {what}"
        );
    }
}

#[test]
fn an_edit_at_a_later_round_is_one_of_the_whole_run_unless_the_system_knows_better() {
    let session = opened();
    let Ok(Edited::Session {
        session: edited,
        event,
    }) = session.edited_at(&set(0, "cup_litres", 3.0), 0, 4, None)
    else {
        panic!("no session")
    };
    assert_eq!(
        (event, edited.headline(0, 1)),
        (None, "6 and 4 litres.".to_owned())
    );
}

#[test]
fn a_session_is_opened_again_with_nothing_simulated() {
    let session = opened().edited(&set(0, "cup_litres", 3.0)).unwrap();
    complete(&*session);
    let again = session.reopened();
    assert_eq!(
        (again.computed(), again.document()),
        (0, session.document())
    );
    complete(&*again);
    assert_eq!(again.digest(0), session.digest(0));
}

#[test]
fn a_subject_is_found_again_in_an_edited_scenario() {
    let session = first("sharding");
    let nodes = TableRef::top("nodes");
    let last = session
        .overview(0, 0)
        .iter()
        .copied()
        .filter(|subject| subject.kind == 1)
        .max()
        .unwrap();
    let name = session.subject_name(last);
    let more = session
        .edited(&Edit::AddRow(nodes))
        .unwrap()
        .edited(&Edit::RemoveRow(nodes, 0))
        .unwrap();
    let found = more.find_subject(&*session, last).unwrap();
    assert!(more.subject_name(found) == name && found != last, "{name}");
    assert_eq!(session.find_subject(&*session, last), Some(last));
    assert_eq!(
        session.find_subject(&*opened(), last),
        None,
        "that is another system"
    );
}

#[test]
fn a_document_says_its_system_even_where_it_is_broken() {
    for (text, system) in [
        (r#"{"shedscope": 2, "system": "toy", "world": {"#, "toy"),
        (r#"{"title": "system", "system" : "a b"}"#, "a b"),
        (r#"{"title": "\"system\": \"toy\""}"#, ""),
        (r#"{"system": 3}"#, ""),
        ("", ""),
    ] {
        assert_eq!(system_of(text), system, "{text}");
    }
    let own = elsewhere(r#"{"system": "sharding"}"#, "rotation")
        .unwrap()
        .to_string();
    assert_eq!(
        own,
        "system: this is a scenario of “Weighted shard allocation (Akka, Knative)”; open it there."
    );
    assert_eq!(
        elsewhere(r#"{"system": "shedding"}"#, "rotation")
            .unwrap()
            .place,
        "system"
    );
    assert_eq!(elsewhere(r#"{"system": "rotation"}"#, "rotation"), None);
    assert_eq!(elsewhere("broker.conf", "shedding"), None);
}

#[test]
fn the_best_is_better_than_another_or_than_none() {
    let metric = |better| MetricInfo {
        label: "",
        definition: "",
        unit: Unit::Count,
        better,
    };
    assert_eq!(
        metric(Better::Lower).best(&[Some(2.0), Some(1.0), None]),
        [false, true, false]
    );
    assert_eq!(
        metric(Better::Higher).best(&[Some(2.0), Some(1.0), Some(2.0)]),
        [true, false, true]
    );
    assert_eq!(
        metric(Better::Lower).best(&[Some(2.0), None]),
        [true, false],
        "the other never came so far"
    );
    assert_eq!(
        metric(Better::Lower).best(&[Some(2.0), Some(2.0)]),
        [false, false],
        "no variant is best where all are alike"
    );
    assert_eq!(
        metric(Better::Neither).best(&[Some(2.0), Some(1.0)]),
        [false, false]
    );
}
