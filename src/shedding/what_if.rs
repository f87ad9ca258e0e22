//! What if: an edit at a later time, as an event there. What came before stays as it was.

use super::cluster::Cluster;
use super::cluster_edit::ClusterEdit;
use super::event::{Event, Kind};
use super::load_data::Name;
use super::settings::Key;
use super::usage::Resource;

/// A change that a person makes at a time.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Of the cluster.
    Cluster(ClusterEdit),
    /// Of a setting.
    Set(Key, f64),
}

/// How a broker fares at the time of the change: percent of a resource, or of the one it is most used of.
pub type Usage<'a> = &'a dyn Fn(usize, Option<Resource>) -> (f64, Resource);

impl Cluster {
    /// The events with a change at `at_s` seconds among them, and the id of the event that makes it;
    /// `None` where a change can only be one of the start. Brokers are counted in the cluster's own order.
    pub fn with_change(&self, change: &Change, at_s: u32, usage: Usage<'_>) -> Option<(Vec<Event>, u32)> {
        let broker = |index: usize| self.brokers.get(index);
        let name = |index: usize| Some(broker(index)?.name.clone());
        let make = |kind: Kind, of: Name, amount: f64| {
            Some(Event { at_s, kind, of, amount, id: self.free_event_id(), ..Event::default() })
        };
        let load = |index: usize, resource: Option<Resource>, percent: f64| {
            let (now, resource) = usage(index, resource);
            Some(Event { resource, ..make(Kind::Neighbour, name(index)?, tenth(percent - now))? })
        };
        let event = match change {
            Change::Set(key, value) => make(Kind::Set, key.name().into(), *value),
            Change::Cluster(edit) => match edit {
                ClusterEdit::Load(index, percent) => load(*index, None, *percent),
                ClusterEdit::Usage(index, resource, percent) => load(*index, Some(*resource), *percent),
                ClusterEdit::Base(index, resource, percent) => {
                    let amount = percent - broker(*index)?.base.of(*resource);
                    Some(Event { resource: *resource, ..make(Kind::Neighbour, name(*index)?, amount)? })
                }
                ClusterEdit::Capacity(index, capacity) => {
                    make(Kind::Slow, name(*index)?, capacity / broker(*index)?.cpu_capacity * 100.0)
                }
                ClusterEdit::AddBroker => make(Kind::Add, self.free_broker_name().into(), 1.0),
                ClusterEdit::RemoveBroker(index) => make(Kind::Stop, name(*index)?, 0.0),
                ClusterEdit::SetBundle(index, bundle, field, value) => {
                    let bundle = broker(*index)?.bundles.get(*bundle)?;
                    let before = field.of(bundle);
                    (before > 0.0).then(|| make(Kind::Traffic, bundle.name.clone(), value / before * 100.0))?
                }
                ClusterEdit::BundleCount(..)
                | ClusterEdit::Skew(..)
                | ClusterEdit::RenameBroker(..)
                | ClusterEdit::RenameBundle(..)
                | ClusterEdit::AddBundle(_)
                | ClusterEdit::RemoveBundle(..) => None,
            },
        }?;
        Some(self.with_event(event))
    }

    /// The events with one more. What lasted on the same subject until then ends there, or is changed where
    /// it began at that very time.
    fn with_event(&self, mut event: Event) -> (Vec<Event>, u32) {
        let mut events = self.events.clone();
        let is_like = |other: &Event| {
            (other.kind, &other.of, other.resource) == (event.kind, &event.of, event.resource)
                && !matches!(other.kind, Kind::Stop | Kind::Add)
        };
        if let Some(same) = events.iter_mut().find(|other| is_like(other) && other.at_s == event.at_s) {
            same.amount = if event.kind == Kind::Neighbour { tenth(same.amount + event.amount) } else { event.amount };
            let id = same.id;
            return (events, id);
        }
        let (at_s, lasts) = (u64::from(event.at_s), matches!(event.kind, Kind::Neighbour | Kind::Slow));
        let is_now = |other: &&mut Event| {
            lasts && is_like(other) && other.at_s < event.at_s && other.end_s().is_none_or(|end_s| end_s > at_s)
        };
        if let Some(before) = events.iter_mut().find(is_now) {
            event.for_s = before.end_s().map_or(0, |end_s| (end_s - at_s) as u32);
            if event.kind == Kind::Neighbour {
                event.amount = tenth(event.amount + before.amount);
            }
            before.for_s = event.at_s - before.at_s;
        }
        let next = events.iter().filter(|other| lasts && is_like(other) && other.at_s > event.at_s);
        if let Some(next) = next.map(|other| other.at_s).min()
            && (event.for_s == 0 || event.at_s + event.for_s > next)
        {
            event.for_s = next - event.at_s;
        }
        let id = event.id;
        events.push(event);
        (events, id)
    }

