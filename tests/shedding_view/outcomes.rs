//! What events do to the run: loads while they last, brokers that are away, bundles that are placed elsewhere.

use shedscope::scene::Shape;
use shedscope::simulator::{Cell, Viewport};

use super::*;

fn add(session: &SharedSession, kind: &str, at_s: f64) -> SharedSession {
    edited(
        session,
        Edit::AddEvent {
            variant: 0,
            kind: kind.to_owned(),
            at_s,
        },
    )
}

fn lasting(session: &SharedSession, seconds: f64) -> SharedSession {
    edited(
        session,
        Edit::SetEvent {
            event: 1,
            part: "seconds",
            value: number(seconds),
        },
    )
}

/// How many bundles each broker has in a round, from 0.
fn bundles(session: &SharedSession, index: usize) -> Vec<f64> {
    let table = session.table(0, index);
    let place = table
        .labels()
        .iter()
        .position(|label| *label == "Bundles")
        .unwrap();
    let count = |cell: &Cell| match cell {
        Cell::Number(count, _) => *count,
        other => panic!("{other:?}"),
    };
    table
        .rows
        .iter()
        .map(|(_, cells)| count(&cells[place]))
        .collect()
}

/// What is written on the stage in a round.
fn words(session: &SharedSession, index: usize) -> Vec<String> {
    let viewport = Viewport {
        width: 1200.0,
        height: 500.0,
        ..Viewport::default()
    };
    let stage = session.stages(index, 0.0, &[viewport]).remove(0);
    let text = |shape: &Shape| match shape {
        Shape::Text { text, .. } => Some(text.clone()),
        _ => None,
    };
    stage.still.shapes.iter().filter_map(text).collect()
}

fn down(session: &SharedSession, index: usize) -> usize {
    words(session, index)
        .iter()
        .filter(|word| *word == "down")
        .count()
}

#[test]
fn a_neighbour_takes_its_points_while_it_lasts() {
    let name = shedscope::systems::shedding::settings::Key::SheddingEnabled.name();
    let still = edited(
        &opening(),
        Edit::Set {
            variant: 0,
            field: name,
            value: 0.0,
        },
    );
    let session = lasting(&add(&still, "neighbour", 240.0), 120.0);
    complete(&*session);
    for (index, usage) in [(2, 88.0), (3, 108.0), (4, 108.0), (5, 88.0), (59, 88.0)] {
        assert!(
            (usage_percent(&session, index, "broker-1") - usage).abs() < 1e-9,
            "in round {index}"
        );
    }
}

#[test]
fn a_broker_that_stops_gives_all_its_bundles_to_the_others_and_is_down_from_then_on() {
    let session = add(&opening(), "stop", 240.0);
    complete(&*session);
    let all: f64 = bundles(&session, 2).iter().sum();
    assert!(bundles(&session, 2)[0] > 10.0);
    assert_eq!(down(&session, 2), 0);
    for index in [3, 4, 59] {
        assert_eq!(bundles(&session, index)[0], 0.0, "in round {index}");
        assert_eq!(
            bundles(&session, index).iter().sum::<f64>(),
            all,
            "no bundle is lost"
        );
        assert_eq!(down(&session, index), 1, "in round {index}");
        assert_eq!(session.table(0, index).rows[0].1[1], Cell::Missing("down"));
    }
    for series in &session.charts(0, None)[0].series {
        assert!(
            series.values.iter().all(|value| value.is_finite()),
            "{}: the others are measured",
            series.name
        );
    }
}

#[test]
fn a_broker_that_restarts_comes_back_empty_and_is_given_bundles_again() {
    let session = lasting(&add(&opening(), "restart", 240.0), 90.0);
    complete(&*session);
    for (index, is_down) in [(2, false), (3, true), (4, true), (5, false)] {
        assert_eq!(
            down(&session, index),
            usize::from(is_down),
            "in round {index}"
        );
        assert_eq!(
            bundles(&session, index)[0] == 0.0,
            index >= 3,
            "in round {index}"
        );
    }
    assert_eq!(usage_percent(&session, 5, "broker-1"), 0.0);
    assert!(bundles(&session, 59)[0] > 0.0);
}

#[test]
fn one_spike_may_begin_when_the_other_ends() {
    let session = add(&add(&opening(), "spike", 240.0), "spike", 1200.0);
    assert_eq!(session.events().len(), 2);
    let overlapping = Edit::MoveEvent {
        event: 2,
        at_s: 330.0,
    };
    assert!(is_inconsistent(
        &refusal(&session, &overlapping).cause,
        "It overlaps another of its kind"
    ));
    let moved = edited(
        &session,
        Edit::MoveEvent {
            event: 2,
            at_s: 420.0,
        },
    );
    assert_ne!(digest(&moved, 0), digest(&session, 0));
    let removed = edited(&session, Edit::RemoveEvent(1));
    assert_eq!(
        removed
            .events()
            .iter()
            .map(|event| (event.id, event.at_s))
            .collect::<Vec<_>>(),
        [(2, 1200.0)]
    );
}

#[test]
fn every_event_says_in_plain_words_what_it_does() {
    let session = opening();
    for (kind, text) in [
        ("traffic", "Traffic changes: *, 150 % of before"),
        ("spike", "Spike: broker-1, 20 points more for 180 s"),
        ("neighbour", "Noisy neighbour: broker-1, 20 points"),
        ("slow", "Slower CPU: broker-1, 50 % of its CPU"),
        ("stop", "Broker stops: broker-1"),
        ("restart", "Broker restarts: broker-1, away for 60 s"),
        ("add", "Broker is added: broker-7, CPU capacity 1"),
        ("leader", "Leader changes"),
        (
            "set",
            "Setting changes: loadBalancerAvgShedderHighThreshold, 40",
        ),
    ] {
        assert_eq!(add(&session, kind, 240.0).events()[0].text, text);
    }
    let all = Edit::SetEvent {
        event: 1,
        part: "target",
        value: text("*"),
    };
    let spike = edited(&add(&session, "spike", 240.0), all);
    assert_eq!(spike.events()[0].text, "Spike: *, 20 % more for 180 s");
    assert_eq!(spike.events()[0].parts[1].unit, "%");
    let ramp = lasting(&add(&session, "traffic", 240.0), 300.0);
    assert_eq!(
        ramp.events()[0].text,
        "Traffic changes: *, 150 % of before over 300 s"
    );
    let parts = |kind: &str| {
        let parts = add(&session, kind, 240.0).events().remove(0).parts;
        parts
            .into_iter()
            .map(|part| format!("{} [{}]", part.label, part.unit))
            .collect::<Vec<_>>()
    };
    assert_eq!(parts("restart"), ["Broker []", "Away for [s]"]);
    assert_eq!(parts("spike")[1..], ["More load [points]", "Lasts [s]"]);
    assert_eq!(
        parts("slow")[1..],
        ["Speed [% of its CPU]", "Lasts (0: for good) [s]"]
    );
}
