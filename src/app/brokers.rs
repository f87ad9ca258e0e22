//! The tables of brokers and of a broker's bundles, editable, a page of rows at a time so that
//! thousands stay quick.

use yew::prelude::*;

use super::field::{FieldProps, field, shown};
use super::session::{Action, Pages, Session};
use super::target::Target;
use super::{Dispatch, send};
use crate::shedding::edit::{BundleField, ClusterEdit};
use crate::shedding::reason::trimmed;
use crate::shedding::usage::Resource;

/// Rows on a page of brokers.
const BROKERS: usize = 20;
/// Rows on a page of bundles.
const BUNDLES: usize = 10;

/// Buttons to page through a long table.
pub fn pager(what: &str, count: usize, size: usize, pages: Pages, session: &Session, dispatch: &Dispatch) -> Html {
    if count <= size {
        return html! {};
    }
    let last = count.div_ceil(size) - 1;
    let page = session.page(pages).min(last);
    let button = |to: usize, is_off: bool, word: &str, sign: &'static str| {
        html! { <button type="button" class="small" disabled={is_off} aria-label={format!("{word} {what}")} onclick={send(dispatch, Action::Page(pages, to))}>{ sign }</button> }
    };
    html! {
        <div class="pager">
            { button(page.saturating_sub(1), page == 0, "Previous", "‹") }
            <span>{ format!("{}–{} of {count} {what}", page * size + 1, ((page + 1) * size).min(count)) }</span>
            { button(page + 1, page >= last, "Next", "›") }
        </div>
    }
}

/// The rows of a page.
pub fn page_of(count: usize, size: usize, page: usize) -> std::ops::Range<usize> {
    let page = page.min(count.div_ceil(size).saturating_sub(1));
    page * size..count.min((page + 1) * size)
}

/// The table of brokers.
pub fn brokers(session: &Session, dispatch: &Dispatch) -> Html {
    let brokers = &session.scenario.world.brokers;
    let found: Vec<usize> = (0..brokers.len()).filter(|index| brokers[*index].name.contains(&session.filter)).collect();
    let on_filter = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| {
            dispatch.dispatch(Action::Filter(event.target_unchecked_into::<web_sys::HtmlInputElement>().value()));
        })
    };
    let rows = found[page_of(found.len(), BROKERS, session.page(Pages::Brokers))]
        .iter()
        .map(|index| row(*index, session, dispatch));
    html! {
        <>
            <h2>{ "Brokers at the start" }</h2>
            if brokers.len() > BROKERS {
                <input class="filter" type="search" placeholder="Find a broker" aria-label="Find a broker" value={session.filter.clone()} oninput={on_filter} />
            }
            <div class="scroll">
                <table class="brokers" aria-label="Brokers">
                    <thead><tr>
                        <th scope="col">{ "Name" }</th><th scope="col">{ "CPU %" }</th><th scope="col" title="network in">{ "in %" }</th>
                        <th scope="col" title="network out">{ "out %" }</th><th scope="col">{ "bundles" }</th><th scope="col"><span class="unseen">{ "More" }</span></th>
                    </tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
            if found.is_empty() { <p class="help">{ if brokers.is_empty() { "There is no broker. Add one." } else { "No broker has this in its name." } }</p> }
            { pager("brokers", found.len(), BROKERS, Pages::Brokers, session, dispatch) }
            <p><button type="button" onclick={send(dispatch, Action::Edit(ClusterEdit::AddBroker))}>{ "Add broker" }</button></p>
        </>
    }
}

fn row(index: usize, session: &Session, dispatch: &Dispatch) -> Html {
    let broker = &session.scenario.world.brokers[index];
    let name = &*broker.name;
    let is_open = session.opened == Some(index);
    let cell = |target: Target, label: String, value: String| {
        html! { <td>{ shown(FieldProps { is_bare: true, ..field(target, label, value, session, dispatch) }) }</td> }
    };
    let usage = |resource: Resource, words: &str| {
        cell(Target::Usage(index, resource), format!("{words} of {name}"), trimmed(broker.usage_percent(resource), 2))
    };
    let toggle = send(dispatch, Action::Opened((!is_open).then_some(index)));
    html! {
        <>
            <tr key={index}>
                { cell(Target::BrokerName(index), format!("Name of {name}"), name.to_owned()) }
                { usage(Resource::Cpu, "CPU") }
                { usage(Resource::BandwidthIn, "Network in") }
                { usage(Resource::BandwidthOut, "Network out") }
                { cell(Target::BundleCount(index), format!("Bundles of {name}"), broker.bundles.len().to_string()) }
                <td><button type="button" class="small" aria-expanded={is_open.to_string()} aria-label={format!("More of {name}")} onclick={toggle}>{ if is_open { "−" } else { "+" } }</button></td>
            </tr>
            if is_open { <tr class="more" key={format!("more {index}")}><td colspan="6">{ more(index, session, dispatch) }</td></tr> }
        </>
    }
}

