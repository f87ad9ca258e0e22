//! Events of a world, and the ids by which edits and variants name them.
//!
//! A document need not give them: an event without an id has its place in the list as its id, counted from 1. Where an
//! edit would change that place, the id is written down.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::number::write_number;
use super::{Cause, Problem, Thing};

/// The id of an event; its place in the list, counted from 1, unless a document gives another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventId(Option<u32>);

impl EventId {
    /// The id of an event at a place, counted from 0.
    pub fn at(self, place: usize) -> u32 {
        self.0.unwrap_or_else(|| by_place(place))
    }

    /// An id that an event has at a place, counted from 0.
    pub fn new(id: u32, place: usize) -> Self {
        Self((id != by_place(place)).then_some(id))
    }

    /// Whether a document need not say it.
    pub(crate) fn is_by_place(&self) -> bool {
        self.0.is_none()
    }
}

fn by_place(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX).saturating_add(1)
}

/// An event of a world: it has an id and a time.
pub trait TimedEvent {
    /// Its id at a place in the list, counted from 0.
    fn id(&self, place: usize) -> u32;
    /// Gives it an id at a place in the list, counted from 0.
    fn set_id(&mut self, id: u32, place: usize);
    /// Moves it to another time, in seconds after the start.
    fn set_at_s(&mut self, at_s: f64);
}

/// An event of which the action says everything but the time. Systems whose events have parts in common have a type of
/// their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event<A> {
    /// Tells it from other events; variants name the events they leave out by it.
    #[serde(default, skip_serializing_if = "EventId::is_by_place")]
    pub id: EventId,
    /// When, in seconds after the start.
    #[serde(serialize_with = "write_number")]
    pub at_s: f64,
    /// What happens.
    pub action: A,
}

impl<A> Event<A> {
    /// An action at a time, in seconds after the start.
    pub fn new(at_s: f64, action: A) -> Self {
        Self {
            id: EventId::default(),
            at_s,
            action,
        }
    }
}

impl<A> TimedEvent for Event<A> {
    fn id(&self, place: usize) -> u32 {
        self.id.at(place)
    }

    fn set_id(&mut self, id: u32, place: usize) {
        self.id = EventId::new(id, place);
    }

    fn set_at_s(&mut self, at_s: f64) {
        self.at_s = at_s;
    }
}

/// Events with their ids, in the order of the document.
pub(crate) fn with_ids<E: TimedEvent>(events: &[E]) -> impl Iterator<Item = (u32, &E)> {
    events
        .iter()
        .enumerate()
        .map(|(place, event)| (event.id(place), event))
}

/// Events that a variant sees: those that it does not ignore, in the order of the document.
pub fn seen<'a, E: TimedEvent>(
    events: &'a [E],
    ignored_events: &'a [u32],
) -> impl Iterator<Item = (u32, &'a E)> {
    with_ids(events).filter(|(id, _)| !ignored_events.contains(id))
}

/// The place of an event, counted from 0; `None` where it does not exist.
pub fn find<E: TimedEvent>(events: &[E], id: u32) -> Option<usize> {
    with_ids(events).position(|(other, _)| other == id)
}

/// Adds an event at the end of the list under an id that no event has; returns the id.
pub fn push<E: TimedEvent>(events: &mut Vec<E>, mut event: E) -> u32 {
    let id = free(events);
    event.set_id(id, events.len());
    events.push(event);
    id
}

/// An id that no event has.
pub fn free<E: TimedEvent>(events: &[E]) -> u32 {
    let last = with_ids(events).map(|(id, _)| id).max();
    match last.map_or(Some(1), |id| id.checked_add(1)) {
        Some(id) => id,
        None => (1..u32::MAX)
            .find(|id| find(events, *id).is_none())
            .unwrap_or(u32::MAX),
    }
}

