//! What forms and the stage do to the run, wherever the cursor is.

use super::page::Page;
use shedscope::app::session::{Action, Seek};
use shedscope::engine::Cause;
use shedscope::simulator::{Cell, Edit, Field, InputValue, TableRef};

const BROKERS: TableRef = TableRef::top("brokers");
const LOW: &str = "loadBalancerAvgShedderLowThreshold";
const HIGH: &str = "loadBalancerAvgShedderHighThreshold";

fn digest(page: &Page) -> String {
    page.0.run.digest(0).expect("a complete run")
}

fn cell(row: usize, column: &'static str, value: f64) -> Edit {
    Edit::SetCell {
        table: BROKERS,
        row,
        column,
        value: InputValue::Number(value),
    }
}

fn set(field: &'static str, value: f64) -> Edit {
    Edit::Set {
        variant: 0,
        field,
        value,
    }
}

fn field(page: &Page, name: &str) -> Field {
    let fields = page.0.document.fields(0, None);
    fields
        .into_iter()
        .find(|field| field.name == name)
        .expect("a field")
}

fn shown(page: &Page, table: TableRef, row: usize, column: &str) -> f64 {
    let columns = page
        .0
        .document
        .entity_table(table)
        .expect("a table")
        .columns;
    let place = columns
        .iter()
        .position(|other| other.id == column)
        .expect("a column");
    page.0.document.entity_rows(table, &[row])[0].cells[place]
        .number()
        .expect("a number")
}

#[test]
fn rounds_and_seed_are_settings_of_the_run() {
    let mut page = Page::open("shedding", "four-random");
    page.compute();
    let first = digest(&page);
    page.edit(Edit::Seed(2));
    assert_ne!(digest(&page), first);
    page.edit(Edit::Rounds(7)).does(Action::Seek(Seek::Last));
    assert_eq!((page.0.round, page.0.last()), (6, 6));
    page.does(Action::edit_typed(
        1,
        Edit::Rounds(10_001),
        "10001".to_owned(),
    ));
    let refusal = page.0.refusal.clone().expect("a refusal");
    assert_eq!(
        refusal.problem.cause,
        Cause::out_of_bounds(10_001, "1 to 10000")
    );
    page.edit(Edit::Rounds(3));
    assert_eq!(page.0.round, 2, "the cursor stays within the run");
    page.edit(Edit::Rounds(1));
    assert_eq!((page.0.round, page.0.playback().last), (0, 0));
}

#[test]
fn what_a_number_field_does_not_take_is_named_with_its_bounds() {
    let page = Page::first("shedding");
    let high = field(&page, HIGH);
    for bad in ["4o", "", "30.5", "1e999", "0x10", "5000"] {
        let reason = high.value_type.parse(bad).expect_err(bad).to_string();
        assert!(reason.contains("-1000 to 1000"), "{bad}: {reason}");
        assert!(reason.contains("whole"), "{bad}: {reason}");
    }
    assert_eq!(high.value_type.parse("30"), Ok(30.0));
}

#[test]
fn a_difference_threshold_may_be_zero_or_below() {
    let mut page = Page::first("shedding");
    let before = digest(&page);
    for value in [0.0, -5.0] {
        page.edit(set(LOW, value));
        assert_eq!(
            (field(&page, LOW).value, page.0.notice.clone()),
            (value, None)
        );
        assert_ne!(digest(&page), before);
    }
}

#[test]
fn settings_go_back_to_their_defaults_at_once() {
    let mut page = Page::first("shedding");
    let before = digest(&page);
    page.edit(set("loadBalancerSheddingEnabled", 0.0))
        .edit(set(LOW, 20.0));
    assert!(
        page.0
            .run
            .headline(0, 0)
            .contains("Automatic shedding is off"),
        "{}",
        page.0.run.headline(0, 0)
    );
    let epoch = page.0.reset_epoch;
    page.edit(Edit::Reset(0));
    assert!(
        page.0.reset_epoch > epoch,
        "fields forget what was typed into them"
    );
    assert_eq!((field(&page, LOW).value, digest(&page)), (15.0, before));
}

