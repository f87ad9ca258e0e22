//! The stage: handles whose edit sets the load, how long a layout holds, and that nothing leaves it.

use shedscope::scene::{Point, Scene, Shape};
use shedscope::simulator::{StageOrder, SubjectRef, Viewport};
use shedscope::systems::shedding::presets::clusters::{broker, cluster};
use shedscope::systems::shedding::{Release, Variant};

use super::*;

fn viewport(width: f64, height: f64) -> Viewport {
    Viewport {
        width,
        height,
        ..Viewport::default()
    }
}

fn first_shedding(session: &SharedSession) -> usize {
    complete(&**session);
    (0..session.rounds())
        .find(|index| session.is_eventful(*index))
        .unwrap()
}

#[test]
fn a_handle_sets_the_load_of_its_broker() {
    let session = opening();
    let stage = &session.stages(0, 0.0, &[viewport(1000.0, 500.0)])[0];
    assert_eq!(stage.handles.len(), 6);
    for handle in &stage.handles {
        assert!(
            handle.is_in_tab_order && handle.value_per_px > 0.0 && handle.bounds == (0.0, 1000.0)
        );
        let dragged = handle.value + 25.0 * handle.value_per_px;
        let after = edited(&session, handle.edit(dragged));
        let name = handle.label.strip_prefix("Load of ").unwrap();
        let cpu = usage_percent(&after, 0, name);
        assert!(
            (cpu - dragged).abs() <= 0.05 + 1e-9,
            "{name}: {cpu} instead of {dragged}"
        );
        assert!(usage_percent(&edited(&session, handle.edit(-5.0)), 0, name) < 1e-9);
    }
}

#[test]
fn handles_are_there_only_where_bars_show_usages_and_can_be_grasped() {
    let handles = |session: &SharedSession, width: f64| {
        session
            .stages(0, 0.0, &[viewport(width, 500.0)])
            .remove(0)
            .handles
    };
    assert!(
        handles(&preset("empty-uniform"), 1000.0).is_empty(),
        "message rates cannot be set so"
    );
    assert!(
        handles(&preset("thousand"), 1200.0).is_empty(),
        "a curve has no bars"
    );
    let slim = handles(&preset("twenty"), 700.0);
    assert!(slim.len() == 20 && slim.iter().all(|handle| !handle.is_in_tab_order));
    let session = restarted();
    let count = |index| {
        session.stages(index, 0.0, &[viewport(1200.0, 500.0)])[0]
            .handles
            .len()
    };
    assert_eq!(
        [3, 4, 6].map(count),
        [6, 5, 6],
        "who is away cannot be grasped"
    );
}

#[test]
fn the_still_layer_holds_until_bundles_depart_and_then_to_the_end() {
    let session = opening();
    let first = first_shedding(&session);
    let view = [viewport(1000.0, 500.0)];
    let before = session.stages(first, 0.0, &view).remove(0);
    assert!(before.holds_until > 0.0 && before.holds_until < 1.0);
    let after = session.stages(first, before.holds_until, &view).remove(0);
    assert_eq!(after.holds_until, 1.0);
    assert_ne!(
        before.still.shapes, after.still.shapes,
        "places are empty from then on"
    );
    assert_eq!(
        session.stages(first - 1, 0.0, &view)[0].holds_until,
        1.0,
        "nothing moves in this round"
    );

    let ways = session.motion(0, 0.0, &before);
    assert!(!ways.shapes.is_empty() && !ways.targets.is_empty());
    let flying = session.motion(0, 0.5, &after);
    assert_ne!(ways.shapes, flying.shapes);
    let moved = session.moved(0, first);
    assert!(
        flying
            .targets
            .iter()
            .all(|target| moved.contains(&target.subject))
    );
    assert!(
        session.motion(0, 1.0, &after).shapes.is_empty(),
        "all have landed"
    );
}

#[test]
fn variants_beside_each_other_have_one_scale_and_one_ground() {
    let session = preset("late-hits");
    complete(&*session);
    let views = vec![viewport(500.0, 400.0); session.variants()];
    for index in [0, 10, 30] {
        let stages = session.stages(index, 0.0, &views);
        assert_eq!(stages.len(), session.variants());
        let ground = |scene: &Scene<SubjectRef>| {
            scene
                .targets
                .iter()
                .filter(|target| target.subject.kind == 1)
                .map(|target| target.area.bottom())
                .fold(0.0, f64::max)
        };
        assert!(
            stages
                .windows(2)
                .all(|pair| ground(&pair[0].still) == ground(&pair[1].still))
        );
        assert!(
            stages
                .windows(2)
                .all(|pair| pair[0].viewport.highest == pair[1].viewport.highest
                    && pair[0].viewport.highest > 0.0)
        );
    }
}

