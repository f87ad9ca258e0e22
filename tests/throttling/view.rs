//! The system as it is shown: every story from its first second to its last.

use shedscope::scene::{Scene, Shape};
use shedscope::simulator::{Cell, Edit, SharedSession, SubjectRef, SystemEntry};
use shedscope::systems::throttling::Key;
use shedscope::systems::throttling::event::{Event, Kind};
use shedscope::systems::throttling::presets::{self, PRESETS};
use shedscope::systems::throttling::view::Throttling;

use super::session::{add, draw, move_to, set, viewport};

use crate::common::play::complete;

const ENTRY: SystemEntry = SystemEntry::of::<Throttling>();

fn story(id: &str) -> SharedSession {
    (ENTRY.open_preset)(id).unwrap_or_else(|| panic!("{id}"))
}

/// Sentences are whole: no placeholder, no number that is none, one period at the end.
fn is_sentence(text: &str) -> bool {
    let bad = [
        "{",
        "}",
        "NaN",
        "not a number",
        "infinite",
        "  ",
        "..",
        "nobody",
        "-0 ",
    ];
    text.ends_with('.') && text.len() > 4 && !bad.iter().any(|part| text.contains(part))
}

#[test]
fn every_second_is_told() {
    for row in PRESETS {
        let session = story(row.id);
        complete(&*session);
        assert_eq!(session.computed(), session.rounds(), "{}", row.id);
        for variant in 0..session.variants() {
            for index in 0..session.rounds() {
                let headline = session.headline(variant, index);
                assert!(is_sentence(&headline), "{}, {index}: {headline}", row.id);
            }
            for index in (0..session.rounds()).step_by(17) {
                for line in session.reasons(variant, index).iter() {
                    assert!(
                        is_sentence(&line.sentence),
                        "{}, {index}: {}",
                        row.id,
                        line.sentence
                    );
                    assert!(line.sentence.starts_with("At "), "{}", line.sentence);
                    assert!(!session.subject_name(line.subject).is_empty());
                }
                let table = session.table(variant, index);
                assert!(
                    table
                        .rows
                        .iter()
                        .all(|(_, cells)| cells.len() == table.columns.len())
                );
                assert!(
                    table.rows.iter().all(
                        |(_, cells)| matches!(&cells[0], Cell::Text(name) if !name.is_empty())
                    )
                );
            }
            for chart in session.charts(variant, None).iter() {
                assert!(
                    chart
                        .series
                        .iter()
                        .all(|series| series.values.len() == session.rounds()),
                    "{}",
                    chart.title
                );
            }
        }
    }
}

fn finite(scene: &Scene<SubjectRef>, place: &str) {
    let is_within = |x: f64, y: f64| {
        (-2.0..=scene.width + 2.0).contains(&x) && (-2.0..=scene.height + 2.0).contains(&y)
    };
    for shape in &scene.shapes {
        let is_good = match shape {
            Shape::Fill(area, _) | Shape::Edge(area, _) => {
                is_within(area.left, area.top) && is_within(area.right(), area.bottom())
            }
            Shape::Path(points, _) | Shape::Area(points, _) => {
                points.iter().all(|point| is_within(point.x, point.y))
            }
            Shape::Disc(center, radius, _) | Shape::Ring(center, radius, _) => {
                radius.is_finite() && is_within(center.x, center.y)
            }
            Shape::Text { at, text, .. } => is_within(at.x, at.y) && !text.contains("NaN"),
        };
        assert!(is_good, "{place}: {shape:?}");
    }
    assert!(
        scene.shapes.len() < 3000,
        "{place}: {} shapes",
        scene.shapes.len()
    );
}

#[test]
fn any_instant_is_drawn_within_the_stage() {
    for row in PRESETS {
        let session = story(row.id);
        for variant in 0..session.variants() {
            for index in (0..session.rounds()).step_by(37) {
                for phase in [0.0, 0.3, 0.7, 1.0] {
                    for (width, height) in [(1000.0, 420.0), (360.0, 320.0), (480.0, 200.0)] {
                        let viewport = viewport(width, height, Some(SubjectRef::one(2, 0)));
                        let scene = draw(&*session, variant, index, phase, &viewport);
                        finite(
                            &scene,
                            &format!("{}, variant {variant}, {index} at {phase}, {width}", row.id),
                        );
                        assert!(!scene.targets.is_empty());
                    }
                }
            }
        }
    }
}

