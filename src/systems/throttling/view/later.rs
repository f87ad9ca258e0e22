//! Edits at a later second: a changed setting becomes an event.

use super::Throttling;
use crate::engine::Problem;
use crate::simulator::apply::check_field;
use crate::simulator::later_edit::{Seen, with_event};
use crate::simulator::{Edit, LaterEdit};
use crate::systems::throttling::Simulation;
use crate::systems::throttling::event::{Event, Kind};
use crate::systems::throttling::event_loop::Schedule;
use crate::systems::throttling::round::Detail;
use crate::systems::throttling::scenario::Scenario;
use crate::systems::throttling::settings::{Key, Setting};

/// Applies an edit in the second of `detail`; `refined` is the event that the previous such edit made.
///
/// # Errors
/// If the edit cannot be made.
pub(super) fn edit_later(
    scenario: &Scenario,
    variant: usize,
    detail: &Detail,
    edit: &Edit,
    refined: Option<u32>,
) -> Result<LaterEdit<Throttling>, Problem> {
    let Edit::Set {
        variant: edited,
        field,
        value,
    } = edit
    else {
        return Ok(LaterEdit::WholeRun);
    };
    check_field::<Throttling>(scenario, *edited, field, *value)?;
    let (world, variant) = (&scenario.world, &scenario.variants[variant]);
    let settings = world.settings(variant);
    let at_s = detail.from_us as f64 / 1e6;
    let make = |seen: &Seen<'_, Event>| {
        let row = Setting::from_name(field)?;
        match row.key {
            Key::Capacity => Some(Event::new(at_s, Kind::Capacity, *value, 0.0)),
            Key::Writers => {
                let others: Vec<Event> = seen.events.iter().map(|event| (*event).clone()).collect();
                let schedule = Schedule::new(settings.get(Key::Capacity), &others);
                let now = schedule.writers(settings.get(Key::Writers), detail.from_us);
                Some(Event::new(at_s, Kind::Writers, value - f64::from(now), 0.0))
            }
            key => row.key.can_change().then(|| Event::set(at_s, key, *value)),
        }
    };
    let refine = |old: &Event, made: Event, _: &Seen<'_, Event>| {
        let is_same = (old.at_s, old.kind, &old.target) == (made.at_s, made.kind, &made.target);
        is_same.then_some(made)
    };
    // A setting that cannot change during the run is changed for the whole run.
    let Some((events, event)) = with_event(
        &world.events,
        &variant.ignored_events,
        refined,
        make,
        refine,
    ) else {
        return Ok(LaterEdit::WholeRun);
    };
    let mut scenario = scenario.clone();
    scenario.world.events = events;
    Ok(LaterEdit::Event { scenario, event })
}

/// The value of a setting in force at the start of a second, after events at that very time.
pub(super) fn setting_in_force(
    simulation: &Simulation,
    detail: &Detail,
    name: &str,
) -> Option<f64> {
    let (at_us, key) = (detail.from_us, Setting::from_name(name)?.key);
    let settings = simulation.settings_at(at_us);
    Some(match key {
        Key::Capacity => simulation.schedule.at(at_us).full_capacity,
        Key::Writers => f64::from(simulation.schedule.writers(settings.get(key), at_us)),
        _ => settings.get(key),
    })
}
