//! The exhibit as the shell has it: every story to its end, every sentence, every field, every button, every shape.

use std::rc::Rc;

use shedscope::rotation::exhibit::Rotation;
use shedscope::scene::{Point, Rect, Scene, Shape};
use shedscope::shell::{Edit, Entry, Shown, Sight, Who};

const ENTRY: Entry = Entry::of::<Rotation>();

fn stories() -> Vec<(&'static str, Rc<dyn Shown>)> {
    (ENTRY.stories)().iter().map(|title| (title.id, (ENTRY.story)(title.id).unwrap())).collect()
}

/// Rounds worth a look: the first, the last, some between, and the first ones in which something happens.
fn samples(shown: &Rc<dyn Shown>) -> Vec<usize> {
    let rounds = shown.rounds();
    let mut samples = vec![0, rounds / 2, rounds - 1];
    samples.extend(
        (0..rounds).filter(|index| shown.has_happened(*index)).step_by(7).take(if rounds == 43 || rounds == 45 {
            2
        } else {
            4
        }),
    );
    samples
}

fn sight(width: f64, height: f64, selected: Option<Who>) -> Sight {
    Sight { width, height, selected, at_least: 0.0 }
}

#[test]
fn every_story_plays_to_its_end_and_speaks() {
    for (id, shown) in stories() {
        // The large one is played by `situations.rs`; here its first slices are enough.
        let shown = if id == "thousand-producers" { shown.edited(&Edit::Rounds(45)).unwrap() } else { shown };
        while shown.advance() {}
        assert_eq!(shown.computed(), shown.rounds(), "{id}");
        for lane in 0..shown.lanes() {
            for index in (0..shown.rounds()).step_by(if id == "thousand-producers" { 5 } else { 1 }) {
                let headline = shown.headline(lane, index);
                assert!(headline.ends_with('.') && headline.len() > 10, "{id} {index}: {headline}");
            }
            for index in samples(&shown) {
                for told in shown.reasons(lane, index).iter() {
                    let (name, sentence) = (shown.name(told.who), &told.sentence);
                    assert!(!name.is_empty() && name != "nobody", "{id} {index}: {sentence}");
                    assert!(sentence.ends_with('.') && !sentence.contains(['{', '}']), "{id} {index}: {sentence}");
                }
                let table = shown.table(lane, index);
                assert!(!table.rows.is_empty() && table.rows.iter().all(|row| row.1.len() == table.heads.len()));
            }
            let charts = shown.charts(lane);
            assert!(charts.len() >= 3);
            for series in charts.iter().flat_map(|chart| &chart.series) {
                assert_eq!(series.values.len(), shown.rounds(), "{id}: {}", series.name);
            }
            assert_eq!(shown.measured(lane, shown.rounds()).len(), shown.measures().len());
            assert!(shown.digest(lane).is_some());
        }
        for measure in shown.measures() {
            assert!(measure.definition.ends_with('.'), "{}", measure.label);
        }
    }
}

#[test]
fn fields_take_what_they_show() {
    for (id, shown) in stories() {
        for lane in 0..shown.lanes() {
            for field in shown.fields(lane) {
                assert_eq!(field.takes.check(field.value), Ok(()), "{id}: {}", field.name);
                assert_eq!(field.takes.check(field.default), Ok(()), "{id}: {}", field.name);
                assert!(field.help.ends_with('.') && !field.label.is_empty(), "{}", field.name);
                let same = shown.edited(&Edit::Set(lane, field.name, field.value)).unwrap();
                assert_eq!(same.document(), shown.document(), "{id}: {}", field.name);
            }
        }
        let other = shown.edited(&Edit::Set(0, "zones", 2.0)).unwrap();
        assert!(other.fields(0).iter().any(|field| field.name == "brokers_2"), "{id}");
        assert_eq!(shown.edited(&Edit::Variant(0, "single".to_owned())).unwrap().variant(0), "single");
        for place in 0..shown.comparisons(0).len() {
            assert!(shown.edited(&Edit::Compare(place, 0)).unwrap().lanes() >= 2);
        }
    }
}

#[test]
fn what_is_pushed_happens_and_can_be_taken_back() {
    for (id, shown) in stories() {
        assert!(!shown.pushes().is_empty());
        for push in shown.pushes() {
            let pushed = shown.edited(&Edit::Push(push.id.clone(), 5.5)).unwrap();
            let events = pushed.events();
            assert_eq!(events.len(), shown.events().len() + 1, "{id}: {}", push.id);
            let last = events.len() - 1;
            assert!(events[last].at_s == 5.5 && !events[last].said.is_empty());
            let moved = pushed.edited(&Edit::MoveEvent(last, 7.0)).unwrap();
            assert_eq!(moved.events()[last].at_s, 7.0);
            let back = moved.edited(&Edit::RemoveEvent(last)).unwrap();
            assert_eq!(back.document(), shown.document(), "{id}: {}", push.id);
        }
        for bad in ["kill:nobody", "kill", "sing", "redirect:A"] {
            assert!(shown.edited(&Edit::Push(bad.to_owned(), 1.0)).is_err(), "{bad}");
        }
    }
}