/// Where texts lie over one another, roughly: 0.56 of the size for a letter.
fn overlaps(scene: &Scene<SubjectRef>) -> Vec<String> {
    let mut boxes: Vec<(f64, f64, f64, f64, String)> = Vec::new();
    let mut found = Vec::new();
    for shape in &scene.shapes {
        let Shape::Text {
            at,
            text,
            size,
            anchor,
            ..
        } = shape
        else {
            continue;
        };
        let width = text.chars().count() as f64 * size * 0.56;
        let left = match anchor {
            shedscope::scene::Anchor::Start => at.x,
            shedscope::scene::Anchor::Middle => at.x - width / 2.0,
            shedscope::scene::Anchor::End => at.x - width,
        };
        let area = (
            left,
            at.y - size * 0.4,
            left + width,
            at.y + size * 0.4,
            text.clone(),
        );
        // What flies may pass over what stands.
        let is_token = text == "ok" || text == "429" || text.starts_with('r') && text.len() == 2;
        if is_token || text.is_empty() {
            continue;
        }
        for other in &boxes {
            if area.0 < other.2 && other.0 < area.2 && area.1 < other.3 && other.1 < area.3 {
                found.push(format!("“{}” over “{}”", area.4, other.4));
            }
        }
        boxes.push(area);
    }
    found
}

#[test]
fn words_on_the_stage_do_not_lie_over_one_another() {
    let mut all = Vec::new();
    for row in PRESETS {
        let session = story(row.id);
        for variant in 0..session.variants() {
            for index in (0..session.rounds()).step_by(23) {
                for (width, height) in [(1000.0, 420.0), (360.0, 320.0), (480.0, 200.0)] {
                    let viewport = viewport(width, height, None);
                    let scene = draw(&*session, variant, index, 0.45, &viewport);
                    all.extend(
                        overlaps(&scene)
                            .into_iter()
                            .map(|what| format!("{}, {index}, {width}: {what}", row.id)),
                    );
                }
            }
        }
    }
    assert!(
        all.is_empty(),
        "{}:\n{}",
        all.len(),
        all[..all.len().min(40)].join("\n")
    );
}

#[test]
fn what_is_pushed_happens_at_its_time_and_goes_away_again() {
    let session = story("ramp");
    for push in session.event_kinds() {
        let pushed = session.edited(&add(push.id.clone(), 120.0)).unwrap();
        assert_eq!(
            (pushed.events().len(), pushed.events()[0].at_s),
            (1, 120.0),
            "{}",
            push.id
        );
        assert!(
            pushed.is_eventful(120)
                || pushed.advance() && {
                    pushed.headline(0, 130);
                    pushed.is_eventful(120)
                }
        );
        for index in [0, 60, 119] {
            assert_eq!(
                pushed.headline(0, index),
                session.headline(0, index),
                "{}",
                push.id
            );
        }
        let moved = pushed.edited(&move_to(1, 200.0)).unwrap();
        assert_eq!(moved.events()[0].at_s, 200.0);
        assert_eq!(
            pushed.edited(&Edit::RemoveEvent(1)).unwrap().document(),
            session.document()
        );
    }
    assert!(session.edited(&add("flood".to_owned(), 1.0)).is_err());
}

#[test]
fn comparisons_and_units_keep_a_document_that_can_be_read() {
    for row in PRESETS {
        let session = story(row.id);
        for place in 0..session.comparisons(0).len() {
            let compared = session
                .edited(&Edit::Compare {
                    comparison: place,
                    variant: 0,
                })
                .unwrap_or_else(|problem| panic!("{}: {problem}", row.id));
            assert!(compared.variants() >= 2);
            assert!((ENTRY.open)(&compared.document()).is_ok());
        }
        let unit = session
            .fields(0, None)
            .into_iter()
            .find(|field| field.name == "unit")
            .unwrap();
        let other = session.edited(&set(0, "unit", 1.0 - unit.value)).unwrap();
        let back = other.edited(&set(0, "unit", unit.value)).unwrap();
        assert!((ENTRY.open)(&back.document()).is_ok());
        // A world of bytes comes back as it was; a document is 1024 of them.
        if unit.value == 0.0 {
            assert_eq!(back.document(), session.document(), "{}", row.id);
        }
    }
    let reset = story("dead-zone").edited(&Edit::Reset(0)).unwrap();
    assert!(
        reset
            .fields(0, None)
            .iter()
            .filter(|field| field.is_of_variant)
            .all(|field| field.value == field.default)
    );
}