    /// An id that no event has.
    pub fn free_event_id(&self) -> u32 {
        self.events.iter().map(|event| event.id).max().map_or(1, |id| id.saturating_add(1))
    }
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Timeline;
    use crate::shedding::situations::opening;
    use crate::shedding::{Scenario, Simulation};

    fn changed(scenario: &Scenario, change: &Change, at_s: u32) -> Scenario {
        let usage: Usage<'_> = &|_, _| (40.0, Resource::Cpu);
        let (events, id) = scenario.world.with_change(change, at_s, usage).unwrap();
        assert!(events.iter().any(|event| event.id == id));
        let mut changed = scenario.clone();
        changed.world.events = events;
        assert_eq!(changed.check(), Ok(()));
        changed
    }

    fn of(scenario: &Scenario) -> Vec<(Kind, u32, f64, u32)> {
        scenario.world.events.iter().map(|event| (event.kind, event.at_s, event.amount, event.for_s)).collect()
    }

    #[test]
    fn a_dragged_bar_becomes_a_neighbour_and_another_drag_takes_over() {
        let drag = |percent| Change::Cluster(ClusterEdit::Load(0, percent));
        let first = changed(&opening(), &drag(52.0), 600);
        assert_eq!(of(&first), [(Kind::Neighbour, 600, 12.0, 0)]);
        let same = changed(&first, &drag(45.0), 600);
        assert_eq!(of(&same), [(Kind::Neighbour, 600, 17.0, 0)]);
        let later = changed(&same, &drag(30.0), 900);
        assert_eq!(of(&later), [(Kind::Neighbour, 600, 17.0, 300), (Kind::Neighbour, 900, 7.0, 0)]);
        let between = changed(&later, &drag(41.0), 700);
        assert_eq!(of(&between)[2], (Kind::Neighbour, 700, 18.0, 200));
    }

    #[test]
    fn what_came_before_stays_as_it_was() {
        let changes = [
            Change::Set(Key::AvgHighThreshold, 20.0),
            Change::Cluster(ClusterEdit::RemoveBroker(0)),
            Change::Cluster(ClusterEdit::Capacity(1, 0.5)),
            Change::Cluster(ClusterEdit::SetBundle(0, 0, crate::shedding::cluster_edit::BundleField::Cpu, 30.0)),
        ];
        let rounds = |scenario: &Scenario| {
            let mut timeline = Timeline::new(Simulation::new(scenario));
            timeline.complete();
            timeline.rounds().to_vec()
        };
        let before = rounds(&opening());
        for change in &changes {
            let after = rounds(&changed(&opening(), change, 540));
            assert_eq!(before[..8], after[..8], "{change:?}");
            assert_ne!(format!("{before:?}"), format!("{after:?}"), "{change:?}");
        }
    }

    #[test]
    fn what_can_only_be_of_the_start_says_so() {
        let usage: Usage<'_> = &|_, _| (40.0, Resource::Cpu);
        for edit in
            [ClusterEdit::BundleCount(0, 3), ClusterEdit::AddBundle(0), ClusterEdit::RenameBroker(0, "x".into())]
        {
            assert_eq!(opening().world.with_change(&Change::Cluster(edit), 540, usage), None);
        }
    }
}
