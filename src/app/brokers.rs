//! The table of brokers, editable, a page of rows at a time so that a thousand stay quick.

use yew::prelude::*;

use super::bundles::Bundles;
use super::field::{NumberField, TextField};
use super::pager::Pager;
use super::session::{Action, Session};
use super::shared::Shared;
use crate::run::limits::MAX_BUNDLES;
use crate::shedding::Scenario;
use crate::shedding::cluster::Broker;
use crate::shedding::edit::ClusterEdit;
use crate::shedding::usage::Resource;

/// Rows on a page.
const PAGE: usize = 20;

/// What the table shows.
#[derive(Properties, PartialEq)]
pub struct BrokersProps {
    /// The scenario.
    pub scenario: Shared<Scenario>,
    /// Counts discarded edits.
    pub epoch: usize,
    /// Where actions go.
    pub dispatch: UseReducerDispatcher<Session>,
}

#[component]
pub fn Brokers(props: &BrokersProps) -> Html {
    let page = use_state(|| 0_usize);
    let filter = use_state(String::new);
    let opened = use_state(|| None::<usize>);
    let brokers = &props.scenario.world.brokers;
    let shown: Vec<usize> = (0..brokers.len())
        .filter(|index| filter.is_empty() || brokers[*index].name.contains(filter.as_str()))
        .collect();
    let pages = shown.len().div_ceil(PAGE).max(1);
    let at = (*page).min(pages - 1);
    let rows = shown.iter().skip(at * PAGE).take(PAGE).map(|&index| {
        let is_open = *opened == Some(index);
        let toggle = {
            let opened = opened.clone();
            Callback::from(move |()| opened.set((!is_open).then_some(index)))
        };
        html! { <Row key={index} {index} broker={brokers[index].clone()} scenario={props.scenario.clone()} epoch={props.epoch} dispatch={props.dispatch.clone()} {is_open} {toggle} /> }
    });
    let add = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Edit(ClusterEdit::AddBroker)))
    };
    let on_filter = {
        let (filter, page) = (filter.clone(), page.clone());
        Callback::from(move |event: InputEvent| {
            filter.set(event.target_unchecked_into::<web_sys::HtmlInputElement>().value());
            page.set(0);
        })
    };
    html! {
        <>
            <h2>{ "Brokers at the start" }</h2>
            if brokers.len() > PAGE {
                <input class="filter" type="search" placeholder="Find a broker" aria-label="Find a broker" value={(*filter).clone()} oninput={on_filter} />
            }
            <div class="scroll">
            <table class="brokers" aria-label="Brokers">
                <thead><tr>
                    <th scope="col">{ "Name" }</th>
                    <th scope="col">{ "CPU %" }</th>
                    <th scope="col"><abbr title="network in, percent">{ "in %" }</abbr></th>
                    <th scope="col"><abbr title="network out, percent">{ "out %" }</abbr></th>
                    <th scope="col"><abbr title="number of bundles">{ "bundles" }</abbr></th>
                    <th scope="col"><span class="unseen">{ "More" }</span></th>
                </tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
            </div>
            if shown.is_empty() { <p class="help">{ if brokers.is_empty() { "There is no broker. Add one." } else { "No broker has this in its name." } }</p> }
            <Pager what="brokers" count={shown.len()} page_size={PAGE} page={at} on_page={let page = page.clone(); Callback::from(move |at| page.set(at))} />
            <p><button type="button" onclick={add}>{ "Add broker" }</button></p>
        </>
    }
}

/// One broker's row.
#[derive(Properties)]
struct RowProps {
    index: usize,
    broker: Broker,
    scenario: Shared<Scenario>,
    epoch: usize,
    dispatch: UseReducerDispatcher<Session>,
    is_open: bool,
    toggle: Callback<()>,
}

impl PartialEq for RowProps {
    fn eq(&self, other: &Self) -> bool {
        // An open row reaches into the whole scenario; a closed one is its broker's alone. Names are
        // checked against the others, so a closed row still wants the newest scenario after a change.
        self.index == other.index
            && self.is_open == other.is_open
            && self.epoch == other.epoch
            && self.scenario == other.scenario
    }
}

