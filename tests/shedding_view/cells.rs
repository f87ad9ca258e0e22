//! Tables of the cluster: every edit is reachable through a cell or a row, and bad values say why.

use shedscope::simulator::EntityLayout;
use shedscope::systems::shedding::Scenario;
use shedscope::systems::shedding::edits::cluster::{BundleField, ClusterEdit};
use shedscope::systems::shedding::edits::rules::{NameList, RuleId};
use shedscope::systems::shedding::model::cluster::{Cluster, UNPLACED};
use shedscope::systems::shedding::model::usage::Resource;
use shedscope::systems::shedding::presets;
use shedscope::systems::shedding::settings::Key;

use super::*;

fn bundles(broker: usize) -> TableRef {
    TableRef::of_row("bundles", broker)
}

const UNOWNED: TableRef = TableRef::top("unplaced");
const ISOLATION: TableRef = TableRef::top("isolation");
const GROUPS: TableRef = TableRef::top("anti_affinity");

/// A scenario with a bundle that nobody owns, a rule and a group.
fn scenario() -> Scenario {
    let mut scenario = presets::find("isolation").unwrap().build();
    let free = RuleId::Group(0);
    for edit in [
        ClusterEdit::BundleCount(UNPLACED, 2),
        ClusterEdit::AddRule(free),
    ] {
        scenario.world = edit.apply(&scenario.world).unwrap();
    }
    scenario
}

fn world_of(session: &SharedSession) -> Cluster {
    Scenario::read(&session.document()).unwrap().world
}

