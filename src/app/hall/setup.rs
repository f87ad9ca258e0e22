//! The left panel: what is run. Story, variant, settings, world, events, lanes.

use super::Dispatch;
use super::action::Action;
use super::form::{number, row as field_row};
use super::session::Session;
use crate::app::edits;
use crate::app::field::{Entry, FieldProps, choice, shown};
use crate::app::icons::{Icon, icon};
use crate::app::view::{Html, Tag, button, classed, row, says, tag};
use crate::run::limits::{MAX_EXACT, MAX_LANES, MAX_ROUNDS};
use crate::run::words::{clock, read_clock, trimmed};
use crate::shell::{Edit, Field, Mark};

/// The panel.
pub fn setup(session: &Session, dispatch: &Dispatch) -> Html {
    let look_for = session.shown.look_for().iter().map(|line| says("li", line.clone()));
    let story =
        choice("Scenario", session.story.unwrap_or(""), stories(session), dispatch, |id| Some(Action::Story(id)));
    row([
        Some(says("h2", "Scenario")),
        Some(story),
        Some(classed("ul", "look-for").add_all(look_for)),
        Some(says("h2", "How it is run")),
        Some(variant(session, dispatch)),
        readings(session),
        Some(says("h2", "Settings")),
        Some(tag("div").html(fields(session, dispatch))),
        Some(tag("div").html(events(session, dispatch))),
        Some(tag("div").html(lanes(session, dispatch))),
        Some(tag("div").html(edits::list(&session.history, dispatch, Action::Past))),
    ])
}

fn stories(session: &Session) -> Vec<Entry> {
    let own = session.story.is_none().then(|| Entry::new("", session.shown.title().to_owned(), "Opened"));
    let stories = (session.entry.stories)();
    let stories = stories.iter().map(|story| Entry::new(story.id, story.title.to_owned(), story.group));
    own.into_iter().chain(stories).collect()
}

fn variant(session: &Session, dispatch: &Dispatch) -> Tag {
    let (lane, now, variants) = (session.lane, session.shown.variant(session.lane), session.shown.variants());
    let entry = |variant: &crate::shell::Variant| {
        Entry::new(variant.id, format!("{} · {}", variant.label, variant.proof.label()), "")
    };
    let entries = variants.iter().map(entry).collect();
    let choose = move |id: String| Some(Action::Edit(Edit::Variant(lane, id)));
    let about = variants.iter().find(|variant| variant.id == now).map(|variant| {
        let proof = variant.proof;
        let word = classed("span", format!("proof {}", proof.label())).set("title", proof.about()).text(proof.label());
        classed("p", "about").add(word).text(" ").text(variant.about)
    });
    tag("div").add(choice("Variant", now, entries, dispatch, choose)).add_some(about)
}

/// What was decided where the sources are silent.
fn readings(session: &Session) -> Option<Tag> {
    let readings = session.shown.readings();
    let said = |(question, answer): &(&'static str, &'static str)| [says("dt", *question), says("dd", *answer)];
    let list = || classed("dl", "definitions").add_all(readings.iter().flat_map(said));
    let title = "What was decided where the sources are silent";
    (!readings.is_empty()).then(|| tag("details").add(says("summary", title)).add(list()))
}

fn fields(session: &Session, dispatch: &Dispatch) -> Html {
    let fields = session.shown.fields(session.lane);
    let mut parts: Vec<Option<Tag>> = Vec::new();
    for group in fields.chunk_by(|a, b| a.group == b.group) {
        let title = group[0].group;
        let rows: Vec<Tag> = group.iter().map(|field| field_row(field, session, dispatch)).collect();
        // The lane's own come first and stay open; the world's fold.
        parts.push(Some(if group[0].is_of_lane {
            tag("fieldset").key(title).add(says("legend", title)).add_all(rows)
        } else {
            tag("details").key(title).add(says("summary", title)).add_all(rows)
        }));
    }
    let is_changed = |field: &&Field| field.is_of_lane && field.value != field.default;
    let changed = fields.iter().filter(is_changed).count();
    let reset = (changed > 0).then(|| {
        let reset = button(dispatch, Action::Edit(Edit::Reset(session.lane)));
        tag("p").add(reset.text(format!("Reset {changed} changed to default")))
    });
    let whole = |most: f64, make: fn(u64) -> Edit| {
        move |text: &str| {
            let value = text.trim().parse::<u64>().ok().filter(|value| *value as f64 <= most);
            value.map(make).ok_or_else(|| format!("Give a whole number, at most {}.", trimmed(most, 0)))
        }
    };
    let rounds = session.shown.rounds().to_string();
    let rounds_help = format!("The horizon: how many {}s the run has.", session.shown.face().round);
    let read_rounds = whole(MAX_ROUNDS as f64, |rounds| Edit::Rounds(rounds as usize));
    let seed_help = "Decides every draw; the same seed draws the same.".to_owned();
    let read_seed = whole(MAX_EXACT, Edit::Seed);
    let run = tag("details")
        .add(says("summary", "The run: length and seed"))
        .add(shown(number("Length", rounds, rounds_help, session, dispatch, read_rounds)))
        .add(shown(number("Seed", session.shown.seed().to_string(), seed_help, session, dispatch, read_seed)));
    parts.extend([Some(run), reset]);
    row(parts)
}

