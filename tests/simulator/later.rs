//! Edits at a later round, in every system that makes events of them; those of load shedding have tests of their own.

use shedscope::simulator::{Edit, Edited, InputValue, ScheduledEvent, SharedSession, TableRef};
use shedscope::systems;

use super::session::{add, set};

use crate::common::play::complete;

const NODES: TableRef = TableRef::top("nodes");
const ROUTES: TableRef = TableRef::top("routes");
const LOCATIONS: TableRef = TableRef::top("locations");
const ZONES: TableRef = TableRef::top("zones");

/// A preset of a system with one variant, and a copy of it with all its rounds computed.
fn opened(system: &str, preset: &str) -> SharedSession {
    let mut session = (systems::find(system).unwrap().open_preset)(preset).unwrap();
    while session.variants() > 1 {
        session = session.edited(&Edit::RemoveVariant(1)).unwrap();
    }
    completed(session)
}

fn completed(session: SharedSession) -> SharedSession {
    complete(&*session);
    session
}

fn edited(session: &SharedSession, edit: Edit) -> SharedSession {
    completed(
        session
            .edited(&edit)
            .unwrap_or_else(|problem| panic!("{edit:?}: {problem}")),
    )
}

/// The session after an edit at a round, counted from 0, and the event that it became.
fn at(
    session: &SharedSession,
    edit: &Edit,
    index: usize,
    refined: Option<u32>,
) -> (SharedSession, u32) {
    match session.edited_at(edit, 0, index, refined) {
        Ok(Edited::Session {
            session,
            event: Some(event),
        }) => (completed(session), event),
        Ok(Edited::Session { event: None, .. }) => panic!("{edit:?} is of the whole run"),
        Ok(Edited::OnlyAtStart) => panic!("{edit:?} can be made at the start only"),
        Err(problem) => panic!("{edit:?}: {problem}"),
    }
}

fn cell(table: TableRef, row: usize, column: &'static str, value: f64) -> Edit {
    Edit::SetCell {
        table,
        row,
        column,
        value: InputValue::Number(value),
    }
}

fn named(table: TableRef, row: usize, column: &'static str, value: &str) -> Edit {
    Edit::SetCell {
        table,
        row,
        column,
        value: InputValue::Text(value.to_owned()),
    }
}

fn field(session: &SharedSession, name: &str, index: usize) -> f64 {
    session
        .fields(0, Some(index))
        .into_iter()
        .find(|field| field.name == name)
        .unwrap()
        .value
}

fn texts(session: &SharedSession) -> Vec<String> {
    session
        .events()
        .into_iter()
        .map(|event| event.text)
        .collect()
}

/// Whether a variant runs without an event as it does where the event does not exist. A node that others join after
/// has an address of its own even where it is left out, so it is passed over.
///
/// # Errors
/// What differs.
pub fn hold_left_out(session: &SharedSession) -> Result<(), String> {
    let events = session.events();
    let joins = |event: &&ScheduledEvent| event.kind == "Nodes join";
    let last_join = events
        .iter()
        .filter(joins)
        .map(|event| event.id)
        .next_back();
    for event in events
        .iter()
        .filter(|event| !joins(event) || Some(event.id) == last_join)
    {
        let without = edited(
            session,
            Edit::AddVariantWithout {
                variant: 0,
                event: event.id,
            },
        );
        let removed = edited(session, Edit::RemoveEvent(event.id));
        if without.digest(1) != removed.digest(0) {
            return Err(format!("without “{}” it is another run", event.text));
        }
    }
    Ok(())
}

/// Edits that become events: system, preset, round from 0, edit, and what happens then.
fn edits() -> Vec<(&'static str, &'static str, usize, Edit, &'static str)> {
    let limit = "write.bulk.rate_limit_per_node.max";
    vec![
        (
            "throttling",
            "ramp",
            100,
            set(0, "batch", 400_000.0),
            "Size of a request: 400000",
        ),
        (
            "throttling",
            "ramp",
            100,
            set(0, "capacity", 1_048_576.0),
            "Capacity 1.05M",
        ),
        (
            "throttling",
            "ramp",
            100,
            set(0, "writers", 7.0),
            "3 more writers",
        ),
        (
            "throttling",
            "ramp",
            100,
            set(0, "writers", 1.0),
            "3 writers fewer",
        ),
        (
            "throttling",
            "brown-out",
            100,
            set(0, limit, 1_000_000.0),
            "Maximum limit: 1000000",
        ),
        (
            "sharding",
            "four-five-three",
            13,
            cell(NODES, 0, "weight", 20.0),
            "a weighs 20",
        ),
        (
            "sharding",
            "four-five-three",
            13,
            Edit::AddRow(NODES),
            "node-1 joins",
        ),
        (
            "sharding",
            "four-five-three",
            13,
            Edit::RemoveRow(NODES, 1),
            "b is drained",
        ),
        (
            "sharding",
            "four-five-three",
            13,
            set(0, "shards", 130.0),
            "30 shards appear",
        ),
        (
            "sharding",
            "canary",
            5,
            cell(ROUTES, 1, "percent", 60.0),
            "traffic: v1 40 %, v2 60 %",
        ),
        (
            "sharding",
            "canary",
            5,
            Edit::RemoveRow(ROUTES, 1),
            "traffic: v1 100 %",
        ),
        ("sharding", "pinned", 12, Edit::AddRow(LOCATIONS), ""),
        (
            "rotation",
            "one-against-three",
            20,
            cell(ZONES, 0, "brokers", 11.0),
            "L goes down (refuses)",
        ),
    ]
}