/// Removes the event at a place, counted from 0; the others keep their ids. Without such a place nothing changes.
pub fn remove<E: TimedEvent>(events: &mut Vec<E>, place: usize) {
    let ids: Vec<u32> = with_ids(events).map(|(id, _)| id).collect();
    if place < events.len() {
        events.remove(place);
        let moved = events.iter_mut().enumerate().skip(place);
        moved.for_each(|(place, event)| event.set_id(ids[place + 1], place));
    }
}

/// Checks that no two events have the same id.
///
/// # Errors
/// With the place of the second one.
pub fn check<E: TimedEvent>(events: &[E]) -> Result<(), Problem> {
    let mut ids = BTreeSet::new();
    match with_ids(events).position(|(id, _)| !ids.insert(id)) {
        None => Ok(()),
        Some(place) => {
            let id = events[place].id(place);
            let cause = Cause::duplicate(Thing::Event, id);
            Err(Problem::at("id", cause).within(&format!("event {}", place + 1)))
        }
    }
}

/// Checks that what a variant ignores is there.
///
/// # Errors
/// With the first id that no event has.
pub(crate) fn check_ignored<E: TimedEvent>(
    events: &[E],
    ignored_events: &[u32],
) -> Result<(), Problem> {
    let ids: BTreeSet<u32> = with_ids(events).map(|(id, _)| id).collect();
    match ignored_events.iter().find(|id| !ids.contains(id)) {
        None => Ok(()),
        Some(id) => Err(Problem::at(
            "ignored_events",
            Cause::unknown(Thing::Event, id, "name events by their ids"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, PartialEq)]
    struct Named(&'static str, EventId);

    impl TimedEvent for Named {
        fn id(&self, place: usize) -> u32 {
            self.1.at(place)
        }

        fn set_id(&mut self, id: u32, place: usize) {
            self.1 = EventId::new(id, place);
        }

        fn set_at_s(&mut self, _at_s: f64) {}
    }

    fn ids(events: &[Named]) -> Vec<(&str, u32)> {
        with_ids(events).map(|(id, event)| (event.0, id)).collect()
    }

    #[test]
    fn events_keep_their_ids_whatever_is_removed_or_added() {
        let mut events = ["a", "b", "c"]
            .map(|name| Named(name, EventId::default()))
            .into();
        remove(&mut events, 0);
        assert_eq!(ids(&events), [("b", 2), ("c", 3)]);
        assert_eq!(push(&mut events, Named("d", EventId::default())), 4);
        remove(&mut events, 1);
        assert_eq!(ids(&events), [("b", 2), ("d", 4)]);
        remove(&mut events, 7);
        assert_eq!((find(&events, 4), find(&events, 3)), (Some(1), None));
        assert_eq!(
            seen(&events, &[2])
                .map(|(_, event)| event.0)
                .collect::<Vec<_>>(),
            ["d"]
        );
        // What is at its own place again need not say its id.
        let mut events = ["a", "b"]
            .map(|name| Named(name, EventId::default()))
            .into();
        remove(&mut events, 1);
        assert_eq!(push(&mut events, Named("c", EventId::default())), 2);
        assert!(events.iter().all(|event| event.1.is_by_place()));
    }

    #[test]
    fn an_id_is_free_even_where_the_greatest_is_taken() {
        let mut events = vec![
            Named("a", EventId(Some(u32::MAX))),
            Named("b", EventId(Some(1))),
        ];
        assert_eq!(push(&mut events, Named("c", EventId::default())), 2);
        assert!(check(&events).is_ok());
    }

    #[test]
    fn ids_that_are_there_twice_or_not_at_all_are_named() {
        let events = [Named("a", EventId(Some(2))), Named("b", EventId::default())];
        let twice = check(&events).unwrap_err().to_string();
        assert_eq!(
            twice,
            "event 2, id: another event has the id 2; give each its own."
        );
        let unknown = check_ignored(&events, &[2, 5]).unwrap_err().to_string();
        assert_eq!(
            unknown,
            "ignored_events: there is no event 5; name events by their ids."
        );
    }
}
