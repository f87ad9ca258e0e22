//! Why: the reasons of the round at the cursor, and the story of whoever is looked at.

use yew::prelude::*;

use super::icons::{Icon, icon};
use super::run::{Run, View};
use super::session::{Action, Pages, Session};
use super::{Dispatch, send};
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

/// The panel.
pub fn why(session: &Session, dispatch: &Dispatch) -> Html {
    let most = CARDS * (1 + session.page(Pages::Why) * 5);
    let view = session.run.view(session.round);
    tell(&session.run, &view, |telling| {
        let overview = telling.overview();
        let mut shown: Vec<Subject> = overview.iter().take(most).copied().collect();
        shown.push(Subject::Round);
        html! {
            <>
                <h2>{ format!("Why, round {}", session.round + 1) }</h2>
                <p class="headline">{ telling.headline() }{ " " }{ next_shedding(session) }</p>
                if let Some(subject) = session.selected {
                    <div class="told">
                        <div class="told-head"><h3>{ "You asked about" }</h3>
                            <button type="button" class="small" aria-label="Close the story" onclick={send(dispatch, Action::Select(None))}>{ icon(Icon::Close) }</button>
                        </div>
                        { card(&telling.story(subject), usize::MAX, dispatch) }
                    </div>
                }
                { for shown.iter().map(|subject| card(&telling.story(*subject), LINES, dispatch)) }
                if overview.len() > most {
                    <p><button type="button" onclick={send(dispatch, Action::Page(Pages::Why, session.page(Pages::Why) + 1))}>{ format!("Show more ({most} of {})", overview.len()) }</button></p>
                }
            </>
        }
    })
}

/// When something moves next, as the run itself has it.
fn next_shedding(session: &Session) -> String {
    session.run.with_rounds(|rounds, simulation| {
        if rounds.get(session.round).is_none_or(|round| !round.moves.is_empty()) {
            return String::new();
        }
        match rounds.iter().skip(session.round + 1).find(|round| !round.moves.is_empty()) {
            Some(round) if round.index == session.round + 1 => "The next round sheds.".to_owned(),
            Some(round) => format!(
                "The next shedding is in round {}, {} rounds from here.",
                round.index + 1,
                round.index - session.round
            ),
            None if rounds.len() >= simulation.horizon() => "Nothing moves any more in this run.".to_owned(),
            None => String::new(),
        }
    })
}

fn card(story: &Story, most: usize, dispatch: &Dispatch) -> Html {
    let (tone, word) = match story.tone {
        Tone::Giving => ("giving", "gives"),
        Tone::Waiting => ("waiting", "waits"),
        Tone::Taking => ("taking", "takes"),
        Tone::Resting => ("resting", "rests"),
    };
    let is_whole = most == usize::MAX;
    let is_round = story.subject == Subject::Round;
    let is_open = is_whole || matches!(story.tone, Tone::Giving | Tone::Waiting);
    let hidden = story.lines.len().saturating_sub(most);
    html! {
        <details class={classes!("card", tone)} open={is_open}>
            <summary><strong>{ &story.title }</strong>if !is_round { <span class="tone">{ word }</span> }</summary>
            <ul class="reasons">{ for story.lines.iter().take(most).map(line) }</ul>
            if hidden > 0 { <p class="help">{ format!("{hidden} more reasons.") }</p> }
            if !story.parts.is_empty() {
                <ul class="parts">{ for story.parts.iter().map(|(subject, words)| ask(*subject, words, dispatch)) }</ul>
            }
            if !is_whole && !is_round {
                <ul class="parts">{ ask(story.subject, "whole story", dispatch) }</ul>
            }
        </details>
    }
}

fn ask(subject: Subject, words: &str, dispatch: &Dispatch) -> Html {
    html! { <li><button type="button" class="link" onclick={send(dispatch, Action::Select(Some(subject)))}>{ words }</button></li> }
}

fn line(said: &Said) -> Html {
    let title = said.sides.map(|(left, right)| format!("{left} compared with {right}"));
    html! {
        <li>
            { &said.sentence }
            if let Some(numbers) = &said.numbers { { " " }<span class="numbers" {title}>{ numbers }</span> }
            if let Some(setting) = said.setting { { " " }<code>{ setting }</code> }
        </li>
    }
}
