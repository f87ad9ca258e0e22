//! The system as it is shown: every preset to its end, every sentence, field, event and shape.

use shedscope::engine::{Cause, Thing};
use shedscope::scene::{Point, Rect, Scene, Shape};
use shedscope::simulator::{Edit, InputValue, SharedSession, SubjectRef, SystemEntry, TableRef};
use shedscope::systems::rotation::view::Rotation;

use super::session::{add, draw, move_to, set, viewport};

use crate::common::play::complete;

const ENTRY: SystemEntry = SystemEntry::of::<Rotation>();

fn stories() -> Vec<(&'static str, SharedSession)> {
    (ENTRY.presets)()
        .iter()
        .map(|title| (title.id, (ENTRY.open_preset)(title.id).unwrap()))
        .collect()
}

/// Rounds worth a look: the first, the last, some between, and the first ones in which something happens.
fn samples(session: &SharedSession) -> Vec<usize> {
    let rounds = session.rounds();
    let mut samples = vec![0, rounds / 2, rounds - 1];
    samples.extend(
        (0..rounds)
            .filter(|index| session.is_eventful(*index))
            .step_by(7)
            .take(if rounds == 43 || rounds == 45 { 2 } else { 4 }),
    );
    samples
}

#[test]
fn every_story_plays_to_its_end_and_speaks() {
    for (id, session) in stories() {
        // The large one is played by `presets.rs`; here its first slices are enough.
        let session = if id == "thousand-producers" {
            session.edited(&Edit::Rounds(45)).unwrap()
        } else {
            session
        };
        complete(&*session);
        assert_eq!(session.computed(), session.rounds(), "{id}");
        for variant in 0..session.variants() {
            for index in
                (0..session.rounds()).step_by(if id == "thousand-producers" { 5 } else { 1 })
            {
                let headline = session.headline(variant, index);
                assert!(
                    headline.ends_with('.') && headline.len() > 10,
                    "{id} {index}: {headline}"
                );
            }
            for index in samples(&session) {
                for told in session.reasons(variant, index).iter() {
                    let (name, sentence) = (session.subject_name(told.subject), &told.sentence);
                    assert!(
                        !name.is_empty() && name != "nobody",
                        "{id} {index}: {sentence}"
                    );
                    assert!(
                        sentence.ends_with('.') && !sentence.contains(['{', '}']),
                        "{id} {index}: {sentence}"
                    );
                }
                let table = session.table(variant, index);
                assert!(
                    !table.rows.is_empty()
                        && table
                            .rows
                            .iter()
                            .all(|row| row.1.len() == table.columns.len())
                );
            }
            let charts = session.charts(variant, None);
            assert!(charts.len() >= 3);
            for series in charts.iter().flat_map(|chart| &chart.series) {
                assert_eq!(
                    series.values.len(),
                    session.rounds(),
                    "{id}: {}",
                    series.name
                );
            }
            assert_eq!(
                session.measure(variant, session.rounds()).len(),
                session.metrics().len()
            );
            assert!(session.digest(variant).is_some());
        }
        for measure in session.metrics() {
            assert!(measure.definition.ends_with('.'), "{}", measure.label);
        }
    }
}

#[test]
fn fields_take_what_they_show() {
    for (id, session) in stories() {
        for variant in 0..session.variants() {
            for field in session.fields(variant, None) {
                assert_eq!(
                    field.value_type.check(field.value),
                    Ok(()),
                    "{id}: {}",
                    field.name
                );
                assert_eq!(
                    field.value_type.check(field.default),
                    Ok(()),
                    "{id}: {}",
                    field.name
                );
                assert!(
                    field.help.ends_with('.') && !field.label.is_empty(),
                    "{}",
                    field.name
                );
                let same = session
                    .edited(&set(variant, field.name, field.value))
                    .unwrap();
                assert_eq!(same.document(), session.document(), "{id}: {}", field.name);
            }
        }
        let single = Edit::Choose {
            variant: 0,
            choice: "selection",
            option: "single".to_owned(),
        };
        assert_eq!(
            session.edited(&single).unwrap().choices(0)[0].selected,
            "single"
        );
        for place in 0..session.comparisons(0).len() {
            assert!(
                session
                    .edited(&Edit::Compare {
                        comparison: place,
                        variant: 0
                    })
                    .unwrap()
                    .variants()
                    >= 2
            );
        }
    }
}