/// What happens, as a list, and what can be made to happen at the cursor.
fn events(session: &Session, dispatch: &Dispatch) -> Html {
    let (events, pushes) = (session.shown.events(), session.shown.pushes());
    if events.is_empty() && pushes.is_empty() {
        return Html::default();
    }
    let at_s = session.shown.time_s(session.round_told());
    let one = |(index, event): (usize, &Mark)| {
        let help = "Seconds, or hours:minutes:seconds, after the start.".to_owned();
        let read = move |text: &str| read_clock(text).map(|at_s| Edit::MoveEvent(index, at_s));
        let at = number("At", clock(event.at_s), help, session, dispatch, read);
        let remove = button(dispatch, Action::Edit(Edit::RemoveEvent(index)))
            .set("class", "small")
            .set("aria-label", format!("Remove event {}", index + 1))
            .add(icon(Icon::Close));
        tag("fieldset")
            .key(format!("event {index}"))
            .add(tag("legend").text(format!("{} · {} ", index + 1, event.said)).add(remove))
            .add(shown(FieldProps { is_name: true, ..at }))
    };
    let push = |push: &crate::shell::Push| {
        button(dispatch, Action::Edit(Edit::Push(push.id.clone(), at_s))).set("class", "small").text(push.label.clone())
    };
    let here = classed("p", "help").text(format!("Make it happen at {}:", clock(at_s)));
    row([
        Some(says("h2", "Events")),
        Some(classed("div", "events").add_all(events.iter().enumerate().map(one))),
        (!pushes.is_empty()).then_some(here),
        Some(classed("div", "pushes").add_all(pushes.iter().map(push))),
    ])
}

/// The lanes there are, and comparisons to pick.
fn lanes(session: &Session, dispatch: &Dispatch) -> Html {
    let count = session.shown.lanes();
    let one = |index: usize| {
        let main = button(dispatch, Action::Lane(index))
            .set("class", "lane")
            .set("aria-pressed", if index == session.lane { "true" } else { "false" })
            .text(session.shown.lane_title(index));
        let remove = button(dispatch, Action::Edit(Edit::RemoveLane(index)))
            .set("class", "small")
            .set("aria-label", format!("Remove lane {}", index + 1))
            .text("Remove");
        tag("li").add(main).add(remove)
    };
    let more = || button(dispatch, Action::Edit(Edit::AddLane(session.lane))).text("Add a lane like this one");
    let listed = (count > 1).then(|| classed("ol", "lanes").add_all((0..count).map(one)));
    let titles = session.shown.comparisons(session.lane);
    let compare = (!titles.is_empty()).then(|| {
        let none = Entry::new("", "Pick a comparison…".to_owned(), "");
        let named = titles.iter().map(|title| Entry::new(title, (*title).to_owned(), ""));
        let (titles, lane) = (titles.clone(), session.lane);
        let pick = move |title: String| {
            let place = titles.iter().position(|other| *other == title)?;
            Some(Action::Edit(Edit::Compare(place, lane)))
        };
        let entries = std::iter::once(none).chain(named).collect();
        choice("Compare", "", entries, dispatch, pick).key(format!("compare {}", session.discards))
    });
    row([Some(says("h2", "Lanes")), listed, Some(tag("p").add_some((count < MAX_LANES).then(more))), compare])
}
