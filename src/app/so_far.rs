//! So far: what the run came to up to the cursor.

use yew::prelude::*;

use super::run::Run;
use super::session::{Action, Dialog, Session};
use super::shared::Shared;
use crate::run::System;
use crate::shedding::measures::{MEASURES, SoFar as Measured};
use crate::shedding::reason::said;

/// What the panel needs.
#[derive(Properties, PartialEq)]
pub struct SoFarProps {
    /// The run.
    pub run: Shared<Run>,
    /// The round at the cursor, from 0.
    pub round: usize,
    /// Rounds produced so far.
    pub computed: usize,
    /// Where actions go.
    pub dispatch: UseReducerDispatcher<Session>,
}

#[component]
pub fn SoFar(props: &SoFarProps) -> Html {
    let measured = props
        .run
        .with_rounds(|rounds, simulation| Measured::of(simulation.world(), rounds, props.round, simulation.horizon()));
    let open = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Dialog(Some(Dialog::Definitions))))
    };
    html! {
        <>
            <dl class="measures">
                { for MEASURES.iter().map(|measure| html! {
                    <div title={measure.definition}>
                        <dt>{ measure.label }</dt>
                        <dd>{ (measure.value)(&measured).map_or_else(|| "–".to_owned(), |value| said(value, measure.unit)) }</dd>
                    </div>
                }) }
            </dl>
            <p>
                <button type="button" class="link" onclick={open}>{ "What these mean" }</button>
                if let Some(digest) = props.run.digest() {
                    <span class="digest" title="Fingerprint of the whole run: the same scenario gives the same, here and on the command line">{ "run " }<code>{ digest }</code></span>
                }
            </p>
        </>
    }
}

/// The definitions of the measures.
#[component]
pub fn Definitions() -> Html {
    html! {
        <dl class="definitions">
            { for MEASURES.iter().map(|measure| html! { <><dt>{ measure.label }</dt><dd>{ measure.definition }</dd></> }) }
        </dl>
    }
}