#[test]
fn every_edit_of_the_cluster_is_reachable() {
    let scenario = scenario();
    let session = open(scenario.clone());
    let name = |text: &str| text.to_owned();
    let usage = |column, resource| {
        (
            cell(brokers(), 1, column, number(33.0)),
            ClusterEdit::Usage(1, resource, 33.0),
        )
    };
    let amount = |column, field| {
        (
            cell(bundles(0), 1, column, number(7.5)),
            ClusterEdit::SetBundle(0, 1, field, 7.5),
        )
    };
    let names = |column, list, text_: &str| {
        (
            cell(ISOLATION, 0, column, text(text_)),
            ClusterEdit::SetNames(RuleId::Isolation(0), list, name(text_)),
        )
    };
    let set = |field, value| Edit::Set {
        variant: 0,
        field,
        value,
    };
    let all = vec![
        usage("cpu", Resource::Cpu),
        usage("bandwidth_in", Resource::BandwidthIn),
        usage("bandwidth_out", Resource::BandwidthOut),
        usage("memory", Resource::StrategyMemory),
        usage("direct_memory", Resource::DirectMemory),
        (
            cell(brokers(), 0, "load", number(64.5)),
            ClusterEdit::Load(0, 64.5),
        ),
        (
            cell(brokers(), 0, "base_cpu", number(12.0)),
            ClusterEdit::Base(0, Resource::Cpu, 12.0),
        ),
        (
            cell(brokers(), 0, "capacity", number(2.0)),
            ClusterEdit::Capacity(0, 2.0),
        ),
        (
            cell(brokers(), 0, "bundles", number(9.0)),
            ClusterEdit::BundleCount(0, 9),
        ),
        (
            cell(UNOWNED, 0, "count", number(5.0)),
            ClusterEdit::BundleCount(UNPLACED, 5),
        ),
        (
            cell(brokers(), 0, "skew", number(1.5)),
            ClusterEdit::Skew(0, 1.5),
        ),
        (
            cell(brokers(), 0, "name", text(" first ")),
            ClusterEdit::RenameBroker(0, name("first")),
        ),
        (Edit::AddRow(brokers()), ClusterEdit::AddBroker),
        (Edit::RemoveRow(brokers(), 2), ClusterEdit::RemoveBroker(2)),
        amount("cpu", BundleField::Cpu),
        amount("msg_rate_in", BundleField::MsgRateIn),
        amount("msg_rate_out", BundleField::MsgRateOut),
        amount("msg_throughput_in", BundleField::ThroughputIn),
        amount("msg_throughput_out", BundleField::ThroughputOut),
        (
            cell(bundles(1), 0, "name", text("a/b/0x0_0x1")),
            ClusterEdit::RenameBundle(1, 0, name("a/b/0x0_0x1")),
        ),
        (
            cell(UNOWNED, 1, "cpu", number(3.0)),
            ClusterEdit::SetBundle(UNPLACED, 1, BundleField::Cpu, 3.0),
        ),
        (Edit::AddRow(bundles(1)), ClusterEdit::AddBundle(1)),
        (Edit::AddRow(UNOWNED), ClusterEdit::AddBundle(UNPLACED)),
        (
            Edit::RemoveRow(bundles(1), 0),
            ClusterEdit::RemoveBundle(1, 0),
        ),
        (
            Edit::RemoveRow(UNOWNED, 0),
            ClusterEdit::RemoveBundle(UNPLACED, 0),
        ),
        (
            set("fluctuation_percent", 12.5),
            ClusterEdit::Fluctuation(12.5),
        ),
        (
            set("fluctuation_interval_s", 90.0),
            ClusterEdit::FluctuationInterval(90),
        ),
        (
            Edit::AddRow(ISOLATION),
            ClusterEdit::AddRule(RuleId::Isolation(1)),
        ),
        (Edit::AddRow(GROUPS), ClusterEdit::AddRule(RuleId::Group(1))),
        (
            Edit::RemoveRow(ISOLATION, 0),
            ClusterEdit::RemoveRule(RuleId::Isolation(0)),
        ),
        (
            Edit::RemoveRow(GROUPS, 0),
            ClusterEdit::RemoveRule(RuleId::Group(0)),
        ),
        names("primary", NameList::Primary, "broker-1, broker-2"),
        names("secondary", NameList::Secondary, "broker-2"),
        names("namespaces", NameList::Namespaces, "bank/*"),
        (
            cell(GROUPS, 0, "namespaces", text("bank/*")),
            ClusterEdit::SetNames(RuleId::Group(0), NameList::Namespaces, name("bank/*")),
        ),
        (
            cell(ISOLATION, 0, "min_available", number(2.0)),
            ClusterEdit::SetMinAvailable(0, 2),
        ),
    ];
    for (edit, expected) in all {
        let expected = expected.apply(&scenario.world).unwrap();
        assert_ne!(expected, scenario.world, "{edit:?} changes something");
        assert_eq!(
            world_of(&edited(&session, edit.clone())),
            expected,
            "{edit:?}"
        );
        assert!(!edit.label(&*session).is_empty());
    }
}

#[test]
fn a_cell_shows_what_was_typed_into_it() {
    let session = open(scenario());
    for table in session
        .entities()
        .into_iter()
        .chain([session.entity_table(bundles(0)).unwrap()])
    {
        assert!(table.rows > 0, "{}", table.title);
        assert_eq!(session.entity_table(table.table).as_ref(), Some(&table));
        let rows = session.entity_rows(table.table, &[0, 999_999]);
        assert_eq!(
            (rows.len(), rows[0].cells.len()),
            (1, table.columns.len()),
            "{}",
            table.title
        );
        assert_eq!(rows[0].name, session.entity_name(table.table, 0));
        for column in table
            .columns
            .iter()
            .filter(|column| !["namespaces", "primary", "secondary"].contains(&column.id))
        {
            let typed = match value(&session, table.table, 0, column.id) {
                InputValue::Number(_) => number(1.0),
                InputValue::Text(_) => text("another"),
            };
            let after = edited(&session, cell(table.table, 0, column.id, typed.clone()));
            match (value(&after, table.table, 0, column.id), typed) {
                (InputValue::Number(is), InputValue::Number(was)) => {
                    assert!((is - was).abs() < 1e-9, "{}: {is}", column.id)
                }
                (is, was) => assert_eq!(is, was, "{}", column.id),
            }
        }
    }
    let layouts: Vec<EntityLayout> = session
        .entities()
        .iter()
        .map(|table| table.layout)
        .collect();
    use EntityLayout::{Grid, Records};
    assert_eq!(layouts, [Grid, Grid, Records, Records]);
    assert_eq!(session.entities()[0].nested, Some("bundles"));
    assert_eq!(session.entities()[1].count_column, Some("count"));
}

