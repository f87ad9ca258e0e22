//! Weighted shard allocation on the trait of systems: documents, form, events and tables.

use super::{Sharding, comparisons, entities, events, form, later, parts};
use crate::engine::{Problem, Renamed};
use crate::simulator::choice::unknown_option;
use crate::simulator::{
    Choice, ChoiceOption, Edit, EntityRow, EntityTable, EventKind, Field, InputValue, LaterEdit,
    Preset, ScheduledEvent, System, SystemInfo, TableRef,
};
use crate::systems::sharding::presets::PRESETS;
use crate::systems::sharding::round::Detail;
use crate::systems::sharding::scenario::{self, Scenario, Variant};
use crate::systems::sharding::strategy::{STRATEGIES, Strategy};
use crate::systems::sharding::world::Event;
use crate::systems::sharding::world::World;
use crate::systems::sharding::{Simulation, assumptions};

/// The id of the choice of a variant's strategy.
const STRATEGY: &str = "strategy";

/// The group in which a strategy is listed.
fn group(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::WeightedExchange | Strategy::WeightedBoth | Strategy::WeightedLiteralOr => {
            "Weighted"
        }
        Strategy::LeastDeprecated | Strategy::Least2610 | Strategy::Least2026 => "Least shards",
        Strategy::ConsistentHashing | Strategy::External => "Others of Akka",
    }
}

impl System for Sharding {
    type World = World;
    type Variant = Variant;
    type Event = Event;
    type Simulation = Simulation;
    type Prepared = ();

    const NAMES_1: &'static [Renamed] = scenario::NAMES_1;

    const INFO: SystemInfo = SystemInfo {
        id: scenario::SYSTEM,
        title: "Weighted shard allocation (Akka, Knative)",
        product: "Akka and Knative",
        claim: "Watch a coordinator allocate shards to nodes: by weight, by traffic, by count or by hash.",
        round: "round",
        eventful: "change",
        moved: None,
        screen_ds: (32, 7),
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
        let option = |(strategy, about): &(Strategy, crate::engine::OptionInfo)| ChoiceOption {
            group: group(*strategy),
            ..ChoiceOption::new(about.id, about.label, about.fidelity, about.about)
        };
        let options = STRATEGIES.iter().map(option).collect();
        vec![Choice {
            id: STRATEGY,
            label: "Strategy",
            options,
            selected: variant.strategy.variant().id.to_owned(),
        }]
    }

    fn choose(variant: &mut Variant, choice: &str, option: &str) -> Result<(), Problem> {
        let strategy = Strategy::find(option).filter(|_| choice == STRATEGY);
        variant.strategy =
            strategy.ok_or_else(|| unknown_option(&Self::choices(variant), choice, option))?;
        Ok(())
    }

    fn fields(scenario: &Scenario, variant: usize) -> Vec<Field> {
        form::fields(scenario, variant)
    }

    fn set(scenario: &mut Scenario, variant: usize, name: &str, value: f64) -> Result<(), Problem> {
        form::set(scenario, variant, name, value)
    }

    fn assumptions(_variant: &Variant) -> Vec<(&'static str, &'static str)> {
        assumptions::ASSUMPTIONS.to_vec()
    }

    fn comparisons(main: &Variant) -> Vec<(&'static str, Vec<Variant>)> {
        comparisons::comparisons(main)
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
        variant: usize,
        kind: &str,
        at_s: f64,
    ) -> Result<(), Problem> {
        events::add(
            &mut scenario.world,
            &scenario.variants[variant].ignored_events,
            kind,
            at_s,
        )
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
        entities::tables(world)
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
