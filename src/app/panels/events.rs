//! The events of a scenario.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::edit_target::EditTarget;
use super::value_control::ValueControl;
use crate::app::hooks::use_dispatch;
use crate::app::parts::{FieldInput, IconButton, IconKind};
use crate::app::session::{Action, Handle, Refusal};
use crate::engine::format::format_clock;
use crate::simulator::{Edit, EventKind, InputType, InputValue, ScheduledEvent};

/// Kinds of events from which on a filter is offered.
const FILTER_FROM: usize = 12;

/// Props of [`EventsPanel`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct EventsPanelProps {
    /// The scenario as it is edited.
    pub document: Handle,
    /// The variant that is edited, from 0.
    pub variant: usize,
    /// The time at the cursor, in seconds after the start.
    pub at_s: f64,
    /// Where this changes, what was typed is forgotten.
    pub epoch: usize,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
}

/// The events in the order in which they happen, and kinds of events to add.
#[component]
pub(crate) fn EventsPanel(props: &EventsPanelProps) -> Html {
    let EventsPanelProps {
        document,
        variant,
        at_s,
        epoch,
        refusal,
    } = props.clone();
    let events = use_memo(document.clone(), |document| in_order(document.events()));
    let kinds = use_memo(document, |document| document.event_kinds());
    html! {
        <div class="events-panel">
            <p class="field-help">
                {"What happens during the run, the same in every variant. The pins on the timeline can be dragged."}
            </p>
            if !kinds.is_empty() {
                <AddEvent kinds={(*kinds).clone()} {variant} {at_s} />
            }
            if events.is_empty() {
                <p class="field-help" role="status">{"There are no events yet."}</p>
            }
            <div class="event-list">
                { for events.iter().enumerate().map(|(index, event)| html! {
                    <EventForm
                        key={event.id}
                        number={index + 1}
                        event={event.clone()}
                        {epoch}
                        refusal={refusal.clone()}
                    />
                }) }
            </div>
        </div>
    }
}

/// Events by their times; those at one time as the scenario has them.
pub(crate) fn in_order(mut events: Vec<ScheduledEvent>) -> Vec<ScheduledEvent> {
    events.sort_by(|a, b| a.at_s.total_cmp(&b.at_s));
    events
}

/// Props of [`EventForm`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct EventFormProps {
    /// Its number in the list, from 1.
    pub number: usize,
    /// The event.
    pub event: ScheduledEvent,
    /// Where this changes, what was typed is forgotten.
    pub epoch: usize,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
}

/// An event: when it happens, and what.
#[component]
pub(crate) fn EventForm(props: &EventFormProps) -> Html {
    let EventFormProps {
        number,
        event,
        epoch,
        refusal,
    } = props.clone();
    let dispatch = use_dispatch();
    let id = event.id;
    let on_remove = use_callback((id, dispatch), |_: MouseEvent, (id, dispatch)| {
        dispatch.emit(Action::edit(Edit::RemoveEvent(*id)));
    });
    html! {
        <fieldset class="event-form" id={format!("event-{id}")}>
            <legend>
                <span class="event-number" aria-hidden="true">{number}</span>
                {" "}{&event.text}
            </legend>
            <IconButton
                class="small event-remove"
                label={format!("Remove event {number}: {}", event.text)}
                icon={IconKind::Close}
                onclick={on_remove}
            />
            <ValueControl
                target={EditTarget::EventTime(id)}
                label="Time"
                input={FieldInput::Value(InputType::Time)}
                value={InputValue::Number(event.at_s)}
                {epoch}
                refusal={refusal.clone()}
            />
            { for event.parts.iter().map(|part| html! {
                <ValueControl
                    key={part.id}
                    target={EditTarget::EventPart { event: id, part: part.id }}
                    label={part.label}
                    unit={part.unit}
                    input={FieldInput::Value(part.input.clone())}
                    value={part.value.clone()}
                    {epoch}
                    refusal={refusal.clone()}
                />
            }) }
        </fieldset>
    }
}

/// Props of [`AddEvent`].
#[derive(Clone, PartialEq, Properties)]
pub struct AddEventProps {
    /// The kinds; those of one group follow one another.
    pub kinds: Vec<EventKind>,
    /// The variant that an event begins from, from 0.
    pub variant: usize,
    /// When it happens, in seconds after the start.
    pub at_s: f64,
}

/// The kinds of events, to add one at the cursor.
#[component]
pub fn AddEvent(props: &AddEventProps) -> Html {
    let AddEventProps {
        kinds,
        variant,
        at_s,
    } = props.clone();
    let dispatch = use_dispatch();
    let filter = use_state_eq(String::new);
    let oninput = {
        let filter = filter.setter();
        move |event: InputEvent| {
            filter.set(event.target_unchecked_into::<HtmlInputElement>().value())
        }
    };
    let found = find_kinds(&kinds, &filter);
    let item = |kind: &&EventKind| {
        let dispatch = dispatch.clone();
        let edit = Edit::AddEvent {
            variant,
            kind: kind.id.clone(),
            at_s,
        };
        let onclick = move |_: MouseEvent| dispatch.emit(Action::edit(edit.clone()));
        html! {
            <li key={kind.id.as_str()}><button type="button" class="list-button" {onclick}>{&kind.label}</button></li>
        }
    };
    html! {
        <details class="menu">
            <summary>{format!("Add an event at {}", format_clock(at_s))}</summary>
            if kinds.len() >= FILTER_FROM {
                <input
                    type="search"
                    class="filter"
                    aria-label="Find a kind of event"
                    placeholder="Find a kind of event"
                    value={(*filter).clone()}
                    {oninput}
                />
            }
            if found.is_empty() {
                <p class="field-help" role="status">{"No kind of event has this in its name."}</p>
            }
            { for found.chunk_by(|a, b| a.group == b.group).map(|group| html! {
                <div key={group[0].group}>
                    if !group[0].group.is_empty() {
                        <h3>{group[0].group}</h3>
                    }
                    <ul>{ for group.iter().map(item) }</ul>
                </div>
            }) }
        </details>
    }
}

/// The kinds whose names or headings contain a text.
fn find_kinds<'a>(kinds: &'a [EventKind], text: &str) -> Vec<&'a EventKind> {
    let text = text.trim().to_lowercase();
    let contains = |words: &str| words.to_lowercase().contains(&text);
    kinds
        .iter()
        .filter(|kind| contains(&kind.label) || contains(kind.group))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_found_by_their_names_and_headings() {
        let kind = |id: &str, group| EventKind {
            id: id.into(),
            label: format!("{id} it"),
            group,
        };
        let kinds = [
            kind("Kill", "Brokers"),
            kind("Spike", "Load"),
            kind("Ramp", "Load"),
        ];
        let found = |text| {
            find_kinds(&kinds, text)
                .into_iter()
                .map(|kind| kind.id.as_str())
                .collect::<Vec<_>>()
        };
        assert_eq!(found("load"), ["Spike", "Ramp"]);
        assert_eq!(found(" kILL "), ["Kill"]);
        assert_eq!(found("").len(), 3);
        assert!(found("x").is_empty());
    }

    #[test]
    fn events_are_listed_by_time() {
        let event = |id, at_s| ScheduledEvent {
            id,
            at_s,
            kind: String::new(),
            text: String::new(),
            parts: Vec::new(),
        };
        let ids = |events| {
            in_order(events)
                .into_iter()
                .map(|event| event.id)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            ids(vec![event(1, 90.0), event(2, 0.0), event(3, 90.0)]),
            [2, 1, 3]
        );
    }
}