#[test]
fn bad_values_are_refused_with_their_place_and_change_nothing() {
    let session = open(scenario());
    let before = session.document();
    for (edit, place, what) in [
        (
            cell(brokers(), 0, "cpu", number(-1.0)),
            "broker-1, cpu",
            "0 to 10000",
        ),
        (
            cell(brokers(), 0, "cpu", number(f64::NAN)),
            "broker-1, cpu",
            "0 to 10000",
        ),
        (
            cell(brokers(), 0, "cpu", text("much")),
            "broker-1, cpu",
            "give a number",
        ),
        (
            cell(brokers(), 0, "load", number(1001.0)),
            "broker-1, load",
            "0 to 1000",
        ),
        (
            cell(brokers(), 0, "capacity", number(0.0)),
            "broker-1, capacity",
            "0.01 to 1000",
        ),
        (
            cell(brokers(), 0, "bundles", number(200_000.0)),
            "broker-1, bundles",
            "0 to 1999",
        ),
        (
            cell(brokers(), 0, "bundles", number(2.5)),
            "broker-1, bundles",
            "whole number",
        ),
        (
            cell(UNOWNED, 0, "count", number(-1.0)),
            "bundles",
            "0 to 1999",
        ),
        (
            cell(brokers(), 1, "name", text("broker-1")),
            "name",
            "another broker has this name",
        ),
        (
            cell(brokers(), 1, "name", text("  ")),
            "name",
            "it is empty",
        ),
        (
            cell(bundles(0), 0, "cpu", number(1e16)),
            "cpu",
            "is out of bounds",
        ),
        (
            cell(ISOLATION, 0, "primary", text("nobody")),
            "Primary brokers",
            "No broker is called “nobody”",
        ),
        (
            cell(ISOLATION, 0, "namespaces", text("")),
            "Namespaces",
            "Give names",
        ),
        (
            cell(ISOLATION, 0, "min_available", number(-1.0)),
            "Rule 1, min_available",
            "whole number",
        ),
        (
            cell(brokers(), 99, "cpu", number(1.0)),
            "row",
            "not there any more",
        ),
        (
            cell(bundles(99), 0, "cpu", number(1.0)),
            "table",
            "not there any more",
        ),
        (
            cell(brokers(), 0, "colour", number(1.0)),
            "broker-1, colour",
            "not there any more",
        ),
        (
            Edit::AddRow(TableRef::top("zones")),
            "table",
            "not there any more",
        ),
        (Edit::RemoveRow(brokers(), 99), "row", "not there any more"),
    ] {
        let problem = refusal(&session, &edit);
        assert!(
            problem.place.ends_with(place) && problem.message().contains(what),
            "{edit:?}: {problem}"
        );
    }
    assert_eq!(session.document(), before);
}

