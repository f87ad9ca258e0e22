//! The room as the shell shows it: every story from its first second to its last.

use std::rc::Rc;

use shedscope::scene::{Scene, Shape};
use shedscope::shell::{Cell, Edit, Entry, Shown, Sight, Who};
use shedscope::throttling::Key;
use shedscope::throttling::event::{Event, Kind};
use shedscope::throttling::exhibit::Throttling;
use shedscope::throttling::situations::{SITUATIONS, Situation};

const ENTRY: Entry = Entry::of::<Throttling>();

fn story(id: &str) -> Rc<dyn Shown> {
    (ENTRY.story)(id).unwrap_or_else(|| panic!("{id}"))
}

/// Sentences are whole: no placeholder, no number that is none, one period at the end.
fn is_sentence(text: &str) -> bool {
    let bad = ["{", "}", "NaN", "not a number", "infinite", "  ", "..", "nobody", "-0 "];
    text.ends_with('.') && text.len() > 4 && !bad.iter().any(|part| text.contains(part))
}

#[test]
fn every_second_is_told() {
    for row in SITUATIONS {
        let shown = story(row.id);
        while shown.advance() {}
        assert_eq!(shown.computed(), shown.rounds(), "{}", row.id);
        for lane in 0..shown.lanes() {
            for index in 0..shown.rounds() {
                let headline = shown.headline(lane, index);
                assert!(is_sentence(&headline), "{}, {index}: {headline}", row.id);
            }
            for index in (0..shown.rounds()).step_by(17) {
                for told in shown.reasons(lane, index).iter() {
                    assert!(is_sentence(&told.sentence), "{}, {index}: {}", row.id, told.sentence);
                    assert!(told.sentence.starts_with("At "), "{}", told.sentence);
                    assert!(!shown.name(told.who).is_empty());
                }
                let table = shown.table(lane, index);
                assert!(table.rows.iter().all(|(_, cells)| cells.len() == table.heads.len()));
                assert!(table.rows.iter().all(|(_, cells)| matches!(&cells[0], Cell::Text(name) if !name.is_empty())));
            }
            for chart in shown.charts(lane).iter() {
                assert!(chart.series.iter().all(|series| series.values.len() == shown.rounds()), "{}", chart.title);
            }
        }
    }
}

fn finite(scene: &Scene<Who>, place: &str) {
    let is_within =
        |x: f64, y: f64| (-2.0..=scene.width + 2.0).contains(&x) && (-2.0..=scene.height + 2.0).contains(&y);
    for shape in &scene.shapes {
        let is_good = match shape {
            Shape::Fill(area, _) | Shape::Edge(area, _) => {
                is_within(area.left, area.top) && is_within(area.right(), area.bottom())
            }
            Shape::Path(points, _) | Shape::Area(points, _) => points.iter().all(|point| is_within(point.x, point.y)),
            Shape::Disc(center, radius, _) | Shape::Ring(center, radius, _) => {
                radius.is_finite() && is_within(center.x, center.y)
            }
            Shape::Text { at, text, .. } => is_within(at.x, at.y) && !text.contains("NaN"),
        };
        assert!(is_good, "{place}: {shape:?}");
    }
    assert!(scene.shapes.len() < 3000, "{place}: {} shapes", scene.shapes.len());
}

#[test]
fn any_instant_is_drawn_within_the_stage() {
    for row in SITUATIONS {
        let shown = story(row.id);
        for lane in 0..shown.lanes() {
            for index in (0..shown.rounds()).step_by(37) {
                for phase in [0.0, 0.3, 0.7, 1.0] {
                    for (width, height) in [(1000.0, 420.0), (360.0, 320.0), (480.0, 200.0)] {
                        let at_least = shown.needs(lane, index, phase);
                        let sight = Sight { width, height, selected: Some(Who::one(2, 0)), at_least };
                        let scene = shown.draw(lane, index, phase, &sight);
                        finite(&scene, &format!("{}, lane {lane}, {index} at {phase}, {width}", row.id));
                        assert!(!scene.targets.is_empty());
                    }
                }
            }
        }
    }
}

