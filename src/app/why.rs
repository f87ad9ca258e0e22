//! Why: the reasons of the round at the cursor, and the story of whoever is looked at.

use std::rc::Rc;

use yew::prelude::*;

use super::icons::{Icon, icon};
use super::run::{Run, View};
use super::session::{Action, Session};
use super::shared::Shared;
use crate::shedding::Subject;
use crate::shedding::story::{Said, Story, Telling, Tone};

/// Cards shown at first, and how many more at a time.
const CARDS: usize = 10;

/// What the panel needs.
#[derive(Properties, PartialEq)]
pub struct WhyProps {
    /// The run.
    pub run: Shared<Run>,
    /// The round at the cursor, from 0.
    pub round: usize,
    /// Rounds produced so far: the next shedding may only now be known.
    pub computed: usize,
    /// Whose story is told.
    pub selected: Option<Subject>,
    /// Where actions go.
    pub dispatch: UseReducerDispatcher<Session>,
}

/// Something told of a view of a run.
pub fn tell<T>(run: &Run, view: &View, read: impl FnOnce(&Telling<'_>) -> T) -> T {
    run.with_rounds(|_, simulation| read(&Telling::new(simulation.world(), &view.round, &view.detail, &view.reasons)))
}

#[component]
pub fn Why(props: &WhyProps) -> Html {
    let most = use_state(|| CARDS);
    let view: Rc<View> = props.run.view(props.round);
    let (headline, stories, total, told) = tell(&props.run, &view, |telling| {
        let overview = telling.overview();
        let stories: Vec<Story> = overview.iter().take(*most).map(|subject| telling.story(*subject)).collect();
        let told = props.selected.map(|subject| telling.story(subject));
        let mut round = telling.story(Subject::Round);
        round.lines.retain(|line| !line.sentence.is_empty());
        let mut all = stories;
        if !round.lines.is_empty() {
            all.push(round);
        }
        (telling.headline(), all, overview.len(), told)
    });
    let select = |subject: Option<Subject>| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Select(subject)))
    };
    let more = {
        let most = most.clone();
        Callback::from(move |_: MouseEvent| most.set(*most + CARDS * 5))
    };
    html! {
        <>
            <p class="headline">{ headline }{ " " }{ next_shedding(props) }</p>
            if let Some(story) = told {
                <div class="told">
                    <div class="told-head"><h3>{ "You asked about" }</h3>
                        <button type="button" class="small" aria-label="Close the story" onclick={select(None)}>{ icon(Icon::Close) }</button>
                    </div>
                    { card(&story, &select, true) }
                </div>
            }
            { for stories.iter().map(|story| card(story, &select, false)) }
            if total > *most {
                <p><button type="button" onclick={more}>{ format!("Show more ({} of {total})", *most) }</button></p>
            }
        </>
    }
}

/// When something moves next, as the run itself has it.
fn next_shedding(props: &WhyProps) -> String {
    props.run.with_rounds(|rounds, simulation| {
        let is_quiet = rounds.get(props.round).is_some_and(|round| round.moves.is_empty());
        if !is_quiet {
            return String::new();
        }
        let next = rounds.iter().skip(props.round + 1).find(|round| !round.moves.is_empty());
        match next {
            Some(round) if round.index == props.round + 1 => "The next round sheds.".to_owned(),
            Some(round) => format!(
                "The next shedding is in round {}, {} rounds from here.",
                round.index + 1,
                round.index - props.round
            ),
            None if rounds.len() >= crate::run::System::horizon(simulation) => {
                "Nothing moves any more in this run.".to_owned()
            }
            None => String::new(),
        }
    })
}

fn card(story: &Story, select: &impl Fn(Option<Subject>) -> Callback<MouseEvent>, is_whole: bool) -> Html {
    let (tone, word) = match story.tone {
        Tone::Giving => ("giving", "gives"),
        Tone::Waiting => ("waiting", "waits"),
        Tone::Taking => ("taking", "takes"),
        Tone::Resting => ("resting", "rests"),
    };
    let is_open = is_whole || matches!(story.tone, Tone::Giving | Tone::Waiting);
    let head = html! {
        if story.subject == Subject::Round {
            <strong>{ &story.title }</strong>
        } else {
            <><strong>{ &story.title }</strong><span class="tone">{ word }</span></>
        }
    };
    let shown = if is_whole { usize::MAX } else { 9 };
    let hidden = story.lines.len().saturating_sub(shown);
    html! {
        <details class={classes!("card", tone)} open={is_open}>
            <summary>{ head }</summary>
            <ul class="reasons">{ for story.lines.iter().take(shown).map(line) }</ul>
            if hidden > 0 { <p class="help">{ format!("{hidden} more reasons.") }</p> }
            if !story.parts.is_empty() {
                <ul class="parts">{ for story.parts.iter().map(|(subject, words)| html! {
                    <li><button type="button" class="link" onclick={select(Some(*subject))}>{ words }</button></li>
                }) }</ul>
            }
            if !is_whole && story.subject != Subject::Round {
                <button type="button" class="link" onclick={select(Some(story.subject))}>{ "whole story" }</button>
            }
        </details>
    }
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
