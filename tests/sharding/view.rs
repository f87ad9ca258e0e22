//! The system as it is shown: every story, form, button and stage.

use shedscope::engine::{Cause, Thing};
use shedscope::scene::{Scene, Shape};
use shedscope::simulator::sweep::measure_seed;
use shedscope::simulator::{
    Cell, Edit, InputValue, SharedSession, SubjectRef, Sweep, SystemEntry, TableRef,
};
use shedscope::systems;
use shedscope::systems::sharding::{SYSTEM, presets::PRESETS};

use super::session::{add, draw, move_to, set, viewport};

use crate::common::play::complete;

fn entry() -> &'static SystemEntry {
    systems::find(SYSTEM).unwrap()
}

fn opened(id: &str) -> SharedSession {
    (entry().open_preset)(id).unwrap()
}

/// The edit that sets a number in a table.
fn cell(table: &'static str, row: usize, column: &'static str, value: f64) -> Edit {
    Edit::SetCell {
        table: TableRef::top(table),
        row,
        column,
        value: InputValue::Number(value),
    }
}

/// A column of a table, as it is read.
fn column(session: &SharedSession, table: &'static str, column: &str) -> Vec<String> {
    let table = session.entity_table(TableRef::top(table)).unwrap();
    let place = table
        .columns
        .iter()
        .position(|other| other.id == column)
        .unwrap();
    let input = table.columns[place].input.as_ref().unwrap();
    let rows = session.entity_rows(table.table, &(0..table.rows).collect::<Vec<_>>());
    rows.iter()
        .map(|row| input.format(&row.cells[place]))
        .collect()
}

/// The presets whose rounds are cheap to tell one by one.
fn small() -> impl Iterator<Item = (&'static str, SharedSession)> {
    let ids = PRESETS.iter().map(|preset| preset.id);
    ids.filter(|id| !matches!(*id, "large" | "threshold"))
        .map(|id| (id, opened(id)))
}

#[test]
fn every_round_of_every_story_is_told() {
    for (id, session) in small() {
        complete(&*session);
        assert_eq!(session.computed(), session.rounds());
        for index in 0..session.rounds() {
            for variant in 0..session.variants() {
                let headline = session.headline(variant, index);
                assert!(
                    headline.ends_with('.') && headline.len() > 8,
                    "{id} {index}: {headline}"
                );
                for told in session.reasons(variant, index).iter() {
                    assert!(
                        told.sentence.ends_with('.')
                            && !session.subject_name(told.subject).is_empty(),
                        "{id} {index}: {told:?}"
                    );
                }
                let table = session.table(variant, index);
                assert!(
                    table
                        .rows
                        .iter()
                        .all(|(_, cells)| cells.len() == table.columns.len()),
                    "{id} {index}"
                );
            }
        }
    }
}

#[test]
fn the_first_story_says_what_it_shows() {
    let session = opened("canary");
    assert_eq!(
        session.headline(0, 0),
        "v2 gives v1-1 5 shards: surplus 15 + deficit 5 = 20 > 1."
    );
    assert_eq!(
        session.headline(1, 0),
        "Nothing to move: no node has more than the even share."
    );
    let reasons = session.reasons(0, 0);
    let said = |words: &str| reasons.iter().any(|told| told.sentence.contains(words));
    assert!(said(
        "Surplus and deficit together, 20, are above the tolerance of 1: balancing goes on."
    ));
    assert!(said("v2 gives 5 shards, the oldest first."));
    assert!(said(
        "Shard 75 is number 1 by age on its node, among the 5 that move."
    ));
    assert!(said(
        "Shard 75 goes to v1-1, which was chosen when it was stopped."
    ));
    let table = session.table(0, 0);
    assert_eq!(
        table.rows[3].1[4],
        Cell::Number(25.0, shedscope::engine::Unit::Count)
    );
    assert_eq!(session.fields(0, None)[0].name, "weights-from");
    assert!(session.assumptions(0).len() >= 14);
}