/// Where texts lie over one another, roughly: 0.56 of the size for a letter.
fn overlaps(scene: &Scene<Who>) -> Vec<String> {
    let mut boxes: Vec<(f64, f64, f64, f64, String)> = Vec::new();
    let mut found = Vec::new();
    for shape in &scene.shapes {
        let Shape::Text { at, text, size, anchor, .. } = shape else { continue };
        let width = text.chars().count() as f64 * size * 0.56;
        let left = match anchor {
            shedscope::scene::Anchor::Start => at.x,
            shedscope::scene::Anchor::Middle => at.x - width / 2.0,
            shedscope::scene::Anchor::End => at.x - width,
        };
        let area = (left, at.y - size * 0.4, left + width, at.y + size * 0.4, text.clone());
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
    for row in SITUATIONS {
        let shown = story(row.id);
        for lane in 0..shown.lanes() {
            for index in (0..shown.rounds()).step_by(23) {
                for (width, height) in [(1000.0, 420.0), (360.0, 320.0), (480.0, 200.0)] {
                    let sight = Sight { width, height, selected: None, at_least: 0.0 };
                    let scene = shown.draw(lane, index, 0.45, &sight);
                    all.extend(
                        overlaps(&scene).into_iter().map(|what| format!("{}, {index}, {width}: {what}", row.id)),
                    );
                }
            }
        }
    }
    assert!(all.is_empty(), "{}:\n{}", all.len(), all[..all.len().min(40)].join("\n"));
}

#[test]
fn what_is_pushed_happens_at_its_time_and_goes_away_again() {
    let shown = story("ramp");
    for push in shown.pushes() {
        let pushed = shown.edited(&Edit::Push(push.id.clone(), 120.0)).unwrap();
        assert_eq!((pushed.events().len(), pushed.events()[0].at_s), (1, 120.0), "{}", push.id);
        assert!(
            pushed.has_happened(120)
                || pushed.advance() && {
                    pushed.headline(0, 130);
                    pushed.has_happened(120)
                }
        );
        for index in [0, 60, 119] {
            assert_eq!(pushed.headline(0, index), shown.headline(0, index), "{}", push.id);
        }
        let moved = pushed.edited(&Edit::MoveEvent(0, 200.0)).unwrap();
        assert_eq!(moved.events()[0].at_s, 200.0);
        assert_eq!(pushed.edited(&Edit::RemoveEvent(0)).unwrap().document(), shown.document());
    }
    assert!(shown.edited(&Edit::Push("flood".to_owned(), 1.0)).is_err());
}

#[test]
fn comparisons_and_units_keep_a_document_that_can_be_read() {
    for row in SITUATIONS {
        let shown = story(row.id);
        for place in 0..shown.comparisons(0).len() {
            let compared =
                shown.edited(&Edit::Compare(place, 0)).unwrap_or_else(|problem| panic!("{}: {problem}", row.id));
            assert!(compared.lanes() >= 2);
            assert!((ENTRY.open)(&compared.document()).is_ok());
        }
        let unit = shown.fields(0).into_iter().find(|field| field.name == "unit").unwrap();
        let other = shown.edited(&Edit::Set(0, "unit", 1.0 - unit.value)).unwrap();
        let back = other.edited(&Edit::Set(0, "unit", unit.value)).unwrap();
        assert!((ENTRY.open)(&back.document()).is_ok());
        // A world of bytes comes back as it was; a document is 1024 of them.
        if unit.value == 0.0 {
            assert_eq!(back.document(), shown.document(), "{}", row.id);
        }
    }
    let reset = story("dead-zone").edited(&Edit::Reset(0)).unwrap();
    assert!(reset.fields(0).iter().filter(|field| field.is_of_lane).all(|field| field.value == field.default));
}

/// The words on a lane's stage.
fn words(shown: &Rc<dyn Shown>, index: usize) -> String {
    let sight = Sight { width: 1000.0, height: 420.0, selected: None, at_least: 0.0 };
    let shapes = shown.draw(0, index, 0.5, &sight).shapes;
    let texts =
        shapes.into_iter().filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text) } else { None });
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_events_have_set_is_what_is_shown_from_then_on() {
    let mut scenario = (Situation::of_id("ramp").unwrap().make)();
    scenario.rounds = 40;
    let changes = [
        (Key::BacklogLimitS, 4.0),
        (Key::UseThreshold, 0.5),
        (Key::LatencyThresholdMs, 1000.0),
        (Key::Max, 50_000_000.0),
    ];
    scenario.world.events = changes.map(|(key, value)| Event::set(20.0, key, value)).into();
    scenario.world.events.push(Event::new(20.0, Kind::Capacity, 1_048_576.0, 0.0));
    let shown = (ENTRY.open)(&scenario.write()).unwrap();
    while shown.advance() {}
    let (before, after) = (words(&shown, 10), words(&shown, 30));
    for (shown, other, part) in [
        (&before, &after, "429 beyond 10 s"),
        (&after, &before, "429 beyond 4 s"),
        (&before, &after, "80 %"),
        (&after, &before, "50 %"),
        (&after, &before, "server 1 MiB/s"),
    ] {
        assert!(shown.lines().any(|line| line == part) && !other.lines().any(|line| line == part), "{part}\n{shown}");
    }
    // A capacity that is given is all of it; a brown-out would leave a share.
    assert!(!after.contains("of its capacity"), "{after}");
    assert!(shown.needs(0, 30, 0.5) < shown.needs(0, 10, 0.5));
    let charts = shown.charts(0);
    let slow = charts.iter().flat_map(|chart| &chart.series).find(|series| series.name == "slow").unwrap();
    assert_eq!((slow.values[19], slow.values[20], slow.values.len()), (20.0, 1.0, 40));
    // Where nothing changes it is one level.
    let charts = story("ramp").charts(0);
    let lines = charts.iter().flat_map(|chart| &chart.lines);
    assert_eq!(lines.map(|line| (line.name.as_str(), line.value)).collect::<Vec<_>>(), [("slow", 20.0)]);
}

