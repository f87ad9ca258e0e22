//! So far: what the run came to up to the cursor.

use super::Dispatch;
use super::action::{Action, Dialog};
use super::session::Session;
use super::view::{Html, Tag, button, classed, row, says, tag};
use crate::run::words::said;
use crate::shedding::measures::{MEASURES, Measure, SoFar};

/// The panel.
pub fn so_far(session: &Session, dispatch: &Dispatch) -> Html {
    let measured = session.run.with_rounds(|rounds, simulation| SoFar::of_run(simulation, rounds, session.told));
    let shown = |measure: &Measure| {
        let value = (measure.value)(&measured).map_or_else(|| "–".to_owned(), |value| said(value, measure.unit));
        tag("div").set("title", measure.definition).add(says("dt", measure.label)).add(says("dd", value))
    };
    let fingerprint = |digest: String| {
        let title = "Fingerprint of the run, the same on the command line";
        classed("span", "digest").set("title", title).text("run ").add(says("code", digest))
    };
    let definitions = button(dispatch, Action::Dialog(Some(Dialog::Definitions))).set("class", "link");
    let measures = match session.lanes.len() {
        1 => classed("dl", "measures").add_all(MEASURES.iter().map(shown)),
        _ => super::lanes::table(session),
    };
    row([
        says("h2", "So far"),
        measures,
        tag("p").add(definitions.text("What these mean")).add_some(session.run.digest().map(fingerprint)),
        super::sweep::panel(session, dispatch),
        tag("p").add(button(dispatch, Action::Dialog(Some(Dialog::Metrics))).text("Metrics of this round…")),
    ])
}

/// The definitions of the measures.
pub fn definitions() -> Tag {
    let said = |measure: &Measure| [says("dt", measure.label), says("dd", measure.definition)];
    classed("dl", "definitions").add_all(MEASURES.iter().flat_map(said))
}
