//! Every registered system keeps to what everything above it relies on, in every preset and variant.

use std::collections::BTreeSet;

use shedscope::engine::Kind;
use shedscope::scene::{Scene, Shape};
use shedscope::simulator::{
    Edit, InputType, InputValue, ScheduledEvent, Session, SubjectRef, Table, TableRef,
};
use shedscope::systems::SYSTEMS;

use super::session::{add, draw, move_to, set, viewport};

use crate::common::play::complete;

fn presets(mut use_it: impl FnMut(&str, &dyn Session)) {
    for entry in SYSTEMS {
        for preset in (entry.presets)() {
            let session = (entry.open_preset)(preset.id).unwrap();
            use_it(&format!("{}/{}", entry.info.id, preset.id), &*session);
        }
    }
}

#[test]
fn each_is_announced_once_and_has_presets() {
    let ids: BTreeSet<&str> = SYSTEMS.iter().map(|entry| entry.info.id).collect();
    assert_eq!(ids.len(), SYSTEMS.len());
    for entry in SYSTEMS {
        let (info, presets) = (entry.info, (entry.presets)());
        assert!(!presets.is_empty(), "{}", info.id);
        assert_eq!(
            presets
                .iter()
                .map(|preset| preset.id)
                .collect::<BTreeSet<_>>()
                .len(),
            presets.len()
        );
        let titles: BTreeSet<&str> = presets.iter().map(|preset| preset.title).collect();
        assert_eq!(titles.len(), presets.len(), "{}", info.id);
        assert!(info.claim.ends_with('.') && info.screen_ds.0 > 0 && info.screen_ds.1 > 0);
        assert!(
            ![info.title, info.product, info.round, info.eventful].contains(&""),
            "{}",
            info.id
        );
        assert!((entry.open_preset)("none such").is_none());
        assert_eq!(entry.open_first().unwrap().info(), info);
    }
}

#[test]
fn documents_come_back_as_they_went_and_run_alike() {
    presets(|path, session| {
        let entry = SYSTEMS
            .iter()
            .find(|entry| entry.info == session.info())
            .unwrap();
        let again =
            (entry.open)(&session.document()).unwrap_or_else(|problem| panic!("{path}: {problem}"));
        assert_eq!(again.document(), session.document(), "{path}");
        complete(session);
        complete(&*again);
        let last = session.rounds() - 1;
        for variant in 0..session.variants() {
            assert_eq!(session.digest(variant), again.digest(variant), "{path}");
            // What the last round came to is the same whether it is still there or found again.
            let rows = |table: Table| format!("{:?}", table.rows);
            let (there, _, found) = (
                session.table(variant, last),
                session.table(variant, 0),
                session.table(variant, last),
            );
            assert_eq!(rows(there), rows(found), "{path}, variant {variant}");
        }
    });
}

fn first_eventful(session: &dyn Session) -> Option<usize> {
    (0..session.rounds()).find(|round| session.is_eventful(*round))
}

#[test]
fn every_round_has_a_headline_wherever_the_cursor_goes() {
    presets(|path, session| {
        complete(session);
        let last = session.rounds() - 1;
        for round in [1.min(last), last, 0]
            .into_iter()
            .chain(first_eventful(session))
        {
            let headline = session.headline(0, round);
            assert!(
                headline.chars().count() > 10,
                "{path}, round {round}: {headline:?}"
            );
        }
    });
}

#[test]
fn every_combination_of_choices_says_something_or_says_why_not() {
    for entry in SYSTEMS {
        let session = entry.open_first().unwrap();
        let mut combinations = vec![(String::new(), session.clone())];
        for choice in session.choices(0) {
            combinations = combinations
                .into_iter()
                .flat_map(|(path, session)| {
                    choice.options.iter().map(move |option| {
                        let edit = Edit::Choose {
                            variant: 0,
                            choice: choice.id,
                            option: option.id.clone(),
                        };
                        let path = format!("{path} {}", option.id);
                        let edited = session.edited(&edit);
                        (
                            path.clone(),
                            edited.unwrap_or_else(|problem| panic!("{path}: {problem}")),
                        )
                    })
                })
                .collect();
        }
        for (path, session) in combinations {
            session.advance();
            let headline = session.headline(0, 0);
            assert!(
                headline.chars().count() >= 10,
                "{}{path}: {headline:?}",
                entry.info.id
            );
        }
    }
}

