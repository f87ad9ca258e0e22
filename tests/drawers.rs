//! The drawers of the setup rendered without a browser: what people read and are told in every panel.

#![cfg(not(target_arch = "wasm32"))]

use std::rc::Rc;

use futures::executor::block_on;
use shedscope::app::panels::drawer::{DrawerPanel, DrawerPanelProps};
use shedscope::app::session::{Drawer, Handle, History, Origin, Refusal};
use shedscope::engine;
use shedscope::simulator::{Edit, InputValue, TableRef};
use shedscope::systems;

use crate::common::play::compute;

/// A scenario of load shedding after some edits, in a drawer.
fn drawer(
    drawer: Drawer,
    preset: &'static str,
    edits: fn() -> Vec<Edit>,
    refusal: fn() -> Option<Refusal>,
) -> String {
    let props = move || {
        let entry = systems::find("shedding").unwrap();
        let preset = (entry.presets)()
            .into_iter()
            .find(|one| one.id == preset)
            .unwrap()
            .id;
        let origin = Origin {
            system: entry.info.id,
            preset: Some(preset),
        };
        let first: Handle = (entry.open_preset)(preset).unwrap().into();
        let mut history = History::new(&first, origin);
        let mut document = first;
        for edit in edits() {
            let label = edit.label(&*document);
            document = document.edited(&edit).unwrap().into();
            history.push(&document, origin, &label, None);
        }
        compute(&*document, 6);
        DrawerPanelProps {
            drawer: Some(drawer),
            computed: document.computed(),
            run: document.clone(),
            document,
            variant: 0,
            round: 3,
            reset_epoch: 0,
            refusal: refusal().map(Rc::new),
            history,
            origin,
            is_edited: true,
        }
    };
    block_on(
        yew::ServerRenderer::<DrawerPanel>::with_props(props)
            .hydratable(false)
            .render(),
    )
}

fn of_opening(which: Drawer, edits: fn() -> Vec<Edit>) -> String {
    drawer(which, "two-hot-two-idle", edits, || None)
}

/// The labels of fields, choices and switches, in their order.
fn labels(html: &str) -> Vec<String> {
    let pieces = html
        .split("<label")
        .skip(1)
        .filter_map(|piece| piece.split_once('>')?.1.split("</label>").next());
    let plain = |inner: &str| {
        inner
            .split('<')
            .map(|part| part.rsplit('>').next().unwrap_or_default())
            .collect()
    };
    pieces.map(plain).collect()
}

fn add(kind: &str) -> Edit {
    Edit::AddEvent {
        variant: 0,
        kind: kind.to_owned(),
        at_s: 240.0,
    }
}