#[test]
fn brokers_are_shown_as_listed_or_by_their_load() {
    let session = preset("four-least-rate");
    let order = |order| {
        let view = Viewport {
            order,
            ..viewport(1000.0, 500.0)
        };
        let stage = session.stages(0, 0.0, &[view]).remove(0);
        stage
            .handles
            .iter()
            .map(|handle| handle.value)
            .collect::<Vec<_>>()
    };
    assert!(order(StageOrder::ByLoad).is_sorted_by(|a, b| a >= b));
    assert_ne!(order(StageOrder::Overrides), order(StageOrder::ByLoad));
}

#[test]
fn what_is_selected_is_marked_and_a_point_of_it_is_found() {
    let session = opening();
    let view = viewport(1000.0, 500.0);
    let plain = session.stages(0, 0.0, &[view]).remove(0);
    let marked = session
        .stages(
            0,
            0.0,
            &[Viewport {
                selected: Some(SubjectRef::one(1, 2)),
                ..view
            }],
        )
        .remove(0);
    assert_ne!(plain.still.shapes, marked.still.shapes);
    let gone = session
        .stages(
            0,
            0.0,
            &[Viewport {
                selected: Some(SubjectRef::one(1, 99)),
                ..view
            }],
        )
        .remove(0);
    assert_eq!(
        plain.still.shapes, gone.still.shapes,
        "whoever is gone is not marked"
    );
    let target = plain
        .still
        .targets
        .iter()
        .find(|target| target.subject == SubjectRef::one(1, 2))
        .unwrap();
    let top = Point {
        x: target.area.center().x,
        y: target.area.top + 1.0,
    };
    assert_eq!(plain.still.hit(top), Some(SubjectRef::one(1, 2)));
}

/// A cluster of brokers from idle to full, with moves in its first rounds.
fn busy(count: usize, bundles: usize, strategy: &str, placement: &str) -> SharedSession {
    let step = 90.0 / count.max(2) as f64;
    let draft = |index: usize| {
        broker(
            format!("broker-{index:05}"),
            5.0 + step * index as f64,
            bundles,
            0.5,
        )
    };
    let world = cluster(&(0..count).map(draft).collect::<Vec<_>>(), 4);
    let mut scenario = Scenario::of(
        "",
        &[],
        world,
        Variant::new(strategy, placement, Release::Y2026),
    );
    scenario.rounds = 4;
    open(scenario)
}

#[test]
fn clusters_of_any_size_are_laid_out_on_screens_of_any_size() {
    let strategies = [
        ("AvgShedder", "AvgShedder"),
        ("ThresholdShedder", "LeastLongTermMessageRate"),
        ("UniformLoadShedder", "LeastLongTermMessageRate"),
    ];
    for (count, bundles) in [
        (1, 1),
        (2, 40),
        (5, 4),
        (16, 3),
        (17, 3),
        (40, 8),
        (120, 2),
        (121, 2),
        (1000, 2),
    ] {
        for (strategy, placement) in strategies {
            let session = busy(count, bundles, strategy, placement);
            complete(&*session);
            for (width, height) in [
                (320.0, 200.0),
                (768.0, 40.0),
                (1280.0, 480.0),
                (2560.0, 1200.0),
                (0.0, 0.0),
            ] {
                for (index, phase) in [(0, 0.0), (2, 0.1), (2, 0.5), (3, 1.0)] {
                    let stage = session
                        .stages(index, phase, &[viewport(width, height)])
                        .remove(0);
                    is_sound(&stage.still);
                    is_sound(&session.motion(0, phase, &stage));
                    assert!(
                        stage
                            .handles
                            .iter()
                            .all(|handle| handle.area.top.is_finite() && handle.area.width > 0.0)
                    );
                }
            }
        }
    }
}

/// Whether every number of a scene is one.
fn is_sound(scene: &Scene<SubjectRef>) {
    let is_point = |point: &Point| point.x.is_finite() && point.y.is_finite();
    for shape in &scene.shapes {
        let is_sound = match shape {
            Shape::Fill(area, _) | Shape::Edge(area, _) => {
                [area.left, area.top, area.width, area.height]
                    .iter()
                    .all(|value| value.is_finite())
            }
            Shape::Path(points, _) | Shape::Area(points, _) => points.iter().all(is_point),
            Shape::Disc(center, radius, _) | Shape::Ring(center, radius, _) => {
                is_point(center) && radius.is_finite()
            }
            Shape::Text { at, .. } => is_point(at),
        };
        assert!(is_sound, "{shape:?}");
    }
}