#[test]
fn fields_and_choices_take_their_own_values_and_give_them_back() {
    presets(|path, session| {
        for variant in 0..session.variants() {
            for field in session.fields(variant, None) {
                let path = format!("{path}, variant {variant}, {}", field.name);
                assert_eq!(field.value_type.check(field.value), Ok(()), "{path}");
                assert_eq!(field.value_type.check(field.default), Ok(()), "{path}");
                assert!(
                    field.help.ends_with('.') && !field.label.is_empty(),
                    "{path}"
                );
                assert_eq!(
                    field
                        .value_type
                        .parse(&field.value_type.format(field.value)),
                    Ok(field.value),
                    "{path}"
                );
                let next = match field.value_type.kind {
                    Kind::Switch => 1.0 - field.value,
                    _ if field.value < field.value_type.max => {
                        (field.value + 1.0).min(field.value_type.max)
                    }
                    _ => field.value_type.min,
                };
                // One that does not go with the others says why, and is the only other way.
                match session.edited(&set(variant, field.name, next)) {
                    Ok(edited) => {
                        let fields = edited.fields(variant, None);
                        let now = fields.iter().find(|other| other.name == field.name);
                        assert_eq!(now.map(|now| now.value), Some(next), "{path}");
                    }
                    Err(problem) => assert!(problem.message().ends_with('.'), "{path}: {problem}"),
                }
            }
            let choices = session.choices(variant);
            assert!(!choices.is_empty(), "{path}");
            for (place, choice) in choices.iter().enumerate() {
                assert!(
                    choice.option().is_some() && !choice.label.is_empty(),
                    "{path}, {}",
                    choice.id
                );
                for option in &choice.options {
                    assert!(
                        option.about.ends_with('.') && !option.label.is_empty(),
                        "{path}: {}",
                        option.id
                    );
                    let edit = Edit::Choose {
                        variant,
                        choice: choice.id,
                        option: option.id.clone(),
                    };
                    let edited = session
                        .edited(&edit)
                        .unwrap_or_else(|problem| panic!("{path}: {problem}"));
                    assert_eq!(edited.choices(variant)[place].selected, option.id, "{path}");
                }
            }
        }
    });
}

#[test]
fn rounds_are_told_in_whole_sentences() {
    presets(|path, session| {
        for variant in 0..session.variants() {
            let (measured, charts) = (session.measure(variant, 0), session.charts(variant, None));
            assert_eq!(
                measured.len(),
                session.metrics().len(),
                "{path}: before any round"
            );
            assert!(
                charts
                    .iter()
                    .flat_map(|chart| &chart.series)
                    .all(|series| series.values.is_empty()),
                "{path}"
            );
        }
        let mut last_s = f64::NEG_INFINITY;
        for index in (0..session.rounds()).step_by(1 + session.rounds() / 25) {
            let path = format!("{path}, round {index}");
            assert!(session.time_s(index) > last_s, "{path}");
            last_s = session.time_s(index);
            for variant in 0..session.variants() {
                let is_whole = |text: &str| text.ends_with('.') && !text.contains(['{', '}']);
                let headline = session.headline(variant, index);
                assert!(is_whole(&headline), "{path}: {headline}");
                for told in session.reasons(variant, index) {
                    assert!(is_whole(&told.sentence), "{path}: {}", told.sentence);
                    assert!(
                        !session.subject_name(told.subject).is_empty(),
                        "{path}: {:?}",
                        told.subject
                    );
                }
                for subject in session.overview(variant, index).iter().take(12) {
                    let card = session.card(variant, index, *subject, 6);
                    assert!(
                        !card.title.is_empty() && card.lines.len() <= 6,
                        "{path}: {subject:?}"
                    );
                    assert!(
                        card.lines.iter().all(|line| is_whole(&line.sentence)),
                        "{path}: {card:?}"
                    );
                }
                let table = session.table(variant, index);
                assert!(
                    table
                        .rows
                        .iter()
                        .all(|(_, cells)| cells.len() == table.columns.len()),
                    "{path}"
                );
            }
        }
        for variant in 0..session.variants() {
            assert_eq!(
                session.measure(variant, session.rounds()).len(),
                session.metrics().len(),
                "{path}"
            );
            for chart in session.charts(variant, None).iter() {
                let lengths: BTreeSet<usize> = chart
                    .series
                    .iter()
                    .map(|series| series.values.len())
                    .collect();
                assert!(lengths.len() <= 1, "{path}: {}", chart.title);
            }
        }
    });
}