#[test]
fn a_later_edit_is_an_event_and_without_it_the_run_is_as_before() {
    for (system, preset, index, edit, text) in edits() {
        let path = format!("{system}, {preset}: {edit:?}");
        let session = opened(system, preset);
        let (changed, event) = at(&session, &edit, index, None);
        let events = changed.events();
        assert_eq!(events.len(), session.events().len() + 1, "{path}");
        let made = events.iter().find(|one| one.id == event).unwrap();
        assert_eq!(made.at_s, session.time_s(index), "{path}");
        assert!(
            made.text == text || text.is_empty(),
            "{path}: {}",
            made.text
        );
        assert!(changed.is_eventful(index), "{path}");
        // What came before stays as it was.
        for before in 0..index {
            assert_eq!(
                changed.headline(0, before),
                session.headline(0, before),
                "{path}, round {before}"
            );
            let (own, other) = (changed.measure(0, before), session.measure(0, before));
            assert_eq!(
                format!("{own:?}"),
                format!("{other:?}"),
                "{path}, round {before}"
            );
        }
        assert_ne!(changed.digest(0), session.digest(0), "{path}");
        // Without it the run is the one before.
        assert!(
            changed.can_leave_out(event) && !changed.can_leave_out(9999),
            "{path}"
        );
        let compared = edited(&changed, Edit::AddVariantWithout { variant: 0, event });
        assert_eq!(
            (compared.digest(0), compared.digest(1)),
            (changed.digest(0), session.digest(0)),
            "{path}"
        );
        assert!(
            compared
                .variant_title(1)
                .ends_with(&format!(", without event {event}")),
            "{path}"
        );
        let again = completed((systems::find(system).unwrap().open)(&compared.document()).unwrap());
        assert_eq!(
            (again.document(), again.digest(1)),
            (compared.document(), compared.digest(1)),
            "{path}"
        );
        // Where the event goes, nobody leaves it out any more.
        let removed = edited(&compared, Edit::RemoveEvent(event));
        assert_eq!(
            edited(&removed, Edit::RemoveVariant(1)).document(),
            session.document(),
            "{path}"
        );
    }
}