#[test]
fn a_limit_at_its_greatest_is_not_said_to_rise() {
    let shown = story("brown-out");
    while shown.advance() {}
    let greatest = shown.charts(0)[0].series.iter().find(|series| series.name == "limit").unwrap().values.clone();
    let (last, highest) = (greatest.len() - 1, greatest.iter().copied().fold(0.0, f64::max));
    assert_eq!(greatest[last], highest, "it is back at its greatest");
    assert!(words(&shown, last).contains(": at its greatest"), "{}", words(&shown, last));
    let climbing = greatest.windows(2).rposition(|two| two[0] < two[1]).unwrap();
    assert!(words(&shown, climbing).contains(": a good answer raises it"), "{}", words(&shown, climbing));
}

#[test]
fn a_stage_of_any_size_is_drawn() {
    for (id, index) in [("brown-out", 120), ("settle-older", 20), ("sawtooth", 200), ("sixty-four", 230)] {
        let shown = story(id);
        while shown.advance() && shown.computed() <= index {}
        for lane in 0..shown.lanes() {
            for width in [0.0, 1.0, 9.0, 25.0, 31.0, 50.0, 90.0, 140.0, 639.0, 641.0] {
                for height in [0.0, 1.0, 20.0, 60.0, 279.0, 281.0] {
                    let sight = Sight { width, height, selected: None, at_least: 0.0 };
                    let scene = shown.draw(lane, index, 0.6, &sight);
                    for shape in &scene.shapes {
                        let text = format!("{shape:?}");
                        assert!(!text.contains("NaN") && !text.contains("inf"), "{id}, {width} x {height}: {text}");
                    }
                }
            }
        }
    }
}
