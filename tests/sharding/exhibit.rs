//! The room as the shell shows it: every story, form, button and stage.

use std::rc::Rc;

use shedscope::scene::{Scene, Shape};
use shedscope::sharding::{SYSTEM, situations::SITUATIONS};
use shedscope::shell::{Cell, Edit, Entry, Shown, Sight, Sweep, Who};
use shedscope::systems::SYSTEMS;

fn entry() -> &'static Entry {
    SYSTEMS.iter().find(|entry| entry.face.id == SYSTEM).unwrap()
}

fn opened(id: &str) -> Rc<dyn Shown> {
    (entry().story)(id).unwrap()
}

/// The stories whose rounds are cheap to tell one by one.
fn small() -> impl Iterator<Item = (&'static str, Rc<dyn Shown>)> {
    let ids = SITUATIONS.iter().map(|situation| situation.id);
    ids.filter(|id| !matches!(*id, "large" | "threshold")).map(|id| (id, opened(id)))
}

#[test]
fn every_round_of_every_story_is_told() {
    for (id, shown) in small() {
        while shown.advance() {}
        assert_eq!(shown.computed(), shown.rounds());
        for index in 0..shown.rounds() {
            for lane in 0..shown.lanes() {
                let headline = shown.headline(lane, index);
                assert!(headline.ends_with('.') && headline.len() > 8, "{id} {index}: {headline}");
                for told in shown.reasons(lane, index).iter() {
                    assert!(told.sentence.ends_with('.') && !shown.name(told.who).is_empty(), "{id} {index}: {told:?}");
                }
                let table = shown.table(lane, index);
                assert!(table.rows.iter().all(|(_, cells)| cells.len() == table.heads.len()), "{id} {index}");
            }
        }
    }
}

#[test]
fn the_first_story_says_what_it_shows() {
    let shown = opened("canary");
    assert_eq!(shown.headline(0, 0), "v2 gives v1-1 5 shards: surplus 15 + deficit 5 = 20 > 1.");
    assert_eq!(shown.headline(1, 0), "Nothing to move: nobody has more than the even part.");
    let reasons = shown.reasons(0, 0);
    let said = |words: &str| reasons.iter().any(|told| told.sentence.contains(words));
    assert!(said("Surplus and deficit together, 20, is above the tolerance of 1: balancing goes on."));
    assert!(said("v2 gives away 5 shards, the oldest first."));
    assert!(said("Shard 75 is number 1 by age on its node, among the 5 that move."));
    assert!(said("Shard 75 goes to v1-1, which was named when it was stopped."));
    let table = shown.table(0, 0);
    assert_eq!(table.rows[3].1[4], Cell::Number(25.0, shedscope::run::Unit::Count));
    assert_eq!(shown.fields(0)[0].name, "weights-from");
    assert!(shown.readings().len() >= 14);
}

#[test]
fn forms_share_out_shards_traffic_and_weights() {
    let shown = opened("canary");
    let of =
        |shown: &Rc<dyn Shown>, name: &str| shown.fields(0).into_iter().find(|field| field.name == name).unwrap().value;
    let traffic = shown.edited(&Edit::Set(0, "traffic-2", 40.0)).unwrap();
    assert_eq!((of(&traffic, "traffic-1"), of(&traffic, "traffic-2")), (60.0, 40.0));
    let more = shown.edited(&Edit::Set(0, "shards", 202.0)).unwrap();
    assert_eq!(of(&more, "shards"), 202.0);
    assert!(more.headline(0, 0).starts_with("v2 gives v1-"), "{}", more.headline(0, 0));
    let by_hand = opened("two-thirds").edited(&Edit::Set(0, "weight-1", 9.0)).unwrap();
    assert_eq!(of(&by_hand, "weight-1"), 9.0);
    // By hand nothing of the table is asked for.
    assert!(by_hand.fields(0).iter().all(|field| field.name != "min-coverage"));
}

