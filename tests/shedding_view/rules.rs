//! Rules: what they cannot say, which bundles they let in, and the history of edits.

use shedscope::simulator::Cell;

use super::*;

const ISOLATION: TableRef = TableRef::top("isolation");
const GROUPS: TableRef = TableRef::top("anti_affinity");
const UNOWNED: TableRef = TableRef::top("unplaced");

#[test]
fn what_a_rule_cannot_say_is_explained_and_changes_nothing() {
    let session = edited(
        &preset("isolation"),
        cell(ISOLATION, 0, "secondary", text("broker-3")),
    );
    let before = session.document();
    let cases: [(&str, &str, Judge); 6] = [
        ("namespaces", "", |cause| {
            matches!(cause, Cause::NotGiven { .. })
        }),
        ("namespaces", "bank/ledger, bank/vault", |cause| {
            is_unknown(cause, Thing::Namespace, "bank/vault")
        }),
        ("primary", " , ", |cause| {
            matches!(cause, Cause::NotGiven { .. })
        }),
        ("primary", "broker-1, broker-9", |cause| {
            is_unknown(cause, Thing::Broker, "broker-9")
        }),
        ("primary", "broker-1, broker-1", |cause| {
            *cause == Cause::duplicate(Thing::Listed, "broker-1")
        }),
        ("primary", "broker-1,broker-3", |cause| {
            is_inconsistent(cause, "“broker-3” is in the other list")
        }),
    ];
    for (column, bad, is_right) in cases {
        let problem = refusal(&session, &cell(ISOLATION, 0, column, text(bad)));
        assert!(is_right(&problem.cause), "{column}: {bad}: {problem}");
    }
    let table = session.entity_table(ISOLATION).unwrap();
    let input = table
        .columns
        .iter()
        .find(|column| column.id == "min_available")
        .unwrap()
        .input
        .clone()
        .unwrap();
    for bad in ["1.5", "some", "-1", "10001"] {
        let reason = input.parse(bad).unwrap_err().to_string();
        assert!(
            reason.contains("whole number") && reason.contains("0 to 10000"),
            "{bad}: {reason}"
        );
    }
    assert_eq!(session.document(), before);
}

#[test]
fn secondary_brokers_take_over_where_too_few_primary_ones_are_up() {
    let session = preset("isolation");
    let before = digest(&session, 0);
    let session = edited(
        &session,
        cell(ISOLATION, 0, "secondary", text("broker-2, broker-3")),
    );
    assert_eq!(digest(&session, 0), before, "broker-1 is enough");
    let session = edited(&session, cell(ISOLATION, 0, "min_available", number(2.0)));
    assert_ne!(digest(&session, 0), before, "bank/ledger may leave now");
}

#[test]
fn an_anti_affinity_group_is_added_edited_and_removed() {
    let added = edited(&opening(), Edit::AddRow(GROUPS));
    let all = cell(GROUPS, 0, "namespaces", text("*"));
    assert_eq!(all.label(&*added), "Namespaces of Group 1: *");
    let session = edited(&added, all);
    assert_ne!(digest(&session, 0), digest(&opening(), 0));
    let problem = refusal(&session, &cell(GROUPS, 0, "namespaces", text("elsewhere")));
    assert!(
        is_unknown(&problem.cause, Thing::Namespace, "elsewhere"),
        "{problem}"
    );
    assert_eq!(
        digest(&edited(&session, Edit::RemoveRow(GROUPS, 0)), 0),
        digest(&opening(), 0)
    );
}

fn bundles(cell: &Cell) -> f64 {
    match cell {
        Cell::Number(count, _) => *count,
        other => panic!("{other:?}"),
    }
}

#[test]
fn bundles_without_a_broker_are_placed_edited_and_removed() {
    let session = edited(&opening(), cell(UNOWNED, 0, "count", number(12.0)));
    assert_ne!(
        digest(&session, 0),
        digest(&opening(), 0),
        "somebody is given them"
    );
    let count: f64 = session
        .table(0, 1)
        .rows
        .iter()
        .map(|(_, cells)| bundles(&cells[4]))
        .sum();
    let before: f64 = opening()
        .table(0, 1)
        .rows
        .iter()
        .map(|(_, cells)| bundles(&cells[4]))
        .sum();
    assert_eq!(
        count,
        before + 12.0,
        "every one of them has a broker in the next round"
    );
    assert_eq!(value(&session, UNOWNED, 0, "cpu"), number(1.0));
    let session = edited(&session, cell(UNOWNED, 0, "cpu", number(8.0)));
    let session = edited(
        &session,
        cell(UNOWNED, 0, "name", text("bank/new/0x00000000_0xffffffff")),
    );
    assert_eq!(value(&session, UNOWNED, 0, "cpu"), number(8.0));
    let twice = refusal(
        &session,
        &cell(UNOWNED, 1, "name", text("bank/new/0x00000000_0xffffffff")),
    );
    assert_eq!(
        twice.cause,
        Cause::duplicate(Thing::Bundle, "bank/new/0x00000000_0xffffffff")
    );
    let session = edited(&session, Edit::AddRow(UNOWNED));
    assert_eq!(session.entity_table(UNOWNED).unwrap().rows, 13);
    let session = edited(&session, Edit::RemoveRow(UNOWNED, 1));
    assert_eq!(session.entity_table(UNOWNED).unwrap().rows, 12);
    assert_eq!(preset("cold-start").entity_table(UNOWNED).unwrap().rows, 40);
}