/// The words on a variant's stage.
fn words(session: &SharedSession, index: usize) -> String {
    let viewport = &viewport(1000.0, 420.0, None);
    let shapes = draw(&**session, 0, index, 0.5, viewport).shapes;
    let texts = shapes.into_iter().filter_map(|shape| {
        if let Shape::Text { text, .. } = shape {
            Some(text)
        } else {
            None
        }
    });
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_events_have_set_is_what_is_shown_from_then_on() {
    let mut scenario = (presets::find("ramp").unwrap().make)();
    scenario.rounds = 40;
    let changes = [
        (Key::BacklogLimitS, 4.0),
        (Key::UseThreshold, 0.5),
        (Key::LatencyThresholdMs, 1000.0),
        (Key::Max, 50_000_000.0),
    ];
    scenario.world.events = changes
        .map(|(key, value)| Event::set(20.0, key, value))
        .into();
    scenario
        .world
        .events
        .push(Event::new(20.0, Kind::Capacity, 1_048_576.0, 0.0));
    let session = (ENTRY.open)(&scenario.write()).unwrap();
    complete(&*session);
    let (before, after) = (words(&session, 10), words(&session, 30));
    for (session, other, part) in [
        (&before, &after, "429 beyond 10 s"),
        (&after, &before, "429 beyond 4 s"),
        (&before, &after, "80 %"),
        (&after, &before, "50 %"),
        (&after, &before, "server 1 MiB/s"),
    ] {
        assert!(
            session.lines().any(|line| line == part) && !other.lines().any(|line| line == part),
            "{part}\n{session}"
        );
    }
    // A capacity that is given is all of it; a brown-out would leave a share.
    assert!(!after.contains("of its capacity"), "{after}");
    let both = session.edited(&Edit::AddVariant(0)).unwrap();
    let scale = |index| {
        both.stages(index, 0.5, &[viewport(500.0, 420.0, None); 2])[0]
            .viewport
            .highest
    };
    assert!(scale(30) < scale(10));
    let charts = session.charts(0, None);
    let slow = charts
        .iter()
        .flat_map(|chart| &chart.series)
        .find(|series| series.name == "slow")
        .unwrap();
    assert_eq!(
        (slow.values[19], slow.values[20], slow.values.len()),
        (20.0, 1.0, 40)
    );
    // Where nothing changes it is one level.
    let charts = story("ramp").charts(0, None);
    let lines = charts.iter().flat_map(|chart| &chart.lines);
    assert_eq!(
        lines
            .map(|line| (line.name.as_str(), line.value))
            .collect::<Vec<_>>(),
        [("slow", 20.0)]
    );
}

#[test]
fn a_limit_at_its_greatest_is_not_said_to_rise() {
    let session = story("brown-out");
    complete(&*session);
    let greatest = session.charts(0, None)[0]
        .series
        .iter()
        .find(|series| series.name == "limit")
        .unwrap()
        .values
        .clone();
    let (last, highest) = (
        greatest.len() - 1,
        greatest.iter().copied().fold(0.0, f64::max),
    );
    assert_eq!(greatest[last], highest, "it is back at its maximum");
    assert!(
        words(&session, last).contains(": at its maximum"),
        "{}",
        words(&session, last)
    );
    let climbing = greatest
        .windows(2)
        .rposition(|two| two[0] < two[1])
        .unwrap();
    assert!(
        words(&session, climbing).contains(": a success raises it"),
        "{}",
        words(&session, climbing)
    );
}

#[test]
fn a_stage_of_any_size_is_drawn() {
    for (id, index) in [
        ("brown-out", 120),
        ("settle-older", 20),
        ("sawtooth", 200),
        ("sixty-four", 230),
    ] {
        let session = story(id);
        while session.advance() && session.computed() <= index {}
        for variant in 0..session.variants() {
            for width in [0.0, 1.0, 9.0, 25.0, 31.0, 50.0, 90.0, 140.0, 639.0, 641.0] {
                for height in [0.0, 1.0, 20.0, 60.0, 279.0, 281.0] {
                    let viewport = viewport(width, height, None);
                    let scene = draw(&*session, variant, index, 0.6, &viewport);
                    for shape in &scene.shapes {
                        let text = format!("{shape:?}");
                        assert!(
                            !text.contains("NaN") && !text.contains("inf"),
                            "{id}, {width} x {height}: {text}"
                        );
                    }
                }
            }
        }
    }
}
