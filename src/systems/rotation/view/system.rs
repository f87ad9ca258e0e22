//! Producer endpoint rotation on the trait of systems: documents, form, events and zones.

use super::{Rotation, entities, events, form, later, parts};
use crate::engine::{Problem, Renamed};
use crate::simulator::choice::unknown_option;
use crate::simulator::{
    Choice, ChoiceOption, Edit, EntityRow, EntityTable, EventKind, Field, InputValue, LaterEdit,
    Preset, ScheduledEvent, System, SystemInfo, TableRef,
};
use crate::systems::rotation::fidelity;
use crate::systems::rotation::presets::PRESETS;
use crate::systems::rotation::round::Detail;
use crate::systems::rotation::scenario::{self, SYSTEM, Scenario, Selector, Variant};
use crate::systems::rotation::settings::Key;
use crate::systems::rotation::simulation::Simulation;
use crate::systems::rotation::world::Event;
use crate::systems::rotation::world::World;

/// Number of producers and sends in a slice, over all variants, above which the computation is noticeable.
const MANY: f64 = 4_000.0;
/// The same for endpoints in the lists of all producers.
const MANY_LISTED: f64 = 200_000.0;

/// The id of the choice of a variant's selector.
const SELECTION: &str = "selection";

impl System for Rotation {
    type World = World;
    type Variant = Variant;
    type Event = Event;
    type Simulation = Simulation;
    type Prepared = ();

    const NAMES_1: &'static [Renamed] = scenario::NAMES_1;

    const INFO: SystemInfo = SystemInfo {
        id: SYSTEM,
        title: "Producer endpoint rotation (MemQ)",
        product: "MemQ",
        claim: "Watch a fleet of producers choose, keep and leave brokers: one endpoint each, or N in rotation.",
        round: "slice",
        eventful: "change",
        moved: None,
        screen_ds: (18, 8),
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

    fn is_large(scenario: &Scenario) -> bool {
        let world = &scenario.world;
        let producers = f64::from(world.producers());
        let sends = producers * world.rate_per_s * f64::from(world.slice_ms) / 1000.0;
        (producers + sends) * scenario.variants.len() as f64 > MANY
            || producers * f64::from(world.brokers()) > MANY_LISTED
    }

    fn choices(variant: &Variant) -> Vec<Choice> {
        let option = |one: &fidelity::SelectorInfo| {
            ChoiceOption::new(one.selector.id(), one.label, one.fidelity, one.about)
        };
        let options = fidelity::SELECTORS.iter().map(option).collect();
        let selected = variant.selection.id().to_owned();
        vec![Choice {
            id: SELECTION,
            label: "Endpoint selection",
            options,
            selected,
        }]
    }

    fn choose(variant: &mut Variant, choice: &str, option: &str) -> Result<(), Problem> {
        let found = [Selector::Single, Selector::Rotating]
            .into_iter()
            .find(|selector| selector.id() == option);
        let found = found.filter(|_| choice == SELECTION);
        variant.selection =
            found.ok_or_else(|| unknown_option(&Self::choices(variant), choice, option))?;
        Ok(())
    }

    fn fields(scenario: &Scenario, variant: usize) -> Vec<Field> {
        form::fields(scenario, variant)
    }

    fn set(scenario: &mut Scenario, variant: usize, name: &str, value: f64) -> Result<(), Problem> {
        form::set(scenario, variant, name, value)
    }

    fn assumptions(_variant: &Variant) -> Vec<(&'static str, &'static str)> {
        fidelity::ASSUMPTIONS.to_vec()
    }

    fn comparisons(main: &Variant) -> Vec<(&'static str, Vec<Variant>)> {
        let with = |selection: Selector, key: Key, value: f64| {
            Variant {
                selection,
                ..main.clone()
            }
            .with(key, value)
        };
        let turns = |endpoints: f64| with(Selector::Rotating, Key::NumWriteEndpoints, endpoints);
        let attempts = |count: f64| with(main.selection, Key::MaxRetryCount, count);
        let single = Variant {
            selection: Selector::Single,
            ..main.clone()
        };
        vec![
            (
                "One broker against three in rotation",
                vec![single, turns(3.0)],
            ),
            (
                "1, 2, 3 and 6 write endpoints",
                [1.0, 2.0, 3.0, 6.0].map(turns).to_vec(),
            ),
            (
                "Three attempts to connect, or one",
                vec![attempts(Key::MaxRetryCount.row().default), attempts(0.0)],
            ),
        ]
    }

    fn world_events(world: &mut World) -> Option<&mut Vec<Event>> {
        Some(&mut world.events)
    }

    fn event_kinds(world: &World) -> Vec<EventKind> {
        events::kinds(world)
    }

    fn events(world: &World) -> Vec<ScheduledEvent> {
        parts::scheduled(world)
    }

    fn add_event(
        scenario: &mut Scenario,
        _variant: usize,
        kind: &str,
        at_s: f64,
    ) -> Result<(), Problem> {
        events::add(&mut scenario.world, kind, at_s)
    }

    fn set_event(
        world: &mut World,
        event: u32,
        part: &str,
        value: &InputValue,
    ) -> Result<(), Problem> {
        parts::set(world, event, part, value)
    }

    fn ignored_events(variant: &mut Variant) -> Option<&mut Vec<u32>> {
        Some(&mut variant.ignored_events)
    }

    fn entities(world: &World) -> Vec<EntityTable> {
        vec![entities::table(world)]
    }

    fn entity_name(world: &World, table: TableRef, row: usize) -> String {
        entities::name(world, table, row)
    }

    fn entity_rows(world: &World, table: TableRef, rows: &[usize]) -> Vec<EntityRow> {
        entities::rows(world, table, rows)
    }

    fn set_cell(
        world: &mut World,
        table: TableRef,
        row: usize,
        column: &str,
        value: &InputValue,
    ) -> Result<(), Problem> {
        entities::set_cell(world, table, row, column, value)
    }

    fn add_row(world: &mut World, table: TableRef) -> Result<(), Problem> {
        entities::add_row(world, table)
    }

    fn remove_row(world: &mut World, table: TableRef, row: usize) -> Result<(), Problem> {
        entities::remove_row(world, table, row)
    }

    fn edit_later(
        scenario: &Scenario,
        simulation: &Simulation,
        _variant: usize,
        detail: &Detail,
        edit: &Edit,
        _refined: Option<u32>,
    ) -> Result<LaterEdit<Self>, Problem> {
        later::edit_later(scenario, simulation, detail, edit)
    }
}
