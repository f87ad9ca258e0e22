//! So far: what the run came to up to the cursor.

use yew::Html;

use super::Dispatch;
use super::session::{Action, Dialog, Session};
use super::view::{Tag, button, classed, row, says, tag};
use crate::shedding::measures::{MEASURES, Measure, SoFar};
use crate::shedding::reason::said;

/// The panel.
pub fn so_far(session: &Session, dispatch: &Dispatch) -> Html {
    let measured = session.run.with_rounds(|rounds, simulation| SoFar::of_run(simulation, rounds, session.round));
    let shown = |measure: &Measure| {
        let value = (measure.value)(&measured).map_or_else(|| "–".to_owned(), |value| said(value, measure.unit));
        tag("div").set("title", measure.definition).add(says("dt", measure.label)).add(says("dd", value))
    };
    let fingerprint = |digest: String| {
        let title = "Fingerprint of the run, the same on the command line";
        classed("span", "digest").set("title", title).text("run ").add(says("code", digest))
    };
    let definitions = button(dispatch, Action::Dialog(Some(Dialog::Definitions))).set("class", "link");
    row([
        says("h2", "So far"),
        classed("dl", "measures").add_all(MEASURES.iter().map(shown)),
        tag("p").add(definitions.text("What these mean")).add_some(session.run.digest().map(fingerprint)),
    ])
}

/// The definitions of the measures.
pub fn definitions() -> Tag {
    let said = |measure: &Measure| [says("dt", measure.label), says("dd", measure.definition)];
    classed("dl", "definitions").add_all(MEASURES.iter().flat_map(said))
}
