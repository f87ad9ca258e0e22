//! Events: each kind is added, edited, moved and removed, and bad ones say why.

use shedscope::simulator::{InputType, ScheduledEvent};
use shedscope::systems::shedding::Scenario;
use shedscope::systems::shedding::model::event::KINDS;

use super::*;

/// A kind, its label, and the parts of a new event of it with their values.
type NewEvent = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

/// The kinds, and the parts that a new event of each has.
const NEW: [NewEvent; 10] = [
    (
        "traffic",
        "Traffic changes",
        &[("target", "*"), ("amount", "150"), ("seconds", "0")],
    ),
    (
        "spike",
        "Spike",
        &[("target", "broker-1"), ("amount", "20"), ("seconds", "180")],
    ),
    (
        "neighbour",
        "Noisy neighbour",
        &[
            ("target", "broker-1"),
            ("amount", "20"),
            ("seconds", "0"),
            ("resource", "CPU"),
        ],
    ),
    (
        "slow",
        "Slower CPU",
        &[("target", "broker-1"), ("amount", "50"), ("seconds", "0")],
    ),
    ("stop", "Broker stops", &[("target", "broker-1")]),
    (
        "restart",
        "Broker restarts",
        &[("target", "broker-1"), ("seconds", "60")],
    ),
    (
        "add",
        "Broker is added",
        &[("target", "broker-7"), ("amount", "1")],
    ),
    ("leader", "Leader changes", &[]),
    ("unload", "Unload by hand", &[("target", "")]),
    (
        "set",
        "Setting changes",
        &[
            ("target", "loadBalancerAvgShedderHighThreshold"),
            ("amount", "40"),
        ],
    ),
];

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

fn only(session: &SharedSession) -> ScheduledEvent {
    let mut events = session.events();
    assert_eq!(events.len(), 1);
    events.remove(0)
}

fn set(event: u32, part: &'static str, value: InputValue) -> Edit {
    Edit::SetEvent { event, part, value }
}

fn plain(value: &InputValue) -> String {
    match value {
        InputValue::Number(number) => number.to_string(),
        InputValue::Text(text) => text.clone(),
    }
}

#[test]
fn an_event_of_each_kind_is_added_with_the_parts_of_its_kind_and_removed_again() {
    let session = opening();
    let before = digest(&session, 0);
    let kinds: Vec<(String, String)> = session
        .event_kinds()
        .into_iter()
        .map(|kind| (kind.id, kind.label))
        .collect();
    assert_eq!(
        kinds,
        NEW.map(|(id, label, _)| (id.to_owned(), label.to_owned()))
    );
    for ((id, label, parts), row) in NEW.iter().zip(KINDS) {
        assert_eq!(
            serde_json::to_value(row.kind).unwrap(),
            *id,
            "as documents call it"
        );
        let with = add(&session, id, 240.0);
        let event = only(&with);
        assert_eq!(
            (event.id, event.at_s, event.kind.as_str()),
            (1, 240.0, *label)
        );
        assert!(event.text.starts_with(label), "{}", event.text);
        assert_eq!(event.parts.len(), parts.len(), "{label}");
        for (part, (id, value)) in event.parts.iter().zip(*parts) {
            assert_eq!(part.id, *id);
            if !value.is_empty() {
                assert_eq!(plain(&part.value), *value, "{label}: {id}");
            }
            // What is there is among what can be given.
            assert_eq!(
                part.input.parse(&part.input_text()),
                Ok(part.value.clone()),
                "{label}: {id}"
            );
        }
        assert_eq!(digest(&with, 0) != before, *id != "set", "{label}");
        let without = edited(&with, Edit::RemoveEvent(1));
        assert_eq!(without.document(), session.document());
        let label = Edit::AddEvent {
            variant: 0,
            kind: (*id).to_owned(),
            at_s: 240.0,
        }
        .label(&*session);
        assert!(label.ends_with("at 00:04:00"), "{label}");
    }
}

/// What a person would type or choose for the value that a part has.
trait InputText {
    fn input_text(&self) -> String;
}