#[test]
fn what_is_pushed_happens_and_can_be_taken_back() {
    for (id, session) in stories() {
        assert!(!session.event_kinds().is_empty());
        for push in session.event_kinds() {
            let pushed = session.edited(&add(push.id.clone(), 5.5)).unwrap();
            let events = pushed.events();
            assert_eq!(
                events.len(),
                session.events().len() + 1,
                "{id}: {}",
                push.id
            );
            let last = events.last().unwrap().id;
            let find = |session: &SharedSession| {
                session
                    .events()
                    .into_iter()
                    .find(|event| event.id == last)
                    .unwrap()
            };
            assert!(find(&pushed).at_s == 5.5 && !find(&pushed).text.is_empty());
            let moved = pushed.edited(&move_to(last, 7.0)).unwrap();
            assert_eq!(find(&moved).at_s, 7.0);
            let back = moved.edited(&Edit::RemoveEvent(last)).unwrap();
            assert_eq!(back.document(), session.document(), "{id}: {}", push.id);
        }
        for bad in ["kill:nobody", "kill", "sing", "redirect:A"] {
            assert!(session.edited(&add(bad.to_owned(), 1.0)).is_err(), "{bad}");
        }
    }
}

#[test]
fn zones_are_a_table_within_the_bounds_of_the_document() {
    let zones = TableRef::top("zones");
    let session = (ENTRY.open_preset)("zones-of-unequal-size").unwrap();
    let cell = |row, column, value| Edit::SetCell {
        table: zones,
        row,
        column,
        value,
    };
    let number = InputValue::Number;
    let count = session.entity_table(zones).unwrap().rows;
    let more = session.edited(&Edit::AddRow(zones)).unwrap();
    assert_eq!(more.entity_table(zones).unwrap().rows, count + 1);
    assert_eq!(more.entity_name(zones, count), format!("az{}", count + 1));
    let less = more.edited(&Edit::RemoveRow(zones, count)).unwrap();
    assert_eq!(less.document(), session.document());
    // What speaks of a zone follows when it is renamed; by its usual name it is as before.
    let restart = session.edited(&add("restart_producers", 5.0)).unwrap();
    let event = restart.events().last().unwrap().id;
    let name = restart.entity_name(zones, 0);
    let zone = |text: &str| InputValue::Text(text.to_owned());
    let restart = restart
        .edited(&Edit::SetEvent {
            event,
            part: "zone",
            value: zone(&name),
        })
        .unwrap();
    let renamed = restart.edited(&cell(0, "name", zone("west"))).unwrap();
    assert_eq!(
        renamed.events().last().unwrap().text,
        "Producers restarted in west"
    );
    let twice = session.edited(&cell(1, "name", zone(&name))).err().unwrap();
    assert_eq!(twice.cause, Cause::duplicate(Thing::Zone, name));
    let many = session
        .edited(&cell(0, "producers", number(10_000.0)))
        .err()
        .unwrap();
    assert!(many.to_string().starts_with("world, producers: "), "{many}");
    assert!(session.edited(&cell(0, "brokers", number(0.5))).is_err());
    // Six zones and no more, as long as one is left.
    let mut all = session;
    while all.entity_table(zones).unwrap().can_add {
        all = all.edited(&Edit::AddRow(zones)).unwrap();
    }
    assert_eq!(all.entity_table(zones).unwrap().rows, 6);
    assert_eq!(
        all.edited(&Edit::AddRow(zones)).err().unwrap().to_string(),
        "world, zones: there are 7; give 1 to 6."
    );
    assert_eq!(
        all.edited(&Edit::RemoveRow(zones, 6)).err().unwrap().place,
        "row"
    );
}

