//! The tables of brokers and of a broker's bundles, editable, a page of rows at a time so that
//! thousands stay quick.

use super::Dispatch;
use super::action::{Action, Pages};
use super::field::{FieldProps, field, shown};
use super::paging::page_of;
use super::session::Session;
use super::target::Target;
use super::view::{Html, On, Tag, button, classed, row, says, tag};
use crate::run::words::trimmed;
use crate::shedding::cluster::UNPLACED;
use crate::shedding::cluster_edit::{BundleField, ClusterEdit};
use crate::shedding::usage::Resource;

/// Rows on a page of brokers.
const BROKERS: usize = 20;
/// Rows on a page of bundles.
const BUNDLES: usize = 10;

/// Buttons to page through a long table.
pub fn pager(
    what: &str,
    count: usize,
    size: usize,
    pages: Pages,
    session: &Session,
    dispatch: &Dispatch,
) -> Option<Tag> {
    super::paging::pager(what, count, size, session.page(pages), dispatch, move |page| Action::Page(pages, page))
}

/// A table that scrolls sideways where there is no room for it.
fn table(class: &'static str, label: String, heads: &[&'static str], bodies: Vec<Vec<Tag>>) -> Tag {
    let head = |words: &&'static str| says("th", *words).set("scope", "col");
    let heads = tag("thead").add(tag("tr").add_all(heads.iter().map(head)));
    let table = classed("table", class).set("aria-label", label).add(heads);
    let table = table.add_all(bodies.into_iter().map(|rows| tag("tbody").add_all(rows)));
    classed("div", "scroll").add(table)
}

/// The table of brokers.
pub fn brokers(session: &Session, dispatch: &Dispatch) -> Html {
    let brokers = &session.scenario.world.brokers;
    let wanted = session.filter.as_bytes();
    let is_found =
        |name: &[u8]| wanted.is_empty() || name.windows(wanted.len()).any(|part| part.eq_ignore_ascii_case(wanted));
    let found: Vec<usize> = (0..brokers.len()).filter(|index| is_found(brokers[*index].name.as_bytes())).collect();
    let mut rows = Vec::new();
    for index in &found[page_of(found.len(), BROKERS, session.page(Pages::Brokers))] {
        rows.push(broker(*index, session, dispatch));
        if session.opened == Some(*index) {
            let cell = tag("td").set("colspan", "6").add(more(*index, session, dispatch));
            rows.push(classed("tr", "more").key(format!("more {index}")).add(cell));
        }
    }
    let mut unowned = vec![unplaced(session, dispatch)];
    if session.opened == Some(UNPLACED) {
        let all = classed("div", "more").add_all(bundles(UNPLACED, session, dispatch));
        unowned.push(classed("tr", "more").key("more").add(tag("td").set("colspan", "6").add(all)));
    }
    let filter = (brokers.len() > BROKERS).then(|| {
        let dispatch = dispatch.clone();
        let field = classed("input", "filter").set("type", "search").set("aria-label", "Find a broker");
        let field = field.set("placeholder", "Find a broker").set("value", session.filter.clone());
        field.on_text(On::Input, move |text| dispatch.dispatch(Action::Filter(text)))
    });
    let nothing = found.is_empty().then(|| {
        let words = if brokers.is_empty() { "There is no broker. Add one." } else { "No broker has this in its name." };
        classed("p", "help").text(words)
    });
    let add = button(dispatch, Action::Edit(ClusterEdit::AddBroker)).text("Add broker");
    let heads = ["Name", "CPU %", "in %", "out %", "bundles", "more"];
    let parts = [
        Some(says("h2", "Brokers at the start")),
        filter,
        Some(table("brokers", "Brokers".to_owned(), &heads, vec![rows, unowned])),
        nothing,
        pager("brokers", found.len(), BROKERS, Pages::Brokers, session, dispatch),
        Some(tag("p").add(add)),
    ];
    row(parts)
}

fn cell(target: Target, label: String, value: String, session: &Session, dispatch: &Dispatch) -> Tag {
    tag("td").add(shown(FieldProps { is_bare: true, ..field(target, label, value, session, dispatch) }))
}

fn broker(index: usize, session: &Session, dispatch: &Dispatch) -> Tag {
    let broker = &session.scenario.world.brokers[index];
    let name = &*broker.name;
    let usage = |resource: Resource, words: &str| {
        let value = trimmed(broker.usage_percent(resource), 2);
        cell(Target::Usage(index, resource), format!("{words} of {name}"), value, session, dispatch)
    };
    tag("tr")
        .key(format!("broker {index}"))
        .add(cell(Target::BrokerName(index), format!("Name of {name}"), name.to_owned(), session, dispatch))
        .add(usage(Resource::Cpu, "CPU"))
        .add(usage(Resource::BandwidthIn, "Network in"))
        .add(usage(Resource::BandwidthOut, "Network out"))
        .add(count(index, format!("Bundles of {name}"), broker.bundles.len(), session, dispatch))
        .add(toggle(index, format!("More of {name}"), session, dispatch))
}