/// The form takes what a document takes, and shows what it says.
#[test]
fn the_form_has_the_bounds_of_the_document() {
    use shedscope::sharding::world_check::{MAX_SHARDS, MAX_WEIGHT};
    let document = (SITUATIONS.iter().find(|s| s.id == "two-thirds").unwrap().make)().write();
    let shown = (entry().open)(&document.replacen("\"weight\": 2", "\"weight\": 250000", 1)).unwrap();
    let field = |name: &str| shown.fields(0).into_iter().find(|field| field.name == name).unwrap();
    assert_eq!((field("weight-1").value, field("weight-1").takes.max), (250_000.0, f64::from(MAX_WEIGHT)));
    assert_eq!(field("shards").takes.max, MAX_SHARDS as f64);
    assert!(shown.edited(&Edit::Set(0, "weight-1", f64::from(MAX_WEIGHT))).is_ok());
    assert!(shown.edited(&Edit::Set(0, "weight-1", f64::from(MAX_WEIGHT) + 1.0)).is_err());
}

#[test]
fn buttons_do_what_they_say_and_leave_no_trace() {
    for id in ["canary", "eight", "shift"] {
        let shown = opened(id);
        for push in shown.pushes() {
            let Ok(pushed) = shown.edited(&Edit::Push(push.id.clone(), 25.0)) else { panic!("{id}: {}", push.label) };
            assert_eq!(pushed.events().len(), shown.events().len() + 1, "{id}: {}", push.label);
            while pushed.advance() {}
            let last = pushed.events().len() - 1;
            let back = pushed.edited(&Edit::RemoveEvent(last)).unwrap();
            assert_eq!(back.document(), shown.document(), "{id}: {}", push.label);
        }
    }
    let shifted = opened("canary").edited(&Edit::Push("shift v2".to_owned(), 25.0)).unwrap();
    assert_eq!(shifted.events()[0].said, "traffic: v1 80 %, v2 20 %");
    let bad = opened("canary").edited(&Edit::Push("fly away".to_owned(), 25.0)).err().unwrap();
    assert_eq!(bad.to_string(), "fly away: there is nothing of this name that can happen.");
    let nobody = opened("canary").edited(&Edit::Push("drain nobody".to_owned(), 25.0)).err().unwrap();
    assert!(nobody.what.contains("“nobody” is not known"), "{nobody}");
}

#[test]
fn comparisons_and_sweeps_run() {
    let shown = opened("eight");
    for (place, title) in shown.comparisons(0).into_iter().enumerate() {
        let compared = shown.edited(&Edit::Compare(place, 0)).unwrap();
        assert!((2..=4).contains(&compared.lanes()), "{title}");
        while compared.advance() {}
        assert!((0..compared.lanes()).all(|lane| compared.digest(lane).is_some()), "{title}");
    }
    let mut sweep = Sweep::new(opened("slow"), 4);
    while sweep.advance().unwrap() {}
    let spread = sweep.spread(0, 5).unwrap();
    assert!(spread.lowest.value < spread.highest.value, "{spread:?}");
}

fn is_within(scene: &Scene<Who>, shape: &Shape) -> bool {
    let is_point = |x: f64, y: f64| (-1.0..=scene.width + 1.0).contains(&x) && (-1.0..=scene.height + 1.0).contains(&y);
    match shape {
        Shape::Fill(area, _) | Shape::Edge(area, _) => {
            is_point(area.left, area.top) && is_point(area.right(), area.bottom())
        }
        Shape::Path(points, _) | Shape::Area(points, _) => points.iter().all(|point| is_point(point.x, point.y)),
        Shape::Disc(center, ..) | Shape::Ring(center, ..) => is_point(center.x, center.y),
        Shape::Text { at, .. } => is_point(at.x, at.y),
    }
}

/// Where a text stands, about.
fn ground(shape: &Shape) -> Option<(f64, f64, f64, f64, &str)> {
    use shedscope::scene::Anchor;
    let Shape::Text { at, text, size, anchor, .. } = shape else { return None };
    let wide = text.chars().count() as f64 * size * 0.48;
    let left = match anchor {
        Anchor::Start => at.x,
        Anchor::Middle => at.x - wide / 2.0,
        Anchor::End => at.x - wide,
    };
    Some((left, left + wide, at.y - size * 0.4, at.y + size * 0.4, text))
}