#[test]
fn a_broker_that_goes_down_may_come_back() {
    let session = (ENTRY.open_preset)("rolling-restart")
        .unwrap()
        .edited(&add("kill:B", 30.0))
        .unwrap();
    let event = session.events().last().unwrap().id;
    let number = InputValue::Number;
    let edit = |part, value| Edit::SetEvent { event, part, value };
    let last = |session: &SharedSession| session.events().pop().unwrap();
    assert_eq!(last(&session).text, "B goes down (refuses)");
    assert_eq!(
        session
            .edited(&edit("duration_s", number(3.0)))
            .err()
            .unwrap()
            .place,
        "duration_s"
    );
    let back = session.edited(&edit("comes_back", number(1.0))).unwrap();
    assert_eq!(last(&back).text, "B goes down for 20 s (refuses)");
    let soon = back.edited(&edit("duration_s", number(3.0))).unwrap();
    let silent = soon
        .edited(&edit("how", InputValue::Text("black_hole".to_owned())))
        .unwrap();
    let other = silent
        .edited(&edit("broker", InputValue::Text("C".to_owned())))
        .unwrap();
    assert_eq!(last(&other).text, "C goes down for 3 s (does not answer)");
    let stays = other.edited(&edit("comes_back", number(0.0))).unwrap();
    assert_eq!(last(&stays).text, "C goes down (does not answer)");
    assert!(
        session
            .edited(&edit("broker", InputValue::Text("ZZ".to_owned())))
            .is_err()
    );
}

fn points(shape: &Shape) -> Vec<Point> {
    let corners = |area: &Rect| {
        vec![
            Point {
                x: area.left,
                y: area.top,
            },
            Point {
                x: area.right(),
                y: area.bottom(),
            },
        ]
    };
    match shape {
        Shape::Fill(area, _) | Shape::Edge(area, _) => corners(area),
        Shape::Path(points, _) | Shape::Area(points, _) => points.clone(),
        Shape::Disc(point, ..) | Shape::Ring(point, ..) => vec![*point],
        Shape::Text { at, .. } => vec![*at],
    }
}

/// Where a text stands, by the width of common letters.
fn area_of(shape: &Shape) -> Option<(Rect, &str)> {
    use shedscope::scene::Anchor;
    let Shape::Text {
        at,
        text,
        size,
        anchor,
        ..
    } = shape
    else {
        return None;
    };
    let width = text.chars().count() as f64 * size * 0.5;
    let left = match anchor {
        Anchor::Start => at.x,
        Anchor::Middle => at.x - width / 2.0,
        Anchor::End => at.x - width,
    };
    Some((
        Rect {
            left,
            top: at.y - size * 0.4,
            width,
            height: size * 0.8,
        },
        text,
    ))
}

fn hold(scene: &Scene<SubjectRef>, what: &str, is_moving: bool) {
    assert!(
        !scene.shapes.is_empty() && scene.shapes.len() <= 3000,
        "{what}: {} shapes",
        scene.shapes.len()
    );
    for shape in &scene.shapes {
        for point in points(shape) {
            let is_within = (-0.6..=scene.width + 0.6).contains(&point.x)
                && (-0.6..=scene.height + 0.6).contains(&point.y);
            assert!(is_within, "{what}: {shape:?}");
        }
    }
    for target in &scene.targets {
        let area = target.area;
        assert!(
            [area.left, area.top, area.width, area.height]
                .iter()
                .all(|number| number.is_finite()),
            "{what}"
        );
    }
    // In the lists at the bottom, what moves passes over what stands; at the ends of a slice mostly nothing moves.
    let lists = scene.height
        - if scene.width < 560.0 && scene.height >= 240.0 {
            48.0
        } else {
            56.0
        };
    let is_list = |area: &Rect| area.top > lists;
    let texts: Vec<(Rect, &str)> = scene.shapes.iter().filter_map(area_of).collect();
    for (place, (area, text)) in texts.iter().enumerate() {
        assert!(
            area.left >= -1.0 && area.right() <= scene.width + 1.0,
            "{what}: “{text}” leaves the stage: {area:?}"
        );
        for (other, name) in &texts[place + 1..] {
            let apart = is_list(area) && is_list(other) && is_moving
                || area.right() <= other.left
                || other.right() <= area.left
                || area.bottom() <= other.top
                || other.bottom() <= area.top;
            assert!(
                apart,
                "{what}: “{text}” and “{name}” overlap: {area:?} {other:?}"
            );
        }
    }
}

