//! Events as a run meets them, one by one.

use crate::systems::shedding::model::event::{About, Event, Kind};
use crate::systems::shedding::model::load_data::{BrokerId, BundleId};
use crate::systems::shedding::model::world::World;
use crate::systems::shedding::settings::{Key, Setting};

/// An event as the run meets it.
#[derive(Clone, Debug)]
pub(crate) struct TimedAction {
    /// When, in milliseconds of the run.
    pub(super) at_ms: u64,
    /// What happens.
    pub(super) action: Action,
}

/// What happens at a time.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    Stops(BrokerId),
    Starts(BrokerId),
    LeaderChanges,
    Unload(BundleId),
    Set(Key, f64),
}

/// The events that a variant meets one by one, in the order of time. What only changes the truth is not among them.
pub(crate) fn timed_actions<'a>(
    events: impl Iterator<Item = &'a Event>,
    world: &World,
) -> Vec<TimedAction> {
    let mut timed_actions = Vec::new();
    for event in events {
        let at_ms = u64::from(event.at_s) * 1000;
        let broker = || world.find_broker(&event.target);
        let action = match event.kind {
            Kind::Stop | Kind::Restart => broker().map(Action::Stops),
            Kind::Add => broker().map(Action::Starts),
            Kind::Leader => Some(Action::LeaderChanges),
            Kind::Unload => world.find_bundle(&event.target).map(Action::Unload),
            Kind::Set => {
                Setting::from_name(&event.target).map(|row| Action::Set(row.key, event.value))
            }
            Kind::Traffic | Kind::Spike | Kind::Neighbour | Kind::Slow => None,
        };
        debug_assert!(action.is_some() || event.kind.row().about != About::Nobody);
        timed_actions.extend(action.map(|action| TimedAction { at_ms, action }));
        if let (Kind::Restart, Some(broker), Some(end_s)) = (event.kind, broker(), event.end_s()) {
            timed_actions.push(TimedAction {
                at_ms: end_s * 1000,
                action: Action::Starts(broker),
            });
        }
    }
    timed_actions.sort_by_key(|timed| timed.at_ms);
    timed_actions
}