impl InputText for shedscope::simulator::EventPart {
    fn input_text(&self) -> String {
        match &self.value {
            InputValue::Text(id) => id.clone(),
            value => self.input.format(value),
        }
    }
}

#[test]
fn time_target_amount_length_and_resource_are_edited() {
    let mut session = add(&opening(), "neighbour", 240.0);
    let mut digests = vec![digest(&session, 0)];
    for edit in [
        Edit::MoveEvent {
            event: 1,
            at_s: 600.0,
        },
        set(1, "target", text(" broker-5 ")),
        set(1, "amount", number(35.5)),
        set(1, "seconds", number(240.0)),
        set(1, "resource", text("direct memory")),
    ] {
        assert!(!edit.label(&*session).is_empty());
        session = edited(&session, edit);
        digests.push(digest(&session, 0));
    }
    let event = only(&session);
    assert_eq!(
        event.text,
        "Noisy neighbour: broker-5, 35.5 points of direct memory for 240 s"
    );
    assert_eq!(event.at_s, 600.0);
    let count = digests.len();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), count, "each of them changes the run");
    let label = set(1, "amount", number(20.0)).label(&*session);
    assert_eq!(label, "Noisy neighbour, Takes: 20");
}

#[test]
fn targets_are_chosen_from_a_list_while_there_are_few_and_typed_otherwise() {
    let options = |session: &SharedSession, kind: &str| {
        let session = add(session, kind, 60.0);
        match &only(&session).parts[0].input {
            InputType::Options(options) => options.len(),
            _ => 0,
        }
    };
    let session = opening();
    assert_eq!(options(&session, "stop"), 6);
    assert!(options(&session, "traffic") > 10);
    assert_eq!(options(&session, "spike"), options(&session, "traffic") + 6);
    assert!(options(&session, "set") > 30);
    assert_eq!(options(&session, "add"), 0);
    let large = preset("thousand");
    assert_eq!(
        ["stop", "traffic", "spike", "unload"].map(|kind| options(&large, kind)),
        [0; 4]
    );
}

#[test]
fn another_setting_begins_with_its_default_where_the_value_does_not_suit_it() {
    let session = add(&opening(), "set", 240.0);
    let session = edited(
        &session,
        set(1, "target", text("loadBalancerSheddingEnabled")),
    );
    let parts = only(&session).parts;
    assert_eq!(parts[1].value, number(1.0));
    assert!(parts[1].input.is_switch());
    let off = edited(&session, set(1, "amount", number(0.0)));
    complete(&*off);
    let name = "loadBalancerSheddingEnabled";
    let at = |index| {
        off.fields(0, Some(index))
            .iter()
            .find(|field| field.name == name)
            .unwrap()
            .value
    };
    assert_eq!((at(2), at(3), at(40)), (1.0, 0.0, 0.0));
    assert_eq!(
        field(&off, 0, name).value,
        1.0,
        "the document says what it begins with"
    );
}

#[test]
fn settings_in_force_are_shown_in_large_runs_too() {
    let session = add(&preset("thousand"), "set", 180.0);
    assert!(session.is_large());
    let name = plain(&only(&session).parts[0].value);
    let changed = edited(
        &session,
        set(
            1,
            "amount",
            number(field(&session, 0, leak(&name)).value + 1.0),
        ),
    );
    changed.headline(0, 3);
    let at = |index| {
        changed
            .fields(0, Some(index))
            .into_iter()
            .find(|field| field.name == name)
            .unwrap()
            .value
    };
    assert_eq!(at(3), at(1) + 1.0);
}

fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