#[test]
fn stages_hold_in_every_size_at_every_phase() {
    for (id, session) in stories() {
        let session = if id == "thousand-producers" {
            session.edited(&Edit::Rounds(43)).unwrap()
        } else {
            session
        };
        complete(&*session);
        for variant in
            (0..session.variants()).step_by(if id == "thousand-producers" { 3 } else { 1 })
        {
            for index in samples(&session) {
                for (width, height) in [
                    (1000.0, 420.0),
                    (360.0, 320.0),
                    (480.0, 200.0),
                    (720.0, 300.0),
                ] {
                    for phase in [0.0, 0.3, 0.7, 1.0] {
                        let chosen = if phase == 0.3 { 3 } else { 1 };
                        for selected in [
                            None,
                            Some(SubjectRef::one(1, 0)),
                            Some(SubjectRef::one(2, 1)),
                        ]
                        .into_iter()
                        .take(chosen)
                        {
                            let scene = draw(
                                &*session,
                                variant,
                                index,
                                phase,
                                &viewport(width, height, selected),
                            );
                            hold(
                                &scene,
                                &format!(
                                    "{id}, variant {variant}, round {index}, phase {phase}, {width}×{height}"
                                ),
                                phase > 0.0,
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn everything_that_has_reasons_answers_to_the_pointer() {
    let session = (ENTRY.open_preset)("rolling-restart").unwrap();
    let scene = draw(&*session, 0, 22, 0.5, &viewport(1000.0, 420.0, None));
    for kind in [1, 2, 3] {
        let count = scene
            .targets
            .iter()
            .filter(|target| target.subject.kind == kind)
            .count();
        assert!(count >= [0, 60, 6, 1][kind as usize], "{kind}: {count}");
    }
    let broker = scene
        .targets
        .iter()
        .find(|target| target.subject == SubjectRef::one(2, 3))
        .unwrap();
    assert_eq!(scene.hit(broker.area.center()), Some(SubjectRef::one(2, 3)));
    // A stall is drawn: dots differ from those of a calm slice.
    let calm = draw(&*session, 0, 10, 0.5, &viewport(1000.0, 420.0, None));
    assert_ne!(calm.shapes, scene.shapes);
    // Sends move within a slice.
    let later = draw(&*session, 0, 10, 0.6, &viewport(1000.0, 420.0, None));
    assert_ne!(calm.shapes, later.shapes);
}

#[test]
fn a_histogram_of_loads_is_drawn_where_there_is_room() {
    let has = |id: &str, width: f64, height: f64| {
        let scene = draw(
            &*(ENTRY.open_preset)(id).unwrap(),
            0,
            30,
            0.0,
            &viewport(width, height, None),
        );
        scene
            .shapes
            .iter()
            .any(|shape| matches!(shape, Shape::Text { text, .. } if text.starts_with("brokers by load")))
    };
    assert!(has("one-against-three", 1000.0, 420.0) && has("one-against-three", 600.0, 340.0));
    assert!(!has("one-against-three", 360.0, 320.0) && !has("one-against-three", 720.0, 300.0));
    assert!(
        !has("rolling-restart", 1000.0, 420.0),
        "six brokers are read from their bars"
    );
}

#[test]
fn documents_are_read_and_bad_ones_named() {
    let document = (ENTRY.open_preset)("zones-of-unequal-size")
        .unwrap()
        .document();
    assert_eq!((ENTRY.open)(&document).unwrap().document(), document);
    let bad = (ENTRY.open)(&document.replace("\"producers\": 60", "\"producers\": 600000"))
        .err()
        .unwrap();
    assert!(bad.to_string().starts_with("world, producers"), "{bad}");
}