fn points(shape: &Shape) -> Vec<Point> {
    let corners = |area: &Rect| vec![Point { x: area.left, y: area.top }, Point { x: area.right(), y: area.bottom() }];
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
    let Shape::Text { at, text, size, anchor, .. } = shape else { return None };
    let width = text.chars().count() as f64 * size * 0.5;
    let left = match anchor {
        Anchor::Start => at.x,
        Anchor::Middle => at.x - width / 2.0,
        Anchor::End => at.x - width,
    };
    Some((Rect { left, top: at.y - size * 0.4, width, height: size * 0.8 }, text))
}

fn hold(scene: &Scene<Who>, what: &str, is_moving: bool) {
    assert!(!scene.shapes.is_empty() && scene.shapes.len() <= 3000, "{what}: {} shapes", scene.shapes.len());
    for shape in &scene.shapes {
        for point in points(shape) {
            let is_within =
                (-0.6..=scene.width + 0.6).contains(&point.x) && (-0.6..=scene.height + 0.6).contains(&point.y);
            assert!(is_within, "{what}: {shape:?}");
        }
    }
    for target in &scene.targets {
        let area = target.area;
        assert!([area.left, area.top, area.width, area.height].iter().all(|number| number.is_finite()), "{what}");
    }
    // In the lists at the bottom, what moves passes over what stands; at the ends of a slice mostly nothing moves.
    let lists = scene.height - if scene.width < 560.0 && scene.height >= 240.0 { 48.0 } else { 56.0 };
    let is_list = |area: &Rect| area.top > lists;
    let texts: Vec<(Rect, &str)> = scene.shapes.iter().filter_map(area_of).collect();
    for (place, (area, text)) in texts.iter().enumerate() {
        assert!(area.left >= -1.0 && area.right() <= scene.width + 1.0, "{what}: “{text}” leaves the stage: {area:?}");
        for (other, name) in &texts[place + 1..] {
            let apart = is_list(area) && is_list(other) && is_moving
                || area.right() <= other.left
                || other.right() <= area.left
                || area.bottom() <= other.top
                || other.bottom() <= area.top;
            assert!(apart, "{what}: “{text}” and “{name}” overlap: {area:?} {other:?}");
        }
    }
}

#[test]
fn stages_hold_in_every_size_at_every_phase() {
    for (id, shown) in stories() {
        let shown = if id == "thousand-producers" { shown.edited(&Edit::Rounds(43)).unwrap() } else { shown };
        while shown.advance() {}
        for lane in (0..shown.lanes()).step_by(if id == "thousand-producers" { 3 } else { 1 }) {
            for index in samples(&shown) {
                for (width, height) in [(1000.0, 420.0), (360.0, 320.0), (480.0, 200.0), (720.0, 300.0)] {
                    for phase in [0.0, 0.3, 0.7, 1.0] {
                        let chosen = if phase == 0.3 { 3 } else { 1 };
                        for selected in [None, Some(Who::one(1, 0)), Some(Who::one(2, 1))].into_iter().take(chosen) {
                            let scene = shown.draw(lane, index, phase, &sight(width, height, selected));
                            hold(
                                &scene,
                                &format!("{id}, lane {lane}, round {index}, phase {phase}, {width}×{height}"),
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
    let shown = (ENTRY.story)("rolling-restart").unwrap();
    let scene = shown.draw(0, 22, 0.5, &sight(1000.0, 420.0, None));
    for kind in [1, 2, 3] {
        let count = scene.targets.iter().filter(|target| target.subject.kind == kind).count();
        assert!(count >= [0, 60, 6, 1][kind as usize], "{kind}: {count}");
    }
    let broker = scene.targets.iter().find(|target| target.subject == Who::one(2, 3)).unwrap();
    assert_eq!(scene.hit(broker.area.center()), Some(Who::one(2, 3)));
    // A stall is drawn: dots differ from those of a calm slice.
    let calm = shown.draw(0, 10, 0.5, &sight(1000.0, 420.0, None));
    assert_ne!(calm.shapes, scene.shapes);
    // Sends move within a slice.
    let later = shown.draw(0, 10, 0.6, &sight(1000.0, 420.0, None));
    assert_ne!(calm.shapes, later.shapes);
}

#[test]
fn a_histogram_of_loads_is_drawn_where_there_is_room() {
    let has = |id: &str, width: f64, height: f64| {
        let scene = (ENTRY.story)(id).unwrap().draw(0, 30, 0.0, &sight(width, height, None));
        scene
            .shapes
            .iter()
            .any(|shape| matches!(shape, Shape::Text { text, .. } if text.starts_with("brokers by load")))
    };
    assert!(has("one-against-three", 1000.0, 420.0) && has("one-against-three", 600.0, 340.0));
    assert!(!has("one-against-three", 360.0, 320.0) && !has("one-against-three", 720.0, 300.0));
    assert!(!has("rolling-restart", 1000.0, 420.0), "six brokers are read from their bars");
}

#[test]
fn documents_are_read_and_bad_ones_named() {
    let document = (ENTRY.story)("zones-of-unequal-size").unwrap().document();
    assert_eq!((ENTRY.open)(&document).unwrap().document(), document);
    let bad = (ENTRY.open)(&document.replace("\"producers\": 60", "\"producers\": 600000")).err().unwrap();
    assert!(bad.to_string().starts_with("world, producers"), "{bad}");
}
