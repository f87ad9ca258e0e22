//! So far: what the run came to up to the cursor.

use super::Dispatch;
use super::action::{Action, Dialog};
use super::measured::{self, Measured, Swept};
use super::session::Session;
use super::view::{Html, Tag, button, tag};
use crate::shedding::measures::{MEASURES, SoFar};

/// The panel.
pub fn so_far(session: &Session, dispatch: &Dispatch) -> Html {
    let of = |run: &super::shared::Shared<super::run::Run>| {
        run.with_rounds(|rounds, simulation| SoFar::of_run(simulation, rounds, session.told))
    };
    let lanes: Vec<SoFar> = session.lanes.iter().map(of).collect();
    let rows: Vec<Measured> = MEASURES
        .iter()
        .map(|measure| Measured {
            label: measure.label,
            definition: measure.definition,
            unit: measure.unit,
            values: lanes.iter().map(measure.value).collect(),
            best: lanes.iter().map(|lane| measure.is_best(lane, &lanes)).collect(),
        })
        .collect();
    let titles: Vec<String> = (0..lanes.len()).map(|lane| session.lane_title(lane)).collect();
    let moved = (lanes.len() > 1).then(|| super::lanes::moved(session));
    let definitions = Action::Dialog(Some(Dialog::Definitions));
    let metrics = button(dispatch, Action::Dialog(Some(Dialog::Metrics))).text("Metrics of this round…");
    measured::panel(
        measured::measures(&rows, &titles),
        moved,
        measured::meaning(session.run.digest(), definitions, dispatch),
        measured::sweep(swept(session).as_ref(), &rows, &titles, Action::Sweep, Action::Seed, dispatch),
        Some(tag("p").add(metrics)),
    )
}

fn swept(session: &Session) -> Option<Swept> {
    let sweep = session.sweep.as_ref()?.borrow();
    let spread = |measure| (0..session.lanes.len()).map(|lane| sweep.spread(lane, measure)).collect();
    let spreads = MEASURES.iter().map(spread).collect();
    Some(Swept { progress: sweep.progress(), is_on: session.is_sweeping, spreads })
}

/// The definitions of the measures.
pub fn definitions() -> Tag {
    measured::definitions(MEASURES.iter().map(|measure| (measure.label, measure.definition)))
}