/// Another value that an input takes, if there is one.
fn other_value(input: &InputType, value: &InputValue) -> Option<InputValue> {
    match (input, value) {
        (InputType::Number(value_type), InputValue::Number(number)) => {
            let candidates = [number + 1.0, number - 1.0, value_type.min, value_type.max];
            let other = candidates
                .into_iter()
                .find(|other| other != number && value_type.check(*other).is_ok())?;
            Some(InputValue::Number(other))
        }
        (InputType::Options(options), InputValue::Text(text)) => options
            .iter()
            .find(|(id, _)| id != text)
            .map(|(id, _)| InputValue::Text(id.clone())),
        _ => None,
    }
}

#[test]
fn every_part_of_an_event_can_be_edited() {
    let mut edits = 0;
    presets(|path, session| {
        let at_s = session.time_s(session.rounds() / 3);
        let added = session
            .event_kinds()
            .into_iter()
            .take(12)
            .filter_map(|kind| session.edited(&add(kind.id, at_s)).ok());
        let last_events = added.filter_map(|session| Some((session.events().pop()?, session)));
        for (event, session) in last_events {
            assert!(
                !event.kind.is_empty() && !event.text.is_empty(),
                "{path}: {event:?}"
            );
            for (place, part) in event.parts.iter().enumerate() {
                let path = format!("{path}, {}, {}", event.text, part.id);
                let same = Edit::SetEvent {
                    event: event.id,
                    part: part.id,
                    value: part.value.clone(),
                };
                let edited = session
                    .edited(&same)
                    .unwrap_or_else(|problem| panic!("{path}: {problem}"));
                assert_eq!(edited.events(), session.events(), "{path}");
                let Some(value) = other_value(&part.input, &part.value) else {
                    continue;
                };
                match session.edited(&Edit::SetEvent {
                    event: event.id,
                    part: part.id,
                    value: value.clone(),
                }) {
                    Ok(edited) => {
                        let events = edited.events();
                        let now = events.iter().find(|other| other.id == event.id).unwrap();
                        assert_eq!(now.parts[place].value, value, "{path}");
                        edits += 1;
                    }
                    Err(problem) => assert!(problem.message().ends_with('.'), "{path}: {problem}"),
                }
            }
            let nothing = Edit::SetEvent {
                event: event.id,
                part: "nothing",
                value: InputValue::Number(1.0),
            };
            assert!(session.edited(&nothing).is_err(), "{path}");
        }
    });
    assert!(edits > 100, "{edits}");
}