/// Edits that add an event, its text, and the labels of its fields.
type EventFields = (fn() -> Vec<Edit>, &'static str, &'static [&'static str]);

#[test]
fn an_event_has_the_fields_of_its_kind_with_their_units() {
    let of = |edits| of_opening(Drawer::Events, edits);
    let expected: [EventFields; 6] = [
        (
            || vec![add("neighbour")],
            "Noisy neighbour: broker-1, 20 points",
            &["Time", "Broker", "Takes", "Lasts (0: for good)", "Resource"],
        ),
        (
            || vec![add("spike")],
            "Spike: broker-1, 20 points more for 180 s",
            &[
                "Time",
                "Broker, bundle, namespace or *",
                "More load",
                "Lasts",
            ],
        ),
        (
            || vec![add("restart")],
            "Broker restarts: broker-1, away for 60 s",
            &["Time", "Broker", "Away for"],
        ),
        (
            || vec![add("stop")],
            "Broker stops: broker-1",
            &["Time", "Broker"],
        ),
        (|| vec![add("leader")], "Leader changes", &["Time"]),
        (
            || vec![add("set")],
            "Setting changes: loadBalancerAvgShedderHighThreshold, 40",
            &["Time", "Setting", "Value"],
        ),
    ];
    for (edits, text, fields) in expected {
        let html = of(edits);
        assert!(
            html.contains(&format!("Remove event 1: {text}")),
            "{text}: {html}"
        );
        assert_eq!(labels(&html), fields, "{text}");
        assert!(html.contains(r#"value="00:04:00""#), "{text}: {html}");
        assert!(html.contains("Add an event at 00:04:00"), "{html}");
    }
    let restart = of(|| vec![add("restart")]);
    assert!(
        restart.contains(r#"<span class="field-unit">s</span>"#),
        "{restart}"
    );
    assert!(of(Vec::new).contains("There are no events yet."));
}

#[test]
fn a_refused_event_is_explained_at_its_own_field() {
    let refusal = || {
        let edit = Edit::MoveEvent {
            event: 1,
            at_s: 5940.0,
        };
        let problem = engine::check_event_time(5940.0, 3600.0).unwrap_err();
        Some(Refusal {
            edit,
            text: Some("99:00".to_owned()),
            problem,
        })
    };
    let html = drawer(
        Drawer::Events,
        "two-hot-two-idle",
        || vec![add("spike"), add("leader")],
        refusal,
    );
    assert_eq!(html.matches("is not within the run").count(), 1, "{html}");
    assert!(
        html.contains(r#"value="99:00""#) && html.contains(r#"aria-invalid="true""#),
        "{html}"
    );
    assert_eq!(html.matches("aria-invalid").count(), 1, "{html}");
}

#[test]
fn rules_are_records_with_their_lists_of_names() {
    let html = drawer(Drawer::Rules, "isolation", Vec::new, || None);
    assert!(
        html.contains("<legend>Rule 1</legend>") && html.contains("Remove Rule 1"),
        "{html}"
    );
    for value in ["bank/ledger", "broker-1"] {
        assert!(
            html.contains(&format!("value=\"{value}\"")),
            "{value}: {html}"
        );
    }
    let named = labels(&html);
    assert_eq!(
        named,
        [
            "Namespaces",
            "Primary brokers",
            "Secondary brokers",
            "Minimum available primaries"
        ]
    );
    assert!(
        html.contains("There are no groups.") && html.contains("Add group"),
        "{html}"
    );
}

#[test]
fn a_cluster_without_brokers_says_so_and_offers_one() {
    let none = || {
        (0..6)
            .map(|_| Edit::RemoveRow(TableRef::top("brokers"), 0))
            .collect()
    };
    let html = of_opening(Drawer::Cluster, none);
    assert!(
        html.contains("There are no brokers.") && html.contains("Add broker"),
        "{html}"
    );
    assert!(!html.contains("<table"), "{html}");
}

#[test]
fn names_are_never_markup() {
    let evil = || {
        let value = InputValue::Text("<img src=x onerror=alert(1)><b>bold</b>".to_owned());
        let table = TableRef::top("brokers");
        vec![
            Edit::SetCell {
                table,
                row: 0,
                column: "name",
                value,
            },
            add("stop"),
            Edit::Title("<b>mine</b>".to_owned()),
        ]
    };
    for which in [
        Drawer::Cluster,
        Drawer::Algorithm,
        Drawer::Events,
        Drawer::Rules,
        Drawer::History,
    ] {
        let html = of_opening(which, evil);
        assert!(!html.contains("<img") && !html.contains("<b>"), "{html}");
    }
}

#[test]
fn what_had_to_be_assumed_is_listed_where_there_is_something() {
    let transfer = of_opening(Drawer::Algorithm, || {
        vec![Edit::Choose {
            variant: 0,
            choice: "strategy",
            option: "TransferShedder".to_owned(),
        }]
    });
    assert!(
        transfer.contains("<summary>Assumptions (") && transfer.contains("<dt>"),
        "{transfer}"
    );
    let avg = of_opening(Drawer::Algorithm, Vec::new);
    assert!(!avg.contains("Assumptions ("), "{avg}");
    assert!(
        avg.contains(r#"data-fidelity="#),
        "how faithful the strategy is: {avg}"
    );
}

#[test]
fn a_set_up_that_the_release_refuses_says_so_with_the_remedy_at_hand() {
    let refused = of_opening(Drawer::Algorithm, || {
        let choose = |choice, option: &str| Edit::Choose {
            variant: 0,
            choice,
            option: option.to_owned(),
        };
        vec![
            choose("strategy", "OverloadShedder"),
            choose("placement", "AvgShedder"),
        ]
    });
    assert!(
        refused.contains("The release refuses this setup."),
        "{refused}"
    );
    assert!(
        refused.contains(">Use LeastLongTermMessageRate</button>"),
        "{refused}"
    );
    let remarked = of_opening(Drawer::Algorithm, || {
        vec![Edit::Choose {
            variant: 0,
            choice: "placement",
            option: "LeastLongTermMessageRate".to_owned(),
        }]
    });
    assert!(
        remarked.contains("The strategy plans a target") && !remarked.contains("refuses"),
        "{remarked}"
    );
    assert!(
        remarked.contains(">Use AvgShedder (its own plan)</button>"),
        "{remarked}"
    );
}

#[test]
fn changed_settings_can_be_reset_one_by_one_and_together() {
    let html = of_opening(Drawer::Algorithm, || {
        let set = |field, value| Edit::Set {
            variant: 0,
            field,
            value,
        };
        vec![
            set("loadBalancerAvgShedderLowThreshold", 20.0),
            set("loadBalancerSheddingEnabled", 0.0),
        ]
    });
    for button in [
        "Reset 2 changed settings",
        "Reset to 15 points",
        "Reset to on",
    ] {
        assert!(html.contains(button), "{button}: {html}");
    }
    assert!(!of_opening(Drawer::Algorithm, Vec::new).contains(">Reset"));
}

#[test]
fn the_history_lists_edits_newest_first() {
    let html = of_opening(Drawer::History, || vec![Edit::Seed(5), Edit::Rounds(30)]);
    let texts: Vec<&str> = html
        .split("<button")
        .skip(1)
        .filter_map(|piece| piece.split('>').nth(1)?.split('<').next())
        .collect();
    let places: Vec<usize> = ["Length: 30", "Seed: 5", "Opened"]
        .map(|label| {
            texts
                .iter()
                .position(|text| *text == label)
                .unwrap_or_else(|| panic!("{label}: {texts:?}"))
        })
        .into();
    assert!(places.is_sorted(), "{texts:?}");
    assert_eq!(html.matches(r#"aria-current="true""#).count(), 1, "{html}");
}

#[test]
fn presets_are_listed_under_their_headings() {
    let html = of_opening(Drawer::Cluster, Vec::new);
    let entry = systems::find("shedding").unwrap();
    let presets = (entry.presets)();
    assert!(presets.len() >= 30);
    let escaped = |text: &str| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
    };
    for preset in presets {
        assert!(
            html.contains(&format!(">{}</button>", escaped(preset.title))),
            "{}: {html}",
            preset.title
        );
        assert!(
            html.contains(&format!("<h3>{}</h3>", escaped(preset.group))),
            "{}",
            preset.group
        );
    }
    assert!(html.matches("<h3>").count() >= 5);
}
