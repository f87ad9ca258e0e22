//! Lanes: which there are, what they came to side by side, and what they moved in the round at the cursor.

use super::Dispatch;
use super::action::Action;
use super::field::{Entry, choice};
use super::session::Session;
use super::view::{Html, Tag, button, classed, row, says, tag};
use crate::run::limits::MAX_LANES;
use crate::run::sort_by;
use crate::run::words::said;
use crate::shedding::comparisons::{COMPARISONS, Comparison};
use crate::shedding::measures::{MEASURES, Measure, SoFar};
use crate::shedding::{BundleId, Move};

/// The lanes, in the setup panel.
pub fn lanes(session: &Session, dispatch: &Dispatch) -> Html {
    let all = &session.scenario.lanes;
    let one = |index: usize| {
        let is_main = index == session.lane;
        let main = button(dispatch, Action::Lane(index))
            .set("class", "lane")
            .set("aria-pressed", if is_main { "true" } else { "false" })
            .text(session.lane_title(index));
        let remove = (all.len() > 1).then(|| {
            button(dispatch, Action::RemoveLane(index))
                .set("class", "small")
                .set("aria-label", format!("Remove lane {}", index + 1))
                .text("Remove")
        });
        tag("li").add(main).add_some(remove)
    };
    let add = (all.len() < MAX_LANES).then(|| {
        let more = all.iter().cloned().chain([session.main_lane().clone()]).collect();
        button(dispatch, Action::Lanes(more)).text("Add a lane like this one")
    });
    let listed = (all.len() > 1).then(|| classed("ol", "lanes").add_all((0..all.len()).map(one)));
    row([Some(says("h2", "Lanes")), listed, Some(tag("p").add_some(add)), Some(compare(session, dispatch))])
}

/// Comparisons to pick, on whatever cluster is open.
fn compare(session: &Session, dispatch: &Dispatch) -> Tag {
    let none = Entry::new("", "Pick a comparison…".to_owned(), "");
    let entries = COMPARISONS.iter().map(|row| Entry::new(row.id, row.title.to_owned(), ""));
    let main = session.main_lane().clone();
    let entries: Vec<Entry> = std::iter::once(none).chain(entries).collect();
    choice("Compare", "", entries, dispatch, move |id| Some(Action::Lanes((Comparison::find(&id)?.lanes)(&main))))
        .key(format!("compare {}", session.scenario.address()))
}

/// The measures of every lane side by side, and the moves of the round.
pub fn table(session: &Session) -> Tag {
    let measured: Vec<SoFar> = session
        .lanes
        .iter()
        .map(|run| run.with_rounds(|rounds, simulation| SoFar::of_run(simulation, rounds, session.told)))
        .collect();
    let heads = (0..measured.len()).map(|lane| {
        says("th", format!("Lane {}", lane + 1)).set("scope", "col").set("title", session.lane_title(lane))
    });
    let line = |measure: &Measure| {
        let values: Vec<Option<f64>> = measured.iter().map(|one| (measure.value)(one)).collect();
        let cell = |(value, lane): (&Option<f64>, &SoFar)| {
            let text = value.map_or_else(|| "–".to_owned(), |value| said(value, measure.unit));
            let is_best = measure.is_best(lane, &measured);
            let mark = is_best.then(|| classed("span", "best").text("best"));
            tag("td").add(tag(if is_best { "strong" } else { "span" }).text(text)).add_some(mark)
        };
        let head = says("th", measure.label).set("scope", "row").set("title", measure.definition);
        tag("tr").add(head).add_all(values.iter().zip(&measured).map(cell))
    };
    let table = classed("table", "data lanes-table")
        .set("aria-label", "Measures of the lanes")
        .add(tag("thead").add(tag("tr").add(says("th", "Measure").set("scope", "col")).add_all(heads)))
        .add(tag("tbody").add_all(MEASURES.iter().map(line)));
    let frame =
        classed("div", "scroll").set("tabindex", "0").set("role", "group").set("aria-label", "Measures of the lanes");
    tag("div").add(frame.add(table)).add(moved(session))
}

/// Bundles moved in this round: only here, only there, in both.
fn moved(session: &Session) -> Tag {
    let of = |lane: usize| -> Vec<BundleId> {
        let moves = |moves: &[Move]| {
            let mut bundles = moves.iter().map(|one| one.bundle).collect::<Vec<BundleId>>();
            sort_by(&mut bundles, Ord::cmp);
            bundles
        };
        session.lanes[lane]
            .with_rounds(|rounds, _| rounds.get(session.told).map_or_else(Vec::new, |round| moves(&round.moves)))
    };
    let main = of(session.lane);
    let line = |lane: usize| {
        let other = of(lane);
        let both = main.iter().filter(|bundle| other.binary_search(bundle).is_ok()).count();
        let counts = [("only in", main.len() - both, session.lane), ("only in", other.len() - both, lane)];
        let mut text = String::new();
        for (words, count, lane) in counts {
            text.push_str(&format!("{words} lane {}: {count} · ", lane + 1));
        }
        text.push_str(&format!("in both: {both}"));
        says("li", text)
    };
    let others = (0..session.lanes.len()).filter(|lane| *lane != session.lane);
    tag("div").add(says("h3", "Bundles moved in this round")).add(classed("ul", "moved").add_all(others.map(line)))
}