#[test]
fn a_setting_applies_from_the_round_at_the_cursor_and_the_cursor_stays() {
    let mut page = Page::first("shedding");
    let before = digest(&page);
    page.seek(3).edit(set(LOW, 60.0));
    assert_eq!(page.0.round, 3);
    assert_ne!(digest(&page), before);
    let event = page.0.what_if.expect("an event");
    let text = &page
        .0
        .document
        .events()
        .iter()
        .find(|one| one.id == event)
        .expect("the event")
        .text
        .clone();
    assert_eq!(
        text,
        "Setting changes: loadBalancerAvgShedderLowThreshold, 60"
    );
}

#[test]
fn an_offer_that_is_left_unanswered_makes_sense_wherever_the_cursor_goes() {
    let mut page = Page::first("shedding");
    let before = digest(&page);
    page.does(Action::Seek(Seek::Last))
        .edit(cell(4, "bundles", 9.0));
    for seek in [Seek::First, Seek::Next, Seek::Previous] {
        page.does(Action::Seek(seek));
        assert!(page.0.offered.is_some() && digest(&page) == before);
    }
    page.does(Action::AcceptOffer).compute();
    assert_eq!((page.0.offered.clone(), page.0.round), (None, 0));
    assert_eq!(shown(&page, BROKERS, 4, "bundles"), 9.0);
    assert_ne!(digest(&page), before);
}

#[test]
fn a_discarded_offer_changes_nothing_and_fields_forget_it() {
    let mut page = Page::first("shedding");
    let before = digest(&page);
    page.does(Action::Seek(Seek::Last))
        .edit(cell(4, "bundles", 9.0));
    let epoch = page.0.reset_epoch;
    page.does(Action::DiscardOffer);
    assert!(page.0.reset_epoch > epoch);
    assert_eq!(
        (
            shown(&page, BROKERS, 4, "bundles"),
            page.0.round,
            digest(&page)
        ),
        (6.0, 59, before)
    );
}

#[test]
fn the_network_counts_like_the_processor() {
    let mut page = Page::first("shedding");
    page.edit(cell(5, "bandwidth_in", 95.0));
    let table = page.0.run.table(0, 0);
    let row = &table
        .rows
        .iter()
        .find(|(_, cells)| cells[0] == Cell::Text("broker-6".to_owned()))
        .expect("a row")
        .1;
    assert!(
        matches!(row[1], Cell::Number(usage, _) if (usage - 95.0).abs() < 1e-6),
        "{row:?}"
    );
    assert!(
        matches!(&row[2], Cell::Text(resource) if resource.contains("network")),
        "{row:?}"
    );
}

#[test]
fn the_number_and_the_skew_of_bundles_share_the_load_and_do_not_change_it() {
    let mut page = Page::first("shedding");
    let bundles = TableRef::of_row("bundles", 5);
    page.edit(cell(5, "bundles", 5.0));
    assert!((shown(&page, BROKERS, 5, "cpu") - 8.0).abs() < 1e-9);
    page.edit(cell(5, "skew", 0.0));
    let costs: Vec<f64> = (0..5)
        .map(|row| shown(&page, bundles, row, "cpu"))
        .collect();
    assert!(
        costs.iter().all(|cost| (cost - 1.6).abs() < 1e-9),
        "{costs:?}"
    );
    page.edit(Edit::AddRow(bundles));
    let cost = Edit::SetCell {
        table: bundles,
        row: 5,
        column: "cpu",
        value: InputValue::Number(4.4),
    };
    page.edit(cost);
    assert!((shown(&page, BROKERS, 5, "cpu") - 12.4).abs() < 1e-9);
    page.edit(Edit::RemoveRow(bundles, 0));
    assert_eq!(
        page.0.document.entity_table(bundles).expect("bundles").rows,
        5
    );
}