#[test]
fn bad_events_say_why_and_nothing_is_lost() {
    let session = add(&opening(), "spike", 240.0);
    let before = session.document();
    fn is_outside(cause: &Cause, time: f64) -> bool {
        matches!(cause, Cause::OutsideRun { at_s, end_s: 3600.0 } if *at_s == time)
    }
    let cases: [(Edit, Judge); 13] = [
        (
            Edit::MoveEvent {
                event: 1,
                at_s: 5940.0,
            },
            |cause| is_outside(cause, 5940.0),
        ),
        (
            Edit::MoveEvent {
                event: 1,
                at_s: -1.0,
            },
            |cause| is_outside(cause, -1.0),
        ),
        (
            Edit::MoveEvent {
                event: 1,
                at_s: 3640.0,
            },
            |cause| is_outside(cause, 3640.0),
        ),
        (set(1, "target", text("nobody")), |cause| {
            is_unknown(cause, Thing::Target, "nobody")
        }),
        (set(1, "amount", number(-5.0)), |cause| {
            *cause == Cause::out_of_bounds(-5, "0 to 10000")
        }),
        (set(1, "amount", number(f64::NAN)), |cause| {
            matches!(cause, Cause::OutOfBounds { .. })
        }),
        (set(1, "seconds", number(0.0)), |cause| {
            *cause == Cause::out_of_bounds(0, "1 to 31536000")
        }),
        (set(1, "seconds", number(1.5)), |cause| {
            matches!(cause, Cause::NotTaken { .. })
        }),
        (set(1, "resource", text("CPU")), |cause| {
            *cause == Cause::NotThere
        }),
        (set(2, "amount", number(5.0)), |cause| {
            *cause == Cause::NotThere
        }),
        (
            Edit::AddEvent {
                variant: 0,
                kind: "rain".to_owned(),
                at_s: 60.0,
            },
            |cause| is_unknown(cause, Thing::EventKind, "rain"),
        ),
        (
            Edit::AddEvent {
                variant: 0,
                kind: "spike".to_owned(),
                at_s: 250.0,
            },
            |cause| is_inconsistent(cause, "It overlaps another of its kind"),
        ),
        (
            Edit::AddEvent {
                variant: 9,
                kind: "spike".to_owned(),
                at_s: 250.0,
            },
            |cause| *cause == Cause::NotThere,
        ),
    ];
    for (edit, is_right) in cases {
        let problem = refusal(&session, &edit);
        assert!(is_right(&problem.cause), "{edit:?}: {problem}");
    }
    assert_eq!(session.document(), before);
    let cases: [(&str, &str, Judge); 5] = [
        ("stop", "nobody", |cause| {
            is_unknown(cause, Thing::Broker, "nobody")
        }),
        ("add", "broker-1", |cause| {
            matches!(cause, Cause::NotGiven { .. })
        }),
        ("unload", "a/b/0x1", |cause| {
            is_unknown(cause, Thing::Bundle, "a/b/0x1")
        }),
        ("set", "loadBalancerSomething", |cause| {
            is_unknown(cause, Thing::Setting, "loadBalancerSomething")
        }),
        ("set", "loadBalancerSheddingIntervalMinutes", |cause| {
            *cause == Cause::Fixed
        }),
    ];
    for (kind, bad, is_right) in cases {
        let session = add(&opening(), kind, 240.0);
        let problem = refusal(&session, &set(1, "target", text(bad)));
        assert!(
            is_right(&problem.cause) && problem.place.starts_with("event 1 ("),
            "{kind}: {problem}"
        );
    }
}

#[test]
fn an_event_that_a_variant_leaves_out_is_forgotten_when_it_is_removed() {
    let session = add(&opening(), "neighbour", 240.0);
    assert!(session.can_leave_out(1));
    let compared = edited(
        &session,
        Edit::AddVariantWithout {
            variant: 0,
            event: 1,
        },
    );
    assert_eq!(
        (compared.variant_title(0), compared.variant_title(1)),
        (
            "A: AvgShedder".to_owned(),
            "B: AvgShedder, without event 1".to_owned()
        )
    );
    assert_eq!(digest(&compared, 1), digest(&opening(), 0));
    assert_ne!(digest(&compared, 0), digest(&compared, 1));
    let removed = edited(&compared, Edit::RemoveEvent(1));
    assert_eq!(digest(&removed, 0), digest(&removed, 1));
    assert!(
        Scenario::read(&removed.document()).unwrap().variants[1]
            .ignored_events
            .is_empty()
    );
}

#[test]
fn events_follow_the_names_of_brokers() {
    let session = add(&opening(), "neighbour", 240.0);
    let renamed = edited(&session, cell(brokers(), 0, "name", text("first")));
    assert_eq!(plain(&only(&renamed).parts[0].value), "first");
}
