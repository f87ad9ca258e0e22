//! Edits at a later round: they become events there, what came before stays, and the last one can be refined.

use shedscope::simulator::{Edited, SubjectRef};
use shedscope::systems::shedding::settings::Key;

use super::*;

/// A scenario in which nothing moves by itself.
fn still() -> SharedSession {
    edited(
        &opening(),
        Edit::Set {
            variant: 0,
            field: Key::SheddingEnabled.name(),
            value: 0.0,
        },
    )
}

/// The session after an edit at a round, counted from 0, and the event that it became.
fn at(
    session: &SharedSession,
    edit: &Edit,
    index: usize,
    refined: Option<u32>,
) -> (SharedSession, Option<u32>) {
    match session.edited_at(edit, 0, index, refined) {
        Ok(Edited::Session { session, event }) => (session, event),
        Ok(Edited::OnlyAtStart) => panic!("{edit:?} can be made at the start only"),
        Err(problem) => panic!("{edit:?}: {problem}"),
    }
}

fn load(row: usize, percent: f64) -> Edit {
    cell(brokers(), row, "load", number(percent))
}

fn near(left: f64, right: f64) {
    assert!((left - right).abs() <= 0.05 + 1e-9, "{left} and {right}");
}

#[test]
fn a_load_set_at_a_later_round_becomes_an_event_there_and_is_refined() {
    let session = still();
    let was = usage_percent(&session, 20, "broker-6");
    let (first, id) = at(&session, &load(5, was + 12.0), 3, None);
    let event = &first.events()[0];
    assert_eq!(
        (Some(event.id), event.at_s, event.kind.as_str()),
        (id, 240.0, "Noisy neighbour")
    );
    near(usage_percent(&first, 20, "broker-6"), was + 12.0);
    assert_eq!(usage_percent(&first, 2, "broker-6"), was);
    let (again, same) = at(&first, &load(5, was + 5.0), 3, id);
    assert_eq!((same, again.events().len()), (id, 1));
    near(usage_percent(&again, 20, "broker-6"), was + 5.0);
    let (later, other) = at(&again, &load(5, was + 30.0), 8, id);
    assert_eq!(later.events().len(), 2);
    near(usage_percent(&later, 20, "broker-6"), was + 30.0);
    near(usage_percent(&later, 5, "broker-6"), was + 5.0);
    // Without the last of them it is the run before it.
    let compared = edited(
        &later,
        Edit::AddVariantWithout {
            variant: 0,
            event: other.unwrap(),
        },
    );
    assert_eq!(digest(&compared, 1), digest(&again, 0));
}

#[test]
fn what_came_before_stays_as_it_was() {
    let session = opening();
    for edit in [
        load(5, 60.0),
        cell(brokers(), 4, "cpu", number(70.0)),
        cell(brokers(), 0, "base_cpu", number(25.0)),
        cell(brokers(), 1, "capacity", number(0.5)),
        cell(TableRef::of_row("bundles", 0), 0, "cpu", number(30.0)),
        Edit::Set {
            variant: 0,
            field: Key::AvgLowThreshold.name(),
            value: 60.0,
        },
        Edit::AddRow(brokers()),
        Edit::RemoveRow(brokers(), 1),
    ] {
        let (changed, event) = at(&session, &edit, 5, None);
        assert!(event.is_some(), "{edit:?}");
        assert_ne!(digest(&changed, 0), digest(&session, 0), "{edit:?}");
        for index in 0..5 {
            for broker in ["broker-1", "broker-3", "broker-6"] {
                assert_eq!(
                    usage_percent(&changed, index, broker),
                    usage_percent(&session, index, broker),
                    "{edit:?}"
                );
            }
        }
    }
}

#[test]
fn brokers_come_and_go_at_a_later_round() {
    let (session, added) = at(&opening(), &Edit::AddRow(brokers()), 5, None);
    let (session, stopped) = at(&session, &Edit::RemoveRow(brokers(), 1), 5, added);
    assert_ne!(added, stopped);
    let texts: Vec<String> = session
        .events()
        .into_iter()
        .map(|event| event.text)
        .collect();
    assert_eq!(
        texts,
        [
            "Broker is added: broker-7, CPU capacity 1",
            "Broker stops: broker-2"
        ]
    );
    assert!(usage_percent(&session, 30, "broker-2").is_nan());
    assert!(usage_percent(&session, 30, "broker-7") > 0.0);
    assert_eq!(
        session.entity_table(brokers()).unwrap().rows,
        6,
        "the table is that of the start"
    );
    // The one that an event adds is on the stage, but no cell of the table sets its load.
    let viewport = shedscope::simulator::Viewport {
        width: 1200.0,
        height: 500.0,
        ..Default::default()
    };
    let stage = &session.stages(30, 0.0, &[viewport])[0];
    let labels: Vec<&str> = stage
        .handles
        .iter()
        .map(|handle| handle.label.as_str())
        .collect();
    assert!(
        !labels.contains(&"Load of broker-7") && !labels.contains(&"Load of broker-2"),
        "{labels:?}"
    );
    assert_eq!(labels.len(), 5);
}

