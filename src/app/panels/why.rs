//! Why: the reasons of a round by subject, those that act first, and everything about the selected subject.

use yew::prelude::*;

use super::card::{CardView, subject_key};
use crate::app::hooks::{use_dispatch, use_focus};
use crate::app::parts::{IconButton, IconKind};
use crate::app::session::{Action, Handle, Shared};
use crate::simulator::{SubjectRef, Tone};

/// Cards shown at first.
const FIRST_CARDS: usize = 10;
/// Cards that are added at a time.
const MORE_CARDS: usize = 50;
/// Reasons shown on a card; the selected subject shows all of them.
const MAX_LINES: usize = 9;

/// Props of [`Why`].
#[derive(Clone, PartialEq, Properties)]
pub struct WhyProps {
    /// The scenario whose rounds are shown.
    pub run: Handle,
    /// Rounds of it that are computed.
    pub computed: usize,
    /// The variant that is explained.
    pub variant: usize,
    /// The round that is explained, from 0.
    pub round: usize,
    /// The subject that is asked about.
    pub selected: Option<SubjectRef>,
}

/// The reasons of a round.
#[component]
pub fn Why(props: &WhyProps) -> Html {
    let dispatch = use_dispatch();
    let (heading, focus) = use_focus();
    let select = use_callback(
        (dispatch, focus),
        |subject: Option<SubjectRef>, (dispatch, focus)| {
            // The button that was pressed may be gone afterwards.
            focus.emit(());
            dispatch.emit(Action::Select(subject));
        },
    );
    let on_select = use_callback(select.clone(), |subject: SubjectRef, select| {
        select.emit(Some(subject))
    });
    let on_close = use_callback(select, |_: MouseEvent, select| select.emit(None));
    let round_word = props.run.info().round;
    let is_there = props.round < props.computed;
    html! {
        <section class="why" aria-label="Why">
            <h2 tabindex="-1" ref={heading}>{format!("Why, {round_word} {}", props.round + 1)}</h2>
            if is_there {
                <Headline
                    run={&props.run}
                    computed={props.computed}
                    variant={props.variant}
                    round={props.round}
                />
                if let Some(subject) = props.selected {
                    <div class="asked" key={format!("asked-{}", subject_key(subject))}>
                        <div class="asked-head">
                            <h3>{"You asked about"}</h3>
                            <IconButton label="Close the story" icon={IconKind::Close} onclick={on_close} />
                        </div>
                        <SubjectCard
                            run={&props.run}
                            variant={props.variant}
                            round={props.round}
                            {subject}
                            most={usize::MAX}
                            place={0}
                            on_select={&on_select}
                        />
                    </div>
                }
                <Overview run={&props.run} variant={props.variant} round={props.round} {on_select} />
            } else {
                <p class="help">{"Computing…"}</p>
            }
        </section>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct HeadlineProps {
    run: Handle,
    computed: usize,
    variant: usize,
    round: usize,
}

/// The round in a sentence, and what comes after it as far as rounds are computed.
#[component]
fn Headline(props: &HeadlineProps) -> Html {
    let at = (props.run.clone(), props.variant, props.round);
    let headline = use_memo(at, |(run, variant, round)| run.headline(*variant, *round));
    let at = (
        props.run.clone(),
        props.variant,
        props.round,
        props.computed,
    );
    let outlook = use_memo(at, |(run, variant, round, _)| run.outlook(*variant, *round));
    html! {
        <div class="headline">
            <p class="headline-text">{&*headline}</p>
            if !outlook.is_empty() {
                <p class="outlook">{&*outlook}</p>
            }
        </div>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct OverviewProps {
    run: Handle,
    variant: usize,
    round: usize,
    on_select: Callback<SubjectRef>,
}

/// The cards of the subjects that there is something to say about.
#[component]
fn Overview(props: &OverviewProps) -> Html {
    let most = use_state_eq(|| FIRST_CARDS);
    let (list, focus) = use_focus();
    let at = (props.run.clone(), props.variant, props.round);
    let subjects = use_memo(at, |(run, variant, round)| {
        with_round(&run.overview(*variant, *round))
    });
    let onclick = {
        let most = most.clone();
        move |_: MouseEvent| {
            focus.emit(());
            most.set(*most + MORE_CARDS);
        }
    };
    let card = |(place, subject): (usize, &SubjectRef)| {
        html! {
            <SubjectCard
                key={subject_key(*subject)}
                run={&props.run}
                variant={props.variant}
                round={props.round}
                subject={*subject}
                most={MAX_LINES}
                {place}
                on_select={&props.on_select}
            />
        }
    };
    html! {
        <div class="overview">
            <div class="cards" tabindex="-1" ref={list}>{for subjects.iter().enumerate().take(*most).map(card)}</div>
            if subjects.len() > *most {
                <button type="button" class="small" {onclick}>
                    {format!("Show more ({} of {})", *most, subjects.len())}
                </button>
            }
        </div>
    }
}

/// The subjects of an overview, and the round as a whole at the end if it is not among them.
fn with_round(overview: &[SubjectRef]) -> Vec<SubjectRef> {
    let has_round = overview.contains(&SubjectRef::ROUND);
    overview
        .iter()
        .copied()
        .chain((!has_round).then_some(SubjectRef::ROUND))
        .collect()
}

#[derive(Clone, PartialEq, Properties)]
struct SubjectCardProps {
    run: Handle,
    variant: usize,
    round: usize,
    subject: SubjectRef,
    most: usize,
    place: usize,
    on_select: Callback<SubjectRef>,
}

/// The card of a subject, made once for each round.
#[component]
fn SubjectCard(props: &SubjectCardProps) -> Html {
    let at = (
        props.run.clone(),
        props.variant,
        props.round,
        props.subject,
        props.most,
    );
    let card = use_memo(at, |(run, variant, round, subject, most)| {
        Shared::new(run.card(*variant, *round, *subject, *most))
    });
    let is_whole = props.most == usize::MAX;
    let is_open_at_first =
        is_whole || (props.place == 0 && matches!(card.tone, Some(Tone::Source | Tone::Waiting)));
    // Of the round as a whole there may be nothing to say.
    let is_hidden = card.lines.is_empty() && card.related.is_empty();
    html! {
        <div class="subject-card" hidden={is_hidden}>
            <CardView card={(*card).clone()} {is_whole} {is_open_at_first} on_select={&props.on_select} />
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_round_as_a_whole_comes_last_and_once() {
        let broker = SubjectRef::one(1, 3);
        assert_eq!(with_round(&[broker]), [broker, SubjectRef::ROUND]);
        assert_eq!(
            with_round(&[SubjectRef::ROUND, broker]),
            [SubjectRef::ROUND, broker]
        );
        assert_eq!(with_round(&[]), [SubjectRef::ROUND]);
    }
}