#[test]
fn every_cell_of_a_table_can_be_edited() {
    let mut edits = 0;
    presets(|path, session| {
        for table in session.entities() {
            let path = format!("{path}, {}", table.title);
            assert_eq!(
                session.entity_table(table.table).as_ref(),
                Some(&table),
                "{path}"
            );
            let rows =
                session.entity_rows(table.table, &[0, table.rows.saturating_sub(1), table.rows]);
            assert_eq!(
                rows.len(),
                if table.rows == 0 { 0 } else { 2 },
                "{path}: what does not exist is left out"
            );
            for row in rows {
                assert_eq!(
                    row.name,
                    session.entity_name(table.table, row.index),
                    "{path}"
                );
                assert_eq!(row.cells.len(), table.columns.len(), "{path}");
                assert!(
                    session
                        .find_entities(table.table, &row.name.to_uppercase())
                        .contains(&row.index),
                    "{path}"
                );
                for (place, column) in table.columns.iter().enumerate() {
                    let path = format!("{path}, row {}, {}", row.index, column.id);
                    let Some(input) = &column.input else { continue };
                    let cell = |value| Edit::SetCell {
                        table: table.table,
                        row: row.index,
                        column: column.id,
                        value,
                    };
                    let same = session.edited(&cell(row.cells[place].clone()));
                    let same = same.unwrap_or_else(|problem| panic!("{path}: {problem}"));
                    let kept = &same.entity_rows(table.table, &[row.index])[0];
                    let are_alike = kept
                        .cells
                        .iter()
                        .zip(&row.cells)
                        .all(|(one, other)| is_alike(one, other));
                    assert!(
                        kept.name == row.name && are_alike,
                        "{path}: {kept:?} {row:?}"
                    );
                    let Some(value) = other_value(input, &row.cells[place]) else {
                        continue;
                    };
                    match session.edited(&cell(value.clone())) {
                        Ok(edited) => {
                            let now = &edited.entity_rows(table.table, &[row.index])[0];
                            assert!(
                                is_alike(&now.cells[place], &value),
                                "{path}: {:?} {value:?}",
                                now.cells[place]
                            );
                            edits += 1;
                        }
                        Err(problem) => {
                            assert!(problem.message().ends_with('.'), "{path}: {problem}")
                        }
                    }
                }
            }
            if let (true, Ok(more)) = (table.can_add, session.edited(&Edit::AddRow(table.table))) {
                assert_eq!(
                    more.entity_table(table.table).unwrap().rows,
                    table.rows + 1,
                    "{path}"
                );
            }
            assert!(
                session
                    .edited(&Edit::RemoveRow(table.table, table.rows))
                    .is_err(),
                "{path}"
            );
        }
        let none = TableRef::top("nothing");
        assert!(
            session.entity_table(none).is_none() && session.edited(&Edit::AddRow(none)).is_err(),
            "{path}"
        );
    });
    assert!(edits > 50, "{edits}");
}

#[test]
fn what_happened_moves_goes_away_and_leaves_no_trace() {
    let (mut moves, mut refusals) = (0, 0);
    presets(|path, session| {
        let at_s = session.time_s(session.rounds() / 3);
        for kind in session.event_kinds() {
            let path = format!("{path}, {}", kind.label);
            let added = match session.edited(&add(kind.id.clone(), at_s)) {
                Ok(added) => added,
                Err(problem) => {
                    assert!(problem.message().ends_with('.'), "{path}: {problem}");
                    continue;
                }
            };
            let (before, after) = (session.events(), added.events());
            assert!(after.len() > before.len(), "{path}");
            // Far enough for it to have happened; what it comes to is each system's own to test.
            for _ in 0..session.rounds() / 2 * session.variants() {
                added.advance();
            }
            let mut back = added;
            let is_same =
                |a: &ScheduledEvent, b: &ScheduledEvent| (a.at_s, &a.text) == (b.at_s, &b.text);
            let count = |events: &[ScheduledEvent], event: &ScheduledEvent| {
                events.iter().filter(|other| is_same(other, event)).count()
            };
            let surplus = |events: &[ScheduledEvent]| {
                events
                    .iter()
                    .rev()
                    .find(|event| count(events, event) > count(&before, event))
                    .map(|event| event.id)
            };
            while let Some(event) = surplus(&back.events()) {
                back = back
                    .edited(&Edit::RemoveEvent(event))
                    .unwrap_or_else(|problem| panic!("{path}: {problem}"));
            }
            assert_eq!(back.document(), session.document(), "{path}");
        }
        for event in session.events() {
            let path = format!("{path}, event {}", event.id);
            match session.edited(&move_to(event.id, at_s)) {
                Ok(moved) => {
                    assert!(
                        moved.events().iter().any(|event| event.at_s == at_s),
                        "{path}"
                    );
                    moves += 1;
                }
                Err(problem) => {
                    assert!(problem.message().ends_with('.'), "{path}: {problem}");
                    refusals += 1;
                }
            }
        }
    });
    // What depends on another event cannot come before it; most can go anywhere.
    assert!(moves > 5 * refusals, "{moves} moved, {refusals} refused");
}