#[test]
fn forms_share_out_shards_traffic_and_weights() {
    let session = opened("canary");
    let of = |session: &SharedSession, name: &str| {
        session
            .fields(0, None)
            .into_iter()
            .find(|field| field.name == name)
            .unwrap()
            .value
    };
    let traffic = session.edited(&cell("routes", 1, "percent", 40.0)).unwrap();
    assert_eq!(column(&traffic, "routes", "percent"), ["60", "40"]);
    let more = session.edited(&set(0, "shards", 202.0)).unwrap();
    assert_eq!(of(&more, "shards"), 202.0);
    assert!(
        more.headline(0, 0).starts_with("v2 gives v1-"),
        "{}",
        more.headline(0, 0)
    );
    let by_hand = opened("two-thirds")
        .edited(&cell("nodes", 0, "weight", 9.0))
        .unwrap();
    assert_eq!(column(&by_hand, "nodes", "weight")[0], "9");
    // By hand nothing of the table is asked for.
    assert!(
        by_hand
            .fields(0, None)
            .iter()
            .all(|field| field.name != "min-coverage")
    );
}

/// The form takes what a document takes, and shows what it says.
#[test]
fn the_form_has_the_bounds_of_the_document() {
    use shedscope::systems::sharding::world_check::{MAX_SHARDS, MAX_WEIGHT};
    let document = (PRESETS.iter().find(|s| s.id == "two-thirds").unwrap().make)().write();
    let session =
        (entry().open)(&document.replacen("\"weight\": 2", "\"weight\": 250000", 1)).unwrap();
    let shards = session
        .fields(0, None)
        .into_iter()
        .find(|field| field.name == "shards")
        .unwrap();
    assert_eq!(shards.value_type.max, MAX_SHARDS as f64);
    assert_eq!(column(&session, "nodes", "weight")[0], "250000");
    let most = f64::from(MAX_WEIGHT);
    assert!(session.edited(&cell("nodes", 0, "weight", most)).is_ok());
    let refused = session
        .edited(&cell("nodes", 0, "weight", most + 1.0))
        .err()
        .unwrap()
        .to_string();
    assert_eq!(
        refused,
        "Weight: 1000001 is out of bounds; give a whole number, 0 to 1000000."
    );
}

#[test]
fn buttons_do_what_they_say_and_leave_no_trace() {
    for id in ["canary", "eight", "shift"] {
        let session = opened(id);
        for push in session.event_kinds() {
            let Ok(pushed) = session.edited(&add(push.id.clone(), 25.0)) else {
                panic!("{id}: {}", push.label)
            };
            assert_eq!(
                pushed.events().len(),
                session.events().len() + 1,
                "{id}: {}",
                push.label
            );
            let last = pushed.events().last().unwrap().id;
            assert_eq!(
                pushed
                    .edited(&move_to(last, 31.0))
                    .unwrap()
                    .events()
                    .last()
                    .unwrap()
                    .at_s,
                31.0
            );
            complete(&*pushed);
            let back = pushed.edited(&Edit::RemoveEvent(last)).unwrap();
            assert_eq!(back.document(), session.document(), "{id}: {}", push.label);
        }
    }
    let shifted = opened("canary")
        .edited(&add("shift:v2".to_owned(), 25.0))
        .unwrap();
    assert_eq!(shifted.events()[0].text, "traffic: v1 80 %, v2 20 %");
    let bad = opened("canary")
        .edited(&add("fly away".to_owned(), 25.0))
        .err()
        .unwrap();
    assert!(
        matches!(&bad.cause, Cause::Unknown { kind: Thing::EventKind, name, .. } if name == "fly away"),
        "{bad}"
    );
    let nobody = opened("canary")
        .edited(&add("drain:nobody".to_owned(), 25.0))
        .err()
        .unwrap();
    assert!(
        matches!(&nobody.cause, Cause::Unknown { kind: Thing::Node, name, .. } if name == "nobody"),
        "{nobody}"
    );
}