#[test]
fn a_larger_machine_is_used_less_and_what_others_use_adds_up() {
    let mut page = Page::first("shedding");
    page.edit(cell(0, "capacity", 2.0));
    assert!(
        (shown(&page, BROKERS, 0, "cpu") - 44.0).abs() < 1e-9,
        "twice the machine, half the usage"
    );
    page.edit(cell(0, "base_cpu", 10.0));
    assert!((shown(&page, BROKERS, 0, "cpu") - 54.0).abs() < 1e-9);
}

#[test]
fn a_broker_comes_and_goes_and_the_run_is_what_it_was() {
    let mut page = Page::first("shedding");
    let before = digest(&page);
    page.edit(Edit::AddRow(BROKERS)).edit(cell(6, "cpu", 30.0));
    assert_eq!(page.0.document.entity_name(BROKERS, 6), "broker-7");
    assert_ne!(digest(&page), before);
    page.edit(Edit::RemoveRow(BROKERS, 6));
    assert_eq!(digest(&page), before);
}

#[test]
fn a_selected_bundle_stays_selected_when_others_go_and_is_dropped_when_it_is_gone() {
    let mut page = Page::first("shedding");
    page.does(Action::Seek(Seek::NextEventful));
    let bundle = page.0.run.moved(0, page.0.round)[0];
    page.does(Action::Select(Some(bundle)));
    let name = page.0.run.subject_name(bundle);
    page.does(Action::Seek(Seek::First))
        .edit(cell(5, "bundles", 0.0))
        .edit(cell(4, "bundles", 2.0));
    assert_eq!(
        page.0.run.subject_name(page.0.selected.expect("a subject")),
        name
    );
    page.edit(cell(0, "bundles", 0.0))
        .edit(cell(1, "bundles", 0.0));
    assert_eq!(page.0.selected, None);
}

#[test]
fn what_comes_before_a_later_edit_stays_as_it_was() {
    let mut page = Page::first("shedding");
    let tables = |page: &Page| {
        (0..5)
            .map(|round| page.0.run.table(0, round))
            .collect::<Vec<_>>()
    };
    let before = tables(&page);
    page.seek(5).edit(cell(5, "load", 60.0));
    assert_eq!(tables(&page), before);
    let table = page.0.run.table(0, 5);
    let usage = table
        .rows
        .iter()
        .find(|(_, cells)| cells[0] == Cell::Text("broker-6".to_owned()));
    assert!(usage.is_some_and(
        |(_, cells)| matches!(cells[1], Cell::Number(usage, _) if (usage - 60.0).abs() < 0.06)
    ));
}

#[test]
fn an_event_that_cannot_be_added_is_explained_in_a_notice() {
    let mut page = Page::first("shedding");
    let add = |at_s: f64| Edit::AddEvent {
        variant: 0,
        kind: "spike".to_owned(),
        at_s,
    };
    page.edit(add(240.0));
    let before = digest(&page);
    page.edit(add(240.0));
    let notice = page.0.notice.clone().expect("a notice");
    assert!(
        notice.starts_with("event 2 (Spike)") && notice.contains("It overlaps another of its kind"),
        "{notice}"
    );
    assert_eq!((page.0.document.events().len(), digest(&page)), (1, before));
    page.does(Action::DismissNotice).edit(add(1200.0));
    let typed = |at_s: f64, text: &str| {
        Action::edit_typed(9, Edit::MoveEvent { event: 2, at_s }, text.to_owned())
    };
    page.does(typed(330.0, "5:30"));
    assert_eq!(page.0.notice, None, "the field says it");
    assert_eq!(
        page.0
            .refusal
            .clone()
            .and_then(|refusal| refusal.text.clone())
            .as_deref(),
        Some("5:30")
    );
    page.does(typed(420.0, "7:00")).compute();
    assert_eq!(page.0.refusal, None, "one may begin when the other ends");
}