#[test]
fn every_event_can_be_left_out_and_looked_at() {
    for system in ["throttling", "sharding", "rotation"] {
        for preset in (systems::find(system).unwrap().presets)() {
            if preset.id == "large" || preset.id.contains("thousand") {
                continue;
            }
            let session = (systems::find(system).unwrap().open_preset)(preset.id).unwrap();
            for event in session
                .events()
                .iter()
                .take(2)
                .filter(|_| session.variants() < 4)
            {
                let without = edited(
                    &session,
                    Edit::AddVariantWithout {
                        variant: 0,
                        event: event.id,
                    },
                );
                let last = without.variants() - 1;
                let index = (without.rounds() - 1).min(250);
                // The subjects of one variant are asked for in every other.
                for subject in (0..=last)
                    .flat_map(|variant| without.overview(variant, index).to_vec())
                    .take(40)
                {
                    for variant in 0..=last {
                        let card = without.card(variant, index, subject, 4);
                        assert!(
                            !card.title.is_empty(),
                            "{system}, {}: {subject:?}",
                            preset.id
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn a_further_edit_of_the_same_thing_at_the_same_time_is_the_same_event() {
    let writers = |count| set(0, "writers", count);
    let session = opened("throttling", "ramp");
    let (first, event) = at(&session, &writers(9.0), 100, None);
    let (again, same) = at(&first, &writers(3.0), 100, Some(event));
    assert_eq!(
        (same, texts(&again)),
        (event, vec!["1 writer fewer".to_owned()])
    );
    assert_eq!(
        [99, 100, 300].map(|index| field(&again, "writers", index)),
        [4.0, 3.0, 3.0]
    );
    let (other, third) = at(&again, &set(0, "batch", 2e6), 100, Some(event));
    assert!(third != event && other.events().len() == 2);
    let (later, _) = at(&other, &writers(6.0), 200, Some(event));
    assert_eq!(
        [99, 150, 200].map(|index| field(&later, "writers", index)),
        [4.0, 3.0, 6.0]
    );

    let session = opened("sharding", "four-five-three");
    let (first, event) = at(&session, &set(0, "shards", 150.0), 13, None);
    let (again, same) = at(&first, &set(0, "shards", 110.0), 13, Some(event));
    assert_eq!(
        (same, again.events().last().unwrap().text.as_str()),
        (event, "10 shards appear")
    );
    assert_eq!(
        [12, 13].map(|index| field(&again, "shards", index)),
        [100.0, 110.0]
    );
    let (first, event) = at(&again, &cell(NODES, 2, "weight", 1.0), 13, Some(event));
    let (again, same) = at(&first, &cell(NODES, 2, "weight", 30.0), 13, Some(event));
    assert_eq!((same, again.events().len()), (event, first.events().len()));
    assert_ne!(
        at(&again, &cell(NODES, 1, "weight", 30.0), 13, Some(event)).1,
        event,
        "another node"
    );
    assert_ne!(at(&again, &Edit::AddRow(NODES), 13, Some(event)).1, event);
}

#[test]
fn traffic_is_shared_out_from_what_is_in_force() {
    let session = edited(&opened("sharding", "canary"), Edit::AddRow(ROUTES));
    let percent = |row, percent| cell(ROUTES, row, "percent", percent);
    let (first, event) = at(&session, &percent(2, 100.0), 5, None);
    assert_eq!(texts(&first), ["traffic: v1 0 %, v2 0 %, v3 100 %"]);
    // Going back shares out what the others had before the event.
    let (again, same) = at(&first, &percent(2, 20.0), 5, Some(event));
    assert_eq!(
        (same, texts(&again)),
        (event, vec!["traffic: v1 72 %, v2 8 %, v3 20 %".to_owned()])
    );
    // Another revision at the same time: what is in force by then is kept in proportion.
    let (other, third) = at(&again, &percent(1, 54.0), 5, Some(event));
    assert!(third != event, "{:?}", texts(&other));
    assert_eq!(
        other.events().last().unwrap().text,
        "traffic: v1 36 %, v2 54 %, v3 10 %"
    );
    let (later, _) = at(&other, &percent(0, 0.0), 9, Some(third));
    assert_eq!(
        later.events().last().unwrap().text,
        "traffic: v1 0 %, v2 84 %, v3 16 %"
    );
}

#[test]
fn a_broker_fewer_goes_down_and_one_more_is_up_again() {
    let brokers = |count| cell(ZONES, 0, "brokers", count);
    let session = opened("rotation", "one-against-three");
    let (session, first) = at(&session, &brokers(11.0), 20, None);
    let (session, second) = at(&session, &brokers(10.0), 20, Some(first));
    let (session, _) = at(&session, &brokers(11.0), 40, Some(second));
    assert_eq!(
        texts(&session),
        [
            "L goes down (refuses)",
            "K goes down (refuses)",
            "K is up again"
        ]
    );
    // Twelve are in the document, eleven are up.
    assert!(matches!(
        session.edited_at(&brokers(11.0), 0, 41, None),
        Ok(Edited::OnlyAtStart)
    ));
    assert!(matches!(
        session.edited_at(&brokers(5.0), 0, 41, None),
        Ok(Edited::OnlyAtStart)
    ));
}

#[test]
fn what_no_event_can_do_is_of_the_whole_run_or_of_its_start() {
    let opens = [
        ("throttling", "ramp"),
        ("sharding", "canary"),
        ("rotation", "one-against-three"),
    ];
    let [throttling, sharding, rotation] = opens.map(|(system, preset)| opened(system, preset));
    let first = |session: &SharedSession| session.event_kinds()[0].id.clone();
    for (session, edit) in [
        (&throttling, set(0, "executors", 2.0)),
        (&throttling, set(0, "unit", 1.0)),
        (
            &throttling,
            Edit::Choose {
                variant: 0,
                choice: "version",
                option: "v1027".to_owned(),
            },
        ),
        (&throttling, add(first(&throttling), 50.0)),
        (&sharding, set(0, "min-coverage", 50.0)),
        (&sharding, Edit::Seed(7)),
        (&rotation, set(0, "rate_per_s", 2.0)),
        (&rotation, Edit::Title("Mine".to_owned())),
    ] {
        let later = session.edited_at(&edit, 0, 7, None);
        let Ok(Edited::Session {
            session: later,
            event: None,
        }) = later
        else {
            panic!("{edit:?}")
        };
        assert_eq!(
            later.document(),
            session.edited(&edit).unwrap().document(),
            "{edit:?}"
        );
    }
    for (session, edit) in [
        (&sharding, named(NODES, 0, "name", "first")),
        (&sharding, cell(NODES, 0, "replicas", 3.0)),
        (&sharding, cell(NODES, 0, "shards", 3.0)),
        (&sharding, set(0, "shards", 50.0)),
        (&sharding, Edit::AddRow(ROUTES)),
        (&rotation, cell(ZONES, 0, "producers", 3.0)),
        (&rotation, named(ZONES, 0, "name", "west")),
        (&rotation, Edit::AddRow(ZONES)),
    ] {
        assert!(
            matches!(
                session.edited_at(&edit, 0, 7, None),
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
    // What is bad is explained as at the start.
    for (session, edit) in [
        (&throttling, set(0, "batch", 0.5)),
        (&throttling, set(0, "writers", 5000.0)),
        (&throttling, set(0, "nothing", 1.0)),
        (&sharding, cell(ROUTES, 0, "percent", 300.0)),
        (&sharding, set(0, "shards", -1.0)),
        (&sharding, Edit::RemoveRow(NODES, 99)),
        (&rotation, cell(ZONES, 0, "brokers", 0.5)),
        (&rotation, cell(ZONES, 9, "brokers", 5.0)),
    ] {
        let (at_start, later) = (
            session.edited(&edit).err(),
            session.edited_at(&edit, 0, 7, None).err(),
        );
        assert!(later.is_some() && later == at_start, "{edit:?}: {later:?}");
    }
}

#[test]
fn ids_of_events_are_read_checked_and_kept() {
    let documents = [
        (
            "throttling",
            r#""variants": [{"version": "v1135", LANE}], "world": {"events": [EVENTS]}"#,
            r#""kind": "outage", "duration_s": 5"#,
        ),
        (
            "sharding",
            r#""variants": [{"strategy": "weighted-exchange", LANE}], "world": {"nodes": [{"name": "a", "shards": 9}, {"name": "b"}], "events": [EVENTS]}"#,
            r#""action": {"kill": "a"}"#,
        ),
        (
            "rotation",
            r#""variants": [{"selection": "rotating", LANE}], "world": {"zones": [{"producers": 4, "brokers": 3}], "events": [EVENTS]}"#,
            r#""action": {"kill": {"broker": "B"}}"#,
        ),
    ];
    for (system, document, event) in documents {
        let open = |ignored_events: &str, ids: [&str; 2]| {
            let events = ids
                .map(|id| format!(r#"{{{id}"at_s": 10, {event}}}"#))
                .join(", ");
            let document = document
                .replace("LANE", &format!(r#""ignored_events": [{ignored_events}]"#))
                .replace("EVENTS", &events);
            let text = format!(r#"{{"shedscope": 2, "system": "{system}", {document}}}"#);
            (systems::find(system).unwrap().open)(&text).map_err(|problem| problem.to_string())
        };
        let ids = |session: &SharedSession| {
            session
                .events()
                .iter()
                .map(|event| event.id)
                .collect::<Vec<_>>()
        };
        // Without ids, places count; the document stays as it was.
        let plain = open("", ["", ""]).unwrap();
        assert_eq!(
            (ids(&plain), plain.document().contains("\"id\"")),
            (vec![1, 2], false),
            "{system}"
        );
        let rest = plain.edited(&Edit::RemoveEvent(1)).unwrap();
        assert_eq!(
            (ids(&rest), rest.document().contains("\"id\": 2")),
            (vec![2], true),
            "{system}"
        );
        let more = rest
            .edited(&add(rest.event_kinds()[0].id.clone(), 20.0))
            .unwrap();
        assert_eq!(ids(&more), [2, 3], "{system}");
        assert_eq!(
            ids(&open("7", [r#""id": 7, "#, ""]).unwrap()),
            [7, 2],
            "{system}"
        );
        let problem = open("1, 7", ["", ""]).err().unwrap();
        assert_eq!(
            problem, "variant 1, ignored_events: there is no event 7; name events by their ids.",
            "{system}"
        );
        let problem = open("", [r#""id": 2, "#, ""]).err().unwrap();
        assert!(
            problem.ends_with("event 2, id: another event has the id 2; give each its own."),
            "{system}: {problem}"
        );
        let unknown = plain
            .edited(&Edit::AddVariantWithout {
                variant: 0,
                event: 9,
            })
            .err()
            .unwrap();
        assert_eq!(unknown.place, "variant 2, ignored_events", "{system}");
    }
}