#[test]
fn a_setting_changed_at_a_later_round_applies_from_there_on() {
    let name = Key::AvgLowThreshold.name();
    let (session, event) = at(
        &opening(),
        &Edit::Set {
            variant: 0,
            field: name,
            value: 60.0,
        },
        4,
        None,
    );
    assert!(event.is_some());
    complete(&*session);
    for (index, value) in [(0, 15.0), (3, 15.0), (4, 60.0), (39, 60.0)] {
        let fields = session.fields(0, Some(index));
        assert_eq!(
            fields
                .iter()
                .find(|field| field.name == name)
                .unwrap()
                .value,
            value,
            "in round {index}"
        );
    }
    let bad = Edit::Set {
        variant: 0,
        field: name,
        value: 0.5,
    };
    assert_eq!(
        opening().edited_at(&bad, 0, 4, None).err().unwrap().place,
        name
    );
}

#[test]
fn what_is_of_the_whole_run_stays_so_at_a_later_round() {
    let session = opening();
    for edit in [
        Edit::Title("Mine".to_owned()),
        Edit::Seed(7),
        Edit::Rounds(30),
        Edit::Choose {
            variant: 0,
            choice: "strategy",
            option: "OverloadShedder".to_owned(),
        },
        Edit::Set {
            variant: 0,
            field: Key::SheddingIntervalMinutes.name(),
            value: 2.0,
        },
        Edit::Set {
            variant: 0,
            field: Key::ColdAverages.name(),
            value: 1.0,
        },
        Edit::Set {
            variant: 0,
            field: "fluctuation_percent",
            value: 10.0,
        },
        Edit::Reset(0),
        Edit::AddVariant(0),
        Edit::Compare {
            comparison: 0,
            variant: 0,
        },
        Edit::AddEvent {
            variant: 0,
            kind: "leader".to_owned(),
            at_s: 300.0,
        },
        Edit::AddRow(TableRef::top("isolation")),
    ] {
        let (later, event) = at(&session, &edit, 9, None);
        assert_eq!(event, None, "{edit:?}");
        assert_eq!(later.document(), edited(&session, edit).document());
    }
}

#[test]
fn what_cannot_be_an_event_is_offered_for_the_start() {
    let session = opening();
    for edit in [
        cell(brokers(), 0, "bundles", number(9.0)),
        cell(brokers(), 0, "skew", number(1.0)),
        cell(brokers(), 0, "name", text("first")),
        cell(
            TableRef::of_row("bundles", 0),
            0,
            "name",
            text("a/b/0x0_0x1"),
        ),
        cell(TableRef::top("unplaced"), 0, "count", number(3.0)),
        Edit::AddRow(TableRef::of_row("bundles", 0)),
        Edit::RemoveRow(TableRef::of_row("bundles", 0), 0),
        // A bar cannot go below what its bundles carry.
        load(0, 1.0),
    ] {
        assert!(
            matches!(
                session.edited_at(&edit, 0, 9, None),
                Ok(Edited::OnlyAtStart)
            ),
            "{edit:?}"
        );
        assert!(
            matches!(
                session.edited_at(&edit, 0, 0, None),
                Ok(Edited::Session { event: None, .. })
            ),
            "{edit:?}"
        );
    }
    let bad = cell(brokers(), 0, "cpu", number(-4.0));
    assert_eq!(
        session.edited_at(&bad, 0, 9, None).err().unwrap().place,
        "broker-1, cpu"
    );
}

#[test]
fn whoever_is_selected_is_found_again_by_name() {
    let session = opening();
    let second = SubjectRef::one(1, 1);
    assert_eq!(session.subject_name(second), "broker-2");
    let without = edited(&session, Edit::RemoveRow(brokers(), 0));
    let found = without.find_subject(&*session, second).unwrap();
    assert_eq!(
        (found, without.subject_name(found)),
        (SubjectRef::one(1, 0), "broker-2".to_owned())
    );
    assert_eq!(without.find_subject(&*session, SubjectRef::one(1, 0)), None);
    assert_eq!(
        without.find_subject(&*session, SubjectRef::one(1, 77)),
        None
    );
    assert_eq!(
        without.find_subject(
            &*session,
            SubjectRef {
                kind: 9,
                a: 0,
                b: 0
            }
        ),
        None
    );
    // What is gone has a card that says so.
    assert!(
        !session
            .card(0, 0, SubjectRef::one(3, 999_999), 9)
            .title
            .is_empty()
    );
}