#[test]
fn the_stage_keeps_within_its_bounds_and_its_texts_apart() {
    for (id, shown) in SITUATIONS.iter().map(|situation| (situation.id, opened(situation.id))) {
        for (width, height) in [(1000.0, 420.0), (480.0, 200.0), (360.0, 320.0), (700.0, 300.0)] {
            let step = 1 + shown.rounds() / 8;
            for (lane, index) in
                (0..shown.lanes()).flat_map(|lane| (0..shown.rounds()).step_by(step).map(move |at| (lane, at)))
            {
                for phase in [0.0, 0.3, 0.7, 1.0] {
                    let at_least = shown.needs(lane, index, phase);
                    let selected = Some(Who::one(1 + (index % 2) as u8, 0));
                    let scene = shown.draw(lane, index, phase, &Sight { width, height, selected, at_least });
                    let path = format!("{id}, lane {lane}, round {index} at {phase}, {width} × {height}");
                    assert!(scene.shapes.len() <= 3000, "{path}: {} shapes", scene.shapes.len());
                    if let Some(shape) = scene.shapes.iter().find(|shape| !is_within(&scene, shape)) {
                        panic!("{path}: {shape:?}");
                    }
                    let texts: Vec<_> = scene.shapes.iter().filter_map(ground).collect();
                    for (place, one) in texts.iter().enumerate() {
                        for other in &texts[place + 1..] {
                            let is_apart = one.1 <= other.0 || other.1 <= one.0 || one.3 <= other.2 || other.3 <= one.2;
                            assert!(is_apart, "{path}: “{}” lies over “{}”", one.4, other.4);
                        }
                    }
                    assert!(scene.targets.iter().all(|target| target.area.width.is_finite()), "{path}");
                }
            }
        }
    }
}

/// The scale stands beside the bars, not over them.
#[test]
fn the_scale_lies_over_no_bar() {
    for id in ["large", "threshold"] {
        let shown = opened(id);
        for (width, height) in [(1000.0, 420.0), (360.0, 320.0)] {
            let scene = shown.draw(0, 0, 0.5, &Sight { width, height, selected: None, at_least: 0.0 });
            let nodes = || scene.targets.iter().filter(|target| target.subject.kind == 1).map(|target| target.area);
            let left = nodes().map(|area| area.left).fold(f64::INFINITY, f64::min);
            let top = nodes().map(|area| area.top).fold(f64::INFINITY, f64::min);
            let is_number = |text: &str| text.parse::<f64>().is_ok();
            let ticks: Vec<_> = scene.shapes.iter().filter_map(ground).filter(|tick| is_number(tick.4)).collect();
            let ticks: Vec<_> = ticks.into_iter().filter(|tick| tick.3 >= top && tick.0 < left + 60.0).collect();
            assert_eq!(ticks.len(), 2, "{id}, {width} wide: {ticks:?}");
            for tick in ticks {
                assert!(
                    tick.0 >= 0.0 && tick.1 <= left,
                    "{id}, {width} wide: {tick:?} lies over what begins at {left}"
                );
            }
        }
    }
}

/// Hundreds of nodes on a phone: one line, and what moves is still marked.
#[test]
fn five_hundred_nodes_fit_a_phone() {
    let document = r#"{"shedscope": 1, "system": "sharding", "rounds": 5, "lanes": [{"strategy": "weighted-exchange"}],
        "world": {"nodes": [{"name": "v1", "replicas": 400, "shards": 30}, {"name": "v2", "replicas": 100}],
        "traffic": {"v1": 70, "v2": 30}}}"#;
    let shown = (entry().open)(document).unwrap();
    for phase in [0.0, 0.4, 1.0] {
        let scene = shown.draw(0, 1, phase, &Sight { width: 360.0, height: 320.0, selected: None, at_least: 0.0 });
        assert!(scene.shapes.len() < 60, "{} shapes", scene.shapes.len());
        assert!(scene.shapes.iter().all(|shape| is_within(&scene, shape)));
        assert!(scene.shapes.iter().any(|shape| matches!(shape, Shape::Area(points, _) if points.len() > 900)));
        assert_eq!(scene.targets.len(), 500);
    }
}
