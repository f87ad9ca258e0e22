//! Edits at a later round that become events: a new event, or the one that the last such edit made.

use crate::engine::event::{self, TimedEvent};

/// The events that a variant sees when an edit is made.
pub struct Seen<'a, E> {
    /// The events, in the order of the document.
    pub events: Vec<&'a E>,
    /// The id of the event that is refined; it is none of `events`.
    pub left_out: Option<u32>,
}

impl<'a, E: TimedEvent> Seen<'a, E> {
    fn new(events: &'a [E], ignored_events: &'a [u32], left_out: Option<u32>) -> Self {
        let seen = event::seen(events, ignored_events).filter(|(id, _)| left_out != Some(*id));
        Self {
            events: seen.map(|(_, event)| event).collect(),
            left_out,
        }
    }
}

/// The events of a world after a later edit, and the id of the event that it became; `None` where no event can do the
/// same. `make` makes the event, as the difference to what the others come to. `refine` gets the event that the last
/// such edit made, the one made in its place, and the others: it says what the event becomes, or `None` where the two
/// edits are not of the same thing at the same time.
pub fn with_event<E: TimedEvent + Clone>(
    events: &[E],
    ignored_events: &[u32],
    refined: Option<u32>,
    make: impl Fn(&Seen<'_, E>) -> Option<E>,
    refine: impl Fn(&E, E, &Seen<'_, E>) -> Option<E>,
) -> Option<(Vec<E>, u32)> {
    let mut changed = events.to_vec();
    let place_of = |id: u32| event::find(events, id).map(|place| (id, place));
    if let Some((id, place)) = refined
        .filter(|id| !ignored_events.contains(id))
        .and_then(place_of)
    {
        let others = Seen::new(events, ignored_events, Some(id));
        if let Some(mut event) =
            make(&others).and_then(|made| refine(&events[place], made, &others))
        {
            event.set_id(id, place);
            changed[place] = event;
            return Some((changed, id));
        }
    }
    let made = make(&Seen::new(events, ignored_events, None))?;
    let id = event::push(&mut changed, made);
    Some((changed, id))
}