#[test]
fn stages_are_drawn_within_their_bounds_at_any_size() {
    presets(|path, session| {
        for (width, height) in [(1000.0, 420.0), (480.0, 200.0), (360.0, 320.0)] {
            for index in (0..session.rounds()).step_by(1 + session.rounds() / 6) {
                // What is selected may be of another kind in another system, or exist no more.
                let subject = SubjectRef::one(
                    1 + (index % 4) as u8,
                    if index % 3 == 0 { 0 } else { 60_000 },
                );
                let viewport = viewport(width, height, Some(subject));
                for phase in [0.0, 0.3, 0.7, 1.0] {
                    for variant in 0..session.variants() {
                        let path = format!(
                            "{path}, variant {variant}, round {index} at {phase}, {width} by {height}"
                        );
                        check(&path, &draw(session, variant, index, phase, &viewport));
                    }
                }
            }
        }
    });
}

/// Variants beside each other share a scale, and what moves is drawn from any instant for which a stage holds.
#[test]
fn variants_beside_each_other_share_a_scale() {
    presets(|path, session| {
        let index = session.rounds() / 2;
        let stages = session.stages(
            index,
            0.2,
            &vec![viewport(480.0, 320.0, None); session.variants()],
        );
        assert_eq!(stages.len(), session.variants(), "{path}");
        for (variant, stage) in stages.iter().enumerate() {
            // Strategies that compare different measures have scales of their own.
            let strategy = |variant: usize| session.choices(variant)[0].selected.clone();
            if strategy(variant) == strategy(0) {
                assert_eq!(stage.viewport.highest, stages[0].viewport.highest, "{path}");
            }
            assert!(
                stage.index == index && stage.holds_from == 0.2 && stage.holds_until >= 0.25,
                "{path}"
            );
            let path = format!("{path}, variant {variant}");
            for phase in [stage.holds_from, stage.holds_until] {
                check(&path, &session.motion(variant, phase, stage));
            }
        }
    });
}

fn check(path: &str, scene: &Scene<SubjectRef>) {
    let (most, slack) = (4000, 2.0);
    assert!(
        scene.shapes.len() <= most,
        "{path}: {} shapes",
        scene.shapes.len()
    );
    let within = |x: f64, y: f64, what: &Shape| {
        let is_within = (-slack..=scene.width + slack).contains(&x)
            && (-slack..=scene.height + slack).contains(&y);
        assert!(is_within, "{path}: ({x}, {y}) of {what:?}");
    };
    for shape in &scene.shapes {
        match shape {
            Shape::Fill(area, _) | Shape::Edge(area, _) => {
                within(area.left, area.top, shape);
                within(area.right(), area.bottom(), shape);
            }
            Shape::Path(points, _) | Shape::Area(points, _) => {
                points
                    .iter()
                    .for_each(|point| within(point.x, point.y, shape));
            }
            Shape::Disc(center, ..) | Shape::Ring(center, ..) => within(center.x, center.y, shape),
            Shape::Text { at, .. } => within(at.x, at.y, shape),
        }
    }
}

/// Whether two values are the same but for the last digits of a number, which may have been scaled.
fn is_alike(one: &InputValue, other: &InputValue) -> bool {
    match (one.number(), other.number()) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-9 * other.abs().max(1.0),
        _ => one == other,
    }
}