#[component]
fn Row(props: &RowProps) -> Html {
    let (index, broker) = (props.index, &props.broker);
    let edit = |make: fn(usize, f64) -> ClusterEdit| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |value: f64| dispatch.dispatch(Action::Edit(make(index, value))))
    };
    let percent = |label: &str, resource: Resource, make| {
        html! {
            <NumberField label={format!("{label} of {}", broker.name)} value={broker.usage_percent(resource)} decimals={2}
                check={within(0.0, 10_000.0)} on_change={edit(make)} is_bare=true epoch={props.epoch} />
        }
    };
    let check_name = {
        let scenario = props.scenario.clone();
        Callback::from(move |name: String| {
            let rename = ClusterEdit::RenameBroker(index, name);
            rename.apply_name(&scenario.world).map_err(|problem| problem.what)
        })
    };
    let on_name = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |name: String| dispatch.dispatch(Action::Edit(ClusterEdit::RenameBroker(index, name))))
    };
    let toggle = props.toggle.reform(|_: MouseEvent| ());
    html! {
        <>
            <tr>
                <td><TextField label={format!("Name of {}", broker.name)} value={broker.name.to_string()} check={check_name} on_change={on_name} epoch={props.epoch} /></td>
                <td>{ percent("CPU", Resource::Cpu, |index, value| ClusterEdit::Usage(index, Resource::Cpu, value)) }</td>
                <td>{ percent("Network in", Resource::BandwidthIn, |index, value| ClusterEdit::Usage(index, Resource::BandwidthIn, value)) }</td>
                <td>{ percent("Network out", Resource::BandwidthOut, |index, value| ClusterEdit::Usage(index, Resource::BandwidthOut, value)) }</td>
                <td>
                    <NumberField label={format!("Bundles of {}", broker.name)} value={broker.bundles.len() as f64} check={whole(0.0, MAX_BUNDLES as f64)}
                        on_change={edit(|index, value| ClusterEdit::BundleCount(index, value as usize))} is_bare=true epoch={props.epoch} />
                </td>
                <td>
                    <button type="button" class="small" aria-expanded={props.is_open.to_string()} aria-label={format!("More of {}", broker.name)} onclick={toggle}>
                        { if props.is_open { "−" } else { "+" } }
                    </button>
                </td>
            </tr>
            if props.is_open { <tr class="more"><td colspan="6">{ more(props) }</td></tr> }
        </>
    }
}

/// What the row has no room for: capacity, memory, what else runs there, skew, the bundles themselves.
fn more(props: &RowProps) -> Html {
    let (index, broker) = (props.index, &props.broker);
    let edit = |make: fn(usize, f64) -> ClusterEdit| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |value: f64| dispatch.dispatch(Action::Edit(make(index, value))))
    };
    let remove = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Edit(ClusterEdit::RemoveBroker(index))))
    };
    let percent = within(0.0, 10_000.0);
    html! {
        <div class="more">
            <NumberField label="CPU capacity" value={broker.cpu_capacity} check={within(0.01, 1000.0)} unit="×" epoch={props.epoch}
                help="1 is the reference broker; 2 has twice as much." on_change={edit(ClusterEdit::Capacity)} />
            <NumberField label="Direct memory" value={broker.usage_percent(Resource::DirectMemory)} decimals={2} check={percent.clone()} unit="%" epoch={props.epoch}
                on_change={edit(|index, value| ClusterEdit::Usage(index, Resource::DirectMemory, value))} />
            <NumberField label="Heap memory" value={broker.usage_percent(Resource::Memory)} decimals={2} check={percent.clone()} unit="%" epoch={props.epoch}
                on_change={edit(|index, value| ClusterEdit::Usage(index, Resource::Memory, value))} />
            <NumberField label="CPU used by others" value={broker.base.cpu} decimals={2} check={percent} unit="%" epoch={props.epoch}
                help="What else runs on the machine; no bundle makes it and none takes it away."
                on_change={edit(|index, value| ClusterEdit::Base(index, Resource::Cpu, value))} />
            <NumberField label="Skew of bundles" value={broker.skew} check={within(0.0, 5.0)} slider={Some((0.0, 2.0, 0.1))} epoch={props.epoch}
                help="0 shares the load equally among the bundles; 1 gives the second half of the first's, the third a third, …"
                on_change={edit(ClusterEdit::Skew)} />
            <Bundles broker={index} scenario={props.scenario.clone()} epoch={props.epoch} dispatch={props.dispatch.clone()} />
            <p><button type="button" onclick={remove}>{ format!("Remove {}", broker.name) }</button></p>
        </div>
    }
}

/// Takes numbers between two bounds.
pub fn within(min: f64, max: f64) -> Callback<String, Result<f64, String>> {
    Callback::from(move |text: String| match text.trim().parse::<f64>() {
        Ok(value) if (min..=max).contains(&value) => Ok(value),
        Ok(_) => Err(format!("Give {min} to {max}.")),
        Err(_) => Err(format!("This is no number; give {min} to {max}.")),
    })
}

/// Takes whole numbers between two bounds.
pub fn whole(min: f64, max: f64) -> Callback<String, Result<f64, String>> {
    let number = within(min, max);
    Callback::from(move |text: String| {
        number
            .emit(text)
            .and_then(|value| if value.fract() == 0.0 { Ok(value) } else { Err("Give a whole number.".to_owned()) })
    })
}
