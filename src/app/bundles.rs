//! The bundles of one broker, editable, a page at a time.

use yew::prelude::*;

use super::brokers::within;
use super::field::{NumberField, TextField};
use super::pager::Pager;
use super::session::{Action, Session};
use super::shared::Shared;
use crate::run::limits::MAX_AMOUNT;
use crate::shedding::Scenario;
use crate::shedding::edit::{BundleField, ClusterEdit};

/// Rows on a page.
const PAGE: usize = 10;

/// What the table shows.
#[derive(Properties, PartialEq)]
pub struct BundlesProps {
    /// Whose bundles, by place in the scenario.
    pub broker: usize,
    /// The scenario.
    pub scenario: Shared<Scenario>,
    /// Counts discarded edits.
    pub epoch: usize,
    /// Where actions go.
    pub dispatch: UseReducerDispatcher<Session>,
}

#[component]
pub fn Bundles(props: &BundlesProps) -> Html {
    let page = use_state(|| 0_usize);
    let Some(broker) = props.scenario.world.brokers.get(props.broker) else { return html! {} };
    let at = (*page).min(broker.bundles.len().div_ceil(PAGE).saturating_sub(1));
    let rows = (at * PAGE..broker.bundles.len().min((at + 1) * PAGE)).map(|index| row(props, index));
    let add = {
        let (dispatch, index) = (props.dispatch.clone(), props.broker);
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Edit(ClusterEdit::AddBundle(index))))
    };
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
            <Pager what="bundles" count={broker.bundles.len()} page_size={PAGE} page={at} on_page={let page = page.clone(); Callback::from(move |at| page.set(at))} />
            <p><button type="button" onclick={add}>{ "Add bundle" }</button></p>
        </>
    }
}

fn row(props: &BundlesProps, index: usize) -> Html {
    let (owner, dispatch) = (props.broker, &props.dispatch);
    let bundle = &props.scenario.world.brokers[owner].bundles[index];
    let cell = |field: BundleField| {
        let dispatch = dispatch.clone();
        let label = format!("{} of {}", field.label(), bundle.name);
        let on_change = Callback::from(move |value: f64| {
            dispatch.dispatch(Action::Edit(ClusterEdit::SetBundle(owner, index, field, value)))
        });
        html! { <td><NumberField {label} value={field.of(bundle)} decimals={3} check={within(0.0, MAX_AMOUNT)} {on_change} is_bare=true epoch={props.epoch} /></td> }
    };
    let check = {
        let scenario = props.scenario.clone();
        Callback::from(move |name: String| {
            ClusterEdit::RenameBundle(owner, index, name).apply_name(&scenario.world).map_err(|problem| problem.what)
        })
    };
    let rename = {
        let dispatch = dispatch.clone();
        Callback::from(move |name: String| {
            dispatch.dispatch(Action::Edit(ClusterEdit::RenameBundle(owner, index, name)))
        })
    };
    let remove = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Edit(ClusterEdit::RemoveBundle(owner, index))))
    };
    html! {
        <tr key={bundle.name.to_string()}>
            <td><TextField label={format!("Name of {}", bundle.name)} value={bundle.name.to_string()} {check} on_change={rename} epoch={props.epoch} /></td>
            { for BundleField::ALL.iter().map(|field| cell(*field)) }
            <td><button type="button" class="small" aria-label={format!("Remove {}", bundle.name)} onclick={remove}>{ "×" }</button></td>
        </tr>
    }
}
