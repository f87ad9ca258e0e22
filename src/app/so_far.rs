//! So far: what the run came to up to the cursor.

use yew::prelude::*;

use super::session::{Action, Dialog, Session};
use super::{Dispatch, send};
use crate::run::System;
use crate::shedding::measures::{MEASURES, SoFar};
use crate::shedding::reason::said;

/// The panel.
pub fn so_far(session: &Session, dispatch: &Dispatch) -> Html {
    let measured = session
        .run
        .with_rounds(|rounds, simulation| SoFar::of(simulation.world(), rounds, session.round, simulation.horizon()));
    html! {
        <>
            <h2>{ "So far" }</h2>
            <dl class="measures">
                { for MEASURES.iter().map(|measure| html! {
                    <div title={measure.definition}>
                        <dt>{ measure.label }</dt>
                        <dd>{ (measure.value)(&measured).map_or_else(|| "–".to_owned(), |value| said(value, measure.unit)) }</dd>
                    </div>
                }) }
            </dl>
            <p>
                <button type="button" class="link" onclick={send(dispatch, Action::Dialog(Some(Dialog::Definitions)))}>{ "What these mean" }</button>
                if let Some(digest) = session.run.digest() {
                    <span class="digest" title="Fingerprint of the whole run: the same scenario gives the same, here and on the command line">{ "run " }<code>{ digest }</code></span>
                }
            </p>
        </>
    }
}

/// The definitions of the measures.
pub fn definitions() -> Html {
    html! {
        <dl class="definitions">
            { for MEASURES.iter().map(|measure| html! { <><dt>{ measure.label }</dt><dd>{ measure.definition }</dd></> }) }
        </dl>
    }
}