#[test]
fn nodes_and_routes_are_tables() {
    let (nodes, routes) = (TableRef::top("nodes"), TableRef::top("routes"));
    let text = |text: &str| InputValue::Text(text.to_owned());
    let session = opened("canary").edited(&add("drain:v2", 25.0)).unwrap();
    let rename = Edit::SetCell {
        table: nodes,
        row: 1,
        column: "name",
        value: text("new"),
    };
    assert_eq!(rename.label(&*session), "Name of v2: new");
    let renamed = session.edited(&rename).unwrap();
    assert_eq!(renamed.events()[0].text, "new is drained");
    assert_eq!(column(&renamed, "nodes", "revision"), ["v1", "v2"]);
    // A route table always sums to 100.
    let three = session
        .edited(&Edit::AddRow(routes))
        .unwrap()
        .edited(&cell("routes", 2, "percent", 50.0))
        .unwrap();
    assert_eq!(column(&three, "routes", "percent"), ["45", "5", "50"]);
    let two = three.edited(&Edit::RemoveRow(routes, 0)).unwrap();
    assert_eq!(column(&two, "routes", "percent"), ["9", "91"]);
    let one = two.edited(&Edit::RemoveRow(routes, 0)).unwrap();
    assert_eq!(column(&one, "routes", "percent"), ["100"]);
    assert!(one.edited(&cell("routes", 0, "percent", 40.0)).is_err());
    let none = one.edited(&Edit::RemoveRow(routes, 0)).unwrap();
    assert_eq!(none.entity_table(routes).unwrap().rows, 0);
    // More than eight nodes have weights of their own.
    let mut many = opened("two-thirds");
    for _ in 0..12 {
        many = many.edited(&Edit::AddRow(nodes)).unwrap();
    }
    let last = many.entity_table(nodes).unwrap().rows - 1;
    let heavy = many.edited(&cell("nodes", last, "weight", 7.0)).unwrap();
    assert_eq!(column(&heavy, "nodes", "weight")[last], "7");
    assert_eq!(
        heavy
            .edited(&Edit::RemoveRow(nodes, last + 1))
            .err()
            .unwrap()
            .place,
        "row"
    );
    let drained = session.edited(&Edit::RemoveRow(nodes, 1)).err().unwrap();
    assert!(
        matches!(&drained.cause, Cause::Unknown { kind: Thing::Node, name, .. } if name == "v2"),
        "{drained}"
    );
}

#[test]
fn a_shift_of_traffic_is_edited_as_a_text() {
    let session = opened("canary").edited(&add("shift:v2", 25.0)).unwrap();
    let set = |text: &str| {
        let value = InputValue::Text(text.to_owned());
        session.edited(&Edit::SetEvent {
            event: 1,
            part: "percents",
            value,
        })
    };
    assert_eq!(session.events()[0].parts[0].value.text(), "v1 80, v2 20");
    assert_eq!(
        set("v1 30 %, v2 60, a, b 10").unwrap().events()[0].text,
        "traffic: a, b 10 %, v1 30 %, v2 60 %"
    );
    for (text, why) in [
        ("v1 80", "the sum is 80; give 100 in all."),
        (
            "v1",
            "“v1” is not a revision and its percent; give them as in “v1 100”.",
        ),
        (
            "v1 50, v1 50",
            "“v1 50” is not a revision and its percent; give them as in “v1 100”.",
        ),
        ("", "it is empty; give 100 percent in all."),
    ] {
        assert_eq!(set(text).err().unwrap().message(), why, "{text}");
    }
}

#[test]
fn comparisons_and_sweeps_run() {
    let session = opened("eight");
    for (place, title) in session.comparisons(0).into_iter().enumerate() {
        let compared = session
            .edited(&Edit::Compare {
                comparison: place,
                variant: 0,
            })
            .unwrap();
        assert!((2..=4).contains(&compared.variants()), "{title}");
        complete(&*compared);
        assert!(
            (0..compared.variants()).all(|variant| compared.digest(variant).is_some()),
            "{title}"
        );
    }
    let mut sweep = Sweep::new(4);
    (1..=4).for_each(|seed| sweep.add(measure_seed(&*opened("slow"), seed).unwrap()));
    let spread = sweep.spread(0, 5).unwrap();
    assert!(spread.lowest.value < spread.highest.value, "{spread:?}");
}

fn is_within(scene: &Scene<SubjectRef>, shape: &Shape) -> bool {
    let is_point = |x: f64, y: f64| {
        (-1.0..=scene.width + 1.0).contains(&x) && (-1.0..=scene.height + 1.0).contains(&y)
    };
    match shape {
        Shape::Fill(area, _) | Shape::Edge(area, _) => {
            is_point(area.left, area.top) && is_point(area.right(), area.bottom())
        }
        Shape::Path(points, _) | Shape::Area(points, _) => {
            points.iter().all(|point| is_point(point.x, point.y))
        }
        Shape::Disc(center, ..) | Shape::Ring(center, ..) => is_point(center.x, center.y),
        Shape::Text { at, .. } => is_point(at.x, at.y),
    }
}