#[test]
fn brokers_come_and_go_and_so_do_bundles() {
    let mut session = opening();
    let count = session.entity_table(brokers()).unwrap().rows;
    session = edited(&session, Edit::AddRow(brokers()));
    assert_eq!(
        session.entity_name(brokers(), count),
        format!("broker-{}", count + 1)
    );
    session = edited(&session, Edit::AddRow(bundles(count)));
    session = edited(&session, Edit::AddRow(bundles(count)));
    assert_eq!(value(&session, brokers(), count, "bundles"), number(2.0));
    session = edited(&session, Edit::RemoveRow(bundles(count), 0));
    assert_eq!(session.entity_table(bundles(count)).unwrap().rows, 1);
    for row in (0..=count).rev() {
        session = edited(&session, Edit::RemoveRow(brokers(), row));
    }
    assert_eq!(session.entity_table(brokers()).unwrap().rows, 0);
    // A cluster without brokers runs, and says that there is nobody.
    assert!(
        session.headline(0, 0).contains("no other broker"),
        "{}",
        session.headline(0, 0)
    );
    let viewport = shedscope::simulator::Viewport {
        width: 800.0,
        height: 400.0,
        ..Default::default()
    };
    assert!(session.stages(0, 0.0, &[viewport])[0].handles.is_empty());
    complete(&*session);
    session = edited(&session, Edit::AddRow(brokers()));
    assert_eq!(session.entity_table(brokers()).unwrap().rows, 1);
}

#[test]
fn names_are_found_whatever_their_case() {
    let session = preset("thousand");
    let found = session.find_entities(brokers(), "BROKER-0099");
    assert!(!found.is_empty() && found.len() < 20, "{}", found.len());
    for row in found {
        assert!(session.entity_name(brokers(), row).contains("broker-0099"));
    }
    assert_eq!(session.find_entities(brokers(), "").len(), 1000);
    assert!(session.find_entities(brokers(), "nobody").is_empty());
}

#[test]
fn edits_say_what_they_were() {
    let session = open(scenario());
    let dash = Key::AvgHighThreshold.name();
    for (edit, label) in [
        (
            cell(brokers(), 0, "cpu", number(30.0)),
            "CPU of broker-1: 30",
        ),
        (
            cell(brokers(), 0, "load", number(54.5)),
            "Load of broker-1: 54.5",
        ),
        (
            cell(brokers(), 0, "bandwidth_in", number(3.0)),
            "Network in of broker-1: 3",
        ),
        (
            cell(UNOWNED, 0, "count", number(5.0)),
            "Bundles without a broker: 5",
        ),
        (
            cell(ISOLATION, 0, "primary", text("broker-2")),
            "Primary brokers of Rule 1: broker-2",
        ),
        (Edit::AddRow(ISOLATION), "Rule added"),
        (Edit::RemoveRow(GROUPS, 0), "Group 1 removed"),
        (Edit::AddRow(brokers()), "Broker added"),
        (Edit::RemoveRow(brokers(), 1), "broker-2 removed"),
        (
            Edit::Set {
                variant: 0,
                field: "fluctuation_percent",
                value: 5.0,
            },
            "Fluctuation: 5 %",
        ),
    ] {
        assert_eq!(edit.label(&*session), label);
    }
    let setting = Edit::Set {
        variant: 0,
        field: dash,
        value: 50.0,
    };
    assert_eq!(setting.label(&*opening()), "High threshold: 50 points");
}

#[test]
fn an_isolation_rule_holds_bundles_where_they_are_whatever_round_it_is_made_in() {
    use shedscope::simulator::Edited;
    let session = preset("isolation");
    let bound = digest(&session, 0);
    let free = edited(&session, Edit::RemoveRow(ISOLATION, 0));
    assert_ne!(digest(&free, 0), bound);
    let Edited::Session {
        session: again,
        event,
    } = free
        .edited_at(&Edit::AddRow(ISOLATION), 0, 4, None)
        .unwrap()
    else {
        panic!("a rule is of the whole run")
    };
    assert_eq!(event, None, "and no event");
    assert_eq!(
        value(&again, ISOLATION, 0, "namespaces"),
        text("bank/ledger")
    );
    assert_eq!(value(&again, ISOLATION, 0, "primary"), text("broker-1"));
    assert_eq!(digest(&again, 0), bound);
    assert!(
        again.headline(0, 0).contains("no other broker may hold it"),
        "{}",
        again.headline(0, 0)
    );
    let looser = edited(
        &again,
        cell(ISOLATION, 0, "primary", text("broker-1, broker-2")),
    );
    assert_ne!(digest(&looser, 0), bound);
}