/// Bundles that nobody owns at the start, behind the last broker.
fn unplaced(session: &Session, dispatch: &Dispatch) -> Tag {
    let many = session.scenario.world.unplaced.len();
    tag("tr")
        .key("unplaced")
        .add(says("td", "Without a broker").set("colspan", "4"))
        .add(count(UNPLACED, "Bundles without a broker".to_owned(), many, session, dispatch))
        .add(toggle(UNPLACED, "More without a broker".to_owned(), session, dispatch))
}

fn count(owner: usize, label: String, many: usize, session: &Session, dispatch: &Dispatch) -> Tag {
    cell(Target::BundleCount(owner), label, many.to_string(), session, dispatch)
}

/// Opens what belongs to a row, and closes it.
fn toggle(owner: usize, label: String, session: &Session, dispatch: &Dispatch) -> Tag {
    let is_open = session.opened == Some(owner);
    let toggle = button(dispatch, Action::Opened((!is_open).then_some(owner)))
        .set("class", "small")
        .set("aria-expanded", if is_open { "true" } else { "false" })
        .set("aria-label", label)
        .text(if is_open { "−" } else { "+" });
    tag("td").add(toggle)
}

/// What the row has no room for: capacity, memory, what else runs there, skew, the bundles themselves.
fn more(index: usize, session: &Session, dispatch: &Dispatch) -> Tag {
    let broker = &session.scenario.world.brokers[index];
    let one = |target: Target, label: &'static str, value: f64, unit: &'static str, help: &'static str| {
        let plain = field(target, label, trimmed(value, 2), session, dispatch);
        shown(FieldProps { unit, help: help.into(), ..plain })
    };
    let memory =
        |resource: Resource, label| one(Target::Usage(index, resource), label, broker.usage_percent(resource), "%", "");
    let capacity = "1 is the reference broker; 2 has twice as much.";
    let others = "What else runs on the machine.";
    let skew = "0: all alike. 1: the second has half of the first’s load, the third a third, …";
    let skewed = field(Target::Skew(index), "Skew of bundles", trimmed(broker.skew, 2), session, dispatch);
    let remove =
        button(dispatch, Action::Edit(ClusterEdit::RemoveBroker(index))).text(format!("Remove {}", broker.name));
    classed("div", "more")
        .add(one(Target::Capacity(index), "CPU capacity", broker.cpu_capacity, "×", capacity))
        .add(memory(Resource::DirectMemory, "Direct memory"))
        .add(memory(Resource::Memory, "Heap memory"))
        .add(one(Target::BaseCpu(index), "CPU used by others", broker.base.cpu, "%", others))
        .add(shown(FieldProps { slider: Some(["0", "2", "0.1"]), help: skew.into(), ..skewed }))
        .add_all(bundles(index, session, dispatch))
        .add(tag("p").add(remove))
}

fn bundles(owner: usize, session: &Session, dispatch: &Dispatch) -> [Option<Tag>; 3] {
    let world = &session.scenario.world;
    let bundles = world.bundles_of(owner).unwrap_or_default();
    let title = match world.brokers.get(owner) {
        Some(broker) => format!("Bundles of {}", broker.name),
        None => "Bundles without a broker".to_owned(),
    };
    let line = |index: usize| {
        let bundle = &bundles[index];
        let name = bundle.name.to_string();
        let remove = button(dispatch, Action::Edit(ClusterEdit::RemoveBundle(owner, index)))
            .set("class", "small")
            .set("aria-label", format!("Remove {name}"))
            .text("×");
        let value = |field: BundleField| {
            let label = format!("{} of {name}", field.label());
            cell(Target::Bundle(owner, index, field), label, trimmed(field.of(bundle), 3), session, dispatch)
        };
        tag("tr")
            .key(format!("bundle {index}"))
            .add(cell(Target::BundleName(owner, index), format!("Name of {name}"), name.clone(), session, dispatch))
            .add_all(BundleField::ALL.map(value))
            .add(tag("td").add(remove))
    };
    let rows = page_of(bundles.len(), BUNDLES, session.page(Pages::Bundles)).map(line).collect();
    let mut heads = vec!["Bundle"];
    heads.extend(BundleField::ALL.map(BundleField::label));
    heads.push("remove");
    let add = button(dispatch, Action::Edit(ClusterEdit::AddBundle(owner))).text("Add bundle");
    let pages = pager("bundles", bundles.len(), BUNDLES, Pages::Bundles, session, dispatch);
    let table = table("bundles", title, &heads, vec![rows]);
    [Some(table), pages, Some(tag("p").add(add))]
}
