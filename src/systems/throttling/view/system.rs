//! Adaptive rate limiting on the trait of systems: documents, form and events.

use super::{Throttling, events, form, later};
use crate::engine::{Problem, Renamed, event};
use crate::simulator::choice::unknown_option;
use crate::simulator::{
    Choice, Edit, EventKind, Field, InputValue, LaterEdit, Preset, ScheduledEvent, System,
    SystemInfo,
};
use crate::systems::throttling::event::Event;
use crate::systems::throttling::limiter_version::{ASSUMPTIONS, LimiterVersion};
use crate::systems::throttling::presets::PRESETS;
use crate::systems::throttling::round::Detail;
use crate::systems::throttling::scenario::{self, SYSTEM, Scenario, Variant, World};
use crate::systems::throttling::simulation::Simulation;

/// The id of the choice of a variant's version.
const VERSION: &str = "version";

impl System for Throttling {
    type World = World;
    type Variant = Variant;
    type Event = Event;
    type Simulation = Simulation;
    type Prepared = ();

    const NAMES_1: &'static [Renamed] = scenario::NAMES_1;

    const INFO: SystemInfo = SystemInfo {
        id: SYSTEM,
        title: "Adaptive rate limiting (OpenSearch)",
        product: "OpenSearch",
        claim: "Watch writers adapt their request rate to what the server answers, and see why the limit rises, falls or stays.",
        round: "second",
        eventful: "change",
        moved: None,
        screen_ds: (7, 4),
    };

    fn presets() -> &'static [Preset<Scenario>] {
        PRESETS
    }

    fn validate(scenario: &Scenario) -> Result<(), Problem> {
        scenario::check(scenario)
    }

    fn end_s(scenario: &Scenario) -> f64 {
        scenario.world.end_s(scenario.rounds)
    }

    fn prepare(_scenario: &Scenario) {}

    fn simulate(scenario: &Scenario, (): &(), variant: usize) -> Simulation {
        Simulation::new(scenario, variant)
    }

    fn choices(variant: &Variant) -> Vec<Choice> {
        let selected = variant.version.id().to_owned();
        vec![Choice {
            id: VERSION,
            label: "Limiter version",
            options: form::options(),
            selected,
        }]
    }

    fn choose(variant: &mut Variant, choice: &str, option: &str) -> Result<(), Problem> {
        let version = LimiterVersion::from_id(option).filter(|_| choice == VERSION);
        form::choose(
            variant,
            version.ok_or_else(|| unknown_option(&Self::choices(variant), choice, option))?,
        );
        Ok(())
    }

    fn fields(scenario: &Scenario, variant: usize) -> Vec<Field> {
        form::fields(scenario, variant)
    }

    fn set(scenario: &mut Scenario, variant: usize, name: &str, value: f64) -> Result<(), Problem> {
        form::set(scenario, variant, name, value)
    }

    fn assumptions(_variant: &Variant) -> Vec<(&'static str, &'static str)> {
        ASSUMPTIONS.to_vec()
    }

    fn comparisons(main: &Variant) -> Vec<(&'static str, Vec<Variant>)> {
        form::comparisons(main)
    }

    fn world_events(world: &mut World) -> Option<&mut Vec<Event>> {
        Some(&mut world.events)
    }

    fn event_kinds(_world: &World) -> Vec<EventKind> {
        events::kinds()
    }

    fn events(world: &World) -> Vec<ScheduledEvent> {
        events::scheduled(world)
    }

    fn add_event(
        scenario: &mut Scenario,
        variant: usize,
        kind: &str,
        at_s: f64,
    ) -> Result<(), Problem> {
        let event = events::new(
            &scenario
                .world
                .seen(&scenario.variants[variant].ignored_events),
            kind,
            at_s,
        )?;
        event::push(&mut scenario.world.events, event);
        Ok(())
    }

    fn set_event(
        world: &mut World,
        event: u32,
        part: &str,
        value: &InputValue,
    ) -> Result<(), Problem> {
        events::set(world, event, part, value)
    }

    fn ignored_events(variant: &mut Variant) -> Option<&mut Vec<u32>> {
        Some(&mut variant.ignored_events)
    }

    fn edit_later(
        scenario: &Scenario,
        _simulation: &Simulation,
        variant: usize,
        detail: &Detail,
        edit: &Edit,
        refined: Option<u32>,
    ) -> Result<LaterEdit<Self>, Problem> {
        later::edit_later(scenario, variant, detail, edit, refined)
    }

    fn setting_in_force(simulation: &Simulation, detail: &Detail, name: &str) -> Option<f64> {
        later::setting_in_force(simulation, detail, name)
    }
}