/// Where a text stands, about.
fn ground(shape: &Shape) -> Option<(f64, f64, f64, f64, &str)> {
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
    let wide = text.chars().count() as f64 * size * 0.48;
    let left = match anchor {
        Anchor::Start => at.x,
        Anchor::Middle => at.x - wide / 2.0,
        Anchor::End => at.x - wide,
    };
    Some((
        left,
        left + wide,
        at.y - size * 0.4,
        at.y + size * 0.4,
        text,
    ))
}

#[test]
fn the_stage_keeps_within_its_bounds_and_its_texts_apart() {
    for (id, session) in PRESETS.iter().map(|preset| (preset.id, opened(preset.id))) {
        for (width, height) in [
            (1000.0, 420.0),
            (480.0, 200.0),
            (360.0, 320.0),
            (700.0, 300.0),
        ] {
            let step = 1 + session.rounds() / 8;
            for (variant, index) in (0..session.variants()).flat_map(|variant| {
                (0..session.rounds())
                    .step_by(step)
                    .map(move |at| (variant, at))
            }) {
                for phase in [0.0, 0.3, 0.7, 1.0] {
                    let selected = Some(SubjectRef::one(1 + (index % 2) as u8, 0));
                    let scene = draw(
                        &*session,
                        variant,
                        index,
                        phase,
                        &viewport(width, height, selected),
                    );
                    let path = format!(
                        "{id}, variant {variant}, round {index} at {phase}, {width} × {height}"
                    );
                    assert!(
                        scene.shapes.len() <= 3000,
                        "{path}: {} shapes",
                        scene.shapes.len()
                    );
                    if let Some(shape) = scene.shapes.iter().find(|shape| !is_within(&scene, shape))
                    {
                        panic!("{path}: {shape:?}");
                    }
                    let texts: Vec<_> = scene.shapes.iter().filter_map(ground).collect();
                    for (place, one) in texts.iter().enumerate() {
                        for other in &texts[place + 1..] {
                            let is_apart = one.1 <= other.0
                                || other.1 <= one.0
                                || one.3 <= other.2
                                || other.3 <= one.2;
                            assert!(is_apart, "{path}: “{}” lies over “{}”", one.4, other.4);
                        }
                    }
                    assert!(
                        scene
                            .targets
                            .iter()
                            .all(|target| target.area.width.is_finite()),
                        "{path}"
                    );
                }
            }
        }
    }
}

/// The scale stands beside the bars, not over them.
#[test]
fn the_scale_lies_over_no_bar() {
    for id in ["large", "threshold"] {
        let session = opened(id);
        for (width, height) in [(1000.0, 420.0), (360.0, 320.0)] {
            let scene = draw(&*session, 0, 0, 0.5, &viewport(width, height, None));
            let nodes = || {
                scene
                    .targets
                    .iter()
                    .filter(|target| target.subject.kind == 1)
                    .map(|target| target.area)
            };
            let left = nodes().map(|area| area.left).fold(f64::INFINITY, f64::min);
            let top = nodes().map(|area| area.top).fold(f64::INFINITY, f64::min);
            let is_number = |text: &str| text.parse::<f64>().is_ok();
            let ticks: Vec<_> = scene
                .shapes
                .iter()
                .filter_map(ground)
                .filter(|tick| is_number(tick.4))
                .collect();
            let ticks: Vec<_> = ticks
                .into_iter()
                .filter(|tick| tick.3 >= top && tick.0 < left + 60.0)
                .collect();
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
    let document = r#"{"shedscope": 2, "system": "sharding", "rounds": 5, "variants": [{"strategy": "weighted-exchange"}],
        "world": {"nodes": [{"name": "v1", "replicas": 400, "shards": 30}, {"name": "v2", "replicas": 100}],
        "traffic": {"v1": 70, "v2": 30}}}"#;
    let session = (entry().open)(document).unwrap();
    for phase in [0.0, 0.4, 1.0] {
        let scene = draw(&*session, 0, 1, phase, &viewport(360.0, 320.0, None));
        assert!(scene.shapes.len() < 60, "{} shapes", scene.shapes.len());
        assert!(scene.shapes.iter().all(|shape| is_within(&scene, shape)));
        assert!(
            scene
                .shapes
                .iter()
                .any(|shape| matches!(shape, Shape::Area(points, _) if points.len() > 900))
        );
        assert_eq!(scene.targets.len(), 500);
    }
}
