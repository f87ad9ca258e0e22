//! The schedule of the world: the server's condition at any time, and all changes in order.

use super::event::{Event, Kind, micros};
use super::settings::{Key, Setting};

/// A change of the world at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TimedChange {
    /// A server event, given by its index, starts (`true`) or ends.
    Server(u32, bool),
    /// This number of writers start at every executor; they stop if it is negative.
    Writers(i32),
    /// A setting changes.
    Set(Key, f64),
}

/// The condition of the server from a time on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServerCondition {
    /// Start, in microseconds after the start of the run.
    pub from_us: u64,
    /// Capacity in permits per second.
    pub capacity: f64,
    /// Capacity without brown-outs, in permits per second.
    pub(crate) full_capacity: f64,
    /// Whether no connection succeeds.
    pub(crate) is_out: bool,
}

/// The schedule of all changes of a world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Schedule {
    conditions: Vec<ServerCondition>,
    changes: Vec<(u64, TimedChange)>,
}

impl Schedule {
    /// The schedule of some events, for a server with this capacity in permits per second.
    pub(crate) fn new(capacity: f64, events: &[Event]) -> Self {
        let mut changes = Vec::new();
        let mut planned_steps = vec![0];
        for (index, event) in events.iter().enumerate() {
            let at_us = micros(event.at_s);
            match event.kind {
                Kind::Writers => changes.push((at_us, TimedChange::Writers(event.value as i32))),
                Kind::Set => {
                    if let Some(row) = Setting::from_name(&event.target) {
                        changes.push((at_us, TimedChange::Set(row.key, event.value)));
                    }
                }
                Kind::Capacity | Kind::BrownOut | Kind::Outage => {
                    changes.push((at_us, TimedChange::Server(index as u32, true)));
                    planned_steps.push(at_us);
                    let end_us = micros(event.end_s());
                    if end_us > at_us {
                        changes.push((end_us, TimedChange::Server(index as u32, false)));
                        planned_steps.push(end_us);
                    }
                }
            }
        }
        changes.sort_by_key(|change| change.0);
        planned_steps.sort_unstable();
        planned_steps.dedup();
        let conditions = planned_steps
            .into_iter()
            .map(|from_us| condition(from_us, capacity, events))
            .collect();
        Self {
            conditions,
            changes,
        }
    }

    /// The server's condition at a time.
    pub(crate) fn at(&self, now_us: u64) -> ServerCondition {
        let place = self
            .conditions
            .partition_point(|condition| condition.from_us <= now_us);
        self.conditions[place.saturating_sub(1)]
    }

    /// Number of permits that the server can process between two times.
    pub(crate) fn processable(&self, from_us: u64, to_us: u64) -> f64 {
        let first = self
            .conditions
            .partition_point(|condition| condition.from_us <= from_us)
            .saturating_sub(1);
        let mut sum = 0.0;
        for (index, condition) in self.conditions.iter().enumerate().skip(first) {
            let next_us = self
                .conditions
                .get(index + 1)
                .map_or(u64::MAX, |next| next.from_us);
            let length_us = next_us
                .min(to_us)
                .saturating_sub(condition.from_us.max(from_us));
            if !condition.is_out {
                sum += condition.capacity * length_us as f64 / 1e6;
            }
            if next_us >= to_us {
                break;
            }
        }
        sum
    }

    /// Writers of an executor at a time, in microseconds, if it starts with `begins`.
    pub(crate) fn writers(&self, begins: f64, at_us: u64) -> i32 {
        let changes = self.changes.iter().take_while(|(time, _)| *time <= at_us);
        changes.fold(begins as i32, |now, (_, change)| {
            if let TimedChange::Writers(more) = change {
                (now + more).max(0)
            } else {
                now
            }
        })
    }

    /// All changes with their times in microseconds, in order.
    pub(crate) fn changes(&self) -> &[(u64, TimedChange)] {
        &self.changes
    }
}

/// The condition from a time on: the last capacity that was set, and the strongest brown-out then in force.
fn condition(from_us: u64, capacity: f64, events: &[Event]) -> ServerCondition {
    let has_begun = |event: &&Event| micros(event.at_s) <= from_us;
    let is_on = |event: &Event| micros(event.at_s) <= from_us && from_us < micros(event.end_s());
    let mut last = (0, capacity);
    for event in events
        .iter()
        .filter(|event| event.kind == Kind::Capacity)
        .filter(has_begun)
    {
        if micros(event.at_s) >= last.0 {
            last = (micros(event.at_s), event.value);
        }
    }
    let mut percent = None;
    for event in events
        .iter()
        .filter(|event| event.kind == Kind::BrownOut && is_on(event))
    {
        percent = Some(percent.map_or(event.value, |other: f64| other.min(event.value)));
    }
    let capacity = percent.map_or(last.1, |percent| last.1 * percent / 100.0);
    let is_out = events
        .iter()
        .any(|event| event.kind == Kind::Outage && is_on(event));
    ServerCondition {
        from_us,
        capacity,
        full_capacity: last.1,
        is_out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_capacity_follows_its_events() {
        let events = [
            Event::new(20.0, Kind::Capacity, 400.0, 0.0),
            Event::new(10.0, Kind::BrownOut, 50.0, 15.0),
            Event::new(30.0, Kind::Outage, 0.0, 5.0),
        ];
        let schedule = Schedule::new(100.0, &events);
        let at = |second: f64| {
            (
                schedule.at(micros(second)).capacity,
                schedule.at(micros(second)).is_out,
            )
        };
        assert_eq!(at(0.0), (100.0, false));
        assert_eq!(at(10.0), (50.0, false));
        assert_eq!(at(24.9), (200.0, false));
        assert_eq!(at(25.0), (400.0, false));
        assert_eq!(at(30.0), (400.0, true));
        assert_eq!(at(35.0), (400.0, false));
        let processable = schedule.processable(micros(9.0), micros(36.0));
        assert_eq!(
            processable,
            100.0 + 500.0 + 5.0 * 200.0 + 5.0 * 400.0 + 400.0
        );
        assert_eq!(schedule.changes().len(), 5);
        // Half of the first, half of the second, and all of the third.
        assert_eq!(
            [10.0, 24.9, 25.0].map(|second| schedule.at(micros(second)).full_capacity),
            [100.0, 400.0, 400.0]
        );
    }
}
