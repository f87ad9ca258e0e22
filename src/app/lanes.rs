//! Lanes: which there are, and what they moved in the round at the cursor.

use super::Dispatch;
use super::action::Action;
use super::field::{Entry, choice};
use super::session::Session;
use super::view::{Html, Tag, button, classed, row, says, tag};
use crate::run::limits::MAX_LANES;
use crate::shedding::comparisons::{COMPARISONS, Comparison};
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

/// Bundles moved in this round: only here, only there, in both.
pub fn moved(session: &Session) -> Tag {
    let of = |lane: usize| -> Vec<BundleId> {
        let moves = |moves: &[Move]| {
            let mut bundles = moves.iter().map(|one| one.bundle).collect::<Vec<BundleId>>();
            bundles.sort_unstable();
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
