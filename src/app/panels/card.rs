//! What a round says about a subject: a verdict, and the conditions behind it on demand.

use yew::prelude::*;

use crate::app::session::Shared;
use crate::simulator::{Card, Comparison, Line, SubjectRef, Tone};

/// Props of [`CardView`].
#[derive(Clone, PartialEq, Properties)]
pub struct CardViewProps {
    /// The card.
    pub card: Shared<Card>,
    /// Whether it shows all reasons, so that no button for more is needed.
    pub is_whole: bool,
    /// Whether it is open when it first appears; from then on a person decides.
    pub is_open_at_first: bool,
    /// Called with a subject that is asked about.
    pub on_select: Callback<SubjectRef>,
}

/// A card that opens.
#[component]
pub fn CardView(props: &CardViewProps) -> Html {
    // It never changes, so that no later render opens or closes what a person has closed or opened.
    let open = use_state(|| props.is_open_at_first);
    let card = &*props.card;
    let verdict = card
        .lines
        .first()
        .map(|line| AttrValue::from(line.sentence.clone()));
    html! {
        <details class="card" data-tone={card.tone.map(tone_name)} open={*open}>
            <summary>
                if let Some(tone) = card.tone {
                    <ToneMark {tone} />
                }
                <span class="card-head">
                    <span class="card-title">{&card.title}</span>
                    if let Some(verdict) = verdict {
                        <span class="verdict">{verdict}</span>
                    }
                </span>
                if let Some(tone) = card.tone {
                    <span class="tone">{tone.label()}</span>
                }
            </summary>
            <ul class="reasons">
                {for card.lines.iter().enumerate().map(|(index, line)| reason(index, line))}
            </ul>
            {asks(props)}
        </details>
    }
}

/// A reason. The sentence of the first is the verdict already.
fn reason(index: usize, line: &Line) -> Html {
    let has_more = line.comparison.is_some() || line.setting.is_some();
    if index == 0 && !has_more {
        return html! {};
    }
    html! {
        <li key={index}>
            if index > 0 {
                <p class="sentence">{&line.sentence}</p>
            }
            if let Some(comparison) = &line.comparison {
                {condition(comparison, line.setting)}
            } else if let Some(setting) = line.setting {
                <p class="condition"><code>{setting}</code></p>
            }
        </li>
    }
}

/// Both sides with the sign that is true of them, what they are, and the setting that decides.
fn condition(comparison: &Comparison, setting: Option<&'static str>) -> Html {
    html! {
        <p class="condition">
            <span class="numbers">{&comparison.numbers}</span>
            <span class="sides">{format!("{} compared with {}", comparison.left, comparison.right)}</span>
            if let Some(setting) = setting {
                <code>{setting}</code>
            }
        </p>
    }
}

/// What else can be asked: the rest of the reasons, and other subjects.
fn asks(props: &CardViewProps) -> Html {
    let card = &*props.card;
    let ask = |subject: SubjectRef, label: AttrValue| {
        let onclick = props.on_select.reform(move |_: MouseEvent| subject);
        html! { <button type="button" class="link" {onclick}>{label}</button> }
    };
    let has_rest = !props.is_whole && card.subject != SubjectRef::ROUND;
    if !has_rest && card.omitted == 0 && card.related.is_empty() {
        return html! {};
    }
    html! {
        <ul class="related">
            if card.omitted > 0 {
                <li key="omitted" class="omitted">{more_reasons(card.omitted)}</li>
            }
            if has_rest {
                <li key="whole">{ask(card.subject, format!("Whole story of {}", card.title).into())}</li>
            }
            {for card.related.iter().map(|(subject, label)| html! {
                <li key={subject_key(*subject)}>{ask(*subject, label.clone().into())}</li>
            })}
        </ul>
    }
}

/// A shape and a colour for a subject's part in the round.
#[component]
fn ToneMark(props: &ToneMarkProps) -> Html {
    let path = match props.tone {
        Tone::Source => "M2 4h12L8 13z",
        Tone::Waiting => "M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M8 4.5a3.5 3.5 0 0 1 0 7z",
        Tone::Target => "M8 3l6 9H2z",
        Tone::Idle => "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11",
    };
    html! {
        <svg class="tone-mark" data-tone={tone_name(props.tone)} viewBox="0 0 16 16" aria-hidden="true">
            <path d={path} />
        </svg>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct ToneMarkProps {
    tone: Tone,
}

/// How the stylesheet knows a tone.
fn tone_name(tone: Tone) -> &'static str {
    match tone {
        Tone::Source => "source",
        Tone::Waiting => "waiting",
        Tone::Target => "target",
        Tone::Idle => "idle",
    }
}

/// How many reasons are not shown.
fn more_reasons(count: usize) -> String {
    if count == 1 {
        "1 more reason".to_owned()
    } else {
        format!("{count} more reasons")
    }
}

/// Tells a subject from the others in a keyed list.
pub(super) fn subject_key(subject: SubjectRef) -> String {
    format!("{}-{}-{}", subject.kind, subject.a, subject.b)
}