/// What the row has no room for: capacity, memory, what else runs there, skew, the bundles themselves.
fn more(index: usize, session: &Session, dispatch: &Dispatch) -> Html {
    let broker = &session.scenario.world.brokers[index];
    let one = |target: Target, label: &'static str, value: f64, unit: &'static str, help: &'static str| {
        shown(FieldProps { unit, help: help.into(), ..field(target, label, trimmed(value, 2), session, dispatch) })
    };
    let memory = |resource: Resource| broker.usage_percent(resource);
    let skew = field(Target::Skew(index), "Skew of bundles", trimmed(broker.skew, 2), session, dispatch);
    let skew_help =
        "0 shares the load equally among the bundles; 1 gives the second half of the first’s, the third a third, …";
    html! {
        <div class="more">
            { one(Target::Capacity(index), "CPU capacity", broker.cpu_capacity, "×", "1 is the reference broker; 2 has twice as much.") }
            { one(Target::Usage(index, Resource::DirectMemory), "Direct memory", memory(Resource::DirectMemory), "%", "") }
            { one(Target::Usage(index, Resource::Memory), "Heap memory", memory(Resource::Memory), "%", "") }
            { one(Target::BaseCpu(index), "CPU used by others", broker.base.cpu, "%", "What else runs on the machine; no bundle makes it and none takes it away.") }
            { shown(FieldProps { slider: Some([0.0, 2.0, 0.1]), help: skew_help.into(), ..skew }) }
            { bundles(index, session, dispatch) }
            <p><button type="button" onclick={send(dispatch, Action::Edit(ClusterEdit::RemoveBroker(index)))}>{ format!("Remove {}", broker.name) }</button></p>
        </div>
    }
}

fn bundles(owner: usize, session: &Session, dispatch: &Dispatch) -> Html {
    let broker = &session.scenario.world.brokers[owner];
    let rows = page_of(broker.bundles.len(), BUNDLES, session.page(Pages::Bundles)).map(|index| {
        let bundle = &broker.bundles[index];
        let cell = |target: Target, label: String, value: String| {
            html! { <td>{ shown(FieldProps { is_bare: true, ..field(target, label, value, session, dispatch) }) }</td> }
        };
        let remove = send(dispatch, Action::Edit(ClusterEdit::RemoveBundle(owner, index)));
        html! {
            <tr key={index}>
                { cell(Target::BundleName(owner, index), format!("Name of {}", bundle.name), bundle.name.to_string()) }
                { for BundleField::ALL.iter().map(|field| {
                    cell(Target::Bundle(owner, index, *field), format!("{} of {}", field.label(), bundle.name), trimmed(field.of(bundle), 3))
                }) }
                <td><button type="button" class="small" aria-label={format!("Remove {}", bundle.name)} onclick={remove}>{ "×" }</button></td>
            </tr>
        }
    });
    html! {
        <>
            <div class="scroll">
                <table class="bundles" aria-label={format!("Bundles of {}", broker.name)}>
                    <thead><tr>
                        <th scope="col">{ "Bundle" }</th>
                        { for BundleField::ALL.iter().map(|field| html! { <th scope="col">{ field.label() }</th> }) }
                        <th scope="col"><span class="unseen">{ "Remove" }</span></th>
                    </tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
            { pager("bundles", broker.bundles.len(), BUNDLES, Pages::Bundles, session, dispatch) }
            <p><button type="button" onclick={send(dispatch, Action::Edit(ClusterEdit::AddBundle(owner)))}>{ "Add bundle" }</button></p>
        </>
    }
}
