//! Why: the reasons of the round at the cursor, and the story of whoever is looked at.

use super::Dispatch;
use super::action::{Action, Pages};
use super::icons::{Icon, icon};
use super::run::{Run, View};
use super::session::Session;
use super::view::{Html, Tag, button, classed, row, says, tag};
use crate::run::System;
use crate::shedding::Subject;
use crate::shedding::story::{Said, Story, Telling, Tone};

/// Cards shown at first, and how many more at a time.
const CARDS: usize = 10;
/// Reasons shown of a card; the whole story has all of them.
const LINES: usize = 9;

/// Something told of a view of a run.
pub fn tell<T>(run: &Run, view: &View, read: impl FnOnce(&Telling<'_>) -> T) -> T {
    run.with_rounds(|_, simulation| read(&Telling::new(simulation.world(), &view.round, &view.detail, &view.reasons)))
}

/// How many reasons are not shown.
pub fn more_reasons(count: usize) -> String {
    if count == 1 { "1 more reason.".to_owned() } else { format!("{count} more reasons.") }
}

/// The panel.
pub fn why(session: &Session, dispatch: &Dispatch) -> Html {
    let more = session.page(Pages::Why);
    let most = CARDS * (1 + more * 5);
    let view = session.run.view(session.told);
    let asked = session.selected.map(|subject| story_of(subject, session, &view));
    tell(&session.run, &view, |telling| {
        let overview = telling.overview();
        let headline = format!("{} {}", telling.headline(), next_shedding(session));
        let mut parts =
            vec![says("h2", format!("Why, round {}", session.told + 1)), classed("p", "headline").text(headline)];
        parts.extend(asked.as_ref().map(|story| told(story, dispatch)));
        let shown = overview.iter().take(most).copied().chain([Subject::Round]);
        parts.extend(shown.map(|subject| card(&telling.story(subject), LINES, dispatch)));
        if overview.len() > most {
            let words = format!("Show more ({most} of {})", overview.len());
            parts.push(tag("p").add(button(dispatch, Action::Page(Pages::Why, more + 1)).text(words)));
        }
        row(parts)
    })
}

/// The story of a subject; that of a bundle with the candidates that were asked about.
fn story_of(subject: Subject, session: &Session, view: &View) -> Story {
    match subject {
        Subject::Bundle(bundle) | Subject::Candidate { bundle, .. } => {
            let reasons = session.run.reasons_of(session.told, bundle);
            let (round, detail) = (&view.round, &view.detail);
            session
                .run
                .with_rounds(|_, simulation| Telling::new(simulation.world(), round, detail, &reasons).story(subject))
        }
        _ => tell(&session.run, view, |telling| telling.story(subject)),
    }
}

/// When something moves next, as the run itself has it.
fn next_shedding(session: &Session) -> String {
    session.run.with_rounds(|rounds, simulation| {
        if rounds.get(session.told).is_none_or(|round| !round.moves.is_empty()) {
            return String::new();
        }
        match rounds.iter().skip(session.told + 1).find(|round| !round.moves.is_empty()) {
            Some(round) if round.index == session.told + 1 => "The next round sheds.".to_owned(),
            Some(round) => {
                let away = round.index - session.told;
                format!("The next shedding is in round {}, {away} rounds from here.", round.index + 1)
            }
            None if rounds.len() >= simulation.horizon() => "Nothing moves any more in this run.".to_owned(),
            None => String::new(),
        }
    })
}

/// The story that was asked for.
fn told(story: &Story, dispatch: &Dispatch) -> Tag {
    let close = button(dispatch, Action::Select(None)).set("class", "small").set("aria-label", "Close the story");
    let head = classed("div", "told-head").add(says("h3", "You asked about")).add(close.add(icon(Icon::Close)));
    classed("div", "told").add(head).add(card(story, usize::MAX, dispatch))
}

fn card(story: &Story, most: usize, dispatch: &Dispatch) -> Tag {
    let (class, word) = match story.tone {
        Tone::Giving => ("card giving", "gives"),
        Tone::Waiting => ("card waiting", "waits"),
        Tone::Taking => ("card taking", "takes"),
        Tone::Resting => ("card resting", "rests"),
    };
    let is_whole = most == usize::MAX;
    let is_round = story.subject == Subject::Round;
    let is_open = is_whole || is_round || matches!(story.tone, Tone::Giving | Tone::Waiting);
    let hidden = story.lines.len().saturating_sub(most);
    let tone = (!is_round).then(|| classed("span", "tone").text(word));
    let mut links: Vec<Tag> =
        story.parts.iter().map(|(subject, words)| ask(*subject, words.clone(), dispatch)).collect();
    if !is_whole && !is_round {
        links.push(ask(story.subject, "whole story".to_owned(), dispatch));
    }
    classed("details", class)
        .set_if(is_open, "open", "")
        .add(tag("summary").add(says("strong", story.title.clone())).add_some(tone))
        .add(classed("ul", "reasons").add_all(story.lines.iter().take(most).map(line)))
        .add_some((hidden > 0).then(|| classed("p", "help").text(more_reasons(hidden))))
        .add_some((!links.is_empty()).then(|| classed("ul", "parts").add_all(links)))
}

fn ask(subject: Subject, words: String, dispatch: &Dispatch) -> Tag {
    tag("li").add(button(dispatch, Action::Select(Some(subject))).set("class", "link").text(words))
}

fn line(said: &Said) -> Tag {
    let mut item = says("li", said.sentence.clone());
    if let (Some(numbers), Some((left, right))) = (&said.numbers, said.sides) {
        let title = format!("{left} compared with {right}");
        item = item.text(" ").add(classed("span", "numbers").set("title", title).text(numbers.clone()));
    }
    match said.setting {
        Some(setting) => item.text(" ").add(says("code", setting)),
        None => item,
    }
}
